"""One line of a rule: a fact of the game, what a sentence says about it, or both.

`phase == 'defend' => ways is 1` is tried in all moments of play. What it says of them without the words of a sentence
is computed once for each game: the distinct values are its cases. A sentence is compared with these only.

A rule of a game: the sentences that state it, and what play must show.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple

from pnp.diagnostics import Span
from pnp.lexicon import NAME, Word
from pnp.rulefile.expression import MOMENT, PLAY, Compiler, Failed, RuleExpression, parted
from pnp.rulefile.moment import Whole
from pnp.rulefile.pattern import Holes, Pattern, Reader, Reading, Token, meanings
from pnp.rulefile.source import RuleText
from pnp.rules.moments import Moment, Verdict, plain

LEAST = 10
"""The number of relevant moments that a line needs, if it does not give its own."""

_LEAST_FALSE = 3
"""The least number of moments in which a card must break a rule to be the culprit; of fewer, any word may be common."""


@dataclass
class Case:
    """Moments of play with the same values: how many, the first of them, and their kinds of action."""

    values: tuple[Any, ...]
    first: Moment[Any, Any]
    count: int = 0
    verbs: set[str] = field(default_factory=set)


class RuleLine:
    """`fact (least): when => value is said`. Without `=>` it is about play as a whole."""

    def __init__(
        self,
        source: RuleText,
        parts: tuple[RuleExpression | None, RuleExpression, RuleExpression | None],
        holes: tuple[str, ...],
        compiler: Compiler,
        fact: str = "",
        least: int = LEAST,
    ) -> None:
        self.source, self.fact, self.least = source, fact, least
        self.when, self.value, self.said = parts
        self._compiler = compiler
        expressions = [one for one in parts if one]
        self.used = frozenset(name for one in expressions for name in one.used)
        self.holes = tuple(hole for hole in holes if hole in self.used)
        self.facts = frozenset(name for one in expressions for name in one.facts)
        self._decided = bool(self.value.used & {*self.holes})
        """Whether the value depends on the words of a sentence."""

    @cached_property
    def _functions(self) -> tuple[Any, ...]:
        holes, compiled = frozenset(self.holes), partial(self._compiler.compiled, file=self.source.file)
        if self.when is None:
            both = (self.value, self.said)
            return tuple(one and compiled(one.tree, MOMENT, PLAY, *self.holes) for one in both)
        filters, rest = _first_parts(self.when.tree, holes)
        parts: list[ast.expr] = []
        trees = [parted(tree, holes, parts) if tree else None for tree in (rest, self.value.tree, _tree(self.said))]
        names = [f"_{index}" for index in range(len(parts))]
        return (
            {ast.unparse(tree): compiled(tree, MOMENT, PLAY) for tree in filters},
            Parts(parts, compiled),
            *(tree and compiled(tree, PLAY, *names, *self.holes) for tree in trees),
        )

    def cases(self, whole: Whole) -> list[Case]:
        """The distinct values of the line's parts, in the moments for which the first part of `when` is true."""
        self._begin(whole)
        filters, parts = self._functions[:2]
        found: dict[Any, Case] = {}
        for moment in whole.those(filters):
            values = parts.of(moment, whole)
            try:
                case = found.get(key := values)
            except TypeError:  # a value has no hash
                case = found.get(key := repr(values))
            if case is None:
                case = found[key] = Case(values, moment)
            case.count += 1
            case.verbs.add(moment.action[0])
        return list(found.values())

    def _begin(self, whole: Whole) -> None:
        """Count the work from 0: that of the line, and that of the names of moments, which other lines share."""
        self._compiler.work.begin()
        whole.begin()

    def _known(self, whole: Whole) -> Any:
        """The value of a line about play as a whole, without the words of a sentence."""
        return whole.value(
            self.value.text, lambda: self._functions[0](whole.moments[0], whole, *[None for _ in self.holes])
        )

    def relevant(self, whole: Whole, cases: list[Case], holes: Holes) -> Iterator[Case]:
        """The cases for which all of `when` is true."""
        rest = self._functions[2]
        given = [holes.get(hole) for hole in self.holes]
        return (case for case in cases if rest is None or rest(whole, *case.values, *given))

    def facts_of(self, whole: Whole, cases: Callable[[], list[Case]]) -> Any:
        """The value of the line's fact."""
        if self.when is None:
            self._begin(whole)
            return self._known(whole)
        given = [None for _ in self.holes]
        values = [self._functions[3](whole, *case.values, *given) for case in self.relevant(whole, cases(), {})]
        distinct = sorted({repr(value): plain(value) for value in values}.values(), key=_by_size)
        return distinct[0] if len(distinct) == 1 else distinct or "unseen"

    def verdict(self, whole: Whole, cases: Callable[[], list[Case]], holes: Holes) -> Verdict:
        """Whether play bears out what a sentence with some values in its holes says. Raises what the game raises."""
        given = [holes.get(hole) for hole in self.holes]
        self._begin(whole)
        if self.when is None:
            value, said = self._functions
            found = value(whole.moments[0], whole, *given) if self._decided else self._known(whole)
            wanted = said(whole.moments[0], whole, *given) if said else True
            found, wanted = (plain(found), plain(wanted)) if said else (bool(found), True)
            return Verdict("proved") if found == wanted else Verdict("false", self._differs(found, wanted))
        relevant = list(self.relevant(whole, cases(), holes))
        for case in relevant:
            found, wanted = self._compared(whole, case.values, given)
            if found != wanted:
                return Verdict("false", self._differs(found, wanted), case.first)
        return self._tried(relevant, len(whole.moments))

    def _compared(self, whole: Whole, values: tuple[Any, ...], given: list[Any]) -> tuple[Any, Any]:
        """What play shows and what the sentence says, as plain data; without `is`, whether play agrees, and True."""
        _, _, _, value, said = self._functions
        found = value(whole, *values, *given)
        return (plain(found), plain(said(whole, *values, *given))) if said else (bool(found), True)

    def culprits(self, whole: Whole, holes: Holes) -> frozenset[str]:
        """The words of actions, such as the id of a card, without which the line would hold: those in every moment
        for which it is false, and in none for which it is true. Raises what the game raises.
        """
        if self.when is None:
            return frozenset()
        filters, parts, rest = self._functions[:3]
        given = [holes.get(hole) for hole in self.holes]
        words: dict[bool, list[frozenset[str]]] = {True: [], False: []}
        self._begin(whole)
        for moment in whole.those(filters):
            values = parts.of(moment, whole)
            if rest is None or rest(whole, *values, *given):
                found, wanted = self._compared(whole, values, given)
                words[found == wanted].append(frozenset(moment.action[1:]))
        if not words[True] or len(words[False]) < _LEAST_FALSE:
            return frozenset()
        return frozenset.intersection(*words[False]).difference(*words[True])

    def _tried(self, relevant: list[Case], moments: int) -> Verdict:
        count = sum(case.count for case in relevant)
        if not count:
            return Verdict("never", f"no moment of play is relevant to `{self.when.text if self.when else ''}`")
        if count < self.least:
            return Verdict("seldom", f"it was relevant {count} times in play, fewer than {self.least}")
        verbs = frozenset(verb for case in relevant for verb in case.verbs) if count < moments else frozenset()
        return Verdict("proved", moment=relevant[0].first, verbs=verbs, relevant=count)

    def _differs(self, found: Any, said: Any) -> str:
        """What play shows, and what the sentence says."""
        if self.said is None:
            return f"`{self.value.text}` is not so"
        return f"`{self.value.text}` is {found!r}, the sentence says {said!r}"


