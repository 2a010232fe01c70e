"""The commands of the trainer. `autograder.cli` hangs them on the console script."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Topics = Annotated[
    list[str] | None, typer.Option("--topic", help="Only this topic; may be repeated. All if none is named.")
]
Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", help="Only calculate, explain, compare, debug or memory; may be repeated."),
]
Language = Annotated[str, typer.Option("--lang", help="The language of the questions.")]
ProgressFile = Annotated[
    Path | None,
    typer.Option("--progress", help="Your progress file.", show_default="in your data folder"),
]


def drill(
    minutes: Annotated[float, typer.Option("--minutes", min=0.01, help="The length of the round.")] = 20,
    topic: Topics = None,
    kind: Kinds = None,
    progress: ProgressFile = None,
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed asks the same.")] = None,
    lang: Language = "en",
) -> None:
    """Practise for an interview: a round of questions, a verdict on each. Weak topics come back."""
    from autograder.interview import terminal
    from autograder.interview.deck import chosen
    from autograder.interview.progress import Progress, ProgressError, usual_place
    from autograder.interview.prose import prose
    from autograder.interview.round import Round

    try:
        kept = Progress(progress or usual_place())
        pool = chosen(kind, topic)
        say = prose("drill", lang)["round"]
    except (LookupError, ProgressError) as problem:
        raise _refused(problem) from None
    round_ = None
    if kept.unfinished is not None:
        question = say["resume"].format(minutes=kept.unfinished["seconds"] / 60)
        if input(question).strip().lower() not in ("n", "no"):
            round_ = Round.resumed(kept)
    if round_ is None:
        round_ = Round(kept, pool, 60 * minutes, seed, lang)
    print(say["begin"].format(minutes=round(round_.seconds_left / 60, 1)))
    terminal.run(round_, kept.path.parent / "drill")


def exam(
    seed: Annotated[str, typer.Option("--seed", help="Another seed, another paper of equal difficulty.")],
    questions: Annotated[int, typer.Option("--questions", help="How many questions.")] = 10,
    to: Annotated[Path, typer.Option("--to", help="The folder to write into.")] = Path("exam"),
    lang: Language = "en",
) -> None:
    """Write a paper with its key and the one-page comparison, as Markdown and as HTML for printing."""
    from autograder.interview import sheet
    from autograder.interview.exam import paper

    try:
        drawn = paper(seed, questions, lang)
    except (LookupError, ValueError) as problem:
        raise _refused(problem) from None
    to.mkdir(parents=True, exist_ok=True)
    for name, text in {
        "paper.md": drawn.markdown(),
        "paper.html": drawn.html(),
        "cheat_sheet.md": sheet.as_markdown(lang),
        "cheat_sheet.html": sheet.as_html(lang),
    }.items():
        (to / name).write_text(text, encoding="utf-8")
        typer.echo(f"Wrote {to / name}")


def _refused(problem: Exception) -> typer.Exit:
    typer.echo(problem.args[0], err=True)
    return typer.Exit(2)


def add_to(app: typer.Typer) -> None:
    """Hang the commands on a Typer app."""
    app.command()(drill)
    app.command()(exam)
