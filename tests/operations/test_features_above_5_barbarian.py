"""The features of the barbarian above level 5, each with the numbers of the two texts."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.seasoned import SCORES, act, codes, conditions, effects, fight, left, stats, strike, table
from tests.operations.table import Table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
BERSERKER = "Path of the Berserker"


def armed(box: Sandbox, weapon: str = "Greataxe") -> Sandbox:
    box.accept("give", "Hero", template=weapon)
    box.accept("equip", "Hero", itemName=weapon)
    return box


# ── initiative, criticals, strength ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("level", "mode"), [(6, "normal"), (7, "advantage")])
def test_feral_instinct_gives_advantage_on_initiative(ruleset: Ruleset, level: int, mode: str) -> None:
    assert stats(table(ruleset, f"barbarian {level}")).initiative_mode == mode


def ambushed(level: int) -> Sandbox:
    """A surprised barbarian whose first turn it is."""
    box = table("5.1", f"barbarian {level}")
    box.accept("start_fight", names=["Hero", "Foe"], surprised=["Hero"], d20={"Hero": 20, "Foe": 1})
    return box


def test_a_surprised_barbarian_acts_if_it_rages_first() -> None:
    """SRD 5.1, Feral Instinct."""
    box = ambushed(7)
    box.reject("cannot_act", "act", "Hero", act="Dodge")
    assert "Surprised" in effects(box, "Hero")
    box.accept("act", "Hero", act="Rage")
    assert "Surprised" not in effects(box, "Hero") and "Rage" in effects(box, "Hero")
    box.accept("act", "Hero", act="Dodge")


def test_others_and_the_incapacitated_stay_surprised() -> None:
    ambushed(6).reject("cannot_act", "act", "Hero", act="Rage")
    box = ambushed(7)
    box.accept("apply", "Hero", condition="stunned")
    box.reject("cannot_act", "act", "Hero", act="Rage")


@each_row(
    ("ruleset", "level", "dice"),
    [("5.1", 8, 2), ("5.1", 9, 3), ("5.1", 12, 3), ("5.1", 13, 4), ("5.1", 17, 5), ("5.1", 20, 5), ("5.2", 20, 2)],
)
def test_a_brutal_critical_rolls_more_weapon_dice(ruleset: Ruleset, level: int, dice: int) -> None:
    """1d12 of a greataxe, doubled, and one to three dice more; each shows 4."""
    box = armed(table(ruleset, f"barbarian {level}")).let(20, face=4)
    assert sum(part.points for part in strike(box).dealt) == dice * 4 + stats(box).modifiers["str"]


def test_a_brutal_critical_is_for_melee() -> None:
    box = armed(table("5.1", "barbarian 17"), "Shortbow")
    box.accept("give", "Hero", template="Arrow", quantity=20)
    assert sum(part.points for part in strike(box.let(20, face=4)).dealt) == 2 * 4 + 2


@each_row(
    ("ruleset", "level", "rolled", "total"),
    [
        ("5.1", 17, {"operation": "check", "ability": "str"}, 4),
        ("5.1", 18, {"operation": "check", "ability": "str"}, 16),
        ("5.1", 18, {"operation": "check", "skill": "athletics"}, 16),
        ("5.1", 18, {"operation": "check", "ability": "dex"}, 3),
        ("5.1", 18, {"operation": "save", "ability": "str"}, 10),
        ("5.2", 18, {"operation": "check", "ability": "str"}, 16),
        ("5.2", 18, {"operation": "save", "ability": "str"}, 16),
        ("5.2", 17, {"operation": "save", "ability": "str"}, 10),
    ],
)
def test_indomitable_might_counts_the_score_for_a_low_total(ruleset: Ruleset, level: int, rolled: dict[str, Any], total: int) -> None:
    """A 1 on the die, STR 16, proficiency +6 in Strength saves; in 5.1 for checks alone."""
    box = table(ruleset, f"barbarian {level}").let(1)
    fields = dict(rolled)
    outcome = box.accept(fields.pop("operation"), "Hero", dc=10, **fields)
    assert [roll.total for roll in outcome.result.rolls] == [total]  # type: ignore[union-attr]


def test_indomitable_might_counts_within_an_act() -> None:
    box = table("5.1", "barbarian 18", foe={"abilities": {"str": 10, "dex": 10}}).let(1)
    assert [c.total for t in act(box, "Shove", targets=["Foe"], choice="prone").targets for c in t.checks if c.total] != []
    assert "prone" in conditions(box, "Foe")


@pytest.mark.parametrize(("ruleset", "most"), [("5.1", 20), ("5.2", 20)])
def test_a_primal_champion_gains_four_points(ruleset: Ruleset, most: int) -> None:
    box = table(ruleset, "barbarian 20")
    assert (stats(box).abilities["str"].value, stats(box).abilities["con"].value) == (most, 18)


# ── rage that does not end ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.stored
@pytest.mark.parametrize(("ruleset", "points"), [("5.1", 1), ("5.2", 22)])
def test_relentless_rage_keeps_from_falling(ruleset: Ruleset, points: int) -> None:
    """DC 10, then 15, and 10 again after a rest; 1 hit point, in 5.2 twice the level."""
    with begun(ruleset=ruleset) as game:
        held = Table(game)
        held.did("create", name="Grok", character={"classes": ["barbarian 11"], "abilities": SCORES, "hpMax": 100, "hp": 5, "party": True})
        held.did("create", name="Foe", character={"level": 5, "abilities": {"str": 30}, "hpMax": 60, "party": False})
        held.refused("answers_a_deed", "act", "Grok", act="Relentless Rage")
        held.roll_with(falling(15))
        calm = held.did("attack", "Foe", targetName="Grok")
        assert held.hp("Grok") == 0 and "Relentless Rage" not in calm["text"]
        held.did("heal", "Grok", amount=5)
        held.did("act", "Grok", act="Rage")
        down = held.did("attack", "Foe", targetName="Grok")
        assert held.hp("Grok") == 0
        assert "Relentless Rage" in down["text"]
        saved = held.did("act", "Grok", act="Relentless Rage", answer=True)
        assert "DC 10" in saved["text"] and held.hp("Grok") == points
        assert "Rage" in [e["name"] for e in held.thing("Grok").body["effects"]]
        held.did("update", "Grok", character={"hp": 5})
        held.did("attack", "Foe", targetName="Grok")
        assert "DC 15" in held.did("act", "Grok", act="Relentless Rage", answer=True)["text"]
        held.did("rest", "Grok", kind="short")
        held.did("act", "Grok", act="Rage")
        held.did("update", "Grok", character={"hp": 5})
        held.did("attack", "Foe", targetName="Grok")
        assert "DC 10" in held.did("act", "Grok", act="Relentless Rage", answer=True)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("level", "lasts"), [(14, False), (15, True)])
def test_a_persistent_rage_outlasts_an_idle_turn(ruleset: Ruleset, level: int, lasts: bool) -> None:
    box = table(ruleset, f"barbarian {level}")
    fight(box, "Hero", "Foe")
    act(box, "Rage")
    for _ in range(5):
        box.accept("next_turn")
    assert ("Rage" in effects(box, "Hero")) is lasts


@each_row(
    ("ruleset", "level", "condition", "lasts"),
    [
        ("5.1", 14, "stunned", True), ("5.2", 14, "stunned", False), ("5.2", 15, "stunned", True), ("5.2", 14, "prone", True),
    ],
)  # fmt: skip
def test_incapacity_ends_a_rage_of_5_2_until_it_persists(ruleset: Ruleset, level: int, condition: str, lasts: bool) -> None:
    box = table(ruleset, f"barbarian {level}")
    act(box, "Rage")
    box.accept("apply", "Hero", condition=condition)
    assert ("Rage" in effects(box, "Hero")) is lasts


@pytest.mark.parametrize("ruleset", RULESETS)
def test_falling_to_0_ends_even_a_persistent_rage(ruleset: Ruleset) -> None:
    box = table(ruleset, "barbarian 15")
    act(box, "Rage")
    box.accept("damage", "Hero", amount=110, damageType="fire")
    assert effects(box, "Hero") == []


def test_a_persistent_rage_of_5_2_gives_its_uses_back_once() -> None:
    box = table("5.2", "barbarian 15")
    box.reject("nothing_is_spent", "act", "Hero", act="Persistent Rage")
    box.accept("update", "Hero", character={"spent": {"rage": 5}})
    act(box, "Persistent Rage")
    assert left(box, "rage") == 5
    box.accept("update", "Hero", character={"spent": {"rage": 5}})
    box.reject("resource_spent", "act", "Hero", act="Persistent Rage")
    box.accept("rest", "Hero", kind="long")
    assert left(box, "persistent rage") == 1


# ── the berserker ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_mindless_rage_is_beyond_charm_and_fear(ruleset: Ruleset) -> None:
    """In 5.1 they wait until the rage is over; in 5.2 they end."""
    box = table(ruleset, "barbarian 6", BERSERKER)
    box.accept("apply", "Hero", condition="frightened")
    act(box, "Rage")
    assert "frightened" not in stats(box).conditions_active
    assert stats(box).defenses.conditions.keys() >= {"charmed", "frightened"}
    assert ("frightened" in conditions(box, "Hero")) is (ruleset == "5.1")
    box.accept("damage", "Hero", amount=100, damageType="fire")
    box.accept("heal", "Hero", amount=50)
    assert effects(box, "Hero") == []
    assert ("frightened" in stats(box).conditions_active) is (ruleset == "5.1")


def test_what_a_rage_brings_ends_with_its_minute() -> None:
    box = table("5.1", "barbarian 6", BERSERKER)
    act(box, "Rage", **{"with": ["Frenzy"]})
    assert effects(box, "Hero") == ["Rage", "Frenzy", "Mindless Rage"]
    box.accept("advance", duration="1 minute")
    assert (effects(box, "Hero"), conditions(box, "Hero")) == ([], ["exhaustion"])


@pytest.mark.parametrize(("ruleset", "level"), [("5.1", 14), ("5.2", 10)])
def test_retaliation_strikes_back(ruleset: Ruleset, level: int) -> None:
    with begun(ruleset=ruleset) as game:
        held = Table(game)
        hero = {"classes": [f"barbarian {level}"], "abilities": SCORES, "hpMax": 100, "hp": 50, "choices": {"subclass": "berserker"}}
        held.did("create", name="Grok", character={**hero, "party": True})
        held.did("create", name="Foe", character={"level": 5, "abilities": {"str": 16}, "hpMax": 60, "hp": 60, "party": False})
        held.roll_with(falling(15))
        held.did("attack", "Foe", targetName="Grok")
        held.did("act", "Grok", act="Retaliation", answer=True)
        assert held.hp("Foe") < 60


def test_an_intimidating_presence_of_5_1_holds_one_creature() -> None:
    """DC 8 + proficiency + CHA; a creature that withstands it is safe for a day."""
    box = table("5.1", "barbarian 10", BERSERKER, foe={"hpMax": 30, "hp": 30})
    fight(box, "Hero", "Foe")
    told = act(box.let(2), "Intimidating Presence", targets=["Foe"])
    assert [s.dc for t in told.targets for s in t.saves] == [8 + 4 + 4]
    assert conditions(box, "Foe") == ["frightened"]
    for _ in range(2):
        box.accept("next_turn")
    act(box, "Intimidating Presence: go on", targets=["Foe"])
    box.accept("next_turn")
    assert conditions(box, "Foe") == ["frightened"]
    for _ in range(2):
        box.accept("next_turn")
    assert conditions(box, "Foe") == []
    act(box.let(20), "Intimidating Presence", targets=["Foe"])
    again = act(box.let(2), "Intimidating Presence", targets=["Foe"])
    assert [s for t in again.targets for s in t.saves] == [] and conditions(box, "Foe") == []


def test_an_intimidating_presence_of_5_2_frightens_all_around() -> None:
    """A bonus action, DC 8 + proficiency + STR, a minute with a save at each turn's end; once a long rest, or for a rage."""
    box = table("5.2", "barbarian 14", BERSERKER)
    fight(box, "Hero", "Foe")
    told = act(box.let(2), "Intimidating Presence", targets=["Foe", "Ally"])
    assert {s.dc for t in told.targets for s in t.saves} == {8 + 5 + 3}
    assert conditions(box, "Foe") == conditions(box, "Ally") == ["frightened"]
    box.let(20)
    for _ in range(2):
        box.accept("next_turn")
    assert conditions(box, "Foe") == []
    box.reject("resource_spent", "act", "Hero", act="Intimidating Presence", targets=["Foe"])
    act(box, "Intimidating Presence: restore")
    assert (left(box, "intimidating presence"), left(box, "rage")) == (1, 4)
    box.reject("nothing_is_spent", "act", "Hero", act="Intimidating Presence: restore")


