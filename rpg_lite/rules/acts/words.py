"""The closed words and small patterns of acts, with the checks of a content file."""

import re
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from rpg_lite.rules import dice, durations, formulas
from rpg_lite.vocabulary import DAMAGE_TYPES, SIZES, DamageType

NAMED: Final = "named:"
"""The start of a word for the creature that the call names under a choice."""
Whom = Literal["self", "target", "source", "other", "named:heal"]
"""`self` plays the act, `source` applied the effect, `target` bears it, `other` caused the event; the choice `heal` names a creature."""
Kind = Literal["melee", "ranged"]
KeptInForm = Literal[
    "str", "dex", "con", "int", "wis", "cha", "skills", "saves", "features", "traits", "languages", "type", "hit_dice", "spellcasting"
]
"""The parts that a creature keeps in another form; `traits`: those of its species, `features`: all others; with `spellcasting`, it can cast
in the form.
"""
Once = Literal["turn", "round", "rest", "cast"]
School = Literal["abjuration", "conjuration", "divination", "enchantment", "evocation", "illusion", "necromancy", "transmutation"]
ZoneRule = Literal[
    "difficult", "lightly_obscured", "heavily_obscured", "silence", "no_magic", "darkness", "magical_darkness", "stops_projectiles",
    "no_passage", "no_dispel", "three_quarters_cover", "breach",
]  # fmt: skip
LetsThrough = Literal[
    "sight", "effects", "aberration", "beast", "celestial", "construct", "dragon", "elemental", "fey", "fiend", "giant", "humanoid", "monstrosity",
    "ooze", "plant", "undead",
]  # fmt: skip
"""What a zone that nothing passes lets through all the same: sight, effects, or creatures of a type."""
RULES_OF_LIGHT: Final = frozenset({"bright_light", "dim_light"})
RULES_OF_DARKNESS: Final = frozenset({"darkness", "magical_darkness"})
DISPELS_LIGHT: Final = "dispels_light"
DISPELS_DARKNESS: Final = "dispels_darkness"
"""Rules of zones that light, darken, or end the other kind up to a level: "dispels_light:2"."""
CREATURE_TYPES: Final = (
    "aberration", "beast", "celestial", "construct", "dragon", "elemental", "fey", "fiend", "giant", "humanoid", "monstrosity", "ooze",
    "plant", "undead",
)  # fmt: skip
IF_WORDS: Final = (
    "critical", "nat20", "advantage", "disadvantage", "marked_0", "grappled_by_self", "sunlight", "ally_near", "underwater", "sees",
    "half_cover", "three_quarters_cover", "total_cover", "bloodied", "slot>=their_slot", "in_form", "unwilling", "fighting", "stormy",
    "concentrating", "healed_other", "harmed", "dead", "free_hand", "spent_slot", "after_short_rest", "surprised",
    "named:heal", "grapples_no_other", "sees_user", "first_attack", "in_fight", "own_turn", "itself", "drops",
)  # fmt: skip
SEES_USER: Final = "sees_user"
"""The word for a target that sees the creature that acts (SRD, Basilisk, Medusa)."""
IN_FORM: Final = "in_form"
"""The need for a form other than one's own."""
FREE_HAND: Final = "free_hand"
"""The need for a hand that holds nothing and nobody."""
AFTER_REST: Final = "after_short_rest"
"""The need for a short rest that has just ended."""
IF_HEADS: Final = ("target:", "self:", "hp", "missing_hp", "cr", "size", "type:", "hits", "moved", "damaged_by:", "slot", "condition:", "laid:", "laid_by_self:",
                    "choice:", "list:", "wearing:", "carries:", "weapon:", "attack:", "immune:", "int", "str",
                    "level", "taken", "room_for:", "{")  # fmt: skip
