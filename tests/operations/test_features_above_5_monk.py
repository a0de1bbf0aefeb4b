"""The features of the monk above level 5, each with the numbers of the two texts."""

import pytest

from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.seasoned import SCORES, act, conditions, effects, fight, hp, left, stats, strike, table, who
from tests.operations.table import Table
from tests.rows import each_row

pytestmark = pytest.mark.pure
OPEN_HAND = "Open Hand"
POINTS = {"5.1": "ki", "5.2": "focus"}


def taken(told: AttackResult) -> list[tuple[str, int, int]]:
    return [(part.type, part.points, part.taken) for part in told.dealt]


# ── strikes ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "level", "halved"), [("5.1", 5, True), ("5.1", 6, False), ("5.2", 6, True)])
def test_ki_empowered_strikes_are_magical(ruleset: Ruleset, level: int, halved: bool) -> None:
    resists = [{"target": "resist", "op": "grant", "value": "bludgeoning", "scope": ["damage:nonmagical"]}]
    box = table(ruleset, f"monk {level}", foe={"modifiers": resists}).let(15, face=4)
    ((_, points, felt),) = taken(strike(box))
    assert felt == (points // 2 if halved else points)


def test_empowered_strikes_deal_force_at_will() -> None:
    box = table("5.2", "monk 6").let(15, face=4)
    act(box, "Empowered Strikes")
    assert [kind for kind, _, _ in taken(strike(box))] == ["force"]
    act(box, "Empowered Strikes: normal")
    assert [kind for kind, _, _ in taken(strike(box))] == ["bludgeoning"]


@pytest.mark.parametrize(("level", "strikes"), [(9, 2), (10, 3)])
def test_a_flurry_of_5_2_grows(level: int, strikes: int) -> None:
    box = table("5.2", f"monk {level}").let(15)
    told = act(box, "Flurry of Blows", targets=["Foe"])
    assert sum(len(t.attacks) for t in told.targets) == strikes
    assert left(box, "focus") == level - 1


@pytest.mark.parametrize(("level", "points"), [(9, 0), (10, 2 * 4), (17, 2 * 4)])
def test_a_heightened_patient_defense_gives_temporary_points(level: int, points: int) -> None:
    box = table("5.2", f"monk {level}").let(10, face=4)
    act(box, "Patient Defense: focus")
    assert (who(box, "Hero").creature.temp_hp or 0) == points


def test_a_heightened_step_takes_somebody_along() -> None:
    assert "willing creature" in " ".join(act(table("5.2", "monk 10"), "Step of the Wind: focus").says)
    assert "willing creature" not in " ".join(act(table("5.2", "monk 9"), "Step of the Wind: focus").says)


def test_a_fleet_step_follows_a_bonus_action() -> None:
    box = table("5.2", "monk 11", OPEN_HAND)
    fight(box, "Hero", "Foe")
    act(box, "Martial Arts", targets=["Foe"])
    assert not [n for n in box.accept("act", "Hero", act="Fleet Step").notes if n.code == "spent_already"]
    act(box, "Fleet Step: focus")
    assert left(box, "focus") == 10


# ── body and mind ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_still_mind_ends_charm_or_fear() -> None:
    box = table("5.1", "monk 7")
    box.accept("apply", "Hero", condition="charmed")
    box.accept("apply", "Hero", condition="frightened")
    act(box, "Stillness of Mind", choice="frightened")
    assert conditions(box, "Hero") == ["charmed"]


def test_self_restoration_ends_one_condition_each_turn() -> None:
    box = table("5.2", "monk 10")
    fight(box, "Hero", "Foe")
    for word in ("poisoned", "charmed", "prone"):
        box.accept("apply", "Hero", condition=word)
    box.accept("next_turn")
    assert conditions(box, "Hero") == ["poisoned", "prone"]
    box.accept("next_turn")
    box.accept("next_turn")
    assert conditions(box, "Hero") == ["prone"]


@pytest.mark.stored
@pytest.mark.parametrize(("ruleset", "name"), [("5.1", "Diamond Soul"), ("5.2", "Disciplined Survivor")])
def test_a_diamond_soul_makes_a_failed_save_again(ruleset: Ruleset, name: str) -> None:
    """Proficient in every save, and a point for another roll."""
    with begun(ruleset=ruleset) as game:
        held = Table(game)
        held.did("create", name="Hero", character={"classes": ["monk 14"], "abilities": SCORES, "hpMax": 90})
        held.roll_with(falling(3))
        assert "7" in held.did("save", "Hero", ability="int", dc=20)["text"]
        held.roll_with(falling(18))
        assert "22" in held.did("act", "Hero", act=name, answer=True)["text"]
        assert held.thing("Hero").body["spent"] == {POINTS[ruleset]: 1}


def test_purity_and_the_sun_and_the_moon_and_timelessness_are_on_the_sheet() -> None:
    box = table("5.1", "monk 15")
    named = {f.name for f in thing_stats.sheet(who(box, "Hero"), box.book).features}
    assert {"Purity of Body", "Tongue of the Sun and Moon", "Timeless Body"} <= named
    assert "poisoned" in stats(box).defenses.conditions
    later = table("5.2", "monk 13")
    assert {"Acrobatic Movement", "Deflect Energy"} <= {f.name for f in thing_stats.sheet(who(later, "Hero"), later.book).features}


@pytest.mark.parametrize(("ruleset", "name", "cost", "level"), [("5.1", "Empty Body", 4, 18), ("5.2", "Superior Defense", 3, 18)])
def test_all_damage_but_force_is_halved(ruleset: Ruleset, name: str, cost: int, level: int) -> None:
    box = table(ruleset, f"monk {level}")
    act(box, name)
    assert left(box, POINTS[ruleset]) == level - cost
    assert {*stats(box).defenses.resistances, *(["poison"] if ruleset == "5.1" else [])} == {
        "acid", "bludgeoning", "cold", "fire", "lightning", "necrotic", "piercing", "poison", "psychic", "radiant", "slashing", "thunder",
    }  # fmt: skip
    assert ("invisible" in conditions(box, "Hero")) is (ruleset == "5.1")
    box.accept("advance", duration="1 minute")
    assert effects(box, "Hero") == conditions(box, "Hero") == []


def test_a_superior_defense_ends_with_incapacity() -> None:
    box = table("5.2", "monk 18")
    act(box, "Superior Defense")
    box.accept("apply", "Hero", condition="stunned")
    assert effects(box, "Hero") == []


def test_an_empty_body_travels_for_8_ki() -> None:
    """The spell takes an hour here, too."""
    box = table("5.1", "monk 18")
    assert "takes nobody along" in " ".join(act(box, "Empty Body: astral projection").says)
    travel = box.book.act("Empty Body: astral projection")
    assert travel and travel.cost == "1 hour"
    assert left(box, "ki") == 10


@each_row(
    ("ruleset", "level", "spent", "has"),
    [
        ("5.1", 19, 19, 0), ("5.1", 20, 20, 4), ("5.1", 20, 19, 1), ("5.2", 14, 14, 0), ("5.2", 15, 15, 4), ("5.2", 15, 12, 4),
        ("5.2", 15, 10, 5),
    ],
)  # fmt: skip
def test_initiative_brings_points_back(ruleset: Ruleset, level: int, spent: int, has: int) -> None:
    """Perfect Self: 4 ki if none is left. Perfect Focus: up to 4 focus points."""
    box = table(ruleset, f"monk {level}", spent={POINTS[ruleset]: spent})
    fight(box, "Hero", "Foe")
    assert left(box, POINTS[ruleset]) == has


def test_who_joins_a_fight_rolls_initiative_too() -> None:
    box = table("5.1", "monk 20", spent={"ki": 20})
    fight(box, "Ally", "Foe")
    box.accept("start_fight", names=["Hero"])
    assert left(box, "ki") == 4


# ── the open hand ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "level", "healed", "uses"), [("5.1", 6, 18, 1), ("5.1", 20, 60, 1), ("5.2", 6, 4 + 3, 3)])
def test_wholeness_of_body_heals(ruleset: Ruleset, level: int, healed: int, uses: int) -> None:
    """Three times the level; in 5.2 the martial arts die and WIS, as often as WIS."""
    box = table(ruleset, f"monk {level}", OPEN_HAND).let(10, face=4)
    act(box, "Wholeness of Body")
    assert hp(box, "Hero") == 100 + healed
    assert left(box, "wholeness of body") == uses - 1


def test_tranquility_comes_with_a_long_rest_and_ends_with_an_attack() -> None:
    box = table("5.1", "monk 11", OPEN_HAND)
    box.accept("rest", "Hero", kind="long")
    assert effects(box, "Hero") == ["Tranquility"]
    outcome = box.let(2).accept("attack", "Foe", targetName="Hero")
    (lost,) = outcome.notes
    assert (lost.code, lost.details["dc"]) == ("guarded", 15)
    strike(box)
    assert effects(box, "Hero") == []


def test_tranquility_lasts_to_the_next_long_rest() -> None:
    box = table("5.1", "monk 11", OPEN_HAND)
    box.accept("rest", "Hero", kind="long")
    box.accept("advance", duration="16 hours")
    assert effects(box, "Hero") == ["Tranquility"]
    box.accept("rest", "Hero", kind="long")
    assert effects(box, "Hero") == ["Tranquility"]


@each_row(
    ("ruleset", "cost", "face", "after"), [("5.1", 3, 2, 0), ("5.1", 3, 20, 200 - 40), ("5.2", 4, 2, 200 - 40), ("5.2", 4, 20, 200 - 20)]
)
def test_a_quivering_palm_waits_and_kills(ruleset: Ruleset, cost: int, face: int, after: int) -> None:
    """Reduced to 0 or 10d10; in 5.2 10d12 force or half. Each die shows 4."""
    box = table(ruleset, "monk 17", OPEN_HAND).let(15, face=4)
    assert strike(box, **{"with": ["Quivering Palm"]}).riders == ("Quivering Palm",)
    assert left(box, POINTS[ruleset]) == 17 - cost
    assert effects(box, "Foe") == ["Quivering Palm"]
    box.accept("update", "Foe", character={"hp": 200})
    box.accept("advance", duration="16 days")
    told = act(box.let(face, face=4), "Quivering Palm: end", targets=["Foe"])
    assert {s.dc for t in told.targets for s in t.saves} == {8 + 6 + 3}
    assert hp(box, "Foe") == after and effects(box, "Foe") == []
    box.accept("update", "Foe", character={"hp": 200})
    act(box, "Quivering Palm: end", targets=["Foe"])
    assert hp(box, "Foe") == 200


@pytest.mark.parametrize("ruleset", RULESETS)
def test_vibrations_end_unheard(ruleset: Ruleset) -> None:
    for end in ("time", "will"):
        box = table(ruleset, "monk 17", OPEN_HAND).let(15)
        strike(box, **{"with": ["Quivering Palm"]})
        if end == "time":
            box.accept("advance", duration="17 days")
        else:
            act(box, "Quivering Palm: let go", targets=["Foe"])
        assert effects(box, "Foe") == []


def test_vibrations_of_5_2_end_in_the_place_of_an_attack() -> None:
    box = table("5.2", "monk 17", OPEN_HAND).let(15, face=4)
    fight(box, "Hero", "Foe")
    strike(box.let(15, face=4), **{"with": ["Quivering Palm"]})
    told = act(box.let(2, face=4), "Quivering Palm: end by an attack", targets=["Foe"])
    assert sum(t.taken for t in told.targets) == 40
    assert told.turn is not None and told.turn.attacks == 0


@pytest.mark.stored
@pytest.mark.parametrize(("level", "less"), [(12, False), (13, True)])
def test_energy_is_deflected_from_level_13(level: int, less: bool) -> None:
    with begun(ruleset="5.2") as game:
        held = Table(game)
        held.did("create", name="Hero", character={"classes": [f"monk {level}"], "abilities": SCORES, "hpMax": 90, "hp": 90, "party": True})
        held.did("create", name="Foe", character={"classes": ["wizard 5"], "abilities": {"int": 16}, "hpMax": 60, "party": False})
        held.roll_with(falling(19, face=10))
        held.did("cast", "Foe", spell="Fire Bolt", targets=["Hero"])
        hurt = held.hp("Hero")
        if less:
            held.did("act", "Hero", act="Deflect Attacks", answer=True)
        else:
            held.refused("answer_unfit", "act", "Hero", act="Deflect Attacks", answer=True)
        assert (held.hp("Hero") > hurt) is less
