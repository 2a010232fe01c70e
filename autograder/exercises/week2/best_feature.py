"""The attribute that an ID3 node asks: the one with the largest information gain."""

from collections import Counter
from collections.abc import Iterable
from math import log2
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.datasets import Dataset, load_loan, load_play_tennis, load_watermelon20, load_weather_wind
from dtlib.teaching import best_feature

Row = dict[str, Any]
Table = tuple[list[Row], list[Any], list[str]]

#: Attributes and their values, from which random tables are made.
ATTRIBUTES: dict[str, list[Any]] = {
    "sky": ["blue", "grey", "black"],
    "wind": ["low", "high"],
    "season": ["spring", "summer", "autumn", "winter"],
    "holiday": [True, False],
    "guests": [0, 1, 2],
}


def table_of(dataset: Dataset) -> Table:
    """A table of the course as rows, labels and attributes."""
    rows: list[Row] = [
        {str(name): value for name, value in row.items()} for row in dataset.X.to_dict("records")
    ]
    return rows, dataset.y.tolist(), list(dataset.X.columns)


def where(table: Table, attribute: str, value: Any) -> Table:
    """The rows with this value, and the attributes that are left to ask there."""
    rows, labels, attributes = table
    kept = [position for position, row in enumerate(rows) if row[attribute] == value]
    others = [other for other in attributes if other != attribute]
    return [rows[position] for position in kept], [labels[position] for position in kept], others


def random_table(rng: np.random.Generator, size: int, width: int, classes: int) -> Table:
    """Rows of `width` attributes in random order, with labels that depend on nothing."""
    attributes = rng.choice(list(ATTRIBUTES), width, replace=False).tolist()
    columns = {
        name: [ATTRIBUTES[name][i] for i in rng.integers(len(ATTRIBUTES[name]), size=size)]
        for name in attributes
    }
    rows = [{name: column[position] for name, column in columns.items()} for position in range(size)]
    labels = rng.choice(["yes", "no", "maybe"][:classes], size).tolist()
    return rows, labels, attributes


def gains_of(table: Table) -> dict[str, float]:
    """The gain of every attribute, in bits. A draw tries hundreds of tiny tables, hence no arrays here."""
    rows, labels, attributes = table
    n = len(rows)
    of_label = Counter(labels)
    gains = {}
    for name in attributes:
        column = [row[name] for row in rows]
        of_value, of_pair = Counter(column), Counter(zip(column, labels, strict=True))
        gains[name] = sum(k / n * log2(k * n / (of_value[v] * of_label[y])) for (v, y), k in of_pair.items())
    return gains


