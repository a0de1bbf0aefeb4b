"""The policy of a campaign: its choices where gaming tables or the rulebooks differ."""

from typing import Literal

from rpg_lite.rules.document_field_types import Document


class Policy(Document):
    """Choices where gaming tables or the rulebooks differ (adrs/0019); the default is the first value."""

    ability_order: Literal["set_then_add", "add_then_set"] = "set_then_add"
    speed_order: Literal["add_then_mul", "mul_then_add"] = "add_then_mul"
    encumbrance: Literal["off", "variant"] = "off"
    exhaustion_affects_passive: bool = False
    attunement_limit: int = 3
    attunement_takes: Literal["nothing", "short_rest"] = "nothing"
    hit_dice_back: Literal["half", "all"] = "half"
    hit_die_least: int = 0
    long_rest_restores: Literal["what_says_so", "scores_and_maximum"] = "what_says_so"
    """What a long rest ends of lowered ability scores and hit point maximums: reductions whose text says so, or all of them."""

    concentration_dc_most: int = 1000
    untrained_shield: Literal["penalty", "no_bonus"] = "penalty"
    heavy_weapon: Literal["small", "score_13"] = "small"
    two_weapons: Literal["light_melee", "light"] = "light_melee"
    half_proficiency: Literal["any_check", "missing_skill"] = "any_check"
    monk_weapons: Literal["simple_and_shortsword", "simple_and_light"] = "simple_and_shortsword"
    special_speeds: Literal["apart", "follow"] = "apart"
    group_checks: bool = True
    spells_of_a_turn: Literal["cantrip_beside_bonus", "one_slot"] = "cantrip_beside_bonus"
    items_cast_at: Literal["level_of_user", "least_level"] = "level_of_user"
    scrolls_spare: Literal["components", "material"] = "components"
    picking_locks: Literal["thieves_tools", "sleight_of_hand"] = "thieves_tools"
    knocked_out: Literal["stable", "one_point"] = "stable"
    tool_beside_skill: Literal["counts_once", "advantage"] = "counts_once"
    quick_uses: Literal["action", "bonus"] = "action"
    """What it takes to drink a potion, to light a torch, and to move the hood of a lantern."""

    drawing: Literal["interaction", "with_attack"] = "interaction"
    """What it takes to draw or stow a weapon: the free interaction of the turn, or also one weapon with each attack."""

    underwater_weapons: Literal["named", "piercing"] = "named"
    """The melee weapons that water does not hinder: the ones that the rules name, or those that deal piercing damage."""

    space: Literal["told", "by_plan", "measured"] = "told"
    """The fights in which places count: those for which start_fight says so, those in rooms with a ground of their own, or all."""

    diagonals: Literal["five", "five_ten"] = "five"
    """The feet of a diagonal step or distance where places count: 5 feet, or by turns 5 and 10."""

    def changed_by(self, given: "Policy") -> "Policy":
        """This policy with the given keys; the others stay as they are."""
        return self.model_copy(update={key: getattr(given, key) for key in given.model_fields_set})
