"""Information gain of an attribute: the entropy of the labels that knowing it removes, in bits."""

import dtlib
from autograder.exercise import Case, Exercise, Misconception
from autograder.exercises.week1.conditional_entropy import draw
from dtlib.datasets import load_movies12, load_play_tennis, load_weather_wind

# Wrong implementations. Each stands alone: a simulated student hands in its source.


def subtracted_the_wrong_way(values, labels):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in set(ys))

    left = 0.0
    for value in set(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        left += len(branch) / len(labels) * entropy(branch)
    return left - entropy(labels)


def plain_average(values, labels):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in set(ys))

    if not values:
        return 0.0
    branches = [[y for v, y in zip(values, labels, strict=True) if v == value] for value in set(values)]
    return entropy(labels) - sum(entropy(branch) for branch in branches) / len(branches)


def conditional_entropy_instead(values, labels):
    from math import log2

    left = 0.0
    for value in set(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        shares = [branch.count(c) / len(branch) for c in set(branch)]
        left -= len(branch) / len(labels) * sum(p * log2(p) for p in shares)
    return left


def natural_logarithm(values, labels):
    from math import log

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log(ys.count(c) / len(ys)) for c in set(ys))

    left = 0.0
    for value in set(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        left += len(branch) / len(labels) * entropy(branch)
    return entropy(labels) - left


def gain_ratio_instead(values, labels):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in set(ys))

    left = 0.0
    for value in set(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        left += len(branch) / len(labels) * entropy(branch)
    cost = entropy(values)
    return (entropy(labels) - left) / cost if cost else 0.0


def gini_instead(values, labels):
    def gini(ys):
        return sum(ys.count(c) / len(ys) * (1 - ys.count(c) / len(ys)) for c in set(ys))

    left = 0.0
    for value in set(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        left += len(branch) / len(labels) * gini(branch)
    return gini(labels) - left


def entropy_of_the_attribute(values, labels):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in set(ys))

    left = 0.0
    for value in set(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        left += len(branch) / len(labels) * entropy(branch)
    return entropy(values) - left


def purest_branch_only(values, labels):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in set(ys))

    if not values:
        return 0.0
    branches = [[y for v, y in zip(values, labels, strict=True) if v == value] for value in set(values)]
    return entropy(labels) - min(entropy(branch) for branch in branches)


def one_column_sorted(values, labels):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in set(ys))

    left = 0.0
    for value in set(values):
        branch = [y for v, y in zip(sorted(values), labels, strict=True) if v == value]
        left += len(branch) / len(labels) * entropy(branch)
    return entropy(labels) - left


# Correct solutions in other styles.


def with_a_dictionary(values, labels):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return -sum(k / len(ys) * log2(k / len(ys)) for k in Counter(ys).values())

    branches: dict = {value: [] for value in values}
    for value, label in zip(values, labels, strict=True):
        branches[value].append(label)
    gain = entropy(labels)
    for branch in branches.values():
        gain -= len(branch) / len(labels) * entropy(branch)
    return gain


def as_mutual_information(values, labels):
    from collections import Counter
    from math import log2

    n = len(labels)
    of_value, of_label = Counter(values), Counter(labels)
    pairs = Counter(zip(values, labels, strict=True))
    return sum(k / n * log2(k * n / (of_value[v] * of_label[y])) for (v, y), k in pairs.items())


def with_three_entropies(values, labels):
    from math import log2

    def entropy(items):
        n = len(items)
        return sum(-items.count(i) / n * log2(items.count(i) / n) for i in set(items))

    return entropy(values) + entropy(labels) - entropy(list(zip(values, labels, strict=True)))


def with_pandas(values, labels):
    import numpy as np
    import pandas as pd

    def entropy(column):
        p = column.value_counts(normalize=True).to_numpy(dtype=float)
        return -(p * np.log2(p)).sum()

    table = pd.DataFrame({"value": values, "label": labels}, dtype=object)
    left = sum(len(part) / len(table) * entropy(part["label"]) for _, part in table.groupby("value"))
    return float(entropy(table["label"]) - left)


_weather = load_weather_wind().frame
_movies = load_movies12().frame
_tennis = load_play_tennis().frame

