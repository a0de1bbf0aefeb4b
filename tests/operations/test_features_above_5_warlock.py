"""The warlock above level 5, with the numbers of the two texts."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.high_heroes import SCORES, cast, fell, fight, hero, hp, left, lying, played, rules, stats, struck, turns, who
from tests.operations.table import Table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
FIEND = {"choices": {"subclass": "fiend"}}


def pact_left(box: Sandbox) -> int:
    pact = thing_stats.sheet(who(box, "Hero"), box.book).spell_slots.pact
    assert pact is not None
    return pact.left


def knowing(ruleset: Ruleset, level: int, *invocations: str, **more: Any) -> Sandbox:
    return hero(ruleset, f"warlock {level}", choices={"eldritch invocations": [*invocations]}, **more)


# ── the class ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("level", "arcanum"), [(10, []), (11, [6]), (13, [6, 7]), (15, [6, 7, 8]), (17, [6, 7, 8, 9])])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_arcanum_comes_at_each_of_four_levels(ruleset: Ruleset, level: int, arcanum: list[int]) -> None:
    assert [
        *thing_stats.sheet(who(hero(ruleset, f"warlock {level}"), "Hero"), hero(ruleset, "warlock 1").book).spell_slots.arcanum
    ] == arcanum


def test_an_arcanum_is_cast_once_between_long_rests() -> None:
    box = hero("5.1", "warlock 11")
    cast(box, "Circle of Death", targets=["Foe"], slot=6)
    assert pact_left(box) == 3
    box.reject("no_slot_left", "cast", "Hero", spell="Circle of Death", targets=["Foe"], slot=6)
    box.accept("rest", "Hero", kind="short")
    box.reject("no_slot_left", "cast", "Hero", spell="Circle of Death", targets=["Foe"], slot=6)
    box.accept("rest", "Hero", kind="long")
    cast(box, "Circle of Death", targets=["Foe"], slot=6)


def test_an_eldritch_master_of_5_1_gets_all_slots_back_once() -> None:
    box = hero("5.1", "warlock 20", spent={"pact": 4})
    played(box, "Eldritch Master")
    assert pact_left(box) == 4
    box.reject("resource_spent", "act", "Hero", act="Eldritch Master")
    box.accept("rest", "Hero", kind="short")
    box.reject("resource_spent", "act", "Hero", act="Eldritch Master")
    box.accept("rest", "Hero", kind="long")
    assert left(box, "eldritch master") == 1


@each_row(("level", "most", "back"), [(2, 2, 1), (10, 2, 1), (11, 3, 2), (17, 4, 2), (19, 4, 2), (20, 4, 4)])
def test_magical_cunning_gives_half_of_the_slots_back_and_a_master_all(level: int, most: int, back: int) -> None:
    box = hero("5.2", f"warlock {level}", spent={"pact": most})
    played(box, "Magical Cunning")
    assert pact_left(box) == back
    box.reject("resource_spent", "act", "Hero", act="Magical Cunning")


def test_the_patron_is_called_once_between_long_rests() -> None:
    box = hero("5.2", "warlock 9")
    assert "five questions" in " ".join(played(box, "Contact Patron").says)
    assert pact_left(box) == 2
    box.reject("resource_spent", "act", "Hero", act="Contact Patron")
    hero("5.2", "warlock 8").reject("act_unknown", "act", "Hero", act="Contact Patron")


# ── the fiend ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.stored
@pytest.mark.parametrize(("ruleset", "uses"), [("5.1", 1), ("5.2", 4)])
def test_the_dark_ones_luck_adds_a_d10(ruleset: Ruleset, uses: int) -> None:
    """To a check or a save: once between short rests, in 5.2 as often as Charisma between long rests."""
    with begun(ruleset=ruleset) as game:
        held = Table(game)
        held.did("create", name="Hero", character={"classes": ["warlock 6"], "abilities": SCORES, **FIEND})
        for n in range(uses):
            deed = {"skill": "arcana"} if n % 2 else {"ability": "dex"}
            held.roll_with(falling(5, face=7))
            held.did("check", "Hero", dc=14, **deed) if n % 2 else held.did("save", "Hero", dc=14, **deed)
            assert "14" in held.did("act", "Hero", act="Dark One's Own Luck", answer=True)["text"]
        held.did("check", "Hero", ability="int", dc=20)
        held.refused("resource_spent", "act", "Hero", act="Dark One's Own Luck", answer=True)
        held.did("rest", "Hero", kind="short")
        held.did("check", "Hero", ability="int", dc=20)
        if ruleset == "5.1":
            held.did("act", "Hero", act="Dark One's Own Luck", answer=True)
        else:
            held.refused("resource_spent", "act", "Hero", act="Dark One's Own Luck", answer=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_fiendish_resilience_is_against_one_type_at_a_time(ruleset: Ruleset) -> None:
    box = hero(ruleset, "warlock 10", **FIEND)
    for kind in ("fire", "cold"):
        played(box, "Fiendish Resilience", choice=kind)
        assert [k for k in stats(box).defenses.resistances] == [kind]
    box.accept("advance", duration="3 days")
    assert [k for k in stats(box).defenses.resistances] == ["cold"]


def test_no_fiend_of_5_2_resists_force() -> None:
    box = hero("5.2", "warlock 10", **FIEND)
    box.reject("choice_unknown", "act", "Hero", act="Fiendish Resilience", choice="force")
    played(hero("5.1", "warlock 10", **FIEND), "Fiendish Resilience", choice="force")


def hurled(ruleset: Ruleset, face: int = 1, **foe: Any) -> Sandbox:
    box = hero(ruleset, "warlock 14", **FIEND)
    box.accept("update", "Foe", character=foe) if foe else None
    fight(box, "Hero", "Foe")
    struck(box.let(15))
    box.let(face, face=4).accept("act", "Hero", act="Hurl Through Hell", targets=["Foe"], force=True)
    return box


@pytest.mark.parametrize(("kind", "points"), [("humanoid", 40), ("fiend", 0)])
def test_who_is_hurled_through_hell_comes_back_hurt(kind: str, points: int) -> None:
    """10d10 of 4 each at the end of the warlock's next turn, unless it is a fiend."""
    box = hurled("5.1", type=kind)
    before = hp(box)
    assert "Hurl Through Hell" in lying(box, "Foe")
    turns(box, 2)
    assert (hp(box), "Hurl Through Hell" in lying(box, "Foe")) == (before, True)
    turns(box)
    assert (hp(box), lying(box, "Foe")) == ((before or 0) - points, [])


