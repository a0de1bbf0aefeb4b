"""Spells of the levels 0, 4 and 9: what a reading against the SRD has mended."""

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.operations.casters import FAILS, PASSES, SCORES, cast, creature, in_turn, lies_on, mind_of, opened

pytestmark = pytest.mark.pure
both = pytest.mark.parametrize("ruleset", ["5.1", "5.2"])


@pytest.mark.parametrize(("spell", "by", "word"), [("Hold Person", "Elara", "paralyzed"), ("Entangle", "Fern", "restrained")])
@both
def test_magic_does_not_hold_the_free(ruleset: Ruleset, spell: str, by: str, word: str) -> None:
    """SRD, Freedom of Movement: spells do not paralyze or restrain; the answer says so, and nothing is concentrated on for nothing."""
    box = opened(ruleset)
    cast(box, "Bran", "Freedom of Movement", "Ulf")
    assert f"immune to {word}" in cast(box.let(FAILS), by, spell, "Ulf")["text"]
    assert lies_on(box, "Ulf") == ["Freedom of Movement"]
    box.did("apply", "Ulf", condition=word, magical=False)
    assert word in lies_on(box, "Ulf")


@pytest.mark.parametrize("defense", ["resistances", "immunities", None])
@both
def test_nothing_lessens_the_stress_of_a_wish(ruleset: Ruleset, defense: str | None) -> None:
    """SRD, Wish: 1d10 necrotic for each level of the spell, which nothing reduces or prevents."""
    box = opened(ruleset)
    cast(box.let(10, face=4), "Elara", "Wish", choice="object")
    if defense:
        box.did("update", "Elara", character={defense: ["necrotic"]})
    whole = box.hp("Elara")
    cast(box.let(10, face=2), "Elara", "Magic Missile", "Goblin 1", slot=3)
    assert whole - box.hp("Elara") == 3 * 2


@both
def test_the_last_gusts_end_with_the_storm(ruleset: Ruleset) -> None:
    """SRD, Storm of Vengeance: 1 minute in all, whenever the gusts begin."""
    box = opened(ruleset)
    cast(box, "Fern", "Storm of Vengeance", "Goblin 1")
    box.did("act", "Fern", act="Storm of Vengeance: gusts", targets=["Goblin 1"])
    assert mind_of(box, "Fern") == "Storm of Vengeance" and creature(box, "Fern").creature.zones
    box.did("advance", duration="2 minutes")
    assert (mind_of(box, "Fern"), dict(creature(box, "Fern").creature.zones)) == (None, {})


@both
def test_another_effect_does_not_lengthen_a_spell(ruleset: Ruleset) -> None:
    """SRD, Control Water: 10 minutes in all, whatever effects follow each other."""
    box = opened(ruleset)
    cast(box, "Fern", "Control Water", choice="flood")
    box.did("advance", duration="6 minutes")
    box.did("act", "Fern", act="Control Water: effect", choice="part")
    assert mind_of(box, "Fern") == "Control Water"
    box.did("advance", duration="5 minutes")
    assert (lies_on(box, "Fern"), mind_of(box, "Fern"), dict(creature(box, "Fern").creature.zones)) == ([], None, {})


@both
def test_another_shape_does_not_lengthen_a_spell(ruleset: Ruleset) -> None:
    """SRD, Shapechange: 1 hour in all."""
    box = opened(ruleset)
    cast(box, "Elara", "Shapechange", choice="Troll")
    box.did("advance", duration="40 minutes")
    box.did("act", "Elara", act="Shapechange: another form", choice="Wolf")
    box.did("advance", duration="19 minutes")
    assert creature(box, "Elara").creature.form
    box.did("advance", duration="2 minutes")
    assert (creature(box, "Elara").creature.form, mind_of(box, "Elara")) == (None, None)


@both
def test_a_second_foresight_ends_the_first(ruleset: Ruleset) -> None:
    """SRD, Foresight: it ends if it is cast again, on whomever; that of another caster stays."""
    box = opened(ruleset)
    cast(box, "Fern", "Foresight", "Bran")
    cast(box, "Elara", "Foresight", "Ulf")
    box.did("update", "Elara", character={"spent": {"slot_9": 0}})
    cast(box, "Elara", "Foresight", "Goblin 1")
    assert [lies_on(box, name) for name in ("Ulf", "Goblin 1", "Bran")] == [[], ["Foresight"], ["Foresight"]]


@pytest.mark.parametrize(("ruleset", "left"), [("5.1", ["Secret Chest"]), ("5.2", [])])
def test_a_hidden_chest_is_dispelled_in_the_newer_rules_alone(ruleset: Ruleset, left: list[str]) -> None:
    """SRD 5.1: instantaneous; SRD 5.2: until dispelled."""
    box = opened(ruleset)
    cast(box, "Elara", "Secret Chest")
    box.did("advance", duration="50 days")
    cast(box.let(PASSES), "Sol", "Dispel Magic", "Elara", slot=4)
    assert lies_on(box, "Elara") == left


def test_its_caster_may_give_the_chest_up() -> None:
    """SRD 5.1, Secret Chest: by an action."""
    box = opened()
    cast(box, "Elara", "Secret Chest")
    box.did("act", "Elara", act="Secret Chest: end")
    assert lies_on(box, "Elara") == []


