"""What is spent and comes back: hit dice, whose maximum follows the levels, and resources of one's own."""

from collections.abc import Mapping
from typing import Annotated, Any, get_args

from pydantic import BeforeValidator, Field

from rpg_lite.rules import names
from rpg_lite.rules.items import Document
from rpg_lite.vocabulary import Recharge

Points = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]


def _back(written: Any) -> Any:
    """ "Long Rest" as the rules spell it: long_rest."""
    return names.fold(written).replace(" ", "_") if isinstance(written, str) else written


Back = Annotated[Recharge, BeforeValidator(_back)]
"""When a resource comes back."""


class Resource(Document):
    max: Points
    left: Points | None = None
    recharge: Back | None = None


class ResourceChange(Document):
    """What an update says of a resource; the rest stays as it is."""

    max: Points | None = None
    left: Points | None = None
    recharge: Back | None = None


class StoredResource(Document):
    """A resource as it is kept: of hit dice no maximum, which follows the levels, unless it is one of their own."""

    max: Points | None = None
    left: Points | None = None
    recharge: str | None = None


def resources(given: Mapping[str, "StoredResource | Resource"], dice: Mapping[str, int], kept: bool) -> dict[str, Resource]:
    """Hit dice of the levels, and what is given of these and of others. `kept`: as it is stored."""
    found = {name: Resource(max=count, recharge="long_rest") for name, count in dice.items()}
    return found | {name: _resource(one, dice.get(name), kept) for name, one in given.items()}


def _resource(given: StoredResource | Resource, of_levels: int | None, kept: bool) -> Resource:
    """`kept`: as it is stored, where an older version wrote the maximum of its level beside the recharge."""
    recharge = _known_back(given.recharge)
    if of_levels is None:
        return Resource(max=given.max if given.max is not None else given.left or 0, left=given.left, recharge=recharge)
    most = of_levels if given.max is None else given.max
    left = given.left
    if kept and given.recharge and most < of_levels:
        left = None if left is None else left + of_levels - most  # what was spent stays so
        most = of_levels
    return Resource(max=most, left=left, recharge="long_rest")


def _known_back(written: str | None) -> Recharge | None:
    """What an older version took, where it says when."""
    word = _back(written)
    return next((known for known in get_args(Recharge) if known == word), None)


def as_kept(resource: Resource, of_levels: int | None) -> dict[str, Any] | None:
    """What is stored of a resource: of hit dice neither the maximum of the levels nor when they come back; nothing where all is so anyway."""
    left = resource.left if resource.left is not None and resource.left < resource.max else None
    if of_levels is None:
        row = {"max": resource.max, "recharge": resource.recharge, "left": left}
    else:
        row = {"max": None if resource.max == of_levels else resource.max, "left": left}
    return {k: v for k, v in row.items() if v is not None} or None
