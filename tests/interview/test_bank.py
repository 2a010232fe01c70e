"""The written questions: their numbers are computed, and what they claim of them is so."""

import re
import string

import pytest

from autograder.interview.bank import ALGORITHMS, rows, spoken
from autograder.interview.calculations import FAMILIES
from autograder.interview.facts import FACTS
from autograder.interview.prose import languages, prose

CHAPTERS = ("explain", "compare", "table")
ERRORS = [
    "wind_at_the_root",
    "split_information_of_a_key",
    "id_column",
    "sklearn_entropy",
    "sklearn_missing",
    "sklearn_pruning",
    "cart_is_older",
    "cart_bias",
    "c45_pruning",
    "gini_of_wind",
    "movies_uncapped",
    "taylor",
    "forest_and_bias",
    "epsilon",
    "coded_categories",
    "feature_scale",
    "xor",
    "which_risk",
]


def texts(thing):
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for value in thing.values():
            yield from texts(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from texts(value)


def gaps(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_all_errors_of_popular_articles_are_asked():
    assert len(ERRORS) == 18
    assert {f"explain/{name}" for name in ERRORS} <= {question.id for question in spoken()}


def test_every_question_is_complete_and_has_its_own_id():
    questions = spoken()
    assert len({question.id for question in questions}) == len(questions)
    for question in questions:
        assert all((question.prompt, question.answer, question.wrong, question.why_wrong))
        assert len(question.rubric) >= 3
        assert question.level in (1, 2, 3)
        assert question.family in [*FAMILIES, "algorithms"]
        assert "{" not in question.prompt + question.answer + "".join(question.rubric) + question.why_wrong


def test_facts_and_prose_need_each_other():
    asked = {name for chapter in CHAPTERS for text in texts(prose(chapter)) for name in gaps(text)}
    asked -= {"aspect"}
    helpers = {"nearly_constant_gain"}
    assert asked <= set(FACTS)
    assert set(FACTS) - asked <= helpers


# Decimals that are givens of a question, or names: not results.
GIVENS = {"C4.5", "Since 1.3", "eps = 0.001", "correlation 0.3"}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_decimal_is_typed_in(chapter, lang):
    for text in texts(prose(chapter, lang)):
        for given in GIVENS:
            text = text.replace(given, "")
        assert not re.search(r"\d\.\d", re.sub(r"\{[^}]*\}", "", text)), text


@pytest.mark.parametrize("lang", languages())
def test_editions_hold_the_same_questions(lang):
    for chapter in (*CHAPTERS, "calculate"):
        assert prose(chapter, lang).keys() == prose(chapter).keys()


def test_the_table_has_a_reason_in_every_cell():
    table = rows()
    assert len(table) >= 12
    for row in table:
        assert tuple(row.cells) == ALGORITHMS
        assert all(cell.what and cell.why for cell in row.cells.values())
        assert row.articles


CLAIMS = {
    "wind_at_the_root": lambda f: (
        f("wind_gain") < f("mean_gain") < f("weather_gain") and f("wind_ratio") > f("weather_ratio")
    ),
    "split_information_of_a_key": lambda f: (
        f("nearly_constant_cost") < 0.1 < f("key_cost")
        and f("nearly_constant_ratio") > 10 * f("nearly_constant_gain")
    ),
    "id_column": lambda f: f("tennis_key_depth") == 1 and f("tennis_key_leaves") == 14,
    "sklearn_entropy": lambda f: f("sklearn_most_branches") == 2 < f("outlook_branches"),
    "sklearn_pruning": lambda f: f("iris_leaves_pruned") < f("iris_leaves"),
    "cart_is_older": lambda f: f("tennis_cart_depth") > f("tennis_id3_depth"),
    "cart_bias": lambda f: f("noise_wins") > 0.75,
    "c45_pruning": lambda f: f("six_cases_error_based") > 2 * f("six_cases_pessimistic"),
    "gini_of_wind": lambda f: f("wind_gini_high") == pytest.approx(f("wind_gini_low")),
    "movies_uncapped": lambda f: (
        f("movies_depth") < 20
        and f("movies_leaves") < 100
        and f("movies_accuracy") >= f("movies_accuracy_at_seven") - 0.01
    ),
    "taylor": lambda f: f("even_nats") > f("even_gini"),
    "forest_and_bias": lambda f: 0.3 < f("variance_of_a_forest") < 0.31,
    "epsilon": lambda f: f("epsilon_on_a_pure_node") < 0,
    "coded_categories": lambda f: f("coded_gain") < f("subset_gain"),
    "feature_scale": lambda f: f("left_before_logarithm") == f("left_after_logarithm"),
    "xor": lambda f: f("xor_gain") == 0 and f("xor_accuracy") == 1,
    "which_risk": lambda f: f("error_saved") == 0 < f("impurity_saved"),
    "bootstrap": lambda f: 1 / 3 < f("left_out_of_bootstrap") < 0.37,
}


@pytest.mark.parametrize("name", CLAIMS)
def test_what_the_answer_claims_is_so(name):
    assert CLAIMS[name](lambda fact: FACTS[fact]())


def test_sklearn_sends_missing_values_to_a_side_that_it_learned():
    import numpy as np
    from sklearn.tree import DecisionTreeClassifier

    X = np.array([[1.0], [2.0], [3.0], [4.0], [np.nan], [np.nan]])
    tree = DecisionTreeClassifier(max_depth=1).fit(X, [0, 0, 1, 1, 0, 0])
    assert tree.predict([[np.nan]])[0] == 0
    assert not hasattr(tree.tree_, "surrogates")
