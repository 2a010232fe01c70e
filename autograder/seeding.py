"""Each student's hidden cases have a seed of their own, so answers learnt by heart are worth nothing."""

from __future__ import annotations

import hashlib
import os

import numpy as np

#: The grader sets this for the kernel it starts; without it (a student at home) a fixed seed serves.
VARIABLE = "AUTOGRADER_SEED"


def student_seed(secret: str, student: str) -> str:
    """The seed of one student's hidden cases, from the course secret and the student's id.

    Examples
    --------
    >>> student_seed("s3cret", "ada") == student_seed("s3cret", "ada")
    True
    >>> student_seed("s3cret", "ada") == student_seed("s3cret", "alan")
    False
    """
    return hashlib.sha256(f"{secret}\n{student}".encode()).hexdigest()


def generator(exercise_id: str, seed: str | None = None) -> np.random.Generator:
    """The random generator for one exercise's hidden cases; without `seed`, with the seed of this process."""
    if seed is None:
        seed = os.environ.get(VARIABLE, "practice")
    digest = hashlib.sha256(f"{seed}\n{exercise_id}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:16], "big"))
