"""Response curves: the games of a kit with other values of a number, or without one of its cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.lab.blocks import PlayPlan
from pnp.lab.report import WITHOUT, Curve, Point, point
from pnp.lab.subject import Play, Subject
from pnp.lab.tallies import Tally
from pnp.lab.variation import Variation, current, varied, without

AS_IT_IS = "the kit"
"""The name of the point with all cards."""


def of_number(variation: Variation, subject: Subject, plan: PlayPlan, play: Play) -> Curve:
    """The curve of a number; the kit's own value is always among its points. Raises VariationError."""
    now = current(subject, variation.path)
    values = sorted({*variation.values, now})
    kits = [(value, subject if value == now else varied(subject, variation.path, value)) for value in values]
    return _curve(variation.path, now, kits, plan, play)


def without_cards(names: Iterable[str], subject: Subject, plan: PlayPlan, play: Play) -> Curve:
    """The kit as it is, and without each of some cards. Raises VariationError."""
    kits = [(AS_IT_IS, subject), *((f"without {name}", without(subject, name)) for name in names)]
    return _curve(WITHOUT, AS_IT_IS, kits, plan, play)


def _curve(
    number: str, now: float | str, kits: Sequence[tuple[float | str, Subject | str]], plan: PlayPlan, play: Play
) -> Curve:
    points, tallies = [], list[Tally]()
    for value, kit in kits:
        if isinstance(kit, str):
            points.append(Point(value, kit))
            continue
        tally = play(kit, plan)
        tallies.append(tally)
        points.append(point(value, tally, kit.game.players))
    changes = len(tallies) < 2 or any(tally != tallies[0] for tally in tallies[1:])
    return Curve(number, now, plan.games, points, changes)
