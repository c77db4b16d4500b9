"""Compare two states of a kit: pieces, numbers of copies, names, words, traits and rules.

A state is a kit as it is now, a kit at a git revision, or the contents of a manifest. Pieces are compared by their
fingerprints, so neither the paper nor the files that changed matter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pnp import pdf
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics, files, unknown
from pnp.graphics import Drawing, Piece
from pnp.kit import Kit, NamedSize, load, paths
from pnp.kit import git as history
from pnp.pipeline import diff_pages, documents, job, prints
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.option_table import named
from pnp.pipeline.options import BuildOptions, Earlier, from_choices
from pnp.sources.git_objects import HistoryError

FORMAT = 1
MAX_MANIFEST = 50_000_000

What = Literal["added", "removed", "drawn", "count", "names", "words", "traits", "rules"]
DATA: tuple[What, ...] = ("names", "words", "traits", "rules")
Data = Mapping[str, Mapping[str, Any]]
"""For each of `DATA`, the values by place."""


class PieceState(NamedTuple):
    """A piece in a state. `piece` is None in a state read from a manifest."""

    title: str
    copies: int
    drawing: str
    filler: bool = False
    piece: Piece | None = None


class Snapshot(NamedTuple):
    """A kit at some time: its pieces by id, and its data and render context unless it was read from a manifest, which
    has the options of its build."""

    name: str
    pieces: Mapping[str, PieceState]
    data: Data | None = None
    context: RenderContext | None = None
    options: Mapping[str, Any] | None = None


class Change(NamedTuple):
    """One difference.

    For pieces `what` is added, removed, drawn or count, else one of `DATA`. `where` is a piece's id or a place in the
    data. `old` and `new` are None if there is no value.
    """

    what: What
    where: str
    title: str = ""
    old: Any = None
    new: Any = None


# States ------------------------------------------------------------------------------------------------------


def in_order(old: str, new: str) -> tuple[str, str]:
    """Two names of states, the older first: a print is older than the kit that it is compared with."""
    return (new, old) if _is_print(new) and paths.find(old) else (old, new)


def _is_print(name: str) -> bool:
    return prints.is_version(name) and not (_is_file(name) or paths.find(name))


def state(
    name: str, stack: ExitStack, diagnostics: Diagnostics, *, of: str = "", like: Snapshot | None = None
) -> Snapshot | None:
    """The state that the user names: a kit or its folder, REV:KIT, KIT@REV, a manifest, or the version of a print of
    the kit `of`; None after errors.

    A kit is laid out as the manifest `like` was. A past kit is in a temporary folder that exists until `stack` is
    closed. Raises HistoryError.
    """
    if _is_file(name):
        return from_manifest(Path(name))[1]
    folder = paths.find(name)
    if folder:
        return _of_kit(name, folder, diagnostics, _options_of(like, folder, diagnostics))
    if prints.is_version(name) and (kit_folder := paths.find(of)):
        return _of_print(prints.find(name, kit_folder.name))
    kit, revision = history.named(name)
    if revision:
        return _past(name, history.place(kit), revision, stack, diagnostics)
    raise HistoryError(
        f"{unknown('kit', name, paths.kit_names())}; you can also name a revision (HEAD:KIT) or a manifest.json"
    )


def _of_print(path: Path) -> Snapshot:
    return from_manifest(path)[1]._replace(name=f"print {path.stem[: prints.SHOWN]}")


def _options_of(like: Snapshot | None, folder: Path, diagnostics: Diagnostics) -> BuildOptions | None:
    """Options to lay out a kit as a manifest's build did; None for the usual ones. Raises HistoryError."""
    facts = load.print_facts(diagnostics) if like and like.options else None
    if facts is None or like is None or like.options is None:
        return None
    wanted = {key: like.options[key] for key in named(changes_drawings=True) if like.options.get(key) is not None}
    try:
        return from_choices(folder, wanted, facts)
    except ChoiceError as error:
        raise HistoryError(f"{like.name} was built with options that this kit does not have: {error.message}") from None


