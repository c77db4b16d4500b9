"""Templates that strangers wrote -> text, or an error: what they may call is listed here, and their work is paid for.

Jinja's own sandbox keeps templates away from Python; this one also keeps them from running for ever, filling the
memory, or printing what differs from run to run. Work is counted, not timed, so that the same template is refused on
every machine. Compiled code pays for its length whenever it is run through, and filters, tests and calls for the size
of what they walk through. Values are plain data: filters give lists, never generators, and no function is printed.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, ValuesView
from functools import wraps
from types import BuiltinMethodType, MethodType
from typing import Any

from jinja2 import BaseLoader, StrictUndefined, Template, TemplateRuntimeError, Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame, operators
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS, make_attrgetter
from jinja2.runtime import BlockReference, Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment, safe_range
from jinja2.tests import TESTS
from jinja2.utils import Cycler, Joiner, Namespace, pass_environment

from pnp.compiled import Compiled
from pnp.lookup import MAX_SOURCE

BUDGET = 3_000_000
"""Steps that one filling may take; a long rulebook takes a hundredth of them, a second is enough for all of them."""
MAX_TEXT = 400_000
"""Characters of any text, the finished one too."""
MAX_CODE = 3_000_000
MAX_WIDTH = 200
MAX_BITS = 64

# A step is about what Python does for a name looked up in a template.
_CODE_PER_STEP = 16
_TEXT_PER_STEP = 32
_ROUND = 4

# Of Jinja's filters and tests, those that give plain data, the same at every run, and whose work can be paid for.
_FILTERS = """abs attr batch capitalize center count d default dictsort first float groupby indent int items last length
    list lower map max min reject rejectattr reverse round select selectattr slice sort string title trim truncate
    unique upper wordcount"""
_TESTS = """!= < <= == > >= boolean defined eq equalto false filter float ge greaterthan gt integer iterable le
    lessthan lower lt mapping ne none number sameas sequence string test true undefined upper"""
# Those that do not look into the parts of what they are given, and filters to which a number says how much to make.
_GLANCING_FILTERS = """attr count d default first items last length list map reject rejectattr reverse select
    selectattr"""
_GLANCING_TESTS = """boolean defined false filter float integer iterable mapping none number sameas sequence string
    test true undefined"""
_SIZED = ("batch", "center", "indent", "round", "slice")

_TEXT_METHODS = """capitalize casefold count endswith find index isalpha isdigit islower isupper lower lstrip partition
    removeprefix removesuffix rfind rpartition rsplit rstrip split splitlines startswith strip swapcase title upper"""
_METHODS: dict[type, frozenset[str]] = {
    str: frozenset(_TEXT_METHODS.split()),
    dict: frozenset(("get", "items", "keys", "values")),
    list: frozenset(("count", "index")),
    tuple: frozenset(("count", "index")),
}


_DICT_NAMES = frozenset(dir(dict))
_PLAIN = (str, int, list, dict, float, bool)
_ONE_BY_ONE = (Iterator, KeysView, ItemsView, ValuesView)


class TooMuchError(TemplateRuntimeError):
    """The template works more than any page can need."""


class Helper:
    """A function that templates may call; it does no more than a few steps of work."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __call__(self, *args: Any) -> Any:
        return self._function(*args)


