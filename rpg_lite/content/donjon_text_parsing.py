"""Read donjon's sentences into words that a map has: creatures, coins, magic items, locks and traps."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rpg_lite.world.map_plans import MOST_CREATURES, Dweller, Loot

_CREATURES: Final = re.compile(r"(\d{1,3}) x ([A-Z][\w'’\- ,]*?[\w'’])(?: \(|;|,| and \d| \+|$)")
_COINS: Final = re.compile(r"\b(\d{1,9}) (cp|sp|ep|gp|pp)\b(?!\))")
_CALLED: Final[Mapping[str, str]] = {"cp": "Copper", "sp": "Silver", "ep": "Electrum", "gp": "Gold", "pp": "Platinum"}
_MAGIC: Final = re.compile(r"(?:(\d{1,3}) x )?((?:\+\d )?[A-Z][\w'’+\- ,]*?[\w'’+]) \((?:common|uncommon|rare|very rare|legendary)\b")
_DC: Final = re.compile(r"DC (\d{1,2}) to (open|unlock|pick|find|break|disable|lift)")
_PURPOSES: Final[Mapping[str, str]] = {"unlock": "open", "pick": "open"}
"""Another word for the purpose of a DC → the word that is used here."""
_CHEST: Final = re.compile(r"\b(?:[A-Z][\w-]* )*Chest\b")


def creatures(text: str) -> list[Dweller]:
    """The creatures of a sentence such as "3 x Goblin (cr 1/4, mm 166) and 1 x Ogre (cr 2, mm 237)", at most 20 of each kind.

    >>> [(d.count, d.creature) for d in creatures("3 x Goblin (cr 1/4, mm 166) and 1 x Ogre (cr 2, mm 237); hard, 600 xp")]
    [(3, 'Goblin'), (1, 'Ogre')]
    """
    found = ((min(int(number), MOST_CREATURES), name) for number, name in _CREATURES.findall(text))
    return [Dweller(creature=name, count=number) for number, name in found if number]


def too_many(text: str) -> list[str]:
    """Notes on creatures that exceed the number in a map."""
    return [
        f"{number} x {name} are meant; a map takes {MOST_CREATURES}."
        for number, name in _CREATURES.findall(text)
        if int(number) > MOST_CREATURES
    ]


def treasure(text: str, **place: Any) -> Iterator[Loot]:
    """The coins and magic items of a sentence; gems and art stay in its note. `place`: the values that tell where the treasure lies.

    >>> [(t.quantity, t.item) for t in treasure("120 gp; +1 Longsword (uncommon, dmg 213); 2 x Potion of Healing (common, dmg 187)")]
    [(120, 'Gold'), (1, '+1 Longsword'), (2, 'Potion of Healing')]
    """
    for number, coin in _COINS.findall(text):
        if int(number):
            yield Loot(item=_CALLED[coin], quantity=int(number), **place)
    for count, name in _MAGIC.findall(text):
        yield Loot(item=name, quantity=int(count or 1), **place)


def chest(text: str, name: str) -> Loot | None:
    """The hidden chest of a sentence such as "Hidden (DC 15 to find) Locked Iron Chest (DC 20 to open)"; a lock without a DC is ignored."""
    if not _CHEST.search(text):
        return None
    found = dcs(text)
    dc = found.get("open") if "Locked" in text else None
    return Loot(item="Chest", called=name, locked=dc is not None, dc=dc, hidden=True, find=found.get("find"))


def dcs(text: str) -> dict[str, int]:
    """The DCs of a sentence by their purpose, those between 1 and 40.

    >>> dcs("Locked Iron Door (DC 20 to open, DC 25 to break)")
    {'open': 20, 'break': 25}
    >>> dcs("Locked Iron Chest (DC 20 to unlock)")
    {'open': 20}
    """
    return {_PURPOSES.get(what, what): int(dc) for dc, what in _DC.findall(text) if 1 <= int(dc) <= 40}


def trap(text: str) -> dict[str, Any] | None:
    """The trap that a sentence names before its colon, with the DCs to detect and to disarm it; None without such a name.

    >>> trap("Poison Needle: DC 15 to find, DC 10 to disable; +8 to hit")
    {'name': 'Poison Needle', 'detect': 15, 'disarm': 10}
    """
    name, colon, rest = text.partition(":")
    if not colon or not re.fullmatch(r"[\w'’\- ]{1,60}", name.strip()):
        return None
    found = dcs(rest)
    numbers = {key: found[what] for key, what in (("detect", "find"), ("disarm", "disable")) if what in found}
    return {"name": name.strip(), **numbers}
