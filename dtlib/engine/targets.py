"""What a tree predicts, and how it is added up over sets of cases.

Classes are counted; numbers are summed. A set of cases is described by a few sums, and all that a tree
needs to know about a node follows from them. For classes the first one needs no sum of its own: its share
is what the others leave. With two classes one running count therefore does for both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]


@dataclass(frozen=True)
class Classes:
    """A class for each case.

    Attributes
    ----------
    codes : ndarray of shape (n,)
    n_classes : int
    """

    codes: Integers
    n_classes: int

    def lines(self) -> Iterator[NDArray]:
        """For each class but the first, whether a case belongs to it, shape (n,)."""
        if self.n_classes == 2:
            yield self.codes
        else:
            for k in range(1, self.n_classes):
                yield (self.codes == k).view(np.int8)

    def value(self, group: Integers, weight: Floats, n_groups: int) -> Floats:
        """Weight of each class in each group of cases, shape (n_groups, n_classes)."""
        cell = group * self.n_classes + self.codes
        counted = np.bincount(cell, weight, minlength=n_groups * self.n_classes)
        return counted.reshape(n_groups, self.n_classes).astype(np.float64, copy=False)

    def weight_of(self, value: Floats) -> Floats:
        """The weight of groups with these values."""
        return value.sum(axis=1)

    def pooled(self, value: Floats, starts: Integers) -> Floats:
        """The value of groups that are put together, each from a start to the next."""
        return np.add.reduceat(value, starts, axis=0)

    def means(self, value: Floats) -> list[Floats]:
        """The mean of each of the `lines`, for groups with these values."""
        weight = value.sum(axis=1)
        return [of_class / weight for of_class in value.T[1:]]

    def take(self, cases: Integers) -> Classes:
        """The classes of some cases."""
        return Classes(self.codes[cases], self.n_classes)


@dataclass(frozen=True)
class Numbers:
    """A number for each case.

    Attributes
    ----------
    numbers : ndarray of shape (n,)
    """

    numbers: Floats

    def lines(self) -> Iterator[NDArray]:
        """The numbers themselves, shape (n,)."""
        yield self.numbers

    def value(self, group: Integers, weight: Floats, n_groups: int) -> Floats:
        """Weight, mean and mean squared deviation of each group of cases, shape (n_groups, 3)."""
        total = np.bincount(group, weight, minlength=n_groups)
        divisor = np.where(total > 0, total, 1.0)
        mean = np.bincount(group, weight * self.numbers, minlength=n_groups) / divisor
        deviation = self.numbers - mean[group]
        variance = np.bincount(group, weight * deviation**2, minlength=n_groups) / divisor
        return np.column_stack([total, mean, variance])

    def weight_of(self, value: Floats) -> Floats:
        """The weight of groups with these values."""
        return value[:, 0]

    def pooled(self, value: Floats, starts: Integers) -> Floats:
        """The value of groups that are put together, each from a start to the next."""
        weight, mean, variance = value.T
        total = np.add.reduceat(weight, starts)
        pooled_mean = np.add.reduceat(weight * mean, starts) / total
        which = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(value)))
        square = variance + (mean - pooled_mean[which]) ** 2
        return np.column_stack([total, pooled_mean, np.add.reduceat(weight * square, starts) / total])

    def means(self, value: Floats) -> list[Floats]:
        """The mean of each of the `lines`, for groups with these values."""
        return [value[:, 1]]

    def take(self, cases: Integers) -> Numbers:
        """The numbers of some cases."""
        return Numbers(self.numbers[cases])


def weighted_lines(target: Classes | Numbers, weight: Floats) -> list[NDArray]:
    """The target's lines times the weights; as they are if every weight is 1, so that counts stay whole."""
    if (weight == 1).all():
        return list(target.lines())
    return [line * weight for line in target.lines()]


Target = Classes | Numbers
