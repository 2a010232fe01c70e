"""Decision trees as the books define them: ID3, C4.5 and CART, with every measure they are built from.

The table of contents is ``__init__.pyi``, which editors and type checkers read too. A name is looked up there
the first time it is used, so that ``import dtlib`` costs next to nothing: scikit-learn, pandas and matplotlib
are loaded by the rooms that need them, when they are entered.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