# ── brutal strikes ──────────────────────────────────────────────────────────────────────────────────────────────────


def reckless(level: int) -> Sandbox:
    box = table("5.2", f"barbarian {level}")
    fight(box, "Hero", "Foe")
    act(box, "Reckless Attack")
    return box.let(15, face=4)


@pytest.mark.parametrize(("level", "dice"), [(9, 1), (16, 1), (17, 2)])
def test_a_brutal_strike_forgoes_advantage_for_dice(level: int, dice: int) -> None:
    box = reckless(level)
    told = strike(box, **{"with": ["Brutal Strike"]})
    assert told.mode == "normal" and told.riders == ("Brutal Strike",)
    plain = strike(reckless(level))
    assert plain.mode == "advantage"
    assert sum(p.points for p in told.dealt) - sum(p.points for p in plain.dealt) == dice * 4


def test_a_brutal_strike_needs_recklessness_and_no_disadvantage() -> None:
    box = table("5.2", "barbarian 9")
    fight(box, "Hero", "Foe")
    box.let(15)
    assert strike(box, **{"with": ["Brutal Strike"]}).riders == ()
    box = reckless(9)
    assert strike(box, mode="disadvantage", **{"with": ["Brutal Strike"]}).riders == ()


def test_a_brutal_strike_is_made_once_a_turn() -> None:
    box = reckless(9)
    assert strike(box, **{"with": ["Brutal Strike"]}).riders == ("Brutal Strike",)
    assert strike(box, **{"with": ["Brutal Strike"]}).riders == ()