def has_clear_winner(table: Table) -> bool:
    """Whether one attribute leads by more than two ways of adding up the same sum can differ."""
    gains = sorted(gains_of(table).values(), reverse=True)
    return gains[0] > 1e-6 and (len(gains) == 1 or gains[0] - gains[1] > 1e-6)


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Random tables with one winner, some with a tempting column outside the list; then ties and the ends."""
    for size, width, classes in ((8, 2, 2), (10, 3, 2), (12, 3, 3), (14, 4, 2), (14, 4, 3), (12, 5, 3)):
        table = random_table(rng, size, width, classes)
        while not has_clear_winner(table):
            table = random_table(rng, size, width, classes)
        rows, labels, attributes = table
        if width == 4:
            rows = [{"ticket": number, **row} for number, row in enumerate(rows)]
        yield Case(rows, labels, attributes, group="random table")
    rows, labels, _ = random_table(rng, 8, 1, 2)
    labels[:2] = ["yes", "no"]
    twins = [{"second": value, "first": value} for value in range(8)]
    yield Case(twins, labels, ["first", "second"], group="ties", note="two equal columns")
    yield Case(rows, ["yes"] * 8, list(rows[0]), group="ends", note="one class")
    yield Case([{"sky": "blue", "wind": "low"}] * 8, labels, ["sky", "wind"], group="ends", note="equal rows")
    yield Case(rows, labels, [], group="ends", note="no attributes")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def most_doubt_left(rows, labels, attributes):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, most = None, 0.0
    for attribute in attributes:
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        if left > most + 1e-12:
            best, most = attribute, left
    return best


def last_of_equals(rows, labels, attributes):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, most = None, 1e-12
    for attribute in attributes:
        gain = entropy(labels)
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            gain -= len(branch) / len(labels) * entropy(branch)
        if gain >= most:
            best, most = attribute, gain
    return best


def always_an_attribute(rows, labels, attributes):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    def gain(attribute):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    return max(attributes, key=gain)


def rounding_taken_for_gain(rows, labels, attributes):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, most = None, 0.0
    for attribute in attributes:
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        if entropy(labels) - left > most:
            best, most = attribute, entropy(labels) - left
    return best


def plain_average(rows, labels, attributes):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, most = None, 1e-12
    for attribute in attributes:
        values = dict.fromkeys(row[attribute] for row in rows)
        left = 0.0
        for value in values:
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += entropy(branch) / len(values)
        if entropy(labels) - left > most + 1e-12:
            best, most = attribute, entropy(labels) - left
    return best


def gain_ratio_instead(rows, labels, attributes):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, most = None, 1e-12
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        left = 0.0
        for value in dict.fromkeys(column):
            branch = [y for v, y in zip(column, labels, strict=True) if v == value]
            left += len(branch) / len(labels) * entropy(branch)
        cost = entropy(column)
        if cost > 0 and (entropy(labels) - left) / cost > most + 1e-12:
            best, most = attribute, (entropy(labels) - left) / cost
    return best


def gini_instead(rows, labels, attributes):
    def gini(ys):
        return sum(ys.count(c) / len(ys) * (1 - ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, most = None, 1e-12
    for attribute in attributes:
        gain = gini(labels)
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            gain -= len(branch) / len(labels) * gini(branch)
        if gain > most + 1e-12:
            best, most = attribute, gain
    return best


def fewest_errors(rows, labels, attributes):
    def errors(ys):
        return len(ys) - max(ys.count(c) for c in ys)

    best, most = None, 0
    for attribute in attributes:
        saved = errors(labels) if labels else 0
        for value in dict.fromkeys(row[attribute] for row in rows):
            saved -= errors([y for row, y in zip(rows, labels, strict=True) if row[attribute] == value])
        if saved > most:
            best, most = attribute, saved
    return best


def every_column_of_the_rows(rows, labels, attributes):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, most = None, 1e-12
    for attribute in rows[0] if rows else []:
        gain = entropy(labels)
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            gain -= len(branch) / len(labels) * entropy(branch)
        if gain > most + 1e-12:
            best, most = attribute, gain
    return best


def position_instead_of_name(rows, labels, attributes):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, most = None, 1e-12
    for position, attribute in enumerate(attributes):
        gain = entropy(labels)
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            gain -= len(branch) / len(labels) * entropy(branch)
        if gain > most + 1e-12:
            best, most = position, gain
    return best


def gain_instead_of_name(rows, labels, attributes):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    most = 1e-12
    for attribute in attributes:
        gain = entropy(labels)
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            gain -= len(branch) / len(labels) * entropy(branch)
        most = max(most, gain)
    return most


# Correct solutions in other styles.


def with_counters(rows, labels, attributes):
    from collections import Counter, defaultdict
    from math import log2

    def bits(counts):
        total = sum(counts.values())
        return sum(k / total * log2(total / k) for k in counts.values())

    best, most = None, 1e-12
    for attribute in attributes:
        branches: dict = defaultdict(Counter)
        for row, label in zip(rows, labels, strict=True):
            branches[row[attribute]][label] += 1
        left = sum(sum(counts.values()) / len(rows) * bits(counts) for counts in branches.values())
        gain = bits(Counter(labels)) - left
        if gain > most + 1e-12:
            best, most = attribute, gain
    return best


def with_max(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    def gain(attribute):
        column = [row[attribute] for row in rows]
        pairs = list(zip(column, labels, strict=True))
        return entropy(column) + entropy(labels) - entropy(pairs)

    gains = {attribute: gain(attribute) for attribute in attributes}
    if not gains or max(gains.values()) < 1e-12:
        return None
    return max(gains, key=lambda attribute: gains[attribute])


def by_sorting(rows, labels, attributes):
    from math import log

    ranking = []
    for place, attribute in enumerate(attributes):
        left = 0.0
        for value in {row[attribute] for row in rows}:
            branch = [labels[i] for i in range(len(rows)) if rows[i][attribute] == value]
            for label in set(branch):
                left -= branch.count(label) / len(rows) * log(branch.count(label) / len(branch), 2)
        ranking.append((round(left, 10), place, attribute))
    before = sum(-labels.count(c) / len(labels) * log(labels.count(c) / len(labels), 2) for c in set(labels))
    if not ranking or before - min(ranking)[0] < 1e-9:
        return None
    return min(ranking)[2]


def with_pandas(rows, labels, attributes):
    import numpy as np
    import pandas as pd

    def entropy(column):
        p = column.value_counts(normalize=True).to_numpy(dtype=float)
        return -(p * np.log2(p)).sum()

    table = pd.DataFrame(rows, dtype=object)
    target = pd.Series(labels, dtype=object)
    best, most = None, 1e-12
    for attribute in attributes:
        if not rows:
            break
        groups = target.groupby(table[attribute])
        gain = entropy(target) - sum(len(part) / len(target) * entropy(part) for _, part in groups)
        if gain > most + 1e-12:
            best, most = attribute, gain
    return best


_tennis = table_of(load_play_tennis())
_weather = table_of(load_weather_wind())
_melons = table_of(load_watermelon20())
_loan = table_of(load_loan())

_parties = [
    {"holiday": number == 0, "wind": "high" if number in (1, 3, 5, 6) else "low"} for number in range(8)
]
_came = ["no", "yes", "yes", "yes", "no", "yes", "yes", "yes"]

_xor = [{"left": left, "right": right} for left in (0, 1) for right in (0, 1)]

exercise = Exercise(
    id="week2/best_feature",
    signature="best_feature(rows, labels, attributes)",
    returns="the name of an attribute, or None",
    points=9,
    hidden_points=9,
    reference=best_feature,
    cases=(
        Case(*_tennis, note="play_tennis: the outlook, 0.247 bits"),
        Case(*_weather, note="weather_wind: the weather, 0.400 bits against 0.278"),
        Case(*_melons, note="watermelon 2.0: the texture, 0.381 bits"),
        Case(*_loan, note="loan: the house, 0.420 bits"),
        Case(*where(_tennis, "outlook", "sunny"), note="play_tennis, sunny days only: the humidity"),
        Case(
            *where(_tennis, "outlook", "rain"),
            note="play_tennis, rainy days only: the outlook is known and not in the list any more",
        ),
        Case(
            [{"day": number, **row} for number, row in enumerate(_weather[0], start=1)],
            _weather[1],
            ["weather", "wind", "day"],
            group="tempting attributes",
            note="the number of the day gains the whole entropy, 1 bit, and ID3 takes it",
        ),
        Case(
            [{"day": number, **row} for number, row in enumerate(_weather[0], start=1)],
            _weather[1],
            ["weather", "wind"],
            group="tempting attributes",
            note="the rows hold the number of the day, but it may not be asked",
        ),
        Case(
            _parties,
            _came,
            ["holiday", "wind"],
            group="tempting attributes",
            note="0.294 bits against 0.311 bits",
        ),
        Case(
            [{"storm": day == 0, "wind": row["wind"]} for day, row in enumerate(_weather[0])],
            _weather[1],
            ["storm", "wind"],
            group="tempting attributes",
            note="a pure branch of one row does not make a good question",
        ),
        Case(
            [{"sky": value, "wind": value} for value in ("a", "a", "b", "b")],
            ["yes", "yes", "no", "yes"],
            ["wind", "sky"],
            group="edge case",
            note="two equal columns: the first in the order of `attributes`",
        ),
        Case(
            _xor,
            ["no", "yes", "yes", "no"],
            ["left", "right"],
            group="edge case",
            note="exclusive or: no attribute gains anything alone",
        ),
        Case(
            [{"shop": shop} for shop in "aaaaabbbbbccccc"],
            ["yes", "yes", "no", "no", "no"] * 3,
            ["shop"],
            group="edge case",
            note="the same share of yes in each shop: nothing is gained",
        ),
        Case(_weather[0], ["yes"] * 10, _weather[2], group="edge case", note="one class: nothing to gain"),
        Case(_weather[0], _weather[1], [], group="edge case", note="no attributes"),
        Case([], [], ["wind"], group="edge case", note="no rows"),
    ),
    draw=draw,
    hints=(
        "Two steps: score every attribute, then remember the best score so far and whose it was. Week 1 "
        "gave you the score.",
        "An attribute's column is [row[name] for row in rows]. Its gain is the entropy of the labels, less "
        "the weighted average of the entropies in its branches.",
        "Start with no attribute and a best gain of 0. An attribute takes the lead only if its gain is "
        "larger than the best so far by more than 1e-12: that settles ties, rounding and gains of zero "
        "at once.",
    ),
    misconceptions=(
        Misconception(
            "most doubt left",
            "You picked the attribute after which most doubt is left. That is the weakest question of "
            "all: we want the one whose branches are purest.",
            "Compare gains, or look for the smallest conditional entropy.",
            most_doubt_left,
        ),
        Misconception(
            "last of equals",
            "When two attributes gain the same you took the later one. The course's rule is that the "
            "first in the order of `attributes` keeps its place, so that everyone grows the same tree.",
            "A newcomer must be better than the best so far, not just as good. Look at your comparison.",
            last_of_equals,
        ),
        Misconception(
            "always an attribute",
            "Your function always names an attribute, even where none gains anything. A question whose "
            "answer tells nothing is not worth a node, and with an empty list there is nobody to name.",
            "Say None when the best gain is not above 1e-12, and when there is no attribute to choose.",
            always_an_attribute,
        ),
        Misconception(
            "rounding taken for gain",
            "The gain in this table is 0, but your sum came out as about 0.0000000000000001, because "
            "binary fractions are rounded at every step. You took that dust for information.",
            "Ask for a gain above 1e-12, instead of one above 0.",
            rounding_taken_for_gain,
        ),
        Misconception(
            "plain average",
            "You averaged the branches as if they were equally large. A pure branch of a single row "
            "then counts as much as a mixed one that holds all the others.",
            "Weight the entropy of each branch by its share of the rows, as in week 1.",
            plain_average,
        ),
        Misconception(
            "gain ratio instead of gain",
            "You divided the gain by the entropy of the attribute itself. That is C4.5's gain ratio, "
            "which comes next week; ID3 compares the gains as they are.",
            "Leave out the division. That ID3 then likes many-valued attributes is a true fact about ID3.",
            gain_ratio_instead,
        ),
        Misconception(
            "Gini instead of entropy",
            "You compared drops in Gini impurity. The two measures mostly agree on the winner, which is "
            "why this is easy to miss, but not always; ID3 measures in bits.",
            "Put entropy in the place of Gini and keep the rest.",
            gini_instead,
        ),
        Misconception(
            "fewest errors",
            "You counted how many rows each branch's majority gets wrong. Two questions can save equally "
            "many errors, or none at all, while one of them leaves far purer branches.",
            "Score a branch by the entropy of its labels, not by the number in the minority.",
            fewest_errors,
        ),
        Misconception(
            "every column of the rows",
            "You looked at every column that the rows have. `attributes` says which may be asked here: "
            "deeper in the tree some are used up, and a row number should never be asked.",
            "Loop over `attributes`, not over the keys of a row.",
            every_column_of_the_rows,
        ),
        Misconception(
            "position instead of name",
            "You found the right attribute and returned its position in the list. Positions change as "
            "attributes are used up; the name stays.",
            "Return the name itself.",
            position_instead_of_name,
        ),
        Misconception(
            "the gain instead of the name",
            "You returned how much is gained. The tree needs to know which attribute to ask, so the "
            "answer is its name.",
            "Keep two things while you loop, the best gain and whose it was, and return the second.",
            gain_instead_of_name,
        ),
    ),
    alternatives={
        "Counters": with_counters,
        "max over a dictionary": with_max,
        "sorting": by_sorting,
        "pandas": with_pandas,
    },
)
