"""The comparison of ID3, C4.5 and CART on one page, from the same data as the questions."""

from __future__ import annotations

import html

from autograder.interview.bank import ALGORITHMS, Row, rows
from autograder.interview.prose import prose

_STYLE = """
@page { size: A4 landscape; margin: 8mm }
body { font: 6.8pt/1.16 system-ui, sans-serif; margin: 0 }
h1 { font-size: 12pt; margin: 0 0 2mm }
table { border-collapse: collapse; width: 100% }
th, td { border: 0.4pt solid #999; padding: 0.7mm 1.2mm; text-align: left; vertical-align: top }
td i { color: #444 }
tr { break-inside: avoid }
"""


def as_markdown(lang: str = "en") -> str:
    """The sheet as a Markdown table; the reason stands in italics under each fact.

    Examples
    --------
    >>> print(as_markdown().splitlines()[0])
    # ID3, C4.5 and CART on one page
    """
    words = prose("table", lang)["words"]
    heading = [words["aspect"], *ALGORITHMS, words["articles"]]
    lines = [f"# {words['title']}", "", _line(heading), "|" + "---|" * len(heading)]
    for row in rows(lang):
        lines.append(_line([f"**{row.aspect}**", *(f"{a}<br>*{b}*" for a, b in _cells(row)), row.articles]))
    return "\n".join(lines) + "\n"


def as_html(lang: str = "en") -> str:
    """The sheet as a page that prints on one A4 in landscape."""
    words = prose("table", lang)["words"]
    head = "".join(
        f"<th>{html.escape(name)}</th>" for name in [words["aspect"], *ALGORITHMS, words["articles"]]
    )
    body = "".join(
        f"<tr><th>{html.escape(row.aspect)}</th>"
        + "".join(f"<td>{html.escape(a)}.<br><i>{html.escape(b)}.</i></td>" for a, b in _cells(row))
        + f"<td>{html.escape(row.articles)}</td></tr>\n"
        for row in rows(lang)
    )
    return page(
        words["title"],
        f"<h1>{html.escape(words['title'])}</h1>\n<table><tr>{head}</tr>\n{body}</table>",
        _STYLE,
        lang,
    )


def page(title: str, body: str, style: str, lang: str) -> str:
    """A page that stands alone and can be printed."""
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        f"<title>{html.escape(title)}</title><style>{style}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _cells(row: Row) -> list[tuple[str, str]]:
    return [(row.cells[name].what, row.cells[name].why) for name in ALGORITHMS]


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
