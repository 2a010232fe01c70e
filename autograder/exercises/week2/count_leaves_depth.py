"""The size of an ID3 tree: how many leaves, and how many questions on the longest path."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from autograder.exercises.week2.best_feature import table_of
from autograder.exercises.week2.predict_one import random_tree
from dtlib.datasets import load_loan, load_play_tennis, load_weather_wind
from dtlib.teaching import build_id3, count_leaves_depth


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Trees of every depth, a wide one, and the lone leaf."""
    for depth in (1, 2, 2, 3, 3, 4, 4):
        yield Case(random_tree(rng, depth), group="random tree")
    size = int(rng.integers(5, 12))
    wide = {"attribute": "ticket", "majority": "yes", "branches": dict.fromkeys(range(size), "yes")}
    yield Case(wide, group="ends", note="a wide tree")
    yield Case(random_tree(rng, 0), group="ends", note="a lone leaf")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def nodes_instead_of_leaves(tree):
    if not isinstance(tree, dict):
        return [1, 0]
    sizes = [nodes_instead_of_leaves(subtree) for subtree in tree["branches"].values()]
    return [1 + sum(nodes for nodes, _ in sizes), 1 + max(depth for _, depth in sizes)]


def depth_in_nodes(tree):
    if not isinstance(tree, dict):
        return [1, 1]
    sizes = [depth_in_nodes(subtree) for subtree in tree["branches"].values()]
    return [sum(leaves for leaves, _ in sizes), 1 + max(depth for _, depth in sizes)]


def first_path_only(tree):
    if not isinstance(tree, dict):
        return [1, 0]
    sizes = [first_path_only(subtree) for subtree in tree["branches"].values()]
    return [sum(leaves for leaves, _ in sizes), 1 + sizes[0][1]]


def last_path_only(tree):
    if not isinstance(tree, dict):
        return [1, 0]
    leaves, depth = 0, 0
    for subtree in tree["branches"].values():
        more, depth = last_path_only(subtree)
        leaves += more
    return [leaves, depth + 1]


def shortest_path(tree):
    if not isinstance(tree, dict):
        return [1, 0]
    sizes = [shortest_path(subtree) for subtree in tree["branches"].values()]
    return [sum(leaves for leaves, _ in sizes), 1 + min(depth for _, depth in sizes)]


def depths_added_up(tree):
    if not isinstance(tree, dict):
        return [1, 0]
    sizes = [depths_added_up(subtree) for subtree in tree["branches"].values()]
    return [sum(leaves for leaves, _ in sizes), 1 + sum(depth for _, depth in sizes)]


def distinct_labels(tree):
    def labels(node):
        if not isinstance(node, dict):
            return {node}
        return set().union(*(labels(subtree) for subtree in node["branches"].values()))

    def depth(node):
        return 1 + max(depth(below) for below in node["branches"].values()) if isinstance(node, dict) else 0

    return [len(labels(tree)), depth(tree)]


def depth_before_leaves(tree):
    if not isinstance(tree, dict):
        return [0, 1]
    sizes = [depth_before_leaves(subtree) for subtree in tree["branches"].values()]
    return [1 + max(depth for depth, _ in sizes), sum(leaves for _, leaves in sizes)]


def branches_of_the_root(tree):
    def depth(node):
        return 1 + max(depth(below) for below in node["branches"].values()) if isinstance(node, dict) else 0

    return [len(tree["branches"]) if isinstance(tree, dict) else 1, depth(tree)]


def a_lone_leaf_is_nothing(tree):
    def size(node):
        if not isinstance(node, dict):
            return [1, 0]
        sizes = [size(below) for below in node["branches"].values()]
        return [sum(leaves for leaves, _ in sizes), 1 + max(depth for _, depth in sizes)]

    return size(tree) if isinstance(tree, dict) else [0, 0]


def only_text_is_a_leaf(tree):
    if isinstance(tree, str):
        return [1, 0]
    sizes = [only_text_is_a_leaf(subtree) for subtree in tree["branches"].values()]
    return [sum(leaves for leaves, _ in sizes), 1 + max(depth for _, depth in sizes)]


# Correct solutions in other styles.


def with_two_recursions(tree):
    def leaves(node):
        return sum(leaves(below) for below in node["branches"].values()) if isinstance(node, dict) else 1

    def depth(node):
        return 1 + max(depth(below) for below in node["branches"].values()) if isinstance(node, dict) else 0

    return [leaves(tree), depth(tree)]


def with_a_stack(tree):
    leaves = deepest = 0
    stack = [(tree, 0)]
    while stack:
        node, depth = stack.pop()
        if isinstance(node, dict):
            stack.extend((subtree, depth + 1) for subtree in node["branches"].values())
        else:
            leaves += 1
            deepest = max(deepest, depth)
    return leaves, deepest


