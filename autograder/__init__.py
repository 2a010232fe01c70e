"""Checks, hints and grading for the decision-tree course.

In a notebook a student needs two names::

    from autograder import check, hint

    check("week1/entropy", entropy)   # runs the worked examples and says what was misunderstood
    hint("week1/entropy")             # goes one step further each time

A lecturer uses the console script of the same name: ``autograder --help``.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["exercises"],
    submod_attrs={
        "checking": ["check", "check_hidden"],
        "hints": ["hint"],
        "exercise": ["Case", "Exercise", "Misconception"],
        "outcome": ["Outcome"],
    },
)
