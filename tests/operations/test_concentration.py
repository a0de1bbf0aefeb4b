"""Concentration: one spell at a time, a save after damage, and an end for all targets of the spell."""

import pytest

from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Table, notes

pytestmark = pytest.mark.pure


def effects(table: Table, name: str) -> list[str]:
    return [e["name"] for e in table.thing(name).body.get("effects", ())]


def concentrates(table: Table, name: str = "Elara") -> str | None:
    held = table.thing(name).body.get("concentration")
    return held["effect"] if held else None


@pytest.fixture
def blessed(table: Table) -> Table:
    """Elara (22 HP, CON +0) blesses the party of two."""
    table.did("apply", "party", effect="Bless", source="Elara")
    return let(table, 10)


def hurt(table: Table, amount: int, face: int, who: str = "Elara") -> str:
    text: str = let(table, face).did("damage", who, amount=amount, damageType="psychic")["text"]
    return text


@pytest.mark.parametrize(
    ("amount", "face", "dc", "holds"),
    [(1, 9, 10, True), (1, 8, 10, False), (21, 9, 10, True), (21, 8, 10, False)],
)
def test_the_dc_is_10_or_half_of_the_damage(blessed: Table, amount, face, dc, holds):
    """Bless itself adds 1 to the save here."""
    text = hurt(blessed, amount, face)
    assert f"DC {dc}" in text
    assert (concentrates(blessed) == "Bless") == holds
    assert effects(blessed, "Thorin") == effects(blessed, "Elara") == (["Bless"] if holds else [])


@pytest.mark.parametrize(("amount", "dc"), [(22, 11), (23, 11), (40, 20)])
def test_more_damage_is_harder(blessed: Table, amount: int, dc: int):
    blessed.did("update", "Elara", character={"hpMax": 100, "hp": 100})
    assert f"DC {dc}" in hurt(blessed, amount, 10)


@pytest.mark.parametrize(("ruleset", "dc"), [("5.1", 40), ("5.2", 30)])
def test_the_dc_of_5_2_is_at_most_30(ruleset, dc):
    with begun(ruleset) as game:
        table = Table(game)
        table.did("create", name="Elara", character={"hpMax": 200})
        table.did("apply", "Elara", effect="Haste", source="Elara")
        assert f"DC {dc}" in table.did("damage", "Elara", amount=80, damageType="psychic")["text"]


def test_no_damage_no_save(blessed: Table):
    blessed.did("update", "Elara", character={"immunities": ["psychic"]})
    assert "concentrat" not in hurt(blessed, 20, 1)


def test_damage_that_temporary_points_take_asks_for_a_save_all_the_same(blessed: Table):
    blessed.did("update", "Elara", character={"tempHp": 10})
    assert "no longer concentrates" in hurt(blessed, 5, 1)


def test_a_creature_that_does_not_concentrate_makes_no_save(blessed: Table):
    assert "concentrat" not in hurt(blessed, 5, 1, "Thorin")


@pytest.mark.parametrize("condition", ["incapacitated", "paralyzed", "petrified", "stunned", "unconscious"])
def test_a_creature_that_cannot_act_cannot_concentrate(blessed: Table, condition: str):
    answer = blessed.did("apply", "Elara", condition=condition)
    assert concentrates(blessed) is None and effects(blessed, "Thorin") == []
    assert "no longer concentrates" in notes(answer)


@pytest.mark.parametrize("condition", ["prone", "grappled", "restrained", "blinded", "poisoned"])
def test_other_conditions_do_not_end_it(blessed: Table, condition: str):
    blessed.did("apply", "Elara", condition=condition)
    assert concentrates(blessed) == "Bless"


@pytest.mark.parametrize("amount", [22, 44])
def test_falling_and_dying_end_it(blessed: Table, amount: int):
    hurt(blessed, amount, 20)
    assert concentrates(blessed) is None and effects(blessed, "Thorin") == []


def test_exhaustion_to_death_ends_it(blessed: Table):
    blessed.did("apply", "Elara", condition="exhaustion", level=6)
    assert concentrates(blessed) is None and effects(blessed, "Thorin") == []


def test_an_effect_that_paralyzes_ends_it(blessed: Table):
    blessed.did("apply", "Elara", effect="Hold Person", source="a stranger")
    assert concentrates(blessed) is None and effects(blessed, "Thorin") == []


def test_one_spell_at_a_time(blessed: Table):
    answer = blessed.did("apply", "Elara", effect="Haste", source="Elara")
    assert "no longer concentrates on Bless" in answer["text"]
    assert effects(blessed, "Elara") == ["Haste"] and effects(blessed, "Thorin") == []


def test_it_ends_on_those_who_are_not_named_in_the_call(blessed: Table):
    """A command about Elara and a goblin does not touch Thorin."""
    blessed.did("create", template="goblin", name="Snig")
    blessed.did("apply", "Snig", effect="Slow", source="Elara")
    assert effects(blessed, "Thorin") == effects(blessed, "Elara") == []
    assert effects(blessed, "Snig") == ["Slow"]


def test_a_spell_without_concentration_ends_nothing(blessed: Table):
    blessed.did("apply", "Elara", effect="Mage Armor", source="Elara")
    assert concentrates(blessed) == "Bless" and "Bless" in effects(blessed, "Thorin")


def test_two_casters_do_not_disturb_each_other(blessed: Table):
    blessed.did("apply", "Elara", effect="Shield of Faith", source="Thorin")
    hurt(blessed, 5, 1, "Thorin")
    assert concentrates(blessed) == "Bless" and effects(blessed, "Elara") == ["Bless"]


