"""Fill a kit's Markdown templates with its numbers, names and tables.

Templates run in jinja2's sandbox, with plain data, and load only files from the kit's folders. An unknown name is an
error at its line, never an empty text.

Divide a template into the paragraphs that a translator translates, and put translations in their places.

A paragraph is a block of lines, an item of a list or a heading, without the mark before it and without comments and
tags of the template around it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.diagnostics import Diagnostics, PlacedText, Span, TextSource
from pnp.diagnostics.files import similar
from pnp.diagnostics.growing import Growing
from pnp.kit.child import ChildFiller
from pnp.kit.kit_data import MAX_SOURCE, RULING, about, card_fields, components, copies, find, known_ids
from pnp.kit.languages import is_for, primary
from pnp.kit.model import Kit
from pnp.kit.work_file import TAG, has_words, printed_texts
from pnp.sources.po import PlacedString
from pnp.sources.yaml import read_text

if TYPE_CHECKING:
    from pnp.kit.fill import FilledText, Filler, Job, TemplateData


_MARK = re.compile(r"[ \t]*(?:(?:#{1,6}|[-*]|\d+\.)[ \t]+)?")
_LEADING = re.compile(r"\s*(\{%.*?%\}|\{#.*?#\}|<!--.*?-->)(?:[ \t]*\n)?", re.DOTALL)
_OPENING = re.compile(r"\{%-?\s*(if|for|macro)\b")
_TRAILING = re.compile(r"(?:\s*<!--(?:(?!-->).)*-->)+\s*\Z|\s+\Z", re.DOTALL)
_BREAK = re.compile(r"\n[ \t]*(?=\n)|\n(?=[ \t]*(?:#{1,6}|[-*]|\d+\.)[ \t])|\n(?=[ \t]*\{[%#])")


class TemplateParagraph(NamedTuple):
    """A paragraph of a template: its text, and where it begins."""

    text: str
    start: int


def paragraphs(template: str) -> Iterator[TemplateParagraph]:
    """The paragraphs of a template with words to translate, in order."""
    for start, end in _blocks(template):
        start = _after_tags(template, start, end)
        text = _TRAILING.sub("", template[start:end])
        if has_words(text):
            yield TemplateParagraph(text, start)


def _after_tags(template: str, start: int, end: int) -> int:
    """Where the text of a block begins: behind its mark, and behind tags and comments that print nothing and that do
    not end in the block."""
    while lead := _LEADING.match(template, start, end):
        opening = _OPENING.match(lead[1])
        ends = opening and re.search(rf"\{{%-?\s*end{opening[1]}\b", template[lead.end() : end])
        if ends or next(printed_texts(lead[1]), None):
            break
        start = lead.end()
    text = template[start:end]
    start += len(text) - len(text.lstrip("\n"))
    mark = _MARK.match(template, start, end)
    return mark.end() if mark else start


def _blocks(template: str) -> Iterator[tuple[int, int]]:
    """The parts of a template between its breaks. There are no breaks inside tags."""
    tags = [match.span() for match in TAG.finditer(template)]
    start = 0
    for match in _BREAK.finditer(template):
        at = bisect_right(tags, (match.start(), len(template))) - 1
        if at < 0 or tags[at][1] <= match.start():
            yield start, match.start()
            start = match.end()
    yield start, len(template)


class Composed(NamedTuple):
    """A template with translations in place of paragraphs.

    `runs` are the places where it is written: the offsets at which characters begin that are beside each other in a
    file, with the place of the first. `translated` are the offsets at which translations begin.
    """

    text: str
    runs: tuple[tuple[int, Span], ...]
    translated: tuple[int, ...]

    def place(self, line: int, column: int) -> Span:
        """The place where a character is written, from its line and column in the text.

        Column 1 may be a whole line, whose place is that of the first translation in it.
        """
        start, end = _line(self.text, line)
        first = next((offset for offset in self.translated if start <= offset < end), start)
        return self._at(first if column == 1 else min(start + column - 1, max(start, end - 1)))

    def run(self, line: int, column: int, length: int) -> Iterator[tuple[int, Span]]:
        """The places of characters of a line: how far from the first a run of them begins, and its place."""
        start, end = _line(self.text, line)
        offset = min(start + column - 1, max(start, end - 1))
        yield 0, self._at(offset)
        after = bisect_right(self.runs, offset, key=lambda run: run[0])
        for begin, span in self.runs[after:]:
            if begin >= min(end, offset + length):
                return
            yield begin - offset, span

    def _at(self, offset: int) -> Span:
        start, span = self.runs[bisect_right(self.runs, offset, key=lambda run: run[0]) - 1]
        return span._replace(column=span.column + offset - start)


def composed(template: str, file: str, translation: Callable[[str], PlacedString | None]) -> Composed:
    """A template with the translations of its paragraphs; `translation` is None for those to leave as they are."""
    pieces, runs, translated, at, length = list[str](), list[tuple[int, Span]](), list[int](), 0, 0

    def keep(end: int) -> None:
        """Take the template from `at` to `end` as it is; each line is a run."""
        nonlocal length
        for start in (at, *(match.end() for match in re.finditer("\n", template[:end]) if at < match.end() < end)):
            before = template[:start]
            runs.append((length + start - at, Span(file, before.count("\n") + 1, start - before.rfind("\n"))))
        pieces.append(template[at:end])
        length += end - at

    for paragraph in paragraphs(template):
        by = translation(paragraph.text)
        if by is not None:
            keep(paragraph.start)
            translated.append(length)
            runs.extend((length + offset, span) for offset, span in by.runs())
            pieces.append(by.text)
            length += len(by.text)
            at = paragraph.start + len(paragraph.text)
    keep(len(template))
    return Composed("".join(pieces), tuple(runs), tuple(translated))


def _line(text: str, line: int) -> tuple[int, int]:
    """Where a line of a text begins and ends."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1 or len(text)
    end = text.find("\n", start)
    return start, end if end >= 0 else len(text)