def _tree(expression: RuleExpression | None) -> ast.expr | None:
    return expression.tree if expression else None


def _first_parts(when: ast.expr, holes: frozenset[str]) -> tuple[list[ast.expr], ast.expr | None]:
    """The first conditions joined by `and` that speak of no hole, and the rest, if there is any."""
    conditions = when.values if isinstance(when, ast.BoolOp) and isinstance(when.op, ast.And) else [when]
    count = 0
    for condition in conditions:
        if holes & {node.id for node in ast.walk(condition) if isinstance(node, ast.Name)}:
            break
        count += 1
    rest = conditions[count:]
    both = ast.copy_location(ast.BoolOp(ast.And(), rest), when)
    return conditions[:count], (both if len(rest) > 1 else rest[0]) if rest else None


class Parts:
    """The parts of a line that speak of a moment and of no hole: all in one function, which is quicker, and each."""

    def __init__(self, trees: list[ast.expr], compiled: Callable[..., Callable[..., Any]]) -> None:
        self._all = compiled(ast.Tuple([*trees], ast.Load(), lineno=1, col_offset=0), MOMENT, PLAY)
        self._trees, self._compiled = trees, compiled

    @cached_property
    def _each(self) -> list[Callable[..., Any]]:
        return [self._compiled(tree, MOMENT, PLAY) for tree in self._trees]

    def of(self, moment: Moment[Any, Any], whole: Whole) -> tuple[Any, ...]:
        """The values in a moment; for a part that fails, its error."""
        try:
            return self._all(moment, whole)  # type: ignore[no-any-return]
        except Exception:  # noqa: BLE001 - a rule file may be wrong
            return tuple(_value(part, moment, whole) for part in self._each)


def _value(part: Callable[..., Any], moment: Moment[Any, Any], whole: Whole) -> Any:
    try:
        return part(moment, whole)
    except Exception as error:  # noqa: BLE001 - a rule file may be wrong; raised where the value is needed
        return Failed(partial(part, moment, whole), error)


def _by_size(value: Any) -> tuple[bool, Any]:
    return (False, value) if isinstance(value, int) else (True, repr(value))


LEAST_ALIKE = 0.5
"""The minimum likeness, from 0 to 1, of a pattern that messages show although it reads no beginning of a sentence."""

MOST_WANTED = 3
"""How many of the words that rules expect a message lists."""


