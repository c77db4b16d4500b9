"""The command `vouch`: read printed texts one by one, and vouch for them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from pnp.checks import CheckContext, vouching
from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.here import kit_argument
from pnp.diagnostics import Diagnostics, counted
from pnp.pipeline import job


@click.command(context_settings=CONTEXT)
@kit_argument()
@click.option("--list", "listed", is_flag=True, help="Only list the texts, without asking.")
@click.option("--text", metavar="WORDS", help="Vouch only for the text that begins like this, without asking.")
@click.option(
    "--why",
    metavar="WORDS",
    default="",
    help="Why it is true although no play shows it; needed with --text for sentences.",
)
@click.option(
    "--by", metavar="NAME", default="", help="Who vouches for it. By default, the one who did last, else you are asked."
)
def vouch(kit: Path, listed: bool, text: str | None, why: str, by: str) -> None:
    """Read what no rule proves in KIT, and vouch for it.

    Shows each text that is new or has changed, or whose facts have changed, one at a time: where it is written, what
    it was, and what the game does. If it is true, type its last word; for a sentence, give also the reason, as
    no play shows it. The answers are in the kit's vouched.yaml, which `pnp check` compares with what is printed.

    \b
    Example:  pnp vouch kits/mine --list
    """
    diagnostics = Diagnostics()
    context = job.to_check(kit, diagnostics)
    if context is None or diagnostics:
        refuse(diagnostics, "nothing was vouched for")
    found = vouching.open_differences(context)
    latest = vouching.latest(context)
    given = vouching.Given(why or latest.why, by or latest.by)
    if text is not None:
        echo(f"vouched for in {_renew_one(context, found, text, vouching.Given(why, given.by)).name}")
    elif not found:
        echo(f"every printed text of {kit.name} is vouched for or proved")
    elif listed:
        _show(context, found)
    elif not is_at_terminal():
        hint = "see them with --list; vouch for a single one with --text"
        raise click.UsageError(
            f"{counted(len(found), 'text')} must be read by a person at a terminal, and here is none; {hint}"
        )
    else:
        _read(context, found, given)


def _show(context: CheckContext, found: list[vouching.Difference]) -> None:
    for number, difference in enumerate(found, start=1):
        echo(f"[{number}/{len(found)}]", *vouching.explained(context, difference))


def _renew_one(context: CheckContext, found: list[vouching.Difference], text: str, given: vouching.Given) -> Path:
    found = [one for one in found if one.sentence and one.sentence.text.startswith(text)]
    if len(found) != 1:
        raise click.UsageError(f"{len(found)} texts that are not vouched for begin with {text!r}; expected one")
    if missing := vouching.missing(context, found[0], given):
        options = " and ".join(f"--{name}" for name in missing)
        raise click.UsageError(f"the entry says who vouches for the text, and why it is true: add {options}")
    return vouching.Renewal(context).renew(found[0], vouching.dated(given))


def _read(context: CheckContext, found: list[vouching.Difference], given: vouching.Given) -> None:
    renewal = vouching.Renewal(context)
    for number, difference in enumerate(found, start=1):
        echo(f"[{number}/{len(found)}]", *vouching.explained(context, difference))
        answer = _asked(difference.sentence.text if difference.sentence else None)
        if answer is None:
            return
        asks_who, asks_why = vouching.asks(context, difference)
        if answer and asks_who:
            given = _given(given, asks_why=asks_why)
        if answer:
            renewal.renew(difference, vouching.dated(given))


def _given(before: vouching.Given, *, asks_why: bool) -> vouching.Given:
    """Who vouches for a text and, if it needs a reason, why it is true. By default, as for the text before."""
    by = before.by or click.prompt("Your name").strip()
    if not asks_why:
        return before._replace(by=by)
    return vouching.Given(
        click.prompt("Why is it true, although no play shows it?", default=before.why or None).strip(), by
    )


def is_at_terminal() -> bool:
    """Whether a person can answer. Answers from a pipe vouch for nothing: no person has read the texts."""
    return sys.stdin.isatty()


def _asked(text: str | None) -> bool | None:
    """Whether a person vouches for a text, or removes the entry of one that is gone; None to stop."""
    word, question = ("y", "Remove it? Type y") if text is None else (_last_word(text), _QUESTION)
    while True:
        answer = click.prompt(f"{question}, n to leave it, or q to stop", default="n").strip().casefold()
        if answer == "q":
            return None
        if answer in (word, "n"):
            return bool(answer == word)
        echo(f"the answer {answer!r} is neither")


_QUESTION = "Is it true? Type its last word"
"""To type it, a person must have read the text."""
_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")


def _last_word(text: str) -> str:
    words: list[str] = _WORD.findall(text)
    return words[-1].casefold() if words else "y"
