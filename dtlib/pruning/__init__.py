"""Pruning: how a tree that fits its training cases too well is cut back. One file for each author's rule."""

from dtlib.pruning.error_based import error_based_prune, expected_errors
from dtlib.pruning.estimates import added_errors, pessimistic_errors
from dtlib.pruning.pessimistic import pessimistic_prune

__all__ = ["added_errors", "error_based_prune", "expected_errors", "pessimistic_errors", "pessimistic_prune"]
