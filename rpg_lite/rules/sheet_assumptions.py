"""The values assumed for a sheet that leaves them open, and the words of a sheet that the rules do not have."""

from collections.abc import Mapping, Sequence
from typing import Any

from rpg_lite.rules import (
    names,
    training_words,
)
from rpg_lite.rules.character_document import Proficiencies, StoredCharacter
from rpg_lite.rules.choices import Chosen
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import RaceRule
from rpg_lite.vocabulary import ABILITIES


def unknown_words(
    document: StoredCharacter, levels: Mapping[str, int], race: RaceRule | None, chosen: Chosen, book: Rulebook
) -> dict[str, Any]:
    """The words of the sheet that the rules do not have."""
    training = document.proficiencies or Proficiencies()
    return {
        "unknown_classes": tuple(c for c in levels if c not in book.classes),
        "unknown_races": (document.race,) if document.race and race is None else (),
        "unknown_background": document.background if document.background and chosen.background is None else None,
        "unknown_training": tuple(training_words.unknown(training.armor, training.weapons, book)),
    }


def list_assumed(
    document: StoredCharacter,
    written: Sequence[tuple[str, int | None]],
    rules: Sequence[object],
    race: RaceRule | None,
    hp_max: int | None,
    levels: Mapping[str, int],
    languages: int,
) -> tuple[str, ...]:
    missing = ["abilities"] if document.abilities is None else [a for a in ABILITIES if a not in document.abilities]
    training = document.proficiencies or Proficiencies()
    shared = len([c for c, n in written if n is None]) > 1
    is_block = bool(document.printed)
    found = [
        f"{' '.join(missing)} 10" if missing else "",
        "level 1" if document.level is None and document.cr is None and not any(n for _, n in written) else "",
        ", ".join(f"{c} {n}" for c, n in levels.items()) if shared else "",
        "" if document.speed or race else "speed 30 ft",
        "" if document.hp_max is not None or hp_max is None else f"hpMax {hp_max}",
        _to_choose(race, languages) if race and document.languages is None and document.features != () else "",
        "" if rules or is_block or training.armor is not None else "proficient with all armor and shields",
        "" if rules or is_block or training.weapons is not None else "proficient with all weapons",
    ]
    return tuple(f for f in found if f)


def _to_choose(race: RaceRule, chosen: int) -> str:
    """The languages of the race, with the number still to choose."""
    more = race.languages_to_choose - chosen
    return f"languages {', '.join(map(names.capitalize, race.languages))} and {more} more to choose" if more > 0 else ""
