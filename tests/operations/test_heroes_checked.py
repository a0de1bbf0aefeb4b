"""Traits of species and features of low levels: what a reading against the texts has mended."""

from typing import Any

import pytest

from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import SCORES, cast, hero, left, lying, played, rules, stats, struck, table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_bard_inspires_others_and_each_only_once_at_a_time(ruleset: Ruleset) -> None:
    """SRD, Bardic Inspiration: another creature, one die at a time."""
    box = table(ruleset, Hero={"classes": ["bard 1"]}, Pip={"classes": ["rogue 1"]})
    uses = left(box, "bardic inspiration")
    assert "other than itself" in box.refused("target_unfit", "act", "Hero", act="Bardic Inspiration", targets=["Hero"])["text"]
    played(box, "Bardic Inspiration", targets=["Pip"])
    box.refused("target_unfit", "act", "Hero", act="Bardic Inspiration", targets=["Pip"])
    assert (lying(box, "Pip"), left(box, "bardic inspiration")) == (["Bardic Inspiration"], (uses or 0) - 1)


def test_a_divine_spark_is_for_another() -> None:
    box = hero("5.2", "cleric 2")
    box.refused("target_unfit", "act", "Hero", act="Divine Spark", targets=["Hero"], choice="heal")
    played(box, "Divine Spark", targets=["Foe"], choice="radiant")


@pytest.mark.parametrize(("ruleset", "gazes"), [("5.1", False), ("5.2", True)])
def test_only_in_5_1_two_minds_are_of_humanoids(ruleset: Ruleset, gazes: bool) -> None:
    box = hero(ruleset, "warlock 5", choices={"eldritch invocations": ["gaze of two minds"]})
    box.accept("create", name="Owl", character={"type": "beast", "hpMax": 1, "party": False})
    call: dict[str, Any] = {"act": "Gaze of Two Minds", "targets": ["Owl"]}
    if gazes:
        box.accept("act", "Hero", **call)
    else:
        box.refused("target_unfit", "act", "Hero", **call)


@pytest.mark.parametrize(("race", "mode", "capacity"), [("storm goliath", "advantage", 15 * 16 * 2), ("human", "normal", 15 * 16)])
def test_a_goliath_breaks_a_grapple_at_advantage_and_carries_more(race: str, mode: str, capacity: int) -> None:
    """SRD 5.2, Powerful Build."""
    box = table("5.2", Hero={"race": race, "classes": ["fighter 1"], "abilities": {**SCORES, "str": 16}})
    box.let(1).accept("act", "Foe", act="Grapple", targets=["Hero"])
    assert lying(box, "Hero") == ["grappled"]
    (check,) = next(t for t in played(box.let(1), "Escape").targets if t.checks).checks
    assert (check.mode, check.dc) == (mode, 8 + 2 + 0)
    assert box.did("character", "Hero", stats=["carryingCapacity"])["results"][0]["stats"]["carryingCapacity"]["value"] == capacity


def test_a_human_of_5_2_is_inspired_by_a_long_rest() -> None:
    box = table("5.2", Hero={"race": "human", "classes": ["fighter 1"]})
    for _ in range(2):
        box.accept("rest", "Hero", kind="long")
        assert lying(box, "Hero") == ["Heroic Inspiration"]
        box.accept("advance", duration="16 hours")


@pytest.mark.parametrize(("ruleset", "hours"), [("5.1", "24 hours"), ("5.2", "8 hours")])
def test_a_rock_gnome_tells_how_long_its_devices_work(ruleset: Ruleset, hours: str) -> None:
    box = table(ruleset, Hero={"race": "rock gnome", "classes": ["fighter 1"]})
    said = box.did("lookup", query="tinker", kind="feature")["text"]
    assert hours in said and "AC 5, 1 hit point" in said
    assert "tinker" in box.did("character", "Hero")["text"].casefold()


