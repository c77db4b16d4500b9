"""Find and read the rule files of a kit: the names that a game gives to what happens, and its rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from keyword import iskeyword
from pathlib import Path
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.diagnostics.files import is_there
from pnp.kit import Kit, languages, paths
from pnp.kit.languages import primary
from pnp.rulefile.expression import MOMENT, Compiler, ExpressionNames, RuleExpression
from pnp.rulefile.expression import NAMES as FUNCTIONS
from pnp.rulefile.line import LEAST, Rule, RuleLine
from pnp.rulefile.moment import NAMES, PLAY_NAMES, WHOLE, Seen, Shared
from pnp.rulefile.pattern import Pattern, Reader
from pnp.rulefile.source import RuleError, RuleText, logical_lines, split
from pnp.rules.loading import REGISTRY
from pnp.rules.moments import Moment, kept
from pnp.sources.yaml import read_text

CODE = "bad-rule"
_HEAD = re.compile(r"([a-z]\w*(?:\.\w+)*)\s*(?:\[([\w. ]*)\])?$")
_LET = re.compile(r"let\s+([A-Za-z]\w*)\s*(\([\w, ]*\))?\s*=(?!=)")
_BY = re.compile(r'by\s+"([^"]+)"\s*:\s*"([^"]+)"$')
_FACT = re.compile(r"([a-z]\w*(?:\.\w+)*)?\s*(?:\((\d+)\))?:\s")
_SENTENCE = re.compile(r'(?:([a-z]{2,3})\s+)?"(.*)"$', re.DOTALL)


class RuleFile(NamedTuple):
    """A rule file: its text, its name in messages, and the language of its sentences.

    A game's own file defines its rules. Those of editions only add sentences to them, and say by whom and why.
    """

    text: str
    file: str
    language: str
    adds: bool = False


class GameRules:
    """The rules of a game. `moment` is the class of its moments, with the names that the file gives to them."""

    def __init__(
        self,
        texts: Iterable[RuleFile],
        diagnostics: Diagnostics,
        vocabulary: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        """`texts` in the order of a kit's layers, its base first. What cannot be read is an error, and left out.

        `vocabulary` are functions of the game that lines may call, by name: what they are given comes behind the game.
        """
        texts = list(texts)
        self.text = next((text.text for text in texts), "")
        """The text of the game's own file."""
        self._diagnostics, self._compiler = diagnostics, Compiler()
        before = len(diagnostics)
        self.work, self.failure = self._compiler.work, self._compiler.failure
        self.rules: dict[str, Rule] = {}
        self.facts: dict[str, RuleLine] = {}
        own = vocabulary or {}
        self._moment_names, self._whole_names = {*NAMES, *own}, {*WHOLE, *own}
        self._lets: dict[str, Any] = {name: self._of_game(function) for name, function in own.items()}
        lines = [(text, indent, source) for text in texts for indent, source in logical_lines(text.text, text.file)]
        self._read_lets([source for _, indent, source in lines if not indent and source.text.startswith("let ")])
        self.moment: Callable[..., Moment[Any, Any]] = type("RuleMoment", (Seen,), {"firsts": {}, **self._lets})
        self._read_rules([one for one in lines if one[1] or not one[2].text.startswith("let ")])
        self.wrong = len(diagnostics) > before
        """Whether there are errors in the files."""

    def compile(self, reader: Callable[[str], Reader | None]) -> None:
        """Read the words of all sentences, given what reads those of a language; one with an error is left out."""
        before = len(self._diagnostics)
        for rule in self.rules.values():
            rule.patterns = [pattern for pattern in rule.patterns if self._compiles(pattern, reader(pattern.language))]
        self.wrong = self.wrong or len(self._diagnostics) > before

    def _compiles(self, pattern: Pattern, read: Reader | None) -> bool:
        before = len(self._diagnostics)
        if read is not None:
            self._guarded(lambda: pattern.orders(read))
        return len(self._diagnostics) == before

    def _guarded(self, read: Callable[[], object]) -> None:
        try:
            read()
        except RuleError as error:
            self._diagnostics.error(error.span, CODE, error.message, *error.hints)

    # Names of moments -------------------------------------------------------------------------------------

    def _read_lets(self, sources: list[RuleText]) -> None:
        heads = {source: _LET.match(source.text) for source in sources}
        named = {match[1]: match for match in heads.values() if match}
        self._moment_names |= named.keys()
        used: dict[str, set[str]] = {}
        for source, match in heads.items():
            self._guarded(lambda source=source, match=match: self._let(source, match, used))  # type: ignore[misc]
        self._whole_names |= used.keys()
        while late := {name for name in used.keys() & self._whole_names if used[name] - self._whole_names}:
            self._whole_names -= late  # a name depends on the moment if one of those that it uses does
        for name in self._lets.keys() & self._whole_names:
            self._lets[name] = Shared(self._lets[name])

    def _let(self, source: RuleText, match: re.Match[str] | None, used: dict[str, set[str]]) -> None:
        if match is None:
            hint = "write 'let NAME = EXPRESSION', or 'let NAME(ARGUMENT) = EXPRESSION'"
            raise RuleError(source.at(), "this line gives no name to anything", hint)
        name, at = match[1], source.at(match.start(1), len(match[1]))
        if name in self._lets or name in {*NAMES, *PLAY_NAMES, *FUNCTIONS}:
            raise RuleError(at, f"{name!r} has a meaning already", "use another name")
        arguments = tuple(one.strip() for one in (match[2] or "()")[1:-1].split(",") if one.strip())
        names = ExpressionNames(self._moment_names - set(arguments), (), arguments)
        expression = RuleExpression(source.part(match.end()), names)
        made = self._compiler.compiled(expression.tree, MOMENT, *arguments, file=source.file)
        if match[2] is None:
            self._lets[name] = kept(made)
        else:
            self._lets[name] = self.work.counted_call(made)
        used[name] = expression.used & self._moment_names - {*arguments}

    def _of_game(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return self.work.counted_call(lambda moment, *arguments: function(moment.game, *arguments))

    # Rules ------------------------------------------------------------------------------------------------

    def _read_rules(self, lines: list[tuple[RuleFile, int, RuleText]]) -> None:
        rule: Rule | None = None
        is_left, by = False, ""  # is_left: lines up to the next rule only follow from an error, and are left out
        for text, indent, source in lines:
            if indent and is_left:
                continue
            try:
                if indent:
                    self._inside(rule, text, source, by)
                elif match := _BY.match(source.text):
                    rule, is_left, by = None, False, f"{match[1]}: {match[2]}"
                else:
                    rule, is_left = None, True
                    rule = self._head(text, source)
                    is_left = False
            except RuleError as error:
                self._diagnostics.error(error.span, CODE, error.message, *error.hints)
                if indent and rule and _SENTENCE.match(source.text):  # its lines may speak of the sentence's holes
                    self.rules.pop(rule.name, None)
                    is_left = True
        for rule in self.rules.values():
            self._guarded(lambda rule=rule: _check_holes(rule))  # type: ignore[misc]

    def _head(self, text: RuleFile, source: RuleText) -> Rule:
        match = _HEAD.match(source.text)
        if match is None:
            hint = "a rule has a name such as 'win' or 'win.points', and its sentences and lines are indented below it"
            raise RuleError(source.at(width=len(source.text)), f"{source.text!r} is not the name of a rule", hint)
        name = match[1]
        if text.adds:
            if name not in self.rules:
                hint = did_you_mean(name, self.rules) or f"rules: {', '.join(self.rules)}"
                raise RuleError(source.at(width=len(name)), f"there is no rule {name!r} to add sentences to", hint)
            return self.rules[name]
        if name in self.rules:
            where = self.rules[name].span.short
            raise RuleError(source.at(width=len(name)), f"there is already a rule {name!r}, in {where}", "join them")
        rule = self.rules[name] = Rule(name, source.at(width=len(name)), (match[2] or "").split())
        return rule

    def _inside(self, rule: Rule | None, text: RuleFile, source: RuleText, by: str) -> None:
        if rule is None:
            raise RuleError(source.at(), "this line belongs to no rule", "begin with a rule's name")
        sentence = _SENTENCE.match(source.text)
        if sentence is None:
            if text.adds:
                raise RuleError(
                    source.at(), "an edition adds sentences only", "what play must show is in the game's file"
                )
            self._add_line(rule, source)
            return
        pattern = self._pattern(source.part(*sentence.span(2)), sentence[1] or text.language, text, source, by)
        if rule.patterns and set(pattern.holes) != set(rule.holes):
            others = ", ".join(sorted(set(pattern.holes) ^ set(rule.holes)))
            hint = "all sentences of a rule have the same holes"
            raise RuleError(source.at(), f"not all sentences of {rule.name!r} have the hole {others}", hint)
        rule.patterns.append(pattern)

    def _pattern(self, sentence: RuleText, language: str, text: RuleFile, line: RuleText, by: str) -> Pattern:
        if text.adds and not by:
            hint = 'write above the first rule: by "NAME": "why these sentences mean the same"'
            raise RuleError(line.at(), "it is not said who adds this sentence, and why it means the same", hint)
        pattern = Pattern(sentence, language, by if text.adds else "")
        for hole in pattern.holes:
            if hole in {*self._moment_names, *PLAY_NAMES, *FUNCTIONS} or iskeyword(hole):
                raise RuleError(line.at(), f"the hole {hole!r} has the name of something else", "use another name")
        return pattern

    def _add_line(self, rule: Rule, source: RuleText) -> None:
        match = _FACT.match(source.text)
        rest = source.part(match.end() if match else 0)
        when, told = split(rest, "=>")
        before, after = split(told, "is", last=True)
        value, said = (after, None) if before is None else (before, after)
        names = ExpressionNames(self._moment_names if when else self._whole_names, PLAY_NAMES, rule.holes)
        parts = (
            RuleExpression(when, names) if when else None,
            RuleExpression(value, names),
            RuleExpression(said, names) if said else None,
        )
        name, least = match.groups("") if match else ("", "")
        line = RuleLine(source, parts, rule.holes, self._compiler, name, int(least) if least else LEAST)
        rule.lines.append(line)
        if name:
            self._add_fact(line, set(rule.holes))

    def _add_fact(self, line: RuleLine, holes: set[str]) -> None:
        at = line.source.at(width=len(line.fact))
        if line.fact in self.facts:
            raise RuleError(at, f"there is already a fact {line.fact!r}", "use another name")
        before = set(line.value.used) | (line.when.used if line.when else set())
        if spoken := sorted(before & holes):
            hint = "only what is behind `is` may speak of the words of a sentence"
            raise RuleError(at, f"the fact {line.fact!r} depends on the hole {spoken[0]!r}", hint)
        self.facts[line.fact] = line


def _check_holes(rule: Rule) -> None:
    """Every hole must decide something."""
    used = {hole for line in rule.lines for hole in line.holes}
    if rule.patterns and not rule.lines:
        raise RuleError(rule.span, f"nothing is said about play for the sentences of {rule.name!r}", "add a line")
    for hole in rule.holes:
        if hole not in used:
            hint = "write its word without brackets, or speak of it in a line"
            raise RuleError(rule.patterns[0].at(hole), f"the hole {hole!r} decides nothing", hint)


FILE = paths.RULE_FILE


def paths_of(kit: Kit) -> list[tuple[Path, str]]:
    """The rule files of a kit with their languages: that of its engine's package, then its layers', its base first."""
    own, *below = kit.spoken.items()  # the kit's own folder, and its bases from the lowest up
    package = REGISTRY.folder(kit.engine) if kit.engine else None
    engine = [(str(package), languages.FIRST)] if package else []
    layers = [(Path(folder) / FILE, primary(language)) for folder, language in [*engine, *below, own]]
    return [(path, language) for path, language in layers if path.parent.name != paths.COMMON and is_there(path)]


def texts(kit: Kit, diagnostics: Diagnostics) -> list[RuleFile]:
    """The rule files of a kit, that of the game first. Files that cannot be read are errors."""
    found: list[RuleFile] = []
    for path, language in paths_of(kit):
        text = read_text(path, diagnostics)
        if text is not None:
            found.append(RuleFile(text, str(path), language, adds=bool(found)))
    return found
