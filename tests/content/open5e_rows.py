"""A creature of Open5e as a row of each version of its API."""

from typing import Any

Json = dict[str, Any]
SCORES = {"strength": 16, "dexterity": 12, "constitution": 14, "intelligence": 8, "wisdom": 10, "charisma": 6}
BITE = "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 6 (1d6 + 3) piercing damage, and the target must succeed on a DC 30 Constitution saving throw or be poisoned for 1 minute."


def first(**changes: Any) -> Json:
    """A row of the first version."""
    return {
        "slug": "reed-hound", "name": "Reed Hound", "size": "Large", "type": "Monstrosity", "subtype": "fen", "alignment": "neutral", "armor_class": 13, "armor_desc": "hide",
        "hit_points": 34, "hit_dice": "4d10+12", "speed": {"walk": 40, "swim": 20, "hover": False}, **SCORES, "constitution_save": 5, "strength_save": None,
        "skills": {"stealth": 4}, "damage_vulnerabilities": "", "damage_resistances": "", "damage_immunities": "", "condition_immunities": "prone",
        "senses": "darkvision 60 ft., passive Perception 10", "languages": "Gull, Common", "challenge_rating": "1/2", "cr": 0.5, "actions": [{"name": "Bite", "desc": BITE}],
        "bonus_actions": "", "reactions": [{"name": "Snap", "desc": "It snaps."}], "legendary_desc": "It can take 2 legendary actions.", "legendary_actions": [{"name": "Howl (Costs 2 Actions)", "desc": "It howls."}],
        "special_abilities": [{"name": "Amphibious", "desc": "It breathes water."}, {"name": "Legendary Resistance (2/Day)", "desc": "It succeeds instead."}], "spell_list": [], **changes,
    }  # fmt: skip


def key_of(name: str) -> Json:
    """A row of another table, by its name."""
    return {"name": name, "key": name.casefold()}


def second(**changes: Any) -> Json:
    """A row of the second version."""
    return {
        "key": "srd_reed-hound", "name": "Reed Hound", "type": key_of("Monstrosity"), "size": key_of("Large"), "challenge_rating": 0.5, "alignment": "neutral",
        "speed": {"unit": "feet", "walk": 40, "swim": 20}, "subcategory": "fen", "languages": {"as_string": "Gull, Common", "data": []}, "armor_class": 13, "armor_detail": "hide",
        "hit_points": 34, "hit_dice": "4d10+12", "ability_scores": SCORES, "initiative_bonus": 3, "saving_throws": {"constitution": 5}, "skill_bonuses": {"stealth": 4},
        "resistances_and_immunities": {"damage_resistances_display": "", "damage_resistances": [], "damage_immunities_display": "", "damage_immunities": [],
                                       "damage_vulnerabilities_display": "", "damage_vulnerabilities": [], "condition_immunities_display": "", "condition_immunities": [key_of("Prone")]},
        "darkvision_range": 60, "blindsight_range": None, "normal_sight_range": 10560, "document": {"name": "Fen Book", "key": "fen"},
        "actions": [
            {"name": "Bite", "desc": BITE, "action_type": "ACTION", "attacks": [], "usage_limits": None, "legendary_action_cost": 1},
            {"name": "Snap", "desc": "It snaps.", "action_type": "REACTION", "usage_limits": {"type": "PER_DAY", "param": 2}},
            {"name": "Howl", "desc": "It howls.", "action_type": "LEGENDARY_ACTION", "legendary_action_cost": 2},
        ],
        "traits": [{"name": "Amphibious", "desc": "It breathes water."}, {"name": "Legendary Resistance (2/Day, or 3/Day in Lair)", "desc": "It succeeds instead."}], **changes,
    }  # fmt: skip
