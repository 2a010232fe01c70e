"""Every published number of the course: computed by dtlib, from the counts, and compared with the print."""

from collections import Counter
from math import comb, log2
from statistics import mean
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import train_test_split

import dtlib
from dtlib.datasets import load, load_worked_examples
from dtlib.pruning import added_errors
from dtlib.pruning.cost_complexity import weakest_links
from dtlib.teaching import c45, predict_one
from dtlib.teaching.forest import bootstrap_sample, forest_vote
from dtlib.teaching.tuning import confusion, precision_recall_f1

EXAMPLES = load_worked_examples()


def entropy_of_counts(*counts: int) -> float:
    return log2(sum(counts)) - sum(n * log2(n) for n in counts) / sum(counts)


def gini_of_counts(*counts: int) -> float:
    return 1 - sum((n / sum(counts)) ** 2 for n in counts)


def at_least(k: int, n: int, p: float) -> float:
    return sum(comb(n, hits) * p**hits * (1 - p) ** (n - hits) for hits in range(k, n + 1))


VOCABULARY: dict[str, Any] = {
    "H": entropy_of_counts,
    "G": gini_of_counts,
    "log2": log2,
    "B": at_least,
}


def evaluate(expression: str) -> float:
    return float(eval(expression, {"__builtins__": {}}, VOCABULARY))


def column_and_labels(example: dict[str, Any]) -> tuple[list[Any] | None, list[Any]]:
    """The attribute's values (None if the measure needs none) and the labels that the example speaks of."""
    if "counts" in example:
        labels = [number for number, count in enumerate(example["counts"]) for _ in range(count)]
        return None, labels
    if "distinct" in example:
        return list(range(example["distinct"])), []
    frame, target = table_of(example)
    if "column" not in example:
        return None, frame[target].tolist()
    column = frame[example["column"]]
    if "forget" in example:
        column = column.mask(column.index.isin([row - 1 for row in example["forget"]]))
    if example.get("known_only"):
        frame, column = frame[column.notna()], column[column.notna()]
    if "group" in example:
        column = column.isin(example["group"])
    if "at_most" in example:
        column = column <= example["at_most"]
    return column.tolist(), frame[target].tolist()


def table_of(example: dict[str, Any]) -> tuple[pd.DataFrame, str]:
    frame, target = load(example["table"])
    for name, value in example.get("where", {}).items():
        frame = frame[frame[name] == value]
    if "rows" in example:
        frame = frame.iloc[[row - 1 for row in example["rows"]]]
    return frame, target


def branches_and_missing(x: list[Any], y: list[Any]) -> tuple[list[dict[Any, int]], int]:
    known = [(value, label) for value, label in zip(x, y, strict=True) if not pd.isna(value)]
    counts = Counter(known)
    branches = [{label: counts[value, label] for label in set(y)} for value in {value for value, _ in known}]
    return branches, len(x) - len(known)


def split_information_with_missing(x: list[Any], y: list[Any]) -> float:
    branches, missing = branches_and_missing(x, y)
    return c45.split_information([sum(branch.values()) for branch in branches], missing)


def threshold(x: list[float], y: list[Any]) -> float:
    found = dtlib.best_threshold(x, y, "entropy")
    assert found is not None
    return found.value


def mean_information_gain(example: dict[str, Any]) -> float:
    frame, target = table_of(example)
    return mean(dtlib.information_gain(frame[name], frame[target]) for name in frame.columns.drop(target))


def accuracy(example: dict[str, Any]) -> float:
    frame, target = table_of(example)
    hits = [predict_one(example["tree"], row) == row[target] for row in frame.to_dict("records")]
    return 100 * mean(hits)


def estimated_errors(example: dict[str, Any]) -> float:
    cases, errors = zip(*example["leaves"], strict=True)
    return float((np.array(errors) + added_errors(cases, errors)).sum())


def complexity(example: dict[str, Any]) -> float:
    path, _ = weakest_links(example["parent"], example["risk"])
    return path.alphas[example["step"]] / example["risk"][0]


def relative_error(example: dict[str, Any]) -> float:
    path, _ = weakest_links(example["parent"], example["risk"])
    return path.risks[example["step"]] / example["risk"][0]


