"""The hand calculation behind a tree, step by step, as an examiner wants to see it.

==============  ==========================================================================
`document`      paragraphs, formulas and tables with three faces: text, Markdown, HTML
`words`         every sentence in each language
`terms`         one impurity with all its terms written out
`split`         what one split of a table is worth, and why
`node`          what a fitted tree computed at a node
`prediction`    the way of one case down a fitted tree
`pruning`       what would be cut next, and why
==============  ==========================================================================
"""

from dtlib.explain.document import Explanation
from dtlib.explain.node import explain_node
from dtlib.explain.prediction import explain_prediction
from dtlib.explain.pruning import explain_pruning
from dtlib.explain.split import explain_split

__all__ = ["Explanation", "explain_node", "explain_prediction", "explain_pruning", "explain_split"]
