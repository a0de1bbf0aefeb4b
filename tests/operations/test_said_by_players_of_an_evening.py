"""Calls as models send them in an evening, and words that an evening read wrongly."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row


@laid_alike
def with_hero(ruleset: Ruleset, *classes: str, **more: Any) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Bo", character={"classes": [*classes], "party": True} | more)
    return table


# ── a feat, and points, at a level that improves ────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "choices", "row"),
    [
        (ruleset, choices, row)
        for ruleset in RULESETS
        for choices, row in (
            ({"feat": "Grappler"}, {"level": 4, "feat": "Grappler"}),
            ({"ability scores": {"str": 2}}, {"level": 4, "str": 2}),
            ({"Ability Score Increase": {"str": 1, "dex": 1}}, {"level": 4, "str": 1, "dex": 1}),
            ({"asi": {"str": 2}}, {"level": 4, "str": 2}),
        )
    ],
)
def test_a_level_takes_a_feat_or_points_by_any_name(ruleset: Ruleset, choices: dict[str, Any], row: dict[str, Any]) -> None:
    table = with_hero(ruleset, "fighter 3", abilities=dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 13))
    sent = {"operation": "level_up", "characterName": "Bo", "choices": choices, "force": True}
    assert table.send(sent, "manage_character")["ok"]
    assert table.thing("Bo").body["sheet"]["choices"]["asi"] == [row]


@each_row(
    ("ruleset", "choices", "right"),
    [
        ("5.1", {"feat": "Grappler"}, {"asi": [{"feat": "Grappler"}]}),
        ("5.2", {"feat": "Grappler", "asi": [{"str": 2}]}, {"asi": [{"str": 2}, {"feat": "Grappler"}]}),
        ("5.2", {"feat": "Alert"}, {"versatile": "Alert"}),
    ],
)
def test_a_feat_by_itself_does_nothing_and_is_refused(ruleset: Ruleset, choices: dict[str, Any], right: dict[str, Any]) -> None:
    table = with_hero(ruleset, "fighter 8", race="human")
    answer = table.refused("choice_unfit", "update", "Bo", character={"choices": choices})
    assert answer["error"]["try"]["character"]["choices"] == right
    assert table.send(answer["error"]["try"], "manage_character")["ok"]


@each_row(
    ("ruleset", "asi", "rows"),
    [
        (ruleset, asi, rows)
        for ruleset in RULESETS
        for asi, rows in (
            ({"4": {"cha": 2}}, [{"level": 4, "cha": 2}]),
            ({"4": {"str": 1, "con": 1}, "8": "Grappler"}, [{"level": 4, "str": 1, "con": 1}, {"level": 8, "feat": "Grappler"}]),
        )
    ],
)
def test_improvements_by_their_levels_are_rows(ruleset: Ruleset, asi: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    table = with_hero(ruleset, "fighter 8", abilities=dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 13), choices={"asi": asi})
    assert table.thing("Bo").body["sheet"]["choices"]["asi"] == rows
    other = with_hero(ruleset, "fighter 8", abilities=dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 13))
    other.did("update", "Bo", character={"choices": {"asi": asi}})
    assert other.thing("Bo").body["sheet"]["choices"]["asi"] == rows


def test_a_rider_of_a_hit_that_is_sent_as_an_act_is_led_to_the_attack() -> None:
    table = with_hero("5.1", "rogue 3")
    table.did("give", "Bo", template="Shortsword", equip=True)
    table.did("create", template="Ghoul")
    answer = table.refused("act_unknown", "act", "Bo", act="Sneak Attack", targetName="Ghoul")
    assert answer["error"]["try"] == {"operation": "attack", "characterName": "Bo", "targetName": "Ghoul", "with": ["Sneak Attack"]}


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_is_left_to_whoever_cannot_act(ruleset: Ruleset) -> None:
    table = with_hero(ruleset, "fighter 3")
    table.did("start_fight", names=["Bo"])
    context = {"operation": "context"}
    assert "Left to Bo" in table.send(context, "read_campaign")["text"]
    table.did("update", "Bo", character={"hp": 0})
    assert "Left to Bo" not in table.send(context, "read_campaign")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_lies_and_is_held_hears_that_the_hold_keeps_it_down(ruleset: Ruleset) -> None:
    table = with_hero(ruleset, "fighter 3")
    for condition in ("prone", "grappled"):
        table.did("apply", "Bo", condition=condition)
    assert "(grappled)" in table.refused("cannot_move", "act", "Bo", act="Stand Up")["text"]


def test_the_card_of_a_turn_has_the_numbers_of_the_level() -> None:
    table = with_hero("5.2", "druid 5", choices={"subclass": "Circle of the Land"})
    table.did("create", template="Ghoul")
    table.did("start_fight", names=["Bo", "Ghoul"])
    cards = [table.send({"operation": "next_turn", "card": True}, "execute_action")["text"] for _ in range(2)]
    assert any("Land's Aid" in card for card in cards)
    assert not any("lands aid)" in card for card in cards)


def test_a_spell_that_spares_proposes_to_spare_ones_own_side() -> None:
    table = with_hero("5.1", "wizard 6", choices={"subclass": "evocation"}, spells={"prepared": ["Fireball"]})
    table.did("create", template="Ghoul")
    table.did("create", name="Vex", character={"classes": ["rogue 5"], "party": True})
    sent = {"spell": "Fireball", "targets": ["Ghoul", "Vex"], "with": ["Sculpt Spells"]}
    answer = table.refused("choice_required", "cast", "Bo", **sent)
    assert answer["error"]["try"]["choice"] == {"spared": "Vex"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_cloak_on_a_companions_back_can_be_identified(ruleset: Ruleset) -> None:
    """The caster touches it; a stranger's cloak is not within reach."""
    table = with_hero(ruleset, "wizard 3", spells={"prepared": ["Identify"]})
    table.did("create", name="Pim", character={"classes": ["rogue 3"], "party": True})
    table.did("create", name="Rusk", character={"classes": ["rogue 3"], "party": False})
    for who in ("Pim", "Rusk"):
        table.did("give", who, template="Cloak of Protection" if who == "Pim" else "Ring of Protection", identified=False)
    assert table.did("cast", "Bo", spell="Identify", choice={"item": "Cloak"})
    assert table.thing("Cloak of Protection").item.is_identified
    assert not table.ask("cast", "Bo", spell="Identify", choice={"item": "Ring"})["ok"]


def test_a_potion_that_does_nothing_now_may_be_not_needed_now() -> None:
    table = with_hero("5.1", "fighter 3")
    table.did("give", "Bo", template="Potion of Healing", identified=False)
    player = Caller("player", "Ann", characters=("Bo",))
    told = table.game.ask({"operation": "use", "characterName": "Bo", "itemName": "Potion"}, "manage_inventory", "brief", player)
    assert not told["ok"] and "nothing to do now" in told["text"]


@pytest.mark.parametrize("kind", ["shaft", "well", "narrow shaft"])
def test_a_shaft_is_climbed(kind: str) -> None:
    table = with_hero("5.2", "fighter 3")
    for name in ("Hall", "Cellar"):
        table.send({"operation": "create", "name": name}, "manage_room")
    sent = {"operation": "portal", "fromName": "Hall", "direction": "down", "toName": "Cellar", "exitKind": kind}
    answer = table.send(sent, "manage_room")
    assert answer["ok"], answer["text"]
    assert next(iter(table.now.exits.values())).kind == "ladder"
