"""Every sentence of an explanation, in each language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

Language = Literal["en", "zh"]

SENTENCES: dict[str, tuple[str, str]] = {
    # key: (English, Chinese)
    "title": ("Splitting on {feature}: {criterion}", "按 {feature} 划分:{criterion}"),
    "information gain": ("information gain", "信息增益"),
    "gain ratio": ("gain ratio", "增益率"),
    "Gini": ("Gini impurity", "基尼指数"),
    "misclassification": ("misclassification", "误分类率"),
    "squared error": ("squared error", "平方误差"),
    "before": ("Before the split: {counts}.", "划分之前:{counts}。"),
    "branches": ("The branches:", "各分支:"),
    "after": (
        "After the split, each branch weighted by its share of the cases:",
        "划分之后,按各分支所占样本比例加权:",
    ),
    "gain": ("What the split takes away:", "划分减少的不纯度:"),
    "missing": (
        "{missing} of {total} cases have no value of {feature}. The gain is measured on the {known} known "
        "ones and scaled by their share.",
        "{total} 个样本中有 {missing} 个缺少 {feature} 的取值。"
        "增益在其余 {known} 个样本上计算,再乘以已知比例。",
    ),
    "split information": (
        "The split itself has this much information (missing cases count as one more branch):",
        "划分自身的信息量(缺失样本算作另一个分支):",
    ),
    "ratio": ("Gain per bit of split information:", "增益除以划分信息量:"),
    "cuts": (
        "{feature} is a number. A cut may lie halfway between any two neighbouring values; the largest gain "
        "wins, and of equal ones the lowest cut.",
        "{feature} 是数值属性。候选切分点取相邻取值的中点;增益最大者胜出,相同时取最小的切分点。",
    ),
    "one value": (
        "{feature} has only one value here, so it cannot divide the cases.",
        "{feature} 在此只有一个取值,无法划分样本。",
    ),
    "no ratio": (
        "Split information is 0, so there is no gain ratio: one branch holds every case.",
        "划分信息量为 0,增益率无定义:所有样本都在同一分支。",
    ),
    "branch": ("branch", "分支"),
    "cases": ("cases", "样本数"),
    "impurity": ("impurity", "不纯度"),
    "cut": ("cut", "切分点"),
    "mean": ("mean", "均值"),
    "chosen": ("chosen", "选中"),
    "bits": ("bits", "比特"),
    "node": ("Choosing the split of a node", "选择结点的划分"),
    "attribute": ("attribute", "属性"),
    "filter": (
        "C4.5 first asks for a gain of at least the average, {mean}. Those that have it: {admitted}.",
        "C4.5 先要求增益不低于平均值 {mean}。满足者:{admitted}。",
    ),
    "winner": ("The winner is {feature}.", "胜出者:{feature}。"),
    "nobody": (
        "No attribute gains anything: the node becomes a leaf.",
        "没有属性带来增益:该结点成为叶结点。",
    ),
}


def speaking(language: str) -> Callable[..., str]:
    """A function from a sentence's key (and the values in it) to the sentence.

    Raises
    ------
    ValueError
        If there is no such language.

    Examples
    --------
    >>> speaking("en")("winner", feature="wind"), speaking("zh")("winner", feature="风")
    ('The winner is wind.', '胜出者:风。')
    """
    languages = ("en", "zh")
    if language not in languages:
        raise ValueError(f"lang must be one of {', '.join(languages)}; got {language!r}.")
    column = languages.index(language)

    def say(key: str, **values: object) -> str:
        return SENTENCES[key][column].format(**values)

    return say
