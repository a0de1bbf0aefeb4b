"""Riders of acts that are cast or played: Metamagic, Agonizing Blast, Disciple of Life and their like."""

from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.act_results import ActResult, TargetPlayed
from rpg_lite.mechanics.acts.riders import overrides
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.world_model import WORLD_ID
from tests.operations.worlds import GOBLIN, Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
METAMAGIC = [f"{w} spell" for w in "careful distant empowered extended heightened quickened seeking subtle transmuted twinned".split()]


def table(ruleset: Ruleset = "5.2", **heroes: dict[str, Any]) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    for name, character in heroes.items():
        box.accept("create", name=name, character=character)
    for n in (1, 2):
        box.accept("create", name=f"Ogre {n}", character={**GOBLIN, "hpMax": 90, "abilities": {"dex": 10, "wis": 10}, "type": "humanoid"})
    return box


def sorcerer(ruleset: Ruleset = "5.2") -> Sandbox:
    known = [m for m in METAMAGIC if rulebook_loading.rulebook(ruleset).feature(m)]
    return table(ruleset, Sela={"classes": ["sorcerer 5"], "abilities": {"cha": 18}, "features": known})


def play(box: Sandbox, operation: str, who: str, **fields: Any) -> ActResult:
    if "told" in fields:
        fields["with"] = fields.pop("told")
    return box.accept(operation, who, **fields).expect(ActResult)


def target(told: ActResult, box: Sandbox, name: str) -> TargetPlayed:
    return next(t for t in told.targets if box.world.things[t.who.id].name == name)


def notes(box: Sandbox, operation: str, who: str, **fields: Any) -> list[str]:
    fields["with"] = fields.pop("told")
    return [f"{n.code} {n.details.get('why', '')}" for n in box.accept(operation, who, **fields).notes]


def spent(told: ActResult) -> dict[str, int]:
    return {s.what: s.was - s.left for s in told.spent}


# ── metamagic ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_spared_pass_and_take_nothing() -> None:
    box = sorcerer().let(1, face=4)
    told = play(box, "cast", "Sela", spell="Fireball", targets=["Ogre 1", "Ogre 2"], told=["Careful Spell"], choice={"spared": "Ogre 2"})
    assert (target(told, box, "Ogre 1").taken, target(told, box, "Ogre 2").taken) == (32, 0)
    assert spent(told) == {"slot_3": 1, "sorcery points": 1}


def test_in_the_older_rules_the_spared_take_half() -> None:
    box = sorcerer("5.1").let(1, face=4)
    told = play(box, "cast", "Sela", spell="Fireball", targets=["Ogre 1", "Ogre 2"], told=["Careful Spell"], choice="Ogre 2")
    assert (target(told, box, "Ogre 1").taken, target(told, box, "Ogre 2").taken) == (32, 16)


def test_who_is_spared_must_be_said_before_anything_is_spent() -> None:
    box = sorcerer()
    refused = box.reject("choice_required", "cast", "Sela", spell="Fireball", targets=["Ogre 1"], **{"with": ["Careful Spell"]})
    assert refused.allowed == ("Ogre 1",)


def test_a_quickened_spell_takes_the_bonus_action() -> None:
    box = sorcerer()
    box.accept("start_fight", names=["Sela", "Ogre 1"])
    told = play(box, "cast", "Sela", spell="Fire Bolt", targets=["Ogre 1"], told=["Quickened Spell"])
    assert spent(told) == {"sorcery points": 2}
    costs = [a["cost"] for a in box.world.things[WORLD_ID].body["fight"]["acts"].values()]
    assert [cost for cost in costs if cost != "free"] == ["bonus"]


def test_a_heightened_spell_hinders_the_one_that_is_named() -> None:
    box = sorcerer().let(10)
    told = play(
        box, "cast", "Sela", spell="Fireball", targets=["Ogre 1", "Ogre 2"], told=["Heightened Spell"], choice={"heightened": "Ogre 2"}
    )
    assert [target(told, box, f"Ogre {n}").saves[0].mode for n in (1, 2)] == ["normal", "disadvantage"]


