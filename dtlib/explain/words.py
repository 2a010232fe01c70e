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
    "node title": ("Node {node}", "结点 {node}"),
    "way": ("It is reached by {conditions}.", "到达条件:{conditions}。"),
    "holds": ("It holds {cases}; impurity {impurity}.", "样本:{cases};不纯度 {impurity}。"),
    "leaf": ("It is a leaf and predicts {prediction}.", "它是叶结点,预测为 {prediction}。"),
    "asks": ("It asks for {feature}.", "按 {feature} 划分。"),
    "prediction title": ("The way of one case", "一个样本的路径"),
    "node word": ("node", "结点"),
    "question": ("question", "属性"),
    "value": ("value", "取值"),
    "takes": ("takes", "走向"),
    "weight": ("weight", "权重"),
    "leaf word": ("leaf", "叶"),
    "class word": ("class", "类别"),
    "share word": ("share", "比例"),
    "divided": (
        "no known value: divided by the branches' training weight",
        "取值未知:按各分支训练权重拆分",
    ),
    "surrogate": ("no known value: the surrogate {feature} decides", "取值未知:由代理属性 {feature} 决定"),
    "larger branch": (
        "no known value, no surrogate: the larger branch",
        "取值未知且无代理:走样本较多的分支",
    ),
    "stops": ("no branch for this value: stops with {cases}", "没有对应分支:停在此处,样本为 {cases}"),
    "predicted": ("Predicted: {prediction}.", "预测:{prediction}。"),
    "weakest title": ("The weakest link, step by step", "最弱联结剪枝的步骤"),
    "weakest": (
        "Each inner node saves (R(t) - R(T_t)) / (leaves - 1) per leaf. The smallest is cut; then all are "
        "computed again.",
        "每个内部结点单位叶子的收益为 (R(t) - R(T_t)) / (叶子数 - 1)。剪去最小者,然后重新计算。",
    ),
    "step": ("step", "步"),
    "leaves": ("leaves", "叶子数"),
    "estimate title": ("Leaf or subtree? The errors expected", "叶结点还是子树?期望错误数"),
    "estimate": (
        "Expected errors are those made in training plus what they are likely to be too few by, at "
        "confidence {confidence}.",
        "期望错误数为训练错误数加上置信度 {confidence} 下的修正量。",
    ),
    "as a leaf": ("as a leaf", "作为叶"),
    "as a subtree": ("as a subtree", "作为子树"),
}


def speaking(language: str) -> Callable[..., str]:
    """A function from a sentence's key (and the values in it) to the sentence.

    Raises
    ------
    ValueError
        If there is no such language.

    Examples
    --------
    >>> speaking("en")("asks", feature="wind"), speaking("zh")("asks", feature="风")
    ('It asks for wind.', '按 风 划分。')
    """
    languages = ("en", "zh")
    if language not in languages:
        raise ValueError(f"lang must be one of {', '.join(languages)}; got {language!r}.")
    column = languages.index(language)

    def say(key: str, **values: object) -> str:
        return SENTENCES[key][column].format(**values)

    return say
