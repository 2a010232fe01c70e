"""Every published number of the course, computed three ways: by dtlib, from the counts, and as it was printed."""

from collections import Counter
from math import log2
from typing import Any

import pytest

import dtlib
from dtlib.datasets import load, load_worked_examples

EXAMPLES = load_worked_examples()


def entropy_of_counts(*counts: int) -> float:
    return log2(sum(counts)) - sum(n * log2(n) for n in counts) / sum(counts)


def gini_of_counts(*counts: int) -> float:
    return 1 - sum((n / sum(counts)) ** 2 for n in counts)


VOCABULARY: dict[str, Any] = {"H": entropy_of_counts, "G": gini_of_counts, "log2": log2}


def evaluate(expression: str) -> float:
    return float(eval(expression, {"__builtins__": {}}, VOCABULARY))


def column_and_labels(example: dict[str, Any]) -> tuple[list[Any] | None, list[Any]]:
    """The attribute's values (None if the measure needs none) and the labels that the example speaks of."""
    if "counts" in example:
        labels = [number for number, count in enumerate(example["counts"]) for _ in range(count)]
        return labels, labels
    frame, target = load(example["table"])
    for name, value in example.get("where", {}).items():
        frame = frame[frame[name] == value]
    labels = frame[target].tolist()
    if "column" not in example:
        return None, labels
    values = frame[example["column"]].tolist()
    if "group" in example:
        values = [value in example["group"] for value in values]
    if "at_most" in example:
        values = [value <= example["at_most"] for value in values]
    return values, labels


MEASURES = {
    "entropy": lambda x, y: dtlib.entropy(y),
    "gini": lambda x, y: dtlib.gini(y),
    "conditional_entropy": dtlib.conditional_entropy,
    "information_gain": dtlib.information_gain,
    "information_gain_of_the_row_number": lambda x, y: dtlib.information_gain(range(len(y)), y),
    "split_information": lambda x, y: dtlib.split_information(x),
    "gain_ratio": dtlib.gain_ratio,
    "gini_index": dtlib.gini_index,
}


def is_rounded_to(value: float, printed: str) -> bool:
    decimals = len(printed.partition(".")[2])
    return abs(value - float(printed)) <= 0.5 * 10**-decimals + 1e-9


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
class TestWorkedExample:
    def test_dtlib_computes_the_exact_value(self, example: dict[str, Any]) -> None:
        computed = MEASURES[example["measure"]](*column_and_labels(example))
        assert computed == pytest.approx(evaluate(example["exact"]), abs=1e-12)

    def test_the_printed_value_is_the_exact_one_rounded_unless_the_entry_says_why_not(
        self, example: Any
    ) -> None:
        exact, printed = evaluate(example["exact"]), example["published"]
        if "differs" not in example:
            assert is_rounded_to(exact, printed)
            assert not {"printed_from", "off_by"} & example.keys()
            return
        assert not is_rounded_to(exact, printed), "the printed number is right after all: drop 'differs'"
        if "printed_from" in example:
            assert is_rounded_to(evaluate(example["printed_from"]), printed)
        else:
            assert float(printed) - exact == pytest.approx(example["off_by"], abs=0.5e-4)


def test_no_example_is_listed_twice() -> None:
    assert [name for name, count in Counter(example["id"] for example in EXAMPLES).items() if count > 1] == []


def test_every_key_is_one_that_the_file_explains() -> None:
    known = {"id", "week", "table", "counts", "where", "measure", "column", "group", "at_most", "exact"}
    known |= {"published", "source", "differs", "printed_from", "off_by"}
    assert {key for example in EXAMPLES for key in example} <= known
