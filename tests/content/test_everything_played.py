"""Every spell and every act of a feature and an item is played once in each ruleset, with the lowest and the highest dice.

What comes of it is held against facts copied from both texts: amounts, damage types, saves and DCs, conditions, durations, costs.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.content import catalog
from rpg_lite.rules import dice, names
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.content.items_at_hand import ItemAct, ItemCast, acts_of_items, cast_at_hand, casts_of_items, played_at_hand, raised
from tests.content.played import SCORES, Row, outcome, twice
from tests.operations.act_table import target
from tests.operations.casters import first_choices

pytestmark = pytest.mark.pure
FOLDER: Final = Path(__file__).parents[1] / "facts"
SPELLS: Final[list[Row]] = json.loads((FOLDER / "spell_facts.json").read_text("utf-8"))
PARTS: Final[dict[str, dict[str, Row]]] = json.loads((FOLDER / "spells_played.json").read_text("utf-8"))
"""What the paragraphs of a spell add to its heading. `later`: what a zone, a turn, an act or an answer brings, and the cast does not."""
FEATURES: Final[dict[str, dict[str, Row]]] = json.loads((FOLDER / "feature_acts.json").read_text("utf-8"))
ITEMS: Final[dict[str, dict[str, Row]]] = json.loads((FOLDER / "item_acts.json").read_text("utf-8"))
CASTS: Final[dict[str, dict[str, Row]]] = json.loads((FOLDER / "item_casts.json").read_text("utf-8"))
MOST_PLAYS: Final = 3_200
"""A play costs about 12 ms: all of them stay well below a minute."""
DC: Final = 18
"""8 + 6 (level 20) + 4."""
CASTERS: Final = ("wizard", "cleric", "druid", "sorcerer", "bard", "paladin", "ranger", "warlock")


# ── spells ──────────────────────────────────────────────────────────────────────────────────────────────────────────

FACES: Final = {
    "Counterspell": {"their_slot": "3"},
    "Wish": {"choice": "spell", "spell": "Misty Step"},
    "True Strike": {"type": "radiant", "kind": "melee"},
}
"""The choices of these spells that are in no list."""
DEAD: Final = ("Raise Dead", "Reincarnate", "Resurrection", "Revivify", "True Resurrection")
ANIMAL: Final = {"type": "beast", "abilities": {**dict.fromkeys(SCORES, 10), "int": 3}}
REVIVED: Final = {"Reincarnate": 1, "Resurrection": 1_000, "True Resurrection": 1_000}
"""The hit points with which somebody comes back; a new body begins with the least."""
MEETS: Final[dict[str, Row]] = {"Awaken": ANIMAL, "Mass Heal": {"hp": 1}}
FOR_ITSELF: Final = ("Etherealness",)
DICE: Final = {"Hellish Rebuke": "6d10", "True Strike": "4d6+4"}
"""The dice in the slots of a warlock, which are of level 5; and those of a shortsword with 3d6 more."""


def caster_of(spell: Spell, ruleset: Ruleset) -> Row:
    of = next(c for c in CASTERS if c in spell.classes)
    return {"ruleset": ruleset, "character": {"name": "Caster", "classes": [f"{of} 20"], "abilities": SCORES}}


def cast(fact: Row) -> tuple[Row, tuple[str, ...]]:
    """The outcome of a cast on a target that is hit and fails every save, and what it says."""
    ruleset, name = fact["ruleset"], fact["name"]
    book = catalog.rulebook(ruleset)
    spell = book.spell(name)
    assert spell
    by = caster_of(spell, ruleset)
    if name == "True Strike" and ruleset == "5.2":
        by["equipped"] = ["Shortsword"]
    on = [target(**{"type": spell.only[0] if spell.only else "humanoid", **({"hp": 1} if "heal" in fact else {}), **MEETS.get(name, {})})]
    if name in DEAD:
        return outcome(*raised(name, by["character"], on[0]["character"], ruleset)), ()
    if spell.targets.startswith(("self", "{")) or name in FOR_ITSELF:
        on = []
    chosen = FACES.get(name) or first_choices(spell)
    if (name, ruleset) == ("Conjure Animals", "5.1"):
        chosen = {"choice": "one", "beast": "Brown Bear"}
    low, high = twice(name, by, on, book, choice=chosen)
    assert high.refused is None, (high.refused, high.allowed[:3])
    assert high.result
    return outcome(low, high), high.result.says


@pytest.mark.parametrize("fact", SPELLS, ids=lambda f: f"{f['name']} {f['ruleset']}")
def test_a_spell_does_what_the_text_says(fact: Row) -> None:
    shown, says = cast(fact)
    part = PARTS[fact["ruleset"]].get(fact["name"], {})
    later = part.get("later", ())
    for key, found in (("saves", _words(shown.get("saves", ()))), ("attacks", {*fact.get("attack", ())} if "attacks" in shown else set())):
        wanted = {*fact.get(key.removesuffix("s"), ())}
        assert found <= wanted if key.removesuffix("s") in later else found == wanted, key
    assert {int(s.split()[1]) for s in shown.get("saves", ())} <= {part.get("dc", DC)}
    assert shown.get("conditions", []) == part.get("conditions", [])
    assert set(shown.get("lasts", ())) <= {_span(fact["duration"]), *part.get("lasts", ())}
    assert set(part.get("lasts", ())) <= set(shown.get("lasts", ()))
    misses_a_creature = any("file yet" in said for said in says)
    assert shown.get("concentration", False) == fact.get("conc", False) or misses_a_creature
    _amounts(fact, shown, later)


def _amounts(fact: Row, shown: Row, later: Any) -> None:
    """Each type of damage has the dice of one line of the text, or of so many shots; so have healing and temporary hit points."""
    dealt: Mapping[str, list[int]] = shown.get("damage", {})
    assert bool(dealt) == ("damage" in fact and "damage" not in later)
    lines: dict[str, list[tuple[int, int]]] = {}
    for text, type in fact.get("damage", ()):
        lines.setdefault(type, []).append(_ends(_grown(text, fact)))
    for type, (low, high) in dealt.items():
        sums = {(sum(a for a, _ in lines[type]), sum(b for _, b in lines[type])), *lines[type]}
        assert any(low == n * a and high == n * b for a, b in sums for n in (1, *SHOTS.get(fact["name"], ()))), (type, low, high)
    if fact["name"] in REVIVED:
        assert shown.get("heal") == [REVIVED[fact["name"]]] * 2
    elif "heal" in fact and "heal" not in later:
        assert shown.get("heal") == ([999, 999] if fact["heal"] == "full" else list(_ends(fact["heal"])))
    else:
        assert "heal" not in shown
    if "tempHp" in shown and "temp_hp" in fact:
        assert shown["tempHp"] == list(_ends(fact["temp_hp"]))


SHOTS: Final = {"Magic Missile": (3,), "Scorching Ray": (3,), "Eldritch Blast": (4,), "Meteor Swarm": (1,)}
"""The shots of a spell, all at one target (Eldritch Blast at level 20)."""


def _grown(text: str, fact: Row) -> str:
    """The dice of a cantrip at level 20, and of a spell in the lowest slot of its caster."""
    if fact["name"] in DICE:
        return DICE[fact["name"]]
    grown: str = fact.get("cantrip", {}).get("17", "")
    return grown if re.fullmatch(r"\d+d\d+", grown) else text


def _ends(text: str) -> tuple[int, int]:
    return dice.bounds(text.replace("mod", "4"))


def _words(saves: Any) -> set[str]:
    return {save.split()[0] for save in saves}


def _span(fact: Row) -> str | None:
    if "n" not in fact:
        return None if fact["kind"] in ("instant", "special") else str(fact["kind"])
    return f"{fact['n']} {fact['kind']}{'s' if fact['n'] > 1 else ''}"


# ── features ────────────────────────────────────────────────────────────────────────────────────────────────────────

GIVEN: Final[dict[str, Row]] = {
    "Relentless Rage": {"before": ["Rage"]},
    "Preserve Life": {"target": {"hp": 1}},
    "Natural Recovery": {"spent": {"slot_1": 1}},
    "Protection": {"equipped": ["Shield"]},
    "Giant Killer": {"target": {"size": "large"}},
    "Lay on Hands": {"choice": {"amount": "7"}, "target": {"hp": 1}},
    "Font of Magic": {"choice": {"choice": "slot"}, "slot": 2},
    "Sign of Ill Omen": {"as": "Bestow Curse"},
    "Master of Myriad Forms": {"as": "Alter Self"},
    "Pact of the Chain": {"as": "Find Familiar"},
    "Wild Companion": {"as": "Find Familiar"},
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
IN_A_WORLD: Final = ("Leave Wild Shape", "Pin")
"""These need a form or a grapple, which no document holds (`test_forms`, `test_feats_in_play`)."""
SPECIES: Final = {
    "draconic_ancestry_acid": "black dragonborn", "draconic_ancestry_cold": "white dragonborn", "draconic_ancestry_fire": "red dragonborn",
    "draconic_ancestry_brass": "brass dragonborn", "draconic_ancestry_lightning": "blue dragonborn", "draconic_ancestry_poison": "green dragonborn",
    "adrenaline_rush": "orc", "draconic_flight": "red dragonborn", "stonecunning": "dwarf", "Cloud's Jaunt": "cloud goliath",
    "Stone's Endurance": "stone goliath", "Storm's Thunder": "storm goliath", "large_form": "goliath",
}  # fmt: skip


def acts_of_features(ruleset: Ruleset) -> list[tuple[FeatureRule, Act]]:
    return [(rule, act) for rule in catalog.rulebook(ruleset).features.values() for act in rule.acts if act.name not in IN_A_WORLD]


def hero_with(rule: FeatureRule, act: Act) -> Row:
    """A hero of level 20 who has the feature, and what its act needs."""
    given = GIVEN.get(act.name, {})
    of = given.get("class") or rule.of_class or "fighter"
    character: Row = {"name": "Hero", "classes": [f"{of} 20"], "abilities": SCORES, "features": [rule.name], "hpMax": 200, "hp": 60}
    character |= {"choices": {"subclass": {of: rule.subclass}}} if rule.subclass else {}
    character |= {"race": SPECIES[rule.name]} if rule.name in SPECIES else {}
    return character | ({"spent": given["spent"]} if "spent" in given else {})


def played_by_a_hero(rule: FeatureRule, act: Act, book: Rulebook) -> Row:
    given, character = GIVEN.get(act.name, {}), hero_with(rule, act)
    by: Row = {"ruleset": book.ruleset, "character": character, "equipped": given.get("equipped", [])}
    kind = {"type": act.only[0] if act.only else "humanoid"}
    foe: Row = target(**{**kind, **given.get("target", {})})
    for first in given.get("before", ()):
        spell = book.spell(first)
        done = twice(first, by, [foe] if spell else [], book)[1]
        assert done.result, (first, done.refused)
        by, foe = done.documents[0], done.documents[1] if spell else foe
    same = book.spell(given["as"]) if "as" in given else None
    chosen = given.get("choice") or first_choices(same or act)
    low, high = twice(act.name, by, [] if act.targets == "self" else [foe], book, choice=chosen, slot=given.get("slot"))
    assert high.refused is None, (high.refused, high.allowed[:4])
    return outcome(low, high)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_act_of_a_feature_has_a_row(ruleset: Ruleset) -> None:
    assert {f"{rule.name}: {act.name}" for rule, act in acts_of_features(ruleset)} == FEATURES[ruleset].keys()


@pytest.mark.parametrize(
    ("ruleset", "rule", "act"), [pytest.param(r, f, a, id=f"{f.name} {a.name} {r}") for r in RULESETS for f, a in acts_of_features(r)]
)
def test_an_act_of_a_feature_does_what_the_text_says(ruleset: Ruleset, rule: FeatureRule, act: Act) -> None:
    _held(played_by_a_hero(rule, act, catalog.rulebook(ruleset)), FEATURES[ruleset][f"{rule.name}: {act.name}"])


OWN_WORDS: Final = ("effects", "told")
"""Names of effects are ours, and so are the words that are told: no fact of the text."""


def _held(shown: Row, fact: Row) -> None:
    assert {key: value for key, value in shown.items() if key not in OWN_WORDS} == fact
    assert shown, "nothing came of it, and nothing was told"


# ── items ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_act_of_an_item_has_a_row(ruleset: Ruleset) -> None:
    assert {str(row) for row in acts_of_items(ruleset)} == ITEMS[ruleset].keys()


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{row} {row.ruleset}") for r in RULESETS for row in acts_of_items(r)])
def test_an_act_of_an_item_does_what_the_text_says(row: ItemAct) -> None:
    _held(played_at_hand(row), ITEMS[row.ruleset][str(row)])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_spell_of_an_item_has_a_row(ruleset: Ruleset) -> None:
    assert {str(row) for row in casts_of_items(ruleset)} == CASTS[ruleset].keys()


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{row} {row.ruleset}") for r in RULESETS for row in casts_of_items(r)])
def test_an_item_casts_its_spell_as_the_text_says(row: ItemCast) -> None:
    """The saves are those of the spell, against the DC of the item."""
    shown = cast_at_hand(row)
    _held(shown, CASTS[row.ruleset][str(row)])
    fact = next(f for f in SPELLS if (names.fold(f["name"]), f["ruleset"]) == (names.fold(row.spell), row.ruleset))
    assert _words(shown.get("saves", ())) <= {*fact.get("save", ())}
    assert shown.get("concentration", False) <= fact.get("conc", False)
    assert "damage" in fact or "damage" not in shown


def test_all_of_it_is_quick() -> None:
    """Each is played with two kinds of dice."""
    counted = len(SPELLS) + sum(len(rows[r]) for rows in (FEATURES, ITEMS, CASTS) for r in RULESETS)
    assert 2 * counted <= MOST_PLAYS
