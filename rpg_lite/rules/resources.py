"""Resources that are spent and recovered: hit dice and those of the classes, whose maximum follows from the levels, and any others."""

from collections.abc import Mapping
from typing import Annotated, Any, get_args

from pydantic import BeforeValidator, Field

from rpg_lite.rules import names
from rpg_lite.rules.class_resources import GivenBack, Supply, find_resource
from rpg_lite.rules.document_field_types import Document
from rpg_lite.vocabulary import Recharge

Points = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
HIT_DIE = "hit_die_"


def call_resource(name: str) -> str:
    """The name of a resource in everyday words.

    >>> call_resource("hit_die_d10"), call_resource("second wind")
    ('hit dice d10', 'second wind')
    """
    return f"hit dice {name.removeprefix(HIT_DIE)}" if name.startswith(HIT_DIE) else name.replace("_", " ")


def _back(written: Any) -> Any:
    """Convert "Long Rest" to the spelling of the rules: long_rest."""
    return names.fold(written).replace(" ", "_") if isinstance(written, str) else written


Back = Annotated[Recharge, BeforeValidator(_back)]
"""The time at which a resource is restored."""


class Resource(Document):
    max: Points
    left: Points | None = None
    recharge: Back | None = None


class ResourceChange(Document):
    """The changes of an update to a resource; the other fields stay as they are."""

    max: Points | None = None
    left: Points | None = None
    recharge: Back | None = None


class StoredResource(Document):
    """A resource as it is stored; one that the levels give has a maximum only if it differs from theirs. `left`: from older versions."""

    max: Points | None = None
    left: Points | None = None
    recharge: str | None = None


def supplies(given: Mapping[str, "StoredResource | Resource"], of_levels: Mapping[str, Supply], kept: bool) -> dict[str, Supply]:
    """The resources of the levels, combined with the given ones. `kept`: the given ones are in stored form."""
    found = dict(of_levels)
    for name, one in given.items():
        same = find_resource(name, of_levels)
        base = of_levels[same] if same else None
        if same and same != name:
            found.pop(same, None)
        found[name] = _supply(one, base, kept and name.startswith(HIT_DIE))
    return found


def hit_dice(dice: Mapping[str, int]) -> dict[str, Supply]:
    """The hit dice of the levels; a policy decides how many of them a long rest restores."""
    return {name: Supply(count, count, "long_rest") for name, count in dice.items()}


def _supply(given: StoredResource | Resource, base: Supply | None, kept_dice: bool) -> Supply:
    """One resource. `kept_dice`: stored hit dice, for which older versions stored the maximum of their level with the recharge."""
    whole = base or Supply(None, None)
    frozen = kept_dice and base is not None and given.recharge and given.max is not None and given.max < (base.max or 0)
    most = given.max if given.max is not None else base.max if base else given.left or 0
    left = most if given.left is None else given.left
    if frozen and base and base.max and left is not None and most is not None:
        most, left = base.max, left + base.max - most  # dice that were spent stay spent
    recharge = _known_back(given.recharge)
    if recharge is None or (base and (kept_dice or recharge == base.recharge)):
        return Supply(most, left, whole.recharge, whole.short, whole.long, whole.die, whole.aliases)
    short: GivenBack = "all" if recharge == "short_rest" else None
    long: GivenBack = "all" if recharge in ("short_rest", "long_rest") else None
    return Supply(most, left, recharge, short, long, whole.die, whole.aliases)


def _known_back(written: str | None) -> Recharge | None:
    """The recharge that an older version stored, if it is a known kind."""
    word = _back(written)
    return next((known for known in get_args(Recharge) if known == word), None)


def as_kept(resource: Supply, of_levels: Supply | None) -> dict[str, Any] | None:
    """The stored form of a resource: values that follow from the levels are left out; the amount spent is stored elsewhere."""
    row = {"max": resource.max, "recharge": resource.recharge}
    if of_levels is not None:
        row = {k: v for k, v in row.items() if v != getattr(of_levels, k)}
    return {k: v for k, v in row.items() if v is not None} or None
