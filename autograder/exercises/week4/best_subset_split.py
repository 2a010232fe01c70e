"""The best division of a category's values into two groups, by Gini impurity."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.datasets import load_buys_computer, load_weather_wind
from dtlib.teaching.cart import best_subset_split, gini_split, groupings

COLOURS = ["blue", "brown", "green", "grey", "red", "white"]


def has_clear_winner(values: Sequence[Any], labels: Sequence[Any]) -> bool:
    """Whether one grouping leads by more than two ways of adding up the same sum can differ."""
    impurities = sorted(
        gini_split(
            [label for value, label in zip(values, labels, strict=True) if value in left],
            [label for value, label in zip(values, labels, strict=True) if value in right],
        )
        for left, right in groupings(sorted(set(values)))
    )
    return len(impurities) > 1 and impurities[1] - impurities[0] > 1e-6


def in_canonical_form(answer: Any) -> Any:
    """The groups by a value that each holds, whichever came first, so that a difference names the group."""
    if answer is None:
        return None
    left, right, impurity = answer
    one, other = sorted([sorted(left), sorted(right)])
    return {f"the group of {one[0]!r}": one, "the other group": other, "the impurity": impurity}


def best_of_a_ranking(values: Sequence[Any], labels: Sequence[Any], label: Any) -> float:
    """The impurity after the best cut through the values, ranked by their share of one class."""
    known = list(zip(values, labels, strict=True))
    share = {v: sum(y == label for w, y in known if w == v) / list(values).count(v) for v in values}
    ranked = sorted(share, key=lambda value: (share[value], value))
    return min(
        gini_split(
            [y for v, y in known if v in ranked[:size]], [y for v, y in known if v not in ranked[:size]]
        )
        for size in range(1, len(ranked))
    )


def escapes_the_shortcut(values: Sequence[Any], labels: Sequence[Any]) -> bool:
    """Whether ranking by the share of the first class misses the best grouping, and so does the last."""
    found = best_subset_split(values, labels)
    assert found is not None
    return all(
        best_of_a_ranking(values, labels, label) > found[2] + 1e-6 for label in (min(labels), max(labels))
    )


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Columns of three to six values with one best grouping each; then two values, and one."""
    for size, width, classes in ((12, 4, 2), (14, 5, 2), (16, 6, 2), (16, 5, 3), (16, 6, 3), (16, 5, 4)):
        while True:
            values = rng.choice(COLOURS[:width], size).tolist()
            labels = rng.choice(["cat", "dog", "fox", "owl"][:classes], size).tolist()
            if len(set(values)) != width or not has_clear_winner(values, labels):
                continue
            if classes == 2 or escapes_the_shortcut(values, labels):
                break
        yield Case(values, labels, group="random column")
    one, other = rng.choice(COLOURS, 2, replace=False).tolist()
    yield Case([one, other, one], ["cat", "dog", "dog"], group="ends", note="two values, one grouping")
    yield Case([one, one, other, other], ["cat", "dog"] * 2, group="ends", note="nothing is gained")
    yield Case([one] * 3, ["cat", "dog", "dog"], group="ends", note="a single value")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def one_against_the_rest(values, labels):
    best: list | None = None
    for value in sorted(set(values)):
        after = 0.0
        for keep in (True, False):
            side = [y for v, y in zip(values, labels, strict=True) if (v == value) is keep]
            after += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
        if len(set(values)) > 1 and (best is None or after < best[2] - 1e-12):
            best = [[value], [v for v in sorted(set(values)) if v != value], after]
    return best


def cut_in_the_alphabet(values, labels):
    distinct = sorted(set(values))
    best: list | None = None
    for size in range(1, len(distinct)):
        after = 0.0
        for group in (distinct[:size], distinct[size:]):
            side = [y for v, y in zip(values, labels, strict=True) if v in group]
            after += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
        if best is None or after < best[2] - 1e-12:
            best = [distinct[:size], distinct[size:], after]
    return best


def shortcut_for_any_number_of_classes(values, labels):
    first = min(labels, default=None)
    share = {v: [y for w, y in zip(values, labels, strict=True) if w == v].count(first) for v in values}
    ranked = sorted(sorted(set(values)), key=lambda v: share[v] / values.count(v))
    best: list | None = None
    for size in range(1, len(ranked)):
        after = 0.0
        for group in (ranked[:size], ranked[size:]):
            side = [y for v, y in zip(values, labels, strict=True) if v in group]
            after += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
        if best is None or after < best[2] - 1e-12:
            best = [sorted(ranked[:size]), sorted(ranked[size:]), after]
    return best