_MISSING = re.compile(r"there is no '([^']+)'")
"""How a template's error about a missing card begins."""
_MOST_COMPARED = 60
"""Maximum number of a deck's cards that are compared to find a replacement for an invalid card."""

Replay = Callable[[Mapping[str, Any]], Sequence[Mapping[str, Any]]]
"""Plays an example, and returns what there is before its first move and after each of them."""


class Templates(Growing):
    """The templates of a kit's folders and their data.

    Templates of installed kits are filled in this process, those of all others in a child process with limits.
    """

    NOTES = ("_used", "filled", "missing")

    def __init__(
        self,
        kit: Kit,
        folders: Sequence[Path],
        words: Mapping[str, Mapping[str, str]],
        diagnostics: Diagnostics,
        faulty: Collection[str] = (),
        *,
        installed: bool,
        replay: Replay = lambda _example: (),
    ) -> None:
        self._folders, self._language, self._installed = folders, kit.language, installed
        self._diagnostics, self._faulty = diagnostics, faulty
        self._used: set[str] = set()
        self._rulings = kit.rulings
        self.filled: dict[tuple[str, str], None] = {}
        """The file name and the Markdown of the templates filled so far, each once, in their order."""
        self.missing: set[str] = set()
        """The templates that cannot be filled because of an error that is reported elsewhere."""
        self._converted: dict[int, tuple[Any, Any]] = {}
        self._translated = translated(kit, folders) if kit.work.files else {}
        data = context(kit, words, replay)
        self._removed = kit.below.get("cards", frozenset()) - set().union(*kit.cards.values())
        self._has_unplayed = any("steps" not in example for example in _play_examples(data["examples"]))
        book = kit.sheets
        self._setup: TemplateData = {
            "folders": [str(folder) for folder in folders],
            "language": kit.language,
            "texts": {file: one.text for file, one in self._translated.items()},
            "sheets": {key: getattr(book, key) for key in ("decimal", "between", "counted", "words")},
            "names": kit.phrasebook.names,
            "known": {part: sorted(ids) for part, ids in known_ids(kit).items()},
            "data": data,
        }
        self.rulings: list[dict[str, Any]] = [
            {"id": id_, "facts": " ".join([*filter(None, [ruling.asks]), *ruling.also])}
            | {key: self._short(getattr(ruling, key), ruling.at(key)) for key in ("question", "answer")}
            | {"says": {value: self._short(words, ruling.at("says", value)) for value, words in ruling.says.items()}}
            for id_, ruling in kit.rulings.items()
        ]
        """The rulings as templates see them: id, facts, question, answer, and the words that must be in it."""

    @cached_property
    def _filler(self) -> Filler | ChildFiller:
        """The filler, made when it is first used because jinja2 is slow to import."""
        if not self._installed:
            return ChildFiller(self._setup)
        from pnp.kit.fill import Filler

        return Filler(self._setup)

    def crediting(self, old: str, new: str) -> Templates:
        """The same templates for a kit with another sentence about its typefaces."""
        other, data = copy(self), self._setup["data"]
        kit = {**data["kit"], "credit": {**data["kit"]["credit"], "typefaces": new}}
        other._setup = {**self._setup, "data": {**data, "kit": kit}}
        other.__dict__.pop("_filler", None)
        other.filled = dict.fromkeys(filled for filled in self.filled if old not in filled[1])
        return other

    def files(self) -> list[Path]:
        """The files of all templates used so far."""
        return sorted(map(Path, self._used))

    def file_of(self, name: str) -> Path | None:
        """The file of a template: that of the highest layer that has it."""
        return find(self._folders, name, self._language)

    def fill(self, name: str, span: Span, **more: object) -> str:
        """Fill a template and return its Markdown. `span` is the place for an error if the template does not exist."""
        if self.file_of(name) is None:
            message, folder = f"there is no template {name!r}", self._folders[0]
            hint = similar(folder, name)
            self._diagnostics.error(span, "missing-template", message, hint, f"looked in {folder.name}")
            return ""
        given = {"rulings": self.rulings, **self._plain_parts(more)}
        job: Job = {"name": name, "text": "", "data": given}
        answer = self._filler.fill(job)
        self._used.update(answer["files"])
        if self._only_follows(job, answer):
            self.missing.add(name)
            return ""
        text = self._text(answer, span)
        self.filled.setdefault((name, text))
        return text

    def _plain_parts(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Plain data for templates. What all templates are given, such as the rules of the kit, is converted once."""
        scopes = {key: self._plain_scope(one) for key, one in values.items() if isinstance(one, Mapping)}
        return {**_plain({key: one for key, one in values.items() if key not in scopes}), **scopes}

    def _plain_scope(self, scope: Mapping[str, Any]) -> dict[str, Any]:
        for value in scope.values():  # the value itself is kept, so that no other can get its identity
            if id(value) not in self._converted:
                self._converted[id(value)] = (value, _plain(value))
        return {str(key): self._converted[id(value)][1] for key, value in scope.items() if _is_plain(value)}

    def _only_follows(self, job: Job, answer: FilledText) -> bool:
        """Whether a template fails only because of something that is reported itself."""
        if answer["text"] is not None or answer["late"]:
            return False
        if self._faulty and self._fails_for_faulty_cards(job):
            return True
        return self._has_unplayed and any(map(self._follows, answer["diagnostics"]))

    def _follows(self, found: Sequence[Any]) -> bool:
        """Whether an error is about an example that was not played, or about a card that this kit removes."""
        named = _MISSING.match(found[4])
        return "'steps'" in found[4] or (named is not None and named[1] in self._removed)

    def _text(self, answer: FilledText, span: Span) -> str:
        """The text of an answer, empty after an error. Adds its diagnostics; those without a file get the place
        `span`."""
        for file, line, column, code, message, *hints in answer["diagnostics"]:
            place = self._span(file, line, column) if file else span
            before = "cannot fill this template: " if file and code == "bad-template" else ""
            self._diagnostics.error(place, code, before + message, *hints)
        ends = [*(start for start, *_ in answer["sources"][1:]), len(answer["text"] or "")]
        sources = (
            TextSource(start + ahead, span, runs, self._span(*call) if call else None)
            for (start, place, runs, call), end in zip(answer["sources"], ends, strict=False)
            for ahead, span in self._run(place, end - start if runs else 0)
        )
        return PlacedText(answer["text"] or "", sources)

    def _run(self, place: tuple[str, int, int], length: int) -> Iterator[tuple[int, Span]]:
        """The places of a piece of text with a length: how far in it each begins. It may be translated in parts."""
        if place[0] in self._translated:
            yield from self._translated[place[0]].run(*place[1:], length)
        else:
            yield 0, self._span(*place)

    def _span(self, file: str, line: int, column: int) -> Span:
        """The place of a text: in a template, or of a ruling."""
        if file in self._translated:
            return self._translated[file].place(line, column)
        if not file.startswith(RULING):
            return Span(file, line, column)
        id_, _, key = file.removeprefix(RULING).rpartition("/")
        return self._rulings[id_].at(key)

    def _fails_for_faulty_cards(self, job: Job) -> bool:
        """Whether a template fails only because of cards with invalid traits, which are reported themselves."""
        given = job["data"]
        if "card" in given and given["card"].get("id") in self._faulty:
            return True
        return self._filler.fill({**job, "data": given | self._sound})["text"] is not None

    @cached_property
    def _sound(self) -> dict[str, Any]:
        decks = self._setup["data"]["decks"]
        return {"decks": {deck: _sound_cards(cards, self._faulty) for deck, cards in decks.items()}}

    def _short(self, text: str, span: Span) -> str:
        if "{{" not in text:
            return text
        job: Job = {"name": "", "text": text, "data": {}}
        answer = self._filler.fill(job)
        return text if self._only_follows(job, answer) else self._text(answer, span) or text


def translated(kit: Kit, folders: Sequence[Path]) -> dict[str, Composed]:
    """The templates that are in another language, by path, with the translations of the kit's work files."""
    found: dict[str, Composed] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("*.md"))):
        language = kit.spoken.get(str(path.parent), kit.language)
        if primary(language) != primary(kit.language) and not is_for(path.name, kit.language):
            text = read_text(path, Diagnostics(), limit=MAX_SOURCE, within=folders)
            one = composed(text or "", str(path), partial(kit.work.translation, path.name))
            if one.translated:
                found[str(path)] = one
    return found


