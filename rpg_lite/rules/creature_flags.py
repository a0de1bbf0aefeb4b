"""Flags, which state facts about a creature that are not numbers: those that code reads. told_flags.py lists the others."""

from collections.abc import Iterable
from typing import Final

from rpg_lite.rules import names, told_flags

HALF_ON_CHECKS: Final = "half_proficiency_on_checks"
HALF_ON_PHYSICAL_CHECKS: Final = "half_proficiency_on_physical_checks"
PROFICIENCY_ON_INITIATIVE: Final = "proficiency_on_initiative"
OFFHAND_ADDS_ABILITY: Final = "offhand_adds_ability"
MARTIAL_ARTS: Final = "unarmed_and_monk_weapons_may_use_dex"
SHIELD_FLOATS: Final = "shield_needs_no_hand"
NOT_SLOWED_BY_MAGIC: Final = "speed_not_reduced_by:magic"
NOT_SLOWED_BY_HEAVY_ARMOR: Final = "speed_not_reduced_by:heavy_armor"
NOT_SLOWED_BY_LOAD: Final = "speed_not_reduced_by:encumbrance"
CANNOT_ACT: Final = "cannot_act"
DEAD: Final = "dead"
CRITICAL_ON_18: Final = "critical_on_18"
CRITICAL_ON_19: Final = "critical_on_19"
IMAGES_HAVE_ITS_AC: Final = "images_have_its_ac"
"""The images of its bearer have the AC of the bearer itself (SRD 5.1, Cloaker)."""
CRITICAL_ON_THE_SURPRISED: Final = "critical_on_the_surprised"
"""Every hit of its bearer on a creature whose surprise lasts is critical (SRD 5.1, Assassinate)."""
DIES_AT_ITS_TURN: Final = "dies_only_without_regeneration"
CANNOT_SPEAK: Final = "cannot_speak"
CANNOT_CAST: Final = "cannot_cast_spells"
EVASION: Final = "evasion"
NO_CRITICAL_HITS: Final = "critical_hits_against_wearer_become_normal"
CRITICAL_WHEN_NEAR: Final = "critical_within_5_ft"
WEAPON_MASTERY: Final = "weapon_mastery"
NO_ACTIONS: Final = "no_actions"
NO_BONUS_ACTIONS: Final = "no_bonus_actions"
NO_REACTIONS: Final = "no_reactions"
NO_ATTACKS: Final = "no_attacks"
HANDLES_NOTHING: Final = "handles_nothing"
"""Uses, gives, drops and moves no object (SRD, Gaseous Form; Vampire)."""
LENDS_ATTACKS: Final = "lends_attacks_to_its_familiar"
"""Forgoes one of its attacks to let a creature attack that it has made and that could not attack otherwise."""
OBEYS_ITS_MAKER: Final = "obeys_its_maker"
"""The creature obeys the party member that summoned it, whose player plays it (SRD, Find Familiar)."""
CONTROLLED_BY_SOURCE: Final = "controlled_by_source"
"""The creature does what the creature wants that laid the effect, and is on its side (SRD, Dominate Person; Aboleth; Planar Binding)."""
INSIDE_SOURCE: Final = "inside_source"
"""The creature is inside the creature that laid the effect: it goes where that one goes, and has total cover against everybody else (SRD,
Behir: Swallow; Gelatinous Cube: Engulf).
"""
INSIDE_CONTROLLED: Final = "inside_whom_it_controls"
"""The creature is inside the creature that it controls, and nothing else reaches it (SRD, Ghost: Possession)."""
UNNOTICED: Final = "unnoticed_by_its_bearer"
"""The bearer of the effect does not notice it, so players do not read it of a stranger's doing (SRD, Modify Memory; SRD 5.2, Phantasmal
Force).
"""
CONTROLLED_MOUNT: Final = "controlled_mount"
"""Has only a few acts in a fight: those that its rider can order."""
SHARES_INITIATIVE: Final = "shares_initiative"
"""Takes its turns right after the creature that applied the flag to it, on the same initiative."""
NO_SPELLS: Final = "no_spells"
NO_CASTING: Final = "no_casting"
HASTED_ACTION: Final = "hasted_action"
CASTS_IN_FORMS: Final = "casts_in_forms"
DODGE_ONLY: Final = "dodge_only"
FLEES: Final = "flees"
"""Spends its turns fleeing: its action can only be Dash, an attempt to get free, or, where it cannot move, Dodge (SRD, Turn Undead). The
answer reports it, and code reads it too.
"""
ONE_ATTACK: Final = "one_attack"
"""Makes one attack in its turn (SRD 5.1, Slow), or one when it attacks (SRD 5.2). The answer reports it, and code reads it too."""
ONE_OF_THREE: Final = "only_one_of_move_action_bonus_action"
"""Moves or uses an action or a bonus action in its turn (SRD 5.2, Devious Strikes, Abjure Foes). The answer reports it, and code reads it too."""
ACTION_OR_BONUS: Final = ("action_or_bonus_action", ONE_OF_THREE)
"""Uses either an action or a bonus action in its turn (SRD, Slow). The answer reports it, and code reads it too."""
MUST_FLEE: Final = "must_flee"
"""Spends its turns fleeing unless it cannot move (SRD, Fear). The answer reports it, and code reads it too."""
IN_FLIGHT: Final = (FLEES, MUST_FLEE)
BANISHED: Final = "banished"
"""On another plane; the answer reports it, and code reads it too."""
ETHEREAL: Final = "ethereal"
"""On the Ethereal Plane; the answer reports it, and code reads it too."""
NO_CONCENTRATION: Final = "no_concentration"
CANNOT_CONCENTRATE: Final = "cannot_concentrate"
NO_HEALING: Final = "no_healing"
REGAINS_NOTHING: Final = "regains_no_hit_points"
REGAINS_BY_MAGIC: Final = "regains_hit_points_by_magic_only"
"""Nothing but magic heals the creature (SRD 5.1, Diseased Giant Rat)."""
NO_SHORT_REST: Final = "short_rests_give_nothing"
NO_LONG_REST: Final = "long_rests_give_nothing"
"""The creature gains no benefit from finishing such a rest (SRD, Rakshasa; SRD 5.2, Mummy, Incubus)."""
MAXIMUM_STAYS: Final = "long_rests_restore_no_maximum"
"""A long rest does not give back what its hit point maximum was lowered by (SRD 5.2, Mummy, Death Dog, Otyugh)."""
SCORE_STAYS: Final = "lowered_for_good"
"""On an effect that lowers a score permanently: no rest ends it (SRD 5.2, Deck of Many Things)."""
ADVANTAGE_ON_DEATH_SAVES: Final = "advantage_on_death_saves"
ATTACKERS_SAVE: Final = "attackers_make_wis_save_or_choose_another"
WARDS_OFF_DEATH: Final = "wards_off_death_once"
MAGIC_CANNOT_PUT_TO_SLEEP: Final = "magic_cannot_put_to_sleep"
REROLLS_ONES: Final = "rerolls_ones"
LOW_DICE_FALL_AGAIN: Final = "rerolls_low_damage_dice_of_two_handed_weapons"
LOW_DICE_COUNT_AS_3: Final = "counts_low_damage_dice_of_two_handed_weapons_as_3"
UNARMED_IS_MAGICAL: Final = "unarmed_strikes_are_magical"
ATTACKS_ARE_MAGICAL: Final = "attacks_are_magical"
IMMUTABLE_FORM: Final = "immutable_form"
"""Nothing changes the creature's form, nor turns it to stone (SRD 5.1, Immutable Form)."""
CANNOT_SHAPE_SHIFT: Final = "cannot_shape_shift"
"""Nothing gives the creature another form (SRD 5.2, Immutable Form)."""
WEAPON_IS_MAGICAL: Final = "weapon_is_magical"
"""The flag, with a scope for the weapon, of a weapon that something has made magical (SRD 5.1, Shillelagh)."""
STRENGTH_FOR_CHECKS: Final = "strength_score_for_low_strength_checks"
STRENGTH_FOR_SAVES: Final = "strength_score_for_low_strength_saves"
"""A total below the Strength score counts as this score."""
DEATH_SAVE_20_FROM_18: Final = "death_saves_of_18_count_as_20"
DEATH_SAVE_AT_LEAST_10: Final = "death_save_at_least_10"
HIT_DICE_DOUBLE: Final = "hit_dice_heal_double"
HIT_DICE_MAXIMUM: Final = "hit_dice_heal_maximum"
STEED_SHARES_SPELLS: Final = "steed_shares_spells"
"""While it rides its steed, the steed shares the spells that the rider casts only on itself (SRD 5.1, Find Steed)."""
HEALED_BY_THE_MAXIMUM: Final = "healed_by_the_maximum"
"""Dice that heal the creature show their highest faces (SRD, Beacon of Hope)."""
HARD_TO_SEE: Final = "perception_against_you_disadvantage"
"""Perception checks to see the creature have disadvantage (SRD, Cloak of Elvenkind). The sheet tells it, and code reads it for passive
Perception.
"""
NO_FALL_DAMAGE: Final = "no_fall_damage:"
"""The start of a flag with the feet of a fall that do no harm to a creature that can act (SRD 5.1, Enhance Ability)."""
HOVER: Final = "hover"
"""Stays aloft whatever happens to it (SRD 5.1, Flying Movement; SRD 5.2, Hover)."""
FEATHER_FALL: Final = "feather_fall"
"""Takes no harm from a fall."""
UNHINDERED_BY_WATER: Final = "attacks_unhindered_by_water"
SEES_IN_MAGICAL_DARKNESS: Final = "sees_in_magical_darkness"
SEES_IN_DARKNESS: Final = "sees_normally_in_darkness"
SEES_IN_DIM_LIGHT: Final = "sees_normally_in_dim_light"
"""Darkness, or dim light, is bright light to the creature, which darkvision does not give (SRD, Devil's Sight)."""
SEES_INVISIBLE: Final = "see_invisible_and_ethereal"
IGNORES_HALF_COVER: Final = "ignore_half_cover:spell_attacks"
IGNORES_COVER_OF_ENEMY: Final = "ignore_cover_and_long_range:sworn_enemy"
STABLE_AT_ITS_TURN: Final = "stabilise_at_turn_start"
MORE_ON_A_CRITICAL: Final = "one_more_weapon_die_on_a_melee_critical"
BRUTAL_CRITICAL: Final = "brutal_critical"
"""A melee critical hit adds as many weapon dice as the table of this name says."""
BETTER_OF_TWO_ROLLS: Final = "rolls_weapon_damage_twice_once_a_turn"
TREATS_LOW_AS_10: Final = "treats_low_rolls_of_proficient_checks_as_10"
IGNORES_ITEM_REQUIREMENTS: Final = "ignores_item_requirements"
"""Classes, races and levels that a magic item asks for do not count."""
ATTUNES_TO_FOUR: Final = "attunes_to_four_items"
READS_EVERY_SCROLL: Final = "reads_every_scroll"
OVERCOMES_RESISTANCE: Final = "bludgeoning_piercing_slashing_ignore_resistance"
NO_ADVANTAGE_AGAINST: Final = "no_advantage_against_it"
"""No attack roll against the creature has advantage."""
SLIPS_FREE: Final = "slips_free_of_bonds"
"""Leaves grapples and nonmagical bonds without a check, for 5 feet of movement (SRD, Freedom of Movement)."""
STRONG_AGAINST_GRAPPLES: Final = "ends_grapples_at_advantage"
RELENTLESS: Final = "relentless_endurance"
"""Keeps 1 hit point; the resource of the same name pays for this."""
CANNOT_BE_SURPRISED: Final = "cannot_be_surprised"
ACTS_WHEN_SURPRISED: Final = "acts_when_surprised:"
"""The flag of a creature that may begin its first turn with this act although it is surprised."""
SECOND_TURN: Final = "second_turn_in_the_first_round"
SECOND_TURN_UNSURPRISED: Final = "second_turn_in_the_first_round_unless_surprised"
QUICK_HANDS: Final = "works_on_traps_by_bonus_action"
QUICK_WITH_MAGIC: Final = "uses_magic_items_by_bonus_action"
PROVOKES_NOTHING: Final = "provokes_no_opportunity_attacks"
FLYBY: Final = "provokes_no_opportunity_attacks:flying"
"""Provokes no opportunity attacks as it flies out of a reach; read where places count (SRD 5.1 and 5.2, Flyby)."""
IGNORES_DIFFICULT: Final = "ignore_difficult_terrain:all"
"""Difficult ground costs it nothing more; read where places count."""
FREE_MODES: Final = "no_extra_movement_cost:"
"""The start of a flag with the modes of movement that cost nothing more without a speed of their own; read where places count."""
RETURNS_TO_HAND: Final = "returns_to_hand"
"""The flag of a weapon that comes back by itself when it is thrown (SRD, Dwarven Thrower)."""
CANNOT_HARM_CHARMER: Final = "cannot_harm_charmer"
"""Cannot attack whoever laid this on it, nor aim anything harmful at it (SRD, Charmed)."""
NO_TELEPORT: Final = "no_teleport"
"""Cannot teleport, nor leave for another plane (SRD, Dimensional Shackles)."""
NO_OPPORTUNITY_ATTACKS: Final = "no_opportunity_attacks"
IMAGES: Final = "images:"
"""The start of a flag with the number of images that an attack may target instead, decided before the attack roll."""
IMAGES_ON_HIT: Final = "images_on_hit:"
"""The start of a flag with the number of images that a hit may strike instead."""
WHEN_HURT: Final = "when_hurt:"
"""The start of a flag whose rest is a matter for the game master to judge each time its bearer takes damage."""
DISPELLED_FROM: Final = "dispelled_from_slot:"
"""The start of a flag with the lowest slot that dispels the spell that applied it."""
REVIVED_BY: Final = "revived_only_by:"
"""The start of a flag with the folded names of the only spells that revive its bearer: "revived_only_by:true resurrection|wish"."""
LEAST_FACE: Final = "least_face_of:"
"""The start of a flag with an ability and the lowest face that counts for a d20 in its checks: "least_face_of:cha:15"."""

