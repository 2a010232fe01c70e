"""Read the rules off an ID3 tree: one for each leaf."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from autograder.exercises.week2.best_feature import table_of
from autograder.exercises.week2.predict_one import random_tree
from dtlib.datasets import load_loan, load_play_tennis, load_weather_wind
from dtlib.teaching import build_id3, tree_to_rules


def in_any_order(rules: Any) -> Any:
    """The same rules, sorted: their order says nothing, because no two of them fit one row."""
    return sorted(rules, key=lambda rule: (repr(sorted(rule[0].items(), key=repr)), repr(rule[1])))


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Trees of every depth, the lone leaf last."""
    for depth in (1, 2, 2, 3, 3, 4):
        yield Case(random_tree(rng, depth), group="random tree")
    yield Case(random_tree(rng, 0), group="ends", note="a lone leaf")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def one_dictionary_for_all(tree):
    rules = []
    conditions: dict = {}

    def walk(node):
        if not isinstance(node, dict):
            rules.append([conditions, node])
            return
        for value, subtree in node["branches"].items():
            conditions[node["attribute"]] = value
            walk(subtree)
            del conditions[node["attribute"]]

    walk(tree)
    return rules


def sisters_conditions_kept(tree):
    rules = []
    conditions: dict = {}

    def walk(node):
        if not isinstance(node, dict):
            rules.append([dict(conditions), node])
            return
        for value, subtree in node["branches"].items():
            conditions[node["attribute"]] = value
            walk(subtree)

    walk(tree)
    return rules


def last_condition_only(tree):
    def walk(node, conditions):
        if not isinstance(node, dict):
            return [[conditions, node]]
        rules = []
        for value, subtree in node["branches"].items():
            rules += walk(subtree, {node["attribute"]: value})
        return rules

    return walk(tree, {})


def first_condition_only(tree):
    def walk(node, conditions):
        if not isinstance(node, dict):
            return [[conditions, node]]
        rules = []
        for value, subtree in node["branches"].items():
            rules += walk(subtree, conditions or {node["attribute"]: value})
        return rules

    return walk(tree, {})


def no_rule_for_a_leaf(tree):
    rules = []

    def walk(node, conditions):
        for value, subtree in node["branches"].items():
            longer = {**conditions, node["attribute"]: value}
            if isinstance(subtree, dict):
                walk(subtree, longer)
            else:
                rules.append([longer, subtree])

    if isinstance(tree, dict):
        walk(tree, {})
    return rules


def a_rule_for_every_node(tree):
    def walk(node, conditions):
        if not isinstance(node, dict):
            return [[conditions, node]]
        rules = [[conditions, node["majority"]]]
        for value, subtree in node["branches"].items():
            rules += walk(subtree, {**conditions, node["attribute"]: value})
        return rules

    return walk(tree, {})


def only_the_yes_rules(tree):
    def walk(node, conditions):
        if not isinstance(node, dict):
            return [[conditions, node]] if node == "yes" else []
        rules = []
        for value, subtree in node["branches"].items():
            rules += walk(subtree, {**conditions, node["attribute"]: value})
        return rules

    return walk(tree, {})


def one_rule_per_label(tree):
    found = {}

    def walk(node, conditions):
        if not isinstance(node, dict):
            found[node] = conditions
            return
        for value, subtree in node["branches"].items():
            walk(subtree, {**conditions, node["attribute"]: value})

    walk(tree, {})
    return [[conditions, label] for label, conditions in found.items()]


def one_level_only(tree):
    if not isinstance(tree, dict):
        return [[{}, tree]]
    return [
        [{tree["attribute"]: value}, subtree["majority"] if isinstance(subtree, dict) else subtree]
        for value, subtree in tree["branches"].items()
    ]


def label_before_conditions(tree):
    def walk(node, conditions):
        if not isinstance(node, dict):
            return [[node, conditions]]
        rules = []
        for value, subtree in node["branches"].items():
            rules += walk(subtree, {**conditions, node["attribute"]: value})
        return rules

    return walk(tree, {})


# Correct solutions in other styles.


def with_longer_and_longer_conditions(tree):
    def walk(node, conditions):
        if not isinstance(node, dict):
            return [[conditions, node]]
        rules = []
        for value, subtree in node["branches"].items():
            rules += walk(subtree, {**conditions, node["attribute"]: value})
        return rules

    return walk(tree, {})


def with_a_stack(tree):
    rules = []
    stack: list = [(tree, {})]
    while stack:
        node, conditions = stack.pop()
        if isinstance(node, dict):
            for value, subtree in node["branches"].items():
                longer = dict(conditions)
                longer[node["attribute"]] = value
                stack.append((subtree, longer))
        else:
            rules.append((conditions, node))
    return rules


def with_a_generator(tree):
    def paths(node):
        if not isinstance(node, dict):
            yield (), node
            return
        for value, subtree in node["branches"].items():
            for path, label in paths(subtree):
                yield ((node["attribute"], value), *path), label

    return [[dict(path), label] for path, label in paths(tree)]


