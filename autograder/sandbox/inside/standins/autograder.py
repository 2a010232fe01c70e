"""What a notebook imports by this name while it is graded: the names are here and do nothing.

The grader asks the functions themselves, from outside.
"""

from typing import Any


def check(exercise_id: str, function: Any = None) -> None:
    """Do nothing: the grader makes this check itself."""


check_hidden = check


def hint(exercise_id: str) -> None:
    """Do nothing: hints are for the time before handing in."""
