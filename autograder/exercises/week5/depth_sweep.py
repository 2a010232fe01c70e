"""The errors of one tree, cut off at each of several depths."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from autograder.exercises.week2.best_feature import table_of
from autograder.exercises.week2.predict_one import LABELS, random_row, random_tree
from dtlib.datasets import Dataset, load_loan, load_play_tennis, load_weather_wind
from dtlib.teaching import build_id3
from dtlib.teaching.tuning import depth_sweep


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Trees of every depth on rows they do not know, cut at some depths; a lone leaf last."""
    for depth in (1, 2, 3, 3, 4):
        rows = [random_row(rng) for _ in range(int(rng.integers(8, 13)))]
        labels = rng.choice(LABELS, len(rows)).tolist()
        yield Case(random_tree(rng, depth), rows, labels, list(range(depth + 2)), group="random tree")
    tree = random_tree(rng, 3)
    rows = [random_row(rng) for _ in range(10)]
    rows[0][tree["attribute"]] = "unheard of"
    labels = rng.choice(LABELS, 10).tolist()
    yield Case(tree, rows, labels, [3, 0, 2, 2], group="random tree", note="depths in no order")
    yield Case(random_tree(rng, 0), rows, labels, [0, 3], group="ends", note="a lone leaf")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def root_counted_as_depth_1(tree, rows, labels, depths):
    errors = []
    for depth in depths:
        wrong = 0
        for row, label in zip(rows, labels, strict=True):
            node = tree
            for _ in range(depth - 1):
                if isinstance(node, dict):
                    node = node["branches"].get(row[node["attribute"]], node["majority"])
            wrong += (node["majority"] if isinstance(node, dict) else node) != label
        errors.append(wrong / len(rows))
    return errors


def never_cut(tree, rows, labels, depths):
    wrong = 0
    for row, label in zip(rows, labels, strict=True):
        node = tree
        while isinstance(node, dict):
            node = node["branches"].get(row[node["attribute"]], node["majority"])
        wrong += node != label
    return [wrong / len(rows) for _ in depths]


def right_instead_of_wrong(tree, rows, labels, depths):
    shares = []
    for depth in depths:
        right = 0
        for row, label in zip(rows, labels, strict=True):
            node = tree
            for _ in range(depth):
                if isinstance(node, dict):
                    node = node["branches"].get(row[node["attribute"]], node["majority"])
            right += (node["majority"] if isinstance(node, dict) else node) == label
        shares.append(right / len(rows))
    return shares


def counts_instead_of_shares(tree, rows, labels, depths):
    errors = []
    for depth in depths:
        wrong = 0
        for row, label in zip(rows, labels, strict=True):
            node = tree
            for _ in range(depth):
                if isinstance(node, dict):
                    node = node["branches"].get(row[node["attribute"]], node["majority"])
            wrong += (node["majority"] if isinstance(node, dict) else node) != label
        errors.append(wrong)
    return errors


def no_answer_for_unseen_values(tree, rows, labels, depths):
    errors = []
    for depth in depths:
        wrong = 0
        for row, label in zip(rows, labels, strict=True):
            node = tree
            for _ in range(depth):
                if isinstance(node, dict):
                    node = node["branches"][row[node["attribute"]]]
            wrong += (node["majority"] if isinstance(node, dict) else node) != label
        errors.append(wrong / len(rows))
    return errors


def learns_from_the_rows_it_is_asked(tree, rows, labels, depths):
    def wrong(node, rows, labels, depth):
        if not isinstance(node, dict):
            return sum(label != node for label in labels)
        if depth == 0:
            return len(labels) - max((labels.count(label) for label in set(labels)), default=0)
        total = 0
        values = [row[node["attribute"]] for row in rows]
        for value in set(values):
            subtree = node["branches"].get(value, node["majority"])
            chosen = [i for i, other in enumerate(values) if other == value]
            total += wrong(subtree, [rows[i] for i in chosen], [labels[i] for i in chosen], depth - 1)
        return total

    return [wrong(tree, rows, labels, depth) / len(rows) for depth in depths]


