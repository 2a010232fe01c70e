"""The inner node whose split is worth least for each leaf that it adds."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.cart import weakest_link

Tree = dict[str, Any]


def leaf(name: str, risk: float) -> Tree:
    """A node that asks nothing."""
    return {"name": name, "risk": risk}


def inner(name: str, risk: float, left: Tree, right: Tree) -> Tree:
    """A node that asks, with what it would cost if it didn't."""
    return {"name": name, "risk": risk, "left": left, "right": right}


def random_tree(rng: np.random.Generator, leaves: int, numbers: Iterator[int] | None = None) -> Tree:
    """A tree of random shape. Every split saves something, so that none is cut for nothing."""
    numbers = count(1) if numbers is None else numbers
    name = f"t{next(numbers)}"
    if leaves == 1:
        return leaf(name, int(rng.integers(0, 5)))
    on_the_left = int(rng.integers(1, leaves))
    left = random_tree(rng, on_the_left, numbers)
    right = random_tree(rng, leaves - on_the_left, numbers)
    return inner(name, left["risk"] + right["risk"] + int(rng.integers(1, 9)), left, right)


#: The tree of rpart's help page, with its numbers of misclassified children.
KYPHOSIS = inner(
    "Start >= 8.5",
    17,
    inner(
        "Start >= 14.5",
        6,
        leaf("Start is high", 0),
        inner(
            "Age < 55",
            6,
            leaf("young", 0),
            inner("Age >= 111", 6, leaf("older", 2), leaf("in between", 3)),
        ),
    ),
    leaf("Start below 8.5", 8),
)

#: The weakest link lies in the middle: neither the root nor a pair of leaves.
MIDDLE = inner(
    "A",
    40,
    inner(
        "B",
        16,
        inner("C", 9, leaf("c1", 2), leaf("c2", 1)),
        inner("D", 7, leaf("d1", 1), leaf("d2", 1)),
    ),
    inner("E", 12, leaf("e1", 1), inner("F", 8, leaf("f1", 2), leaf("f2", 0))),
)