def since(options: BuildOptions, name: str | None, diagnostics: Diagnostics) -> BuildOptions | None:
    """The options, with the kit's earlier state if only changes are wanted; None after errors. Raises ChoiceError."""
    if name is None:
        return options
    try:
        earlier = _earlier_state(options, name, diagnostics)
    except HistoryError as error:
        raise ChoiceError("--since", str(error)) from None
    return options._replace(since=earlier) if earlier else None


def _earlier_state(options: BuildOptions, name: str, diagnostics: Diagnostics) -> Earlier | None:
    """The drawings of the kit at an earlier time, from a manifest, a known print or a git revision; None after errors.

    Raises HistoryError.
    """
    known = prints.of_kit(options.kit.name) if prints.is_version(name) else []
    if any(path.stem.startswith(name) for path in known):
        return _earlier(_of_print(prints.find(name, options.kit.name)))
    if _is_file(name):
        kit, state = from_manifest(Path(name))
        if kit != options.kit.name:
            raise HistoryError(f"{name} is a manifest of the kit {kit!r}, not of {options.kit.name!r}")
        return _earlier(state)
    with ExitStack() as stack:
        past = _past(name, options.kit, name, stack, diagnostics, options)
        return _earlier(past) if past else None


def _earlier(state: Snapshot) -> Earlier:
    drawings = {id_: seen.drawing for id_, seen in state.pieces.items()}
    titles = {id_: seen.title for id_, seen in state.pieces.items()}
    return Earlier(state.name, drawings, titles, {id_: seen.copies for id_, seen in state.pieces.items()})


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # names that no file can have
        return False


def _of_kit(name: str, folder: Path, diagnostics: Diagnostics, options: BuildOptions | None = None) -> Snapshot | None:
    """The state of the kit in a folder, drawn with some options."""
    each = [options] if options else job.usual_options(folder, diagnostics)
    planned = job.plan(each[0]._replace(kit=folder, only=()), diagnostics) if each else None
    if planned is None:
        return None
    planned, made = job.draw_credited(planned)
    context = planned.context
    drawn = [piece for pieces in made.values() for piece in pieces]
    seen = {p.id: PieceState(p.title, p.copies, context.fingerprints.piece(p), p.filler, p) for p in drawn}
    return Snapshot(name, seen, _data(context), context)


def _past(
    name: str,
    folder: Path,
    revision: str,
    stack: ExitStack,
    diagnostics: Diagnostics,
    options: BuildOptions | None = None,
) -> Snapshot | None:
    """A kit at a revision. Errors in single pieces are not reported, because the past cannot be fixed."""
    mine = Diagnostics()
    past = stack.enter_context(history.kit_at(folder, revision))
    with paths.rooted(past.root):
        state = _of_kit(name, past.kit, mine, options)
    if state is None:
        place = past.place.as_posix()
        for diagnostic in mine:
            file = Path(diagnostic.span.file).as_posix().replace(place, revision, 1)
            diagnostics.add([diagnostic._replace(span=diagnostic.span._replace(file=file))])
    return state


def from_manifest(path: Path) -> tuple[str, Snapshot]:
    """The name of a manifest's kit, and the state of the whole set, printed or not. Raises HistoryError."""
    try:
        data = json.loads(files.read(path, MAX_MANIFEST).decode())
        kit, listed = data["kit"], data["pieces"]
        of_set = (entry for entry in (*listed, *data.get("not_printed", ())) if "describes_set" not in entry)
        pieces = list(chain.from_iterable(map(_listed, of_set)))
        missing = _unlisted(data)
    except OSError as error:
        raise HistoryError(f"cannot read {path}: {error.strerror or error}") from None
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        old = "was written by an older pnp and has no fingerprints; build that set again"
        raise HistoryError(f"{path} {old if error.args == ('drawing',) else 'is not a manifest'}") from None
    if missing:
        raise HistoryError(f"{path} {missing}; name the manifest of another build, or build the whole set again")
    options = data.get("options")
    return str(kit), Snapshot(path.as_posix(), dict(pieces), options=options if isinstance(options, dict) else None)


