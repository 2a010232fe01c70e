"""Draw the README's picture: the tree that ID3 grows for Quinlan's fourteen days of tennis."""

from pathlib import Path

import matplotlib.pyplot as plt

import dtlib
from dtlib.datasets import load_play_tennis
from dtlib.export import plot_tree
from dtlib.style import use_course_style

use_course_style()
days = load_play_tennis()
tree = dtlib.ID3Classifier().fit(days.X, days.y)

figure, axes = plt.subplots(figsize=(9, 4.6), layout="constrained")
plot_tree(tree, ax=axes)
figure.savefig(Path(__file__).with_name("play_tennis.png"), dpi=110)
