"""Heroes from Foundry and for Foundry: equal in levels, scores, points, gear, coins and spells, and what is left out is said."""

import copy
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.cli import app
from rpg_lite.content import foundry_actor_export, foundry_actor_import, rulebook_loading
from rpg_lite.content.entry_editions import Faulty
from tests.content.foundry_example import BRENNA, item

BOOK = rulebook_loading.rulebook("5.1")
Json = dict[str, Any]


@pytest.fixture(scope="module")
def hero() -> foundry_actor_import.ReadHero:
    return foundry_actor_import.read(json.dumps(BRENNA), BOOK)


@pytest.fixture
def said(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.delenv("RPG_LITE_CAMPAIGN", raising=False)

    def run_here(*tokens: object) -> tuple[int, str, str]:
        code = app.main([str(t) for t in tokens])
        return code, *capfd.readouterr()

    return run_here


def changed(path: str, value: Any) -> str:
    made: Any = copy.deepcopy(BRENNA)
    *way, last = path.split(".")
    at = made
    for key in way:
        at = at[int(key) if key.isdecimal() else key]
    at[int(last) if last.isdecimal() else last] = value
    return json.dumps(made)


def test_the_numbers_are_those_of_the_file(hero: foundry_actor_import.ReadHero) -> None:
    character = hero.document["character"]
    assert (character["classes"] == ["cleric 5"] and character["choices"] == {"subclass": {"cleric": "Life Domain"}}) or character[
        "choices"
    ]
    assert character["abilities"] == {"str": 16, "dex": 12, "con": 14, "int": 10, "wis": 14, "cha": 8}
    assert (character["hp"], character["hpMax"], character["tempHp"], character["xp"]) == (31, 38, 3, 6500)
    assert character["proficiencies"] == {"skills": {"athletics": 1, "perception": 2}}
    assert (character["race"], character["background"], character["alignment"]) == ("Dwarf", "Acolyte", "Neutral Good")
    assert hero.document["coins"] == {"gp": 27, "sp": 4}


def test_gear_and_spells_come_with_the_hero(hero: foundry_actor_import.ReadHero) -> None:
    assert [entry["item"] for entry in hero.document["equipped"]] == ["Chain Mail", "Shield", "Mace", "Ring of Protection"]
    assert hero.document["equipped"][3]["attuned"] is True
    carried = {entry["item"] if isinstance(entry["item"], str) else entry["item"]["name"]: entry for entry in hero.document["carried"]}
    assert carried["Backpack"]["contents"] == [{"item": "Torch", "quantity": 6}]
    assert carried["Potion of Healing"]["quantity"] == 2
    assert carried["Grandmother's Ladle"]["item"] == {"name": "Grandmother's Ladle", "type": "adventuring_gear", "weight": 1.0}
    assert hero.document["character"]["spells"] == {"cantrips": ["Sacred Flame"], "prepared": ["Bless", "Cure Wounds"]}


def test_what_is_left_out_is_said(hero: foundry_actor_import.ReadHero) -> None:
    said = "; ".join(hero.left_out)
    for part in (
        "Second Breakfast",
        "Spell of Another Book",
        "half proficiency in arcana",
        "Longsword is in hand, too",
        "spent slots of level 1: 2 (system.spells.spell1)",
        "spent hit dice: 1 (items[2].system.hd)",
    ):
        assert part in said
    assert "Channel Divinity" not in said and "Grandmother's Ladle" not in said


def test_the_hero_is_played(tmp_path: Path, said: Any) -> None:
    (tmp_path / "brenna.json").write_text(json.dumps(BRENNA), "utf-8")
    code, told, _ = said("heroes", "import", tmp_path / "brenna.json", "--new", "--db", tmp_path / "p.db")
    assert code == 0 and "Left out:" in told, told
    with open_campaign(tmp_path / "p.db") as game:
        sheet = game.ask({"operation": "character", "characterName": "Brenna"}, "read_campaign", detail="full")["results"][0]
        assert sheet["stats"]["ac"]["value"] == 19 and "HP 31/38" in game.ask({"operation": "party"}, "read_campaign")["text"]
        cast = game.ask({"operation": "cast", "characterName": "Brenna", "spell": "Bless", "targets": ["Brenna"]}, "execute_action")
        assert cast["ok"], cast["text"]
    code, told, _ = said("heroes", "import", tmp_path / "brenna.json", "--db", tmp_path / "p.db")
    assert code == 1 and "Brenna" in told
    assert said("heroes", "import", tmp_path / "brenna.json", "--replace", "--db", tmp_path / "p.db")[0] == 0


def test_out_and_in_again_is_the_same_hero(tmp_path: Path, said: Any) -> None:
    (tmp_path / "brenna.json").write_text(json.dumps(BRENNA), "utf-8")
    assert said("heroes", "import", tmp_path / "brenna.json", "--new", "--db", tmp_path / "p.db")[0] == 0
    assert (
        said("heroes", "export", "Brenna", "--foundry", tmp_path / "out.json", "--sheet", tmp_path / "s.json", "--db", tmp_path / "p.db")[0]
        == 0
    )
    again, first = (
        foundry_actor_import.read((tmp_path / "out.json").read_text("utf-8"), BOOK).document,
        foundry_actor_import.read(json.dumps(BRENNA), BOOK).document,
    )
    for key in ("classes", "abilities", "spells", "proficiencies", "hp", "hpMax", "tempHp", "xp"):
        assert again["character"][key] == first["character"][key], key
    assert again["coins"] == first["coins"]

    def things(document: Json) -> list[tuple[str, int]]:
        entries = [*document["equipped"], *document["carried"], *(c for e in document["carried"] for c in e.get("contents", ()))]
        return sorted((e["item"] if isinstance(e["item"], str) else e["item"]["name"], e.get("quantity", 1)) for e in entries)

    assert things(again) == things(first)
    assert said("heroes", "import", tmp_path / "s.json", "--new", "--campaign", "Second", "--db", tmp_path / "p.db")[0] == 0


def test_the_printed_sheet_has_every_number_with_its_reason_and_no_markup_of_names(tmp_path: Path, said: Any) -> None:
    (tmp_path / "brenna.json").write_text(changed("name", "<b>Brenna</b> & Co"), "utf-8")
    assert said("heroes", "import", tmp_path / "brenna.json", "--new", "--db", tmp_path / "p.db")[0] == 0
    assert said("heroes", "export", "<b>Brenna</b> & Co", "--html", tmp_path / "b.html", "--db", tmp_path / "p.db")[0] == 0
    page = (tmp_path / "b.html").read_text("utf-8")
    assert "<b>Brenna" not in page and "&lt;b&gt;Brenna&lt;/b&gt; &amp; Co" in page
    assert "16 Chain Mail + 2 Shield + 1 Ring of Protection" in page and "☐☐☐☐" in page and "Potion of Healing" in page
    gear = page.partition("<h2>Gear</h2>")[2]
    assert "Potion of Healing" in gear and "lb" in gear and "AC" not in gear and "(c1." not in gear
    assert "<script" not in page and "http" not in page.replace("https://www.w3.org", "")


def test_a_document_is_written_with_the_words_of_foundry() -> None:
    actor = json.loads(
        foundry_actor_export.write({"character": {"name": "A", "classes": ["wizard 3"], "spells": {"cantrips": ["Light"]}}}, BOOK).text
    )
    shown = [i for i in actor["items"] if i["type"] != "feat"]
    assert [(i["name"], i["type"]) for i in shown] == [("Wizard", "class"), ("Light", "spell")]
    assert all(len(i["_id"]) == 16 for i in actor["items"]) and shown[1]["system"]["level"] == 0


# ── bad input ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        (json.dumps(BRENNA)[:-50], "line 1", "cut off"),
        ("[1, 2]", "", "is not an actor"),
        ('{"rects": []}', "", "is not an actor"),
        (json.dumps({"name": "A", "type": "character", "data": {}}), "data", "before 10"),
        (changed("type", "npc"), "type", "heroes"),
        (changed("type", "vehicle"), "type", ""),
        (changed("system.abilities.str.value", "strong"), "system.abilities.str.value", "takes a score"),
        (changed("items.2.system.levels", 21), "items[2].system.levels", "takes 1 to 20"),
        (changed("items", [item("Torch", "loot")] * 1001), "items", "takes at most 1000"),
        (changed("items.0", 7), "items[0]", ""),
        (changed("name", ""), "name", ""),
    ],
)
def test_garbage_is_refused_with_place_and_reason(text: str, place: str, why: str) -> None:
    with pytest.raises(Faulty) as raised:
        foundry_actor_import.read(text, BOOK)
    assert any(at.startswith(place) and why in told for at, told in raised.value.places), raised.value.places