def early_leaves_left_out(tree, rows, labels, depths):
    errors = []
    for depth in depths:
        wrong = asked = 0
        for row, label in zip(rows, labels, strict=True):
            node, steps = tree, 0
            while isinstance(node, dict) and steps < depth:
                node = node["branches"].get(row[node["attribute"]], node["majority"])
                steps += 1
            if steps == depth:
                asked += 1
                wrong += (node["majority"] if isinstance(node, dict) else node) != label
        errors.append(wrong / asked if asked else 0.0)
    return errors


def majority_of_the_root(tree, rows, labels, depths):
    errors = []
    for depth in depths:
        wrong = 0
        for row, label in zip(rows, labels, strict=True):
            node = tree
            for _ in range(depth):
                if isinstance(node, dict):
                    node = node["branches"].get(row[node["attribute"]], node["majority"])
            wrong += (tree["majority"] if isinstance(node, dict) else node) != label
        errors.append(wrong / len(rows))
    return errors


def every_depth_from_zero(tree, rows, labels, depths):
    errors = []
    for depth in range(len(depths)):
        wrong = 0
        for row, label in zip(rows, labels, strict=True):
            node = tree
            for _ in range(depth):
                if isinstance(node, dict):
                    node = node["branches"].get(row[node["attribute"]], node["majority"])
            wrong += (node["majority"] if isinstance(node, dict) else node) != label
        errors.append(wrong / len(rows))
    return errors


def none_for_unseen_values(tree, rows, labels, depths):
    errors = []
    for depth in depths:
        wrong = 0
        for row, label in zip(rows, labels, strict=True):
            node = tree
            for _ in range(depth):
                if isinstance(node, dict):
                    node = node["branches"].get(row[node["attribute"]])
            wrong += (node["majority"] if isinstance(node, dict) else node) != label
        errors.append(wrong / len(rows))
    return errors


def unseen_values_left_out(tree, rows, labels, depths):
    errors = []
    for depth in depths:
        wrong = asked = 0
        for row, label in zip(rows, labels, strict=True):
            node = tree
            for _ in range(depth):
                if isinstance(node, dict):
                    node = node["branches"].get(row[node["attribute"]])
            if node is not None:
                asked += 1
                wrong += (node["majority"] if isinstance(node, dict) else node) != label
        errors.append(wrong / asked if asked else 0.0)
    return errors


def pairs_of_depth_and_error(tree, rows, labels, depths):
    errors = []
    for depth in depths:
        wrong = 0
        for row, label in zip(rows, labels, strict=True):
            node = tree
            for _ in range(depth):
                if isinstance(node, dict):
                    node = node["branches"].get(row[node["attribute"]], node["majority"])
            wrong += (node["majority"] if isinstance(node, dict) else node) != label
        errors.append([depth, wrong / len(rows)])
    return errors


def whole_tree_beside_the_cut_one(tree, rows, labels, depths):
    def error(deepest):
        wrong = 0
        for row, label in zip(rows, labels, strict=True):
            node, steps = tree, 0
            while isinstance(node, dict) and (deepest is None or steps < deepest):
                node = node["branches"].get(row[node["attribute"]], node["majority"])
                steps += 1
            wrong += (node["majority"] if isinstance(node, dict) else node) != label
        return wrong / len(rows)

    return [[error(None), error(depth)] for depth in depths]


# Correct solutions in other styles.


def by_cutting_the_tree(tree, rows, labels, depths):
    def cut(node, depth):
        if not isinstance(node, dict):
            return node
        if depth == 0:
            return node["majority"]
        branches = {value: cut(below, depth - 1) for value, below in node["branches"].items()}
        return {**node, "branches": branches}

    def predict(node, row):
        if not isinstance(node, dict):
            return node
        return predict(node["branches"].get(row[node["attribute"]], node["majority"]), row)

    errors = []
    for depth in depths:
        small = cut(tree, depth)
        wrong = [predict(small, row) != label for row, label in zip(rows, labels, strict=True)]
        errors.append(sum(wrong) / len(wrong))
    return errors