def test_low_dice_fall_again() -> None:
    box = sorcerer().let(1, face=1)
    told = play(box, "cast", "Sela", spell="Fireball", targets=["Ogre 1"], told=["Empowered Spell"])
    assert "Rolled again: 4d6: 1+1+1+1 in place of 1+1+1+1." in told.says


def test_damage_is_transmuted() -> None:
    box = sorcerer().let(1)
    told = play(box, "cast", "Sela", spell="Fireball", targets=["Ogre 1"], told=["Transmuted Spell"], choice={"type": "cold"})
    assert [s.type for s in told.targets[0].suffered] == ["cold"]
    box.reject("choice_required", "cast", "Sela", spell="Fireball", targets=["Ogre 1"], **{"with": ["Transmuted Spell"]})


def test_a_twinned_spell_has_a_second_target() -> None:
    box = sorcerer("5.1").let(15)
    told = play(box, "cast", "Sela", spell="Charm Person", targets=["Ogre 1"], told=["Distant Spell"])
    assert "Distant Spell: range 60 ft." in told.says
    told = play(box, "cast", "Sela", spell="Fire Bolt", targets=["Ogre 1", "Ogre 2"], told=["Twinned Spell"])
    assert len(told.targets) == 2 and spent(told) == {"sorcery points": 1}
    newer = sorcerer("5.2").let(1)
    told = play(newer, "cast", "Sela", spell="Charm Person", targets=["Ogre 1", "Ogre 2"], told=["Twinned Spell"])
    assert len(told.targets) == 2 and spent(told) == {"slot_1": 1, "sorcery points": 1}


TWINNED: Final = {
    name: spell
    for name in rulebook_loading.rulebook("5.1").spells
    if (spell := rulebook_loading.rulebook("5.1").spell(name))
    and "sorcerer" in spell.classes
    and (spell.targets, spell.range == "self") == ("1", False)
    and spell.spend == "slot"
}


@each_row("spell", TWINNED)
def test_a_spell_with_one_target_is_not_twinned_and_costs_no_points(spell: str) -> None:
    box = sorcerer("5.1").let(*[10] * 9)
    answer = box.ask("cast", "Sela", spell=spell, targets=["Ogre 1"], force=True, **{"with": ["Twinned Spell"]})
    assert "sorcery_point" not in next(t for t in box.world.things.values() if t.name == "Sela").body.get("spent", {})
    assert not answer["ok"] or "Twinned Spell does not count: no second target is named" in answer["text"]


@each_row(
    "spell", ["Shield", "Blur", "Misty Step", "Mirror Image", "Burning Hands", "Lightning Bolt", "Fireball", "Eyebite", "Magic Missile"]
)
def test_a_spell_on_oneself_or_an_area_is_not_twinned(spell: str) -> None:
    box = sorcerer("5.1").let(*[10] * 9)
    box.ask("cast", "Sela", spell=spell, targets=["Ogre 1", "Ogre 2"], force=True, **{"with": ["Twinned Spell"]})
    box.ask("cast", "Sela", spell=spell, force=True, **{"with": ["Twinned Spell"]})
    assert "sorcery_point" not in next(t for t in box.world.things.values() if t.name == "Sela").body.get("spent", {})


def test_an_extended_spell_lasts_twice_as_long() -> None:
    box = sorcerer("5.1")
    play(box, "cast", "Sela", spell="Mage Armor", targets=["Sela"], told=["Extended Spell"])
    sela = next(t for t in box.world.things.values() if t.name == "Sela")
    assert [e.span.duration for e in sela.creature.effects] == ["16 hours"]