def test_the_same_spell_on_another_leaves_nobody_behind(table: Table):
    """Bless on one and then on another, by the same caster: whichever reading, its end is the end on both."""
    table.did("apply", "Thorin", effect="Bless", source="Elara")
    table.did("apply", "Elara", effect="Bless", source="Elara")
    hurt(table, 5, 1)
    assert concentrates(table) is None
    assert effects(table, "Elara") == [] and effects(table, "Thorin") == []


def test_the_caster_is_free_when_the_time_is_over(blessed: Table):
    blessed.did("advance", duration="2 minutes")
    assert effects(blessed, "Thorin") == []
    assert concentrates(blessed) is None
    assert "concentrat" not in hurt(blessed, 5, 1)


def test_the_caster_is_free_when_the_fight_outlasts_the_spell(table: Table):
    table.did("start_fight", names=["party"])
    table.did("apply", "party", effect="Bless", duration="1 round", source="Elara")
    ended = [e for _ in range(4) if "Bless on" in (e := table.did("next_turn")["text"])]
    assert len(ended) == 1 and "Bless on Elara" in ended[0] and "Bless on Thorin" in ended[0]
    assert "concentrat" not in hurt(table, 5, 1)


def test_the_caster_is_free_when_the_effect_is_taken_off_everyone(blessed: Table):
    assert blessed.send({"operation": "remove", "characterName": "party", "effect": "Bless"}, "manage_condition")["ok"]
    assert effects(blessed, "Thorin") == [] and concentrates(blessed) is None


def test_nobody_concentrates_when_nobody_is_named(table: Table):
    answer = table.did("apply", "Thorin", effect="Bless")
    assert "requires concentration" in notes(answer)
    assert "requires concentration" in notes(table.did("apply", "Thorin", effect="Bless", source="a stranger"))


@pytest.mark.stored
@pytest.mark.parametrize("payload", [
    {"operation": "damage", "characterName": "Elara", "amount": 5, "damageType": "psychic"},
    {"operation": "damage", "characterName": "Elara", "amount": 100, "damageType": "psychic"},
])  # fmt: skip
def test_undo_restores_the_spell_on_all(blessed: Table, payload):
    before = blessed.now
    let(blessed, 1)
    assert blessed.send(payload, "execute_action")["ok"]
    assert concentrates(blessed) is None
    blessed.did("undo")
    assert blessed.now.world == before.world


def test_a_dry_run_of_damage_ends_nothing(blessed: Table):
    before = blessed.now
    blessed.did("damage", "Elara", amount=5, damageType="psychic", dryRun=True)
    assert blessed.now == before


# ── the caster is elsewhere ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def laughing(table: Table) -> Table:
    """Elara has laid Hideous Laughter on Balin, who laughs in another room."""
    table.did("update", "Elara", character={"classes": ["wizard 5"], "abilities": {"int": 16}})
    table.did("create", name="Balin", character={"hpMax": 60, "abilities": {"wis": 10, "int": 10}})
    let(table, 2).did("cast", "Elara", spell="Hideous Laughter", targets=["Balin"], force=True)
    return table


def test_one_save_ends_all_that_one_failed_save_has_laid(laughing: Table) -> None:
    text = let(laughing, 19).did("damage", "Balin", amount=1, damageType="psychic")["text"]
    assert text.count("WIS save") == 1 and "Balin is no longer prone" in text and "Balin is no longer incapacitated" in text
    assert not laughing.thing("Balin").body.get("conditions") and concentrates(laughing) is None


def test_a_failed_save_keeps_all_of_it(laughing: Table) -> None:
    text = let(laughing, 2).did("damage", "Balin", amount=1, damageType="psychic")["text"]
    assert text.count("WIS save") == 1 and concentrates(laughing) == "Hideous Laughter"
    assert len(laughing.thing("Balin").body["conditions"]) == 2


def test_a_spell_on_two_goes_on_when_one_is_rid_of_it(table: Table) -> None:
    """Nobody but the one who is hurt stands in the command: the caster and the other target belong to it all the same."""
    table.did("update", "Elara", character={"classes": ["sorcerer 9"], "abilities": {"cha": 16}})
    for name in ("Balin", "Dwalin"):
        table.did("create", name=name, character={"hpMax": 60, "type": "humanoid"})
    let(table, 2).did("cast", "Elara", spell="Hold Person", targets=["Balin", "Dwalin"], slot=3, force=True)
    free = {"operation": "remove", "condition": "paralyzed"}
    assert table.send({**free, "characterName": "Balin"}, "manage_condition")["ok"]
    assert concentrates(table) == "Hold Person"
    assert table.send({**free, "characterName": "Dwalin"}, "manage_condition")["ok"]
    assert concentrates(table) is None


def test_one_who_banishes_oneself_breaks_off_the_spell(table: Table) -> None:
    """The first thing that it lays takes the concentration; the rest of it is not laid."""
    table.did("update", "Elara", character={"classes": ["wizard 9"], "abilities": {"int": 16, "cha": 8}})
    text = let(table, 2).did("cast", "Elara", spell="Banishment", targets=["Elara"], force=True)["text"]
    body = table.thing("Elara").body
    assert not body.get("conditions") and not body.get("effects") and concentrates(table) is None
    assert "cannot act" in text and "Elara concentrates on" not in text
