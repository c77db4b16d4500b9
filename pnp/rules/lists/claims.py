"""What sentences may state about JOUST!."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.rules.claims import Claims, Meaning
from pnp.rules.lists import end_claims, pass_claims

CLAIMS = Claims({**pass_claims.CLAIMS, **end_claims.CLAIMS})

MEANINGS: Mapping[str, Meaning] = {}
"""No card is played, so phrases.yaml has no slots."""