def level_by_level(tree):
    leaves, depth = 0, -1
    level = [tree]
    while level:
        depth += 1
        inner = [node for node in level if isinstance(node, dict)]
        leaves += len(level) - len(inner)
        level = [subtree for node in inner for subtree in node["branches"].values()]
    return [leaves, depth]


def from_the_paths(tree):
    def lengths(node):
        if not isinstance(node, dict):
            return [0]
        return [1 + length for below in node["branches"].values() for length in lengths(below)]

    found = lengths(tree)
    return [len(found), max(found)]


_weather = build_id3(*table_of(load_weather_wind()))
_tennis = build_id3(*table_of(load_play_tennis()))
_loan = build_id3(*table_of(load_loan()))

_middle_is_deepest = {
    "attribute": "a",
    "majority": 1,
    "branches": {
        0: 1,
        1: {
            "attribute": "b",
            "majority": 0,
            "branches": {
                False: {"attribute": "c", "majority": 0, "branches": {"x": 0, "y": 1}},
                True: 0,
            },
        },
        2: {"attribute": "b", "majority": 1, "branches": {False: 1, True: 2}},
    },
}

exercise = Exercise(
    id="week2/count_leaves_depth",
    signature="count_leaves_depth(tree)",
    returns="a list of two numbers, [leaves, depth]",
    points=8,
    hidden_points=8,
    reference=count_leaves_depth,
    cases=(
        Case(_weather, note="weather_wind: 5 leaves, depth 2"),
        Case(_tennis, note="play_tennis: 5 leaves, depth 2"),
        Case(_loan, note="loan: 3 leaves, depth 2"),
        Case(_middle_is_deepest, note="the longest path lies in the middle; labels are numbers"),
        Case(
            {"attribute": "day", "majority": "yes", "branches": dict.fromkeys(range(1, 11), "yes")},
            group="edge case",
            note="a key: ten leaves, one question",
        ),
        Case("yes", group="edge case", note="a lone leaf: one leaf, no question"),
    ),
    draw=draw,
    hints=(
        "Begin with the smallest tree. A lone leaf is one leaf, and no question is asked: [1, 0].",
        "For an inner node, suppose you already know the two numbers of each of its branches. How do you "
        "put the numbers of leaves together? And the depths? Not in the same way.",
        "Leaves add up over the branches. Of the depths only the largest counts, and the question asked at "
        "this node makes it one more.",
    ),
    misconceptions=(
        Misconception(
            "nodes instead of leaves",
            "You counted the inner nodes as well. A leaf is where the questions end; a node that asks is "
            "not one.",
            "An inner node adds nothing of its own to the number of leaves.",
            nodes_instead_of_leaves,
        ),
        Misconception(
            "depth in nodes",
            "You counted the nodes on the longest path, leaf included. Depth counts questions, so a tree "
            "that asks nothing has depth 0.",
            "Start at 0 for a leaf.",
            depth_in_nodes,
        ),
        Misconception(
            "first path only",
            "You measured the depth along the first branches only. The longest path may lie anywhere.",
            "Take the largest depth among all branches.",
            first_path_only,
        ),
        Misconception(
            "last path only",
            "Each branch overwrites the depth of the one before, so only the last branches count. The "
            "longest path may lie anywhere.",
            "Keep the largest depth so far instead of the latest.",
            last_path_only,
        ),
        Misconception(
            "shortest path",
            "You took the smallest depth among the branches. That is how soon a row may be done; the "
            "depth of a tree is how long it can take.",
            "Take the largest instead.",
            shortest_path,
        ),
        Misconception(
            "depths added up",
            "You added the depths of the branches. A row goes down only one of them, so branches side by "
            "side do not make the path longer.",
            "Leaves add up; of the depths only the largest counts.",
            depths_added_up,
        ),
        Misconception(
            "labels instead of leaves",
            "You counted how many different labels there are. Two leaves with the same label are still "
            "two leaves, each at the end of its own path.",
            "Count the places where the tree ends, not what is written there.",
            distinct_labels,
        ),
        Misconception(
            "depth before leaves",
            "The two numbers are right but in the wrong order: leaves first, then depth.",
            "Swap them.",
            depth_before_leaves,
        ),
        Misconception(
            "branches of the root",
            "You counted the branches of the root. Some of them go on and end in several leaves.",
            "Add up the leaves of each branch.",
            branches_of_the_root,
        ),
        Misconception(
            "a lone leaf is nothing",
            "For a tree that is one leaf you count no leaf. It has one: it is one.",
            "Start the recursion at the leaf itself, with [1, 0].",
            a_lone_leaf_is_nothing,
        ),
        Misconception(
            "only text is a leaf",
            "You take a leaf for text, but labels can be numbers too, or True and False.",
            "Turn the question round: an inner node is a dictionary, and all else is a leaf.",
            only_text_is_a_leaf,
        ),
    ),
    alternatives={
        "two recursions": with_two_recursions,
        "explicit stack": with_a_stack,
        "level by level": level_by_level,
        "lengths of the paths": from_the_paths,
    },
)
