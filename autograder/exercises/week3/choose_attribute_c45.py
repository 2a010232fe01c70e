"""C4.5's choice: the largest gain ratio among the attributes whose gain is at least average."""

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import pairwise
from math import log2

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from autograder.exercises.week2.best_feature import Row, Table, random_table, table_of, where
from dtlib.datasets import load_loan, load_play_tennis, load_watermelon20, load_weather_wind
from dtlib.teaching.gain_ratio import choose_attribute_c45


def bits(items: Iterable[Hashable]) -> float:
    """Entropy by counting: the search for telling tables asks so often that arrays would be too slow."""
    counts = Counter(items).values()
    total = sum(counts)
    return log2(total) - sum(count * log2(count) for count in counts) / total


def scores(table: Table) -> dict[str, tuple[float, float]]:
    """Gain and gain ratio of every attribute that admits a split."""
    rows, labels, attributes = table
    found = {}
    for name in attributes:
        column = [row[name] for row in rows]
        if len(set(column)) > 1:
            cost = bits(column)
            gain = cost + bits(labels) - bits(zip(column, labels, strict=True))
            found[name] = gain, gain / cost
    return found


def choice(scored: dict[str, tuple[float, float]], counted: int) -> str:
    """The largest ratio of those that reach the average, taken over so many attributes."""
    average = sum(gain for gain, _ in scored.values()) / counted
    return max((name for name in scored if scored[name][0] >= average), key=lambda name: scored[name][1])


def is_clear(scored: dict[str, tuple[float, float]]) -> bool:
    """Whether no gain is so near the average, and no two ratios so near each other, that rounding decides."""
    gains = [gain for gain, _ in scored.values()]
    ratios = sorted(ratio for _, ratio in scored.values())
    averages = sum(gains) / len(gains), sum(gains) / (len(gains) + 1)
    apart = all(other - one > 1e-6 for one, other in pairwise(ratios))
    return apart and max(gains) > 1e-6 and all(abs(gain - a) > 1e-6 for gain in gains for a in averages)


def random_clear_table(rng: np.random.Generator, size: int, width: int, classes: int) -> Table:
    """A table of random columns on which the choice does not hang on how a sum was rounded."""
    while True:
        table = random_table(rng, size, width, classes)
        scored = scores(table)
        if len(scored) == width and is_clear(scored):
            return table


def cheap_ratio(rng: np.random.Generator, size: int) -> Table:
    """A table whose largest ratio belongs to an attribute with a gain below average."""
    while True:
        rows, labels, attributes = random_clear_table(rng, size, 3, 2)
        rows = [{"alarm": number == 0, **row} for number, row in enumerate(rows)]
        table = rows, labels, ["alarm", *attributes]
        scored = scores(table)
        largest = max(scored, key=lambda name: scored[name][1])
        if is_clear(scored) and choice(scored, len(scored)) != largest:
            return table


