"""Things that nobody has identified work all the same, by what they are, under their look (SRD, Identifying a Magic Item)."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.decision.callers import Caller
from rpg_lite.mechanics.acts import item_acts
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Table

ANN = Caller("player", "Ann", characters=("Wren",))


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    with begun(ruleset=request.param) as game:
        table = let(Table(game), 10, face=3)
        table.did("create", name="Wren", character={"classes": ["bard 9"], "party": True, "hpMax": 60})
        table.did("create", name="Ogre", character={"hpMax": 90})
        table.did("damage", "Wren", amount=20, damageType="fire")
        yield table


def hold(table: Table, template: str, **more: Any) -> str:
    """The id of the thing, which Wren holds or wears, attuned where it asks for that; nobody knows what it is."""
    given = table.did("give", "Wren", template=template, identified=False, **more)["results"][0]["item"]["id"]
    item = thing_stats.item_of(table.now.things[given], table.game.book)
    if item.slot or item.weapon_stats or item.use_state == "held":
        table.did("equip", "Wren", itemId=given, **({} if item.slot or item.weapon_stats else {"slot": "offhand"}))
    if item.needs_attunement:
        table.did("attune", "Wren", itemId=given)
    return str(given)


def told(table: Table, thing: str, **fields: Any) -> str:
    """What a player reads."""
    payload = {"operation": "use", "characterName": "Wren", "itemId": thing, **fields}
    return str(table.game.ask(payload, "manage_inventory", "brief", ANN)["text"])


def test_a_ring_of_invisibility_makes_invisible(table: Table) -> None:
    ring = hold(table, "Ring of Invisibility")
    text = told(table, ring)
    assert "no effect" not in text and "Ring of Invisibility" not in text
    assert any(e.name == "invisible" for e in table.thing("Wren").creature.conditions) or "vanish is on" in text


def test_a_thing_with_one_act_plays_it(table: Table) -> None:
    horn = hold(table, "Horn of Blasting")
    before = table.hp("Ogre")
    table.did("use", "Wren", itemId=horn, targets=["Ogre"])
    assert table.hp("Ogre") < before


def test_a_thing_that_does_several_asks_for_the_part_and_names_none(table: Table) -> None:
    gem = hold(table, "Gem of Brightness")
    answer = table.refused("property_required", "use", "Wren", itemId=gem)
    assert not answer["error"].get("allowed")
    assert "Beam" not in told(table, gem)
    assert table.did("use", "Wren", itemId=gem, property="Beam", targets=["Ogre"])["ok"]  # who knows its acts may name one


def test_a_use_that_finds_nothing_costs_no_charge_and_claims_nothing(table: Table) -> None:
    """The pipes do several things, and the scarab answers saves alone."""
    scarab = hold(table, "Scarab of Protection")
    item = thing_stats.item_of(table.now.things[scarab], table.game.book)
    assert "no effect" not in told(table, scarab)
    assert thing_stats.charges_left(table.now.things[scarab], item) == 12


def test_what_an_unknown_potion_lays_has_its_look(table: Table) -> None:
    names = ("Potion of Mind Reading", "Potion of Animal Friendship", "Potion of Climbing", "Potion of Heroism", "Potion of Flying")
    for name in names:
        thing = hold(table, name)
        assert name not in told(table, thing)
    mine = table.game.ask({"operation": "view", "characterName": "Wren"}, "manage_inventory", "full", ANN)["text"]
    assert not [name for name in names if name.removeprefix("Potion of ") in mine]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_refusal_of_an_unknown_thing_names_its_acts(ruleset: Ruleset) -> None:
    """Everything of the book that gives acts: without a word, it plays one or refuses by its look."""
    book = rulebook(ruleset)
    with begun(ruleset=ruleset) as game:
        table = Table(game)
        table.did("create", name="Wren", character={"party": True, "hpMax": 60})
        tried = 0
        for template in book.templates.values():
            item = template.item
            if not item.plays or template.variants or template.scrolls or book.bases_of(template) or item.rarity == "common":
                continue
            given = table.did("give", "Wren", template=template.id, identified=False)["results"][0]["item"]["id"]
            thing = table.now.things[given]
            own = item_acts.unknown_ones(thing, book)
            assert {one.act.name for one in own if not (one.cast and one.cast.scroll)} <= {plain_look(item)}
            answer = game.ask(
                {"operation": "use", "characterName": "Wren", "itemId": given, "dryRun": True}, "manage_inventory", "brief", ANN
            )
            secret = {one.part for one in own if one.word and one.word != plain_look(item) and len(one.word) > 5}
            assert not [word for word in secret if word in str(answer.get("error", ""))], (item.name, answer)
            table.did("remove", "Wren", itemId=given)
            tried += 1
        assert tried > 80