IGNORES_RESISTANCE: Final = "ignores_resistance:"
"""The start of a flag with a type of damage: the creature's weapon damage of this type ignores resistance (SRD, Vorpal Sword)."""
ESCAPES: Final = "escapes_without_check:"
"""The start of a flag with the folded name of an effect: an action of the creature ends it without a check (SRD 5.1, Maze)."""
ABSORBS: Final = "absorbs:"
"""The start of a flag with a type of damage that heals the creature instead (SRD, Lightning Absorption)."""
HARD_TO_READ: Final = "insight_against_you_disadvantage"
"""Insight checks against the creature have disadvantage (SRD, Inscrutable)."""
SHARES_DAMAGE: Final = "shares_damage_with_whom_it_holds"
"""Takes half of the damage while it holds somebody, who takes as much (SRD, Rug of Smothering, Cloaker)."""
KEEPS_CONCENTRATION: Final = "keeps_concentration:"
"""The start of a flag with the folded name of a spell on which no damage breaks its concentration."""

ONLY_ACTS: Final = "only_acts:"
"""The start of a flag with the folded names of the only actions that its bearer may take: "only_acts:dash|hide"."""
TWO_OPTIONS: Final = "two_options_of:"
"""The start of a flag with a kind of options, such as Metamagic, of which two go with one spell instead of one."""

