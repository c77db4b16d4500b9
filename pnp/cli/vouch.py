"""The command `vouch`: read printed texts one by one, and vouch for them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from pnp.checks import vouching
from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.params import KitName
from pnp.diagnostics import Diagnostics, counted
from pnp.pipeline import job


@click.command(context_settings=CONTEXT)
@click.argument("kit", type=KitName())
@click.option("--list", "listed", is_flag=True, help="Only list the texts, without asking.")
@click.option("--text", help="Vouch only for the text that begins like this, without asking.")
def vouch(kit: Path, listed: bool, text: str | None) -> None:
    """Read what no rule proves in KIT, and vouch for it.

    Shows each text that is new or has changed, or whose facts have changed, one at a time: where it is written, what
    it was, and what the game does. If it is true, type its last word. The answers are in the kit's vouched.yaml, which
    `pnp check` compares with what is printed.
    """
    diagnostics = Diagnostics()
    context = job.to_check(kit, diagnostics)
    if context is None or diagnostics:
        refuse(diagnostics, "nothing was vouched for")
    found = vouching.open_differences(context)
    if text is not None:
        found = [one for one in found if one.sentence and one.sentence.text.startswith(text)]
        if len(found) != 1:
            raise click.UsageError(f"{len(found)} texts that are not vouched for begin with {text!r}; expected one")
        echo(f"vouched for in {vouching.renew(context, found[0]).name}")
        return
    if not found:
        echo(f"every printed text of {kit.name} is vouched for or proved")
        return
    if not (listed or is_at_terminal()):
        hint = "see them with --list; vouch for a single one with --text"
        raise click.UsageError(
            f"{counted(len(found), 'text')} must be read by a person at a terminal, and here is none; {hint}"
        )
    for number, difference in enumerate(found, start=1):
        echo(f"[{number}/{len(found)}]", *vouching.explained(context, difference))
        if listed:
            continue
        answer = _asked(difference.sentence.text if difference.sentence else None)
        if answer is None:
            return
        if answer:
            vouching.renew(context, difference)


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
