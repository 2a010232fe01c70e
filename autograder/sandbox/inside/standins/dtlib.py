"""What a notebook imports by this name while it is graded: data and drawings, and no answer."""

import importlib
from typing import Any

#: The modules that the box offers, where the course has them.
OFFERED = ("datasets", "plot", "style")


def __getattr__(name: str) -> Any:
    if name in OFFERED:
        return importlib.import_module(f"dtlib.{name}")
    raise AttributeError(
        f"dtlib.{name} is not available while your work is graded. Its data and drawings are: "
        "what an exercise asks for must be computed by your own code."
    )