def test_a_missed_roll_is_made_again_and_paid_then() -> None:
    box = sorcerer().let(2, 19)
    told = play(box, "cast", "Sela", spell="Fire Bolt", targets=["Ogre 1"], told=["Seeking Spell"])
    assert told.targets[0].attacks[0].hit and "the missed roll is made again" in " ".join(told.says)
    assert next(t for t in box.world.things.values() if t.name == "Sela").body["spent"] == {"sorcery_point": 1}


def test_a_rider_that_does_not_fit_costs_nothing() -> None:
    box = sorcerer("5.1")
    said = notes(box, "cast", "Sela", spell="Fireball", targets=["Ogre 1"], told=["Twinned Spell"])
    assert "rider_not_applied the act does not take just one target" in said
    assert "sorcery_point" not in next(t for t in box.world.things.values() if t.name == "Sela").body["spent"]


def test_sorcery_points_that_are_not_left_refuse_the_cast() -> None:
    box = sorcerer()
    box.accept("update", "Sela", character={"spent": {"sorcery points": 5}})
    box.reject("resource_spent", "cast", "Sela", spell="Fireball", targets=["Ogre 1"], **{"with": ["Empowered Spell"]})


def test_unknown_words_are_refused_and_riders_are_offered() -> None:
    box = sorcerer()
    refused = box.reject("rider_unknown", "cast", "Sela", spell="Fireball", targets=["Ogre 1"], **{"with": ["Emptied Spell"]})
    assert "Empowered Spell" in refused.allowed
    box.reject("rider_unknown", "act", "Sela", act="Dodge", **{"with": ["Emptied Spell"]})
    told = play(box, "cast", "Sela", spell="Fireball", targets=["Ogre 1"])
    assert "Empowered Spell" in told.offers


# ── riders that play by themselves ──────────────────────────────────────────────────────────────────────────────────


def test_agonizing_blast_adds_to_each_hit() -> None:
    box = table(Ward={"classes": ["warlock 5"], "abilities": {"cha": 18}, "features": ["Agonizing Blast"]}).let(15, face=3)
    told = play(box, "cast", "Ward", spell="Eldritch Blast", targets=["Ogre 1"])
    assert told.targets[0].taken == 2 * (3 + 4)


def test_disciple_of_life_adds_to_healing() -> None:
    box = table("5.1", Bran={"classes": ["cleric 5"], "abilities": {"wis": 16}, "features": ["Disciple of Life"]}).let(face=3)
    box.accept("damage", "Ogre 1", amount=40, damageType="fire")
    assert play(box, "cast", "Bran", spell="Cure Wounds", targets=["Ogre 1"]).targets[0].healed == 3 + 3 + 3


def test_turned_undead_are_seared_and_stay_turned() -> None:
    box = table("5.2", Bran={"classes": ["cleric 5"], "abilities": {"wis": 16}}).let(1, face=2)
    box.accept("create", name="Ghoul", character={**GOBLIN, "hpMax": 50, "type": "undead"})
    told = play(box, "act", "Bran", act="Turn Undead", targets=["Ghoul"])
    assert target(told, box, "Ghoul").taken == 6
    ghoul = next(t for t in box.world.things.values() if t.name == "Ghoul")
    assert "frightened" in {c.name for c in ghoul.creature.conditions}


def test_tactical_shift_is_told() -> None:
    box = table("5.2", Thor={"classes": ["fighter 5"]})
    assert any("half its speed" in s for s in play(box, "act", "Thor", act="Second Wind").says)


def test_a_frenzy_is_offered_and_tires_at_its_end() -> None:
    box = table("5.1", Grog={"classes": ["barbarian 5"], "features": ["Frenzy"]})
    assert play(box, "act", "Grog", act="Rage").offers == ("Frenzy",)
    play(box, "act", "Grog", act="Rage", told=["Frenzy"])
    assert play(box.let(15), "act", "Grog", act="Frenzied Attack", targets=["Ogre 1"]).targets


