"""How C4.5 chooses between attributes: by the ratio of gain to cost, among those that gain enough.

The ratio alone can be had cheaply: an attribute that is nearly constant costs next to nothing, so its ratio
may be large while it says next to nothing. Quinlan's remedy is to look at the ratio only where the gain is at
least average.

Source: Quinlan (1986), Induction of Decision Trees, Machine Learning 1, section 7; Quinlan (1993), C4.5:
Programs for Machine Learning, section 2.2.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from dtlib.measures import gain_ratio, information_gain

DUST = 1e-9  # a smaller difference between two gains, or two ratios, is rounding


def choose_attribute_c45(
    rows: Sequence[Mapping[str, Any]], labels: Sequence[Any], attributes: Sequence[str]
) -> str | None:
    """The attribute with the largest gain ratio among those whose gain is at least the average.

    Parameters
    ----------
    rows : sequence of n dicts
        Each maps the attribute's name to its value; no value is missing.
    labels : sequence of n labels
    attributes : sequence of str
        The attributes to choose from; of equal ratios the first in this order wins.

    Returns
    -------
    str or None
        None if no attribute gains anything. An attribute with a single value admits no split, so it is
        not a candidate, and the average is taken without it.

    Examples
    --------
    The wind has the larger ratio, .278 against .255, but its gain of .278 is below the average of .339:

    >>> from dtlib.datasets import load_weather_wind
    >>> days = load_weather_wind()
    >>> choose_attribute_c45(days.X.to_dict("records"), list(days.y), ["weather", "wind"])
    'weather'
    """
    columns = {attribute: [row[attribute] for row in rows] for attribute in attributes}
    splitting = {attribute: column for attribute, column in columns.items() if len(set(column)) > 1}
    gains = {attribute: information_gain(column, labels) for attribute, column in splitting.items()}
    if not gains or max(gains.values()) < DUST:
        return None
    average = sum(gains.values()) / len(gains)
    ratios = {
        attribute: gain_ratio(splitting[attribute], labels)
        for attribute, gain in gains.items()
        if gain >= average - DUST
    }
    largest = max(ratios.values())
    return next(attribute for attribute, ratio in ratios.items() if ratio >= largest - DUST)