def test_a_high_elf_of_5_2_may_exchange_its_cantrip() -> None:
    box = table("5.2", Hero={"race": "high elf", "classes": ["fighter 1"]})
    cast(box, "Prestidigitation", choice="effect")
    box.accept("update", "Hero", character={"spells": {"cantrips": ["Fire Bolt"]}})
    (attack,) = cast(box, "Fire Bolt", targets=["Foe"]).targets[0].attacks
    assert attack.total - attack.natural == 4 + 2  # the best of Intelligence, Wisdom and Charisma
    box.refused("not_a_caster", "cast", "Hero", spell="Prestidigitation", choice="effect")


@each_row(
    ("chosen", "cantrip", "points"),
    [
        (None, "Eldritch Blast", 1 + 4), (["Chill Touch"], "Eldritch Blast", 1), (["Chill Touch"], "Chill Touch", 1 + 4),
        (["Chill Touch", "Eldritch Blast"], "Eldritch Blast", 1 + 4), (["Poison Spray"], "Poison Spray", 1 + 4),
    ],
)  # fmt: skip
def test_an_agonizing_blast_of_5_2_is_of_the_chosen_cantrips(chosen: list[str] | None, cantrip: str, points: int) -> None:
    """SRD 5.2: the Charisma modifier, for one cantrip each time the invocation is taken."""
    choices: dict[str, Any] = {"eldritch invocations": ["agonizing blast"]} | ({"agonizing blast": chosen} if chosen else {})
    box = hero("5.2", "warlock 2", choices=choices)
    assert [s.taken for t in cast(box, cantrip, targets=["Foe"]).targets for s in t.suffered] == [points]


def test_no_weapon_agonizes() -> None:
    box = hero("5.2", "warlock 2")
    choices = {"eldritch invocations": ["agonizing blast"], "agonizing blast": ["Longsword"]}
    box.refused("choice_unfit", "update", "Hero", character={"choices": choices})


@each_row(
    ("ruleset", "chosen", "cantrip", "says"),
    [
        ("5.1", None, "Eldritch Blast", "range 300 ft"), ("5.2", None, "Eldritch Blast", f"range {120 + 30 * 5} ft"),
        ("5.2", "Poison Spray", "Poison Spray", f"range {30 + 30 * 5} ft"), ("5.2", "Chill Touch", "Chill Touch", None),
    ],
)  # fmt: skip
def test_a_spear_makes_a_cantrip_reach_farther(ruleset: Ruleset, chosen: str | None, cantrip: str, says: str | None) -> None:
    """SRD 5.1: 300 feet; 5.2: 30 feet for each warlock level, for a cantrip that reaches at least 10."""
    choices: dict[str, Any] = {"eldritch invocations": ["eldritch spear"]} | ({"eldritch spear": chosen} if chosen else {})
    told = hero(ruleset, "warlock 5", choices=choices).did("cast", "Hero", spell=cantrip, targets=["Foe"])["text"]
    assert says in told if says else "range" not in told


def test_a_chosen_cantrip_repels_in_5_2() -> None:
    box = hero("5.2", "warlock 2", choices={"eldritch invocations": ["repelling blast"], "repelling blast": "Poison Spray"})
    told = box.did("cast", "Hero", spell="Poison Spray", targets=["Foe"], **{"with": ["Repelling Blast"]})["text"]
    assert "10 ft" in told and "does not count" not in told


def weapon(box: Sandbox, name: str) -> AttackStats:
    return next(a for a in stats(box).attacks if a.name == name)


def bladed(ruleset: Ruleset) -> Sandbox:
    """A warlock of STR 10 and CHA 18 with a longsword."""
    choices = {"pact boon": "pact of the blade"} if ruleset == "5.1" else {"eldritch invocations": ["pact of the blade"]}
    box = hero(ruleset, "warlock 5", choices=choices, abilities={**SCORES, "str": 10})
    box.accept("give", "Hero", template="Longsword", equip=True)
    return box