class _Coder(CodeGenerator):
    """Compiles templates to code that pays its way."""

    _counted = 0
    _defaults = 0

    def _steps(self, start: int) -> int:
        written = self.stream.tell() - start
        if self.stream.tell() > MAX_CODE:
            self.fail("this template is too long", 1)
        return written

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """Every stretch of code pays at its end: bodies of loops, macros, blocks and conditions, whole templates."""
        start, counted = self.stream.tell(), self._counted
        super().blockvisit(nodes, frame)
        written = self._steps(start)
        own = written - (self._counted - counted)
        self._counted = counted + written
        self.writeline(f"environment.spend({_ROUND + own // _CODE_PER_STEP})")

    def push_parameter_definitions(self, frame: Frame) -> None:
        super().push_parameter_definitions(frame)
        self._defaults = self.stream.tell()

    def pop_parameter_definitions(self) -> None:
        """The defaults of a macro's parameters are worked out at each call."""
        super().pop_parameter_definitions()
        self.writeline(f"environment.spend({1 + self._steps(self._defaults) // _CODE_PER_STEP})")

    def dump_local_context(self, frame: Frame) -> str:
        """Names all that an included template sees: where there are many of both, code would grow with the square."""
        self._steps(0)
        return super().dump_local_context(frame)

    def visit_For(self, node: nodes.For, frame: Frame) -> None:  # noqa: N802 - jinja's name
        if node.test is not None:
            # The condition of a loop is tried for items for which its body is not run.
            size = 2 + 3 * sum(1 for _ in node.test.find_all(nodes.Node))
            pays = nodes.EnvironmentAttribute(f"spend({size})", lineno=node.test.lineno)
            node.test = nodes.And(pays, node.test, lineno=node.test.lineno)
        super().visit_For(node, frame)

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        """Nothing is worked out while compiling: that would be free."""
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        first = node.ops[0]
        if first.op in ("in", "notin") and len(node.ops) == 1:
            self.write("(not environment.holds(" if first.op == "notin" else "(environment.holds(")
            self.visit(node.expr, frame)
            self.write(", ")
            self.visit(first.expr, frame)
            self.write("))")
            return
        self.write("(")
        self._wrapped("weighed", node.expr, frame)
        for operand in node.ops:
            if operand.op in ("in", "notin"):
                self.fail("'in' cannot be part of a chain of comparisons", node.lineno)
            self.write(f" {operators[operand.op]} ")
            self._wrapped("weighed", operand.expr, frame)
        self.write(")")

    def _wrapped(self, function: str, node: nodes.Node, frame: Frame) -> None:
        if isinstance(node, nodes.Const):
            self.visit(node, frame)
            return
        self.write(f"environment.{function}(")
        self.visit(node, frame)
        self.write(")")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self.write("{")
        for pair in node.items:
            self._wrapped("weighed", pair.key, frame)
            self.write(": ")
            self.visit(pair.value, frame)
            self.write(", ")
        self.write("}")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        if not isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
            return
        self.write("environment.kept(")
        super().visit_Getitem(node, frame)
        self.write(")")


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's sandbox with a budget; `render` starts with a full one.

    `filters` are a kit's own; those in `glancing` do not look into all parts of what they are given.
    """

    code_generator_class = _Coder
    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(
        self, loader: BaseLoader, filters: dict[str, Callable[..., Any]], glancing: tuple[str, ...] = ()
    ) -> None:
        super().__init__(
            loader=loader,
            undefined=StrictUndefined,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            finalize=self._printed,
            # Nothing is folded: see `_Coder`.
            optimized=False,
        )
        self.left = BUDGET
        self.bytecode_cache = Compiled(self.spend)
        self.globals = {
            "range": Helper(safe_range),
            "dict": dict,
            "namespace": Namespace,
            "cycler": Cycler,
            "joiner": Joiner,
        }
        own = {"join": self._join, "replace": self._replace, "sum": _sum, **filters}
        known = {name: FILTERS[name] for name in _FILTERS.split()} | own
        glances = (*_GLANCING_FILTERS.split(), *glancing)
        self.filters = {name: self._paid(name, function, glancing=name in glances) for name, function in known.items()}
        numeric = {"divisibleby": _divisible, "even": lambda n: _divisible(n, 2), "odd": lambda n: not _divisible(n, 2)}
        tests: dict[str, Any] = dict(TESTS)
        self.tests = {name: self._tested(name, tests[name]) for name in _TESTS.split()} | numeric | {"in": self.holds}

    def render(self, name: str, data: dict[str, Any]) -> str:
        """The template of that name, filled."""
        self.left = BUDGET
        return self.get_template(name).render(data)

    def render_text(self, source: str, data: dict[str, Any]) -> str:
        """A template that stands in no file of its own, filled."""
        self.left = BUDGET
        return self.from_string(source).render(data)

    # What work costs

    def spend(self, steps: int) -> bool:
        """Pay for some work; true, so that it can stand in a condition."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchError(f"this takes more than {BUDGET} steps: too many rounds of a loop, or too much text")
        return True

    def walk(self, value: Any) -> bool:
        """Pay for a walk through all of a value; whether it is plain data throughout."""
        if isinstance(value, str):
            return self.spend(1 + len(value) // _TEXT_PER_STEP)
        plain = True
        if isinstance(value, (list, tuple)):
            self.spend(1 + len(value))
            for item in value:
                plain &= self.walk(item)
            return plain
        if isinstance(value, dict):
            self.spend(1 + 2 * len(value))
            for key, item in value.items():
                plain &= self.walk(key) & self.walk(item)
            return plain
        if isinstance(value, range):
            return self.spend(len(value))
        return value is None or isinstance(value, (int, float, Undefined))

    def weighed(self, value: Any) -> Any:
        """A value that is compared, or a key."""
        if type(value) is not int:
            self.walk(value)
        return value

    def kept(self, value: Any) -> Any:
        """A value that was made, if it is small enough to go on with."""
        if isinstance(value, str):
            if len(value) > MAX_TEXT:
                raise TooMuchError(f"this text has more than {MAX_TEXT} characters")
            self.spend(len(value) // _TEXT_PER_STEP)
        elif isinstance(value, int):
            if value.bit_length() > MAX_BITS:
                raise OverflowError("this number is too large")
        elif isinstance(value, (list, tuple, dict)):
            self.spend(len(value))
        return value

    def holds(self, item: Any, holder: Any) -> bool:
        """What `in` says; paid for each pair that is compared."""
        if isinstance(holder, dict):
            self.walk(item)
        else:
            self._pay(len(holder) if isinstance(holder, (list, tuple, range)) else 1, (item,))
            self.spend(len(holder) // _TEXT_PER_STEP if isinstance(holder, str) else 0)
        return item in holder

    def _pay(self, parts: int, others: Iterable[Any]) -> bool:
        """Pay for looking at each of so many parts once, with other values at hand; whether those are plain data."""
        before, plain = self.left, True
        for other in others:
            plain &= self.walk(other)
        self.spend(parts * max(1, before - self.left))
        return plain

    # Where values are made

    def _printed(self, value: Any) -> Any:
        if type(value) is str:
            self.spend(len(value) // _TEXT_PER_STEP)
            if not value.isascii():
                value.encode("utf-8")  # half a character, as in '\ud800', is an error here and not somewhere later
        elif type(value) is not int and not self.walk(value):
            raise TypeError(f"this is no text but a {type(value).__name__}: only plain data can be printed")
        return value

    def joined(self, parts: Iterable[Any], between: str = "") -> str:
        """Texts put together, if that is not too much."""
        texts = [str(self._printed(part)) for part in parts]
        length = sum(map(len, texts)) + len(between) * len(texts)
        if length > MAX_TEXT:
            raise TooMuchError(f"this text has more than {MAX_TEXT} characters")
        self.spend(length // _TEXT_PER_STEP)
        return between.join(texts)

    def concat(self, pieces: Iterable[str]) -> str:
        """What a template, a macro or a block has printed."""
        texts = list(pieces)
        length = sum(map(len, texts))
        if length > MAX_TEXT:
            raise TooMuchError(f"this makes more than {MAX_TEXT} characters of text")
        self.spend(length // _TEXT_PER_STEP)
        return "".join(texts)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if operator == "%" and isinstance(left, str):
            raise TypeError("texts are not formatted with % here; put them together with ~")
        if operator == "**" and isinstance(left, int) and (abs(right) > MAX_BITS or left.bit_length() > MAX_BITS):
            raise OverflowError("this number is too large")
        if operator == "*":
            for sequence, times in ((left, right), (right, left)):
                if isinstance(sequence, (str, list, tuple)) and len(sequence) * int(times) > MAX_TEXT:
                    raise TooMuchError(f"this is longer than {MAX_TEXT}")
        return self.kept(super().call_binop(context, operator, left, right))

    def getattr(self, obj: Any, attribute: str) -> Any:
        # Nearly always a field of the kit's data, which need not be looked for among a dict's own methods.
        if type(obj) is dict and attribute in obj and attribute not in _DICT_NAMES:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if type(argument) is not str:
            self.weighed(argument)
        return super().getitem(obj, argument)

    # What may be called

    def is_safe_callable(self, obj: Any) -> bool:
        if isinstance(obj, BuiltinMethodType):
            return obj.__name__ in _METHODS.get(type(obj.__self__), ())
        if isinstance(obj, MethodType):
            return isinstance(obj.__self__, (Cycler, LoopContext))
        known = isinstance(obj, (Macro, BlockReference, LoopContext, Joiner, Helper))
        return known or any(obj is kind for kind in (dict, Namespace, Cycler, Joiner))

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call what may be called; its arguments are paid for, and what Python's own methods do with them."""
        if isinstance(obj, Undefined):
            return obj()
        if not self.is_safe_callable(obj):
            name = getattr(obj, "__name__", type(obj).__name__)
            raise SecurityError(f"{name!r} cannot be called here; perhaps there is a filter that does it")
        self.spend(2 + len(args) + len(kwargs))
        if isinstance(obj, BuiltinMethodType):
            owner: Any = obj.__self__
            self._pay(1 + len(owner) // (_TEXT_PER_STEP if isinstance(owner, str) else 1), args)
        elif not isinstance(obj, Macro):
            for value in args:
                self.walk(value)
        return self._settled(context.call(obj, *args, **kwargs))

    def _settled(self, result: Any) -> Any:
        """What a call gave: lists in place of all that gives its items one by one."""
        if type(result) in _PLAIN or not isinstance(result, _ONE_BY_ONE):
            return self.kept(result)
        items = []
        for item in result:
            self.spend(1)
            items.append(item)
        return items

    def _paid(self, name: str, function: Callable[..., Any], *, glancing: bool) -> Callable[..., Any]:
        """A filter that pays, and that gives plain data."""
        skip = 1 if hasattr(function, "jinja_pass_arg") else 0
        sized = name in _SIZED

        @wraps(function)
        def filtered(*args: Any, **kwargs: Any) -> Any:
            value, others = args[skip], (*args[skip + 1 :], *kwargs.values())
            if sized and any(_measure(other) > MAX_WIDTH for other in others):
                raise ValueError(f"{name!r} makes things {MAX_WIDTH} wide, high or long at most")
            before = self.left
            if glancing:
                self.spend(len(value) if isinstance(value, (list, tuple, range)) else 1)
            elif not self.walk(value):
                raise TypeError(f"{name!r} is for plain data only")
            parts = (before - self.left) * (MAX_WIDTH // 10 if sized else 1)
            if others and not self._pay(parts, others):
                raise TypeError(f"{name!r} is for plain data only")
            return self._settled(function(*args, **kwargs))

        return filtered

    def _tested(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A test that pays for what it looks through."""
        if name in _GLANCING_TESTS.split():
            return function

        @wraps(function)
        def tested(*args: Any) -> Any:
            for value in args:
                self.walk(value)
            return function(*args)

        return tested

    @pass_environment
    def _join(self, _environment: Any, value: Any, d: Any = "", attribute: Any = None) -> str:
        parts = map(make_attrgetter(self, attribute), value) if attribute is not None else value
        return self.joined(parts, str(d))

    def _replace(self, value: Any, old: Any, new: Any, count: int = -1) -> str:
        text, old, new = str(value), str(old), str(new)
        if (text.count(old) + 1) * len(new) > MAX_TEXT:
            raise TooMuchError(f"this text has more than {MAX_TEXT} characters")
        return text.replace(old, new, count)

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """Compiling is work as well, and more for every character than anything else."""
        if len(source) > MAX_SOURCE:
            raise TooMuchError(f"a template may have {MAX_SOURCE} characters at most")
        self.spend(len(source))
        return super().preprocess(source, name, filename)

    def _load_template(self, name: str, globals: Any) -> Template:  # noqa: A002 - jinja's name
        self.spend(200)
        return super()._load_template(name, globals)


def _measure(value: Any) -> float:
    return abs(value) if isinstance(value, (int, float)) else len(value) if isinstance(value, str) else 0


def _number(value: Any) -> Any:
    if not isinstance(value, (int, float)):
        raise TypeError(f"this is no number but a {type(value).__name__}")
    return value


def _divisible(value: Any, by: Any) -> bool:
    return bool(_number(value) % _number(by) == 0)


@pass_environment
def _sum(environment: Sandbox, value: Any, attribute: Any = None, start: Any = 0) -> Any:
    """Numbers only: lists would be copied for every one that is added."""
    parts = map(make_attrgetter(environment, attribute), value) if attribute is not None else value
    return sum(map(_number, parts), _number(start))