HEADS: Final = (
    WHEN_HURT,
    NO_FALL_DAMAGE,
    IMAGES,
    IMAGES_ON_HIT,
    DISPELLED_FROM,
    REVIVED_BY,
    LEAST_FACE,
    KEEPS_CONCENTRATION,
    TWO_OPTIONS,
    IGNORES_RESISTANCE,
    ABSORBS,
    ESCAPES,
    ACTS_WHEN_SURPRISED,
    ONLY_ACTS,
    FREE_MODES,
)
"""The starts of the flags with parameters that code reads."""
READ: Final = frozenset(
    {
        HALF_ON_CHECKS, HALF_ON_PHYSICAL_CHECKS, PROFICIENCY_ON_INITIATIVE, OFFHAND_ADDS_ABILITY, MARTIAL_ARTS, SHIELD_FLOATS,
        NOT_SLOWED_BY_MAGIC, NOT_SLOWED_BY_HEAVY_ARMOR, NOT_SLOWED_BY_LOAD, CANNOT_ACT, CANNOT_SPEAK, CANNOT_CAST, EVASION, CRITICAL_ON_18, CRITICAL_ON_19, CRITICAL_ON_THE_SURPRISED, IMAGES_HAVE_ITS_AC, DEAD, DIES_AT_ITS_TURN, NO_CRITICAL_HITS, CRITICAL_WHEN_NEAR,
        WEAPON_MASTERY, NO_ACTIONS, NO_BONUS_ACTIONS, NO_REACTIONS, NO_ATTACKS, HANDLES_NOTHING, LENDS_ATTACKS, OBEYS_ITS_MAKER, CONTROLLED_BY_SOURCE, INSIDE_SOURCE, INSIDE_CONTROLLED, UNNOTICED, CONTROLLED_MOUNT, SHARES_INITIATIVE, NO_SPELLS, NO_CASTING, HASTED_ACTION, CASTS_IN_FORMS, DODGE_ONLY, NO_CONCENTRATION,
        CANNOT_CONCENTRATE, NO_HEALING, REGAINS_NOTHING, REGAINS_BY_MAGIC, NO_SHORT_REST, NO_LONG_REST, MAXIMUM_STAYS, SCORE_STAYS, ADVANTAGE_ON_DEATH_SAVES, REROLLS_ONES, LOW_DICE_FALL_AGAIN, LOW_DICE_COUNT_AS_3,
        STEED_SHARES_SPELLS, MORE_ON_A_CRITICAL, BETTER_OF_TWO_ROLLS, RELENTLESS, MAGIC_CANNOT_PUT_TO_SLEEP, WARDS_OFF_DEATH,
        TREATS_LOW_AS_10, NO_ADVANTAGE_AGAINST, IGNORES_ITEM_REQUIREMENTS, ATTUNES_TO_FOUR, READS_EVERY_SCROLL, OVERCOMES_RESISTANCE,
        UNARMED_IS_MAGICAL, ATTACKS_ARE_MAGICAL, WEAPON_IS_MAGICAL, IMMUTABLE_FORM, CANNOT_SHAPE_SHIFT, STRENGTH_FOR_CHECKS, STRENGTH_FOR_SAVES, DEATH_SAVE_20_FROM_18, BRUTAL_CRITICAL, STRONG_AGAINST_GRAPPLES, SLIPS_FREE,
        DEATH_SAVE_AT_LEAST_10, STABLE_AT_ITS_TURN, HIT_DICE_DOUBLE, HIT_DICE_MAXIMUM, FEATHER_FALL, IGNORES_HALF_COVER, IGNORES_COVER_OF_ENEMY,
        CANNOT_BE_SURPRISED, QUICK_HANDS, QUICK_WITH_MAGIC, SECOND_TURN, SECOND_TURN_UNSURPRISED, PROVOKES_NOTHING, CANNOT_HARM_CHARMER, NO_TELEPORT, NO_OPPORTUNITY_ATTACKS, SEES_IN_MAGICAL_DARKNESS, SEES_IN_DARKNESS, SEES_IN_DIM_LIGHT, ATTACKERS_SAVE, UNHINDERED_BY_WATER, HEALED_BY_THE_MAXIMUM, RETURNS_TO_HAND,
        SHARES_DAMAGE, HARD_TO_READ, HOVER, FLYBY, IGNORES_DIFFICULT,
    }
)  # fmt: skip
"""Flags that change a number, a roll or an answer. A gate checks that code asks for each flag."""


