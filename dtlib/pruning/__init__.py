"""Pruning: how a tree that fits its training cases too well is cut back. One file for each author's rule."""

from dtlib.pruning.cost_complexity import CostComplexityPath, cost_complexity_path, prune_to_alpha
from dtlib.pruning.error_based import error_based_prune, expected_errors
from dtlib.pruning.estimates import added_errors, pessimistic_errors
from dtlib.pruning.pessimistic import pessimistic_prune
from dtlib.pruning.reduced_error import reduced_error_prune

__all__ = [
    "CostComplexityPath",
    "added_errors",
    "cost_complexity_path",
    "error_based_prune",
    "expected_errors",
    "pessimistic_errors",
    "pessimistic_prune",
    "prune_to_alpha",
    "reduced_error_prune",
]
