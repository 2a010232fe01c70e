"""A picture of a tree can be read: everything is there, nothing overlaps, letters fit their boxes."""

from itertools import combinations

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyBboxPatch
from sklearn.datasets import load_diabetes, load_iris

import dtlib
from dtlib import CARTClassifier, CARTRegressor, ID3Classifier
from dtlib.plot import LARGEST_FONT, SMALLEST_FONT, plot_tree
from dtlib.style import use_course_style


def tennis():
    data = dtlib.datasets.load_play_tennis()
    return ID3Classifier().fit(data.X, data.y)


def many_branches():
    X = pd.DataFrame({"county": [f"county number {i}" for i in range(12)]})
    return ID3Classifier().fit(X, list("abcd") * 3)


def grouped():
    X = pd.DataFrame({"town": ["Aix", "Brest", "Caen", "Dax", "Évry", "Foix"] * 3})
    return CARTClassifier().fit(X, [0, 1, 1, 1, 0, 1] * 3)


TREES = {
    "tennis": tennis,
    "branches": many_branches,
    "groups": grouped,
    "iris": lambda: CARTClassifier().fit(*load_iris(return_X_y=True, as_frame=True)),
    "numbers": lambda: CARTRegressor(max_depth=3).fit(*load_diabetes(return_X_y=True, as_frame=True)),
    "leaf": lambda: ID3Classifier().fit([["a"]], ["yes"]),
}


@pytest.fixture(params=list(TREES))
def drawn(request):
    tree = TREES[request.param]()
    ax = plot_tree(tree)
    ax.figure.canvas.draw()
    yield tree, ax
    plt.close("all")
    mpl.rcdefaults()


def boxes_of(ax):
    return [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]


def test_every_node_has_a_box_and_every_branch_a_label(drawn):
    tree, ax = drawn
    assert len(boxes_of(ax)) == tree.tree_.n_nodes
    assert len(ax.lines) == tree.tree_.n_nodes - 1


def test_no_box_touches_another_and_all_are_in_the_picture(drawn):
    _, ax = drawn
    extents = [box.get_window_extent() for box in boxes_of(ax)]
    assert not any(a.overlaps(b) for a, b in combinations(extents, 2))
    frame = ax.get_window_extent()
    assert all(e.x0 >= frame.x0 and e.x1 <= frame.x1 and e.y0 >= frame.y0 for e in extents)


def test_every_text_stays_in_its_box_or_off_all_boxes(drawn):
    _, ax = drawn
    boxes = [box.get_window_extent() for box in boxes_of(ax)]
    slack = 2  # pixels
    for text in ax.texts:
        e = text.get_window_extent()
        inside = [
            e.x0 >= b.x0 - slack and e.x1 <= b.x1 + slack and e.y0 >= b.y0 - slack and e.y1 <= b.y1 + slack
            for b in boxes
        ]
        x, y = (e.x0 + e.x1) / 2, (e.y0 + e.y1) / 2
        covered = [b.x0 < x < b.x1 and b.y0 < y < b.y1 for b in boxes]
        assert sum(inside) == sum(covered) <= 1


def test_no_text_covers_another(drawn):
    _, ax = drawn
    extents = [text.get_window_extent() for text in ax.texts]
    assert not any(a.padded(-1).overlaps(b.padded(-1)) for a, b in combinations(extents, 2))


def test_letters_are_neither_tiny_nor_huge(drawn):
    _, ax = drawn
    assert all(SMALLEST_FONT <= text.get_fontsize() <= LARGEST_FONT for text in ax.texts)


def test_a_deep_tree_is_cut_and_says_so():
    X, y = load_iris(return_X_y=True, as_frame=True)
    ax = plot_tree(CARTClassifier().fit(X, y), max_depth=2)
    assert len(boxes_of(ax)) == 5
    assert any("..." in text.get_text() for text in ax.texts)


def test_the_counts_and_the_values_are_in_the_picture():
    texts = [text.get_text() for text in plot_tree(tennis()).texts]
    assert "no: 5  yes: 9" in texts
    assert {"overcast", "rain", "sunny", "high", "normal"} <= set(texts)


def test_classes_differ_in_colour_and_purer_nodes_are_stronger():
    tree = tennis()
    colours = np.array([to_rgb(box.get_facecolor()) for box in boxes_of(plot_tree(tree))])
    root, *others = colours
    assert root.min() > min(colour.min() for colour in others) + 0.2
    pure = colours[[box.get_boxstyle().rounding_size > 0.5 for box in boxes_of(plot_tree(tree))]]
    assert len(np.unique(pure.round(6), axis=0)) == 2


def test_a_dollar_sign_is_no_formula():
    X = pd.DataFrame({"price": ["$1_000$", "$2^3$"]})
    ax = plot_tree(ID3Classifier().fit(X, ["a", "b"]))
    ax.figure.canvas.draw()


def test_it_draws_where_it_is_told_to_and_in_the_courses_style():
    use_course_style()
    _, ax = plt.subplots(figsize=(9, 4))
    assert plot_tree(tennis(), ax=ax) is ax
    assert {line.get_linestyle() for line in ax.lines} == {"-"}
