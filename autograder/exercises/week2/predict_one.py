"""Walk one row down an ID3 tree, and answer for values that the tree has never met."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from autograder.exercises.week2.best_feature import ATTRIBUTES, table_of
from dtlib.datasets import load_play_tennis, load_weather_wind
from dtlib.teaching import build_id3, predict_one

LABELS = ["yes", "no", "maybe"]


def random_tree(rng: np.random.Generator, depth: int, attributes: list[str] | None = None) -> Any:
    """A tree with `depth` questions on its longest path; other branches may end early or miss a value."""
    left = list(ATTRIBUTES) if attributes is None else attributes
    if depth == 0:
        return str(rng.choice(LABELS))
    attribute = str(rng.choice(left))
    others = [other for other in left if other != attribute]
    values = ATTRIBUTES[attribute]
    seen = [value for value in values if len(values) == 2 or rng.random() < 0.7] or values[:1]
    deepest = int(rng.integers(len(seen)))
    depths = [depth - 1 if place == deepest else int(rng.integers(depth)) for place in range(len(seen))]
    return {
        "attribute": attribute,
        "majority": str(rng.choice(LABELS)),
        "branches": {
            value: random_tree(rng, below, others) for value, below in zip(seen, depths, strict=True)
        },
    }


def random_row(rng: np.random.Generator) -> dict[str, Any]:
    """One value for every attribute, now and then one that no tree has seen."""
    return {
        name: "unheard of" if rng.random() < 0.1 else values[int(rng.integers(len(values)))]
        for name, values in ATTRIBUTES.items()
    }


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Rows for trees of every depth, then a row that no root knows, and a lone leaf."""
    for depth in (1, 2, 2, 3, 3, 4, 4):
        tree = random_tree(rng, depth)
        for _ in range(2):
            yield Case(tree, random_row(rng), group="random tree")
    tree = random_tree(rng, 3)
    yield Case(tree, {**random_row(rng), tree["attribute"]: "unheard of"}, group="ends", note="unseen value")
    yield Case(random_tree(rng, 0), random_row(rng), group="ends", note="a lone leaf")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def no_way_out(tree, row):
    while isinstance(tree, dict):
        tree = tree["branches"][row[tree["attribute"]]]
    return tree


def none_for_the_unseen(tree, row):
    while isinstance(tree, dict):
        tree = tree["branches"].get(row[tree["attribute"]])
    return tree


def majority_of_the_root(tree, row):
    default = tree["majority"] if isinstance(tree, dict) else tree
    while isinstance(tree, dict):
        tree = tree["branches"].get(row[tree["attribute"]], default)
    return tree


def commonest_leaf(tree, row):
    def leaves(tree):
        if not isinstance(tree, dict):
            return [tree]
        return [leaf for subtree in tree["branches"].values() for leaf in leaves(subtree)]

    while isinstance(tree, dict):
        value = row[tree["attribute"]]
        if value not in tree["branches"]:
            found = leaves(tree)
            return min(set(found), key=lambda label: (-found.count(label), label))
        tree = tree["branches"][value]
    return tree


def first_branch_for_the_unseen(tree, row):
    while isinstance(tree, dict):
        value = row[tree["attribute"]]
        if value not in tree["branches"]:
            value = next(iter(tree["branches"]))
        tree = tree["branches"][value]
    return tree


def one_step_only(tree, row):
    if isinstance(tree, dict):
        return tree["branches"].get(row[tree["attribute"]], tree["majority"])
    return tree


def majority_instead_of_the_leaf(tree, row):
    answer = tree
    while isinstance(tree, dict):
        answer = tree["majority"]
        tree = tree["branches"].get(row[tree["attribute"]])
    return answer


def falsy_leaf_taken_for_none(tree, row):
    while isinstance(tree, dict):
        tree = tree["branches"].get(row[tree["attribute"]]) or tree["majority"]
    return tree


def only_text_is_a_leaf(tree, row):
    while not isinstance(tree, str):
        tree = tree["branches"].get(row[tree["attribute"]], tree["majority"])
    return tree


def a_leaf_has_no_path(tree, row):
    while True:
        tree = tree["branches"].get(row[tree["attribute"]], tree["majority"])
        if not isinstance(tree, dict):
            return tree


# Correct solutions in other styles.


def by_recursion(tree, row):
    def walk(node):
        if not isinstance(node, dict):
            return node
        value = row[node["attribute"]]
        return walk(node["branches"][value]) if value in node["branches"] else node["majority"]

    return walk(tree)


def with_an_exception(tree, row):
    node = tree
    while type(node) is dict:
        try:
            node = node["branches"][row[node["attribute"]]]
        except KeyError:
            return node["majority"]
    return node


def by_search(tree, row):
    while isinstance(tree, dict):
        for value, subtree in tree["branches"].items():
            if value == row[tree["attribute"]]:
                tree = subtree
                break
        else:
            return tree["majority"]
    return tree


def by_matching(tree, row):
    match tree:
        case {"attribute": attribute, "majority": majority, "branches": branches}:
            found = [below for value, below in branches.items() if value == row[attribute]]
            node = found[0] if found else majority
        case label:
            return label
    while isinstance(node, dict):
        node = node["branches"].get(row[node["attribute"]], node["majority"])
    return node