def accuracy_on_test_rows(example: dict[str, Any]) -> float:
    frame, target = table_of(example)
    X, y = frame.drop(columns=target), frame[target]
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.3, random_state=42, stratify=y)
    tree = dtlib.CARTClassifier(max_depth=example.get("max_depth")).fit(X_train, y_train)
    return tree.score(X_test, y_test)


def truth_and_answers(example: dict[str, Any]) -> tuple[list[str], list[str]]:
    names = ("no", "yes")
    pairs = [
        (true, given)
        for true, row in zip(names, example["answers"], strict=True)
        for given, count in zip(names, row, strict=True)
        for _ in range(count)
    ]
    return [true for true, _ in pairs], [given for _, given in pairs]


def error_rate(example: dict[str, Any]) -> float:
    table = confusion(*truth_and_answers(example))
    wrong = sum(count for true, row in table.items() for given, count in row.items() if given != true)
    return 100 * wrong / sum(sum(row.values()) for row in table.values())


def miss_rate(example: dict[str, Any]) -> float:
    return 100 * (1 - precision_recall_f1(*truth_and_answers(example), "yes")["recall"])


def share_drawn(example: dict[str, Any]) -> float:
    """The chance that a given row is among n draws, from how often evenly spread draws take each row."""
    n = example["distinct"]
    times = Counter(bootstrap_sample(range(n), (np.arange(4 * n) + 0.5) / (4 * n))["sample"])
    assert set(times.values()) == {4}
    return 1 - (1 - 1 / len(times)) ** n


def vote_error(example: dict[str, Any]) -> float:
    """The chance that the vote is wrong, with one voter after the other added to the count of wrong ones."""
    chance_of = np.ones(1)
    for _ in range(example["voters"]):
        chance_of = np.convolve(chance_of, [1 - example["error"], example["error"]])
    votes = [
        ["wrong" if voter < wrong else "right" for wrong in range(len(chance_of))]
        for voter in range(example["voters"])
    ]
    return sum(chance for chance, said in zip(chance_of, forest_vote(votes), strict=True) if said == "wrong")


OF_COLUMNS: dict[str, Any] = {
    "entropy": lambda x, y: dtlib.entropy(y),
    "gini": lambda x, y: dtlib.gini(y),
    "conditional_entropy": dtlib.conditional_entropy,
    "information_gain": dtlib.information_gain,
    "information_gain_of_the_row_number": lambda x, y: dtlib.information_gain(range(len(y)), y),
    "split_information": lambda x, y: dtlib.split_information(x),
    "gain_ratio": dtlib.gain_ratio,
    "gini_index": dtlib.gini_index,
    "threshold": threshold,
    "gain_with_missing": lambda x, y: c45.gain_with_missing(*branches_and_missing(x, y)),
    "split_information_with_missing": split_information_with_missing,
}
OF_EXAMPLES: dict[str, Any] = {
    "mean_information_gain": mean_information_gain,
    "accuracy": accuracy,
    "complexity": complexity,
    "relative_error": relative_error,
    "estimated_errors": estimated_errors,
    "estimated_error_rate": lambda e: estimated_errors(e) / sum(cases for cases, _ in e["leaves"]),
    "test_accuracy": accuracy_on_test_rows,
    "error_rate": error_rate,
    "miss_rate": miss_rate,
    "share_drawn": share_drawn,
    "vote_error": vote_error,
}


def compute(example: dict[str, Any]) -> float:
    if example["measure"] in OF_EXAMPLES:
        return OF_EXAMPLES[example["measure"]](example)
    return OF_COLUMNS[example["measure"]](*column_and_labels(example))


def is_rounded_to(value: float, printed: str) -> bool:
    decimals = len(printed.partition(".")[2])
    return abs(value - float(printed)) < 0.5 * 10**-decimals - 1e-9


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
class TestWorkedExample:
    def test_dtlib_computes_the_exact_value(self, example: dict[str, Any]) -> None:
        assert compute(example) == pytest.approx(evaluate(example["exact"]), abs=1e-12)

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
    known |= {"known_only", "forget", "rows", "tree", "leaves", "distinct", "parent", "risk", "step"}
    known |= {"max_depth", "answers", "voters", "error"}
    assert {key for example in EXAMPLES for key in example} <= known
