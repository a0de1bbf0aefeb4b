"""Turn creatures from Open5e and from Foundry's dnd5e system into creatures of our own files, and name everything that is left out.

Numbers stay as they are printed, or as the other program computes them. An action that is an attack or a save becomes an act; every sentence
that is not understood goes unchanged to the game master.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from rpg_lite.content import foundry_creatures, json_reading, open5e_creatures
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.content.printed_text import Json, Loss, name_in_play, plain
from rpg_lite.content.stat_block_spells import by_ruleset
from rpg_lite.rules import dice, names
from rpg_lite.rules.acts.words import CREATURE_TYPES

LARGEST: Final = 20_000_000
MOST: Final = 5_000
MOST_PARTS: Final = 1_000
"""The maximum number of items, actions or traits of one creature."""
_LISTS: Final = ("items", "actions", "traits", "special_abilities", "bonus_actions", "reactions", "legendary_actions")


@dataclass(slots=True)
class ForeignCreatures:
    """The creatures in the form of our files, and what they leave out."""

    creatures: list[Json]
    losses: list[Loss] = field(default_factory=list)

    @property
    def left_out(self) -> list[str]:
        """Sentences about what is left out, each with its place in the file."""
        return list(dict.fromkeys(map(str, self.losses)))


def read(text: str) -> ForeignCreatures:
    """Read a file: one creature, a list, or a page of Open5e's `results`. A creature of several that cannot be read is a loss. Raises
    Faulty, (place, fault), if none of them can be read.
    """
    data = json_reading.load(text, LARGEST)
    is_page = isinstance(data, dict) and isinstance(data.get("results"), list)
    rows: list[Any] = data["results"] if is_page else data if isinstance(data, list) else [data]
    if not rows:
        raise Faulty(("results" if is_page else "", "is empty; takes at least one creature"))
    if len(rows) > MOST:
        raise Faulty(("", f"takes at most {MOST:,} creatures; this has {len(rows):,}"))
    found, broken = ForeignCreatures([]), list[tuple[str, Faulty]]()
    for n, row in enumerate(rows):
        place, losses = f"results[{n}]" if is_page else f"[{n}]" if isinstance(data, list) else "", list[Loss]()
        try:
            made = _creature(row, place, losses)
        except Faulty as faulty:
            broken.append((_called(row), faulty))
            continue
        found.losses += losses
        found.creatures.append(_named_once(made, row, place, found))
    if not found.creatures:
        raise broken[0][1]
    found.losses += (Loss(f"{called}, which {why}", place) for called, faulty in broken for place, why in faulty.places)
    return found


def _called(row: Any) -> str:
    """The name of a creature that cannot be read."""
    name = row.get("name") if isinstance(row, dict) else None
    return f"the creature {plain(name)[: names.LONGEST_NAME]}" if isinstance(name, str) and plain(name) else "a creature"


def _creature(row: Any, place: str, losses: list[Loss]) -> Json:
    at = f"{place}." if place else ""
    if not isinstance(row, dict) or not isinstance(row.get("name"), str):
        raise Faulty((place, "is not a creature: it needs a name"))
    if not name_in_play(row["name"]):
        raise Faulty((f"{at}name", "needs a visible character"))
    if long := next((key for key in _LISTS if isinstance(row.get(key), list) and len(row[key]) > MOST_PARTS), None):
        raise Faulty((f"{at}{long}", f"takes at most {MOST_PARTS:,}; this has {len(row[long]):,}"))
    made = {key: value for key, value in _reader(row, place)(row, place, losses).items() if value not in (None, [], {}, "")}
    if not isinstance(made.get("alignment", ""), str):
        raise Faulty((f"{at}alignment", f"takes text, not {str(made['alignment'])[:40]!r}"))
    return _checked({**made, "alignment": plain(made.get("alignment", ""))[: names.LONGEST_NAME]}, place, losses)


def _checked(made: Json, place: str, losses: list[Loss]) -> Json:
    """The creature with a type, hit dice and spells that the rules here know; whatever they do not know is a loss."""
    at, of = f"{place}." if place else "", made["name"]
    told = plain(str(made.get("type") or "")).casefold()
    kind = next((word for word in CREATURE_TYPES if re.search(rf"\b{word[:-1]}(?:{word[-1]}|ies)s?\b", told)), None)
    if told and kind is None:
        losses.append(Loss(f"the type {told[:80]} of {of}", f"{at}type"))
    if told.startswith("swarm"):
        made["tags"] = [*made.get("tags", []), "swarm"]
    low, high = dice.bounds(made["hitDice"]) if made.get("hitDice") else (0, 0)
    if made.get("hitDice") and not low <= made["hpMax"] <= high:
        losses.append(Loss(f"the hit dice {made.pop('hitDice')} of {of}, which do not give {made['hpMax']} hit points", f"{at}hit_dice"))
    made = {**made, "type": kind}
    if casting := made.get("spellcasting"):
        older, newer = by_ruleset(casting, place, losses).values()
        made |= {"spellcasting": older, **({} if older == newer else {"5.2": {"spellcasting": newer}})}
    return {key: value for key, value in made.items() if value not in (None, [], {}, "")}


def _reader(row: Json, place: str) -> Callable[[Json, str, list[Loss]], Json]:
    if foundry_creatures.is_npc(row):
        return foundry_creatures.read
    if open5e_creatures.is_second_version(row):
        return open5e_creatures.read_second
    if open5e_creatures.is_first_version(row):
        return open5e_creatures.read_first
    at = f"{place}." if place else ""
    if row.get("type") == "npc" and isinstance(row.get("data"), dict):
        raise Faulty((f"{at}data", "comes from a version of Foundry before 10; open it in a newer one and export it again"))
    if isinstance(row.get("system"), dict) and isinstance(row.get("type"), str):
        hint = "; rpg-lite heroes import reads heroes" if row["type"] == "character" else ""
        raise Faulty((f"{at}type", f"is {plain(row['type'])[:40]}; this command reads creatures (type npc){hint}"))
    raise Faulty((place, "is neither a creature of Open5e (armor_class, hit_points) nor of Foundry's dnd5e system (type npc, system)"))


def _named_once(made: Json, row: Json, place: str, found: ForeignCreatures) -> Json:
    """The creature under a name that no earlier one of the file has: its book tells two of them apart, or else a number."""
    taken = {names.fold(one["name"]) for one in found.creatures}
    if names.fold(made["name"]) not in taken:
        return made
    book = row.get("document__title") or (row["document"].get("name") if isinstance(row.get("document"), dict) else "")
    tails = [f" ({plain(book)[:60].replace(';', ',')})"] if isinstance(book, str) and plain(book) else []
    tails += [f" {n}" for n in range(2, MOST + 2)]
    called = next(c for tail in tails if names.fold(c := made["name"][: names.LONGEST_NAME - len(tail)] + tail) not in taken)
    found.losses.append(Loss(f"the name {made['name']}, which an earlier creature has; this one is {called}", f"{place}.name"))
    return {**made, "name": called}