"""The prefixes of words that end in a creature type, a comparison or a name."""
WILLING: Final = "willing"
"""The caller's `with` word for targets that do not resist: they fail their saves without a roll (SRD 5.2, Saving Throws)."""
UNWILLING: Final = "unwilling"
"""The word for targets that resist: those that the call names so, and creatures of the other side unless it says `willing`."""
ALLY_NEAR: Final = "ally_near"
COVER_WORDS: Final = ("half_cover", "three_quarters_cover", "total_cover")
NO_COVER: Final = "no_cover"
NO_ALLY_NEAR: Final = "no_ally_near"
"""Words of `with` by which the game master denies what follows from places, where places count."""
TABLE_WORDS: Final = frozenset(
    (
        "sunlight",
        "ally_near",
        "underwater",
        "sees",
        "half_cover",
        "three_quarters_cover",
        "total_cover",
        UNWILLING,
        WILLING,
        "fighting",
        "stormy",
    )
)
"""Facts that only the table knows: a fact counts if the caller names it in `with`."""
SEES: Final = "sees"
"""The need of an answer for sight of the creature that it answers, and the caller's `with` word for sight of a target."""
CRITICAL: Final = "critical"
"""The caller's `with` word for a critical hit by the attack to which an act adds."""
MOVED: Final = re.compile(r"moved_(\d{1,4})", re.ASCII)
"""The caller's `with` word for the number of feet that a creature has just moved in a straight line."""
END_WORDS: Final = (
    "damage", "save:damage", "save:harmed_by_source", "save:harmed_by_others", "save:turn_end", "save:turn_start", "attack", "attack_or_cast", "acted", "attacked", "check", "save", "action:none",
    "leave", "source_0", "idle_turn", "armor", "used", "curse", "disease", "dispel", "harmed_by:source", "rest", "deals_damage", "found", "healed",
    "healed_by_magic", "healed_by_spell",
    "unextended_turn", "incapacitated", "source_incapacitated", "attacked_by:source", "attacked_by:other",
    "apart", "bearer_0", "source_dead",
)  # fmt: skip
TOLD_ENDS: Final = {
    "check": "after one check", "save": "after one save", "used": "once it is used", "range": "beyond {} ft",
    "dispel": "when it is dispelled",
}  # fmt: skip
"""Words of `ends` that no event of the engine triggers; the answer reports them, and the table ends the effect."""
END_HEADS: Final = ("save:turn_end:", "save:turn_start:", "action:", "range:", "save:damage:")
HALF_MOVE: Final = "half_move"
"""The cost of an act that takes half of the speed (SRD, Mounted Combat)."""
_COST: Final = re.compile(rf"action|attack|bonus|reaction|legendary(:\d)?|free|{HALF_MOVE}|\d+ (minutes?|hours?|rounds?)", re.ASCII)
COSTS: Final = "action, attack, bonus, reaction, legendary, free, half_move, N minutes or N hours"
_SPEND: Final = re.compile(
    r"slot|pact|resource:[^:{}]{1,40}(:(\d+|\{[^{}]+\}))?|charges:\d+(-\d+)?|uses:(\d+|\{[^{}]+\}):\w+(:\{[^{}]+\})?|recharge:[2-6](:[^:{}]{1,40})?|legendary:\d|hit_die(:\d+)?",
    re.ASCII,
)
_TARGETS: Final = re.compile(r"self|area|any|each_enemy|\d+(\+per_slot)?|\{[^{}]+\}", re.ASCII)
_ANCHOR: Final = re.compile(r"this_turn|(turn_start|turn_end):(source|target)|until_dispelled|permanent", re.ASCII)
_SAMPLE: Final = re.compile(r"\{[^{}]*\}")
_AMOUNT: Final = re.compile(r"-?\d+")
_COMPARISON: Final = re.compile(r"(?P<left>\{[^{}]+\}|[a-z_]+)(<=|>=|<|>|=)(?P<right>.+)", re.ASCII)
_SIZE: Final = re.compile(rf"{'|'.join(SIZES)}|self(\+\d)?", re.ASCII)
_MEASURE: Final = re.compile(r"\d+(\.\d+)?|half", re.ASCII)
_ROW: Final = re.compile(r"\d{1,4}(-\d{1,4})?", re.ASCII)
_COUNTED_ENDS: Final = ("exhaustion", "spell<=")
_REMOVED: Final = re.compile(r"exhaustion(:\d)?|spell<=(\d|slot)", re.ASCII)


def _formula(text: str) -> str:
    if why := formulas.fault(text):
        raise ValueError(why)
    return text


def _as_a_cost(cost: Any) -> Any:
    """Read "1 minutes" as "1 minute", and "Bonus action" as "bonus"."""
    if not isinstance(cost, str):
        return cost
    return cost.removesuffix("s") if cost.startswith("1 ") else cost_in_words(cost)


def cost_in_words(text: str) -> str:
    """The cost that people write as an action of a kind.

    >>> cost_in_words("Bonus action"), cost_in_words("action"), cost_in_words("10 minutes")
    ('bonus', 'action', '10 minutes')
    """
    short = text.casefold().removesuffix(" action")
    return short if is_cost(short) else text


def is_cost(text: str) -> bool:
    """Whether the text is what an act may cost.

    >>> is_cost("bonus"), is_cost("10 minutes"), is_cost("when it likes")
    (True, True, False)
    """
    return _COST.fullmatch(text) is not None


def sample(text: str) -> str:
    """The text with 1 in place of each formula, for checking the text around the formulas."""
    return _SAMPLE.sub("1", text)


def _dice(written: Any) -> Any:
    """An amount is a number or dice: 7, "2d6+3", "{slot}d8"."""
    if isinstance(written, bool):
        raise ValueError("takes a number or dice, not true or false")
    return str(written) if isinstance(written, int) else written


def _dice_text(text: str) -> str:
    _formula(text)
    plain = sample(text)
    if not _AMOUNT.fullmatch(plain) and (why := dice.fault(plain)):
        raise ValueError(why)
    return text