def _unlisted(data: Mapping[str, Any]) -> str:
    """Why a manifest does not list the whole set; empty if it does."""
    if "not_printed" not in data and "options" in data:
        return "was written by an older pnp and lists only what was printed"
    if data.get("undrawn"):
        return f"does not list {', '.join(map(str, data['undrawn']))}, which had errors when it was written"
    return ""


def _listed(entry: Mapping[str, Any]) -> Iterator[tuple[str, PieceState]]:
    """The piece in an entry of a manifest, or the pieces that it contains or is part of."""
    title, copies, filler = str(entry["title"]), int(entry.get("in_set", entry["copies"])), "filler" in entry
    drawing = entry["drawing"]
    for id_, print_ in entry.get("of", {str(entry["id"]): drawing}).items():
        yield id_, PieceState(title, copies, str(print_), filler)


# Data --------------------------------------------------------------------------------------------------------


def _data(context: RenderContext) -> Data:
    kit = context.kit
    return {
        "names": dict(_names(kit)),
        "words": dict(_words(context)),
        "traits": dict(_traits(kit)),
        "rules": dict(_flatten(kit.rules.plain(), "")),
    }


def _names(kit: Kit) -> Iterator[tuple[str, str]]:
    yield "kit", kit.title
    yield from ((f"components/{id_}", spec.title) for id_, spec in kit.components.items())
    for deck, cards in kit.cards.items():
        yield from ((f"{deck}/{id_}", card.name) for id_, card in cards.items())


def _words(context: RenderContext) -> Iterator[tuple[str, str]]:
    """The words on cards, written by the phrase book or by hand, and the rulings."""
    for deck, cards in context.kit.cards.items():
        for id_, card in cards.items():
            yield from ((f"{deck}/{id_}.{field}", words) for field, words in context.words[id_][0].items())
            yield from ((f"{deck}/{id_}.asides.{key}", words) for key, words in card.aside_texts.items())
    for id_, ruling in context.kit.rulings.items():
        yield f"rulings/{id_}.question", ruling.question
        yield f"rulings/{id_}.answer", ruling.answer


def _traits(kit: Kit) -> Iterator[tuple[str, Any]]:
    for deck, cards in kit.cards.items():
        for id_, card in cards.items():
            yield from _flatten(card.plain_traits, f"{deck}/{id_}")