def by_recursion(tree, rows, labels, depths):
    def predict(node, row, depth):
        if type(node) is not dict:
            return node
        value = row[node["attribute"]]
        if depth <= 0 or value not in node["branches"]:
            return node["majority"]
        return predict(node["branches"][value], row, depth - 1)

    return [
        sum(predict(tree, row, depth) != label for row, label in zip(rows, labels, strict=True)) / len(rows)
        for depth in depths
    ]


def by_walking_once(tree, rows, labels, depths):
    import numpy as np

    deepest = max(depths, default=0)
    wrong = np.zeros((len(rows), deepest + 1))
    for number, (row, label) in enumerate(zip(rows, labels, strict=True)):
        node = tree
        for depth in range(deepest + 1):
            said = node["majority"] if isinstance(node, dict) else node
            wrong[number, depth] = said != label
            if isinstance(node, dict):
                node = node["branches"].get(row[node["attribute"]], node["majority"])
    return wrong.mean(axis=0)[list(depths)]


def with_a_list_of_answers(tree, rows, labels, depths):
    def path(row):
        said, node = [], tree
        while isinstance(node, dict):
            said.append(node["majority"])
            node = node["branches"].get(row[node["attribute"]], node["majority"])
        return [*said, node]

    paths = [path(row) for row in rows]
    errors = []
    for depth in depths:
        right = sum(
            said[min(depth, len(said) - 1)] == label for said, label in zip(paths, labels, strict=True)
        )
        errors.append(1 - right / len(rows))
    return errors


def learnt_and_asked(dataset: Dataset, learnt: int) -> tuple[Any, list[dict[str, Any]], list[Any]]:
    """ID3's tree of the first `learnt` rows of a table, and the rows and labels that are left."""
    rows, labels, attributes = table_of(dataset)
    return build_id3(rows[:learnt], labels[:learnt], attributes), rows[learnt:], labels[learnt:]


