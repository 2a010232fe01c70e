"""What a leaf will get wrong, and which branch is worth least (weeks 3 and 4)."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from autograder.interview.calculations.draft import Draft
from dtlib.pruning.estimates import added_errors, pessimistic_errors
from dtlib.teaching.cart import inner_nodes, leaf_risks
from dtlib.teaching.cart import weakest_link as weakest


def error_limit(rng: np.random.Generator, level: int) -> Draft:
    """A leaf without errors; with one or two; a subtree of two such leaves."""
    if level == 1:
        cases, errors = rng.integers(3, 17, size=1), np.array([0])
    elif level == 2:
        cases, errors = rng.integers(8, 21, size=1), rng.integers(1, 4, size=1)
    else:
        cases, errors = rng.integers(6, 17, size=2), np.array([0, int(rng.integers(1, 3))])
    expected = errors + added_errors(cases, errors)
    corrected, _ = pessimistic_errors(cases, errors, np.ones(len(cases)))
    slips = {
        "half_an_error_for_each_leaf": float(corrected.sum()),
        "rate_instead_of_errors": float((expected / cases).sum()),
    }
    if errors.any():
        slips["errors_seen"] = float(errors.sum())
    leaves = "; ".join(_leaf(n, e) for n, e in zip(cases, errors, strict=True))
    terms = " + ".join(
        f"{n} * {one / n:.4f}" for n, one in zip(cases.tolist(), expected.tolist(), strict=True)
    )
    return Draft({"leaves": leaves, "terms": terms}, float(expected.sum()), slips)


def pessimistic_error(rng: np.random.Generator, level: int) -> Draft:
    """The bar that a leaf must not exceed to replace a subtree: corrected errors plus one standard error."""
    leaves = level + 1
    cases = rng.integers(4, 16, size=leaves)
    errors = rng.integers(0, 3, size=leaves)
    total, wrong = int(cases.sum()), int(errors.sum())
    corrected, deviation = (float(value) for value in pessimistic_errors(total, wrong, leaves))
    slips = {
        "standard_error_forgotten": corrected,
        "half_an_error_once": wrong + 0.5 + deviation,
        "nothing_added": wrong + sqrt(wrong * (total - wrong) / total),
    }
    givens = {
        "leaves": "; ".join(_leaf(n, e) for n, e in zip(cases, errors, strict=True)),
        "terms": f"{wrong} + {leaves}/2 + sqrt({corrected:g} * ({total} - {corrected:g})/{total})",
    }
    return Draft(givens, corrected + deviation, slips)


def weakest_link(rng: np.random.Generator, level: int) -> Draft:
    """A chain of inner nodes, one for each level, with whole numbers as risks."""
    tree = _tree(rng, level)
    link = weakest(tree)
    assert link is not None
    name, answer = link
    links = sorted(
        (node["risk"] - sum(leaf_risks(node))) / (len(leaf_risks(node)) - 1) for node in inner_nodes(tree)
    )
    node = next(node for node in inner_nodes(tree) if node["name"] == name)
    risks = leaf_risks(node)
    slips = {
        "divided_by_the_leaves": (node["risk"] - sum(risks)) / len(risks),
        "subtree_not_subtracted": node["risk"] / (len(risks) - 1),
    }
    if level > 1:
        slips["strongest_link"] = links[-1]
    if len(risks) > 2:
        slips["not_divided"] = node["risk"] - sum(risks)
    sum_text = " + ".join(map(str, risks))
    givens = {
        "tree": _drawn(tree),
        "terms": f"g({name}) = ({node['risk']} - ({sum_text})) / ({len(risks)} - 1)",
    }
    return Draft(givens, float(answer) if answer > 0 else float("nan"), slips)


def _tree(rng: np.random.Generator, inner: int, name: str = "A") -> dict[str, Any]:
    """An inner node with a leaf on the left and, on the right, a leaf or the rest of the chain."""
    left: dict[str, Any] = {"name": name.lower() + "1", "risk": int(rng.integers(0, 4))}
    right = (
        _tree(rng, inner - 1, chr(ord(name) + 1))
        if inner > 1
        else {"name": name.lower() + "2", "risk": int(rng.integers(0, 4))}
    )
    risk = left["risk"] + right["risk"] + int(rng.integers(1, 8))
    return {"name": name, "risk": risk, "left": left, "right": right}


def _drawn(tree: dict[str, Any], depth: int = 1) -> str:
    kind = "" if "left" in tree else "  (leaf)"
    line = f"{'    ' * depth}{tree['name']}: R = {tree['risk']}{kind}"
    below = [_drawn(tree[side], depth + 1) for side in ("left", "right") if "left" in tree]
    return "\n".join([line, *below])


def _leaf(cases: int, errors: int) -> str:
    return f"{cases} cases, {errors} of them wrong"
