"""What most trees say, row by row; trees may abstain."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.forest import forest_vote


def random_votes(
    rng: np.random.Generator, labels: list[Any], trees: int, rows: int, silent: float
) -> list[list[Any]]:
    """Votes of trees that say anything, and nothing with the probability `silent`."""
    return [
        [None if rng.random() < silent else labels[int(rng.integers(len(labels)))] for _ in range(rows)]
        for _ in range(trees)
    ]


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Forests with and without abstentions, an even number of trees, a row on which all abstain."""
    labels: list[Any]
    for labels, trees in ((["a", "b"], 5), (["a", "b", "c"], 7)):
        yield Case(random_votes(rng, labels, trees, 6, 0.0), group="random forest")
    for labels, trees in ((["a", "b"], 6), (["a", "b", "c"], 8), ([0, 1], 5)):
        yield Case(random_votes(rng, labels, trees, 6, 0.4), group="out-of-bag votes")
    votes = random_votes(rng, ["a", "b", "c"], 4, 5, 0.2)
    yield Case(
        [[*row, None] for row in votes], group="out-of-bag votes", note="nobody speaks of the last row"
    )
    yield Case([["b", "c"], ["a", "b"], ["b", "c"], ["a", "b"]], group="ends", note="ties")
    small, large = int(rng.integers(2, 10)), int(rng.integers(10, 20))
    yield Case([[small, large], [large, small]], group="ends", note="ties between numbers")
    yield Case(random_votes(rng, ["a", "b"], 1, 4, 0.0), group="ends", note="one tree")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def one_answer_for_each_tree(votes):
    answers = []
    for row in votes:
        said = [label for label in row if label is not None]
        answers.append(min(set(said), key=lambda label: (-said.count(label), label)) if said else None)
    return answers


def abstentions_counted(votes):
    answers = []
    for row in zip(*votes, strict=True):
        answers.append(min(set(row), key=lambda label: (-row.count(label), label is None, str(label))))
    return answers


def first_heard_wins_a_tie(votes):
    from collections import Counter

    answers = []
    for row in zip(*votes, strict=True):
        said = [label for label in row if label is not None]
        answers.append(Counter(said).most_common(1)[0][0] if said else None)
    return answers


def last_in_the_alphabet_wins_a_tie(votes):
    answers = []
    for row in zip(*votes, strict=True):
        said = [label for label in row if label is not None]
        answers.append(max(set(said), key=lambda label: (said.count(label), label)) if said else None)
    return answers


def more_than_half_needed(votes):
    answers = []
    for row in zip(*votes, strict=True):
        said = [label for label in row if label is not None]
        answers.append(next((label for label in said if 2 * said.count(label) > len(said)), None))
    return answers


def first_tree_decides(votes):
    return [next((label for label in row if label is not None), None) for row in zip(*votes, strict=True)]


def zero_taken_for_silence(votes):
    answers = []
    for row in zip(*votes, strict=True):
        said = [label for label in row if label]
        answers.append(min(set(said), key=lambda label: (-said.count(label), label)) if said else None)
    return answers


def silent_rows_left_out(votes):
    answers = []
    for row in zip(*votes, strict=True):
        said = [label for label in row if label is not None]
        if said:
            answers.append(min(set(said), key=lambda label: (-said.count(label), label)))
    return answers


def silent_rows_get_the_commonest(votes):
    everything = [label for tree in votes for label in tree if label is not None]
    answers = []
    for row in zip(*votes, strict=True):
        said = [label for label in row if label is not None] or everything
        answers.append(min(set(said), key=lambda label: (-said.count(label), label)) if said else None)
    return answers


def sorted_as_text(votes):
    answers = []
    for row in zip(*votes, strict=True):
        said = [label for label in row if label is not None]
        answers.append(min(set(said), key=lambda label: (-said.count(label), str(label))) if said else None)
    return answers


def tie_has_no_winner(votes):
    answers = []
    for row in zip(*votes, strict=True):
        said = [label for label in row if label is not None]
        most = max((said.count(label) for label in said), default=0)
        first = [label for label in sorted(set(said)) if said.count(label) == most]
        answers.append(first[0] if len(first) == 1 else None)
    return answers


def answers_as_text(votes):
    answers = []
    for row in zip(*votes, strict=True):
        said = [str(label) for label in row if label is not None]
        answers.append(min(set(said), key=lambda label: (-said.count(label), label)) if said else None)
    return answers


# Correct solutions in other styles.


def with_counter(votes):
    from collections import Counter

    answers = []
    for row in zip(*votes, strict=True):
        count = Counter(row)
        del count[None]
        most = max(count.values(), default=0)
        answers.append(min((label for label in count if count[label] == most), default=None))
    return answers


def with_loops(votes):
    if not votes:
        return []
    answers = []
    for i in range(len(votes[0])):
        tally: dict = {}
        for tree in votes:
            if tree[i] is not None:
                tally[tree[i]] = tally.get(tree[i], 0) + 1
        winner = None
        for label in sorted(tally):
            if winner is None or tally[label] > tally[winner]:
                winner = label
        answers.append(winner)
    return answers


def with_numpy(votes):
    import numpy as np

    answers = []
    for row in zip(*votes, strict=True):
        said = [label for label in row if label is not None]
        labels, counts = np.unique(said, return_counts=True)
        answers.append(labels[counts.argmax()] if said else None)
    return answers


