"""The names under which the choices of a character are kept, whatever names people use."""

import re
from typing import Final

from rpg_lite.rules import names

SUBCLASS: Final = "subclass"
SUBCLASS_KEYS: Final = (
    "subclass", "archetype", "domain", "oath", "circle", "patron", "college", "tradition", "school", "path", "bloodline",
)  # fmt: skip
"""The words that the classes use for their subclasses."""
LINEAGE_KEYS: Final = ("lineage", "ancestry", "legacy", "subrace")
"""The words that the species use for their lineages."""
CHOICE_KEYS: Final = (*SUBCLASS_KEYS, *LINEAGE_KEYS)
"""Choices that a character may name beside its class and its species, instead of among its choices."""
_LONGER: Final = (
    "sub class", "martial archetype", "roguish archetype", "ranger archetype", "divine domain", "cleric domain", "sacred oath",
    "paladin oath", "druid circle", "otherworldly patron", "warlock patron", "bard college", "bardic college", "arcane tradition",
    "monastic tradition", "arcane school", "primal path", "sorcerous origin",
)  # fmt: skip
ASI: Final = "asi"
FEAT_ABILITY: Final = "feat ability"
"""The ability that a feat raises, by feat: {"grappler": "str"} (SRD 5.2, Ability Score Increase)."""
LINEAGE: Final = "lineage"
SCORES: Final = "ability scores"
VERSATILE: Final = "versatile"
LANGUAGES: Final = "languages"
SPECIES_CANTRIP: Final = "species cantrip"
TOOLS: Final = "tools"
INVOCATIONS: Final = "eldritch invocations"
LESSONS: Final = "lessons of the first ones"
"""The invocation that gives an origin feat (SRD 5.2)."""
OPEN: Final = "open"
"""The word for points of a species that the scores of a hero do not contain yet."""
MAGIC_INITIATE: Final = "magic initiate"
MAGIC_LIST: Final = "magic initiate list"
_LINEAGES: Final = (
    *LINEAGE_KEYS, "draconic ancestry", "giant ancestry", "elven lineage", "elf lineage", "gnomish lineage",
    "gnome lineage", "fiendish legacy", "tiefling legacy", "species lineage",
)  # fmt: skip
_SCORES: Final = (
    SCORES, "background", "background abilities", "background scores", "background ability scores", "ability score increases",
    "ability increases", "abilities", "racial ability scores", "ability score increase",
)  # fmt: skip
_FEAT_ABILITIES: Final = (FEAT_ABILITY, "feat abilities", "feat ability score", "feat ability score increase")
_LANGUAGES: Final = (LANGUAGES, "extra language", "language choice", "bonus language", "known languages")
_TOOLS: Final = (TOOLS, "tool proficiency", "tool proficiencies", "musical instruments", "artisan tools", "gaming set")
_ORIGIN_FEATS: Final = (VERSATILE, "origin feat", "human feat")
_OF_CLASSES: Final = (
    (ASI, ("asis", "ability score improvement", "ability score improvements", "improvement", "improvements", "ability improvement")),
    ("eldritch invocations", ("invocations", "warlock invocations", "eldritch invocation options")),
    ("metamagic", ("metamagics", "metamagic options", "metamagic option")),
    ("fighting style", ("style", "fighting styles", "combat style", "fighting style feat")),
    ("weapon mastery", ("weapon masteries", "masteries", "mastery", "mastered weapons", "weapons mastered")),
    ("expertise", ("expert", "expertises", "expert skills", "expertise skills")),
    ("pact boon", ("pact", "pact boons")),
    ("favored enemy", ("favored enemies", "favorite enemy", "enemy", "enemies")),
    ("natural explorer", ("favored terrain", "favored terrains", "terrain", "terrains")),
    ("dragon ancestor", ("dragon", "draconic ancestor", "dragon type", "ancestor")),
    ("skills", ("skill proficiencies", "class skills", "proficient skills")),
)
"""The choices of classes, with the other names that people give to them."""
_OTHER_NAMES: Final = {
    names.fold(other): names.fold(key)
    for key, others in (
        (LINEAGE, _LINEAGES),
        (SCORES, _SCORES),
        (FEAT_ABILITY, _FEAT_ABILITIES),
        (LANGUAGES, _LANGUAGES),
        (TOOLS, _TOOLS),
        (VERSATILE, _ORIGIN_FEATS),
        *_OF_CLASSES,
    )
    for other in others
}
"""The words that species and backgrounds use for their choices → the name under which each is kept."""
_OF_SUBCLASSES: Final = frozenset(map(names.fold, (*SUBCLASS_KEYS, *_LONGER)))
_WORD_START: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def choice_key(name: str) -> str:
    """A choice in any spelling: "fightingStyle" is "fighting style", and each class's own word for its subclass is "subclass".

    >>> choice_key("fightingStyle"), choice_key("divineDomain"), choice_key("giantAncestry")
    ('fighting style', 'subclass', 'lineage')
    """
    key = names.fold(_WORD_START.sub(" ", name))
    if key.endswith(f" {LINEAGE}"):
        return LINEAGE  # of any species: "tiefling lineage"
    return SUBCLASS if key in _OF_SUBCLASSES else _OTHER_NAMES.get(key, key)
