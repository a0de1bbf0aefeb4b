"""Races and their subraces by the words of their names, each subrace with the traits of its race. Apart because it reads names, and the
rulebook is long.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rpg_lite.rules import names
from rpg_lite.rules.rulebook_entries import RaceRule


def by_words(races: Mapping[str, RaceRule]) -> Mapping[frozenset[str], RaceRule]:
    """The folded words of each name, in any order → the whole race."""
    found: dict[frozenset[str], RaceRule] = {}
    for rule in races.values():
        race = races.get(rule.of or "")
        whole = _join(race, rule) if race else rule
        for name in (rule.name, *rule.aliases):
            found[frozenset(names.fold(name).split())] = whole
    return MappingProxyType(found)


def _join(race: RaceRule, part: RaceRule) -> RaceRule:
    """A subrace or lineage with the traits of its race."""
    own = {n: getattr(part, n) for n in part.model_fields_set}
    own |= {n: (*getattr(race, n), *getattr(part, n)) for n in ("features", "resistances", "languages", "tools", "cantrips")}
    own |= {n: {**getattr(race, n), **(getattr(part, n) if n in part.model_fields_set else {})} for n in ("speed", "senses")}
    own |= {n: {**getattr(race, n), **getattr(part, n)} for n in ("spells", "resources", "tables")}
    own["abilities"] = {a: race.abilities.get(a, 0) + part.abilities.get(a, 0) for a in {**race.abilities, **part.abilities}}
    return race.model_copy(update=own)
