"""The ranger above level 5, with the numbers of the two texts."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.high_heroes import SCORES, cast, fell, fight, hero, hp, left, lying, played, rules, stats, struck, table, turns, who
from tests.operations.table import Table

pytestmark = pytest.mark.pure
BOW = "Longbow"


def hunter(ruleset: Ruleset, level: int, **choices: str) -> Any:
    return hero(ruleset, f"ranger {level}", choices={"subclass": "hunter", **{k.replace("_", " "): w for k, w in choices.items()}})


@pytest.mark.parametrize(("level", "speed"), [(5, (30, 0, 0)), (6, (40, 40, 40))])
def test_roving_is_faster_and_climbs_and_swims(level: int, speed: tuple[int, ...]) -> None:
    found = stats(hero("5.2", f"ranger {level}")).speed
    assert tuple(found[kind].value if kind in found else 0 for kind in ("walk", "climb", "swim")) == speed


@pytest.mark.parametrize(("level", "senses"), [(17, {}), (18, {"blindsight": 30})])
def test_feral_senses_are_blindsight(level: int, senses: dict[str, int]) -> None:
    assert {k: b.value for k, b in stats(hero("5.2", f"ranger {level}")).senses.items() if b.value} == senses


@pytest.mark.parametrize(
    ("ruleset", "levels", "choice", "counts"),
    [
        ("5.1", (1, 6, 14), "favored enemy", (1, 2, 3)),
        ("5.1", (1, 6, 10), "natural explorer", (1, 2, 3)),
        ("5.2", (2, 9), "expertise", (1, 3)),
    ],
)
def test_later_levels_ask_for_more_choices(ruleset: Ruleset, levels: tuple[int, ...], choice: str, counts: tuple[int, ...]) -> None:
    from rpg_lite.world import thing_stats

    for level, count in zip(levels, counts, strict=True):
        box = hero(ruleset, f"ranger {level}")
        opened = [c for c in thing_stats.sheet(who(box, "Hero"), box.book).open_choices if c.choice == choice]
        assert len(opened) == len([n for n in levels if n <= level]), (level, count)


def test_lands_stride_helps_against_plants_of_magic() -> None:
    box = table("5.1", Hero={"classes": ["ranger 8"]}, Dru={"classes": ["druid 3"]})
    result = cast(box, "Entangle", "Dru", targets=["Hero", "Foe"])
    assert {t.who.id: t.saves[0].mode for t in result.targets} == {who(box, "Hero").id: "advantage", who(box, "Foe").id: "normal"}


def test_a_camouflaged_ranger_hides_better_until_it_acts() -> None:
    box = hero("5.1", "ranger 10")
    before = stats(box).skills.values["stealth"].value
    played(box, "Hide in Plain Sight")
    assert stats(box).skills.values["stealth"].value == before + 10
    struck(box)
    assert stats(box).skills.values["stealth"].value == before


def test_vanish_hides_as_a_bonus_action() -> None:
    box = hero("5.1", "ranger 14")
    fight(box, "Hero", "Foe")
    result = played(box.let(20), "Vanish")
    assert lying(box, "Hero") == ["Hidden"]
    assert result.turn is not None and (result.turn.actions, result.turn.bonus) == (1, False)


def test_the_tireless_gain_points_and_shed_exhaustion() -> None:
    """1d8 and Wisdom, as often as Wisdom; a short rest takes one level of exhaustion."""
    box = hero("5.2", "ranger 10")
    box.accept("apply", "Hero", condition="exhaustion", level=2)
    played(box.let(10, face=6), "Tireless")
    assert (who(box, "Hero").creature.temp_hp, left(box, "tireless")) == (6 + 3, 2)
    box.accept("rest", "Hero", kind="short")
    assert [(c.name, c.level) for c in who(box, "Hero").creature.lasting("conditions")] == [("exhaustion", 1)]
    assert left(box, "tireless") == 2
    for _ in range(2):
        played(box, "Tireless")
    box.reject("resource_spent", "act", "Hero", act="Tireless")
    box.accept("rest", "Hero", kind="long")
    assert left(box, "tireless") == 3


@pytest.mark.parametrize(("level", "spell", "kept"), [(12, "Hunter's Mark", False), (13, "Hunter's Mark", True), (13, "Fog Cloud", False)])
def test_no_damage_ends_the_mark_of_a_relentless_hunter(level: int, spell: str, kept: bool) -> None:
    box = hero("5.2", f"ranger {level}")
    cast(box, spell, **({"targets": ["Foe"]} if spell == "Hunter's Mark" else {}))
    box.let(1).accept("damage", "Hero", amount=30, damageType="fire")
    assert (who(box, "Hero").creature.concentration is not None) is kept


def test_natures_veil_lasts_to_the_end_of_the_next_turn() -> None:
    box = hero("5.2", "ranger 14")
    fight(box, "Hero", "Foe")
    played(box, "Nature's Veil")
    turns(box, 2)
    assert lying(box, "Hero") == ["invisible"]
    turns(box)
    assert (lying(box, "Hero"), left(box, "nature's veil")) == ([], 2)


@pytest.mark.parametrize(("level", "mode"), [(16, "normal"), (17, "advantage")])
def test_a_precise_hunter_has_advantage_against_its_mark(level: int, mode: str) -> None:
    box = table("5.2", Hero={"classes": [f"ranger {level}"]}, Rival={"classes": ["ranger 1"]})
    assert struck(box).mode == "normal"
    cast(box, "Hunter's Mark", "Rival", targets=["Foe"])
    assert struck(box).mode == "normal"  # the mark of somebody else
    cast(box, "Hunter's Mark", targets=["Foe"])
    assert struck(box).mode == mode


@pytest.mark.parametrize(("level", "die"), [(19, 6), (20, 10)])
def test_the_mark_of_a_foe_slayer_is_a_d10(level: int, die: int) -> None:
    box = hero("5.2", f"ranger {level}")
    cast(box, "Hunter's Mark", targets=["Foe"])
    outcome = box.let(15).accept("attack", "Hero", targetName="Foe")
    assert fell(outcome)[-1] == f"1d{die}"


@pytest.mark.parametrize("classes", ["ranger 1", "wizard 5"])
def test_the_mark_of_everybody_else_is_a_d6(classes: str) -> None:
    box = hero("5.2", classes)
    cast(box, "Hunter's Mark", targets=["Foe"], force=True)
    assert fell(box.let(15).accept("attack", "Hero", targetName="Foe"))[-1] == "1d6"


def test_a_foe_slayer_of_5_1_adds_wisdom_once_a_turn() -> None:
    box = hero("5.1", "ranger 20")
    box.accept("give", "Hero", template="Longsword", equip=True)
    fight(box, "Hero", "Foe")
    deals = [sum(d.points for d in struck(box.let(15), **{"with": ["Foe Slayer"]}).dealt) for _ in range(2)]
    assert deals == [1 + 3 + 3, 1 + 3]


@pytest.mark.stored
def test_a_foe_slayer_of_5_1_adds_wisdom_to_a_missed_roll() -> None:
    with begun() as game:
        held = Table(game)
        held.did("create", name="Hero", character={"classes": ["ranger 20"], "abilities": SCORES})
        held.did("create", name="Foe", character={"hpMax": 50, "abilities": dict.fromkeys(SCORES, 10), "party": False,
                                                   "modifiers": [{"target": "ac", "op": "add", "value": 4}]})  # fmt: skip
        held.roll_with(falling(4))  # 4 + 6 + 3 = 13 misses AC 14
        assert "miss" in held.did("attack", "Hero", targetName="Foe")["text"]
        assert "hit" in held.did("act", "Hero", act="Foe Slayer", answer=True)["text"]
        assert held.hp("Foe") < 50


# ── the hunter ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_escapes_the_horde_is_told() -> None:
    for ruleset in RULESETS:
        box = hunter(ruleset, 7, defensive_tactics="escape the horde")
        assert "Escape the Horde" in {r.name for r in rules(box)}


def test_multiattack_defense_takes_4_from_later_attacks_of_the_turn() -> None:
    """Against the ranger alone, from whoever hit, until the turn ends; a second hit adds nothing."""
    box = hunter("5.1", 7, defensive_tactics="multiattack defense")
    box.accept("create", name="Other", character={"hpMax": 50, "party": True})
    fight(box, "Foe", "Hero")
    totals = [struck(box.let(18), "Foe", "Hero").total for _ in range(3)]
    assert totals == [totals[0], totals[0] - 4, totals[0] - 4]
    assert struck(box.let(18), "Foe", "Other").total == totals[0]
    turns(box, 2)
    assert struck(box.let(18), "Foe", "Hero").total == totals[0]


def test_multiattack_defense_of_5_2_is_disadvantage() -> None:
    box = hunter("5.2", 7, defensive_tactics="multiattack defense")
    fight(box, "Foe", "Hero")
    assert [struck(box.let(18), "Foe", "Hero").mode for _ in range(2)] == ["normal", "disadvantage"]
    turns(box, 2)
    assert struck(box.let(18), "Foe", "Hero").mode == "normal"


def test_a_steel_will_resists_fear() -> None:
    box = hunter("5.1", 7, defensive_tactics="steel will")
    assert [m.scope for m in stats(box).scoped if m.target == "save.all"] == [("against:frightened",)]


@pytest.mark.parametrize(("word", "act"), [("volley", "Volley"), ("whirlwind attack", "Whirlwind Attack")])
def test_a_hunter_of_11_attacks_many_at_once(word: str, act: str) -> None:
    box = hunter("5.1", 11, multiattack=word)
    box.accept("give", "Hero", template=BOW if word == "volley" else "Longsword", equip=True)
    box.accept("give", "Hero", template="Arrow", quantity=20)
    box.accept("create", name="Gob", character={"hpMax": 60, "party": False})
    result = played(box.let(15, face=5), act, targets=["Foe", "Gob"])
    assert box.thing("Arrow").quantity == (18 if word == "volley" else 20)
    assert [len(t.attacks) for t in result.targets] == [1, 1]
    assert (hp(box), hp(box, "Gob")) == ((193, 53) if word == "volley" else (192, 52))


@pytest.mark.parametrize(("level", "dice"), [(11, "1d6"), (20, "1d10")])
def test_superior_prey_hurts_another_by_the_die_of_the_mark_once_a_turn(level: int, dice: str) -> None:
    box = hunter("5.2", level)
    box.accept("create", name="Gob", character={"hpMax": 60, "party": False})
    fight(box, "Hero", "Foe", "Gob")
    box.reject("target_unfit", "act", "Hero", act="Superior Hunter's Prey", targets=["Gob"])
    cast(box, "Hunter's Mark", targets=["Foe"])
    outcome = box.let(10, face=5).accept("act", "Hero", act="Superior Hunter's Prey", targets=["Gob"])
    assert (fell(outcome), hp(box, "Gob")) == ([dice], 55)
    box.reject("resource_spent", "act", "Hero", act="Superior Hunter's Prey", targets=["Gob"])
    turns(box, 3)
    played(box, "Superior Hunter's Prey", targets=["Gob"])


@pytest.mark.parametrize("word", ["evasion", "uncanny dodge", "stand against the tide"])
def test_a_superior_defense_is_one_of_three(word: str) -> None:
    box = hunter("5.1", 15, superior_hunters_defense=word)
    names = {r.name.casefold() for r in rules(box)} & {"evasion", "uncanny dodge", "stand against the tide"}
    assert names == {word}


@pytest.mark.stored
def test_a_superior_defense_of_5_2_resists_what_hurts() -> None:
    """That damage and what follows of its type in the turn: half of it."""
    with begun(ruleset="5.2") as game:
        held = Table(game)
        held.did(
            "create",
            name="Hero",
            character={"classes": ["ranger 15"], "abilities": SCORES, "hpMax": 100, "choices": {"subclass": "hunter"}},
        )
        held.did("create", name="Foe", character={"classes": ["wizard 5"], "abilities": SCORES, "party": False})
        held.did("start_fight", names=["Foe", "Hero"])
        held.roll_with(falling(1, face=5))
        held.did("cast", "Foe", spell="Fireball", targets=["Hero"])
        assert held.hp("Hero") == 60
        held.did("act", "Hero", act="Superior Hunter's Defense", choice="fire", answer=True)
        assert held.hp("Hero") == 80
        held.did("damage", "Hero", amount=10, damageType="fire")
        held.did("damage", "Hero", amount=10, damageType="cold")
        assert held.hp("Hero") == 65
