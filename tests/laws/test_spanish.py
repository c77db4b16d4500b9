"""Sentences in Spanish are proved by play, as those of the shipped editions are in their languages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp import checks
from pnp.checks import CheckContext
from pnp.checks.support import film
from pnp.diagnostics import Diagnostics
from pnp.pipeline import api
from pnp.pipeline.context import open_context
from tests.conftest import ROOT, edit
from tests.support.printed import reported

SEIS = ROOT / "tests" / "cases" / "seis"


@pytest.fixture
def seis(six: Path) -> Path:
    """A copy of the Spanish edition of the small game, beside a copy of the game."""
    return Path(shutil.copytree(SEIS, six.with_name("seis")))


def test_a_spanish_edition_is_proved_as_its_base(seis):
    assert reported(seis, "false-sentence", "unclassified-words", "unvouched-words", "wrong-ruling") == []
    result = api.check(seis)
    assert [one.code for one in result if one.severity != "note"] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("rulebook.md", "empieza en cero", "empieza en uno", "false-sentence"),
        ("rulebook.md", "¡El primer jugador con", "¡El último jugador con", "unclassified-words"),
        ("rulebook.md", "robas son ocultas", "robas son visibles", "false-sentence"),
        ("rulings.yaml", "answer: No.", "answer: Sí.", "wrong-ruling"),
    ],
)
def test_the_opposite_in_spanish_is_refused_at_its_line(seis, file, old, new, code):
    line = edit(seis, file, old, new)
    assert [(Path(one.span.file).name, one.span.line) for one in reported(seis, code)] == [(file, line)]


NAMES = """\
names: {clubs: tréboles, spades: picas, hearts: corazones, diamonds: diamantes, black: negro, red: rojo, jack: jota,
  attacker: atacante, defender: defensor}
"""
RULES = """\
by "The tests": "Each sentence translates the English one of its rule."

call.right
  "Si la carta tiene el color cantado, [who=quien canta] ataca primero."

call.wrong
  "Si no, ataca primero el [who=otro] jugador."

call.suits
  "Cantaste [colour=rojo]: si la carta es de [suits=corazones o diamantes], tú atacas primero."

aside
  "La carta destapada queda fuera del juego, [lie=boca arriba]."

hand.secret
  "Solo tú puedes mirar tus cartas [kind=ocultas]."

suit
  "En una ronda, el palo de una carta no importa."

exposed
  "Una carta queda [kind=visible] solo [time=después] de la ronda en que se jugó."

exchange
  "En un intercambio, [one=el defensor] juega [n=una] carta y luego [two=el atacante|tú] juega [k=una]."

total.negative
  "El total [mode=puede] ser negativo."

swap
  "Si tus [n=tres] cartas son todas [kind=visibles], [mode=puedes] cambiar [k=una] carta."

swap.card
  "Ponla boca abajo debajo del mazo y roba [n=una] carta [kind=oculta]."

swap.once
  "Puedes cambiar solo [often=una vez] por ronda."

swap.when
  "Cambia [time=antes] de jugarse la primera carta."

defend.count
  "Si el total está por [than=debajo] del objetivo, [who=el defensor|tú] [mode=debe] [sign=sumar] (la carta)."

attack.count
  "[who=El atacante|Tú] [mode=puede] [signs=sumar o restar] (la carta)."

hit
  "Si el total acierta el objetivo, ~ [who=el atacante|tú] [ends=gana] (la ronda) (al instante)."

missed
  "Si (el total) falla (el objetivo) tras [n=3] intercambios, ~ [who=el defensor|tú] [ends=gana] (la ronda)."

forfeit
  "Tras [counts=1 o 2] intercambios, [who=el atacante|tú] [mode=puede] abandonar."

won.cards
  "[who=Quien gana] (la ronda) se lleva las [n=3] cartas de quien pierde, jugadas o no."

roles
  "Después de cada ronda, [a=el atacante] pasa a ser [b=el defensor], y [c=el defensor] pasa a ser [d=el atacante]."

rounds.most
  "Ninguna partida tiene más de [n=19] rondas."
"""
OPPOSITES = [
    ("Si la carta tiene el color cantado, quien canta ataca primero.", "quien canta", "el otro jugador"),
    ("Cantaste rojo: si la carta es de corazones o diamantes, tú atacas primero.", "rojo", "negro"),
    ("La carta destapada queda fuera del juego, boca arriba.", "boca arriba", "boca abajo"),
    ("Solo tú puedes mirar tus cartas ocultas.", "ocultas", "visibles"),
    ("En una ronda, el palo de una carta no importa.", "no importa", "importa"),
    ("Una carta queda visible solo después de la ronda en que se jugó.", "después", "antes"),
    ("En un intercambio, el defensor juega una carta y luego el atacante juega una.", "el defensor", "el atacante"),
    ("El total puede ser negativo.", "puede", "no puede"),
    ("Si tus 3 cartas son todas visibles, puedes cambiar una carta.", "puedes", "debes"),
    ("Ponla boca abajo debajo del mazo y roba una carta oculta.", "oculta", "visible"),
    ("Puedes cambiar solo una vez por ronda.", "una vez", "dos veces"),
    ("Cambia antes de jugarse la primera carta.", "antes", "después"),
    ("Si el total está por debajo del objetivo, el defensor debe sumar.", "sumar", "restar"),
    ("Si el total está por encima del objetivo, tú debes restar la carta.", "encima", "debajo"),
    ("El atacante puede sumarla o restarla.", "puede", "debe"),
    ("Si el total acierta el objetivo, el atacante gana al instante.", "gana", "pierde"),
    ("Tú ganas la ronda si el total falla el objetivo tras tres intercambios.", "falla", "acierta"),
    ("Tras 1 o 2 intercambios, el atacante puede abandonar.", "1 o 2", "1, 2 o 3"),
    ("Quien gana la ronda se lleva las tres cartas de quien pierde, jugadas o no.", "Quien gana", "Quien pierde"),
    ("Después de cada ronda, el atacante pasa a ser el defensor, y el defensor pasa a ser el atacante.",
     "ser el atacante", "ser el defensor"),
    ("Ninguna partida tiene más de 19 rondas.", "más de", "menos de"),
]  # fmt: skip
"""A true sentence, a word of it, and what makes it false or another sentence."""


@pytest.fixture(scope="module")
def duelo(tmp_path_factory: pytest.TempPathFactory) -> CheckContext:
    """The duel with names and rules in Spanish; no piece of it is drawn."""
    folder = tmp_path_factory.mktemp("kits") / "duelo"
    folder.mkdir()
    (folder / "kit.yaml").write_text("extends: duel\nlanguage: es\n", "utf-8")
    (folder / "phrases.yaml").write_text(NAMES, "utf-8")
    (folder / "proof.rules").write_text(RULES, "utf-8")
    context = open_context(folder, Diagnostics())
    return checks.context(context, {}, checks.open_game(context.kit))


@pytest.mark.slow
@pytest.mark.parametrize(("true", "word", "other"), OPPOSITES)
def test_true_sentences_of_the_duel_are_proved_and_their_opposites_are_not(duelo, true, word, other):
    assert true.count(word) == 1
    found = film.by_rules(duelo, true, "es")
    assert found, film.near(duelo, true, "es")
    assert found.verdict.state == "proved", found.verdict
    opposite = film.by_rules(duelo, true.replace(word, other), "es")
    assert opposite is None or opposite.verdict.state == "false"