_tennis = build_id3(*table_of(load_play_tennis()))
_weather = build_id3(*table_of(load_weather_wind()))
_days = table_of(load_play_tennis())[0]

_counted = {
    "attribute": "guests",
    "majority": 2,
    "branches": {
        0: 0,
        1: {"attribute": "rain", "majority": 1, "branches": {True: 1, False: 2}},
        2: {"attribute": "rain", "majority": 0, "branches": {False: 1}},
    },
}

exercise = Exercise(
    id="week2/predict_one",
    signature="predict_one(tree, row)",
    returns="a label",
    points=8,
    hidden_points=8,
    reference=predict_one,
    cases=(
        Case(_tennis, _days[2], note="play_tennis, an overcast day: yes after one question"),
        Case(_tennis, _days[0], note="play_tennis, sunny and humid: no after two questions"),
        Case(_tennis, _days[8], note="play_tennis, sunny and dry: yes"),
        Case(_tennis, _days[13], note="play_tennis, rain and wind: no"),
        Case(_weather, {"weather": "sunny", "wind": "low"}, note="weather_wind: yes"),
        Case(
            _tennis,
            {"outlook": "fog", "temperature": "mild", "humidity": "high", "windy": "false"},
            group="unseen value",
            note="fog at the root: the majority of all days",
        ),
        Case(
            _tennis,
            {"outlook": "sunny", "temperature": "mild", "humidity": "low", "windy": "false"},
            group="unseen value",
            note="an unknown humidity under sunny: the majority of the sunny days",
        ),
        Case(
            _counted,
            {"guests": 2, "rain": True},
            group="unseen value",
            note="rain is known in one branch and not in the other",
        ),
        Case(_counted, {"guests": 3, "rain": True}, group="unseen value", note="three guests: unseen"),
        Case(_counted, {"guests": 0, "rain": True}, group="edge case", note="the label is the number 0"),
        Case(_counted, {"guests": 1, "rain": False}, group="edge case", note="values True and False"),
        Case("yes", {"weather": "sunny", "wind": "low"}, group="edge case", note="the tree is a leaf"),
    ),
    draw=draw,
    hints=(
        "A tree is either a label or a dictionary. If it is a label, there is nothing left to ask: that "
        "is the answer.",
        'If it is a dictionary, look up row[tree["attribute"]] among its branches, and go on from the '
        "subtree you find there, again and again.",
        "Before you step into a branch, see whether it exists. If it does not, this node's own majority "
        "is the answer, not the root's.",
    ),
    misconceptions=(
        Misconception(
            "no way out for unseen values",
            "A value that the node has never seen ends in a KeyError. New rows bring new values; a tree "
            "that works only on its training rows has learnt nothing one can use.",
            'If the value is not among the branches, answer with tree["majority"].',
            no_way_out,
        ),
        Misconception(
            "None for unseen values",
            "For a value without a branch you answer None. The node knows better: it remembers the "
            "majority of the rows that came this way.",
            "The dictionary method `get` takes a second argument, for when the key is missing.",
            none_for_the_unseen,
        ),
        Misconception(
            "majority of the root",
            "For an unseen value you answer with the majority of the whole table, and throw away what "
            "the path has told you. If it is sunny, the sunny days should decide.",
            "Use the majority of the node where the walk got stuck.",
            majority_of_the_root,
        ),
        Misconception(
            "commonest leaf",
            "You let the leaves vote, one vote each. A leaf of one row is not worth as much as a leaf of "
            "a hundred; the node's majority counted rows.",
            'tree["majority"] has been counted while the tree was grown. Use it as it is.',
            commonest_leaf,
        ),
        Misconception(
            "first branch for unseen values",
            "For an unseen value you walk into the first branch. That branch belongs to rows with "
            "another value, and which one is first is an accident.",
            "Stop where you are and answer with the node's majority.",
            first_branch_for_the_unseen,
        ),
        Misconception(
            "one step only",
            "You ask one question and return whatever hangs there, even if it is another node. The walk "
            "ends at a leaf.",
            "Put the step into a loop, or let the function call itself on the subtree.",
            one_step_only,
        ),
        Misconception(
            "majority instead of the leaf",
            "You walk down correctly and then answer with the majority of the last node instead of the "
            "leaf's label, as if the last question had not been asked.",
            "What is `tree` when the loop ends? Return that.",
            majority_instead_of_the_leaf,
        ),
        Misconception(
            "leaf 0 taken for missing",
            "A leaf may carry the label 0 or False. In `x or default` Python takes these for nothing "
            "and hands you the default.",
            "Ask whether the value is a key of the branches, not whether the subtree is truthy.",
            falsy_leaf_taken_for_none,
        ),
        Misconception(
            "only text is a leaf",
            "You take a leaf for text, but labels can be numbers too, or True and False.",
            "Turn the question round: an inner node is a dictionary, and all else is a leaf.",
            only_text_is_a_leaf,
        ),
        Misconception(
            "a lone leaf forgotten",
            "You take the first step before looking where you stand. When all labels agree, the whole "
            "tree is one label and has no question to ask.",
            "Look first whether `tree` is a dictionary, then step.",
            a_leaf_has_no_path,
        ),
    ),
    alternatives={
        "recursion": by_recursion,
        "an exception": with_an_exception,
        "a search through the branches": by_search,
        "pattern matching": by_matching,
    },
)