def test_a_sanctum_is_dismissed() -> None:
    """SRD 5.1, Private Sanctum: by an action."""
    box = opened()
    cast(box, "Elara", "Private Sanctum")
    assert creature(box, "Elara").creature.zones
    box.did("act", "Elara", act="Private Sanctum: dismiss")
    assert dict(creature(box, "Elara").creature.zones) == {}


@pytest.mark.parametrize(("strength", "mind"), [(18, 14), (8, 14)])
def test_a_guided_weapon_strikes_by_the_mind_alone(strength: int, mind: int) -> None:
    """SRD 5.2, True Strike: the spellcasting ability in place of Strength, even if it is lower; only for that attack."""
    box = opened("5.2")
    scores = {**SCORES, "str": strength, "int": mind}
    box.accept("create", name="Vex", character={"classes": ["wizard 3"], "abilities": scores, "party": True})
    box.accept("give", "Vex", template="Mace")
    box.accept("equip", "Vex", itemName="Mace")
    cast(box.let(10, face=2), "Vex", "True Strike", "Goblin 1", choice={"type": "weapon", "kind": "melee"})
    assert 60 - box.hp("Goblin 1") == 2 + 2
    box.let(15, face=2).did("attack", "Vex", targetName="Goblin 1")
    assert 60 - box.hp("Goblin 1") == 2 + 2 + 2 + (strength - 10) // 2


@pytest.mark.parametrize(("ruleset", "cost"), [("5.1", "action"), ("5.2", "free")])
def test_the_hound_is_sent_away(ruleset: Ruleset, cost: str) -> None:
    """SRD 5.1: by an action; SRD 5.2: a spell with a time span is dismissed without an action."""
    box = opened(ruleset)
    in_turn(box, "Elara", "Goblin 1")
    cast(box, "Elara", "Faithful Hound")
    told = box.did("act", "Elara", act="Faithful Hound: dismiss")
    assert lies_on(box, "Elara") == []
    assert ("second action" in told["text"] or "already" in told["text"]) == (cost == "action"), told["text"]


@both
def test_the_eye_flies_and_not_its_caster(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Arcane Eye")
    assert "The eye flies up to 30 feet" in box.did("act", "Elara", act="Arcane Eye: move")["text"]


@pytest.mark.parametrize("type", ["undead", "construct"])
def test_blight_says_why_nothing_withers(type: str) -> None:
    """SRD 5.1, Blight: no effect on undead or constructs."""
    box = opened()
    box.did("update", "Goblin 1", character={"type": type})
    told = cast(box.let(FAILS, face=2), "Elara", "Blight", "Goblin 1")
    assert box.hp("Goblin 1") == 60 and "does nothing to the undead" in told["text"]


@pytest.mark.parametrize("spell", ["Shapechange", "True Polymorph"])
@both
def test_a_breath_of_the_form_recharges(ruleset: Ruleset, spell: str) -> None:
    """SRD, Young Red Dragon: 16d6 fire, recharge 5-6, in whatever manner the shape was taken."""
    box = opened(ruleset)
    in_turn(box, "Elara", "Goblin 1")
    if spell == "Shapechange":
        cast(box, "Elara", spell, choice="Young Red Dragon")
    else:
        cast(box, "Elara", spell, "Elara", choice={"choice": "creature", "form": "Young Red Dragon"})
    breath = {"act": "Fire Breath", "targets": ["Goblin 2"]}
    box.let(FAILS, face=2).did("act", "Elara", **breath)
    assert 60 - box.hp("Goblin 2") == 16 * 2
    box.did("next_turn")
    box.let(PASSES, face=4).did("next_turn")
    box.refused("resource_spent", "act", "Elara", **breath)
    box.did("next_turn")
    assert "Fire Breath recharges" in box.let(PASSES, face=5).did("next_turn")["text"]
    box.let(FAILS, face=1).did("act", "Elara", **breath)
    assert 60 - box.hp("Goblin 2") == 16 * 2 + 16 * 1


@both
def test_another_shape_breathes_anew(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Shapechange", choice="Young Red Dragon")
    box.let(FAILS, face=1).did("act", "Elara", act="Fire Breath", targets=["Goblin 2"])
    box.did("act", "Elara", act="Shapechange: another form", choice="Troll")
    box.did("act", "Elara", act="Shapechange: another form", choice="Young Red Dragon")
    box.let(FAILS, face=1).did("act", "Elara", act="Fire Breath", targets=["Goblin 2"])
    assert 60 - box.hp("Goblin 2") == 2 * 16


@pytest.mark.parametrize(("told", "form"), [([], None), (["willing"], "Wolf")])
def test_who_does_not_resist_fails_without_a_roll(told: list[str], form: str | None) -> None:
    """SRD 5.2, Saving Throws: whoever does not want to resist may choose to fail; Polymorph on a friend."""
    box = opened("5.2")
    answer = cast(box.let(PASSES), "Elara", "Polymorph", "Bran", choice="Wolf", **{"with": told})
    held = creature(box, "Bran").creature.form
    assert (held.creature if held else None) == form
    assert ("28" in answer["text"]) == (not told)


def test_no_enemy_is_willing() -> None:
    box = opened("5.2")
    cast(box.let(PASSES), "Elara", "Polymorph", "Goblin 1", choice="Wolf", **{"with": ["willing"]})
    assert creature(box, "Goblin 1").creature.form is None