@pytest.mark.parametrize(("face", "points"), [(1, 32), (20, 0)])
def test_a_save_keeps_one_from_hell_in_5_2(face: int, points: int) -> None:
    box = hero("5.2", "warlock 14", **FIEND)
    fight(box, "Hero", "Foe")
    result = box.let(face, face=4).accept("act", "Hero", act="Hurl Through Hell", targets=["Foe"], force=True)
    assert fell(result) == (["8d10"] if points else [])
    assert hp(box) == 200 - points
    assert ("incapacitated" in lying(box, "Foe")) is bool(points)
    turns(box, 3)
    assert lying(box, "Foe") == []


def test_a_pact_slot_brings_the_hurling_back() -> None:
    box = hurled("5.2", 20)
    assert left(box, "hurl through hell") == 0
    played(box, "Restore Hurl Through Hell")
    assert (left(box, "hurl through hell"), pact_left(box)) == (1, 2)


def test_hell_follows_a_hit() -> None:
    box = hero("5.1", "warlock 14", **FIEND)
    box.reject("answers_a_hit", "act", "Hero", act="Hurl Through Hell", targets=["Foe"])


@each_row(("ruleset", "level", "spells"), [
    ("5.2", 3, {"Burning Hands", "Command", "Scorching Ray", "Suggestion"}), ("5.2", 5, {"Fireball", "Stinking Cloud"}),
    ("5.2", 7, {"Fire Shield", "Wall of Fire"}), ("5.2", 9, {"Geas", "Insect Plague"}),
])  # fmt: skip
def test_the_spells_of_the_fiend_are_prepared(ruleset: Ruleset, level: int, spells: set[str]) -> None:
    from rpg_lite.rules.granted_spells import granted_spells

    found = [
        granted_spells(thing_stats.sheet(who(box, "Hero"), box.book), box.book).keys()
        for box in (hero(ruleset, f"warlock {n}", **FIEND) for n in (level - 1, level))
    ]
    assert found[1] - found[0] >= spells


# ── invocations ─────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "invocation", "spell"),
    [
        ("5.1", "ascendant step", "Levitate"), ("5.1", "master of myriad forms", "Alter Self"), ("5.1", "otherworldly leap", "Jump"),
        ("5.1", "whispers of the grave", "Speak with Dead"), ("5.2", "whispers of the grave", "Speak with Dead"),
        ("5.2", "otherworldly leap", "Jump"), ("5.2", "ascendant step", "Levitate"),
    ],
)  # fmt: skip
def test_an_invocation_casts_at_will(ruleset: Ruleset, invocation: str, spell: str) -> None:
    box = knowing(ruleset, 15, invocation)
    choice = {"choice": "aquatic"} if spell == "Alter Self" else {}
    for _ in range(2):
        box.accept("act", "Hero", act=invocation.title().replace(" Of ", " of ").replace(" The ", " the "), **choice)
        assert any(spell in name for name in lying(box, "Hero"))
    assert pact_left(box) == 3


