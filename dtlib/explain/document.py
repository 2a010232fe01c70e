"""An explanation is a short document with three faces: plain text, Markdown with LaTeX, and HTML."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Paragraph:
    """A sentence or two."""

    text: str

    def plain(self) -> str:
        return self.text

    def markdown(self) -> str:
        return _escaped(self.text)

    def html(self) -> str:
        return f"<p>{html.escape(self.text)}</p>"


@dataclass(frozen=True)
class Formula:
    """A calculation on one line, typed and typeset."""

    text: str
    latex: str

    def plain(self) -> str:
        return f"    {self.text}"

    def markdown(self) -> str:
        return f"$${self.latex}$$"

    def html(self) -> str:
        return f"<p>\\[{html.escape(self.latex)}\\]</p>"


@dataclass(frozen=True)
class Table:
    """Rows under a heading; everything is text already."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def plain(self) -> str:
        lines = [self.heading, *self.rows]
        widths = [max(_width(line[column]) for line in lines) for column in range(len(self.heading))]
        return "\n".join(
            "    "
            + "  ".join(_padded(cell, width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )

    def markdown(self) -> str:
        def line(cells: Iterable[str]) -> str:
            return "| " + " | ".join(_escaped(cell).replace("|", "\\|") for cell in cells) + " |"

        return "\n".join([line(self.heading), "|" + "---|" * len(self.heading), *map(line, self.rows)])

    def html(self) -> str:
        def line(tag: str, cells: Iterable[str]) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        return (
            "<table>" + line("th", self.heading) + "".join(line("td", row) for row in self.rows) + "</table>"
        )


Block = Paragraph | Formula | Table


@dataclass(frozen=True)
class Explanation:
    """A calculation, step by step.

    Attributes
    ----------
    title : str
    blocks : tuple of Paragraph, Formula and Table
    values : mapping from str to float
        The numbers that were arrived at, unrounded, by name ("gain", "threshold").

    Examples
    --------
    >>> print(Explanation("Sum", (Formula("1 + 1 = 2", "1 + 1 = 2"),), {"sum": 2.0}))
    Sum
    <BLANKLINE>
        1 + 1 = 2
    """

    title: str
    blocks: tuple[Block, ...]
    values: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return "\n\n".join([self.title, *(block.plain() for block in self.blocks)])

    __repr__ = __str__

    def to_markdown(self) -> str:
        """Markdown with LaTeX formulas."""
        return "\n\n".join([f"**{_escaped(self.title)}**", *(block.markdown() for block in self.blocks)])

    def to_html(self) -> str:
        """HTML whose formulas Jupyter typesets."""
        return (
            f"<div><h4>{html.escape(self.title)}</h4>{''.join(block.html() for block in self.blocks)}</div>"
        )

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def _repr_html_(self) -> str:
        return self.to_html()


def _escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    for character in "\\`*_$<>[]":
        text = text.replace(character, "\\" + character)
    return text


def _width(text: str) -> int:
    """Columns on a terminal: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
