"""Players read no roll of a foe, none of its traits, no bonus of an unidentified thing, and nothing from a room where they do not stand."""

from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.views.page.rolls import Readers, rolls
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.events import Rolled
from rpg_lite.world.history_records import Commit
from tests.copies import begun, copy_of, laid_alike
from tests.operations.dice import falling
from tests.operations.table import TOOL_OF, Answer, Table

ANN: Final = Caller("player", "Ann", characters=("Hero",))
SCORES: Final = {"str": 18, "dex": 16, "con": 14, "wis": 14, "int": 14, "cha": 16}
CLASSES: Final = ["fighter 5", "monk 5", "rogue 5"]


def make(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"classes": CLASSES, "abilities": SCORES, "party": True, "hpMax": 200})
    table.did("create", name="Pal", character={"classes": ["cleric 5"], "party": True})
    table.did("create", name="Foe", character={"hpMax": 200, "abilities": {"con": 20, "dex": 17}, "type": "giant", "party": False})
    for weapon in ("Maul", "Shortsword"):
        table.did("give", "Hero", template=weapon, equip=weapon == "Maul")
    return table.game


@laid_alike
def seated(ruleset: Ruleset = "5.2") -> Table:
    table = Table(copy_of(make, ruleset))
    table.roll_with(falling(15, face=3))
    return table


def plays(table: Table, operation: str, detail: str = "full", **fields: Any) -> Answer:
    """The answer that a player reads."""
    payload = {"operation": operation, **fields}
    return table.game.ask(payload, TOOL_OF[operation], detail, ANN)  # type: ignore[arg-type]


def rolled(answer: Answer) -> list[str]:
    assert answer["ok"], answer["text"]
    return [roll["dice"] for result in answer["results"] for roll in result.get("rolls", ())]


# ── rolls ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_toppled_foe_rolls_in_secret() -> None:
    answer = plays(seated(), "attack", targetName="Foe", itemName="Maul", **{"with": ["Topple"]})
    assert "Topple: CON save DC" in answer["text"] and "Foe" in answer["text"]
    assert rolled(answer) == ["1d20+9", "2d6"] and "1d20+5" not in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_stunned_foe_rolls_in_secret(ruleset: Ruleset) -> None:
    answer = plays(seated(ruleset), "attack", targetName="Foe", itemName="Unarmed Strike", **{"with": ["Stunning Strike"]})
    assert "Stunning Strike" in answer["text"]
    assert not any("+5" in dice for dice in rolled(answer)) and "1d20+5" not in answer["text"]


BLADE: Final[dict[str, Any]] = {
    "name": "Blade", "type": "weapon", "slot": "mainhand",
    "weaponStats": {"damageDice": "1d6", "damageType": "slashing", "category": "simple_melee"},
}  # fmt: skip
RIDERS: Final[dict[str, list[dict[str, Any]]]] = {
    "save": [{"save": "con", "dc": 12, "fail": [{"apply": {"conditions": ["prone"]}}]}],
    "check": [{"check": "athletics", "dc": 12, "fail": [{"apply": {"conditions": ["prone"]}}]}],
    "contest": [{"check": "athletics", "against": "athletics", "fail": [{"apply": {"conditions": ["prone"]}}]}],
}


