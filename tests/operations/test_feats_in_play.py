"""The feats of both texts as they are played."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.high_heroes import SCORES, cast, fell, fight, hero, hp, left, lying, played, stats, struck, table, who
from tests.operations.table import Table
from tests.rows import each_row

pytestmark = pytest.mark.pure
TARGET: Any = {"hpMax": 90, "abilities": dict.fromkeys(SCORES, 10), "party": False}


def boon(name: str, classes: str = "fighter 19", **raised: int) -> dict[str, Any]:
    return {"classes": [classes], "choices": {"asi": [{"level": 19, "feat": f"Boon of {name}", **raised}]}}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_feat_of_the_book_does_something(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    plain = ("Ability Score Improvement",)
    found = {f.name: book.feature(f.name) for f in book.feats.values() if f.name not in plain}
    assert [name for name, rule in found.items() if rule is None] == []


# ── grappler ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_grappler_has_advantage_against_what_it_holds(ruleset: Ruleset) -> None:
    box = hero(ruleset, "fighter 4", features=["Grappler"])
    assert struck(box).mode == "normal"
    box.let(*((20, 1) if ruleset == "5.1" else (1,))).accept("act", "Hero", act="Grapple", targets=["Foe"])
    assert struck(box.let(10)).mode == "advantage"
    box.accept("create", name="Gob", character={"hpMax": 9, "party": False})
    assert struck(box, at="Gob").mode == "normal"


def test_a_grappler_of_5_1_pins() -> None:
    box = hero("5.1", "fighter 4", features=["Grappler"])
    box.reject("target_unfit", "act", "Hero", act="Pin", targets=["Foe"])
    box.let(20, 1).accept("act", "Hero", act="Grapple", targets=["Foe"])
    box.let(20, 1).accept("act", "Hero", act="Pin", targets=["Foe"])
    assert ("restrained" in lying(box, "Foe"), "restrained" in lying(box, "Hero")) == (True, True)


def test_a_grappler_of_5_2_punches_and_grabs_once_a_turn() -> None:
    box = hero("5.2", "fighter 5", features=["Grappler"])
    fight(box, "Hero", "Foe")
    box.let(1).accept("act", "Hero", act="Punch and Grab", targets=["Foe"], force=True)
    assert "grappled" in lying(box, "Foe")
    box.reject("answers_a_hit", "act", "Hero", act="Punch and Grab", targets=["Foe"])


@pytest.mark.parametrize(
    ("operation", "fields", "grabs"),
    [
        ("attack", {"targetName": "Foe", "itemName": "Unarmed Strike"}, True),
        ("attack", {"targetName": "Foe", "itemName": "Club"}, False),
        ("act", {"act": "Flurry of Blows", "targets": ["Foe"]}, False),
    ],
)
def test_a_grab_follows_an_unarmed_strike_of_the_attack_action(operation: str, fields: dict[str, Any], grabs: bool) -> None:
    with begun(ruleset="5.2") as game:
        table = Table(game)
        table.did("create", name="Mo", character={"classes": ["monk 5"], "features": ["Grappler"], "hpMax": 40})
        table.did("create", name="Foe", character={"hpMax": 90, "party": False})
        table.did("give", "Mo", template="Club", equip=True)
        table.roll_with(falling(20, 1))
        table.did("start_fight", names=["Mo", "Foe"])
        table.roll_with(falling(15))
        told = table.did(operation, "Mo", **fields)["text"]
        assert ("Punch and Grab" in told) == grabs
        table.roll_with(falling(1))
        if grabs:
            assert "grappled" in table.did("act", "Mo", act="Punch and Grab", answer=True)["text"]
        else:
            refused = table.refused("answer_unfit", "act", "Mo", act="Punch and Grab", answer=True)
            assert "answers a hit with an Unarmed Strike of its own Attack action" in refused["text"]


# ── origin feats ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_fighter_initiated_in_magic_casts_one_spell_a_day() -> None:
    """With the best of Intelligence, Wisdom and Charisma: 8 + 2 + 4."""
    chosen = {"magic initiate": ["Fire Bolt", "Light", "Burning Hands"]}
    box = hero("5.2", "fighter 1", background="Sage", choices=chosen)
    assert [a.total for t in cast(box, "Fire Bolt", targets=["Foe"]).targets for a in t.attacks] == [10 + 2 + 4]
    result = cast(box, "Burning Hands", targets=["Foe"])
    assert [s.dc for t in result.targets for s in t.saves] == [14]
    box.reject("resource_spent", "cast", "Hero", spell="Burning Hands", targets=["Foe"])
    box.reject("not_a_caster", "cast", "Hero", spell="Shield")
    box.accept("rest", "Hero", kind="short")
    assert left(box, "burning hands") == 0
    box.accept("rest", "Hero", kind="long")
    assert left(box, "burning hands") == 1


def test_an_initiated_caster_may_pay_with_slots_too() -> None:
    box = hero("5.2", "cleric 1", background="Sage", choices={"magic initiate": ["Burning Hands"]}, spells={"prepared": ["Bless"]})
    for _ in range(3):
        cast(box, "Burning Hands", targets=["Foe"])
    box.reject("no_slot_left", "cast", "Hero", spell="Burning Hands", targets=["Foe"])


@pytest.mark.parametrize(("feats", "bonus"), [([], 2), (["Alert"], 2 + 3)])
def test_the_alert_add_proficiency_to_initiative(feats: list[str], bonus: int) -> None:
    assert stats(hero("5.2", "fighter 5", features=feats or None)).initiative.value == bonus


def test_the_skilled_choose_three() -> None:
    box = hero("5.2", "fighter 1", features=["Skilled"], choices={"skilled": ["arcana", "stealth", "thieves' tools"]})
    found = stats(box)
    assert (found.skills.values["arcana"].value, found.skills.values["stealth"].value) == (6, 4)
    assert "thieves' tools" in found.tools


# ── epic boons ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ability", "raised"), [("str", 1), ("cha", 1)])
def test_a_boon_raises_a_score_beyond_20(ability: str, raised: int) -> None:
    box = table("5.2", Hero={**boon("Combat Prowess", **{ability: raised}), "abilities": SCORES | {ability: 20}})
    assert stats(box).abilities[ability].value == 21  # type: ignore[index]


@pytest.mark.stored
def test_a_peerless_aim_hits_once_until_the_next_turn() -> None:
    with begun(ruleset="5.2") as game:
        held = Table(game)
        held.did("create", name="Hero", character={**boon("Combat Prowess"), "abilities": SCORES})
        held.did("create", name="Foe", character=TARGET)
        held.roll_with(falling(20, 1))
        held.did("start_fight", names=["Hero", "Foe"])
        held.roll_with(falling(2, face=2))
        held.did("attack", "Hero", targetName="Foe", d20=[1])
        held.did("act", "Hero", act="Peerless Aim", answer=True)
        assert held.hp("Foe") < 90
        was = held.hp("Foe")
        held.did("attack", "Hero", targetName="Foe", d20=[1])
        held.refused("resource_spent", "act", "Hero", act="Peerless Aim", answer=True)
        assert held.hp("Foe") == was
        held.did("next_turn")
        held.did("next_turn")
        held.did("attack", "Hero", targetName="Foe", d20=[1, 1])  # the miss before gave advantage (Studied Attacks)
        held.did("act", "Hero", act="Peerless Aim", answer=True)
        assert held.hp("Foe") < was


def test_blink_steps_are_30_feet() -> None:
    box = table("5.2", Hero=boon("Dimensional Travel"))
    assert "teleports 30 ft" in " ".join(e for t in played(box, "Blink Steps").targets for e in t.effects)


@pytest.mark.stored
@pytest.mark.parametrize(("act", "total"), [("Improve Fate", 10 + 6), ("Worsen Fate", 10 - 6)])
def test_fate_changes_the_roll_of_anybody_by_2d4(act: str, total: int) -> None:
    """Once until a rest, or until initiative is rolled."""
    with begun(ruleset="5.2") as game:
        held = Table(game)
        held.did("create", name="Hero", character={**boon("Fate"), "abilities": SCORES})
        held.did("create", name="Foe", character=TARGET)
        held.roll_with(falling(10, face=3))
        held.did("check", "Foe", ability="str")
        assert f" {total}" in held.did("act", "Hero", act=act, targets=["Foe"], answer=True)["text"]
        held.did("check", "Foe", ability="dex")
        held.refused("resource_spent", "act", "Hero", act=act, targets=["Foe"], answer=True)
        held.did("start_fight", names=["Hero", "Foe"])
        held.did("check", "Foe", ability="dex")
        held.did("act", "Hero", act=act, targets=["Foe"], answer=True)


@pytest.mark.parametrize(("offense", "taken"), [("Irresistible Offense", 1 + 3), ("Truesight", 2)])
def test_an_irresistible_blow_ignores_resistance(offense: str, taken: int) -> None:
    """A longsword deals 1 + 3 here; resistance would halve it. Fire is resisted as ever."""
    box = table("5.2", Hero=boon(offense))
    box.accept("give", "Hero", template="Longsword", equip=True)
    box.accept("update", "Foe", character={"resistances": ["slashing", "fire"]})
    struck(box.let(15))
    assert hp(box) == 200 - taken
    box.accept("damage", "Foe", amount=10, damageType="fire")
    assert hp(box) == 200 - taken - 5


@pytest.mark.parametrize(("face", "points"), [(20, 16), (15, 0)])
def test_an_overwhelming_strike_deals_the_score(face: int, points: int) -> None:
    box = table("5.2", Hero=boon("Irresistible Offense"))
    box.accept("give", "Hero", template="Longsword", equip=True)
    dealt = struck(box.let(face), **{"with": ["Overwhelming Strike: strength"]}).dealt
    assert sum(d.points for d in dealt) == (2 + 3 + points if face == 20 else 1 + 3)


@each_row(("slot", "face", "kept"), [(1, 1, True), (1, 2, False), (3, 3, True), (4, 4, True), (4, 1, False)])
def test_a_slot_of_the_rolled_level_is_kept(slot: int, face: int, kept: bool) -> None:
    box = table("5.2", Hero=boon("Spell Recall", "wizard 19"))
    full = who(box, "Hero").creature.spent
    cast(box.let(10, face=face), "Magic Missile", targets=["Foe"], slot=slot)
    assert (who(box, "Hero").creature.spent == full) is kept


def test_a_kept_slot_may_be_a_pact_slot_and_what_takes_none_rolls_nothing() -> None:
    box = table("5.2", Hero=boon("Spell Recall") | {"classes": ["wizard 19", "warlock 1"]})
    cast(box.let(10, face=1), "Magic Missile", targets=["Foe"], slot="pact")
    assert dict(who(box, "Hero").creature.spent) == {}
    assert fell(box.accept("cast", "Hero", spell="Fire Bolt", targets=["Foe"]), "table") == []


def test_no_slot_above_4_is_recalled() -> None:
    box = table("5.2", Hero=boon("Spell Recall", "wizard 19"))
    outcome = box.accept("cast", "Hero", spell="Magic Missile", targets=["Foe"], slot=5)
    assert fell(outcome, "table") == []
    assert dict(who(box, "Hero").creature.spent) == {"slot_5": 1}


def test_a_night_spirit_merges_with_shadows() -> None:
    box = table("5.2", Hero=boon("the Night Spirit"))
    played(box, "Merge with Shadows")
    assert lying(box, "Hero") == ["invisible"]
    struck(box)
    assert lying(box, "Hero") == []
    played(box, "Shadowy Form")
    assert {"radiant", "psychic"}.isdisjoint(stats(box).defenses.resistances) and len(stats(box).defenses.resistances) == 11
    played(box, "Leave the Shadows")
    assert not stats(box).defenses.resistances


def test_truesight_reaches_60_feet() -> None:
    assert stats(table("5.2", Hero=boon("Truesight"))).senses["truesight"].value == 60
