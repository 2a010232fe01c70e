"""The tables that the course argues with, each with a note of where it comes from.

Small tables from the literature, typed as they were printed, so that every number in a lesson can be held
against its source; a generated one; and a few real ones with missing values. This module is the only reader
of the data folder.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Provenance:
    """Where a table comes from.

    Attributes
    ----------
    title, author, printed_in : str
        What it is about, who made it, and where it was printed.
    changed : str
        What differs from the print.
    year : int or None
        When it was made; None if nobody knows.
    licence : str
        The terms of a recorded data set; empty for an example typed from a book.
    original : dict
        The printed names of columns and values, where ours are translations.
    """

    title: str
    author: str
    printed_in: str
    changed: str
    year: int | None = None
    licence: str = ""
    original: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        licence = f" Licence: {self.licence}." if self.licence else ""
        return (
            f"{self.title}. {self.author} ({self.year}), {self.printed_in}. Changed: {self.changed}{licence}"
        )


@dataclass(frozen=True, eq=False)
class Dataset:
    """A table, the column to predict, and where it comes from; it also unpacks as ``frame, target``.

    Attributes
    ----------
    name : str
        The name that `load` knows it by.
    frame : pandas.DataFrame of shape (n, d + 1)
        The table; text stays text, missing values are NaN.
    target : str
        The column of `frame` to predict.
    provenance : Provenance
    not_features : tuple of str
        Columns of `frame` that a tree must not learn from.

    Examples
    --------
    >>> frame, target = load_weather_wind()
    >>> frame.shape, target
    ((10, 3), 'park')
    """

    name: str
    frame: pd.DataFrame
    target: str
    provenance: Provenance
    not_features: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Any]:
        return iter((self.frame, self.target))

    @property
    def X(self) -> pd.DataFrame:  # noqa: N802
        """The columns to learn from, shape (n, d)."""
        return self.frame.drop(columns=[self.target, *self.not_features])

    @property
    def y(self) -> "pd.Series[Any]":
        """The column to predict, shape (n,)."""
        return self.frame[self.target]


def load(name: str) -> Dataset:
    """A table by its name, read afresh: changing the frame changes nobody else's.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    Dataset

    Raises
    ------
    ValueError
        If there is no table of that name.

    Examples
    --------
    >>> load("play_tennis").y.value_counts().to_dict()
    {'yes': 9, 'no': 5}
    """
    if name not in names():
        raise ValueError(f"There is no table called {name!r}. There are: {', '.join(names())}.")
    entry = dict(_entries()[name])
    target = entry.pop("target")
    not_features = tuple(entry.pop("not_features", ()))
    ordered = entry.pop("ordered", {})
    like = entry.pop("original_as_in", None)
    if like is not None:
        entry["original"] = _entries()[like]["original"] | entry.get("original", {})

    frame = _generate_movies() if name == "movies1000" else _read_table(name)
    for column, values in ordered.items():
        frame[column] = pd.Categorical(frame[column], categories=values, ordered=True)
    return Dataset(name, frame, target, Provenance(**entry), not_features)


def names() -> list[str]:
    """The names of all tables.

    Examples
    --------
    >>> names()[:3]
    ['play_tennis', 'weather_wind', 'movies12']
    """
    return list(_entries())


def load_play_tennis() -> Dataset:
    """Quinlan's 14 Saturday mornings (1986).

    Examples
    --------
    >>> list(load_play_tennis().X.columns)
    ['outlook', 'temperature', 'humidity', 'windy']
    """
    return load("play_tennis")


def load_weather_wind() -> Dataset:
    """Ten days, two attributes: the table on which gain and gain ratio disagree.

    Examples
    --------
    >>> load_weather_wind().X.shape
    (10, 2)
    """
    return load("weather_wind")


def load_movies12() -> Dataset:
    """Twelve films by rating and award.

    Examples
    --------
    >>> load_movies12().X.shape
    (12, 2)
    """
    return load("movies12")


def load_movies1000() -> Dataset:
    """A thousand generated films, labelled by a rule without noise.

    A film is worth seeing if its rating is above 8, or above 7 with a box office above 8, or above 7.5 with
    an award. The unit of the box office is not given.

    Examples
    --------
    >>> load_movies1000().X.shape
    (1000, 3)
    """
    return load("movies1000")


def load_watermelon20() -> Dataset:
    """Zhou's 17 watermelons, six attributes (2016, table 4.1).

    Examples
    --------
    >>> load_watermelon20().X.shape
    (17, 6)
    """
    return load("watermelon20")


def load_watermelon20_alpha() -> Dataset:
    """Zhou's 17 watermelons with some values missing (2016, table 4.4).

    Examples
    --------
    >>> int(load_watermelon20_alpha().X.isna().sum().sum())
    13
    """
    return load("watermelon20_alpha")


def load_watermelon30() -> Dataset:
    """Zhou's 17 watermelons with density and sugar content (2016, table 4.3).

    Examples
    --------
    >>> load_watermelon30().X.shape
    (17, 8)
    """
    return load("watermelon30")


def load_loan() -> Dataset:
    """Li Hang's 15 loan applications (2012, table 5.1).

    Examples
    --------
    >>> load_loan().X.shape
    (15, 4)
    """
    return load("loan")


def load_buys_computer() -> Dataset:
    """The 14 customers of Han, Kamber and Pei (2011, table 8.1).

    Examples
    --------
    >>> load_buys_computer().X.shape
    (14, 4)
    """
    return load("buys_computer")


def load_play_golf() -> Dataset:
    """Quinlan's 14 days with temperature and humidity as numbers (1993, table 2.1).

    Examples
    --------
    >>> load_play_golf().y.unique().tolist()
    ['Play', "Don't Play"]
    """
    return load("play_golf")


def load_penguins() -> Dataset:
    """The 344 Palmer penguins; 11 rows have missing values.

    Examples
    --------
    >>> int(load_penguins().X.isna().any(axis=1).sum())
    11
    """
    return load("penguins")


def load_kyphosis() -> Dataset:
    """81 children after spinal surgery, from R's rpart.

    Examples
    --------
    >>> load_kyphosis().y.value_counts().to_dict()
    {'absent': 64, 'present': 17}
    """
    return load("kyphosis")


def load_stagec() -> Dataset:
    """146 cases of stage C prostate cancer, from R's rpart; some values are missing.

    Examples
    --------
    >>> load_stagec().X.shape
    (146, 6)
    """
    return load("stagec")


def load_car_test_frame() -> Dataset:
    """60 cars and their mileage, from R's rpart; a regression, with the reliability of some cars missing.

    Examples
    --------
    >>> load_car_test_frame().X.shape
    (60, 7)
    """
    return load("car_test_frame")


def load_cu_summary() -> Dataset:
    """117 cars and their price, from R's rpart; a regression, with half of the mileages missing.

    Examples
    --------
    >>> load_cu_summary().X["Reliability"].cat.ordered
    True
    """
    return load("cu_summary")


def load_worked_examples() -> list[dict[str, Any]]:
    """The published numbers of the course, as they stand in ``worked_examples.toml``.

    Returns
    -------
    list of dict
        The file's own comment says what each key means.

    Examples
    --------
    >>> next(e["published"] for e in load_worked_examples() if e["id"] == "play_tennis/entropy")
    '0.940'
    """
    return tomllib.loads((_data_folder() / "worked_examples.toml").read_text("utf-8"))["example"]


def _generate_movies() -> pd.DataFrame:
    draw = np.random.RandomState(42)  # the legacy generator: its stream is frozen, so the table is too
    box_office = draw.uniform(0.5, 20, 1000)
    rating = draw.uniform(3, 9.8, 1000)
    award = draw.choice([0, 1], 1000, p=[0.6, 0.4])
    worth_seeing = (
        (rating > 8) | ((rating > 7) & (box_office > 8)) | ((award == 1) & (rating > 7.5))
    )  # fmt: skip
    return pd.DataFrame(
        {
            "box_office": box_office,
            "rating": rating,
            "award": award,
            "worth_seeing": np.where(worth_seeing, "yes", "no"),
        }
    )


def _read_table(name: str) -> pd.DataFrame:
    # Read as text first: pandas would make a bool of "true" and a missing value of "None".
    path = _data_folder() / f"{name}.csv"
    frame = pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""], encoding="utf-8")
    return frame.apply(_to_numbers_if_numeric)


def _to_numbers_if_numeric(column: "pd.Series[Any]") -> "pd.Series[Any]":
    try:
        return pd.to_numeric(column)
    except ValueError:
        return column


@cache
def _entries() -> dict[str, dict[str, Any]]:
    return tomllib.loads((_data_folder() / "provenance.toml").read_text("utf-8"))


@cache
def _data_folder() -> Path:
    package = Path(__file__).parent
    installed, beside_the_sources = package / "data", package.parent / "data"
    for folder in (installed, beside_the_sources):
        if (folder / "provenance.toml").is_file():
            return folder
    raise FileNotFoundError(
        f"The course's tables are neither in {installed} nor in {beside_the_sources}. "
        "Install the course again: pip install . in its folder."
    )