def with_a_path_put_back(tree):
    rules = []
    path: list = []

    def walk(node):
        if not isinstance(node, dict):
            rules.append([dict(path), node])
            return
        for value in node["branches"]:
            path.append((node["attribute"], value))
            walk(node["branches"][value])
            path.pop()

    walk(tree)
    return rules


_weather = build_id3(*table_of(load_weather_wind()))
_tennis = build_id3(*table_of(load_play_tennis()))
_loan = build_id3(*table_of(load_loan()))

exercise = Exercise(
    id="week2/tree_to_rules",
    signature="tree_to_rules(tree)",
    returns="a list of rules, each [conditions, label] with conditions a dictionary",
    points=8,
    hidden_points=8,
    reference=tree_to_rules,
    canonical=in_any_order,
    cases=(
        Case(_weather, note="weather_wind: five rules"),
        Case(_tennis, note="play_tennis: Quinlan's five rules"),
        Case(_loan, note="loan: three rules"),
        Case(
            {
                "attribute": "a",
                "majority": "no",
                "branches": {
                    0: {
                        "attribute": "b",
                        "majority": "no",
                        "branches": {
                            True: {"attribute": "c", "majority": "yes", "branches": {"x": "yes", "y": "no"}},
                            False: "no",
                        },
                    },
                    1: {"attribute": "c", "majority": "yes", "branches": {"x": "no", "y": "yes"}},
                },
            },
            group="deep tree",
            note="three questions on one path, and an attribute asked in two branches",
        ),
        Case(
            {"attribute": "wind", "majority": 0, "branches": {"high": 0, "low": 0}},
            group="edge case",
            note="two leaves of one label are still two rules",
        ),
        Case("yes", group="edge case", note="the tree is a leaf: one rule without conditions"),
    ),
    draw=draw,
    hints=(
        "Follow one path from the root to a leaf with a finger and say it aloud: if outlook is sunny and "
        "humidity is high, then no. Every leaf ends exactly one such sentence.",
        "A helper that takes a node and the conditions collected so far is convenient. At a leaf it adds "
        "one rule; at an inner node it calls itself for each branch, with one more condition.",
        "Give each branch a *new* dictionary made of the old conditions and the new one: a dictionary that "
        "all branches share will be changed behind your back.",
    ),
    misconceptions=(
        Misconception(
            "one dictionary for all rules",
            "All your rules hold the very same dictionary, so each later change shows in all of them. "
            "Appending a dictionary to a list does not copy it.",
            "Put a copy into the rule, or build a new dictionary for every branch.",
            one_dictionary_for_all,
        ),
        Misconception(
            "conditions of a sister kept",
            "When the walk leaves a branch, its conditions stay behind and slip into the rules of the "
            "next branch. A rule may name only what was asked on its own path.",
            "Remove the condition on the way back up, or hand each branch a dictionary of its own.",
            sisters_conditions_kept,
        ),
        Misconception(
            "last condition only",
            "Your rules hold only the question just above the leaf. If humidity is high, then no: that "
            "is wrong on overcast days.",
            "Carry along what has been asked before, and add to it.",
            last_condition_only,
        ),
        Misconception(
            "first condition only",
            "Your rules keep only the question at the root, so two rules with the same condition may "
            "contradict each other.",
            "Add a condition at every level that the path passes.",
            first_condition_only,
        ),
        Misconception(
            "no rule for a lone leaf",
            "A tree that is one leaf is a rule too: under no condition at all, this label. You return "
            "no rule for it.",
            "What is left of `if ... then yes` when there is nothing to ask? An empty dictionary, and "
            "the label.",
            no_rule_for_a_leaf,
        ),
        Misconception(
            "a rule for every node",
            "You made a rule of every inner node as well. Its majority is only a reserve for unseen "
            "values; the rows that reach the node go on to one of its leaves.",
            "Only leaves end a rule.",
            a_rule_for_every_node,
        ),
        Misconception(
            "only the yes rules",
            "You kept the rules that say yes. The others are part of what the tree says, and nothing "
            "tells your function that yes is the label of interest.",
            "Keep a rule for every leaf, whatever its label.",
            only_the_yes_rules,
        ),
        Misconception(
            "one rule per label",
            "You keep one rule for each label, so a later rule replaces an earlier one. A label may be "
            "reached on many paths.",
            "Collect the rules in a list, where two with the same label can stand side by side.",
            one_rule_per_label,
        ),
        Misconception(
            "one level only",
            "You stop after one question and use the majority of what hangs below. The tree goes on "
            "where branches are still mixed, and so do its rules.",
            "If a branch leads to a dictionary, the same work begins again there.",
            one_level_only,
        ),
        Misconception(
            "label before conditions",
            "The rules are right but turned round: the conditions come first, the label second, as one "
            "says it: if this, then that.",
            "Swap the two.",
            label_before_conditions,
        ),
    ),
    alternatives={
        "longer and longer conditions": with_longer_and_longer_conditions,
        "explicit stack": with_a_stack,
        "generator": with_a_generator,
        "a path put back": with_a_path_put_back,
    },
)
