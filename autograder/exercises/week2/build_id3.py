"""ID3's recursion: ask the best attribute, and do the same again in every branch."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from autograder.exercises.week2.best_feature import (
    Table,
    gains_of,
    has_clear_winner,
    random_table,
    table_of,
    where,
)
from dtlib.datasets import load_loan, load_play_tennis, load_weather_wind
from dtlib.teaching import build_id3


def clear_at_every_node(table: Table) -> bool:
    """Whether no node hangs on how a sum was rounded: no two best attributes, no gain that just cancels."""
    rows, labels, attributes = table
    if len(set(labels)) == 1 or all(len({row[name] for row in rows}) == 1 for name in attributes):
        return True
    if not has_clear_winner(table):
        return False
    gains = gains_of(table)
    best = max(gains, key=lambda name: gains[name])
    return all(clear_at_every_node(where(table, best, value)) for value in {row[best] for row in rows})


def random_clear_table(rng: np.random.Generator, size: int, width: int, classes: int) -> Table:
    """A random table whose tree does not hang on how a sum was rounded, and is more than a leaf."""
    while True:
        table = random_table(rng, size, width, classes)
        if has_clear_winner(table) and clear_at_every_node(table):
            return table


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Random tables, small and large; then a leaf of every kind."""
    for size, width, classes in ((8, 2, 2), (12, 3, 2), (16, 3, 3), (20, 4, 2), (24, 4, 3)):
        yield Case(*random_clear_table(rng, size, width, classes), group="random table")
    rows, _, attributes = random_table(rng, 6, 2, 2)
    for names in (["late", "early"], ["b", "c", "a"]):
        labels = rng.permutation(names * (6 // len(names))).tolist()
        yield Case(rows, labels, [], group="leaves", note="no attributes, and a tie")
        yield Case(rows[:1] * 6, labels, attributes, group="leaves", note="equal rows, and a tie")
    yield Case(rows, ["early"] * 6, attributes, group="leaves", note="one class")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def one_list_for_all_branches(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    used = []

    def grow(rows, labels):
        gains = {a: gain(a, rows, labels) for a in attributes if a not in used}
        best = max(gains, key=lambda a: gains[a], default=None)
        if best is None or gains[best] <= 0:
            return majority(labels)
        used.append(best)
        branches = {}
        for value in dict.fromkeys(row[best] for row in rows):
            inside = [i for i, row in enumerate(rows) if row[best] == value]
            branches[value] = grow([rows[i] for i in inside], [labels[i] for i in inside])
        return {"attribute": best, "majority": majority(labels), "branches": branches}

    return grow(rows, labels)


def removed_from_the_callers_list(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    def grow(rows, labels, attributes):
        gains = {a: gain(a, rows, labels) for a in attributes}
        best = max(gains, key=lambda a: gains[a], default=None)
        if best is None or gains[best] <= 0:
            return majority(labels)
        attributes.remove(best)
        branches = {}
        for value in dict.fromkeys(row[best] for row in rows):
            inside = [i for i, row in enumerate(rows) if row[best] == value]
            branches[value] = grow([rows[i] for i in inside], [labels[i] for i in inside], attributes)
        return {"attribute": best, "majority": majority(labels), "branches": branches}

    return grow(rows, labels, attributes)


def split_without_gain(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    def grow(rows, labels, attributes):
        if len(set(labels)) == 1 or not attributes:
            return majority(labels)
        gains = {a: gain(a, rows, labels) for a in attributes}
        best = max(gains, key=lambda a: gains[a])
        branches = {}
        for value in dict.fromkeys(row[best] for row in rows):
            inside = [i for i, row in enumerate(rows) if row[best] == value]
            branches[value] = grow(
                [rows[i] for i in inside], [labels[i] for i in inside], [a for a in attributes if a != best]
            )
        return {"attribute": best, "majority": majority(labels), "branches": branches}

    return grow(rows, labels, attributes)


def never_used_up(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        values = {row[attribute] for row in rows}
        left = 0.0
        for value in values if len(values) > 1 else ():
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12) if len(values) > 1 else 0.0

    def grow(rows, labels, attributes):
        if len(set(labels)) == 1 or not attributes:
            return majority(labels)
        gains = {a: gain(a, rows, labels) for a in attributes}
        best = max(gains, key=lambda a: gains[a])
        branches = {}
        for value in dict.fromkeys(row[best] for row in rows):
            inside = [i for i, row in enumerate(rows) if row[best] == value]
            branches[value] = grow([rows[i] for i in inside], [labels[i] for i in inside], attributes)
        return {"attribute": best, "majority": majority(labels), "branches": branches}

    return grow(rows, labels, attributes)


def first_seen_of_equals(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return Counter(ys).most_common(1)[0][0]

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    def grow(rows, labels, attributes):
        gains = {a: gain(a, rows, labels) for a in attributes}
        best = max(gains, key=lambda a: gains[a], default=None)
        if best is None or gains[best] <= 0:
            return majority(labels)
        branches = {}
        for value in dict.fromkeys(row[best] for row in rows):
            inside = [i for i, row in enumerate(rows) if row[best] == value]
            branches[value] = grow(
                [rows[i] for i in inside], [labels[i] for i in inside], [a for a in attributes if a != best]
            )
        return {"attribute": best, "majority": majority(labels), "branches": branches}

    return grow(rows, labels, attributes)


def majority_of_the_whole_table(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    commonest = majority(labels)

    def grow(rows, labels, attributes):
        if len(set(labels)) == 1:
            return labels[0]
        gains = {a: gain(a, rows, labels) for a in attributes}
        best = max(gains, key=lambda a: gains[a], default=None)
        if best is None or gains[best] <= 0:
            return commonest
        branches = {}
        for value in dict.fromkeys(row[best] for row in rows):
            inside = [i for i, row in enumerate(rows) if row[best] == value]
            branches[value] = grow(
                [rows[i] for i in inside], [labels[i] for i in inside], [a for a in attributes if a != best]
            )
        return {"attribute": best, "majority": commonest, "branches": branches}

    return grow(rows, labels, attributes)


def one_question_only(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    gains = {a: gain(a, rows, labels) for a in attributes}
    best = max(gains, key=lambda a: gains[a], default=None)
    if best is None or gains[best] <= 0:
        return majority(labels)
    branches = {}
    for value in dict.fromkeys(row[best] for row in rows):
        branches[value] = majority([y for row, y in zip(rows, labels, strict=True) if row[best] == value])
    return {"attribute": best, "majority": majority(labels), "branches": branches}


def ranked_once_at_the_root(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    ranking = sorted(attributes, key=lambda a: -gain(a, rows, labels))

    def grow(rows, labels, ranking):
        useful = [a for a in ranking if gain(a, rows, labels) > 0]
        if not useful:
            return majority(labels)
        best = useful[0]
        branches = {}
        for value in dict.fromkeys(row[best] for row in rows):
            inside = [i for i, row in enumerate(rows) if row[best] == value]
            branches[value] = grow([rows[i] for i in inside], [labels[i] for i in inside], useful[1:])
        return {"attribute": best, "majority": majority(labels), "branches": branches}

    return grow(rows, labels, ranking)


def in_the_order_given(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    def grow(rows, labels, attributes):
        useful = [a for a in attributes if gain(a, rows, labels) > 0]
        if not useful:
            return majority(labels)
        best = useful[0]
        branches = {}
        for value in dict.fromkeys(row[best] for row in rows):
            inside = [i for i, row in enumerate(rows) if row[best] == value]
            branches[value] = grow(
                [rows[i] for i in inside], [labels[i] for i in inside], [a for a in attributes if a != best]
            )
        return {"attribute": best, "majority": majority(labels), "branches": branches}

    return grow(rows, labels, attributes)


def gain_ratio_instead(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    def ratio(attribute, rows, labels):
        return gain(attribute, rows, labels) / (entropy([row[attribute] for row in rows]) or 1.0)

    def grow(rows, labels, attributes):
        ratios = {a: ratio(a, rows, labels) for a in attributes}
        best = max(ratios, key=lambda a: ratios[a], default=None)
        if best is None or ratios[best] <= 0:
            return majority(labels)
        branches = {}
        for value in dict.fromkeys(row[best] for row in rows):
            inside = [i for i, row in enumerate(rows) if row[best] == value]
            branches[value] = grow(
                [rows[i] for i in inside], [labels[i] for i in inside], [a for a in attributes if a != best]
            )
        return {"attribute": best, "majority": majority(labels), "branches": branches}

    return grow(rows, labels, attributes)


def every_branch_got_all_rows(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    def grow(rows, labels, attributes):
        gains = {a: gain(a, rows, labels) for a in attributes}
        best = max(gains, key=lambda a: gains[a], default=None)
        if best is None or gains[best] <= 0:
            return majority(labels)
        others = [a for a in attributes if a != best]
        branches = {value: grow(rows, labels, others) for value in dict.fromkeys(row[best] for row in rows)}
        return {"attribute": best, "majority": majority(labels), "branches": branches}

    return grow(rows, labels, attributes)


def labels_left_behind(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return sum(k / len(ys) * log2(len(ys) / k) for k in Counter(ys).values())

    def majority(ys):
        return min(set(ys), key=lambda label: (-ys.count(label), label))

    def gain(attribute, rows, labels):
        left = 0.0
        for value in dict.fromkeys(row[attribute] for row in rows):
            branch = [y for row, y in zip(rows, labels, strict=True) if row[attribute] == value]
            left += len(branch) / len(labels) * entropy(branch)
        return round(entropy(labels) - left, 12)

    def grow(rows, labels, attributes):
        labels = labels[: len(rows)]
        gains = {a: gain(a, rows, labels) for a in attributes}
        best = max(gains, key=lambda a: gains[a], default=None)
        if best is None or gains[best] <= 0:
            return majority(labels)
        others = [a for a in attributes if a != best]
        branches = {}
        for value in dict.fromkeys(row[best] for row in rows):
            branches[value] = grow([row for row in rows if row[best] == value], labels, others)
        return {"attribute": best, "majority": majority(labels), "branches": branches}

    return grow(rows, labels, attributes)


# Correct solutions in other styles.


def by_plain_recursion(rows, labels, attributes):
    from collections import Counter
    from math import log2

    def entropy(ys):
        return -sum(k / len(ys) * log2(k / len(ys)) for k in Counter(ys).values())

    def parts_of(rows, labels, attribute):
        parts: dict = {}
        for row, label in zip(rows, labels, strict=True):
            part = parts.setdefault(row[attribute], ([], []))
            part[0].append(row)
            part[1].append(label)
        return parts

    def grow(rows, labels, attributes):
        majority = sorted(Counter(labels).items(), key=lambda pair: (-pair[1], pair[0]))[0][0]
        best, most = None, 1e-12
        for attribute in attributes:
            parts = parts_of(rows, labels, attribute).values()
            gain = entropy(labels) - sum(len(ys) / len(labels) * entropy(ys) for _, ys in parts)
            if gain > most + 1e-12:
                best, most = attribute, gain
        if best is None:
            return majority
        others = [attribute for attribute in attributes if attribute != best]
        branches = {
            value: grow(some, ys, others) for value, (some, ys) in parts_of(rows, labels, best).items()
        }
        return {"attribute": best, "majority": majority, "branches": branches}

    return grow(rows, labels, attributes)


def with_a_stack(rows, labels, attributes):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in set(ys))

    def column(attribute, numbers):
        return [rows[i][attribute] for i in numbers]

    top: dict = {}
    stack = [(list(range(len(rows))), tuple(attributes), top, "tree")]
    while stack:
        numbers, choice, home, place = stack.pop()
        here = [labels[i] for i in numbers]
        majority = max(sorted(set(here)), key=here.count)
        best, least = None, entropy(here) - 2e-12
        for attribute in choice:
            pairs = list(zip(column(attribute, numbers), here, strict=True))
            left = entropy(pairs) - entropy(column(attribute, numbers))
            if left < least:
                best, least = attribute, left - 1e-12
        if best is None:
            home[place] = majority
            continue
        node: dict = {"attribute": best, "majority": majority, "branches": {}}
        home[place] = node
        for value in set(column(best, numbers)):
            inside = [i for i in numbers if rows[i][best] == value]
            rest = tuple(attribute for attribute in choice if attribute != best)
            stack.append((inside, rest, node["branches"], value))
    return top["tree"]


def with_pandas(rows, labels, attributes):
    import numpy as np
    import pandas as pd

    def entropy(column):
        p = column.value_counts(normalize=True).to_numpy(dtype=float)
        return -(p * np.log2(p)).sum()

    def gain(table, name):
        parts = table.groupby(name)["the label"]
        return entropy(table["the label"]) - sum(len(part) / len(table) * entropy(part) for _, part in parts)

    def grow(table, names):
        majority = table["the label"].mode().iloc[0]
        gains = pd.Series({name: gain(table, name) for name in names}, dtype=float).round(11)
        if gains.empty or gains.max() <= 0:
            return majority
        best = gains.idxmax()
        others = [name for name in names if name != best]
        branches = {value: grow(part, others) for value, part in table.groupby(best)}
        return {"attribute": best, "majority": majority, "branches": branches}

    table = pd.DataFrame(rows, dtype=object)
    table["the label"] = pd.Series(labels, dtype=object)
    return grow(table, attributes)


def with_a_class(rows, labels, attributes):
    from collections import Counter, defaultdict
    from math import log2

    class Node:
        def __init__(self, pairs, attributes):
            counts = Counter(label for _, label in pairs)
            self.majority = min(counts, key=lambda label: (-counts[label], label))
            self.attribute, self.children = None, {}
            most = 1e-12
            for attribute in attributes if len(counts) > 1 else []:
                parts = defaultdict(list)
                for row, label in pairs:
                    parts[row[attribute]].append((row, label))
                gain = self.doubt(pairs) - sum(len(p) / len(pairs) * self.doubt(p) for p in parts.values())
                if gain > most + 1e-12:
                    most, self.attribute, best = gain, attribute, parts
            if self.attribute is not None:
                rest = [attribute for attribute in attributes if attribute != self.attribute]
                self.children = {value: Node(part, rest) for value, part in best.items()}

        @staticmethod
        def doubt(pairs):
            counts = Counter(label for _, label in pairs)
            return sum(k / len(pairs) * log2(len(pairs) / k) for k in counts.values())

        def plain(self):
            if self.attribute is None:
                return self.majority
            branches = {value: child.plain() for value, child in self.children.items()}
            return {"attribute": self.attribute, "majority": self.majority, "branches": branches}

    return Node(list(zip(rows, labels, strict=True)), attributes).plain()


_tennis = table_of(load_play_tennis())
_weather = table_of(load_weather_wind())
_loan = table_of(load_loan())

_xor = [{"left": left, "right": right} for left in (0, 1) for right in (0, 1)]

exercise = Exercise(
    id="week2/build_id3",
    signature="build_id3(rows, labels, attributes)",
    returns="a tree: a label, or a dictionary with attribute, majority and branches",
    points=12,
    hidden_points=12,
    reference=build_id3,
    cases=(
        Case(*_weather, note="weather_wind: the weather, then the wind in two of its branches"),
        Case(*_tennis, note="play_tennis: Quinlan's tree"),
        Case(*_loan, note="loan: the house, then the job"),
        Case(*where(_tennis, "outlook", "rain"), note="play_tennis, rainy days only"),
        Case(_weather[0], ["yes"] * 10, _weather[2], group="leaf", note="one class: the label itself"),
        Case(_weather[0][:1], ["yes"], _weather[2], group="leaf", note="a single row"),
        Case(
            _weather[0][:4],
            ["yes", "no", "no", "yes"],
            [],
            group="leaf",
            note="no attributes, two of each: the first label in sorted order",
        ),
        Case(
            [{"sky": "grey", "wind": "low"}] * 5,
            [1, 0, 1, 0, 1],
            ["sky", "wind"],
            group="leaf",
            note="equal rows with different labels: nothing can tell them apart",
        ),
        Case(
            _xor,
            ["no", "yes", "yes", "no"],
            ["left", "right"],
            group="leaf",
            note="exclusive or: no first gain",
        ),
        Case(
            [{"sky": sky, "wind": wind} for sky, wind in ("ax", "ax", "ay", "bx", "bx", "by", "by", "by")],
            ["yes", "no", "no", "yes", "yes", "yes", "yes", "yes"],
            ["wind", "sky"],
            group="mixed leaf",
            note="one leaf keeps both labels",
        ),
    ),
    draw=draw,
    hints=(
        "Write the exits first. When does a node become a leaf? All labels equal; no attribute left; no "
        "attribute with a gain. The last one covers the other two, if best_feature is right.",
        "Otherwise pick the best attribute. For each value seen in its column, collect the rows that have "
        "it and *their* labels, and call build_id3 on these, without the attribute just used.",
        "Make a new list of the other attributes instead of removing from the one you were given: every "
        "branch needs its own. Then return the dictionary with the three keys, attribute, majority and "
        "branches.",
    ),
    misconceptions=(
        Misconception(
            "one list for all branches",
            "You keep one list of used attributes for the whole tree. The first branch uses up the wind, "
            "and its sister, which never asked about it, may not ask any more. An attribute is used up "
            "on a path, not in a tree.",
            "Hand every branch a list of its own.",
            one_list_for_all_branches,
        ),
        Misconception(
            "removed from the caller's list",
            "You removed the attribute from the list that you were given. All branches share that list, "
            "and so does whoever called you: after growing one tree, the attributes are gone.",
            "Make a new list of the attributes that remain, and leave the old one alone.",
            removed_from_the_callers_list,
        ),
        Misconception(
            "split without gain",
            "You go on asking although no attribute gains anything. Then rows with equal values get a "
            "chain of questions that separates nothing.",
            "When best_feature says None, the node is a leaf with its majority label.",
            split_without_gain,
        ),
        Misconception(
            "never used up",
            "You leave the attribute in the list. In its own branches it has one value and gains nothing, "
            "and where nothing else gains either your recursion asks it again for ever.",
            "Two repairs, and you want both: stop when nothing gains, and pass on the other attributes only.",
            never_used_up,
        ),
        Misconception(
            "first seen of equals",
            "Where two labels are equally frequent you took the one that came first in the rows, as "
            "Counter.most_common does. Shuffle the rows and your tree changes. The course takes the first "
            "label in sorted order.",
            "Compare labels by count, then by the label itself.",
            first_seen_of_equals,
        ),
        Misconception(
            "majority of the whole table",
            "You stored the majority of the whole table in every node. A node speaks for the rows that "
            "reached it, and these may see it differently.",
            "Count the labels that this call was given.",
            majority_of_the_whole_table,
        ),
        Misconception(
            "one question only",
            "Your tree asks one question and stops. A branch that is still mixed deserves the same "
            "treatment as the whole table: that is the recursion.",
            "Where you put the majority of a branch, put the tree that build_id3 makes of it.",
            one_question_only,
        ),
        Misconception(
            "ranked once at the root",
            "You ranked the attributes on the whole table and kept that order all the way down. What is "
            "worth asking on sunny days need not be worth asking on rainy ones.",
            "Choose again in every branch, with the rows that are there.",
            ranked_once_at_the_root,
        ),
        Misconception(
            "attributes in the order given",
            "You asked the attributes in the order of the list, taking the first with any gain. The tree "
            "fits the rows all the same, but it is larger than it need be.",
            "Let best_feature choose: the largest gain goes first.",
            in_the_order_given,
        ),
        Misconception(
            "gain ratio instead of gain",
            "You chose by gain ratio. That is C4.5's way, which comes next week; ID3 compares the gains as "
            "they are.",
            "Leave out the division by the entropy of the attribute.",
            gain_ratio_instead,
        ),
        Misconception(
            "every branch got all rows",
            "You passed all rows to every branch, so the branches look alike. A branch holds only the "
            "rows that gave its answer.",
            "For each value keep the rows that have it, with their labels.",
            every_branch_got_all_rows,
        ),
        Misconception(
            "labels left behind",
            "You picked the rows of a branch and did not pick the labels with them, so each row met the "
            "label of another. A row and its label must travel together.",
            "Collect positions first; then take rows and labels at these positions.",
            labels_left_behind,
        ),
    ),
    alternatives={
        "plain recursion": by_plain_recursion,
        "explicit stack": with_a_stack,
        "pandas": with_pandas,
        "a class": with_a_class,
    },
)
