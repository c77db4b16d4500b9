"""Change words of meaning in a kit's text files, one at a time, and count how many changes `pnp check` notices.

Run as a program, it prints the score of each kind of text: `python tests/laws/word_mutants.py rhino --most 200`.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.kit import paths
from pnp.lexicon import lexicon
from pnp.pipeline import api

OPPOSITES = {
    "en": """highest:lowest lowest:highest may:must must:may cannot:must never:always always:never stands:fails
        fails:stands all:no no:all each:no every:no any:no first:last last:first before:after
        after:before more:less less:more fewer:more most:fewest fewest:most most:least up:down
        down:up left:right right:left gain:lose lose:gain gains:loses wins:loses loses:wins win:lose
        Yes:No No:Yes one:two two:three three:two your:rival’s you:nobody nobody:everybody
        somebody:nobody only:also and:or or:and not:also without:with with:without if:unless
        If:Unless hidden:open open:hidden add:subtract subtract:add attacker:defender
        defender:attacker hand:pile discard:draw draw:discard higher:lower lower:higher better:worse
        worse:better same:different different:same both:neither once:twice twice:once above:below
        below:above face-up:face-down face-down:face-up begins:ends ends:begins
        clockwise:counterclockwise red:black black:red top:bottom bottom:top""",
    "de": """höchste:niedrigste darf:muss muss:darf dürfen:müssen müssen:dürfen kann:muss nie:immer alle:keine
        keine:alle kein:jedes jeder:keiner jede:keine erste:letzte letzte:erste vor:nach nach:vor
        mehr:weniger weniger:mehr oben:unten unten:oben links:rechts rechts:links gewinnt:verliert
        verliert:gewinnt Ja:Nein Nein:Ja ein:zwei zwei:drei drei:zwei nur:auch und:oder oder:und
        nicht:auch ohne:mit mit:ohne wenn:außer Wenn:Außer gelingt:scheitert scheitert:gelingt
        zieht:wirft ziehen:abwerfen besser:schlechter schlechter:besser beide:keine
        höchstens:mindestens""",
    "fr": """peut:doit doit:peut peux:dois dois:peux jamais:toujours tous:aucun toutes:aucune aucun:tous
        aucune:toutes premier:dernier dernier:premier première:dernière dernière:première
        avant:après après:avant plus:moins moins:plus haut:bas bas:haut gauche:droite droite:gauche
        gagne:perd perd:gagne Oui:Non Non:Oui un:deux une:deux deux:trois trois:deux seulement:aussi
        et:ou ou:et sans:avec avec:sans si:sauf Si:Sauf réussit:échoue échoue:réussit
        piocher:défausser défausser:piocher mieux:pire""",
}
FILES = {
    "book": ("rulebook.md",),
    "rulings": ("rulings.yaml",),
    "phrases": ("phrases.yaml",),
    "faces": ("faces.yaml",),
}
_HIDDEN = re.compile(
    r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}|<!--.*?-->|!\[[^\]]*\]\([^)]*\)|^\s*(?:asks|says|also|untested|mark):.*$", re.M
)


class Mutant(NamedTuple):
    """A change of one word: the file, the place of the word in it, the word and what replaces it."""

    kind: str
    file: str
    at: int
    word: str
    by: str

    def applied(self, text: str) -> str:
        return text[: self.at] + self.by + text[self.at + len(self.word) :]


def mutants(folder: Path, language: str) -> Iterator[Mutant]:
    """All changes of words in the texts of a kit's own folder."""
    opposite = dict(pair.split(":") for pair in OPPOSITES[language].split())
    for path in sorted(folder.iterdir()):
        if path.suffix not in (".md", ".yaml") or path.name in ("vouched.yaml", "LICENSE.md"):
            continue
        kind = next((kind for kind, names in FILES.items() if path.name in names), "cards and sheets")
        if path.suffix == ".yaml" and kind == "cards and sheets":
            continue
        text = path.read_text("utf-8")
        shown = _HIDDEN.sub(lambda match: "\0" * len(match[0]), text)
        for at, word in _words(shown, path.name):
            by = opposite.get(word) or opposite.get(word.lower())
            if by:
                yield Mutant(kind, path.name, at, word, by)


def _words(text: str, name: str) -> Iterator[tuple[int, str]]:
    keys = {"rulings.yaml": ("question", "answer"), "phrases.yaml": ("words",), "faces.yaml": ("text",)}.get(name)
    line_start = 0
    inside = False
    section = ""
    for line in text.split("\n"):
        match = re.match(r"\s*(?:- )?\{?(\w+):", line)
        if keys and match and not line.startswith("      "):
            inside = match[1] in keys
        section = line.partition(":")[0] if line[:1].isalpha() else section
        wanted = not keys or inside or any(f"{key}: " in line for key in keys)
        first = next((line.find(f"{key}: ") + len(key) + 2 for key in keys or () if f"{key}: " in line), 0)
        if keys and section == "texts":  # of a translation: the base's words, then its own
            wanted, first = True, line.rfind(": ") + 2
        if wanted and not line.lstrip().startswith("#"):
            for found in re.finditer(r"[^\W\d_]+(?:[’-][^\W\d_]+)*", line):
                if found.start() >= first:
                    yield line_start + found.start(), found[0]
        line_start += len(line) + 1


def noticed(kit: Path, mutant: Mutant, before: set[str]) -> bool:
    """Whether a check reports something new after a change, which is undone afterwards."""
    path = kit / mutant.file
    text = path.read_text("utf-8")
    path.write_text(mutant.applied(text), "utf-8")
    try:
        return bool(reports(kit) - before)
    finally:
        path.write_text(text, "utf-8")


def reports(kit: Path) -> set[str]:
    return {f"{found.code} {found.message}" for found in api.check(kit) if found.severity == "error"}


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("kit")
    options.add_argument("--most", type=int, default=100, help="changes tried of each kind")
    options.add_argument("--unlocked", action="store_true", help="without vouched.yaml, by proof alone")
    options.add_argument("--seed", type=int, default=1, help="of the choice of changes")
    options.add_argument("--kinds", nargs="*", default=[], help="kinds of text to try, by default all")
    given = options.parse_args()
    source = paths.installed_kit(given.kit)
    assert source
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        for name in ("card_data", "fonts", "art"):
            shutil.copytree(paths.root() / name, root / name)
        with paths.rooted(root):
            kit = root / "card_data" / given.kit
            if given.unlocked:
                (kit / "vouched.yaml").unlink(missing_ok=True)
            before = reports(kit)
            language = given.kit.partition("-")[2] if given.kit.partition("-")[2] in OPPOSITES else "en"
            found = list(mutants(kit, language))
            random.Random(given.seed).shuffle(found)
            score, tried = Counter[str](), Counter[str]()
            for mutant in found:
                if given.kinds and mutant.kind not in given.kinds:
                    continue
                if tried[mutant.kind] < given.most:
                    tried[mutant.kind] += 1
                    if noticed(kit, mutant, before):
                        score[mutant.kind] += 1
                    else:
                        text = (kit / mutant.file).read_text("utf-8")
                        around = text[max(0, mutant.at - 40) : mutant.at + 40].replace("\n", " ")
                        print(f"survived: {mutant.file}: {mutant.word} -> {mutant.by}: …{around}…")
            for kind in tried:
                print(f"{given.kit}: {kind}: {score[kind]} of {tried[kind]} noticed")
    assert lexicon("en")


if __name__ == "__main__":
    sys.exit(main())
