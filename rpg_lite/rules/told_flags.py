"""The flags of the files that no rule here depends on, each with the reason. The people at the table apply them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_GAINED: Final = "the thing or the spell brings the act or the word for it, and the flag tells it"
_PLACE: Final = "nobody here knows where a creature stands, how far it moves and over what"
_AIR: Final = "nobody here knows what a creature breathes, eats or endures"
_MIND: Final = "what is said, understood and believed belongs to the story"
_SENSE: Final = "what exactly is seen or heard belongs to the story; a roll takes a word or a mode"
_THING: Final = "things and surroundings have no such state here"
_ELSEWHERE: Final = "the answer tells it, and code reads it where it matters"
_MEASURE: Final = "an act, a property or the clock plays it; the flag tells the measure"
_HEALING: Final = "hit points lost to one weapon are not kept apart from others"

TOLD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "action_or_bonus_action": _ELSEWHERE,
        "all_around_vision": _SENSE,
        "banished": _ELSEWHERE,
        "bonus_action_attack": _GAINED,
        "breathe_any_environment": _AIR,
        "breathe_water": _AIR,
        "cannot_approach_fear_source": _PLACE,
        "cannot_lie": _MIND,
        "chosen_damage_reduced_by": _MEASURE,
        "climbing_pole": _PLACE,
        "cold_weather_tolerance": _AIR,
        "damage_only_healed_by_rest": _HEALING,
        "dash_as_bonus_action": _GAINED,
        "double_proficiency": "one use of the skill alone is doubled, and a check does not say what it is for",
        "earth_glide": _PLACE,
        "ethereal": _ELSEWHERE,
        "flees": _ELSEWHERE,
        "friendly": _MIND,
        "helm_without_fire_opals": _THING,
        "helm_without_rubies": _THING,
        "hidden_from_divination": _MIND,
        "hover_4in": _PLACE,
        "ignore_difficult_terrain": _PLACE,
        "immune_mind_reading": _MIND,
        "immune_to_webs": _THING,
        "is_understood_in_every_language": _MIND,
        "light": _MEASURE,
        "magic_weapon": "the rarity of a weapon makes it magical",
        "max_damage_dice_vs_objects": _THING,
        "must_flee": _ELSEWHERE,
        "no_food_or_drink": _AIR,
        "one_attack": _ELSEWHERE,
        "only_one_of_move_action_bonus_action": _ELSEWHERE,
        "perception_against_you_disadvantage": "passive Perception counts it; a roll, which may look for others too, takes mode disadvantage",
        "rats_indifferent": _MIND,
        "reaction_reduce_forced_move_10ft": _PLACE,
        "regenerates": _MEASURE,
        "rerolls_one_die": _MEASURE,
        "see_invisible_and_ethereal": _ELSEWHERE,
        "silent_steps": _SENSE,
        "spells_of_5th_level_or_lower_from_outside_have_no_effect": _PLACE,
        "spider_climb": _PLACE,
        "telepathy_only_if_allowed": _MIND,
        "understands_every_language": _MIND,
        "walk_on_liquid": _PLACE,
        "xray_30ft": _SENSE,
    }
)
"""A flag, whole or up to the colon → why no rule depends on it."""


def is_told(flag: str) -> bool:
    """Whether the list has the flag or its part before the colon.

    >>> is_told("earth_glide"), is_told("regenerates:1d6"), is_told("smells_of_fish")
    (True, True, False)
    """
    return flag in TOLD or flag.partition(":")[0] in TOLD
