"""The card of a class at a level: its numbers, what that level gives, and what has been chosen by then (SRD, Classes). Apart because a
class at a level is looked up by two words, unlike every other card.
"""

import re
from collections.abc import Iterator
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.rules.choices import list_open
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.derived_sheet import Sheet, sheet_of
from rpg_lite.rules.resources import call_resource
from rpg_lite.rules.rulebook import Rulebook

_AT: Final = re.compile(r"(?P<name>.+) (?P<level>\d+)", re.ASCII)


def class_and_level(name: str, book: Rulebook) -> tuple[ClassRule, int] | None:
    """The class and the level that a name such as "Sorcerer 5" means."""
    found = _AT.fullmatch(name)
    rule = book.classes.get(names.fold(found["name"])) if found else None
    return (rule, int(found["level"])) if found and rule else None


def card_text(rule: ClassRule, level: int, book: Rulebook) -> str:
    """The lines of the card."""
    sheet = sheet_of(StoredCharacter(classes=(f"{rule.name} {level}",)), book)
    head = f"{names.capitalize(rule.name)} {level}: proficiency bonus +{sheet.proficiency_bonus}; {'; '.join(_numbers(sheet))}."
    gained = [name for at, name in rule.features if at == level]
    gained += [f"{name} ({s.name})" for s in rule.subclasses for at, name in s.features if at == level]
    lines = [head, f"New at this level: {', '.join(gained) or 'no feature of its own'}."]
    if sheet.open_choices:
        lines.append(f"Chosen by then: {'; '.join(list_open(sheet.open_choices))}.")
    return "\n".join(lines)


def _numbers(sheet: Sheet) -> Iterator[str]:
    yield f"hit dice {', '.join(f'{supply.max}{die.removeprefix(_HIT_DIE)}' for die, supply in sheet.resources.items() if die.startswith(_HIT_DIE))}"
    if sheet.attacks_per_action > 1:
        yield f"{sheet.attacks_per_action} attacks"
    if slots := sheet.spell_slots.words():
        yield f"slots {slots.partition(' of ')[2] or slots}"
    yield from (
        f"{call_resource(name)} {supply.max}" for name, supply in sheet.resources.items() if not name.startswith(_HIT_DIE) and supply.max
    )


_HIT_DIE: Final = "hit_die_"
