"""What sentences may state about Rhinoceros Joust."""

from pnp.rules.claims import Claims
from pnp.rules.rhino import effect_claims, stack_claims, turn_claims

CLAIMS = Claims({**turn_claims.CLAIMS, **stack_claims.CLAIMS, **effect_claims.CLAIMS})
