"""Traps in files: the traps of the user, those of maps in both forms, and what is told of a wrong one."""

import json
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.content import map_files, map_text, map_text_writing, rulebook_loading
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.messages import map_findings
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.store import store_maintenance
from rpg_lite.store.store import Store
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world.map_lint import lacking
from tests.copies import begun
from tests.operations.rooms import did
from tests.operations.table import Table
from tests.rows import each_row

HUM = {"name": "Hum", "detect": 12, "steps": [{"damage": "1d4", "type": "thunder"}, {"say": "It hums; then it stops."}]}
MAP = """# Cellar

## Stairs
trap: Hidden Pit
- north: Vault; door; closed; trap Collapsing Roof; note it creaks; twice
* Chest; trap Poison Needle

## Vault
trap: {"name": "Hum", "detect": 12, "steps": [{"damage": "1d4", "type": "thunder"}, {"say": "It hums\\u003b then it stops."}]}
* Idol; own; trap {"name": "Hidden Pit", "trigger": "take"}
"""


def check(tmp_path: Path, *rows: Any) -> list[str]:
    file = tmp_path / "traps.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    return [str(fault) for fault in rulebook_loading.check(file).faults]


@pytest.mark.parametrize(
    ("given", "key", "why"),
    [
        ({"steps": [{"do": "Hum"}]}, "", "a trap never triggers itself"),
        ({"steps": [{"make": "Goblin"}]}, "", "a place cannot play the step 'make'; allowed: attack, save,"),
        ({"steps": [{"save": "dex", "fail": [{"damage": "1", "type": "fire"}]}]}, "", "needs a dc of its own"),
        ({"steps": [{"save": "dex", "dc": 50, "fail": [{"damage": "1", "type": "fire"}]}]}, "", "dc is 50; takes 1 to 40"),
        ({"steps": [{"attack": "spell", "hit": [{"damage": "1", "type": "fire"}]}]}, "", "attack takes the bonus of the trap"),
        ({"steps": [{"damage": "1", "type": "fire", "to": "self"}]}, "", "goes to 'self', which is the place"),
        ({"steps": [{"apply": "poisond"}]}, "steps[0].apply", "did you mean 'poisoned'?"),
        ({"steps": []}, "steps", "a trap needs at least one step"),
        ({"trigger": "fly"}, "trigger[0]", "allowed: enter, open, pick, take, touch"),
        ({"trigger": []}, "trigger", "at least 1"),
        ({"detect": 0}, "detect.dc", "takes at least 1"),
        ({"detect": {"dc": 10, "skill": "stealth"}}, "detect.skill[0]", "allowed: perception, investigation, arcana"),
        ({"disarm": 41}, "disarm.dc", "takes at most 40"),
        ({"times": 0}, "times", ""),
        ({"trigge": "open"}, "trigge", "did you mean 'trigger'?"),
    ],
)
def test_a_wrong_trap_is_a_fault_with_file_and_key(tmp_path: Path, given: Any, key: str, why: str) -> None:
    (fault, *_) = check(tmp_path, {**HUM, **given})
    assert "traps.json" in fault and '"Hum"' in fault and key in fault and why in fault


def test_a_trap_of_the_user_counts_and_replaces_ours(tmp_path: Path) -> None:
    file = tmp_path / "traps.json"
    file.write_text(json.dumps([HUM, {**HUM, "name": "Hidden Pit", "aliases": ["The Hole"]}]), encoding="utf-8")
    book = rulebook_loading.rulebook("5.1", tmp_path)
    assert book.faults == () and book.trap("hum") == TrapRule.model_validate(HUM)
    hole = book.trap("the hole")
    assert hole is not None and hole.name == "Hidden Pit" and hole.detect and hole.detect.dc == 12


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_our_traps_have_no_faults(ruleset: Ruleset, tmp_path: Path) -> None:
    rows = json.loads((Path(rulebook_loading.__file__).parents[2] / "data" / "traps.json").read_text("utf-8"))
    assert check(tmp_path, *rows) == []


# ── maps ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_map_keeps_its_traps_in_text_and_as_json() -> None:
    plan = map_files.read(MAP)
    stairs, vault = plan.rooms
    assert (stairs.trap, stairs.ways[0].trap, stairs.ways[0].note, stairs.things[0].trap) == (
        "Hidden Pit",
        "Collapsing Roof",
        "it creaks; twice",
        "Poison Needle",
    )
    assert vault.trap == HUM and vault.things[0].trap == {"name": "Hidden Pit", "trigger": "take"}
    assert map_text.parse(map_text_writing.write(plan)) == plan
    assert map_files.read(json.dumps(plan.model_dump(mode="json", by_alias=True))) == plan


