# The table of contents of dtlib. Modules first, then the names that are used directly.

from . import datasets, explain, export, measures, model_selection, plot, pruning, splits, teaching
from .c45 import C45Classifier
from .cart import CARTClassifier, CARTRegressor
from .id3 import ID3Classifier
from .intervals import discretize
from .measures import (
    GiniIndex,
    conditional_entropy,
    entropy,
    gain_ratio,
    gini,
    gini_gain,
    gini_index,
    information_gain,
    misclassification,
    split_information,
    variance,
)
from .splits import SubsetSplit, Threshold, best_subset, best_threshold

__all__ = [
    "C45Classifier",
    "CARTClassifier",
    "CARTRegressor",
    "GiniIndex",
    "ID3Classifier",
    "SubsetSplit",
    "Threshold",
    "best_subset",
    "best_threshold",
    "conditional_entropy",
    "datasets",
    "discretize",
    "entropy",
    "explain",
    "export",
    "gain_ratio",
    "gini",
    "gini_gain",
    "gini_index",
    "information_gain",
    "measures",
    "misclassification",
    "model_selection",
    "plot",
    "pruning",
    "split_information",
    "splits",
    "teaching",
    "variance",
]