def _count(text: str) -> str:
    _formula(text)
    if not _AMOUNT.fullmatch(sample(text)) and (why := dice.fault(sample(text))):
        raise ValueError(why)
    return text


def _lasts(text: str) -> str:
    _formula(text)
    plain = sample(text).removesuffix(" no_concentration")
    if not _ANCHOR.fullmatch(plain) and durations.parse(plain) is None:
        raise ValueError(f"{text[:40]!r} is not a duration; write 1 minute, 8 hours, turn_end:source, turn_start:target or this_turn")
    return text


def _matching(pattern: re.Pattern[str], allowed: str) -> AfterValidator:
    def check(text: str) -> str:
        if not pattern.fullmatch(text):
            raise ValueError(f"is {text[:40]!r}; takes {allowed}")
        return _formula(text)

    return AfterValidator(check)


def _damage_type(text: str) -> str:
    if text in DAMAGE_TYPES or text in ("weapon", "as_taken") or re.fullmatch(r"\{[a-z_]+\}", text):
        return text
    raise ValueError(f"is {text[:40]!r}; takes one of {', '.join(DAMAGE_TYPES)}, weapon, as_taken, or a choice such as {{type}}")


def _alternative(word: str) -> bool:
    return word in IF_WORDS or word.startswith(IF_HEADS) or word.startswith(CREATURE_TYPES)


def _if_word(text: str) -> str:
    words = text.removeprefix("not ").split("|")
    if unknown := next((w for w in words if not _alternative(w.strip())), None):
        raise ValueError(f"{unknown!r} is not a word of `if`; words: {', '.join((*IF_WORDS, *(f'{h}…' for h in IF_HEADS)))}")
    for word in words:
        if word.startswith("{"):
            _formula(word)
        if why := _comparison_fault(word.strip()):
            raise ValueError(why)
    return text


def _comparison_fault(word: str) -> str | None:
    """The fault of a comparison whose right side is nothing to compare with: "hp<=banana"."""
    found = _COMPARISON.fullmatch(word)
    if found is None:
        return None
    left, right = found["left"], found["right"]
    if left == "size":
        fits, takes = _SIZE.fullmatch(right), f"one of {', '.join(SIZES)}, or self+1"
    else:
        fits, takes = _MEASURE.fullmatch(sample(right)), "a number, a formula in braces" + (", or half" if "hp" in left else "")
    if right == "their_slot":
        return None if word in IF_WORDS else f"{word[:40]!r} is not a word of `if`; takes slot>=their_slot"
    return None if fits else f"{word[:40]!r} compares with {right[:40]!r}; takes {takes}"


def _removed(text: str) -> str:
    """A name, or a word with a number: exhaustion:2, spell<=3."""
    if text.startswith(_COUNTED_ENDS) and not _REMOVED.fullmatch(sample(text)):
        raise ValueError(f"is {text[:40]!r}; takes exhaustion:N, spell<=N or spell<=slot")
    return text


def _table_row(text: str) -> str:
    """The faces of a row: 3, 2-6, or with formulas, 1-{class:cleric}."""
    if not _ROW.fullmatch(sample(text)):
        raise ValueError(f"is {text[:40]!r}; takes faces such as 3 or 2-6")
    return _formula(text)


def _end_word(text: str) -> str:
    if text in END_WORDS or text.startswith(END_HEADS):
        return text
    raise ValueError(f"{text[:40]!r} is not a word of `ends`; words: {', '.join((*END_WORDS, *(f'{h}…' for h in END_HEADS)))}")


Amount = Annotated[str, BeforeValidator(_dice, json_schema_input_type=str | int), AfterValidator(_dice_text)]
"""Dice, a number, or a formula."""
Count = Annotated[str, BeforeValidator(_dice, json_schema_input_type=str | int), AfterValidator(_count)]
Lasts = Annotated[str, AfterValidator(_lasts)]
Cost = Annotated[
    str,
    BeforeValidator(_as_a_cost),
    _matching(_COST, COSTS),
]
Spend = Annotated[
    str,
    _matching(
        _SPEND,
        "slot, resource:NAME[:n], charges:n, charges:1-7, uses:n:RECHARGE, recharge:2 to recharge:6, recharge:5:SHARED NAME or legendary:n",
    ),
]
Targets = Annotated[
    str,
    BeforeValidator(_dice, json_schema_input_type=str | int),
    _matching(_TARGETS, "self, area, any, each_enemy, a number or n+per_slot"),
]
DealtType = Annotated[str, AfterValidator(_damage_type)]
IfWord = Annotated[str, AfterValidator(_if_word)]
EndWord = Annotated[str, AfterValidator(_end_word)]
Removed = Annotated[str, AfterValidator(_removed)]
TableRow = Annotated[str, AfterValidator(_table_row)]
Sentence = Annotated[str, Field(min_length=1, max_length=1000)]
KnownType = DamageType