class Rule:
    """A rule. `listed` are facts that its sentences state besides those of its lines."""

    def __init__(self, name: str, span: Span, listed: Sequence[str] = ()) -> None:
        self.name, self.span, self.listed = name, span, tuple(listed)
        self.patterns: list[Pattern] = []
        self.lines: list[RuleLine] = []

    @cached_property
    def settles(self) -> tuple[str, ...]:
        """The facts that a sentence of this rule states: those listed, those of its lines, and those they speak of."""
        own = [line.fact for line in self.lines if line.fact]
        spoken = [name for line in self.lines for name in sorted(line.facts)]
        return tuple(dict.fromkeys((*self.listed, *own, *spoken)))

    @property
    def holes(self) -> tuple[str, ...]:
        """The holes that every sentence of the rule has."""
        return self.patterns[0].holes if self.patterns else ()

    def about(self, holes: Holes) -> list[RuleLine]:
        """The lines that speak only of words that a sentence has."""
        return [line for line in self.lines if all(hole in holes for hole in line.holes)]


class Read(NamedTuple):
    """A rule that reads a sentence by one of its patterns, and the values of the holes."""

    rule: Rule
    holes: Holes
    pattern: Pattern


class Nearest(NamedTuple):
    """Why no rule reads a sentence: the number of words that the nearest rules read, what they expect then, and the
    facts that they state."""

    words: int
    message: str
    accepted: tuple[str, ...]
    settles: frozenset[str] = frozenset()


def readers(rules: Sequence[Rule], words: Sequence[Word], language: str, read: Reader) -> list[Read]:
    """The rules that read a sentence."""
    found = []
    said = frozenset(meaning for word in words for meaning in meanings(word))
    for rule in rules:
        for pattern in rule.patterns:
            if pattern.language != language or not pattern.may_read(said, read):
                continue
            if (holes := pattern.read(words, read).holes) is not None:
                found.append(Read(rule, holes, pattern))
                break
    return found


def nearest(rules: Sequence[Rule], words: Sequence[Word], language: str, read: Reader) -> Nearest | None:
    """What the rules expect that read most words of a sentence from its beginning, or that have most of its words.

    None if no rule reads its first word, nor has half of its words.
    """
    tried = [
        _Tried(rule, pattern, pattern.read(words, read), pattern.likeness(words, read))
        for rule in rules
        for pattern in rule.patterns
        if pattern.language == language
    ]
    if not tried:
        return None
    furthest = max(one.reading.words for one in tried)
    best = sorted((one for one in tried if one.reading.words == furthest), key=lambda one: -one.likeness)
    alike = max(tried, key=lambda one: one.likeness)
    if alike.likeness >= LEAST_ALIKE and (furthest < 1 or alike.likeness > best[0].likeness):
        return _nearest([alike], len(words), _difference(alike.pattern, words, read))
    return _nearest(best, furthest, _stop(best, words[furthest:])) if furthest else None


def _stop(tried: Sequence[_Tried], unread: Sequence[Word]) -> str:
    """The message for patterns that read a sentence up to some words."""
    wanted = _some(list(dict.fromkeys(one.reading.wanted for one in tried)))
    if not unread:
        return f"it ends where {wanted} is read"
    form = _form(unread[0], [one.reading.expected for one in tried if one.reading.expected])
    return f"{unread[0].text!r}{_read_as(unread[0])}{form} stands where {wanted} is read"


def _some(wanted: list[str]) -> str:
    """The words that rules expect, the first ones of many."""
    more = f" or one of {len(wanted) - MOST_WANTED} others" if len(wanted) > MOST_WANTED + 1 else ""
    return " or ".join(wanted[:MOST_WANTED] if more else wanted) + more


class _Tried(NamedTuple):
    """A pattern, how far it reads a sentence, and how many words it has in common with it."""

    rule: Rule
    pattern: Pattern
    reading: Reading
    likeness: float


def _nearest(tried: Sequence[_Tried], words: int, message: str) -> Nearest:
    accepted = tuple(dict.fromkeys(f"“{one.pattern.shown}”" for one in tried))
    return Nearest(words, message, accepted, frozenset(fact for one in tried for fact in one.rule.settles))


def _difference(pattern: Pattern, words: Sequence[Word], read: Reader) -> str:
    """The message for a pattern that has most words of a sentence, but does not read its beginning."""
    _, unread, lacking = pattern.compared(words, read)
    if not unread and not lacking:
        return "the nearest sentence has these words in another order"
    more = [f"{word.text!r}{_read_as(word)}{_form(word, lacking)}" for word in unread]
    parts = [
        f"has no {', '.join(more)}" if more else "",
        f"has {', '.join(repr(token.text) for token in lacking)}" if lacking else "",
    ]
    return f"the nearest sentence {' and '.join(part for part in parts if part)}"


def _form(word: Word, expected: Sequence[Token]) -> str:
    """The voice, case or article in which a word differs from one that is expected."""
    alike = [token.word for token in expected if not token.hole and meanings(token.word) & meanings(word)]
    found = next((form for other in alike if (form := word.form_unlike(other))), "")
    return f" ({found})" if found else ""


def _read_as(word: Word) -> str:
    """How a word is read, if its author may not expect that."""
    if not word.senses and not word.minor:
        return " (the lexicon lacks it)"
    return " (a name of this kit)" if word.senses and all(sense.axis == NAME for sense in word.senses) else ""