exercise = Exercise(
    id="week1/information_gain",
    signature="information_gain(values, labels)",
    returns="a number, in bits",
    points=10,
    hidden_points=10,
    reference=dtlib.information_gain,
    cases=(
        Case(
            _weather["weather"].tolist(), _weather["park"].tolist(), note="weather_wind, the weather: 0.4000"
        ),
        Case(_weather["wind"].tolist(), _weather["park"].tolist(), note="weather_wind, the wind: 0.2781"),
        Case(_movies["award"].tolist(), _movies["worth_seeing"].tolist(), note="movies12, the award: 0.0428"),
        Case(_tennis["outlook"].tolist(), _tennis["play"].tolist(), note="play_tennis, the outlook: 0.247"),
        Case(_tennis["humidity"].tolist(), _tennis["play"].tolist(), note="play_tennis, the humidity: 0.152"),
        Case(
            ["b", "a", "c", "b", "a", "b"],
            ["yes", "no", "maybe", "no", "yes", "yes"],
            note="three classes and a branch of one row",
        ),
        Case(["a"] * 4, ["yes", "no", "no", "no"], group="edge case", note="one value: nothing is gained"),
        Case([1, 2, 3, 4], ["yes", "no", "no", "no"], group="edge case", note="a key gains all of H(labels)"),
        Case([], [], group="edge case", note="no rows: 0 by convention"),
    ),
    draw=draw,
    hints=(
        "Gain is a difference: the doubt about the label before you ask, less the doubt that is left "
        "after you know the answer.",
        "Before: the entropy of all labels together. After: the average of the branches' entropies, each "
        "weighted by its share of the rows.",
        "You have written both parts already: `entropy` of the labels, and `conditional_entropy` of the "
        "values and the labels. Mind which is taken from which.",
    ),
    misconceptions=(
        Misconception(
            "subtracted the wrong way",
            "The size is right and the sign is wrong. Knowing something never adds doubt on average, so "
            "what is left is the smaller number, and it is taken from the larger.",
            "Before minus after, not after minus before.",
            subtracted_the_wrong_way,
        ),
        Misconception(
            "plain average",
            "You averaged the branches as if they were equally large. A row picked at random lands in a "
            "large branch more often, so each branch counts by its share of the rows.",
            "Replace the division by the number of branches: weight each entropy by branch size over all "
            "rows.",
            plain_average,
        ),
        Misconception(
            "conditional entropy returned",
            "You returned the doubt that is left. Gain is the doubt that went away: a useless attribute "
            "must score 0, a perfect one the whole entropy of the labels.",
            "Take what you have from the entropy of all labels.",
            conditional_entropy_instead,
        ),
        Misconception(
            "natural logarithm",
            "Your numbers are 0.693 times the right ones: that is ln 2. You took the natural logarithm, "
            "so you measure in nats; the course measures in bits, with the logarithm to base 2.",
            "Which function of `math` (or NumPy) is the logarithm to base 2?",
            natural_logarithm,
        ),
        Misconception(
            "gain ratio returned",
            "You divided the gain by the entropy of the attribute. That is C4.5's gain ratio, which "
            "belongs to week 3; the gain itself is not divided by anything.",
            "Leave out the last division.",
            gain_ratio_instead,
        ),
        Misconception(
            "Gini instead of entropy",
            "You measured the drop in Gini impurity. It is a sound criterion, the one CART uses, but "
            "information is measured by entropy, in bits.",
            "Keep the weighted average, and put entropy in the place of Gini.",
            gini_instead,
        ),
        Misconception(
            "entropy of the attribute",
            "You started from the entropy of the attribute's values. What we want to predict is the "
            "label, so the doubt at the start is about the labels.",
            "Which of the two lists goes into the first entropy?",
            entropy_of_the_attribute,
        ),
        Misconception(
            "purest branch only",
            "You subtracted only the entropy of the purest branch. A split is judged by all its "
            "branches: one pure corner is worth little if most rows land elsewhere.",
            "Average over all branches, each weighted by its share of the rows.",
            purest_branch_only,
        ),
        Misconception(
            "one column sorted",
            "You sorted the values and left the labels as they were, so each value met the label of "
            "another row. A row is a pair, and must stay together.",
            "If you sort, sort pairs: `zip` the two lists first. Here no sorting is needed at all.",
            one_column_sorted,
        ),
    ),
    alternatives={
        "dictionary": with_a_dictionary,
        "mutual information": as_mutual_information,
        "three entropies": with_three_entropies,
        "pandas": with_pandas,
    },
)
