"""Shots shared out by name, choices by one word, the time that a spell lasts, and what keeps its end: rows through the real tools."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def table(ruleset: Ruleset, *classes: str, **character: Any) -> Sandbox:
    made = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset)).let(10)
    made.did("create", name="Mira", character={"classes": list(classes), "abilities": {"cha": 16, "int": 16, "wis": 16}, **character})
    for n in (1, 2):
        made.did("create", name=f"Goblin {n}", character={"hpMax": 90})
    return made


def struck(made: Sandbox, spell: str, **fields: Any) -> tuple[int, ...]:
    """The shots at each goblin: with Magic Missile, each takes 2 points at the lowest faces."""
    made.did("cast", "Mira", spell=spell, **fields)
    return tuple(90 - (made.thing(f"Goblin {n}").creature.hp or 0) for n in (1, 2))


# ── shots ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    "shares",
    [
        {"targets": ["2 at Goblin 1", "1 at Goblin 2"]},
        {"targets": ["2 darts at Goblin 1", "Goblin 2"]},
        {"targets": ["Goblin 1 x2", "Goblin 2 x 1"]},
        {"targets": {"Goblin 1": 2, "Goblin 2": 1}},
        {"targets": "3 darts: 2 at Goblin 1, 1 at Goblin 2"},
        {"targets": "2 at Goblin 1 and 1 at Goblin 2"},
        {"choice": {"Goblin 1": 2, "Goblin 2": 1}},
        {"targets": ["Goblin 1", "Goblin 2"], "choice": {"Goblin 1": 2, "Goblin 2": 1}},
    ],
)
def test_shares_of_darts_are_read_as_shots(shares: dict[str, Any]) -> None:
    one, other = struck(table("5.1", "wizard 1"), "Magic Missile", **shares)
    assert one and other and one == 2 * other, (one, other)


@pytest.mark.parametrize(
    ("classes", "spell", "count"), [("wizard 3", "Scorching Ray", 3), ("warlock 11", "Eldritch Blast", 3), ("wizard 3", "Magic Missile", 3)]
)
def test_every_spell_of_several_shots_takes_shares(classes: str, spell: str, count: int) -> None:
    made = table("5.2", classes)
    told = made.ask("cast", "Mira", spell=spell, targets=[f"{count - 1} at Goblin 1", "1 at Goblin 2"], dryRun=True)
    assert told["ok"], told["text"]
    refused = made.refused("shots_count", "cast", "Mira", spell=spell, targets=[f"{count} at Goblin 1", "1 at Goblin 2"])
    assert made.send(refused["error"]["try"], "execute_action")["ok"]


def test_shares_that_are_not_all_shots_mean_nothing() -> None:
    table("5.1", "wizard 1").refused("shots_count", "cast", "Mira", spell="Magic Missile", choice={"Goblin 1": 1, "Goblin 2": 1})


# ── choices by one word ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("word", "feature"), [("Chain", "Pact of the Chain"), ("blade", "Pact of the Blade"), ("the tome", "Pact of the Tome")]
)
def test_a_word_that_only_one_option_has_chooses_it(word: str, feature: str) -> None:
    made = table("5.1", "warlock 3", choices={"pact boon": word})
    assert feature in {rule.name for rule in thing_stats.sheet(made.thing("Mira"), made.book).feature_rules}


def test_a_word_that_several_options_have_is_refused() -> None:
    table("5.1", "warlock 3").refused("choice_unfit", "update", "Mira", character={"choices": {"pact boon": "pact"}})


def test_an_act_takes_one_word_of_an_option() -> None:
    steps = [{"choose": {"pact of the chain": [{"say": "A familiar."}], "pact of the blade": [{"say": "A weapon."}]}}]
    told = table("5.1", "warlock 3").did("act", "Mira", act="Boon", steps=steps, choice={"choice": "Chain"})
    assert "A familiar." in told["text"] and "A weapon." not in told["text"]


# ── time ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("classes", "spell", "lasts"), [("wizard 5", "Phantom Steed", "1 hour"), ("cleric 5", "Meld into Stone", "8 hours")]
)
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_spell_without_concentration_tells_its_time(ruleset: Ruleset, classes: str, spell: str, lasts: str) -> None:
    assert f"It lasts {lasts}." in table(ruleset, classes).did("cast", "Mira", spell=spell)["text"]


def test_an_extended_spell_tells_its_own_time() -> None:
    made = table("5.1", "sorcerer 3", choices={"metamagic": ["Extended Spell", "Subtle Spell"]})
    assert "It lasts 16 hours." in made.did("cast", "Mira", spell="Mage Armor", targets=["Mira"], **{"with": ["Extended Spell"]})["text"]


# ── Extended Spell ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "with_", "faces"), [("5.2", ["Extended Spell"], 2), ("5.2", [], 1), ("5.1", ["Extended Spell"], 1)])
def test_an_extended_spell_of_5_2_is_kept_with_advantage(ruleset: Ruleset, with_: list[str], faces: int) -> None:
    """SRD 5.2: advantage on saves to keep concentration on it; SRD 5.1 only doubles the duration."""
    made = table(ruleset, "sorcerer 5", choices={"metamagic": ["Extended Spell", "Subtle Spell"]})
    made.did("cast", "Mira", spell="Hold Person", targets=["Goblin 1"], force=True, **{"with": with_})
    told = made.did("damage", "Mira", amount=1, damageType="fire")
    thrown = told["results"][0]["roll"]
    assert len(thrown["faces"]) == faces


# ── Goodberry ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_berries_keep_their_end_in_a_document() -> None:
    made = table("5.1", "druid 1")
    made.did("cast", "Mira", spell="Goodberry")
    made.did("advance", duration="4 hours")
    document = made.did("export", "Mira")["results"][0]["document"]
    assert document["carried"] == [{"item": "Goodberry", "quantity": 10, "vanishesIn": 20 * 60}]
    made.did("advance", duration="1 hour")
    made.did("import", document={**document, "character": {**document["character"], "name": "Wren"}})
    made.did("advance", duration="19 hours")
    assert "Goodberry" not in made.did("view", "Mira")["text"] and "Goodberry" in made.did("view", "Wren")["text"]
    made.did("advance", duration="1 hour")
    assert "Goodberry" not in made.did("view", "Wren")["text"]


# ── refusals of slots, effects of the game master ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("code", "slot"), [("slot_too_low", 2), ("no_slot_left", 9)])
def test_a_slot_that_does_not_fit_leads_to_one_that_does(code: str, slot: int) -> None:
    made = table("5.1", "wizard 5")
    refused = made.refused(code, "cast", "Mira", spell="Fireball", slot=slot, targets=["Goblin 1"])
    assert refused["error"]["try"]["slot"] == "3"
    assert made.send(refused["error"]["try"], "execute_action")["ok"]


def test_an_effect_that_is_written_out_is_laid_and_ends() -> None:
    made = table("5.1", "wizard 5")
    slow = {"name": "Glue", "modifiers": [{"target": "speed.walk", "op": "add", "value": -10}]}
    made.did("apply", "Goblin 1", effect=slow, duration="10 minutes")
    assert made.number("Goblin 1", "speed.walk") == 20
    made.did("advance", duration="10 minutes")
    assert made.number("Goblin 1", "speed.walk") == 30
    made.did("apply", "Goblin 1", effect=slow)
    assert made.send({"operation": "remove", "characterName": "Goblin 1", "effect": "Glue"}, "manage_condition")["ok"]
    assert made.number("Goblin 1", "speed.walk") == 30


def test_an_effect_with_a_trigger_plays_later() -> None:
    made = table("5.1", "wizard 5")
    burning = {"name": "Burning", "on": [{"on": "turn_start", "then": [{"damage": "2", "type": "fire"}]}]}
    made.did("apply", "Goblin 1", effect=burning, duration="1 minute")
    made.did("start_fight", names=["Mira", "Goblin 1"], seed=1)
    before = made.thing("Goblin 1").creature.hp or 90
    for _ in range(2):
        made.did("next_turn")
    assert (made.thing("Goblin 1").creature.hp or 0) < before


def test_a_faulty_effect_is_refused_and_changes_nothing() -> None:
    made = table("5.1", "wizard 5")
    before = made.world
    made.refused("act_invalid", "apply", "Goblin 1", effect={"name": "Glue", "modifyers": []})
    made.refused("one_of_required", "apply", "Goblin 1", own={"name": "Glue", "flags": []}, condition="prone")
    assert made.world is before