@pytest.mark.parametrize(("ruleset", "cost", "to_hit", "bonus"), [("5.1", "action", 3, 0), ("5.2", "bonus", 3 + 4, 4)])
def test_a_pact_weapon_is_known_and_in_5_2_struck_by_charisma(ruleset: Ruleset, cost: str, to_hit: int, bonus: int) -> None:
    """SRD, Pact of the Blade: proficiency; 5.2: Charisma for attack and damage. One bond at a time."""
    box = bladed(ruleset)
    box.refused("choice_required", "act", "Hero", act="Pact Weapon")
    (act,) = [act for rule in rules(box) for act in rule.acts if act.name == "Pact Weapon"]
    assert act.cost == cost
    played(box, "Pact Weapon", choice="longsword")
    sword = weapon(box, "Longsword")
    assert (sword.to_hit.value, sword.damage_bonus.value) == (to_hit, bonus)
    box.accept("give", "Hero", template="Mace", equip=True)
    assert weapon(box, "Mace").to_hit.value == 3  # simple, by Strength
    played(box, "Pact Weapon", choice="whip")
    assert (lying(box, "Hero").count("Pact Weapon"), weapon(box, "Mace").damage_bonus.value) == (1, 0)


@pytest.mark.parametrize("kind", ["necrotic", "psychic", "radiant"])
def test_a_pact_weapon_of_5_2_deals_another_type_for_a_turn(kind: str) -> None:
    box = bladed("5.2")
    box.let(20, 1).accept("start_fight", names=["Hero", "Foe"])
    played(box.let(10), "Pact Weapon", choice="longsword")
    assert [d.type for d in struck(box).dealt] == ["slashing"]
    played(box, "Pact Weapon: damage", choice=kind)
    assert [(d.type, d.points) for d in struck(box, force=True).dealt] == [(kind, 1 + 4)]
    box.accept("next_turn")
    assert weapon(box, "Longsword").damage_type == "slashing"


def test_lessons_of_the_first_ones_are_origin_feats() -> None:
    box = hero("5.2", "warlock 2", choices={"eldritch invocations": ["lessons of the first ones"]})
    choices = {"eldritch invocations": ["lessons of the first ones"], "lessons of the first ones": "Grappler"}
    box.refused("choice_unfit", "update", "Hero", character={"choices": choices})
    before = stats(box).initiative.value
    box.accept("update", "Hero", character={"choices": choices | {"lessons of the first ones": "Alert"}})
    assert stats(box).initiative.value == before + 2