#: Two links are equally weak.
TIED = inner(
    "A",
    20,
    inner("B", 7, leaf("b1", 2), leaf("b2", 3)),
    inner("C", 9, leaf("c1", 1), inner("D", 5, leaf("d1", 3), leaf("d2", 0))),
)


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Trees of three to nine leaves, one whose whole left side is the weakest link, and a lone leaf."""
    for leaves in (3, 5, 6, 7, 8, 9):
        yield Case(random_tree(rng, leaves), group="random tree")
    more = int(rng.integers(0, 9))
    deep = inner(
        "B",
        11 + more,
        inner("C", 9 + more, leaf("c1", 4), leaf("c2", 2 + more)),
        inner("D", 7, leaf("d1", 2), leaf("d2", 1)),
    )
    yield Case(inner("A", 30 + more, deep, leaf("a", 5)), group="random tree", note="a weak inner node")
    yield Case(leaf("A", int(rng.integers(0, 9))), group="ends", note="a lone leaf")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def divided_by_all_its_leaves(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def walk(node):
        if "left" in node:
            yield node
            yield from walk(node["left"])
            yield from walk(node["right"])

    best = None
    for node in walk(tree):
        link = (node["risk"] - sum(leaves(node))) / len(leaves(node))
        if best is None or link < best[1] - 1e-12:
            best = [node["name"], link]
    return best


def children_only(tree):
    def walk(node):
        if "left" in node:
            yield node
            yield from walk(node["left"])
            yield from walk(node["right"])

    best = None
    for node in walk(tree):
        link = node["risk"] - node["left"]["risk"] - node["right"]["risk"]
        if best is None or link < best[1] - 1e-12:
            best = [node["name"], float(link)]
    return best


def pairs_of_leaves_only(tree):
    def walk(node):
        if "left" in node:
            yield node
            yield from walk(node["left"])
            yield from walk(node["right"])

    best = None
    for node in walk(tree):
        if "left" in node["left"] or "left" in node["right"]:
            continue
        link = node["risk"] - node["left"]["risk"] - node["right"]["risk"]
        if best is None or link < best[1] - 1e-12:
            best = [node["name"], float(link)]
    return best


def strongest_link(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def walk(node):
        if "left" in node:
            yield node
            yield from walk(node["left"])
            yield from walk(node["right"])

    best = None
    for node in walk(tree):
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        if best is None or link > best[1] + 1e-12:
            best = [node["name"], link]
    return best


def not_divided(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def walk(node):
        if "left" in node:
            yield node
            yield from walk(node["left"])
            yield from walk(node["right"])

    best = None
    for node in walk(tree):
        link = float(node["risk"] - sum(leaves(node)))
        if best is None or link < best[1] - 1e-12:
            best = [node["name"], link]
    return best


def nodes_instead_of_leaves(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def walk(node):
        if "left" in node:
            yield node
            yield from walk(node["left"])
            yield from walk(node["right"])

    best = None
    for node in walk(tree):
        link = (node["risk"] - sum(leaves(node))) / (2 * (len(leaves(node)) - 1))
        if best is None or link < best[1] - 1e-12:
            best = [node["name"], link]
    return best


def leaves_of_the_whole_tree(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def walk(node):
        if "left" in node:
            yield node
            yield from walk(node["left"])
            yield from walk(node["right"])

    best = None
    for node in walk(tree):
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(tree)) - 1)
        if best is None or link < best[1] - 1e-12:
            best = [node["name"], link]
    return best


def last_of_equals(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def walk(node):
        if "left" in node:
            yield node
            yield from walk(node["left"])
            yield from walk(node["right"])

    best = None
    for node in walk(tree):
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        if best is None or link <= best[1] + 1e-12:
            best = [node["name"], link]
    return best


def root_only(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    if "left" not in tree:
        return None
    return [tree["name"], (tree["risk"] - sum(leaves(tree))) / (len(leaves(tree)) - 1)]


def in_units_of_the_root(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def walk(node):
        if "left" in node:
            yield node
            yield from walk(node["left"])
            yield from walk(node["right"])

    best = None
    for node in walk(tree):
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1) / tree["risk"]
        if best is None or link < best[1] - 1e-12:
            best = [node["name"], link]
    return best


def always_a_link(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [[node["name"], link], *links(node["left"]), *links(node["right"])]

    return min(links(tree), key=lambda pair: pair[1])


# Correct solutions in other styles.


def with_one_recursion(tree):
    found: list = []

    def summed(node):
        if "left" not in node:
            return node["risk"], 1
        place = len(found)
        found.append(None)
        (left_risk, left), (right_risk, right) = summed(node["left"]), summed(node["right"])
        risk, leaves = left_risk + right_risk, left + right
        found[place] = [node["name"], (node["risk"] - risk) / (leaves - 1)]
        return risk, leaves

    summed(tree)
    return min(found, key=lambda pair: pair[1], default=None)


def with_a_stack(tree):
    best = None
    nodes = [tree]
    while nodes:
        node = nodes.pop()
        if "left" not in node:
            continue
        nodes += [node["right"], node["left"]]
        risk = leaves = 0
        below = [node]
        while below:
            one = below.pop()
            if "left" in one:
                below += [one["left"], one["right"]]
            else:
                risk += one["risk"]
                leaves += 1
        link = (node["risk"] - risk) / (leaves - 1)
        if best is None or link < best[1] - 1e-12:
            best = (node["name"], link)
    return best


def with_fractions(tree):
    from fractions import Fraction

    def report(node):
        if len(node) == 2:
            return Fraction(node["risk"]), 1, None
        left_risk, left, left_best = report(node["left"])
        right_risk, right, right_best = report(node["right"])
        risk, leaves = left_risk + right_risk, left + right
        here = (Fraction(node["risk"]) - risk) / (leaves - 1), node["name"]
        candidates = [one for one in (here, left_best, right_best) if one]
        return risk, leaves, min(candidates, key=lambda one: one[0])

    weakest = report(tree)[2]
    return [weakest[1], float(weakest[0])] if weakest else None


def with_a_table(tree):
    import pandas as pd

    rows = []

    def visit(node):
        if "left" not in node:
            return [node["risk"]]
        row = {"name": node["name"]}
        rows.append(row)
        below = visit(node["left"]) + visit(node["right"])
        row["g"] = (node["risk"] - sum(below)) / (len(below) - 1)
        return below

    visit(tree)
    if not rows:
        return None
    weakest = pd.DataFrame(rows).sort_values("g", kind="stable").iloc[0]
    return [weakest["name"], float(weakest["g"])]


exercise = Exercise(
    id="week4/weakest_link",
    signature="weakest_link(tree)",
    returns="a list, [name, alpha], or None",
    points=6,
    hidden_points=6,
    reference=weakest_link,
    cases=(
        Case(KYPHOSIS, note="kyphosis_tree: 1/3 of an error per leaf; divided by 17, it is rpart's 0.0196"),
        Case(MIDDLE, note="seven_leaves, with six links"),
        Case(
            inner(
                "A",
                30,
                inner(
                    "B",
                    9,
                    inner("C", 8, leaf("c1", 1), leaf("c2", 3)),
                    leaf("b2", 1),
                ),
                inner("D", 12, leaf("d1", 2), inner("E", 9, leaf("e1", 2), leaf("e2", 3))),
            ),
            note="B saves 4 errors with two splits",
        ),
        Case(TIED, group="edge case", note="equal_links: the first on the way down"),
        Case(
            inner("A", 0.5, leaf("a1", 0.125), inner("B", 0.25, leaf("b1", 0.125), leaf("b2", 0.125))),
            group="edge case",
            note="shares instead of errors; a split that saves nothing",
        ),
        Case(
            inner("A", 4, leaf("a1", 1), leaf("a2", 1)),
            group="edge case",
            note="a single split",
        ),
        Case(leaf("A", 3), group="edge case", note="a lone leaf has no link"),
    ),
    draw=draw,
    hints=(
        "An inner node is one that has the key 'left'. Write a helper first that returns the risks of all "
        "leaves below a node, as a list: its sum and its length are all you need.",
        "g(t) is what the node would cost as a leaf, less what its leaves cost together, divided by the "
        "number of leaves less 1. Compute it for the root of the first case by hand: (17 - 13) / 4.",
        "Visit every inner node, the root before what is below it and left before right, and keep the "
        "smallest g so far; a newcomer must be smaller by more than 1e-12.",
    ),
    misconceptions=(
        Misconception(
            "divided by all its leaves",
            "You divided by the number of leaves. If the node is cut, one leaf remains in its place, so "
            "only |T| - 1 of them go.",
            "A split into two leaves adds one leaf to the tree, not two.",
            divided_by_all_its_leaves,
        ),
        Misconception(
            "children instead of leaves",
            "You compared the node with its two children. If a child is split further, its own risk is not"
            " what the tree pays there; the leaves below it are.",
            "Collect the risks of all leaves below the node, however deep.",
            children_only,
        ),
        Misconception(
            "pairs of leaves only",
            "You looked only at nodes whose two children are leaves. The weakest link may lie higher up: "
            "then a whole branch goes at once.",
            "Compute g for every inner node, the root included.",
            pairs_of_leaves_only,
        ),
        Misconception(
            "strongest link",
            "You kept the node with the largest g. That is the split most worth having; pruning starts with "
            "the one least worth having.",
            "Turn the comparison round.",
            strongest_link,
        ),
        Misconception(
            "not divided by leaves",
            "You compared what the branches save in total. A branch of ten leaves that saves 5 is a worse "
            "bargain than one split that saves 4: what counts is the saving for each leaf.",
            "Divide by the number of leaves that would go.",
            not_divided,
        ),
        Misconception(
            "nodes instead of leaves",
            "You counted all nodes below, so every g is half of what it should be. The price alpha is paid"
            " for leaves.",
            "Count only the nodes that ask nothing.",
            nodes_instead_of_leaves,
        ),
        Misconception(
            "leaves of the whole tree",
            "You divided every saving by the size of the whole tree. What a node costs is the number of "
            "leaves below it.",
            "Count the leaves below the node that you are looking at.",
            leaves_of_the_whole_tree,
        ),
        Misconception(
            "last of equals",
            "Of two equally weak links you took the later one. The course's rule is the first, from the "
            "root down and from left to right.",
            "A newcomer must be smaller, not just as small.",
            last_of_equals,
        ),
        Misconception(
            "the root only",
            "You computed g for the root alone. Every inner node is a place where the tree could be cut.",
            "Do the same for the nodes below, and keep the smallest.",
            root_only,
        ),
        Misconception(
            "in units of the root",
            "You divided by the risk of the root as well. That is rpart's cp; the alpha of the book, and "
            "of this exercise, is in the unit of the risks.",
            "Leave out the last division.",
            in_units_of_the_root,
        ),
        Misconception(
            "always a link",
            "For every tree with a split you are right. A lone leaf has nothing to cut, and your function "
            "fails instead of saying so.",
            "Return None when there is no inner node.",
            always_a_link,
        ),
    ),
    alternatives={
        "one recursion": with_one_recursion,
        "explicit stack": with_a_stack,
        "fractions": with_fractions,
        "a table": with_a_table,
    },
)