def test_a_refused_file_changes_nothing(tmp_path: Path, said: Any) -> None:
    (tmp_path / "bad.json").write_text(json.dumps(BRENNA)[:-50], "utf-8")
    assert said("campaigns", "create", "A", "--db", tmp_path / "p.db")[0] == 0
    code, _, why = said("heroes", "import", tmp_path / "bad.json", "--db", tmp_path / "p.db")
    assert code == 1 and "bad.json, line 1" in why
    with open_campaign(tmp_path / "p.db", "A") as game:
        assert game.table()["party"] == []
    assert said("heroes", "import", tmp_path / "bad.json", "--new", "--db", tmp_path / "new.db")[0] == 1
    assert not (tmp_path / "new.db").exists()
    (tmp_path / "bad.json").write_text(changed("items.2.system.levels", 21), "utf-8")
    assert said("heroes", "import", tmp_path / "bad.json", "--new", "--db", tmp_path / "new.db")[0] == 1
    assert not (tmp_path / "new.db").exists()
    (tmp_path / "hero.json").write_text(json.dumps(BRENNA), "utf-8")
    code, _, why = said("import", tmp_path / "hero.json", "--db", tmp_path / "p.db")
    assert code == 1 and "heroes import" in why


def test_an_own_item_goes_out_by_its_name(tmp_path: Path, said: Any) -> None:
    belt = {"name": "Belt of the Toll-Keeper", "type": "wondrous", "slot": "belt", "modifiers": [{"target": "ac", "op": "add", "value": 1}]}
    (tmp_path / "belt.json").write_text(json.dumps(belt), "utf-8")
    with open_campaign(tmp_path / "p.db", items=[tmp_path / "belt.json"]) as game:
        game.ask({"operation": "create", "name": "Brenna", "character": {"party": True, "classes": ["fighter 1"]}}, "manage_character")
        for name in ("Belt of the Toll-Keeper", "Longsword +1"):
            assert game.ask({"operation": "give", "characterName": "Brenna", "template": name}, "manage_inventory")["ok"]
    out = ("heroes", "export", "Brenna", "--foundry", tmp_path / "b.json", "--db", tmp_path / "p.db")
    assert said(*out, "--items", tmp_path / "belt.json")[0] == 0
    items = {i["name"] for i in json.loads((tmp_path / "b.json").read_text("utf-8"))["items"]}
    assert "Belt of the Toll-Keeper" in items and {"Longsword +1", "+1 Longsword"} & items, items
    assert said(*out)[0] == 0
    items = {i["name"] for i in json.loads((tmp_path / "b.json").read_text("utf-8"))["items"]}
    assert "Belt Of The Toll Keeper" in items


