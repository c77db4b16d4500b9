"""What the annotations of a model's fields say about its keys.

Some keys have an effect only beside another key, or only without it: `Annotated[float, With("stroke")]`. The errors
come from these annotations, the rules in schemas for editors, and a sentence in the list of all keys. Other keys have
texts that are names of something else in a kit: a face, a text style, a card.

`pnp.pipeline.known_names` collects the names of one kit, and `jsonschema` writes them into the schemas of the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.sources import Node

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema


class With(NamedTuple):
    """The key has an effect only beside another key, or only if that has a certain value."""

    key: str
    value: object = None

    @property
    def sentence(self) -> str:
        return f"Only with `{self._other}`."

    @property
    def _other(self) -> str:
        return self.key if self.value is None else f"{self.key}: {self.value}"

    def problem(self, keys: Mapping[str, Node]) -> tuple[str, str]:
        """What is wrong, and what to do; two empty texts if the other key is there."""
        other = keys.get(self.key)
        if other is not None and (self.value is None or other.value == self.value):
            return "", ""
        add = f"add '{self.key}: …'" if self.value is None else f"write '{self._other}'"
        return f"without '{self._other}'", f"{add}, or remove it"


class Unless(NamedTuple):
    """The key has no effect beside another key, or if that has a certain value."""

    key: str
    value: object = None

    @property
    def sentence(self) -> str:
        return f"Not with `{self.key}`."

    def problem(self, keys: Mapping[str, Node]) -> tuple[str, str]:
        """What is wrong, and what to do; two empty texts if the other key is not there."""
        other = keys.get(self.key)
        if other is None or (self.value is not None and other.value != self.value):
            return "", ""
        return f"beside '{self.key}'", "remove one of them"


Condition = With | Unless


def conditions(hints: Mapping[str, Any]) -> dict[str, Condition]:
    """The conditions of keys among the types of a model's fields."""
    notes = ((key, one) for key, hint in hints.items() for one in getattr(hint, "__metadata__", ()))
    return {key: one for key, one in notes if isinstance(one, Condition)}


def required(found: Mapping[str, Condition]) -> dict[str, list[str]]:
    """The keys that need another one, as JSON Schema has them."""
    return {key: [one.key] for key, one in found.items() if isinstance(one, With)}


def report(keys: Mapping[str, Node], found: Mapping[str, Condition], diagnostics: Diagnostics) -> None:
    """Report each key of a mapping that has no effect there."""
    for key in sorted(keys.keys() & found.keys()):
        what, remedy = found[key].problem(keys)
        if what:
            diagnostics.error(keys[key].key_span, "unknown-key", f"{key!r} has no effect {what}", remedy)


ANY_KEY = "*"
MARK = "x-name-of"
"""The key of a field's schema that has the arguments of `NameOf`, until names of a kit are written in its place."""


class Names(NamedTuple):
    """The names that a text may be, and a regular expression of the other texts that are valid."""

    names: tuple[str, ...]
    also: str = ""


class NameOf:
    """Annotation of a text that is a name. `path` leads to the names.

    It begins with a file of the kit; each other step is a key in it, or `*` for every key or item. The names are the
    keys of the mapping there, the items of the list, or the text. A path of one word that is no file is one of the sets
    of `pnp.pipeline.known_names`. `also` is a regular expression of texts that are valid, but are no such names.
    """

    def __init__(self, *path: str, also: str = "") -> None:
        self.path, self.also = path, also

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), MARK: {"path": list(self.path), "also": self.also}}


# Sets of names that are not at one place in a file
SIZES, FONTS, PICTURES, TEMPLATES = "sizes", "fonts", "pictures", "templates"
RULE_PATHS, STYLE_PREFIXES, CARD_COMPONENTS = "rule-paths", "style-prefixes", "card-components"
ENGINES, CODES = "engines", "codes"

_ANY_TEXT = r"[\s\S]*"
_FIELDS = r"[^{]*\{[\s\S]*"
"""A text with an expression in braces."""
_HEXADECIMAL = r"#[\s\S]*"

FACE, STYLE, DECK = NameOf("faces.yaml", "faces"), NameOf("faces.yaml", "styles"), NameOf("cards.yaml")
FaceName = Annotated[str, FACE]
FaceChoice = Annotated[str, NameOf(*FACE.path, also=_FIELDS)]
"""A face, also chosen by fields of the card."""
StyleName = Annotated[str, STYLE]
StylePrefix = Annotated[str, NameOf(STYLE_PREFIXES)]
FontName = Annotated[str, NameOf(FONTS)]
DeckName = Annotated[str, DECK]
CardName = Annotated[str, NameOf("cards.yaml", ANY_KEY)]
SizeName = Annotated[str, NameOf(SIZES, also=r"\s*\d[\s\S]*")]
"""A card size, or measures."""
PictureName = Annotated[str, NameOf(PICTURES, also=rf"{_FIELDS}|[^:/\\]+[:/\\][\s\S]*")]
"""A picture in one of the kit's folders, an icon, a path, or a picture that is made from the kit, like `card:lunge`."""
PictureIdea = Annotated[str, NameOf(PICTURES, also=_ANY_TEXT)]
"""A picture that may be missing: others take its place, or it is not drawn. Editors suggest the existing ones."""
TemplateName = Annotated[str, NameOf(TEMPLATES, also=r"(?![\s\S]*\.md$)[\s\S]*")]
"""A template. Markdown files are known; the names of templates may also end differently."""
RuleName = Annotated[str, NameOf("rules.yaml")]
RuleChoice = Annotated[str, NameOf("rules.yaml", also=_FIELDS)]
"""A rule, or a field of the card that has the same in it."""
RulePath = Annotated[str, NameOf(RULE_PATHS)]
"""A rule, or one inside it with a dotted name."""

COLOUR = NameOf("kit.yaml", "palette", also=f"{_HEXADECIMAL}|{_FIELDS}")
"""A name in the palette, a hexadecimal colour, or a text with fields."""
COLOUR_OR_NONE = NameOf("kit.yaml", "palette", also=f"none|{_HEXADECIMAL}|{_FIELDS}")
COLOUR_OF_PICTURE = NameOf("kit.yaml", "palette", also=f"none|currentColor|{_HEXADECIMAL}")
