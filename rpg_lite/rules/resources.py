"""Resources that are spent and come back: hit dice, whose maximum follows the levels, and any others."""

from collections.abc import Mapping
from typing import Annotated, Any, get_args

from pydantic import BeforeValidator, Field

from rpg_lite.rules import names
from rpg_lite.rules.document_fields import Document
from rpg_lite.vocabulary import Recharge

Points = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]


def _back(written: Any) -> Any:
    """Spell "Long Rest" as the rules do: long_rest."""
    return names.fold(written).replace(" ", "_") if isinstance(written, str) else written


Back = Annotated[Recharge, BeforeValidator(_back)]
"""The time at which a resource comes back."""


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
    """A resource as it is stored: hit dice have no maximum, because it follows the levels, unless it differs from them."""

    max: Points | None = None
    left: Points | None = None
    recharge: str | None = None


def resources(given: Mapping[str, "StoredResource | Resource"], dice: Mapping[str, int], kept: bool) -> dict[str, Resource]:
    """The hit dice of the levels, combined with the given resources. `kept`: they are in stored form."""
    found = {name: Resource(max=count, recharge="long_rest") for name, count in dice.items()}
    return found | {name: _resource(one, dice.get(name), kept) for name, one in given.items()}


def _resource(given: StoredResource | Resource, of_levels: int | None, kept: bool) -> Resource:
    """One resource. `kept`: it is in stored form, where older versions wrote the maximum of their level beside the recharge."""
    recharge = _known_back(given.recharge)
    if of_levels is None:
        return Resource(max=given.max if given.max is not None else given.left or 0, left=given.left, recharge=recharge)
    most = of_levels if given.max is None else given.max
    left = given.left
    if kept and given.recharge and most < of_levels:
        left = None if left is None else left + of_levels - most  # dice that were spent stay spent
        most = of_levels
    return Resource(max=most, left=left, recharge="long_rest")


def _known_back(written: str | None) -> Recharge | None:
    """The recharge that an older version stored, if it is a known one."""
    word = _back(written)
    return next((known for known in get_args(Recharge) if known == word), None)


def as_kept(resource: Resource, of_levels: int | None) -> dict[str, Any] | None:
    """The stored form of a resource: hit dice leave out the maximum of the levels and the recharge; None when nothing differs."""
    left = resource.left if resource.left is not None and resource.left < resource.max else None
    if of_levels is None:
        row = {"max": resource.max, "recharge": resource.recharge, "left": left}
    else:
        row = {"max": None if resource.max == of_levels else resource.max, "left": left}
    return {k: v for k, v in row.items() if v is not None} or None
