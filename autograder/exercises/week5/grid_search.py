"""The best setting of a grid, from the log of an experiment."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.tuning import grid_search

#: Parameters and the values that random grids take from.
VALUES: dict[str, list[Any]] = {
    "max_depth": [2, 3, 4, 6, 8, 12],
    "min_samples_leaf": [1, 2, 5, 10, 20],
    "criterion": ["gini", "entropy"],
    "ccp_alpha": [0.0, 0.001, 0.01, 0.1],
}

Grid = dict[str, list[Any]]


def log(grid: Grid, scores: list[list[float]]) -> list[dict[str, Any]]:
    """One run for each setting, in the order of `product`, and each of its scores."""
    settings = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    return [
        {**setting, "fold": fold, "score": score}
        for setting, over_folds in zip(settings, scores, strict=True)
        for fold, score in enumerate(over_folds)
    ]


def random_grid(rng: np.random.Generator, parameters: int) -> Grid:
    """Some values of some parameters."""
    names = rng.choice(list(VALUES), parameters, replace=False).tolist()
    return {name: VALUES[name][: int(rng.integers(2, 4))] for name in names}


def random_experiment(
    rng: np.random.Generator, parameters: int, folds: int
) -> tuple[Grid, list[dict[str, Any]]]:
    """A grid and its log, shuffled, with a clear winner and a better run outside the grid."""
    grid = random_grid(rng, parameters)
    shape = [len(values) for values in grid.values()]
    while True:
        scores = rng.uniform(0.5, 0.9, [*shape, folds]).round(3)
        means = np.sort(scores.mean(axis=-1), axis=None)
        if means[-1] - means[-2] > 1e-3:
            break
    runs = log(grid, scores.reshape(-1, folds).tolist())
    name = next(iter(grid))
    outside = [{**runs[0], name: VALUES[name][len(grid[name]) % len(VALUES[name])], "score": 0.95}]
    if outside[0][name] in grid[name]:
        outside = []
    everything = runs + outside
    return grid, [everything[i] for i in rng.permutation(len(everything))]


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """One to three parameters with a clear winner; then three settings that tie exactly."""
    for parameters, folds in ((1, 3), (2, 3), (2, 5), (2, 4), (3, 3)):
        grid, runs = random_experiment(rng, parameters, folds)
        yield Case(grid, runs, group="random experiment")
    grid, runs = random_experiment(rng, 2, 3)
    negative = [{**run, "score": run["score"] - 1} for run in runs]
    yield Case(grid, negative, group="ends", note="negative scores")
    grid = random_grid(rng, 2)
    settings = int(np.prod([len(values) for values in grid.values()]))
    # Eighths add up exactly, so that a tie is a tie however the average is taken.
    scores = [[0.5, 0.625]] * settings
    for place in rng.choice(settings, 3, replace=False):
        scores[place] = [0.875, 0.75] if place % 2 else [0.75, 0.875]
    runs = log(grid, scores)
    yield Case(grid, [runs[i] for i in rng.permutation(len(runs))], group="ends", note="three settings tie")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def best_single_run(grid, runs):
    from itertools import product

    best = None
    for values in product(*grid.values()):
        setting = dict(zip(grid, values, strict=True))
        score = max(run["score"] for run in runs if all(run[name] == setting[name] for name in grid))
        if best is None or score > best["score"]:
            best = {"setting": setting, "score": score}
    return best


def smallest_score_wins(grid, runs):
    from itertools import product

    best = None
    for values in product(*grid.values()):
        setting = dict(zip(grid, values, strict=True))
        scores = [run["score"] for run in runs if all(run[name] == setting[name] for name in grid)]
        if best is None or sum(scores) / len(scores) < best["score"]:
            best = {"setting": setting, "score": sum(scores) / len(scores)}
    return best


def one_parameter_at_a_time(grid, runs):
    def average(setting):
        scores = [run["score"] for run in runs if all(run[name] == setting[name] for name in grid)]
        return sum(scores) / len(scores)

    setting = {name: values[0] for name, values in grid.items()}
    for name, values in grid.items():
        setting[name] = max(values, key=lambda value: average({**setting, name: value}))
    return {"setting": setting, "score": average(setting)}


def each_parameter_on_its_own_average(grid, runs):
    def average(setting):
        scores = [run["score"] for run in runs if all(run[name] == value for name, value in setting.items())]
        return sum(scores) / len(scores)

    inside = [run for run in runs if all(run[name] in values for name, values in grid.items())]
    setting = {}
    for name, values in grid.items():
        means = {}
        for value in values:
            scores = [run["score"] for run in inside if run[name] == value]
            means[value] = sum(scores) / len(scores)
        setting[name] = max(values, key=lambda value: means[value])
    return {"setting": setting, "score": average(setting)}


def last_of_equals(grid, runs):
    from itertools import product

    best = None
    for values in product(*grid.values()):
        setting = dict(zip(grid, values, strict=True))
        scores = [run["score"] for run in runs if all(run[name] == setting[name] for name in grid)]
        if best is None or sum(scores) / len(scores) >= best["score"]:
            best = {"setting": setting, "score": sum(scores) / len(scores)}
    return best


def sum_instead_of_average(grid, runs):
    from itertools import product

    best = None
    for values in product(*grid.values()):
        setting = dict(zip(grid, values, strict=True))
        score = sum(run["score"] for run in runs if all(run[name] == setting[name] for name in grid))
        if best is None or score > best["score"]:
            best = {"setting": setting, "score": score}
    return best


def last_run_only(grid, runs):
    from itertools import product

    score_of = {}
    for run in runs:
        score_of[tuple(run[name] for name in grid)] = run["score"]
    best = None
    for values in product(*grid.values()):
        if best is None or score_of[values] > best["score"]:
            best = {"setting": dict(zip(grid, values, strict=True)), "score": score_of[values]}
    return best


def grid_not_looked_at(grid, runs):
    scores: dict = {}
    for run in runs:
        scores.setdefault(tuple(run[name] for name in grid), []).append(run["score"])
    place = {name: {value: i for i, value in enumerate(values)} for name, values in grid.items()}

    def rank(values):
        order = [place[name].get(value, 99) for name, value in zip(grid, values, strict=True)]
        return -sum(scores[values]) / len(scores[values]), order

    best = min(scores, key=rank)
    return {"setting": dict(zip(grid, best, strict=True)), "score": sum(scores[best]) / len(scores[best])}


def first_parameter_fastest(grid, runs):
    from itertools import product

    best = None
    for backwards in product(*reversed(grid.values())):
        setting = dict(zip(grid, reversed(backwards), strict=True))
        scores = [run["score"] for run in runs if all(run[name] == setting[name] for name in grid)]
        if best is None or sum(scores) / len(scores) > best["score"]:
            best = {"setting": setting, "score": sum(scores) / len(scores)}
    return best


def best_starts_at_zero(grid, runs):
    from itertools import product

    best_setting, best_score = {}, 0.0
    for values in product(*grid.values()):
        setting = dict(zip(grid, values, strict=True))
        scores = [run["score"] for run in runs if all(run[name] == setting[name] for name in grid)]
        if sum(scores) / len(scores) > best_score:
            best_setting, best_score = setting, sum(scores) / len(scores)
    return {"setting": best_setting, "score": best_score}


def rounded_before_comparing(grid, runs):
    from itertools import product

    best = None
    for values in product(*grid.values()):
        setting = dict(zip(grid, values, strict=True))
        scores = [run["score"] for run in runs if all(run[name] == setting[name] for name in grid)]
        average = round(sum(scores) / len(scores), 2)
        if best is None or average > best["score"]:
            best = {"setting": setting, "score": average}
    return best


# Correct solutions in other styles.


def with_product_and_max(grid, runs):
    from itertools import product
    from statistics import fmean

    def average(values):
        wanted = list(zip(grid, values, strict=True))
        return fmean(run["score"] for run in runs if all(run[name] == value for name, value in wanted))

    best = max(product(*grid.values()), key=average)
    return {"setting": dict(zip(grid, best, strict=True)), "score": average(best)}


def with_one_pass(grid, runs):
    from collections import defaultdict
    from itertools import product

    collected = defaultdict(list)
    for run in runs:
        collected[tuple(run[name] for name in grid)].append(run["score"])
    means = [sum(collected[v]) / len(collected[v]) for v in product(*grid.values())]
    place = means.index(max(means))
    values = list(product(*grid.values()))[place]
    return {"setting": dict(zip(grid, values, strict=True)), "score": means[place]}


def by_recursion(grid, runs):
    def search(names, setting, kept):
        if not names:
            return {"setting": setting, "score": sum(run["score"] for run in kept) / len(kept)}
        name, *rest = names
        found = [
            search(rest, {**setting, name: value}, [run for run in kept if run[name] == value])
            for value in grid[name]
        ]
        return max(found, key=lambda one: one["score"])

    return search(list(grid), {}, runs)


def with_numpy(grid, runs):
    import numpy as np

    names = list(grid)
    total = np.zeros([len(grid[name]) for name in names])
    count = np.zeros_like(total)
    for run in runs:
        if all(run[name] in grid[name] for name in names):
            cell = tuple(grid[name].index(run[name]) for name in names)
            total[cell] += run["score"]
            count[cell] += 1
    means = total / count
    best = np.unravel_index(np.argmax(means), means.shape)
    setting = {name: grid[name][i] for name, i in zip(names, best, strict=True)}
    return {"setting": setting, "score": means[best]}


DEPTH_AND_LEAF: Grid = {"max_depth": [2, 4, 8], "min_samples_leaf": [1, 5, 20]}
DEPTH_AND_LEAF_SCORES = [
    [0.78, 0.74, 0.76],
    [0.77, 0.73, 0.78],
    [0.72, 0.75, 0.70],
    [0.79, 0.70, 0.76],
    [0.80, 0.79, 0.81],
    [0.74, 0.72, 0.73],
    [0.86, 0.62, 0.64],
    [0.82, 0.83, 0.84],
    [0.66, 0.70, 0.65],
]

exercise = Exercise(
    id="week5/grid_search",
    signature="grid_search(grid, runs)",
    returns='a dictionary with the best "setting" (a dictionary) and its "score" (a number)',
    points=6,
    hidden_points=6,
    reference=grid_search,
    cases=(
        Case(
            {"max_depth": [1, 2, 3]},
            log({"max_depth": [1, 2, 3]}, [[0.70, 0.72], [0.81, 0.77], [0.84, 0.70]]),
            note="one parameter, two folds: depth 2 has 0.79 on average",
        ),
        Case(
            DEPTH_AND_LEAF,
            log(DEPTH_AND_LEAF, DEPTH_AND_LEAF_SCORES),
            note="two parameters, three folds: 0.83 on average",
        ),
        Case(
            {"max_depth": [2, 4], "min_samples_leaf": [1, 5]},
            log(DEPTH_AND_LEAF, DEPTH_AND_LEAF_SCORES)[::-1],
            note="a log that holds more than the grid asks for",
        ),
        Case(
            {"criterion": ["gini", "entropy"], "max_depth": [3, 6], "ccp_alpha": [0.0, 0.01]},
            log(
                {"criterion": ["gini", "entropy"], "max_depth": [3, 6], "ccp_alpha": [0.0, 0.01]},
                [
                    [0.9, 0.7],
                    [0.7, 0.72],
                    [0.6, 0.58],
                    [0.7, 0.79],
                    [0.75, 0.7],
                    [0.7, 0.84],
                    [0.4, 0.5],
                    [0.83, 0.85],
                ],
            ),
            note="three parameters",
        ),
        Case(
            {"max_depth": [2, 4], "min_samples_leaf": [1, 5]},
            log(
                {"max_depth": [2, 4], "min_samples_leaf": [1, 5]},
                [[0.5, 0.5], [0.75, 0.875], [0.875, 0.75], [0.75, 0.875]],
            ),
            group="edge case",
            note="three settings tie: the first in the grid's order",
        ),
        Case(
            {"max_depth": [2, 4, 8]},
            log({"max_depth": [2, 4, 8]}, [[-14.5, -11.5], [-8.25, -9.75], [-10.0, -9.5]]),
            group="edge case",
            note="scores may be negative: squared errors with a minus, as scikit-learn has them",
        ),
        Case(
            {"max_depth": [3]},
            [{"max_depth": 3, "fold": 0, "score": 0.6}],
            group="edge case",
            note="a single run",
        ),
    ),
    draw=draw,
    hints=(
        "Two steps: list the settings of the grid, then find the average score of each.",
        "`itertools.product(*grid.values())` gives every combination, the last parameter changing fastest. "
        "Joined with the names of the parameters, each becomes a setting.",
        "For one setting, collect the scores of all runs that agree with it in every parameter of the grid, "
        "and average them. Keep the setting if its average is *greater* than the best so far, so that the "
        "first of equals stays.",
    ),
    misconceptions=(
        Misconception(
            "best single run",
            "You let the best single run decide. One lucky fold is enough for that; the average over the "
            "folds is what cross-validation was done for.",
            "Average the scores of a setting before you compare settings.",
            best_single_run,
        ),
        Misconception(
            "smallest score wins",
            "You kept the setting with the smallest average, as if the scores were errors. In this log more "
            "is better.",
            "Turn the comparison round.",
            smallest_score_wins,
        ),
        Misconception(
            "one parameter at a time",
            "You chose the first parameter with the others held still, then the next. The best depth "
            "depends on the leaf size, so such a walk can stop beside the best setting. A grid search "
            "tries them all.",
            "Go through every combination of values.",
            one_parameter_at_a_time,
        ),
        Misconception(
            "each parameter on its own average",
            "You gave each parameter the value with the best average over everything else, and put those "
            "together. Two values that are good on average need not be good together.",
            "Average over the folds of one setting only.",
            each_parameter_on_its_own_average,
        ),
        Misconception(
            "last of equals",
            "Of two settings with the same average you keep the later one. The task asks for the first, so "
            "that everyone gets the same.",
            "Replace the best so far only by something strictly better.",
            last_of_equals,
        ),
        Misconception(
            "sum instead of average",
            "You found the right setting, and reported the sum of its scores. A sum grows with the number of "
            "folds and cannot be compared with anyone else's.",
            "Divide by the number of runs of the setting.",
            sum_instead_of_average,
        ),
        Misconception(
            "last run only",
            "Each run of a setting overwrites the one before, so only the last fold in the log counts.",
            "Collect the scores of a setting in a list, and average the list.",
            last_run_only,
        ),
        Misconception(
            "grid not looked at",
            "You took the best setting of the whole log. The log may hold runs from an earlier experiment; "
            "only the settings of this grid take part.",
            "Start from the combinations of the grid, not from the runs.",
            grid_not_looked_at,
        ),
        Misconception(
            "first parameter fastest",
            "Of two settings with the same average you keep the one that comes first when the first "
            "parameter changes fastest. In the order of `itertools.product` the last one does.",
            "Let the first parameter be the outer loop.",
            first_parameter_fastest,
        ),
        Misconception(
            "best starts at zero",
            "Your best score starts at 0, so a setting with a negative average can never become the best. "
            "Scores such as minus the squared error are never above 0.",
            "Start with None, or with minus infinity.",
            best_starts_at_zero,
        ),
        Misconception(
            "rounded to two decimals",
            "You rounded the averages to two decimals. Settings that differ in the third then look equally "
            "good, and the first of them wins.",
            "Compare and return the averages as they are.",
            rounded_before_comparing,
        ),
    ),
    alternatives={
        "product and max": with_product_and_max,
        "one pass over the log": with_one_pass,
        "recursion": by_recursion,
        "NumPy": with_numpy,
    },
)