def _flatten(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """The values of nested mappings, by place. A list is one value unless it contains mappings or lists."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _flatten(inner, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for number, inner in enumerate(value):
            yield from _flatten(inner, f"{place}[{number}]")
    else:
        yield place, value


# Differences -------------------------------------------------------------------------------------------------


def changes(old: Snapshot, new: Snapshot) -> list[Change]:
    """All differences: pieces first, then the data if both states have any."""
    listed = [*_changed_pieces(old.pieces, new.pieces)]
    if old.data is not None and new.data is not None:
        for what in DATA:
            listed.extend(_changed_data(what, old.data[what], new.data[what]))
    return listed


def _only_in(state: Mapping[str, PieceState], other: Mapping[str, PieceState]) -> list[tuple[str, PieceState]]:
    """The pieces that the other state does not have. A missing filler may only have had no room, so it is left out."""
    return [(id_, seen) for id_, seen in state.items() if id_ not in other and not seen.filler]


def _changed_pieces(old: Mapping[str, PieceState], new: Mapping[str, PieceState]) -> Iterator[Change]:
    for id_, seen in _only_in(new, old):
        yield Change("added", id_, seen.title, None, seen.copies)
    for id_, seen in _only_in(old, new):
        yield Change("removed", id_, seen.title, seen.copies, None)
    both = [(id_, old[id_], new[id_]) for id_ in new if id_ in old]
    for id_, was, is_ in both:
        if was.drawing != is_.drawing:
            yield Change("drawn", id_, is_.title, was.drawing, is_.drawing)
    for id_, was, is_ in both:
        if was.copies != is_.copies and not (was.filler or is_.filler):
            yield Change("count", id_, is_.title, was.copies, is_.copies)


def _changed_data(what: What, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for where in dict.fromkeys((*new, *old)):
        was, is_ = old.get(where), new.get(where)
        if was != is_ or type(was) is not type(is_) or (where in old) != (where in new):
            yield Change(what, where, "", was, is_)


# Pages -------------------------------------------------------------------------------------------------------


def page_of_both(old: Snapshot, new: Snapshot, paper: NamedSize, diagnostics: Diagnostics) -> bytes | None:
    """A PDF of every side whose drawing differs, old beside new; None if there is none. Raises HistoryError."""
    if old.context is None or new.context is None:
        manifest = old.name if old.context is None else new.name
        raise HistoryError(f"a manifest has no drawings; name a kit instead of {manifest}")
    restyled = diff_pages.Restyled(new.context.fonts, old.context.fonts, diagnostics)
    pairs = list(_pairs(old, new, restyled))
    if not pairs or diagnostics:
        return None
    drawn = diff_pages.pages(pairs, (old.name, new.name), paper.size, new.context.facts.margin, restyled.fonts)
    document = documents.document(new.context, "Simplex", drawn)
    return pdf.write(document._replace(title=f"{document.title}: what changed"), restyled.fonts)


def _pairs(old: Snapshot, new: Snapshot, restyled: diff_pages.Restyled) -> Iterator[diff_pages.DrawingPair]:
    before, now = (state.context.fingerprints for state in (old, new) if state.context)
    for change in changes(old, new):
        was, is_ = old.pieces.get(change.where), new.pieces.get(change.where)
        if change.what != "drawn" or not (was and is_ and was.piece and is_.piece):
            continue
        for side, left, right in _sides(was.piece, is_.piece):
            if before.side(left) != now.side(right):
                yield diff_pages.DrawingPair(f"{change.where} · {change.title} · {side}", restyled.drawing(left), right)


def _sides(old: Piece, new: Piece) -> Iterator[tuple[str, Drawing, Drawing]]:
    """The fronts and backs of two pieces; a missing back is an empty drawing."""
    yield "front", old.front, new.front
    if old.back or new.back:
        left = old.back or Drawing("nothing", old.size, ())
        yield "back", left, new.back or Drawing("nothing", new.size, ())


# Reports -----------------------------------------------------------------------------------------------------

_TITLES = {"drawn": "drawn differently", "added": "added", "removed": "removed", "count": "number of copies"} | {
    what: what for what in DATA
}


def lines(old: Snapshot, new: Snapshot, changes: list[Change]) -> list[str]:
    """A report of the differences, for people."""
    text = [f"{old.name} -> {new.name}"]
    for what, title in _TITLES.items():
        mine = [change for change in changes if change.what == what]
        if mine:
            text.append(f"{title}:")
            text.extend(f"  {_change_text(change)}" for change in mine)
    if not changes:
        text.append("nothing differs")
    return text


def _change_text(change: Change) -> str:
    if change.what == "drawn":
        return f"{change.where}  {change.title}"
    if change.what in ("added", "removed"):
        count = change.new if change.what == "added" else change.old
        return f"{change.where}  {change.title}, {count} {'copy' if count == 1 else 'copies'}"
    if change.what == "count":
        return f"{change.where}  {change.title}: {change.old} -> {change.new}"
    return f"{change.where}: {_value(change.old)} -> {_value(change.new)}"


def _value(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)


def as_json(old: Snapshot, new: Snapshot, changes: list[Change]) -> str:
    """A report of the differences as JSON. Values that a manifest does not contain are null."""

    def listed(what: str, **keys: str) -> list[dict[str, Any]]:
        mine = (change for change in changes if change.what == what)
        return [{key: getattr(change, field) for key, field in keys.items()} for change in mine]

    piece, both = {"id": "where", "title": "title"}, {"old": "old", "new": "new"}
    text: dict[str, Any] = {
        "format": FORMAT,
        "old": old.name,
        "new": new.name,
        "added": listed("added", **piece, copies="new"),
        "removed": listed("removed", **piece, copies="old"),
        "drawn_anew": listed("drawn", **piece),
        "counts": listed("count", **piece, **both),
    }
    kits = old.data is not None and new.data is not None
    text |= {what: listed(what, where="where", **both) if kits else None for what in DATA}
    return json.dumps(text, ensure_ascii=False, indent=1)
