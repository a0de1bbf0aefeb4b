"""All spells and all acts of features, with what each needs before it can be played, and the facts of the spells."""

import json
import re
from pathlib import Path
from typing import Final

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.vocabulary import Ruleset
from tests.content.played import SCORES, Row

FOLDER: Final = Path(__file__).parents[1] / "facts"
SPELLS: Final[list[Row]] = json.loads((FOLDER / "spell_facts.json").read_text("utf-8"))
PARTS: Final[dict[str, dict[str, Row]]] = json.loads((FOLDER / "spells_played.json").read_text("utf-8"))
"""What the paragraphs of a spell add to its heading. `later`: what a zone, a turn, an act or an answer brings, and the cast does not."""
CASTERS: Final = ("wizard", "cleric", "druid", "sorcerer", "bard", "paladin", "ranger", "warlock")
FACES: Final = {
    "Counterspell": {"their_slot": "3"},
    "Wish": {"choice": "spell", "spell": "Misty Step"},
    "True Strike": {"type": "radiant", "kind": "melee"},
}
"""The choices of these spells that are in no list."""
IN_HAND: Final = {("True Strike", "5.2"): "Shortsword", ("Shillelagh", "both"): "Quarterstaff"}
"""The weapon without which a spell has nothing to do."""
DEAD: Final = ("Raise Dead", "Reincarnate", "Resurrection", "Revivify", "True Resurrection")
FOR_ITSELF: Final = ("Etherealness",)
DICE: Final = {"Hellish Rebuke": "6d10", "True Strike": "4d6+4"}
"""The dice in the slots of a warlock, which are of level 5; and those of a shortsword with 3d6 more."""
BROUGHT: Final = {"Sorcerous Burst": 4 * 8}
"""The points of the dice that the highest faces bring, with a modifier of 4."""
GIVEN: Final[dict[str, Row]] = {
    "Relentless Rage": {"before": ["Rage"]},
    "Preserve Life": {"target": {"hp": 1}},
    "Natural Recovery": {"spent": {"slot_1": 1}},
    "Protection": {"equipped": ["Shield"]},
    "Sacred Weapon": {"equipped": ["Mace"]},
    "Giant Killer": {"target": {"size": "large"}},
    "Divine Spark": {"target": {"hp": 1}},
    "Lay on Hands": {"choice": {"amount": "7"}, "target": {"hp": 1}},
    "Font of Magic": {"choice": {"choice": "slot"}, "slot": 2},
    "Sign of Ill Omen": {"as": "Bestow Curse"},
    "Master of Myriad Forms": {"as": "Alter Self"},
    "Pact of the Chain": {"as": "Find Familiar"},
    "Wild Companion": {"as": "Find Familiar", "choice": {"type": "fey", "form": "bat"}},
    "Faithful Steed": {"as": "Find Steed"},
    "Greater Divine Intervention": {"choice": {"choice": "health"}},
    "Eldritch Master": {"spent": {"pact": 2}},
    "Magical Cunning": {"spent": {"pact": 2}},
    "Arcane Recovery": {"spent": {"slot_1": 1}},
    "Diamond Soul": {"class": "monk"},
    "Disciplined Survivor": {"class": "monk"},
    "Persistent Rage": {"spent": {"rage": 2}},
    "Intimidating Presence: restore": {"spent": {"intimidating_presence": 1}},
    "Wild Resurgence: shape": {"spent": {"wild_shape": 4}},
    "Wild Resurgence: slot": {"spent": {"slot_1": 1}},
    "Nature Magician": {"slot": 2},
    "Restore Holy Nimbus": {"spent": {"holy_nimbus": 1}},
    "Superior Hunter's Prey": {"before": ["Hunter's Mark"]},
    "Sorcery Incarnate": {"spent": {"innate_sorcery": 2}},
    "Arcane Apotheosis": {"before": ["Innate Sorcery"], "spent": {"sorcery_points": 3}},
    "Sorcerous Restoration": {"spent": {"sorcery_points": 5}},
    "Restore Dragon Wings": {"spent": {"dragon_wings": 1}},
    "Restore Hurl Through Hell": {"spent": {"hurl_through_hell": 1}},
    "Gift of the Protectors": {"target": {"hp": 0, "party": True}},
    "Uncanny Metabolism": {"spent": {"focus": 5}},
    "Font of Inspiration": {"spent": {"bardic_inspiration": 2}},
}
"""What an act needs before it can be played."""
IN_A_WORLD: Final = ("Leave Wild Shape", "Pin", "Memorize Spell")
"""These need a form, a grapple or prepared spells to change (`test_forms`, `test_feats_in_play`, `test_after_a_short_rest`)."""
SPECIES: Final = {
    "draconic_ancestry_acid": "black dragonborn", "draconic_ancestry_cold": "white dragonborn", "draconic_ancestry_fire": "red dragonborn",
    "draconic_ancestry_brass": "brass dragonborn", "draconic_ancestry_lightning": "blue dragonborn", "draconic_ancestry_poison": "green dragonborn",
    "adrenaline_rush": "orc", "draconic_flight": "red dragonborn", "stonecunning": "dwarf", "Cloud's Jaunt": "cloud goliath",
    "Stone's Endurance": "stone goliath", "Storm's Thunder": "storm goliath", "large_form": "goliath",
}  # fmt: skip


def caster_of(spell: Spell, ruleset: Ruleset) -> Row:
    of = next(c for c in CASTERS if c in spell.classes)
    return {"ruleset": ruleset, "character": {"name": "Caster", "classes": [f"{of} 20"], "abilities": SCORES}}


def grown(text: str, fact: Row) -> str:
    """The dice of a cantrip at level 20, and of a spell in the lowest slot of its caster."""
    if fact["name"] in DICE:
        return DICE[fact["name"]]
    grown: str = fact.get("cantrip", {}).get("17", "")
    return grown if re.fullmatch(r"\d+d\d+", grown) else text


def acts_of_features(ruleset: Ruleset) -> list[tuple[FeatureRule, Act]]:
    return [(rule, act) for rule in rulebook_loading.rulebook(ruleset).features.values() for act in rule.acts if act.name not in IN_A_WORLD]


def hero_with(rule: FeatureRule, act: Act) -> Row:
    """A hero of level 20 who has the feature, and what its act needs."""
    given = GIVEN.get(act.name, {})
    of = given.get("class") or rule.of_class or "fighter"
    character: Row = {"name": "Hero", "classes": [f"{of} 20"], "abilities": SCORES, "features": [rule.name], "hpMax": 200, "hp": 60}
    character |= {"choices": {"subclass": {of: rule.subclass}}} if rule.subclass else {}
    character |= {"race": SPECIES[rule.name]} if rule.name in SPECIES else {}
    return character | ({"spent": given["spent"]} if "spent" in given else {})