def test_a_large_file_is_refused_quickly() -> None:
    """Before anything is made of it: a list of five million takes 40 MB."""
    text = '{"items": [' + "1," * 5_000_000
    tracemalloc.start()
    with pytest.raises(Faulty, match="takes at most"):
        foundry_actor_import.read(text, BOOK)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1_000_000


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_feature_of_the_class_is_not_left_out_and_exhaustion_is(ruleset: Any) -> None:
    book = rulebook_loading.rulebook(ruleset)
    levels = {"name": "Fighter", "type": "class", "system": {"levels": 2, "identifier": "fighter"}}
    winds = [{"name": name, "type": "feat", "system": {}} for name in ("Second Wind", "Sneak Attack")]
    system = {**BRENNA["system"], "attributes": {**BRENNA["system"]["attributes"], "exhaustion": 1}}
    told = "; ".join(foundry_actor_import.read(json.dumps({**BRENNA, "system": system, "items": [levels, *winds]}), book).left_out)
    assert "Second Wind" not in told and "Sneak Attack" in told and "level 1 of exhaustion" in told


@pytest.mark.parametrize(
    ("race", "of_file", "written"),
    [("Halfling", "sm", "sm"), ("Halfling", "med", "sm"), ("Dwarf", "med", "med"), ("Kobold", "sm", "sm"), ("Human", "med", "med")],
)
def test_the_size_is_that_of_the_species(race: str, of_file: str, written: str) -> None:
    actor = copy.deepcopy(BRENNA)
    actor["items"] = [item(race, "race"), *(i for i in actor["items"] if i["type"] != "race")]
    actor["system"]["traits"]["size"] = of_file
    found = foundry_actor_import.read(json.dumps(actor), BOOK)
    assert json.loads(foundry_actor_export.write(found.document, BOOK).text)["system"]["traits"]["size"] == written
    assert any("here a halfling is small" in told for told in found.left_out) == ((race, of_file) == ("Halfling", "med"))


def test_a_species_of_two_sizes_keeps_the_one_chosen() -> None:
    book, actor = rulebook_loading.rulebook("5.2"), copy.deepcopy(BRENNA)
    actor["items"] = [item("Human", "race"), *(i for i in actor["items"] if i["type"] != "race")]
    actor["system"]["traits"]["size"] = "sm"
    document = foundry_actor_import.read(json.dumps(actor), book).document
    assert document["character"]["size"] == "small"
    assert json.loads(foundry_actor_export.write(document, book).text)["system"]["traits"]["size"] == "sm"
