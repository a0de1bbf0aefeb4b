"""Rooms are bright, dim or dark, and looking, searching and attacking say and count it (SRD, Vision and Light)."""

from typing import Any

import pytest

from rpg_lite.content import map_text, map_text_writing
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
KEEN = {"senses": {"darkvision": 60}}


def table(ruleset: Ruleset = "5.1", light: str | None = None, **of_bo: Any) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Bo", character={"classes": ["fighter 1"], "party": True, **of_bo})
    box.accept("give", "Bo", template="Shortsword", equip=True)
    box.accept("create", name="Imp", character={"hpMax": 100, **KEEN})
    if light:
        assert box.send({"operation": "update", "bagName": "floor", "light": light}, "manage_room")["ok"]
    return box


def attack(box: Sandbox, **more: Any) -> str:
    return str(box.did("attack", "Bo", targetName="Imp", **more))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("light", "senses", "dice"),
    [(None, {}, "1d20"), ("bright", {}, "1d20"), ("dim", {}, "1d20"), ("dark", {}, "2d20kl1"), ("dark", KEEN, "1d20")],
)
def test_who_sees_nothing_attacks_with_disadvantage(ruleset: Ruleset, light: str | None, senses: dict[str, Any], dice: str) -> None:
    told = attack(table(ruleset, light, **senses))
    assert f"{dice}+" in told and ("Bo does not see Imp" in told) == (dice != "1d20")


def test_who_is_not_seen_attacks_with_advantage() -> None:
    assert "2d20kh1" in str(table("5.1", "dark").did("attack", "Imp", targetName="Bo"))


def test_a_torch_and_the_word_of_the_game_master_help() -> None:
    box = table("5.1", "dark")
    assert "1d20+" in attack(box, **{"with": ["sees"]})
    box.accept("give", "Bo", template="Torch")
    box.accept("use", "Bo", itemName="Torch")
    assert "1d20+" in attack(box)


@each_row(("light", "senses", "mode", "dice"), [
    ("dim", {}, None, "2d20kl1"), ("dim", KEEN, None, "1d20"), ("dark", KEEN, None, "2d20kl1"), ("dark", {}, None, "1d20"),
    ("dark", {}, "normal", "1d20"), ("bright", {}, None, "1d20"), (None, {}, None, "1d20"),
])  # fmt: skip
def test_perception_by_sight(light: str | None, senses: dict[str, Any], mode: str | None, dice: str) -> None:
    told = str(table("5.1", light, **senses).did("check", "Bo", skill="perception", **({"mode": mode} if mode else {})))
    assert f"'{dice}" in told or f" {dice}" in told


@pytest.mark.parametrize(("light", "total"), [(None, 10), ("dim", 5)])
def test_a_passive_search_in_dim_light_has_5_less(light: str | None, total: int) -> None:
    assert f"passive Perception: {total}" in table("5.1", light).did("search", "Bo", passive=True, dc=30)["text"]


def test_looking_says_the_light_its_source_and_who_sees_better() -> None:
    box = table("5.1", "dark", **KEEN)
    assert "Dark; for Bo, with darkvision, dim." in box.did("look", "Bo")["text"]
    box.accept("give", "Bo", template="Candle")
    box.accept("use", "Bo", itemName="Candle")
    assert "Bright light (Candle)." in box.did("look", "Bo")["text"]
    box.accept("use", "Bo", itemName="Candle")
    assert "Dark;" in box.did("look", "Bo")["text"]


def test_a_light_spell_lights_the_room() -> None:
    box = table("5.1", "dark", classes=["wizard 1"], spells={"cantrips": ["Light"]})
    box.accept("cast", "Bo", spell="Light")
    assert "Bright light (Light)." in box.did("look", "Bo")["text"]


def test_a_room_without_the_word_says_nothing() -> None:
    assert "light" not in table().did("look", "Bo")["text"].casefold()


@pytest.mark.parametrize("light", ["bright", "dim", "dark"])
def test_a_map_keeps_the_light(light: str) -> None:
    plan = map_text.parse(f"# M\n\n## Cave\nlight: {light}\n")
    assert plan.rooms[0].light == light and map_text.parse(map_text_writing.write(plan)) == plan


