"""All word lists. A word is spelled the same everywhere: in arguments, in files and in the keys of answers.

All lists except CONDITIONS and SLOTS are closed: these two hold the words of the rules, and files may add more (rules/extensible_words.py).
"""

from typing import Final, Literal, get_args

Ruleset = Literal["5.1", "5.2"]
Role = Literal["gm", "player", "viewer"]
"""The role of a caller over HTTP."""
ListingForm = Literal["full", "compact", "scene"]
"""The form in which clients are shown the tools: with a schema of all fields, with a line for each operation, or with the fields of the
loaded scenes.
"""

Ability = Literal["str", "dex", "con", "int", "wis", "cha"]
Skill = Literal[
    "acrobatics", "animal_handling", "arcana", "athletics", "deception", "history",
    "insight", "intimidation", "investigation", "medicine", "nature", "perception",
    "performance", "persuasion", "religion", "sleight_of_hand", "stealth", "survival",
]  # fmt: skip
DamageType = Literal[
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic",
    "piercing", "poison", "psychic", "radiant", "slashing", "thunder",
]  # fmt: skip
Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]
Movement = Literal["walk", "burrow", "climb", "fly", "swim"]
Sense = Literal["blindsight", "darkvision", "tremorsense", "truesight"]
Mode = Literal["normal", "advantage", "disadvantage"]

ItemType = Literal[
    "weapon", "armor", "consumable", "wondrous", "tool",
    "adventuring_gear", "treasure", "ammunition",
]  # fmt: skip
Grip = Literal["one", "two"]
QuestKind = Literal["quest", "step", "clue", "faction"]
QuestStatus = Literal["pending", "in_progress", "done", "failed"]
Rarity = Literal["common", "uncommon", "rare", "very_rare", "legendary", "artifact"]
WeaponCategory = Literal["simple_melee", "simple_ranged", "martial_melee", "martial_ranged"]
WeaponProperty = Literal[
    "ammunition", "finesse", "heavy", "light", "loading", "range",
    "reach", "special", "thrown", "two_handed", "versatile",
]  # fmt: skip
Material = Literal["silvered", "adamantine"]
Substance = Literal["metal", "wood"]
Penalty = Literal["attack", "damage", "ac"]
"""The number that corrosion lowers: the attack rolls or the damage rolls of a weapon, or the AC that armor gives."""
"""The materials of weapons against which some resistances and immunities do not help."""
ArmorCategory = Literal["light", "medium", "heavy", "shield"]
UseState = Literal["worn", "held", "carried", "orbiting", "affixed", "consumed", "placed"]
Recharge = Literal["dawn", "dusk", "short_rest", "long_rest", "never"]
Coin = Literal["cp", "sp", "ep", "gp", "pp"]

Kind = Literal["container", "room", "character", "item", "mcp", "tool", "data", "reference"]
Direction = Literal[
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    "up", "down", "in", "out",
]  # fmt: skip
ExitKind = Literal["passage", "door", "double_door", "portcullis", "secret_door", "stairs", "ladder", "portal"]
FeatureWord = Literal[
    "wall", "pillar", "low_wall", "furniture", "arrow_slit", "portcullis", "thick_tree", "difficult", "stairs",
    "shallow_water", "deep_water", "pit", "ledge", "light", "obscured", "door",
]  # fmt: skip
"""What may lie on the squares of a room; `rules/space/features.py` says what each does."""
RoomLight = Literal["bright", "dim", "dark"]
"""The light of a room itself, without the lights that somebody brings."""
DoorState = Literal["open", "closed", "locked"]
TriggerEvent = Literal[
    "turn_start", "turn_end", "enter", "leave", "travels", "hit", "hit_by", "miss", "attacked", "damaged", "to_0", "kill", "save_failed", "cast", "fall",
    "initiative", "moved", "dawn", "short_rest", "long_rest", "searched", "time", "prone", "healed_by_spell", "hurt_inside", "hurt_in_turn",
]  # fmt: skip
Layer = Literal["base", "equipment", "conditions", "effects"]
Op = Literal[
    "base", "set", "boost_raise", "raise_to", "add", "mul", "min", "zero",
    "grant", "remove",
    "advantage", "disadvantage", "auto_fail",
    "add_dice", "extra_dice",
]  # fmt: skip
Reason = Literal[
    "not_attuned", "not_worn", "same_name", "predicate", "blocked", "lower",
    "capped", "scoped", "not_trained", "second_shield", "no_roll", "replaced",
]  # fmt: skip

TrapTrigger = Literal["enter", "open", "pick", "take", "touch"]
"""The deeds that may trigger a trap. `pick`: work a lock without its key; `touch`: any handling of a door or a thing."""
TrapCondition = Literal["armed", "acting", "triggered", "disarmed"]

ABILITIES: Final[tuple[Ability, ...]] = get_args(Ability)
SKILLS: Final[tuple[Skill, ...]] = get_args(Skill)
DAMAGE_TYPES: Final[tuple[DamageType, ...]] = get_args(DamageType)
CONDITIONS: Final[tuple[str, ...]] = (
    "blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled",
    "incapacitated", "invisible", "paralyzed", "petrified", "poisoned", "prone",
    "restrained", "stunned", "unconscious",
)  # fmt: skip
SIZES: Final[tuple[Size, ...]] = get_args(Size)
MOVEMENTS: Final[tuple[Movement, ...]] = get_args(Movement)
SENSES: Final[tuple[Sense, ...]] = get_args(Sense)
SLOTS: Final[tuple[str, ...]] = (
    "mainhand", "offhand", "armor", "head", "feet", "hands", "cloak", "neck",
    "ring1", "ring2", "belt", "quiver",
    "eyes", "wrists", "robe", "orbit1", "orbit2", "orbit3",
)  # fmt: skip
COINS: Final[tuple[Coin, ...]] = get_args(Coin)
RULESETS: Final[tuple[Ruleset, ...]] = get_args(Ruleset)
WEAPON_PROPERTIES: Final[tuple[WeaponProperty, ...]] = get_args(WeaponProperty)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)
EXIT_KINDS: Final[tuple[ExitKind, ...]] = get_args(ExitKind)
DOORS: Final[frozenset[ExitKind]] = frozenset(("door", "double_door", "portcullis", "secret_door"))
"""The kinds of exits that something shuts."""
OPPOSITE: Final[dict[Direction, Direction]] = {
    "north": "south", "south": "north", "east": "west", "west": "east",
    "northeast": "southwest", "southwest": "northeast", "northwest": "southeast", "southeast": "northwest",
    "up": "down", "down": "up", "in": "out", "out": "in",
}  # fmt: skip

SKILL_ABILITY: Final[dict[Skill, Ability]] = {
    "acrobatics": "dex", "animal_handling": "wis", "arcana": "int", "athletics": "str",
    "deception": "cha", "history": "int", "insight": "wis", "intimidation": "cha",
    "investigation": "int", "medicine": "wis", "nature": "int", "perception": "wis",
    "performance": "cha", "persuasion": "cha", "religion": "int", "sleight_of_hand": "dex",
    "stealth": "dex", "survival": "wis",
}  # fmt: skip
COIN_VALUE: Final[dict[Coin, float]] = {"cp": 0.01, "sp": 0.1, "ep": 0.5, "gp": 1, "pp": 10}
COINS_PER_POUND: Final = 50
SLOT_FAMILY: Final[dict[str, tuple[str, ...]]] = {
    "ring": ("ring1", "ring2"),
    "orbit": ("orbit1", "orbit2", "orbit3"),
}
SLOT_WORDS: Final[tuple[str, ...]] = (*SLOTS, *SLOT_FAMILY)
