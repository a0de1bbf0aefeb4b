"""Who is near whom is said once: auras reach every later roll, until somebody leaves the room or is said to be apart."""

import json
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table

SCORES = dict.fromkeys(ABILITIES, 10)


def create(table: Table, name: str, of: str = "", **more: Any) -> None:
    table.did("create", name=name, character={"abilities": SCORES, "hpMax": 60, **({"classes": [of], "party": True} if of else {}), **more})


@laid_alike
def company(ruleset: Ruleset, level: int = 18) -> Table:
    table = Table(begun(ruleset))
    create(table, "Roland", f"paladin {level}", abilities=SCORES | {"cha": 18})
    create(table, "Pip", "rogue 5")
    create(table, "Mira", "wizard 9")
    create(table, "Foe")
    return table


def saved(table: Table, who: str, ability: str = "con") -> str:
    return str(table.did("save", who, ability=ability, d20=[10])["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_aura_counts_from_then_on_in_and_out_of_fights(ruleset: Ruleset) -> None:
    table = company(ruleset)
    assert "Said once (near, characterName Roland), it counts until they part." in saved(table, "Pip")
    assert "Roland is near Pip, until one of them leaves." in table.did("near", "Roland", names=["Pip"])["text"]
    assert "CON save: 14" in saved(table, "Pip")
    assert "CON save: 10" in saved(table, "Mira")
    table.did("cast", "Mira", spell="Fireball", targets=["Pip"], d20=[10], force=True)
    told = table.did("start_fight", names=["Roland", "Pip", "Foe"], d20=[20, 10, 1])["text"]
    assert "Roland" in told
    assert "CON save: 14" in saved(table, "Pip")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_on_somebody_near_meets_the_aura_although_nobody_names_its_bearer(ruleset: Ruleset) -> None:
    table = company(ruleset)
    table.did("near", "Pip", names=["Roland"])
    told = table.did("cast", "Mira", spell="Hold Person", targets=["Pip"], d20=[10], force=True)["text"]
    assert "Roland's aura of protection: +4 to the WIS save of Pip." in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_auras_of_courage_and_devotion_ward_those_who_are_near(ruleset: Ruleset) -> None:
    table = company(ruleset)
    table.did("update", "Roland", character={"choices": {"subclass": "devotion"}})
    table.did("near", "Roland", names=["Pip"])
    for spell, condition in (("Fear", "frightened"), ("Charm Person", "charmed")):
        create(table, f"Caster of {spell}", "wizard 9", party=False)
        for who in ("Pip", "Mira"):
            table.did("cast", f"Caster of {spell}", spell=spell, targets=[who], d20=[1], force=True)
        named = {who: [c["name"] for c in table.thing(who).body.get("conditions", ())] for who in ("Pip", "Mira")}
        assert condition not in named["Pip"]
        assert condition in named["Mira"]


def test_a_captain_helps_the_attacks_and_saves_of_its_own_side_alone() -> None:
    table = Table(begun("5.2"))
    table.did("create", template="Hobgoblin Captain")
    table.did("create", template="Goblin Warrior")
    create(table, "Pip", "rogue 5")
    table.did("near", "Hobgoblin Captain", names=["Goblin Warrior", "Pip"])
    assert "advantage" in table.did("attack", "Goblin Warrior", targetName="Pip", seed=1)["text"]
    assert "advantage" in table.did("save", "Goblin Warrior", ability="wis", seed=1)["text"]
    assert "advantage" not in table.did("save", "Pip", ability="wis", seed=1)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sword_s_aura_reaches_those_who_are_near(ruleset: Ruleset) -> None:
    table = company(ruleset)
    table.did("give", "Roland", template="Holy Avenger Longsword", equip=True)
    table.did("attune", "Roland", itemName="Holy Avenger Longsword")
    table.did("near", "Roland", names=["Pip"])
    told = table.did("cast", "Mira", spell="Hold Person", targets=["Pip"], seed=1, force=True)["text"]
    assert "advantage" in told


def test_it_ends_when_one_of_them_leaves_and_does_not_come_back_with_them() -> None:
    table = company("5.1")
    table.send({"operation": "create", "name": "Vault", "fromName": "Lobby", "direction": "east"}, "manage_room")
    table.did("near", "Roland", names=["Pip", "Mira"])
    before = table.now
    table.did("go", "Pip", direction="east")
    assert "CON save: 10" in saved(table, "Pip")
    table.did("go", "Pip", direction="west")
    assert "CON save: 10" in saved(table, "Pip")
    assert "CON save: 14" in saved(table, "Mira")
    for _ in range(5):
        table.send({"operation": "undo"}, "manage_room")
    assert before.things["r0.2"].body["near"]


def test_who_is_said_to_be_apart_is_no_longer_reached() -> None:
    table = company("5.1")
    table.did("near", "Roland", names=["party"])
    assert "Roland and Pip are apart. Roland is near Mira, until one of them leaves." in table.did("near", "Roland", apart=["Pip"])["text"]
    assert "CON save: 14" in saved(table, "Mira")
    assert "CON save: 10" in saved(table, "Pip")
    table.did("undo", rev=table.rev - 2)
    assert "CON save: 14" in saved(table, "Pip")


def test_who_retires_leaves_nobody_near() -> None:
    table = company("5.1")
    table.did("near", "Roland", names=["Pip"])
    table.did("retire", "Pip")
    assert "near" not in table.now.things["r0.2"].body


@pytest.mark.parametrize("state", ["unconscious", "dead"])
def test_the_aura_of_the_fallen_sleeps(state: str) -> None:
    table = company("5.1")
    table.did("near", "Roland", names=["Pip"])
    if state == "dead":
        table.did("damage", "Roland", amount=500, damageType="slashing")
    else:
        table.did("apply", "Roland", condition="unconscious")
    assert "CON save: 10" in saved(table, "Pip")


def test_of_two_auras_of_one_name_the_higher_counts() -> None:
    table = company("5.1")
    create(table, "Ulf", "paladin 6", abilities=SCORES | {"cha": 14})
    table.did("near", "Pip", names=["Roland", "Ulf"])
    assert "CON save: 14" in saved(table, "Pip")


def test_it_is_shown_exported_and_kept() -> None:
    table = company("5.1")
    table.did("near", "Roland", names=["Pip"])
    assert "Near each other: Roland and Pip." in table.did("look")["text"]
    assert "Near each other: Roland and Pip." in table.send({"operation": "context"}, "read_campaign")["text"]
    kept = json.dumps(table.now.things["r0.2"].body)
    assert "c1_1~c2_1" in kept


def test_what_makes_no_sense_is_refused() -> None:
    table = company("5.1")
    table.send({"operation": "create", "name": "Vault", "fromName": "Lobby", "direction": "east"}, "manage_room")
    table.did("go", "Mira", direction="east")
    table.refused("near_itself", "near", "Roland", names=["Roland"])
    table.refused("near_and_apart", "near", "Roland", names=["party"], apart=["Pip"])
    table.refused("near_elsewhere", "near", "Roland", names=["Mira"])
    table.refused("near_whom", "near", "Roland")
    assert not table.ask("near", "Roland", names=["Nobody"])["ok"]


def test_a_player_says_it_of_an_own_hero_and_learns_of_nobody_hidden() -> None:
    table = company("5.1")
    table.send({"operation": "hide", "characterName": "Foe"}, "manage_room")
    player = Caller("player", "Ann", characters=("Pip",))

    def ask(**payload: Any) -> Any:
        return table.game.ask({"operation": "near", "characterName": "Pip", **payload}, "execute_action", "brief", player)

    assert ask(names=["Roland"])["ok"]
    assert "Foe" not in ask()["text"]
    assert ask(names=["Foe"])["text"].replace("Foe", "Fo") == ask(names=["Fo"])["text"]
    table.did("near", "Foe", names=["Pip"])
    assert "Foe" not in ask(names=["Mira"])["text"]
    assert not table.game.ask({"operation": "near", "characterName": "Roland", "names": ["Pip"]}, "execute_action", "brief", player)["ok"]
