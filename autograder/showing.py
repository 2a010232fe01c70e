"""Show something with two faces: rich in a notebook, plain in a terminal."""

from __future__ import annotations

import sys
from typing import Any


def in_notebook() -> bool:
    """Whether this process is a Jupyter kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and hasattr(shell, "kernel")


def show(thing: Any) -> None:
    """Display `thing` in a notebook, print it elsewhere."""
    if in_notebook():
        from IPython.display import display

        display(thing)
    else:
        print(thing)