@each_row(
    ("line", "why"),
    [
        ('trap: {"name": "Hum", "steps": [{"do": "Hum"}]}', "never triggers itself"),
        ('trap: {"name": "Hum", "detect": 41}', "detect.dc: is 41; takes at most 40"),
        ('trap: {"name": "Hum"', "takes the name of a trap, or one as JSON"),
        ('* Chest; trap {"name": "Hum", "trigger": "fly"}', "allowed: enter, open, pick, take, touch"),
    ],
)
def test_a_wrong_trap_of_a_map_is_a_fault_of_its_line(line: str, why: str) -> None:
    with pytest.raises(Faulty) as raised:
        map_files.read(f"# Cellar\n## Stairs\n{line}\n")
    place, told = raised.value.places[0]
    assert place == "line 3" and why in told


@each_row(
    ("line", "told"),
    [
        ("trap: Hiden Pit", "The trap Hiden Pit should be in Stairs: SRD 5.1 has none; an import turns it into a note of the room."),
        ('trap: {"name": "X", "steps": [{"apply": "poisond"}]}', "The trap X should be in Stairs: steps: there is no condition or effect"),
        ('trap: {"name": "Hiden Pit", "detect": 12}', "Hiden Pit should be in Stairs: SRD 5.1 has none; an import turns it into a note"),
        ("trap: Poison Needle", "Nothing triggers the trap Poison Needle (Stairs): it waits for pick."),
        ("* Chest; trap Hidden Pit", "Nothing triggers the trap Hidden Pit (Chest): it waits for enter."),
        ("- north: outside; trap Poison Needle", "Nothing triggers the trap Poison Needle (north): it waits for pick."),
    ],
)
def test_lint_tells_of_traps_that_cannot_be(line: str, told: str) -> None:
    plan = map_files.read(f"# Cellar\n## Stairs\n{line}\n")
    found = [map_findings.sentence(f) for f in lacking(plan, {"SRD 5.1": rulebook_loading.rulebook("5.1")})]
    assert len(found) == 1 and told in found[0]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_an_imported_map_has_its_traps(ruleset: Ruleset) -> None:
    with begun(ruleset) as game:
        table = Table(game)
        table.did("create", name="Mira", character={"party": True, "hpMax": 90, "abilities": {"wis": 1}})
        before = table.now.world
        did(table, "import_map", document=map_files.read(MAP).model_dump(mode="json", by_alias=True))
        traps = {t.name: t.body["traps"] for t in table.now.things.values() if "traps" in t.body}
        assert traps["Stairs"]["here"] == {"trap": "Hidden Pit"} and traps["Vault"] == {"here": {"trap": HUM}}
        assert traps["Chest"] == {"here": {"trap": "Poison Needle"}} and len(traps["Stairs"]) == 2
        did(table, "join", toName="Stairs")
        assert "Mira triggers a trap: Collapsing Roof (north)." in did(table, "go", direction="north")["text"]
        table.did("undo", rev=table.rev)
        table.did("undo", rev=table.rev - 2)
        table.did("undo", rev=table.rev - 4)
        assert table.now.world == before


@pytest.mark.parametrize("trap", ["Poison Darts of Doom", '{"name": "Poison Darts of Doom", "detect": 12}'])
def test_a_trap_that_the_book_lacks_becomes_a_note_and_a_finding(trap: str) -> None:
    with begun("5.2") as game:
        table = Table(game)
        plan = map_files.read(f"# Cellar\n## Stairs\ntrap: {trap}\n")
        text = did(table, "import_map", document=plan.model_dump(mode="json", by_alias=True))["text"]
        assert "The trap Poison Darts of Doom should be in Stairs" in text
        assert "A trap should be here: the rulebook has no Poison Darts of Doom." in table.thing("Stairs").body["notes"]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_lookup_finds_every_trap_by_its_names_on_a_short_card(ruleset: Ruleset) -> None:
    with begun(ruleset) as game:
        table = Table(game)
        for rule in {t.name: t for t in game.book.traps.values()}.values():
            for name in (rule.name, *rule.aliases):
                text = table.did("lookup", query=name, kind="trap")["text"]
                assert text.startswith(rule.name) and "trigger " in text and len(text.encode()) <= 430
        assert "traps: " in table.did("lookup", query="traps")["text"]


def test_a_campaign_with_traps_is_exported_and_imported(tmp_path: Path) -> None:
    with begun("5.1") as game:
        table = Table(game)
        did(table, "import_map", document=map_files.read(MAP).model_dump(mode="json", by_alias=True))
        did(table, "update", bagName="Vault", trap="found")
        store_maintenance.export_campaign(game.store, game.campaign.id, tmp_path / "cellar.zip", lambda *_: None)
        with Store.open(tmp_path / "away.db") as away:
            store_maintenance.import_campaign(away, tmp_path / "cellar.zip", None, lambda *_: None)
        with rpg_lite.open_campaign(tmp_path / "away.db") as there:
            assert Table(there).now.world == table.now.world