@pytest.mark.parametrize("kind", ["save", "check"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_foe_rolls_in_secret_whatever_a_rider_asks(ruleset: Ruleset, kind: str) -> None:
    table = seated(ruleset)
    rider = {"rider": "hit", "auto": True, "steps": RIDERS[kind]}
    table.did("give", "Hero", item={**BLADE, "riders": [rider]}, equip=True)
    answer = plays(table, "attack", targetName="Foe", itemName="Blade")
    assert len(rolled(answer)) == 2, answer["text"]
    table.did("undo")
    assert (
        len(
            rolled(
                table.game.ask(
                    {"operation": "attack", "characterName": "Hero", "targetName": "Foe", "itemName": "Blade"}, "execute_action", "full"
                )
            )
        )
        == 3
    )


def test_a_lucky_foe_rolls_in_secret_twice() -> None:
    table = seated()
    flags = [{"target": "flag", "op": "grant", "value": "rerolls_ones"}]
    table.did("update", "Foe", character={"modifiers": flags})
    table.roll_with(falling(15, 1, 9, face=3))
    answer = plays(table, "attack", targetName="Foe", itemName="Maul", **{"with": ["Topple"]})
    assert "rolled again" not in answer["text"] and len(rolled(answer)) == 2


def test_the_page_shows_no_roll_of_a_foe() -> None:
    fell = (Rolled("1d20+7", (15,), 22, "attack", "attack c1.1>c3.1"), Rolled("1d20+5", (5,), 10, "save", "save c3.1 Topple"))
    commit = Commit(4, "execute_action", None, "", {"text": "Hero attacks Foe: 22, a hit."}, None, 0, fell)
    shown = rolls([(commit, Readers({"c1.1": "Hero"}, {"c1.1": "Hero", "c3.1": "Foe"}))])
    assert [row["dice"] for row in shown] == ["1d20+7"]


# ── traits ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_foes_trait_speaks_to_the_game_master() -> None:
    table = seated()
    table.did("create", name="Grull", template="Troll")
    table.did("damage", "Grull", amount=50, damageType="fire")
    payload = {"operation": "attack", "characterName": "Hero", "targetName": "Grull", "itemName": "Maul"}
    steps = [{"on": "damaged", "then": [{"say": "act Loathsome Limbs, a limb falls off."}, {"damage": "1", "type": "fire", "to": "other"}]}]
    table.did("update", "Grull", character={"features": [{"name": "Hot Blood", "on": steps}]})
    read = plays(table, "attack", targetName="Grull", itemName="Maul")
    assert "Hot Blood: Hero: 1 fire damage" in read["text"] and "limb" not in str(read)
    table.did("undo")
    assert "a limb falls off" in table.game.ask(payload, "execute_action", "full")["text"]


def test_nobody_reads_why_a_troll_does_not_die() -> None:
    table = seated()
    table.did("create", name="Grull", template="Troll")
    table.did("damage", "Grull", amount=93, damageType="fire")
    read = plays(table, "attack", targetName="Grull", itemName="Maul")["text"]
    assert "Grull: down" in read and "dies only" not in read
    table.did("undo")
    assert "dies only" in table.did("attack", "Hero", targetName="Grull", itemName="Maul")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_does_nothing_to_a_foe_is_not_explained(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    grants = [{"target": "condition_immunity", "op": "grant", "value": "frightened"}]
    table.did("update", "Foe", character={"modifiers": grants})
    table.did("give", "Hero", item={"name": "Horn", "type": "wondrous", "useState": "carried", "acts": [
        {"name": "Dread", "targets": "1", "steps": [{"apply": {"conditions": ["frightened"]}}]}]})  # fmt: skip
    read = plays(table, "act", act="Dread", targets=["Foe"])
    assert "Foe: not affected" in read["text"] and "immune" not in str(read)
    assert "immune to frightened" in table.did("act", "Hero", act="Dread", targets=["Foe"])["text"]


# ── unidentified things ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("template", ["Maul +1", "Maul +2", "Maul +3", "Berserker Axe"])
def test_the_parts_of_a_number_tell_no_bonus(ruleset: Ruleset, template: str) -> None:
    table = seated(ruleset)
    base = {"base": "Greataxe"} if template == "Berserker Axe" else {}
    table.did("give", "Hero", template=template, identified=False, equip=True, **base)
    look = "Greataxe" if base else "Maul"
    read = plays(table, "character", characterName="Hero", stats=["attacks"])
    assert f"+ {template[-1]} {look}" not in read["text"] and f"{look} to hit" in read["text"]
    assert not any(
        line.get("name") == look and line.get("op") == "add"
        for one in read["results"][0]["stats"].values()
        for line in one.get("lines", ())
    )


@pytest.mark.parametrize("template", ["Maul +1", "Flame Tongue", "Plate Armor +2", "Sun Blade"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_unidentified_thing_sells_as_what_it_looks_like(ruleset: Ruleset, template: str) -> None:
    table = seated(ruleset)
    table.did("create", name="Odo", character={"hpMax": 9})
    table.did("give", "Odo", template="Gold Piece", quantity=2000)
    table.did("shop", "Odo")
    base = {"base": "Longsword"} if template == "Flame Tongue" else {}
    table.did("give", "Hero", template=template, identified=False, **base)
    look = next(t.name for t in table.now.things.values() if t.kind == "item" and not t.item.is_identified)
    look = base.get("base", "") or {"Sun Blade": "Longsword"}.get(template, look.split(" +")[0])
    sold = plays(table, "sell", itemName=look, toName="Odo", quantity=1)
    assert sold["ok"], sold["text"]
    table.did("give", "Hero", template=look)
    again = plays(table, "sell", itemName=look, toName="Odo", quantity=1)
    assert sold["text"].partition(";")[0] == again["text"].partition(";")[0]


# ── rooms ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_player_looks_around_where_the_own_hero_stands() -> None:
    table = seated()
    assert table.send({"operation": "create", "name": "Crypt", "direction": "north"}, "manage_room")["ok"]
    for name in ("Pal", "Foe"):
        assert table.send({"operation": "join", "characterName": name, "toName": "Crypt"}, "manage_room")["ok"]
    for operation in ("who", "look", "exits"):
        assert plays(table, operation, characterName="Pal")["error"]["code"] == "looks_elsewhere"
        assert plays(table, operation)["ok"] and plays(table, operation, characterName="Hero")["ok"]
    assert plays(table, "look", bagName="Crypt")["error"]["code"] == "looks_elsewhere"
    said = plays(table, "say", text="Hello?", toName="Foe")
    assert said["error"]["code"] == "out_of_reach"
    assert plays(table, "say", text="Hello?", toName="Pal")["ok"]  # the table talks
    assert table.send({"operation": "join", "characterName": "Hero", "toName": "Crypt"}, "manage_room")["ok"]
    assert plays(table, "look", bagName="Crypt")["ok"] and plays(table, "say", text="Hello?", toName="Foe")["ok"]
