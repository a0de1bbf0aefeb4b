"""Words of training as people write them: "all armor", "shields", "simple weapons", "longswords"."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook

BODY_ARMOR: Final = ("light", "medium", "heavy")
ALL_ARMOR: Final = (*BODY_ARMOR, "shield")
ALL_WEAPONS: Final = ("simple", "martial")
_EVERY: Final = ("all", "any", "every")
_NONE: Final = ("none", "no armor", "no weapon")
_OF_ALL: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "armor": {**dict.fromkeys(_EVERY, ALL_ARMOR), **{f"{e} armor": BODY_ARMOR for e in _EVERY}, "armor": BODY_ARMOR},
    "weapon": {**dict.fromkeys(_EVERY, ALL_WEAPONS), **{f"{e} weapon": ALL_WEAPONS for e in _EVERY}, "weapon": ALL_WEAPONS},
}
"""Words for everything. "All armor" appears together with "shields", so it means suits of armor only; "all" means both (SRD, Classes)."""


def training(given: Sequence[str] | None, classes: Sequence[Sequence[str]], kind: str) -> frozenset[str]:
    """The given training; or else that of the classes; or, without a known class, training with everything. `kind`: "armor" or "weapon"."""
    everything = ALL_ARMOR if kind == "armor" else ALL_WEAPONS
    words = given if given is not None else [w for c in classes for w in c] if classes else everything
    return frozenset(meant for w in words for meant in _expand_word(w, kind))


def _expand_word(word: str, kind: str) -> Iterator[str]:
    for part in names.fold(word).split(" and "):
        if part in _NONE:
            continue
        yield from _OF_ALL[kind].get(part) or (part.removesuffix(f" {kind}"),)


def unknown(armor: Iterable[str] | None, weapons: Iterable[str] | None, book: Rulebook) -> list[str]:
    """The given words that name neither a category nor a weapon in the rulebook."""
    strange = [w for w in armor or () if not set(_expand_word(w, "armor")) <= set(ALL_ARMOR)]
    return strange + [w for w in weapons or () if not all(_is_weapon(part, book) for part in _expand_word(w, "weapon"))]


def _is_weapon(word: str, book: Rulebook) -> bool:
    if word in ALL_WEAPONS:
        return True
    pick = book.find(word)
    template = book.templates.get(pick.template) if pick else None
    return template is not None and template.item.weapon_stats is not None
