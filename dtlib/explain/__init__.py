"""The hand calculation behind a tree, step by step, as an examiner wants to see it.

==============  ==========================================================================
`document`      paragraphs, formulas and tables with three faces: text, Markdown, HTML
`words`         every sentence in each language
`terms`         one impurity with all its terms written out
`split`         what one split is worth, and why
==============  ==========================================================================
"""

from dtlib.explain.document import Explanation
from dtlib.explain.split import explain_split

__all__ = ["Explanation", "explain_split"]
