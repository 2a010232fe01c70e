"""A tree as a picture that can be read at the width of a notebook.

Distances are measured in the height of the letters ("em"). The layout is made first, from the texts; the
letters are then as large as the picture allows. matplotlib is only imported when something is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from dtlib.describe import Condition, branches_of, counted, prediction_of, wrong_at

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LARGEST_FONT, SMALLEST_FONT = 10.0, 5.0  # points
NOTEBOOK_WIDTH = 9.0  # inches
LINE = 1.3  # em from one line to the next
PADDING = 0.6  # em between a text and its frame
BETWEEN_BOXES = 1.0  # em
ABOVE_BOX = 0.2  # em between a box and the label of the branch that leads to it
BRANCH = 2.0  # em from a box down to the labels below it
BOLD = 1.15  # how much wider a bold letter is
LABEL_WIDTH = 24  # letters in a line of a label


@dataclass
class Box:
    """A node in the picture; lengths in em.

    Attributes
    ----------
    lines : list of str
    colour : str or tuple
    label : str
        What the branch into the box says.
    children : list of Box
    width, span : float
        Of the box itself, and of everything that hangs below it.
    x, y : float
        The middle of its upper edge.
    """

    lines: list[str]
    colour: Any
    label: str = ""
    is_leaf: bool = True
    children: list[Box] = field(default_factory=list)
    width: float = 0.0
    span: float = 0.0
    x: float = 0.0
    y: float = 0.0

    @property
    def height(self) -> float:
        return LINE * len(self.lines) + 2 * PADDING


def plot_tree(
    estimator: Any,
    *,
    max_depth: int | None = None,
    ax: Axes | None = None,
    fontsize: float | None = None,
    digits: int = 4,
) -> Axes:
    """Draw the tree, with the values on its branches and the cases in its boxes.

    A box has the colour of its majority class, stronger the purer the node is; in a regression tree it is
    darker the greater the mean.

    Parameters
    ----------
    estimator : a fitted tree
    max_depth : int, optional
        Draw this many levels of questions; a box below says how many leaves are left out.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure, as wide as a notebook and as high as it must be.
    fontsize : float, optional
        In points. By default as large as fits, at most 10; a new figure is made wider rather than going
        below 5.
    digits : int, default=4
        Significant digits of thresholds and means.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> import dtlib
    >>> data = dtlib.datasets.load_play_tennis()
    >>> ax = plot_tree(dtlib.ID3Classifier().fit(data.X, data.y))
    >>> sorted(text.get_text() for text in ax.texts if text.get_text() in ("sunny", "rain", "overcast"))
    ['overcast', 'rain', 'sunny']
    """
    import matplotlib.pyplot as plt

    check_is_fitted(estimator)
    boxes = _boxes(estimator, max_depth, digits)
    width, height = _lay_out(boxes)
    if ax is None:
        size = fontsize or max(SMALLEST_FONT, min(LARGEST_FONT, 72 * NOTEBOOK_WIDTH / width))
        _, ax = plt.subplots(figsize=(width * size / 72, height * size / 72), layout="none")
        ax.set_position((0, 0, 1, 1))
    else:
        extent = ax.get_window_extent().transformed(ax.figure.dpi_scale_trans.inverted())
        size = fontsize or min(LARGEST_FONT, 72 * extent.width / width, 72 * extent.height / height)
    ax.set(xlim=(0, width), ylim=(-height, 0))
    ax.axis("off")
    for box in boxes:
        _draw(box, ax, size)
    return ax


# ---- What is in the boxes


def _boxes(estimator: Any, max_depth: int | None, digits: int) -> list[Box]:
    """A box for every node that is shown, parents first."""
    root = Box([], None)
    boxes, pending = [], [(0, 0, root)]
    while pending:
        node, depth, box = pending.pop()
        boxes.append(box)
        is_cut = depth == max_depth and not estimator.tree_.is_leaf[node]
        box.is_leaf = is_cut or bool(estimator.tree_.is_leaf[node])
        box.lines = _text(estimator, node, digits, is_cut=is_cut)
        box.colour = _colour(estimator, node)
        if box.is_leaf:
            continue
        for condition, child in zip(
            branches_of(estimator, node), estimator.tree_.children(node), strict=True
        ):
            below = Box([], None, _label(condition, digits))
            box.children.append(below)
            pending.append((child, depth + 1, below))
    return boxes


def _text(estimator: Any, node: int, digits: int, *, is_cut: bool) -> list[str]:
    tree = estimator.tree_
    prediction = prediction_of(estimator, node)
    verdict = str(prediction) if is_classifier(estimator) else f"{prediction:.{digits}g}"
    if not is_classifier(estimator):
        contents = f"n = {counted(tree.weight[node])}"
    elif len(estimator.classes_) <= 3:
        pairs = zip(estimator.classes_, tree.value[node], strict=True)
        contents = "  ".join(f"{label}: {counted(weight)}" for label, weight in pairs)
    else:
        contents = f"n = {counted(tree.weight[node])}, {counted(wrong_at(estimator, node))} not {verdict}"
    if tree.is_leaf[node]:
        return [verdict, contents]
    if is_cut:
        return [f"({estimator.columns_[tree.feature[node]].name} ...)", contents]
    question = estimator.columns_[tree.feature[node]].name
    return [question, contents] if is_classifier(estimator) else [question, f"{verdict},  {contents}"]


def _label(condition: Condition, digits: int) -> str:
    match condition.relation:
        case "<=":
            return f"≤ {condition.value:.{digits}g}"
        case ">":
            return f"> {condition.value:.{digits}g}"
        case "=":
            return fill(str(condition.value), LABEL_WIDTH)
    return fill(", ".join(map(str, condition.value)) or "(not seen)", LABEL_WIDTH)


def _colour(estimator: Any, node: int) -> Any:
    """The colour of the majority class mixed with white, or a shade of blue for a mean."""
    from matplotlib.colors import to_rgb

    from dtlib.style import BLUE, CLASS_COLOURS

    tree = estimator.tree_
    if is_classifier(estimator):
        colour = CLASS_COLOURS[tree.majority[node] % len(CLASS_COLOURS)]
        share, even = 1 - wrong_at(estimator, node) / (tree.weight[node] or 1), 1 / len(estimator.classes_)
        strength = (share - even) / (1 - even) if even < 1 else 1.0
    else:
        means = tree.value[:, 1]
        colour, strength = BLUE, (means[node] - means.min()) / (np.ptp(means) or 1)
    ink = 0.08 + 0.47 * strength  # never so strong that black letters can't be read on it
    return tuple(1 - ink + ink * part for part in to_rgb(colour))


# ---- Where they stand


def _lay_out(boxes: list[Box]) -> tuple[float, float]:
    """Give every box its place, and get the size of the picture in em."""
    for box in reversed(boxes):
        bold, *rest = box.lines
        box.width = max(BOLD * _width_of(bold), *map(_width_of, rest)) + 2 * PADDING
        label = max(map(_width_of, box.label.split("\n"))) + PADDING
        below = sum(child.span for child in box.children)
        box.span = max(box.width + BETWEEN_BOXES, label + BETWEEN_BOXES, below)
    root = boxes[0]
    root.x = root.span / 2
    level, y = [root], -PADDING
    while level:
        for box in level:
            box.y = y
            left = box.x - sum(child.span for child in box.children) / 2
            for child in box.children:
                child.x = left + child.span / 2
                left += child.span
        bottom = y - max(box.height for box in level)
        level = [child for box in level for child in box.children]
        n_lines = max((box.label.count("\n") + 1 for box in level), default=0)
        y = bottom - BRANCH - LINE * n_lines - ABOVE_BOX
    return root.span, PADDING - bottom


@lru_cache(maxsize=4096)
def _width_of(text: str) -> float:
    from matplotlib.textpath import TextPath

    if not text.strip():
        return 0.0
    # A dollar sign would start a formula; the outline is measured with every sign as it is.
    return float(TextPath((0, 0), text.replace("$", r"\$"), size=100).get_extents().width) / 100


def _draw(box: Box, ax: Axes, size: float) -> None:
    from matplotlib.patches import FancyBboxPatch

    foot = box.y - box.height
    for child in box.children:
        label_foot = child.y + ABOVE_BOX
        label_top = label_foot + LINE * (child.label.count("\n") + 1)
        ax.plot(
            [box.x, child.x], [foot, label_top], color="0.55", linestyle="-", linewidth=0.08 * size, zorder=1
        )
        ax.text(
            child.x,
            (label_foot + label_top) / 2,
            child.label.replace("$", r"\$"),
            ha="center",
            va="center",
            fontsize=size,
            zorder=2,
        )
    ax.add_patch(
        FancyBboxPatch(
            (box.x - box.width / 2, box.y - box.height),
            box.width,
            box.height,
            boxstyle=f"round,pad=0,rounding_size={0.9 if box.is_leaf else 0.15}",
            facecolor=box.colour,
            edgecolor="0.35",
            linewidth=0.08 * size,
            zorder=3,
        )
    )
    for i, line in enumerate(box.lines):
        ax.text(
            box.x,
            box.y - PADDING - LINE * (i + 0.5),
            line.replace("$", r"\$"),
            ha="center",
            va="center",
            fontsize=size,
            fontweight="bold" if i == 0 else "normal",
            zorder=4,
        )
