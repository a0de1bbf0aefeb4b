"""cast and act: what is refused beforehand, what is spent, what happens to each target."""

from typing import Any

import pytest

from rpg_lite.decision.outcome import Accepted
from rpg_lite.mechanics.acts.act_results import ActResult
from tests.operations.worlds import GOBLIN, Sandbox

pytestmark = pytest.mark.pure
ELARA = {"classes": ["wizard 5"], "abilities": {"str": 10, "dex": 14, "con": 14, "int": 18}}
BRAN = {"classes": ["cleric 5"], "abilities": {"str": 14, "con": 12, "wis": 16}}


@pytest.fixture
def world() -> Sandbox:
    box = Sandbox()
    for name, character in (("Elara", ELARA), ("Bran", BRAN)):
        box.accept("create", name=name, character=character)
    for n in (1, 2, 3):
        box.accept("create", name=f"Goblin {n}", character={**GOBLIN, "hpMax": 40})
    return box


def played(outcome: Accepted) -> ActResult:
    return outcome.expect(ActResult)


def hp(box: Sandbox, name: str) -> int | None:
    (found,) = [t for t in box.world.things.values() if t.kind == "character" and t.name == name]
    return found.creature.hp


# ── damage and saves ────────────────────────────────────────────────────────────────────────────────────────────────


def test_fireball_is_rolled_once_and_half_is_taken_after_a_save(world: Sandbox) -> None:
    world.let(3, 18, face=4)
    told = played(world.accept("cast", "Elara", spell="Fireball", targets=["Goblin 1", "Goblin 2"], slot=3))
    assert [t.taken for t in told.targets] == [32, 16]
    assert [t.saves[0].passed for t in told.targets] == [False, True]
    assert told.dc == 15 and len(told.thrown) == 1
    assert (hp(world, "Goblin 1"), hp(world, "Goblin 2")) == (8, 24)


def test_a_higher_slot_adds_dice(world: Sandbox) -> None:
    world.accept("update", "Elara", character={"classes": ["wizard 9"]})
    world.let(1, face=1)
    told = played(world.accept("cast", "Elara", spell="Fireball", targets=["Goblin 1"], slot=5))
    assert told.targets[0].taken == 10


def test_the_lowest_slot_that_fits_is_spent(world: Sandbox) -> None:
    told = played(world.accept("cast", "Elara", spell="Magic Missile", targets=["Goblin 1"]))
    assert [(s.what, s.left, s.most) for s in told.spent] == [("slot_1", 3, 4)]
    assert len(told.targets[0].suffered) == 3


def test_each_dart_has_its_target(world: Sandbox) -> None:
    told = played(world.accept("cast", "Elara", spell="Magic Missile", targets=["Goblin 1", "Goblin 2", "Goblin 1"]))
    assert [len(t.suffered) for t in told.targets] == [2, 1]


def test_a_ray_hits_or_misses_by_its_own_roll(world: Sandbox) -> None:
    world.let(20, 2, 15, face=3)
    told = played(world.accept("cast", "Elara", spell="Scorching Ray", targets=["Goblin 1"]))
    attacks = told.targets[0].attacks
    assert [(a.hit, a.critical) for a in attacks] == [(True, True), (False, False), (True, False)]
    assert told.targets[0].taken == 12 + 6


# ── healing, blessing, concentration ────────────────────────────────────────────────────────────────────────────────


def test_cure_wounds_adds_the_casters_modifier(world: Sandbox) -> None:
    world.accept("damage", "Elara", amount=20, damageType="fire")
    world.let(face=5)
    told = played(world.accept("cast", "Bran", spell="Cure Wounds", targets=["Elara"]))
    assert told.targets[0].healed == 8


def test_bless_lies_on_three_and_ends_with_the_next_concentration(world: Sandbox) -> None:
    told = played(world.accept("cast", "Bran", spell="Bless", targets=["Elara", "Bran"]))
    assert told.concentration == "Bless"
    answer = world.send({"operation": "cast", "characterName": "Bran", "spell": "Hold Person", "targets": ["Elara"]}, "execute_action")
    assert "no longer concentrates on Bless" in answer["text"] or "Bless begins" in answer["text"], answer["text"]
    assert not [e for t in world.world.things.values() if t.kind == "character" for e in t.creature.effects]


# ── refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("code", "who", "fields"),
    [
        ("spell_unknown", "Elara", {"spell": "Fierball", "targets": ["Goblin 1"]}),
        ("target_required", "Bran", {"spell": "Cure Wounds"}),
        ("targets_count", "Bran", {"spell": "Cure Wounds", "targets": ["Elara", "Bran"]}),
        ("shots_count", "Elara", {"spell": "Scorching Ray", "targets": ["Goblin 1", "Goblin 2"]}),
        ("slot_too_low", "Elara", {"spell": "Fireball", "slot": 2, "targets": ["Goblin 1"]}),
        ("no_slot_left", "Elara", {"spell": "Fireball", "slot": 4, "targets": ["Goblin 1"]}),
        ("spell_of_another_list", "Elara", {"spell": "Bless", "targets": ["Elara"]}),
        ("not_a_caster", "Goblin 1", {"spell": "Bless", "targets": ["Elara"]}),
        ("not_a_ritual", "Elara", {"spell": "Fireball", "ritual": True, "targets": ["Goblin 1"]}),
    ],
)
def test_a_refusal_comes_before_anything_is_spent(world: Sandbox, code: str, who: str, fields: dict[str, Any]) -> None:
    before = world.world
    world.reject(code, "cast", who, **fields)
    assert world.world is before


def test_a_spent_slot_is_gone_until_a_long_rest(world: Sandbox) -> None:
    for _ in range(2):
        world.accept("cast", "Elara", spell="Fireball", targets=["Goblin 1"])
    world.reject("no_slot_left", "cast", "Elara", spell="Fireball", targets=["Goblin 2"])
    world.accept("rest", "Elara", kind="long")
    world.accept("cast", "Elara", spell="Fireball", targets=["Goblin 2"])


def test_only_prepared_spells_are_cast_where_some_are_listed(world: Sandbox) -> None:
    world.accept("update", "Elara", character={"spells": {"prepared": ["Fireball", "Shield"], "cantrips": ["Fire Bolt"]}})
    refused = world.reject("spell_not_prepared", "cast", "Elara", spell="Magic Missile", targets=["Goblin 1"])
    assert set(refused.allowed) == {"Fireball", "Shield"} and not refused.near  # what it has, and nothing to cast in its place
    world.accept("cast", "Elara", spell="Fireball", targets=["Goblin 1"])


def test_a_spell_of_another_list_is_no_matter_of_preparing(world: Sandbox) -> None:
    world.accept("update", "Elara", character={"spells": {"prepared": ["Fireball"]}})
    told = world.refused("spell_of_another_list", "cast", "Elara", spell="Cure Wounds", targets=["Goblin 1"])
    assert "prepared" not in told["text"] and told["error"]["allowed"] == ["Fireball"]


@pytest.mark.parametrize(
    ("spell", "why"),
    [
        ("Cure Wounds", "it is on the list of bard, cleric, druid, paladin, ranger, not on that of wizard"),
        ("Wish", "its level is 9, and a wizard of this level prepares spells up to level 3"),
        ("Sleep", "it is not in the spellbook"),
    ],
)
def test_what_cannot_be_prepared_says_why(world: Sandbox, spell: str, why: str) -> None:
    world.accept("update", "Elara", character={"spells": {"known": ["Fireball", "Shield"]}})
    assert why in world.refused("spell_not_on_list", "prepare", "Elara", spells=[spell])["text"]


# ── the game master improvises ──────────────────────────────────────────────────────────────────────────────────────


def test_an_improvised_act_is_played_by_the_same_reader(world: Sandbox) -> None:
    steps = [{"save": "dex", "dc": 15, "fail": [{"damage": "4d6", "type": "fire"}], "pass": "half"}]
    world.let(2, 19, face=3)
    told = played(world.accept("act", "Goblin 1", steps=steps, targets=["Elara", "Bran"]))
    assert [t.taken for t in told.targets] == [12, 6]


def test_a_faulty_improvised_act_says_what_is_allowed(world: Sandbox) -> None:
    refused = world.reject("act_invalid", "act", "Goblin 1", steps=[{"explode": 3}], targets=["Elara"])
    assert "step word" in refused.details["why"]
    answer = world.send(
        {"operation": "act", "characterName": "Goblin 1", "steps": [{"explode": 3}], "targets": ["Elara"]}, "execute_action"
    )
    assert "step word" in answer["text"] and "Nothing was changed" in answer["text"]


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ([{"damage": "{level/(slot-slot)}d6", "type": "fire"}], "formula_fault"),
        ([{"damage": "{their_slot}d6", "type": "fire"}], "choice_required"),
        ([{"choose": {"one": [{"say": "One."}], "two": [{"say": "Two."}]}}], "choice_required"),
    ],
)
def test_what_cannot_be_played_is_refused_and_changes_nothing(world: Sandbox, steps: list[dict[str, Any]], code: str) -> None:
    before = world.world
    world.reject(code, "act", "Goblin 1", steps=steps, targets=["Elara"])
    assert world.world is before


