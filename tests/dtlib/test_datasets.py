"""The tables: what they hold, where they come from, and that nothing is lost while reading them."""

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from dtlib import datasets

FOLDER = Path(__file__).parents[2] / "data"
NAMES = datasets.names()


@pytest.mark.parametrize("name", NAMES)
class TestTable:
    def test_it_says_where_it_comes_from(self, name: str) -> None:
        provenance = datasets.load(name).provenance
        for part in (provenance.title, provenance.author, provenance.printed_in, provenance.changed):
            assert part
            assert part in str(provenance)

    def test_its_target_is_complete_and_not_among_its_features(self, name: str) -> None:
        dataset = datasets.load(name)
        assert dataset.y.notna().all()
        assert dataset.target not in dataset.X.columns
        assert set(dataset.X.columns) | {dataset.target, *dataset.not_features} == set(dataset.frame.columns)

    def test_it_has_a_loader_of_its_own_that_unpacks(self, name: str) -> None:
        frame, target = getattr(datasets, f"load_{name}")()
        pd.testing.assert_frame_equal(frame, datasets.load(name).frame)
        assert target == datasets.load(name).target

    def test_changing_it_does_not_change_the_next_one(self, name: str) -> None:
        dataset = datasets.load(name)
        del dataset.frame[dataset.target]
        assert dataset.target in datasets.load(name).frame


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.csv")), ids=lambda path: path.stem)
def test_every_field_of_the_file_arrives(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    frame = datasets.load(path.stem).frame
    assert list(frame.columns) == header
    assert len(frame) == len(rows)
    for column, values in zip(header, zip(*rows, strict=True), strict=True):
        for read, written in zip(frame[column], values, strict=True):
            assert pd.isna(read) if written == "" else read in (written, as_number(written))


def as_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def test_the_folder_holds_no_table_without_provenance() -> None:
    assert {path.stem for path in FOLDER.glob("*.csv")} == set(NAMES) - {"movies1000"}


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'tennis'.*play_tennis"):
        datasets.load("tennis")


def test_the_margins_of_movies12() -> None:
    frame, _ = datasets.load_movies12()
    films = Counter(frame.itertuples(index=False, name=None))
    seen: Any = Counter()
    for (rating, award, worth_seeing), count in films.items():
        seen[rating, worth_seeing] += count
        seen["award", award, worth_seeing] += count
    assert seen["above 8", "yes"] == 6
    assert seen["above 8", "no"] == 0
    assert seen["8 or below", "yes"] == 2
    assert seen["8 or below", "no"] == 4
    assert seen["award", "yes", "yes"] == 4
    assert seen["award", "yes", "no"] == 1
    assert seen["award", "no", "yes"] == 4
    assert seen["award", "no", "no"] == 3


def test_movies1000_is_what_the_published_generator_draws() -> None:
    np.random.seed(42)  # noqa: NPY002 - the generator as it was published
    box_office = np.random.uniform(0.5, 20, 1000)  # noqa: NPY002
    rating = np.random.uniform(3, 9.8, 1000)  # noqa: NPY002
    award = np.random.choice([0, 1], 1000, p=[0.6, 0.4])  # noqa: NPY002
    frame, _ = datasets.load_movies1000()
    assert (frame["box_office"] == box_office).all()
    assert (frame["rating"] == rating).all()
    assert (frame["award"] == award).all()
    for film in frame.itertuples():
        good = (
            film.rating > 8 or (film.rating > 7 and film.box_office > 8) or (film.award and film.rating > 7.5)
        )
        assert film.worth_seeing == ("yes" if good else "no")


def test_the_alpha_table_is_the_watermelon_table_with_values_missing() -> None:
    full, alpha = datasets.load_watermelon20().frame, datasets.load_watermelon20_alpha().frame
    assert (alpha.isna() | (alpha == full)).all(axis=None)
    assert alpha.isna().sum().to_dict() == {
        "color": 3, "root": 2, "sound": 2, "texture": 2, "umbilicus": 2, "surface": 2, "ripe": 0,
    }  # fmt: skip


def test_the_third_watermelon_table_adds_two_numbers() -> None:
    full, third = datasets.load_watermelon20().frame, datasets.load_watermelon30().frame
    pd.testing.assert_frame_equal(third[full.columns], full)
    # The means and deviations that the book prints for its naive Bayes classifier, section 7.3.
    by_class = third.groupby("ripe")[["density", "sugar"]]
    assert by_class.mean().round(3).loc["yes"].tolist() == [0.574, 0.279]
    assert by_class.mean().round(3).loc["no"].tolist() == [0.496, 0.154]
    assert by_class.std().round(3).loc["yes"].tolist() == [0.129, 0.101]
    assert by_class.std().round(3).loc["no"].tolist() == [0.195, 0.108]


def test_translations_lead_back_to_the_original() -> None:
    for name in ("watermelon20", "watermelon20_alpha", "watermelon30", "loan"):
        dataset = datasets.load(name)
        words = {*dataset.frame.columns}
        for column in dataset.frame.select_dtypes(exclude="number"):
            words |= set(dataset.frame[column].dropna())
        assert words <= dataset.provenance.original.keys()


def test_the_order_of_a_grade_is_kept() -> None:
    reliability = datasets.load_cu_summary().X["Reliability"]
    assert reliability.min() == "Much worse"
    assert reliability.max() == "Much better"
    assert int(reliability.isna().sum()) == 32


def test_the_time_of_the_outcome_is_no_feature() -> None:
    assert "pgtime" in datasets.load_stagec().frame
    assert "pgtime" not in datasets.load_stagec().X
