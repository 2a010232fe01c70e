"""The closed list of what can become of one graded exercise."""

from enum import StrEnum


class Outcome(StrEnum):
    """What an exercise came to. Nothing else is ever recorded, and only `CORRECT` is full marks."""

    CORRECT = "correct"
    PARTIAL = "partial"
    INCORRECT = "incorrect"
    NOT_ATTEMPTED = "not_attempted"
    WRONG_TYPE = "wrong_type"
    ERROR = "error"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    CRASHED = "crashed"
    MISSING = "missing"
    UNGRADABLE = "ungradable"

    @property
    def phrase(self) -> str:
        """The outcome in words a student reads."""
        return self.value.replace("_", " ")