def average_matters(rng: np.random.Generator, size: int) -> tuple[Table, Table]:
    """Two tables on which it matters who counts in the average: one constant column more, or one useless."""
    while True:
        rows, labels, attributes = random_clear_table(rng, size, 2, 2)
        scored = scores((rows, labels, attributes))
        if choice(scored, 2) != choice(scored, 3):
            constant = [{"planet": "earth", **row} for row in rows]
            twice = [{"moon": phase, **row} for phase in ("full", "new") for row in rows]
            return (
                (constant, labels, ["planet", *attributes]),
                (twice, [*labels, *labels], ["moon", *attributes]),
            )


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Random tables; some where the filter decides, or who counts in the average; ties; and the ends."""
    for size, width, classes in ((10, 2, 2), (12, 3, 3), (14, 4, 2), (16, 5, 3)):
        yield Case(*random_clear_table(rng, size, width, classes), group="random table")
    for size in (12, 18):
        yield Case(*cheap_ratio(rng, size), group="the filter decides")
    for table in average_matters(rng, 12):
        yield Case(*table, group="who counts in the average")
    rows, labels, attributes = random_clear_table(rng, 12, 3, 2)
    best = choose_attribute_c45(rows, labels, attributes)
    assert best is not None
    twins = [{"second": row[best], "first": row[best]} for row in rows]
    yield Case(twins, labels, ["first", "second"], group="ties", note="two equal columns")
    yield Case(rows, labels, [best], group="ends", note="a single attribute")
    yield Case(rows, ["yes"] * 12, attributes, group="ends", note="one class")
    yield Case([{"planet": "earth"}] * 12, labels, ["planet"], group="ends", note="nothing to split on")
    yield Case(rows, labels, [], group="ends", note="no attributes")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def bare_ratio(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(
            -items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in dict.fromkeys(items)
        )

    best, most = None, 1e-9
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        cost = entropy(column)
        gain = cost + entropy(labels) - entropy(list(zip(column, labels, strict=True)))
        if cost > 0 and gain > 1e-9 and gain / cost > most + 1e-9:
            best, most = attribute, gain / cost
    return best


def gain_instead(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(
            -items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in dict.fromkeys(items)
        )

    best, most = None, 1e-9
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        gain = entropy(column) + entropy(labels) - entropy(list(zip(column, labels, strict=True)))
        if gain > most + 1e-9:
            best, most = attribute, gain
    return best


def strictly_above_average(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(
            -items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in dict.fromkeys(items)
        )

    gains, ratios = {}, {}
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        cost = entropy(column)
        if cost > 0:
            gains[attribute] = cost + entropy(labels) - entropy(list(zip(column, labels, strict=True)))
            ratios[attribute] = gains[attribute] / cost
    best, most = None, 1e-9
    for attribute, gain in gains.items():
        if gain > sum(gains.values()) / len(gains) + 1e-9 and ratios[attribute] > most + 1e-9:
            best, most = attribute, ratios[attribute]
    return best


def average_of_ratios(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(
            -items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in dict.fromkeys(items)
        )

    gains, ratios = {}, {}
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        cost = entropy(column)
        if cost > 0:
            gains[attribute] = cost + entropy(labels) - entropy(list(zip(column, labels, strict=True)))
            ratios[attribute] = gains[attribute] / cost
    best, most = None, 1e-9
    for attribute, ratio in ratios.items():
        if ratio >= sum(ratios.values()) / len(ratios) - 1e-9 and gains[attribute] > most + 1e-9:
            best, most = attribute, gains[attribute]
    return best


def winner_must_pass(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(
            -items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in dict.fromkeys(items)
        )

    gains, ratios = {}, {}
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        cost = entropy(column)
        if cost > 0:
            gains[attribute] = cost + entropy(labels) - entropy(list(zip(column, labels, strict=True)))
            ratios[attribute] = round(gains[attribute] / cost, 9)
    if not gains or max(gains.values()) < 1e-9:
        return None
    best = max(ratios, key=lambda attribute: ratios[attribute])
    return best if gains[best] >= sum(gains.values()) / len(gains) - 1e-9 else None


def constant_columns_in_the_average(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(
            -items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in dict.fromkeys(items)
        )

    gains, ratios = {}, {}
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        cost = entropy(column)
        gains[attribute] = cost + entropy(labels) - entropy(list(zip(column, labels, strict=True)))
        ratios[attribute] = gains[attribute] / cost if cost > 0 else 0.0
    best, most = None, 1e-9
    for attribute, gain in gains.items():
        if gain >= sum(gains.values()) / len(gains) - 1e-9 and ratios[attribute] > most + 1e-9:
            best, most = attribute, ratios[attribute]
    return best


def useless_left_out_of_the_average(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(
            -items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in dict.fromkeys(items)
        )

    gains, ratios = {}, {}
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        cost = entropy(column)
        gain = cost + entropy(labels) - entropy(list(zip(column, labels, strict=True)))
        if gain > 1e-9:
            gains[attribute], ratios[attribute] = gain, gain / cost
    best, most = None, 1e-9
    for attribute, gain in gains.items():
        if gain >= sum(gains.values()) / len(gains) - 1e-9 and ratios[attribute] > most + 1e-9:
            best, most = attribute, ratios[attribute]
    return best


def filter_upside_down(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(
            -items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in dict.fromkeys(items)
        )

    gains, ratios = {}, {}
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        cost = entropy(column)
        if cost > 0:
            gains[attribute] = cost + entropy(labels) - entropy(list(zip(column, labels, strict=True)))
            ratios[attribute] = gains[attribute] / cost
    best, most = None, 1e-9
    for attribute, gain in gains.items():
        if gain <= sum(gains.values()) / len(gains) + 1e-9 and ratios[attribute] > most + 1e-9:
            best, most = attribute, ratios[attribute]
    return best


def last_of_equals(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(
            -items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in dict.fromkeys(items)
        )

    gains, ratios = {}, {}
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        cost = entropy(column)
        if cost > 0:
            gains[attribute] = cost + entropy(labels) - entropy(list(zip(column, labels, strict=True)))
            ratios[attribute] = gains[attribute] / cost
    best, most = None, 1e-9
    for attribute, gain in gains.items():
        if gain >= sum(gains.values()) / len(gains) - 1e-9 and ratios[attribute] >= most - 1e-10:
            best, most = attribute, ratios[attribute]
    return best


def always_an_attribute(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(
            -items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in dict.fromkeys(items)
        )

    gains, ratios = {}, {}
    for attribute in attributes:
        column = [row[attribute] for row in rows]
        cost = entropy(column)
        if cost > 0:
            gain = cost + entropy(labels) - entropy(list(zip(column, labels, strict=True)))
            gains[attribute], ratios[attribute] = round(gain, 9), round(gain / cost, 9)
    if not gains:
        return None
    enough = [a for a in gains if gains[a] >= sum(gains.values()) / len(gains) - 1e-9]
    return max(enough, key=lambda attribute: ratios[attribute])


# Correct solutions in other styles.


def with_filter_and_max(rows, labels, attributes):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    def gain(attribute):
        column = [row[attribute] for row in rows]
        return entropy(column) + entropy(labels) - entropy(list(zip(column, labels, strict=True)))

    candidates = [a for a in attributes if len({row[a] for row in rows}) > 1]
    gains = {a: gain(a) for a in candidates}
    if not any(g > 1e-9 for g in gains.values()):
        return None
    average = sum(gains.values()) / len(gains)
    eligible = [a for a in candidates if gains[a] >= average - 1e-9]
    return max(eligible, key=lambda a: round(gains[a] / entropy([row[a] for row in rows]), 9))


def with_counters(rows, labels, attributes):
    from collections import Counter, defaultdict
    from math import log2

    def bits(counts):
        total = sum(counts)
        return sum(k / total * log2(total / k) for k in counts)

    scores = []
    for place, attribute in enumerate(attributes):
        branches: dict = defaultdict(Counter)
        for row, label in zip(rows, labels, strict=True):
            branches[row[attribute]][label] += 1
        if len(branches) > 1:
            sizes = [sum(b.values()) for b in branches.values()]
            left = sum(
                size / len(rows) * bits(b.values()) for size, b in zip(sizes, branches.values(), strict=True)
            )
            gain = bits(Counter(labels).values()) - left
            scores.append((gain, gain / bits(sizes), -place))
    if not scores or max(scores)[0] < 1e-9:
        return None
    average = sum(gain for gain, _, _ in scores) / len(scores)
    eligible = [(round(ratio, 9), place) for gain, ratio, place in scores if gain > average - 1e-9]
    return attributes[-max(eligible)[1]]


def with_pandas(rows, labels, attributes):
    import numpy as np
    import pandas as pd

    def bits(column):
        p = column.value_counts(normalize=True).to_numpy(dtype=float)
        return -(p * np.log2(p)).sum()

    if not attributes:
        return None
    table, target = pd.DataFrame(rows, dtype=object)[attributes], pd.Series(labels, dtype=object)
    table = table.loc[:, table.nunique() > 1]
    gains = pd.Series(
        {
            name: bits(target)
            - sum(len(part) / len(target) * bits(part) for _, part in target.groupby(table[name]))
            for name in table
        },
        dtype=float,
    )
    if gains.empty or gains.max() < 1e-9:
        return None
    eligible = gains[gains >= gains.mean() - 1e-9]
    ratios = pd.Series({name: gain / bits(table[name]) for name, gain in eligible.items()})
    return ratios[ratios >= ratios.max() - 1e-9].index[0]


_weather = table_of(load_weather_wind())
_tennis = table_of(load_play_tennis())
_melons = table_of(load_watermelon20())
_loan = table_of(load_loan())

_days, _park, _asked = _weather

#: A key, an attribute that is nearly constant, and two honest ones, for twelve visitors.
_visitors: list[Row] = [
    {"visitor": number, "on crutches": number == 1, "ticket": ticket, "weather": weather}
    for number, (ticket, weather) in enumerate(
        [
            ("full", "sun"), ("full", "sun"), ("full", "rain"), ("full", "rain"),
            ("full", "sun"), ("day", "rain"), ("day", "rain"), ("day", "sun"),
            ("day", "sun"), ("day", "rain"), ("day", "sun"), ("full", "sun"),
        ],
        start=1,
    )
]  # fmt: skip
_stayed = ["no", "yes", "no", "yes", "yes", "no", "no", "no", "no", "no", "no", "yes"]
_xor: list[Row] = [{"left": left, "right": right} for left in (0, 1) for right in (0, 1)]

exercise = Exercise(
    id="week3/choose_attribute_c45",
    signature="choose_attribute_c45(rows, labels, attributes)",
    returns="the name of an attribute, or None",
    points=7,
    hidden_points=7,
    reference=choose_attribute_c45,
    cases=(
        Case(*_weather, note="weather_wind: the weather. The wind's gain is below average"),
        Case(*_tennis, note="play_tennis: the outlook"),
        Case(*_melons, note="watermelon 2.0: the texture"),
        Case(*_loan, note="loan"),
        Case(*where(_tennis, "outlook", "sunny"), note="play_tennis, sunny days only: the humidity"),
        Case(
            _visitors,
            _stayed,
            ["visitor", "on crutches", "ticket", "weather"],
            group="tempting attributes",
            note="the visitor's number gains most, and the ticket has the larger ratio",
        ),
        Case(
            [{"planet": "earth", **day} for day in _days],
            _park,
            ["planet", *_asked],
            group="who counts in the average",
            note="a constant column does not: still the weather",
        ),
        Case(
            [{"moon": "full" if n in (1, 2, 3, 5) else "new", **day} for n, day in enumerate(_days, start=1)],
            _park,
            ["moon", *_asked],
            group="who counts in the average",
            note="the moon says nothing but admits a split: it lowers the average, and the wind passes",
        ),
        Case(_days, _park, ["wind"], group="edge case", note="alone, it has the average gain"),
        Case(
            [{"breeze": day["wind"], "wind": day["wind"]} for day in _days],
            _park,
            ["wind", "breeze"],
            group="edge case",
            note="two equal columns: the first in the list",
        ),
        Case(_xor, ["no", "yes", "yes", "no"], ["left", "right"], group="edge case", note="no gain anywhere"),
        Case(_days, ["yes"] * 10, _asked, group="edge case", note="one class: nothing to ask"),
        Case(
            [{"planet": "earth"}] * 2,
            ["yes", "no"],
            ["planet"],
            group="edge case",
            note="nothing to split on",
        ),
        Case(_days, _park, [], group="edge case", note="no attributes"),
    ),
    draw=draw,
    hints=(
        "Two rounds. In the first, compute the gain of every attribute and their average. In the second, "
        "compare gain ratios, but only of the attributes that reached the average.",
        "An attribute with a single value admits no split here: leave it out of both rounds. And an "
        "attribute that is alone is its own average, so let equality pass.",
        "Return None if no gain is above 1e-9. Otherwise keep the attributes with gain >= average - 1e-9, "
        "and walk over them in the order given, moving on only to a ratio that is larger by more than 1e-9.",
    ),
    misconceptions=(
        Misconception(
            "no filter",
            "You compare gain ratios only. The ratio alone can be had cheaply: an attribute with a low "
            "gain and a still lower cost wins. C4.5 looks at the ratio only among attributes whose gain "
            "is at least the average gain. On weather_wind the wind has the larger ratio and a gain "
            "below the average, so the weather stays the root.",
            "Compute the average of the gains first, and leave out the attributes below it.",
            bare_ratio,
        ),
        Misconception(
            "largest gain instead of ratio",
            "You choose by gain, as ID3 does. Among the attributes with at least average gain, C4.5 goes by "
            "the gain ratio.",
            "The gains decide who may compete; the ratios decide who wins.",
            gain_instead,
        ),
        Misconception(
            "strictly above the average",
            "You ask for a gain *above* the average. An attribute that is alone has exactly the average "
            "gain, and so have all of several equals: they would all be turned away.",
            "Let equality pass, with a small tolerance for rounding.",
            strictly_above_average,
        ),
        Misconception(
            "filter and choice exchanged",
            "You filter by the average ratio and then choose by gain. It is the other way round: the gain "
            "keeps out those who tell too little, the ratio chooses among the rest.",
            "Exchange the two in your code.",
            average_of_ratios,
        ),
        Misconception(
            "None if the best ratio fails",
            "You look for the largest ratio first and give up if its gain is below average. Then a "
            "better question stays unasked: someone else has passed the filter.",
            "Filter first, and take the largest ratio among those that are left.",
            winner_must_pass,
        ),
        Misconception(
            "constant columns in the average",
            "You count attributes with a single value in the average. They admit no split, so they are no "
            "candidates, and their zeros pull the average down until a poor attribute passes.",
            "Leave out the attributes with one value before you average.",
            constant_columns_in_the_average,
        ),
        Misconception(
            "useless attributes left out of the average",
            "You leave every attribute without gain out of the average. An attribute with two values or "
            "more admits a split, however useless, and counts with its gain of 0.",
            "Leave out only the attributes that have a single value.",
            useless_left_out_of_the_average,
        ),
        Misconception(
            "filter upside down",
            "You keep the attributes whose gain is at most the average and turn the good ones away.",
            "Look at the direction of the comparison with the average.",
            filter_upside_down,
        ),
        Misconception(
            "last of equals",
            "Where two attributes have the same ratio you return the later one. The rule of the course: of "
            "equals, the first in the order given.",
            "Replace the best so far only by something better, not by something equal.",
            last_of_equals,
        ),
        Misconception(
            "always an attribute",
            "You return an attribute even when none has any gain. There is nothing to ask then.",
            "If the largest gain is not above 1e-9, return None.",
            always_an_attribute,
        ),
    ),
    alternatives={
        "filter, then max": with_filter_and_max,
        "Counter": with_counters,
        "pandas": with_pandas,
    },
)