exercise = Exercise(
    id="week5/depth_sweep",
    signature="depth_sweep(tree, rows, labels, depths)",
    returns="a list of numbers, one error rate for each depth",
    points=7,
    hidden_points=7,
    reference=depth_sweep,
    cases=(
        Case(
            build_id3(*table_of(load_play_tennis())),
            *table_of(load_play_tennis())[:2],
            [0, 1, 2],
            note="play_tennis: 5/14, 4/14 and no error",
        ),
        Case(
            *learnt_and_asked(load_play_tennis(), 9),
            [0, 1, 2, 3],
            note="learnt from nine days, asked for five",
        ),
        Case(*learnt_and_asked(load_loan(), 8), [0, 1, 2], note="loan: eight applicants, then seven others"),
        Case(
            build_id3(*table_of(load_weather_wind())),
            *table_of(load_weather_wind())[:2],
            [2, 0],
            note="depths in no order",
        ),
        Case(
            {
                "attribute": "wind",
                "majority": "yes",
                "branches": {
                    "high": {
                        "attribute": "sky",
                        "majority": "no",
                        "branches": {"blue": "yes", "grey": "no", "black": "no"},
                    },
                    "low": "yes",
                },
            },
            [
                {"wind": "high", "sky": "blue"},
                {"wind": "high", "sky": "green"},
                {"wind": "storm", "sky": "blue"},
                {"wind": "low", "sky": "grey"},
            ],
            ["yes", "yes", "no", "yes"],
            [0, 1, 2, 5],
            group="edge case",
            note="values that the tree has not seen, and a depth beyond it",
        ),
        Case(
            "yes", [{"wind": "low"}] * 3, ["yes", "no", "no"], [0, 1], group="edge case", note="a lone leaf"
        ),
    ),
    draw=draw,
    hints=(
        "Write prediction first, for one row and one depth. It is week 2's walk down the tree with one "
        "more way to stop.",
        "Stop at a leaf, or after `depth` questions. If you have stopped at a dictionary, its majority is "
        "the answer.",
        "An unseen value ends the walk too: the node's majority is the answer. Then count, for each depth in "
        "`depths`, the rows whose answer differs from their label, and divide by the number of rows.",
    ),
    misconceptions=(
        Misconception(
            "root counted as depth 1",
            "Your curve comes one depth late. Depth is the number of questions asked: at depth 0 none is "
            "asked and the root's majority answers, at depth 1 the root asks its question.",
            "Take `depth` steps down, and no step for depth 0.",
            root_counted_as_depth_1,
        ),
        Misconception(
            "never cut",
            "Every depth gets the error of the whole tree: you walk to the leaf however far it is.",
            "Count the questions on the way down, and stop when there have been `depth` of them.",
            never_cut,
        ),
        Misconception(
            "right instead of wrong",
            "Your numbers are the shares of rows that are right. The task asks for error rates, whose curve "
            "falls and then rises again.",
            "Count the rows where the answer and the label differ.",
            right_instead_of_wrong,
        ),
        Misconception(
            "counts instead of shares",
            "You counted the errors and did not divide by the number of rows. Counts from a training set and "
            "a validation set of different sizes cannot be drawn in one picture.",
            "Divide by the number of rows.",
            counts_instead_of_shares,
        ),
        Misconception(
            "no answer for unseen values",
            "Your walk fails with a KeyError where a row has a value for which the node has no branch. New "
            "rows do that. The node still knows its majority.",
            "Ask whether there is a branch, and answer with the majority if there is none.",
            no_answer_for_unseen_values,
        ),
        Misconception(
            "learns from the rows it is asked",
            "Where you cut, you answer with the commonest label of the rows that are being judged. That tree "
            "has looked at the answers: an honest one uses the majority it stored when it was grown.",
            'Use node["majority"]. The labels in `labels` are for counting errors only.',
            learns_from_the_rows_it_is_asked,
        ),
        Misconception(
            "early leaves left out",
            "You judge only the rows that get as far as the depth. Rows that reach a leaf earlier have an "
            "answer too, often the tree's best ones.",
            "A row that has met a leaf stays there; count it at every depth from then on.",
            early_leaves_left_out,
        ),
        Misconception(
            "majority of the root everywhere",
            "Where you cut, you answer with the root's majority and throw away what was asked on the way. "
            "The node where the walk stops has a majority of its own.",
            "Answer with the majority of the node you stand on.",
            majority_of_the_root,
        ),
        Misconception(
            "every depth from zero",
            "You took depths 0, 1, 2, … whatever was asked for. `depths` may leave some out and come in any "
            "order.",
            "Loop over the depths themselves, not over their positions.",
            every_depth_from_zero,
        ),
        Misconception(
            "None for unseen values",
            "Where a row has a value for which the node has no branch, your answer is None, which is always "
            "wrong. The tree has an answer there: the majority of the node where the walk ends.",
            "Give `get` the node's majority as its second argument.",
            none_for_unseen_values,
        ),
        Misconception(
            "unseen values left out",
            "You leave out rows with a value that the tree has not seen. In use such rows arrive all the "
            "same, and an error rate without them promises too much.",
            "Answer with the majority of the node, and divide by the number of all rows.",
            unseen_values_left_out,
        ),
        Misconception(
            "pairs of depth and error",
            "Your numbers are right, and each comes in a pair with its depth. The caller knows the depths; "
            "asked for is a list of error rates, in the same order.",
            "Append the error rate alone.",
            pairs_of_depth_and_error,
        ),
        Misconception(
            "whole tree beside the cut one",
            "You return two errors for each depth, that of the whole tree and that of the cut one. Both are "
            "on the same rows: a curve for training and one for validation rows take two calls.",
            "Return one number for each depth. The caller calls you once for each heap of rows.",
            whole_tree_beside_the_cut_one,
        ),
    ),
    alternatives={
        "cutting the tree": by_cutting_the_tree,
        "recursion": by_recursion,
        "walking once, NumPy": by_walking_once,
        "a list of answers": with_a_list_of_answers,
    },
)