def test_a_die_on_the_table_counts_first(world: Sandbox) -> None:
    told = played(
        world.accept("act", "Goblin 1", steps=[{"save": "dex", "dc": 30, "fail": [{"say": "Down."}]}], targets=["Elara"], d20=[14])
    )
    assert told.targets[0].saves[0].total == 16


# ── whose spells ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_domain_has_its_spells_always_prepared(world: Sandbox) -> None:
    character = {"classes": ["Cleric (Life) 5"], "spells": {"prepared": ["Guiding Bolt"]}}
    world.accept("update", "Bran", character=character)
    world.accept("cast", "Bran", spell="Bless", targets=["Bran"])
    world.reject("spell_not_prepared", "cast", "Bran", spell="Shield of Faith", targets=["Bran"])


def test_a_wizard_casts_from_the_book_only_as_a_ritual(world: Sandbox) -> None:
    world.accept("update", "Elara", character={"spells": {"prepared": ["Shield"], "known": ["Detect Magic", "Sleep"]}})
    world.reject("spell_not_prepared", "cast", "Elara", spell="Sleep", targets=["Goblin 1"])
    told = played(world.accept("cast", "Elara", spell="Detect Magic", ritual=True))
    assert not told.spent


def test_cantrips_that_nobody_chose_come_from_the_list(world: Sandbox) -> None:
    world.accept("update", "Elara", character={"spells": {"prepared": ["Shield"]}})
    assert played(world.accept("cast", "Elara", spell="Fire Bolt", targets=["Goblin 1"])).unchecked
    world.accept("update", "Elara", character={"spells": {"cantrips": ["Light"]}})
    world.reject("spell_not_prepared", "cast", "Elara", spell="Fire Bolt", targets=["Goblin 1"])


# ── what ends, and what is said of nothing ──────────────────────────────────────────────────────────────────────────


def test_what_ends_nothing_says_so(world: Sandbox) -> None:
    for spell in ("Lesser Restoration", "Dispel Magic"):
        told = played(world.accept("cast", "Bran", spell=spell, targets=["Elara"], force=True))
        assert told.says == ("Elara has nothing that this ends.",), spell
    assert played(world.accept("cast", "Bran", spell="Spare the Dying", targets=["Elara"])).says == ("Nothing comes of it.",)


def test_a_dispelled_spell_ends_with_its_slot_or_by_a_check(world: Sandbox) -> None:
    world.accept("cast", "Elara", spell="Mage Armor", targets=["Elara"])
    told = played(world.accept("cast", "Bran", spell="Dispel Magic", targets=["Elara"]))
    assert [t.ended for t in told.targets] == [("Mage Armor",)]


def test_aid_raises_hit_points_once(world: Sandbox) -> None:
    world.accept("damage", "Elara", amount=10, damageType="fire")
    before = hp(world, "Elara") or 0
    outcome = world.accept("cast", "Bran", spell="Aid", targets=["Elara", "Bran"])
    assert hp(world, "Elara") == before + 5
    assert "already_whole" not in {n.code for n in outcome.notes}


def test_light_and_numbers_read_well(world: Sandbox) -> None:
    told = played(world.accept("cast", "Elara", spell="Flaming Sphere", targets=["Goblin 1"]))
    assert "dim light 20 ft" in " ".join(told.says)
    steps = [{"make": "Skeleton"}]
    assert "1 × Skeleton appears." in played(world.accept("act", "Elara", act="Call a bone", steps=steps)).says
    assert (
        "immune to Magic Missile"
        in world.send({"operation": "cast", "characterName": "Elara", "spell": "Shield"}, "execute_action")["text"]
    )


def test_what_the_table_ends_is_told(world: Sandbox) -> None:
    told = played(world.accept("cast", "Bran", spell="Guidance", targets=["Elara"]))
    assert "Guidance ends after one check" in " ".join(told.says)