@pytest.mark.parametrize("invocation", ["visions of distant realms", "bewitching whispers", "minions of chaos"])
def test_an_invocation_brings_its_act(invocation: str) -> None:
    assert [a.cost for r in rules(knowing("5.1", 15, invocation)) if r.name.casefold() == invocation for a in r.acts] == [
        "1 minute" if invocation == "minions of chaos" else "action"
    ]


@pytest.mark.parametrize(("name", "condition", "more"), [
    ("Dreadful Word", "Confusion", {}), ("Sculptor of Flesh", "Sculptor", {"choice": "wolf", "with": ["unwilling"]}),
])  # fmt: skip
def test_an_invocation_casts_once_with_a_pact_slot(name: str, condition: str, more: dict[str, Any]) -> None:
    box = knowing("5.1", 7, name)
    box.let(1).accept("act", "Hero", act=name, targets=["Foe"], **more)
    assert pact_left(box) == 1
    assert condition in " ".join(lying(box, "Foe")) or who(box, "Foe").creature.form is not None
    box.reject("resource_spent", "act", "Hero", act=name, targets=["Foe"], **more)
    box.accept("rest", "Hero", kind="short")
    box.reject("resource_spent", "act", "Hero", act=name, targets=["Foe"], **more)


@pytest.mark.parametrize(("kind", "code"), [("fiend", None), ("beast", "target_unfit")])
def test_the_chains_hold_fiends_celestials_and_elementals(kind: str, code: str | None) -> None:
    box = knowing("5.1", 15, "chains of carceri")
    box.accept("update", "Foe", character={"type": kind})
    call = {"act": "Chains of Carceri", "targets": ["Foe"]}
    box.let(1)
    box.reject(code, "act", "Hero", **call) if code else box.accept("act", "Hero", **call)
    assert ("paralyzed" in lying(box, "Foe")) is (code is None)


def test_a_lifedrinker_of_5_1_deals_charisma() -> None:
    box = knowing("5.1", 12, "lifedrinker")
    box.accept("give", "Hero", template="Longsword", equip=True)
    dealt = struck(box.let(15), **{"with": ["Lifedrinker"]}).dealt
    assert [(d.type, d.points) for d in dealt if d.type == "necrotic"] == [("necrotic", 4)]


@pytest.mark.parametrize("kind", ["necrotic", "psychic", "radiant"])
def test_a_lifedrinker_of_5_2_deals_a_d6_once_a_turn_and_heals(kind: str) -> None:
    box = knowing("5.2", 9, "lifedrinker")
    box.accept("give", "Hero", template="Longsword", equip=True)
    fight(box, "Hero", "Foe")
    first = struck(box.let(15, face=5), **{"with": [f"Lifedrinker: {kind}"]})
    assert [(d.type, d.points) for d in first.dealt if d.type == kind] == [(kind, 5)]
    second = struck(box, **{"with": ["Lifedrinker: necrotic"]})
    assert [d for d in second.dealt if d.type == "necrotic"] == []
    played(box, "Lifedrinker: heal")
    assert (hp(box, "Hero"), left(box, "hit_die_d8")) == (50 + 5 + 2, 8)


@pytest.mark.parametrize(("level", "invocations", "attacks"), [
    (5, ("thirsting blade",), 2), (12, ("thirsting blade", "devouring blade"), 3), (12, ("thirsting blade",), 2),
])  # fmt: skip
def test_a_devouring_blade_strikes_three_times(level: int, invocations: tuple[str, ...], attacks: int) -> None:
    box = knowing("5.2", level, *invocations)
    assert thing_stats.sheet(who(box, "Hero"), box.book).attacks_per_action == attacks


def test_witch_sight_is_truesight_in_5_2() -> None:
    assert stats(knowing("5.2", 15, "witch sight")).senses["truesight"].value == 30
    (told,) = [r.say for r in rules(knowing("5.1", 15, "witch sight")) if r.name == "Witch Sight"]
    assert "30 feet" in told[0].say


def test_a_name_in_the_book_keeps_one_point_once() -> None:
    box = knowing("5.2", 9, "pact of the tome", "gift of the protectors")
    box.accept("create", name="Pip", character={"classes": ["bard 1"], "hpMax": 10, "hp": 5})
    box.reject("target_unfit", "act", "Hero", act="Gift of the Protectors", targets=["Pip"])
    box.accept("damage", "Pip", amount=8, damageType="fire")
    assert "4 names" in " ".join(played(box, "Gift of the Protectors", targets=["Pip"]).says)
    assert hp(box, "Pip") == 1
    box.accept("damage", "Pip", amount=5, damageType="fire")
    box.reject("resource_spent", "act", "Hero", act="Gift of the Protectors", targets=["Pip"])