@each_row(
    ("level", "blows", "joined"),
    [
        (9, ["Forceful Blow"], ["Forceful Blow"]),
        (9, ["Forceful Blow", "Hamstring Blow"], ["Forceful Blow"]),
        (17, ["Forceful Blow", "Hamstring Blow"], ["Forceful Blow", "Hamstring Blow"]),
        (17, ["Forceful Blow", "Hamstring Blow", "Staggering Blow"], ["Forceful Blow", "Hamstring Blow"]),
    ],
)
def test_a_brutal_strike_has_one_effect_and_later_two(level: int, blows: list[str], joined: list[str]) -> None:
    told = strike(reckless(level), **{"with": ["Brutal Strike", *blows]})
    assert told.riders == ("Brutal Strike", *joined)


@pytest.mark.parametrize(("level", "blows"), [(9, 1), (13, 1), (17, 2)])
def test_no_more_blows_are_offered_than_a_strike_takes(level: int, blows: int) -> None:
    named = ["Brutal Strike", "Forceful Blow", "Hamstring Blow"]
    assert "Hamstring Blow" in strike(reckless(level), **{"with": named[:1]}).offers
    assert not any("Blow" in offer for offer in strike(reckless(level), **{"with": named[: blows + 1]}).offers)


def test_the_blows_do_what_the_text_says() -> None:
    box = reckless(13)
    outcome = box.accept("attack", "Hero", targetName="Foe", **{"with": ["Brutal Strike", "Hamstring Blow"]})
    assert stats(box, "Foe").speed["walk"].value == 15
    assert "Hamstring Blow" in str(outcome.notes)
    for _ in range(2):
        box.accept("next_turn")
    assert stats(box, "Foe").speed["walk"].value == 30
    act(box, "Reckless Attack")
    strike(box, **{"with": ["Brutal Strike", "Staggering Blow"]})
    assert effects(box, "Foe") == ["Staggering Blow", "Staggered"]
    assert "disadvantage" in {m.op for m in stats(box, "Foe").saves.reasons["wis"]}


