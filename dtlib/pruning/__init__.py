"""Pruning: how a tree that fits its training cases too well is cut back. One file for each author's rule."""

from dtlib.pruning.estimates import added_errors, pessimistic_errors

__all__ = ["added_errors", "pessimistic_errors"]