def shortcut_by_another_class(values, labels):
    last = max(labels, default=None)
    share = {v: [y for w, y in zip(values, labels, strict=True) if w == v].count(last) for v in values}
    ranked = sorted(sorted(set(values)), key=lambda v: share[v] / values.count(v))
    best: list | None = None
    for size in range(1, len(ranked)):
        after = 0.0
        for group in (ranked[:size], ranked[size:]):
            side = [y for v, y in zip(values, labels, strict=True) if v in group]
            after += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
        if best is None or after < best[2] - 1e-12:
            best = [sorted(ranked[:size]), sorted(ranked[size:]), after]
    return best


def ordered_by_counts(values, labels):
    first = min(labels, default=None)
    count = {v: [y for w, y in zip(values, labels, strict=True) if w == v].count(first) for v in values}
    ranked = sorted(sorted(set(values)), key=lambda v: count[v])
    best: list | None = None
    for size in range(1, len(ranked)):
        after = 0.0
        for group in (ranked[:size], ranked[size:]):
            side = [y for v, y in zip(values, labels, strict=True) if v in group]
            after += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
        if best is None or after < best[2] - 1e-12:
            best = [sorted(ranked[:size]), sorted(ranked[size:]), after]
    return best


def plain_average(values, labels):
    from itertools import combinations

    distinct = sorted(set(values))
    best: list | None = None
    for size in range(1, len(distinct)):
        for left in combinations(distinct, size):
            after = 0.0
            for keep in (True, False):
                side = [y for v, y in zip(values, labels, strict=True) if (v in left) is keep]
                after += (
                    sum(side.count(c) / len(side) * (1 - side.count(c) / len(side)) for c in set(side)) / 2
                )
            if best is None or after < best[2] - 1e-12:
                best = [list(left), [v for v in distinct if v not in left], after]
    return best


def gain_instead(values, labels):
    from itertools import combinations

    distinct = sorted(set(values))
    before = sum(labels.count(c) / len(labels) * (1 - labels.count(c) / len(labels)) for c in set(labels))
    best: list | None = None
    for size in range(1, len(distinct)):
        for left in combinations(distinct, size):
            gain = before
            for keep in (True, False):
                side = [y for v, y in zip(values, labels, strict=True) if (v in left) is keep]
                gain -= sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
            if best is None or gain > best[2] + 1e-12:
                best = [list(left), [v for v in distinct if v not in left], gain]
    return best


def one_branch_for_each_value(values, labels):
    distinct = sorted(set(values))
    if len(distinct) < 2:
        return None
    after = 0.0
    for value in distinct:
        side = [y for v, y in zip(values, labels, strict=True) if v == value]
        after += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
    return [distinct[:1], distinct[1:], after]


def by_the_majority(values, labels):
    distinct = sorted(set(values))
    commonest = max(sorted(set(labels)), key=labels.count, default=None)
    left = []
    for value in distinct:
        side = [y for v, y in zip(values, labels, strict=True) if v == value]
        if max(sorted(set(side)), key=side.count) == commonest:
            left.append(value)
    right = [value for value in distinct if value not in left]
    if not left or not right:
        return None
    after = 0.0
    for group in (left, right):
        side = [y for v, y in zip(values, labels, strict=True) if v in group]
        after += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
    return [left, right, after]


def nothing_gained_is_no_split(values, labels):
    from itertools import combinations

    distinct = sorted(set(values))
    before = sum(labels.count(c) / len(labels) * (1 - labels.count(c) / len(labels)) for c in set(labels))
    best: list | None = None
    for size in range(1, len(distinct)):
        for left in combinations(distinct, size):
            after = 0.0
            for keep in (True, False):
                side = [y for v, y in zip(values, labels, strict=True) if (v in left) is keep]
                after += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
            if after < (best[2] if best else before) - 1e-12:
                best = [list(left), [v for v in distinct if v not in left], after]
    return best


def rounded_before_comparing(values, labels):
    from itertools import combinations

    distinct = sorted(set(values))
    best: list | None = None
    for size in range(1, len(distinct)):
        for left in combinations(distinct, size):
            after = 0.0
            for keep in (True, False):
                side = [y for v, y in zip(values, labels, strict=True) if (v in left) is keep]
                after += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
            after = round(after, 4)
            if best is None or after < best[2]:
                best = [list(left), [v for v in distinct if v not in left], after]
    return best


# Correct solutions in other styles.


def with_combinations(values, labels):
    from itertools import combinations

    distinct = list(set(values))
    best: list | None = None
    for size in range(1, len(distinct)):
        for left in combinations(distinct, size):
            after = 0.0
            for keep in (True, False):
                side = [y for v, y in zip(values, labels, strict=True) if (v in left) is keep]
                after += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side)) / len(labels)
            if best is None or after < best[2] - 1e-12:
                best = [list(left), [v for v in distinct if v not in left], after]
    return best