def with_mode(votes):
    from statistics import multimode

    ballots = [[vote for vote in row if vote is not None] for row in zip(*votes, strict=True)]
    return [min(multimode(ballot), default=None) for ballot in ballots]


exercise = Exercise(
    id="week5/forest_vote",
    signature="forest_vote(votes)",
    returns="a list with one label (or None) for each row",
    points=4,
    hidden_points=4,
    reference=forest_vote,
    cases=(
        Case(
            [["yes", "no", "no", "yes"], ["yes", "yes", "no", "no"], ["no", "no", "no", "yes"]],
            note="three trees, four rows",
        ),
        Case(
            [["cat", "cow"], ["dog", "dog"], ["cow", "cow"], ["cat", "dog"], ["dog", "cow"], ["cat", "cat"]],
            note="three classes, and no need for more than half",
        ),
        Case(
            [
                ["no", None, "no"],
                [None, "yes", "no"],
                [None, "yes", "yes"],
                [None, "no", "yes"],
                ["yes", None, "yes"],
            ],
            note="out-of-bag votes: a tree keeps silent on rows it was grown from",
        ),
        Case(
            [[0, 1, 0], [0, 0, None], [1, None, 1], [0, 0, 1]],
            note="the labels are 0 and 1, and 0 is a label",
        ),
        Case([["b", "c"], ["a", "b"], ["b", "c"], ["a", "b"]], group="edge case", note="ties"),
        Case(
            [[10, 2], [9, 10], [10, 9], [9, 2]],
            group="edge case",
            note="labels are numbers: in a tie 9 comes before 10",
        ),
        Case(
            [["b", None], ["b", None], ["a", None]], group="edge case", note="nobody speaks of the second row"
        ),
        Case([["a", "b", "a"]], group="edge case", note="one tree"),
        Case([], group="edge case", note="no trees"),
    ),
    draw=draw,
    hints=(
        "`votes` holds one list for each tree; you need one ballot for each row. `zip(*votes)` turns the "
        "table on its side.",
        "Throw the abstentions out of each ballot, then count what is left. Test for `is None`: the label "
        "0 is a vote.",
        "Of the labels with the most votes take the first in sorted order. If nothing is left on the ballot, "
        "the answer for that row is None.",
    ),
    misconceptions=(
        Misconception(
            "one answer for each tree",
            "You counted along the wrong side of the table: you have one answer for each tree, over all its "
            "rows. The forest answers for each row, over all trees.",
            "What is `list(zip(*votes))`? Try it on three trees and four rows.",
            one_answer_for_each_tree,
        ),
        Misconception(
            "abstentions counted",
            "You let None win an election. A tree that keeps silent has no opinion on the row; only the "
            "votes that were cast count.",
            "Take the Nones out before you count.",
            abstentions_counted,
        ),
        Misconception(
            "first heard wins a tie",
            "In a tie you take the label that came first in the list of trees, as `Counter.most_common` "
            "does. The forest's answer would change with the order of its trees.",
            "Of equally frequent labels take the first in sorted order.",
            first_heard_wins_a_tie,
        ),
        Misconception(
            "last in the alphabet wins a tie",
            "In a tie you take the last label in sorted order. The course's rule is the first, the same as "
            "in every leaf of every tree.",
            "`max` over (count, label) prefers the larger label. Sort by minus the count instead.",
            last_in_the_alphabet_wins_a_tie,
        ),
        Misconception(
            "more than half needed",
            "You asked for more than half of the votes. With three classes the commonest label often has "
            "less, and it wins all the same.",
            "Take the label with the most votes, however many that are.",
            more_than_half_needed,
        ),
        Misconception(
            "first tree decides",
            "You took the first vote on each ballot. Then one tree would do, and the point of a forest is "
            "that many of them err in different places.",
            "Count all votes on the ballot.",
            first_tree_decides,
        ),
        Misconception(
            "zero taken for silence",
            "You dropped the votes for 0 together with the abstentions: in Python, `if vote` is false for 0. "
            "Half of the tables in the world code their classes as 0 and 1.",
            "Ask `vote is not None`.",
            zero_taken_for_silence,
        ),
        Misconception(
            "silent rows left out",
            "A row on which all trees keep silent has no place in your list, so every answer after it "
            "belongs to the wrong row.",
            "Put None there.",
            silent_rows_left_out,
        ),
        Misconception(
            "silent rows get the commonest label",
            "Where all trees keep silent you answer with the commonest label of all. An estimate of the "
            "error would then count guesses that no tree has made.",
            "Answer None, so that the caller can leave the row out.",
            silent_rows_get_the_commonest,
        ),
        Misconception(
            "sorted as text",
            'You compared the labels as texts, and as a text "10" comes before "9". Numbers are sorted by '
            "their size.",
            "Compare the labels themselves, without `str`.",
            sorted_as_text,
        ),
        Misconception(
            "a tie has no winner",
            "In a tie you answer None, as if all trees had kept silent. A forest always answers where "
            "somebody has voted, and everybody's forest should answer the same.",
            "Of equally frequent labels take the first in sorted order.",
            tie_has_no_winner,
        ),
        Misconception(
            "answers as text",
            "You turned the labels into texts. The number 0 and the text '0' are different labels, and your "
            "answer would never equal the truth.",
            "Return the label as the trees gave it.",
            answers_as_text,
        ),
    ),
    alternatives={
        "Counter": with_counter,
        "loops": with_loops,
        "NumPy": with_numpy,
        "statistics.multimode": with_mode,
    },
)
