"""The algorithms as one writes them the first time: small, slow, and readable in one go.

`dtlib`'s estimators grow whole levels of a tree at once. Here the same trees are built node by node, the way
they are explained on a blackboard. These are the reference solutions of the exercises, and the slow end of
the timings in week 4.
"""

from dtlib.teaching import c45, cart, forest, gain_ratio, levels, missing, thresholds, tuning
from dtlib.teaching.id3 import (
    best_feature,
    build_id3,
    build_id3_with_stack,
    count_leaves_depth,
    majority_label,
    predict_one,
    tree_to_rules,
)

__all__ = [
    "best_feature",
    "build_id3",
    "build_id3_with_stack",
    "c45",
    "cart",
    "count_leaves_depth",
    "forest",
    "gain_ratio",
    "levels",
    "majority_label",
    "missing",
    "predict_one",
    "thresholds",
    "tree_to_rules",
    "tuning",
]