def with_bits(values, labels):
    from collections import Counter

    distinct = sorted(set(values))
    counts: dict = {value: Counter() for value in distinct}
    for value, label in zip(values, labels, strict=True):
        counts[value][label] += 1
    best: list | None = None
    for mask in range(1, 2 ** len(distinct) // 2):
        groups: tuple = ([], [])
        for place, value in enumerate(distinct):
            groups[mask >> place & 1].append(value)
        after = 0.0
        for group in groups:
            total: Counter = sum((counts[value] for value in group), Counter())
            size = sum(total.values())
            after += (size - sum(k * k for k in total.values()) / size) / len(labels)
        if best is None or after < best[2]:
            best = [groups[0], groups[1], after]
    return best


def with_recursion(values, labels):
    def score(group):
        total = 0.0
        for keep in (True, False):
            side = [y for v, y in zip(values, labels, strict=True) if (v in group) is keep]
            if not side:
                return float("inf")
            total += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side))
        return total / len(labels)

    def best_group(group, undecided):
        if not undecided:
            return group
        left_out, taken_in = (
            best_group(group, undecided[1:]),
            best_group([*group, undecided[0]], undecided[1:]),
        )
        return min(left_out, taken_in, key=score)

    distinct = sorted(set(values))
    if len(distinct) < 2:
        return None
    left = best_group(distinct[:1], distinct[1:])
    return [left, [value for value in distinct if value not in left], score(left)]


def with_the_shortcut_where_it_holds(values, labels):
    from itertools import combinations

    import numpy as np

    distinct, classes = sorted(set(values)), sorted(set(labels))
    if len(distinct) < 2:
        return None
    counts = np.array(
        [
            [sum(v == a and y == b for v, y in zip(values, labels, strict=True)) for b in classes]
            for a in distinct
        ]
    )
    k = len(distinct)
    if len(classes) <= 2:
        order = np.argsort(counts[:, 0] / counts.sum(axis=1), kind="stable")
        candidates = [list(order[:size]) for size in range(1, k)]
    else:
        candidates = [list(left) for size in range(1, k) for left in combinations(range(k), size)]
    best: list | None = None
    for inside in candidates:
        left = counts[inside].sum(axis=0)
        right = counts.sum(axis=0) - left
        after = 1 - ((left**2).sum() / left.sum() + (right**2).sum() / right.sum()) / counts.sum()
        if best is None or after < best[2] - 1e-12:
            group = [distinct[i] for i in inside]
            best = [group, [value for value in distinct if value not in group], after]
    return best


_days = load_weather_wind().frame
_customers = load_buys_computer().frame