def context(kit: Kit, words: Mapping[str, Mapping[str, str]], replay: Replay) -> dict[str, Any]:
    """The variables of templates: `kit`, `rules`, `decks`, `components` and `examples`. `words` are by card id.

    An example that is played from the setup has the further key `steps`.
    """
    decks = {
        deck: [card_fields(id_, card) | {"words": dict(words.get(id_, {}))} for id_, card in cards.items()]
        for deck, cards in kit.cards.items()
    }
    credit = {key: getattr(kit.credit, key) for key in ("designer", "year", "title", "notice", "licence", "typefaces")}
    return {
        "kit": {**about(kit), "slug": kit.slug, "players": list(kit.players), "credit": credit},
        "rules": kit.rules.plain(),
        "decks": decks,
        "components": components(kit),
        "copies": {deck: copies(kit, deck) for deck in kit.cards},
        "examples": _examples(kit, replay),
    }


def _examples(kit: Kit, replay: Replay) -> Any:
    plain = kit.examples.plain()
    if not isinstance(plain, dict):
        return plain
    played = ((id_, example, replay(example) if isinstance(example, dict) else ()) for id_, example in plain.items())
    return {id_: {**example, "steps": list(steps)} if steps else example for id_, example, steps in played}


def _play_examples(examples: Any) -> Iterator[Mapping[str, Any]]:
    """The examples that are moves from the setup."""
    for example in examples.values() if isinstance(examples, dict) else ():
        if isinstance(example, dict) and example.get("form") == "play":
            yield example


def _sound_cards(cards: list[dict[str, Any]], faulty: Collection[str]) -> list[dict[str, Any]]:
    """The cards of a deck, with the traits and words of the invalid ones replaced by those of the most similar card."""
    sound = [card for card in cards if card["id"] not in faulty][:_MOST_COMPARED]

    def stand_in(card: dict[str, Any]) -> dict[str, Any]:
        like = max(sound, key=lambda other: len(card["traits"].keys() & other["traits"].keys()), default=card)
        return {**card, "traits": like["traits"], "words": like["words"]}

    return [stand_in(card) if card["id"] in faulty else card for card in cards]


def _plain(value: Any) -> Any:
    """Data for templates, without objects that are not plain data."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items() if _is_plain(item)}
    if isinstance(value, list):
        return [_plain(item) for item in value if _is_plain(item)]
    return value


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float, list, Mapping))
