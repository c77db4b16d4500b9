"""Texts as `vouched.yaml` has them: with their values, numbers and names, in braces."""

from __future__ import annotations

import re

from pnp.checks.support.context import CheckContext
from pnp.checks.support.film import names_of
from pnp.checks.support.memo import memo
from pnp.checks.support.sentences import Sentence


def written(context: CheckContext, sentence: Sentence) -> str:
    """A sentence as in `vouched.yaml`: with numbers and names, and lists of them, in braces."""
    if "{" in sentence.text:  # of a face, with its fields in braces
        return sentence.text
    return _values(context).sub(lambda match: f"{{{match[0]}}}", sentence.text)


def _values(context: CheckContext) -> re.Pattern[str]:
    """Matches a number or a name of a kit, or a list of them."""

    def make() -> re.Pattern[str]:
        kit = context.render.kit
        # “a” is not the name “A”.
        names = [
            re.escape(name) if len(name) == 1 else f"(?i:{re.escape(name)})"
            for name in (*names_of(context), kit.title, kit.credit.title)
            if name
        ]
        names.sort(key=len, reverse=True)
        value = rf"(?:(?<![-:\w])(?:{'|'.join([*names, '[0-9]+'])})(?![-\w]))"
        joining = "|".join(re.escape(kit.sheets.words[key]) for key in ("and", "or"))
        return re.compile(rf"{value}(?:(?:,? (?:{joining}) |, ){value})*")

    return memo(context.render, "values", make)


def form(text: str) -> str:
    """An entry's text without its values."""
    return _BRACES.sub("{}", text)


_BRACES = re.compile(r"\{[^{}]*\}")
_NO_BRACES = str.maketrans("", "", "{}")


def without_braces(text: str) -> str:
    """An entry's text as it is printed."""
    return text.translate(_NO_BRACES)