def test_an_open_hand_topples_those_who_are_hit() -> None:
    monk = {"classes": ["monk 5"], "abilities": {"dex": 16, "wis": 16}, "features": ["Open Hand Technique"]}
    box = table("5.2", Wu=monk).let(18, 18, 1)
    told = play(box, "act", "Wu", act="Flurry of Blows", targets=["Ogre 1"], told=["Open Hand Technique"], choice="topple")
    assert "prone" in target(told, box, "Ogre 1").conditions


def test_every_key_of_set_is_read() -> None:
    for ruleset in RULESETS:
        used = {key for rule in rulebook_loading.rulebook(ruleset).features.values() for rider in rule.riders for key in rider.set}
        assert used <= overrides.READERS.keys()


# ── what riders and improvised acts lay ─────────────────────────────────────────────────────────────────────────────


def test_a_blow_does_not_end_what_it_lays() -> None:
    monk = {"classes": ["monk 5"], "abilities": {"dex": 16, "wis": 16}}
    box = table("5.2", Wu=monk).let(18, 19)
    box.accept("start_fight", names=["Wu", "Ogre 1"])
    box.let(18, 19)
    box.accept("attack", "Wu", targetName="Ogre 1", **{"with": ["Stunning Strike"]})
    ogre = next(t for t in box.world.things.values() if t.name == "Ogre 1")
    assert {e.name for e in ogre.creature.effects} == {"Stunning Strike: slowed", "Stunning Strike: opening"}
    box.accept("attack", "Wu", targetName="Ogre 1")
    ogre = next(t for t in box.world.things.values() if t.name == "Ogre 1")
    assert {e.name for e in ogre.creature.effects} == {"Stunning Strike: slowed"}


def test_what_an_improvised_act_lays_keeps_its_triggers_acts_and_saves() -> None:
    box = table("5.2", Sela={"classes": ["sorcerer 5"], "abilities": {"cha": 18}}).let(1)
    box.accept("start_fight", names=["Sela", "Ogre 1"])
    burning = {"name": "Burning", "on": [{"on": "turn_start", "then": [{"damage": 5, "type": "fire"}]}],
               "acts": [{"name": "Roll about", "steps": [{"end": "Burning"}]}]}  # fmt: skip
    steps = [{"save": "dex", "dc": 15, "fail": [{"apply": burning, "for": "1 minute", "ends": ["save:turn_end"]}]}]
    play(box.let(1), "act", "Sela", act="Oil", steps=steps, targets=["Ogre 1"])
    box.let(1).accept("next_turn")
    box.accept("next_turn")
    ogre = next(t for t in box.world.things.values() if t.name == "Ogre 1")
    assert ogre.creature.hp == 85 and [e.name for e in ogre.creature.effects] == ["Burning"]
    play(box, "act", "Ogre 1", act="Roll about", force=True)
    assert not next(t for t in box.world.things.values() if t.name == "Ogre 1").creature.effects


def test_a_cunning_strike_takes_a_die_of_the_sneak_attack() -> None:
    box = table("5.2", Pip={"classes": ["rogue 5"], "abilities": {"dex": 18}})
    box.accept("give", "Pip", template="Rapier", equip=True)
    box.accept("start_fight", names=["Pip", "Ogre 1"])
    call = {"operation": "attack", "characterName": "Pip", "targetName": "Ogre 1", "with": ["ally_near"]}
    text = box.let(15, face=3).send(call, "execute_action")["text"]
    assert "Pip may add Sneak Attack (3d6) (key: with)." in text
    box.let(15, 15, 1, face=3)  # the first hit with a rapier vexes, so two d20s fall
    said = box.accept("attack", "Pip", targetName="Ogre 1", **{"with": ["Sneak Attack", "Trip", "ally_near"]})
    ogre = next(t for t in box.world.things.values() if t.name == "Ogre 1")
    assert ogre.creature.hp == 90 - 7 - 7 - 6 and [c.name for c in ogre.creature.conditions] == ["prone"], said
    refused = notes(box, "attack", "Pip", targetName="Ogre 1", told=["Trip"])
    assert "rider_not_applied needs Sneak Attack" in refused