_NEARLY: Final = 90
"""The percentage of letters that a misspelt flag shares with the flag that is meant."""


def least_face(flags: Iterable[str], ability: str) -> int:
    """The lowest face that counts for a d20 in a check of this ability; 1 without such a flag (SRD, Glibness).

    >>> least_face(["least_face_of:cha:15"], "cha"), least_face(["least_face_of:cha:15"], "wis")
    (15, 1)
    """
    head = f"{LEAST_FACE}{ability}:"
    return max((int(word.removeprefix(head)) for word in flags if word.startswith(head)), default=1)


def harmless_fall(flags: Iterable[str]) -> int:
    """The feet of a fall that do no harm; 0 without such a flag.

    >>> harmless_fall(["no_fall_damage:20", "evasion"]), harmless_fall([])
    (20, 0)
    """
    return max((int(word.removeprefix(NO_FALL_DAMAGE)) for word in flags if word.startswith(NO_FALL_DAMAGE)), default=0)


def list_told(flags: Iterable[str]) -> list[str]:
    """The words for the flags that the people at the table must remember.

    >>> list_told(["flees", "evasion", "regenerates:15_per_hour"])
    ['flees', 'regenerates 15 per hour']
    """
    return [word.replace("_", " ").replace(":", " ") for word in flags if not is_read(word)]


def is_read(flag: str) -> bool:
    """Whether code reads the flag, and it is not only told to the game master."""
    return flag in READ or flag.startswith(HEADS)


def fault(flag: str) -> str | None:
    """The fault of a flag that is nearly one that code reads. Any other flag of one's own is told to the game master.

    >>> fault("no_reaction"), fault("smells_of_fish")
    ("there is no flag 'no_reaction'; did you mean no_reactions?", None)
    """
    near = [] if is_read(flag) or told_flags.is_told(flag) else names.misspelt(flag, READ, _NEARLY)
    return f"there is no flag {flag!r}; did you mean {near[0]}?" if near else None
