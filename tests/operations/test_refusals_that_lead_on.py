"""Refusals in the play of casters propose what the caller can use: the right choice, the right creature, the right rev."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.game import Game
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

HEROES: dict[str, dict[str, Any]] = {
    "Clem": {"classes": ["cleric 9"], "hpMax": 60, "abilities": {"wis": 18}, "spells": {"prepared": ["Bless", "Aid"]}},
    "Lok": {"classes": ["wizard 9"], "hpMax": 60, "abilities": {"int": 18}},
}


def _party() -> Game:
    table = Table(begun(ruleset="5.2"))
    for name, character in HEROES.items():
        table.did("create", name=name, character=character)
    table.did("create", template="Troll", count=2)
    return table.game


@pytest.fixture
def table() -> Iterator[Table]:
    with copy_of(_party) as game:
        yield Table(game)


def proposed(refused: Answer) -> dict[str, Any]:
    found: dict[str, Any] = refused["error"].get("try", {})
    return found


@pytest.mark.parametrize(("target", "choice"), [("Troll 1", "necrotic"), ("Lok", "heal")])
def test_harm_is_proposed_for_enemies_and_healing_for_friends(table: Table, target: str, choice: str) -> None:
    refused = table.refused("choice_required", "act", "Clem", act="Divine Spark", targets=[target])
    assert proposed(refused)["choice"] == {"choice": choice}


def test_a_few_letters_of_a_name_mean_nobody(table: Table) -> None:
    refused = table.refused("character_unknown", "attack", "Troll 1", targetName="Mummy Lord")
    assert "did you mean" not in refused["text"] and not proposed(refused)
    assert proposed(table.refused("character_unknown", "attack", "Lok", targetName="Trol 1"))["targetName"] == "Troll 1"


def test_too_many_spells_are_cut_to_those_that_fit(table: Table) -> None:
    """A cleric of level 9 prepares 14 spells (SRD 5.2, Cleric Features)."""
    listed = [*HEROES["Clem"]["spells"]["prepared"], "Command", "Bane", "Cure Wounds", "Sanctuary", "Shield of Faith", "Silence"]
    listed += ["Hold Person", "Revivify", "Daylight", "Banishment", "Flame Strike", "Dispel Magic", "Guiding Bolt", "Healing Word"]
    refused = table.refused("prepared_too_many", "prepare", "Clem", spells=listed)
    assert "can prepare 14 at most, not 16; leave out 2" in refused["text"]
    assert proposed(refused)["spells"] == listed[:14]


def test_the_spells_that_are_prepared_already_are_not_proposed(table: Table) -> None:
    listed = [*HEROES["Clem"]["spells"]["prepared"], "Command", "Bane", "Cure Wounds", "Sanctuary", "Shield of Faith", "Silence"]
    listed += ["Hold Person", "Revivify", "Daylight", "Banishment", "Flame Strike", "Dispel Magic"]
    table.did("prepare", "Clem", spells=listed)
    refused = table.refused("prepared_too_many", "prepare", "Clem", spells=[*listed, "Guiding Bolt"])
    assert proposed(refused)["spells"] == [*listed[:13], "Guiding Bolt"]


def test_beside_a_full_list_the_wanted_spell_is_proposed(table: Table) -> None:
    listed = [*HEROES["Clem"]["spells"]["prepared"], "Bane", "Cure Wounds", "Sanctuary", "Shield of Faith", "Silence"]
    listed += ["Hold Person", "Revivify", "Daylight", "Banishment", "Flame Strike", "Dispel Magic", "Guiding Bolt"]
    table.did("prepare", "Clem", spells=listed)
    refused = table.refused("spell_not_prepared", "cast", "Clem", spell="Command", targets=["Troll 1"])
    assert proposed(refused) == {"operation": "prepare", "characterName": "Clem", "spells": [*listed[:13], "Command"]}


def test_a_list_without_a_new_spell_is_not_proposed(table: Table) -> None:
    table.did(
        "update",
        "Clem",
        character={"classes": ["cleric 1"], "spells": {"prepared": ["Bless", "Bane", "Command", "Sanctuary", "Cure Wounds"]}},
        force=True,
    )
    refused = table.refused("prepared_too_many", "prepare", "Clem", spells=["Bless", "Bane", "Command", "Sanctuary", "Cure Wounds"])
    assert not proposed(refused)


@pytest.mark.parametrize("fights", [True, False])
def test_a_spell_is_prepared_beside_the_others_but_not_in_a_fight(table: Table, fights: bool) -> None:
    if fights:
        table.did("start_fight", names=["party", "Troll 1"])
    refused = table.refused("spell_not_prepared", "cast", "Clem", spell="Command", targets=["Troll 1"])
    expected = {"operation": "prepare", "characterName": "Clem", "spells": ["Bless", "Aid", "Command"]}
    assert proposed(refused) == ({} if fights else expected)


# ── reactions ───────────────────────────────────────────────────────────────────────────────────────────────────────


def struck(table: Table) -> int:
    """A hit on Lok, in the turn of the troll; the rev of the hit."""
    table.roll_with(falling(1, 1, 20, 1))
    table.did("start_fight", names=["Clem", "Lok", "Troll 1", "Troll 2"])
    table.roll_with(falling(10))
    table.did("attack", "Troll 1", targetName="Lok")
    return table.rev


def test_the_rev_of_a_deed_in_an_earlier_turn_is_told(table: Table) -> None:
    rev = struck(table)
    table.did("next_turn")
    refused = table.refused("answers_an_earlier_turn", "cast", "Lok", spell="Shield", answer=True)
    assert f"send rev {rev}" in refused["text"]
    assert table.send(proposed(refused), "execute_action")["ok"]
    assert "Shield" in table.did("character", "Lok")["text"]


def test_nothing_is_told_of_earlier_turns_without_a_deed_to_answer(table: Table) -> None:
    struck(table)
    table.did("undo")
    table.did("next_turn")
    table.refused("nothing_to_answer", "cast", "Lok", spell="Shield", answer=True)


def test_a_spent_reaction_is_not_forced_unasked(table: Table) -> None:
    struck(table)
    table.did("cast", "Lok", spell="Shield", answer=True)
    table.did("attack", "Troll 2", targetName="Lok", d20=[19])
    refused = table.refused("reaction_spent", "cast", "Lok", spell="Shield", answer=True)
    assert not proposed(refused) and "comes back at the start of its turn" in refused["text"]
    assert table.did("cast", "Lok", spell="Shield", answer=True, force=True)


# ── offers and choices ──────────────────────────────────────────────────────────────────────────────────────────────


def test_all_open_choices_are_refused_at_once(table: Table) -> None:
    refused = table.refused("choice_required", "cast", "Lok", spell="Scrying", targets=["Troll 1"])
    assert "asks for a choice: knowledge, and also for connection (none, likeness, possession, body part); allowed" in refused["text"]
    assert set(proposed(refused)["choice"]) == {"knowledge", "connection"}
    only = table.refused("choice_required", "cast", "Lok", spell="Scrying", targets=["Troll 1"], choice={"knowledge": "secondhand"})
    assert "asks for a choice; allowed: none" in only["text"]


def test_a_form_is_left_only_by_those_who_have_one(table: Table) -> None:
    table.did("create", name="Dru", character={"classes": ["druid 9"], "hpMax": 40})
    assert "Leave Wild Shape" not in table.did("character", "Dru")["text"]
    table.roll_with(falling(20, 1))
    assert "Leave Wild Shape" not in table.did("start_fight", names=["Dru", "Troll 1"])["text"]
    table.did("act", "Dru", act="Wild Shape", choice="Wolf")
    assert "Leave Wild Shape" in table.did("character", "Dru")["text"]
    table.did("next_turn")
    assert "Leave Wild Shape" in table.did("next_turn")["text"]


def test_a_form_is_proposed_beside_the_part_that_is_chosen(table: Table) -> None:
    table.did("create", name="Arch", character={"classes": ["wizard 17"], "hpMax": 90})
    refused = table.refused("choice_required", "cast", "Arch", spell="True Polymorph", targets=["Troll 1"])
    assert table.send({**proposed(refused), "dryRun": True}, "execute_action")["ok"]
    refused = table.refused("form_required", "cast", "Arch", spell="True Polymorph", targets=["Troll 1"], choice="creature")
    assert proposed(refused)["choice"]["choice"] == "creature"
    assert table.send({**proposed(refused), "dryRun": True}, "execute_action")["ok"]


def test_a_wish_is_led_to_a_choice_that_needs_nothing_else(table: Table) -> None:
    table.did("create", name="Arch", character={"classes": ["wizard 17"], "hpMax": 90})
    refused = table.refused("choice_required", "cast", "Arch", spell="Wish")
    assert table.send({**proposed(refused), "dryRun": True}, "execute_action")["ok"]


def test_a_spell_for_its_caster_alone_says_so(table: Table) -> None:
    table.did("create", name="Arch", character={"classes": ["wizard 17"], "hpMax": 90})
    refused = table.refused("targets_count", "cast", "Arch", spell="Etherealness", slot=7, targets=["Clem"])
    assert "takes no target but its caster here, not 1" in refused["text"]


def test_a_beast_to_conjure_is_proposed_with_its_number() -> None:
    """SRD 5.1, Conjure Animals: one beast of challenge rating 2, or more of lower ratings."""
    with begun(ruleset="5.1") as game:
        table = Table(game)
        table.did("create", name="Fern", character={"classes": ["druid 5"]})
        refused = table.refused("choice_required", "cast", "Fern", spell="Conjure Animals")
        assert {"choice", "beast"} == set(proposed(refused)["choice"])
        assert table.send(proposed(refused), "execute_action")["ok"]


def test_a_refused_target_names_those_that_fit(table: Table) -> None:
    """Trolls are giants; of the others in the room, the two heroes are humanoids, and no harm is proposed for them."""
    refused = table.refused("target_unfit", "cast", "Lok", spell="Hold Person", targets=["Troll 1"])
    assert set(refused["error"]["allowed"]) >= {"Clem", "Lok"} and not proposed(refused)
    table.did("create", template="Bandit")
    assert proposed(table.refused("target_unfit", "cast", "Lok", spell="Hold Person", targets=["Troll 1"]))["targets"] == ["Bandit"]
    two = table.refused("target_unfit", "cast", "Lok", spell="Hold Person", targets=["Bandit", "Troll 1"], slot=3)
    assert proposed(two)["targets"] == ["Bandit"]


def test_a_revival_finds_the_dead_or_says_that_there_is_none(table: Table) -> None:
    call = {"spell": "Revivify", "targets": ["Lok"], "force": True}
    assert "nobody here fits" in table.refused("target_unfit", "cast", "Clem", **call)["text"]
    table.did("create", template="Bandit")
    table.did("damage", "Bandit", amount=500, damageType="fire")
    assert table.refused("target_unfit", "cast", "Clem", **call)["error"]["allowed"] == ["Bandit"]


@pytest.mark.parametrize(
    ("classes", "spent", "call", "says"),
    [
        ("wizard 5", {"slot_3": 2}, {"spell": "Fireball"}, "slots left: 4/3/0 of 4/3/2; a long rest brings back such slots"),
        ("warlock 5", {"pact": 2}, {"spell": "Hex"}, "a short rest brings back such slots"),
        ("wizard 1", {}, {"spell": "Fireball"}, "slots left: 2 of 2; a rest brings no slot of that level"),
        ("wizard 5", {"slot_3": 2}, {"spell": "Fireball", "slot": 2}, "slots left: 4/3/0 of 4/3/2"),
    ],
)
def test_a_missing_slot_says_what_is_left_and_which_rest_helps(
    table: Table, classes: str, spent: dict[str, int], call: dict[str, Any], says: str
) -> None:
    table.did("create", name="Zed", character={"classes": [classes], "spent": spent})
    code = "slot_too_low" if "slot" in call else "no_slot_left"
    assert says in table.refused(code, "cast", "Zed", **call, targets=["Troll 1"])["text"]


def test_whoever_cannot_act_says_what_ends_it(table: Table) -> None:
    table.send({"operation": "apply", "characterName": "Lok", "condition": "stunned"}, "manage_condition")
    assert "it can again when that ends" in table.refused("cannot_act", "act", "Lok", act="Dodge")["text"]
    table.did("create", template="Bandit")
    table.did("damage", "Bandit", amount=500, damageType="fire")
    assert "only what revives the dead" in table.refused("cannot_act", "act", "Bandit", act="Dodge")["text"]


def test_the_highest_level_says_what_can_still_be_given(table: Table) -> None:
    table.did("create", name="Zed", character={"classes": ["fighter 20"]})
    assert "manage_character update with features" in table.refused("level_highest", "level_up", "Zed")["text"]
    table.did("update", "Zed", character={"features": ["Grappler"]})


@pytest.mark.parametrize(
    ("classes", "says"),
    [
        (["wizard 25"], "send wizard 20 in place of wizard 25"),
        (["wizard 100"], "send wizard 20 in place of wizard 100"),
        (["wizard 15", "cleric 10"], "these are 25, so take off 5"),
    ],
)
def test_levels_past_20_say_what_to_send(table: Table, classes: list[str], says: str) -> None:
    assert says in table.refused("argument_invalid", "update", "Lok", character={"classes": classes})["text"]