def test_another_word_is_a_fault_by_its_line() -> None:
    with pytest.raises(Faulty) as fault:
        map_text.parse("# M\n## Cave\nlight: gloomy\n")
    assert fault.value.places[0] == ("line 3", "is 'gloomy'; allowed: bright, dim, dark")


def test_in_darkness_of_a_spell_neither_sees_the_other_in_a_bright_room() -> None:
    box = table("5.1", None, classes=["warlock 5"], spells={"known": ["Darkness"]})
    box.accept("cast", "Bo", spell="Darkness", targets=["Imp"], force=True)
    told = attack(box)
    assert "Bo does not see Imp" in told and "Imp does not see Bo" in told and "2d20" not in told


@pytest.mark.stored
def test_a_torch_in_a_third_hand_lights_the_room_of_a_stored_campaign() -> None:
    with begun() as game:
        made = Table(game)
        for name in ("Bo", "Al"):
            made.did("create", name=name, character={"classes": ["fighter 1"], "party": True})
        made.did("create", name="Imp", character={"hpMax": 100, **KEEN})
        made.did("give", "Al", template="Torch")
        assert made.send({"operation": "update", "bagName": "floor", "light": "dark"}, "manage_room")["ok"]
        assert "does not see" in made.did("attack", "Bo", targetName="Imp")["text"]
        assert "sees nothing" in made.did("check", "Bo", skill="perception")["text"]
        made.did("use", "Al", itemName="Torch")
        assert "does not see" not in made.did("attack", "Bo", targetName="Imp")["text"]
        assert "sees nothing" not in made.did("check", "Bo", skill="perception")["text"]
        assert "sees nothing" not in made.did("search", "Bo", dc=10)["text"]
        assert "Bright light (Torch)." in made.did("look", "Bo")["text"]
        made.did("undo")


DEEDS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "attack": ("attack", "Bo", {"targetName": "Imp"}),
    "opportunity attack": ("act", "Bo", {"act": "Opportunity Attack", "targets": ["Imp"]}),
    "multiattack": ("act", "Ape", {"act": "Multiattack", "targets": ["Imp"]}),
    "own act": ("act", "Bo", {"steps": [{"attack": 5, "hit": [{"damage": "1d6", "type": "fire"}]}], "targets": ["Imp"]}),
    "spell": ("cast", "Bo", {"spell": "Fire Bolt", "targets": ["Imp"]}),
    "item": ("use", "Bo", {"itemName": "Alchemist's Fire", "targetName": "Imp"}),
}
"""Deeds that roll to hit: operation, who does it, and the rest of the call."""


@pytest.mark.stored
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_deed_that_rolls_to_hit_counts_a_light_on_the_floor_and_in_a_third_hand(ruleset: Ruleset) -> None:
    with begun(ruleset) as game:
        made = Table(game)
        made.did("create", name="Bo", character={"classes": ["wizard 1"], "party": True, "spells": {"cantrips": ["Fire Bolt"]}})
        made.did("create", name="Al", character={"classes": ["fighter 1"], "party": True})
        made.did("create", name="Ape", template="Ape")
        made.did("create", name="Imp", character={"hpMax": 1000, **KEEN})
        made.did("give", "Bo", template="Alchemist's Fire", quantity=20)
        assert made.send({"operation": "update", "bagName": "floor", "light": "dark"}, "manage_room")["ok"]

        def blind() -> set[str]:
            told = {name: made.did(op, who, **more, force=True)["text"] for name, (op, who, more) in DEEDS.items()}
            return {name for name, text in told.items() if "does not see Imp" in text}

        rolls_to_hit = {*DEEDS} - ({"item"} if ruleset == "5.2" else set())
        assert blind() == rolls_to_hit
        made.did("give", "Al", template="Torch")
        made.did("use", "Al", itemName="Torch")
        assert blind() == set()
        made.did("transfer", itemName="Torch", characterName="Al", toName="floor")
        assert blind() == set()