@pytest.mark.parametrize(("blow", "text"), [("Forceful Blow", "pushed 15 ft")])
def test_what_a_blow_leaves_to_the_table_is_told(blow: str, text: str) -> None:
    outcome = reckless(13).send(
        {"characterName": "Hero", "operation": "attack", "targetName": "Foe", "with": ["Brutal Strike", blow]}, "execute_action"
    )
    assert text in outcome["text"]


def test_an_instinctive_pounce_is_told() -> None:
    box = table("5.2", "barbarian 7")
    assert "half its speed" in " ".join(act(box, "Rage").says)
    assert codes(box.accept("act", "Hero", act="Extend Rage")) == []


@pytest.mark.parametrize("blows", [1, 2])
def test_the_next_attack_by_another_gains_5_from_a_sundering_blow(blows: int) -> None:
    """A second Sundering Blow adds nothing more; the barbarian's own next attack gains nothing; the attack by another ends it."""
    box = reckless(13)
    box.accept("create", name="Friend", character={"level": 1, "abilities": {"str": 10}, "party": True})
    strike(box, **{"with": ["Brutal Strike", "Sundering Blow"]})
    assert effects(box, "Foe") == ["Sundering Blow"]
    own = box.let(10).accept("attack", "Hero", targetName="Foe").expect(AttackResult)
    plain = table("5.2", "barbarian 13").let(10).accept("attack", "Hero", targetName="Foe").expect(AttackResult)
    assert own.total == plain.total and effects(box, "Foe") == ["Sundering Blow"]
    if blows == 2:
        mark = {
            "name": "Sundering Blow",
            "modifiers": [{"target": "attacks_against_you", "op": "add", "value": 5, "scope": ["attacker:other"]}],
        }
        box.accept("act", "Foe", steps=[{"apply": mark, "for": "1 minute"}], targets=["Foe"])
    first = box.let(10).accept("attack", "Friend", targetName="Foe").expect(AttackResult)
    assert first.total == 10 + 2 + 5
    if blows == 1:
        second = box.let(10).accept("attack", "Friend", targetName="Foe").expect(AttackResult)
        assert second.total == 10 + 2 and effects(box, "Foe") == []