@pytest.mark.parametrize(
    ("deed", "seen"),
    [
        ({"act": "Dash"}, True), ({"act": "Second Wind"}, True), ({"act": "Action Surge"}, False), ({"spell": "Light", "targets": ["Pebble"]}, True),
        ({"targetName": "Foe"}, True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("who", ["warlock of 5.1", "spirit of 5.2"])
def test_one_in_the_shadows_is_seen_once_it_acts(who: str, deed: dict[str, Any], seen: bool) -> None:
    """SRD 5.1, One with Shadows: an action or a reaction; 5.2, Boon of the Night Spirit: a bonus action too."""
    ruleset: Ruleset = "5.1" if who.endswith("5.1") else "5.2"
    choices: dict[str, Any] = {"eldritch invocations": ["one with shadows"]}
    if ruleset == "5.2":
        choices = {"asi": [{"level": 19, "feat": "Boon of the Night Spirit"}]}
    classes = ["warlock 5", "fighter 3", "bard 1"] if ruleset == "5.1" else ["fighter 19", "bard 1"]
    box = table(ruleset, Hero={"classes": classes, "choices": choices})
    played(box, "One with Shadows" if ruleset == "5.1" else "Merge with Shadows")
    assert "invisible" in lying(box, "Hero")
    box.accept("cast" if "spell" in deed else "act" if "act" in deed else "attack", "Hero", **deed)
    assert ("invisible" in lying(box, "Hero")) is not seen


def test_wings_of_a_dragonborn_fold_at_will_and_when_it_cannot_act() -> None:
    """SRD 5.2, Draconic Flight."""
    for end in ({"operation": "act", "act": "Retract Wings"}, {"operation": "apply", "condition": "stunned"}):
        box = table("5.2", Hero={"race": "red dragonborn", "classes": ["fighter 5"]})
        played(box, "Draconic Flight")
        assert lying(box, "Hero") == ["Draconic Flight"]
        box.accept(who="Hero", **end)
        assert "Draconic Flight" not in lying(box, "Hero")


def test_a_goliath_shrinks_at_will() -> None:
    box = table("5.2", Hero={"race": "fire goliath", "classes": ["fighter 5"]})
    small = stats(box).size
    played(box, "Large Form")
    assert (small, stats(box).size) == ("medium", "large")
    played(box, "End Large Form")
    assert stats(box).size == "medium"


@pytest.mark.parametrize(("ruleset", "attacks", "actions"), [("5.1", 0, 0), ("5.2", 1, 0)])
def test_a_breath_of_5_2_takes_the_place_of_one_attack(ruleset: Ruleset, attacks: int, actions: int) -> None:
    """SRD 5.1: an action; 5.2: in place of an attack of the Attack action."""
    box = table(ruleset, Hero={"race": "red dragonborn", "classes": ["fighter 5"]})
    box.let(20, 1).accept("start_fight", names=["Hero", "Foe"])
    left_of_turn = played(box.let(10), "Breath Weapon", targets=["Foe"]).turn
    assert left_of_turn is not None
    assert (left_of_turn.attacks, left_of_turn.actions) == (attacks, actions)


def archer(classes: str, **choices: Any) -> Sandbox:
    box = hero("5.1", classes, choices=choices)
    for name in ("Longbow", "Arrow"):
        box.accept("give", "Hero", template=name, quantity=1, equip=name == "Longbow")
    return box


@pytest.mark.parametrize("act", ["Frenzied Attack", "Retaliation", "Opportunity Attack"])
def test_a_bow_makes_no_melee_attack(act: str) -> None:
    """SRD 5.1, Frenzy, Retaliation, Opportunity Attacks: an archer strikes with the fist."""
    box = archer("barbarian 14", subclass="berserker")
    played(box, "Rage", **{"with": ["Frenzy"]})
    (target,) = played(box, act, targets=["Foe"]).targets
    assert [(s.type, s.taken) for s in target.suffered] == [("bludgeoning", 1 + 3 + 3)]  # the fist, Strength, the rage


def test_a_sneak_attack_goes_with_a_bow_in_an_act() -> None:
    """SRD, Horde Breaker with a ranged weapon."""
    box = table(
        "5.1", Hero={"classes": ["ranger 3", "rogue 1"], "choices": {"subclass": {"ranger": "hunter"}, "hunter's prey": "horde breaker"}}
    )
    box.accept("give", "Hero", template="Longbow", equip=True)
    box.reject("no_ammunition", "act", "Hero", act="Horde Breaker", targets=["Foe"])
    box.accept("give", "Hero", template="Arrow", quantity=20)
    dealt = played(box, "Horde Breaker", targets=["Foe"], **{"with": ["Sneak Attack", "ally_near"]}).targets[0].suffered
    assert sum(s.taken for s in dealt) == 1 + 2 + 1
    assert box.thing("Arrow").quantity == 19  # SRD, Ammunition: each attack spends one


@pytest.mark.parametrize(
    ("classes", "style", "cantrips", "other", "dc"),
    [
        ("paladin 2", "blessed warrior", ["Guidance", "Sacred Flame"], "Shillelagh", 8 + 2 + 4),
        ("ranger 2", "druidic warrior", ["Guidance", "Produce Flame"], "Sacred Flame", None),
    ],
)  # fmt: skip
def test_a_learned_warrior_of_5_2_casts_two_cantrips(classes: str, style: str, cantrips: list[str], other: str, dc: int | None) -> None:
    """SRD 5.2, Fighting Style: two cantrips of the cleric by Charisma, or of the druid by Wisdom."""
    choices: dict[str, Any] = {"fighting style": style, style: cantrips}
    box = hero("5.2", classes, choices=choices)
    result = cast(box, cantrips[0], targets=["Hero"], choice="arcana")
    assert not result.spent
    if dc:
        assert [s.dc for t in cast(box, cantrips[1], targets=["Foe"]).targets for s in t.saves] == [dc]
    for words in ([other], [*cantrips, "Resistance"]):
        box.refused("choice_unfit", "update", "Hero", character={"choices": {**choices, style: words}})