exercise = Exercise(
    id="week4/best_subset_split",
    signature="best_subset_split(values, labels)",
    returns="a list, [left, right, impurity], with the values of each group in a list, or None",
    points=7,
    hidden_points=7,
    reference=best_subset_split,
    canonical=in_canonical_form,
    cases=(
        Case(
            _days["weather"].tolist(),
            _days["park"].tolist(),
            note="weather_wind: overcast against the rest, 0.2857",
        ),
        Case(
            _customers["income"].tolist(),
            _customers["buys_computer"].tolist(),
            note="buys_computer: low and medium against high, 0.443",
        ),
        Case(
            _customers["age"].tolist(),
            _customers["buys_computer"].tolist(),
            note="buys_computer: middle-aged against the rest, 0.357",
        ),
        Case(
            ["a"] * 4 + ["b"] * 3 + ["c"] * 4 + ["d"] * 3,
            ["no", "no", "no", "yes"] + ["yes"] * 3 + ["no", "no", "yes", "no"] + ["yes", "yes", "no"],
            note="a and c against b and d: not neighbours in the alphabet, and two on each side",
        ),
        Case(
            ["a"] * 8 + ["b"] * 2 + ["c"] * 3 + ["d"] * 4,
            ["no"] * 4 + ["yes"] * 4 + ["no"] * 2 + ["no"] * 3 + ["yes"] * 3 + ["no"],
            note="groups of unequal size",
        ),
        Case(
            ["a"] * 4 + ["b"] * 4 + ["c"] * 4 + ["d"] * 4,
            [
                "cat",
                "cat",
                "dog",
                "dog",
                "dog",
                "dog",
                "dog",
                "cat",
                "fox",
                "fox",
                "fox",
                "cat",
                "fox",
                "fox",
                "cat",
                "cat",
            ],
            group="three classes",
            note="all groupings have to be tried",
        ),
        Case(
            ["blue"] * 2 + ["brown"] * 2 + ["green"] * 2 + ["grey"] + ["red"] * 2 + ["white"] * 5,
            ["cat", "fox", "dog", "dog", "cat", "dog", "cat", "dog", "fox"] + ["fox"] * 5,
            group="three classes",
            note="blue and white against the rest: no ranking by the share of one class has them in front",
        ),
        Case([3, 1, 2, 3, 1, 2], ["no", "no", "yes", "no", "no", "yes"], group="edge case", note="codes"),
        Case(
            ["a", "a", "b", "b"],
            ["yes", "no", "yes", "no"],
            group="edge case",
            note="two values can be divided in one way only, even if nothing is gained",
        ),
        Case(["a", "a"], ["yes", "no"], group="edge case", note="a single value: no split"),
        Case([], [], group="edge case", note="no rows: no split"),
    ),
    draw=draw,
    hints=(
        "With the values a, b, c there are three ways to make two groups: a | bc, b | ac, c | ab. List "
        "those of four values by hand before you program. Are there seven?",
        "`itertools.combinations(distinct, size)` gives all groups of a size. Taking sizes from 1 to k - 1"
        " meets every division twice, once from each side; that costs time and does no harm.",
        "For each group, collect the labels of the rows whose value is in it, and those of the other rows; "
        "score the two lists as in gini_split, and keep the group with the smallest impurity so far.",
    ),
    misconceptions=(
        Misconception(
            "one against the rest",
            "You tried only groups of a single value. With three values those are all the groups there are; "
            "from four values on, two against two is possible, and is sometimes the best.",
            "Let the first group have any size from 1 to k - 1.",
            one_against_the_rest,
        ),
        Misconception(
            "cut in the alphabet",
            "You sorted the values by name and cut the list once, as if they were numbers. The alphabet "
            "knows nothing about the labels, so the best group may be scattered over it.",
            "Try every group of values, not only the ones that are neighbours.",
            cut_in_the_alphabet,
        ),
        Misconception(
            "shortcut with three classes",
            "You sorted the values by the share of one class and cut. For two classes that is Breiman's "
            "theorem and finds the best; with three classes one share does not tell the whole story, and "
            "the theorem does not hold.",
            "Use the shortcut for two classes at most, and try all groups otherwise.",
            shortcut_for_any_number_of_classes,
        ),
        Misconception(
            "shortcut by another class",
            "You sorted the values by the share of the class that comes last, and cut. With two classes any "
            "class will do; with three there is no class whose share puts the values in the right order.",
            "Use the shortcut for two classes at most, and try all groups otherwise.",
            shortcut_by_another_class,
        ),
        Misconception(
            "sorted by counts",
            "You sorted the values by how many rows of one class they have. A common value has many of "
            "everything: it is the share within the value that Breiman's theorem sorts by.",
            "Divide each count by the number of rows with that value. Or try all groups, which always works.",
            ordered_by_counts,
        ),
        Misconception(
            "plain average",
            "You averaged the impurities of the two groups as if they held equally many rows.",
            "Weight each group by its share of the rows, not of the values.",
            plain_average,
        ),
        Misconception(
            "gain instead of impurity",
            "Your groups are right, and the number is how much the impurity fell. The task asks for the "
            "impurity that is left.",
            "Return the weighted impurity of the two groups.",
            gain_instead,
        ),
        Misconception(
            "one branch for each value",
            "Your number is the impurity after a multiway split, with a branch for each value, as ID3 does"
            " it. A CART node has two branches, so the values must share them.",
            "Divide the values into two groups, and collect the labels of all rows of a group in one list.",
            one_branch_for_each_value,
        ),
        Misconception(
            "grouped by the majority",
            "You put the values together whose majority is the commonest class. Two values with the same "
            "majority can still belong apart: 51 % and 99 % are not alike.",
            "Score the groupings instead of deciding value by value.",
            by_the_majority,
        ),
        Misconception(
            "nothing gained, no split",
            "You return None when no grouping lowers the impurity. Whether a split is worth having is for "
            "the builder of the tree to decide; here we ask for the best one there is.",
            "Return None only if the column has fewer than two values.",
            nothing_gained_is_no_split,
        ),
        Misconception(
            "rounded to four decimals",
            "You rounded the impurities to four decimals. That is for people who read them; two groupings "
            "that differ in the sixth decimal look the same to your search.",
            "Compare and return the impurities as they are.",
            rounded_before_comparing,
        ),
    ),
    alternatives={
        "combinations": with_combinations,
        "bits": with_bits,
        "recursion": with_recursion,
        "shortcut where it holds": with_the_shortcut_where_it_holds,
    },
)
