"""What a commit did at the table is kept with it: once, with all numbers, and no longer after an undo."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.game import Game
from rpg_lite.store import store_maintenance
from rpg_lite.store.store import Store
from rpg_lite.world import deeds
from rpg_lite.world.deeds import KeptDeed
from tests.copies import begun
from tests.operations.table import Table, snapshot
from tests.store import exports
from tests.store.exports import silent


@pytest.fixture
def table():
    with begun() as game:
        here = Table(game)
        here.did("create", name="Thorin", character={"party": True, "classes": ["fighter 5"], "hpMax": 40, "abilities": {"str": 18}})
        spells = {"known": ["Shatter", "Bless"], "prepared": ["Shatter"]}
        here.did("create", name="Elara", character={"party": True, "classes": ["wizard 5"], "hpMax": 27, "spells": spells})
        here.did("give", "Thorin", template="Longsword", equip=True)
        for n in (1, 2):
            here.did("create", template="Ghoul", name=f"Ghoul {n}")
        yield here


def kept(game: Game) -> list[tuple[KeptDeed, ...]]:
    """The deeds of each commit that has some, oldest first."""
    commits = game.store.read(game.campaign.id, lambda at: at.commits(100))
    return [deeds.load(c.deed) for c in reversed(commits) if c.deed]


def last(table: Table) -> KeptDeed:
    (deed,) = kept(table.game)[-1]
    return deed


def test_a_hit_keeps_its_die_its_damage_and_the_hit_points(table: Table) -> None:
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    told = last(table)
    (target,), ids = told.targets, {t.name: t.id for t in snapshot(table.game).things.values()}
    (roll,) = target.attacks
    assert (told.kind, told.who, told.what, target.who) == ("attack", ids["Thorin"], "Longsword", ids["Ghoul 1"])
    assert (roll.faces, roll.total, roll.against, roll.passed, roll.critical) == ((15,), 22, 12, True, False)
    (harm,) = target.harm
    assert (harm.type, harm.dealt, harm.dice) == ("slashing", harm.faces[0] + 4, "1d8")
    assert target.hp is not None and (target.hp.was, target.hp.was - target.hp.now, target.hp.max) == (22, harm.taken, 22)


def test_a_commit_that_does_nothing_at_the_table_keeps_no_deed(table: Table) -> None:
    before = len(kept(table.game))
    table.did("update", "Thorin", character={"hpMax": 44})
    table.did("give", bagName="floor", template="Torch")
    table.send({"operation": "tell", "text": "It is quiet."}, "keep_journal")
    assert len(kept(table.game)) == before


def test_a_dry_run_and_a_refusal_keep_no_deed(table: Table) -> None:
    before = len(kept(table.game))
    assert table.ask("attack", "Thorin", targetName="Ghoul 1", dryRun=True)["ok"]
    assert not table.ask("attack", "Thorin", targetName="Nobody")["ok"]
    assert len(kept(table.game)) == before


def test_a_batch_keeps_its_deeds_in_their_order(table: Table) -> None:
    batch = [
        {"operation": "attack", "characterName": "Thorin", "targetName": "Ghoul 1", "d20": [2]},
        {"operation": "damage", "characterName": "Ghoul 2", "amount": 3, "damageType": "fire"},
    ]
    assert table.send({"batch": batch}, "execute_action")["ok"]
    miss, damage = kept(table.game)[-1]
    assert (miss.kind, miss.targets[0].attacks[0].passed, miss.targets[0].harm) == ("attack", False, ())
    assert (damage.kind, damage.who, damage.targets[0].harm[0].taken) == ("damage", None, 3)


def test_a_death_and_each_target_of_a_spell_are_kept(table: Table) -> None:
    table.did("cast", "Elara", spell="Shatter", targets=["Ghoul 1", "Ghoul 2"])
    told = last(table)
    assert (told.what, told.is_spell, told.paid[0].what, told.dice[0].of) == ("Shatter", True, "slot 2", "thunder")
    assert [t.saves[0].of for t in told.targets] == ["CON save", "CON save"]
    table.did("damage", "Ghoul 1", amount=60, damageType="fire")
    assert last(table).targets[0].died


def test_what_is_not_identified_is_kept_with_its_look(table: Table) -> None:
    table.did("give", "Thorin", template="Flame Tongue Longsword", equip=True, identified=False)
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    assert (last(table).what, last(table).look) == ("Flame Tongue Longsword", "Longsword")


def test_deeds_are_written_and_read_alike(table: Table) -> None:
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    for found in kept(table.game):
        assert deeds.load(deeds.dump(found)) == found
    with pytest.raises(ValidationError):
        deeds.load([{"kind": "attack", "secret": 1}])


def test_an_export_carries_the_deeds(tmp_path: Path) -> None:
    with open_campaign(tmp_path / "here.db", "Saltmarsh", new=True, seed=1) as game:
        here = Table(game)
        here.did("create", name="Thorin", character={"party": True, "hpMax": 20})
        here.did("damage", "Thorin", amount=7, damageType="fire")
        told = kept(game)
    file = exports.export(tmp_path / "here.db", tmp_path / "away.zip")
    with Store.open(tmp_path / "away.db") as away:
        store_maintenance.import_campaign(away, file, None, silent)
    with open_campaign(tmp_path / "away.db", "Saltmarsh") as game:
        assert told and kept(game) == told


FORGED: list[Any] = [[{"kind": "attack", "who": 5}], [{"kind": "dance"}], "all", [["attack"]]]


@pytest.mark.parametrize("forged", FORGED, ids=str)
def test_a_forged_deed_is_refused(forged: Any) -> None:
    with pytest.raises((ValidationError, TypeError)):
        deeds.load(forged)


def test_of_two_rolls_of_a_weapon_the_worse_one_does_not_count() -> None:
    with begun("5.2") as game:
        here = Table(game)
        hero = {"party": True, "classes": ["fighter 5"], "abilities": {"str": 18}, "features": ["Savage Attacker"]}
        here.did("create", name="Thorin", character=hero)
        here.did("give", "Thorin", template="Longsword", equip=True)
        here.did("create", template="Ogre", name="Ogre")
        here.did("attack", "Thorin", targetName="Ogre", d20=[15])
        (harm,) = kept(game)[-1][0].targets[0].harm
        assert len(harm.faces) == len(harm.dropped) == 1 and harm.faces >= harm.dropped and harm.dealt == harm.faces[0] + 4


def newest(table: Table) -> str:
    shown = table.game.table()
    (says,) = [entry["says"] for entry in shown["story"] if entry["rev"] == shown["rev"]]
    return str(says)


def test_a_switch_says_what_stands_now(table: Table) -> None:
    """The page says whether a torch was lit or put out, and which property is on."""
    for item in ("Torch", "Hooded Lantern", "Oil"):
        table.did("give", "Thorin", template=item)
    table.did("give", "Thorin", template="Boots of Speed", equip=True, attune=True)
    for item, said in (
        ("Torch", "lit"), ("Torch", "put out"), ("Hooded Lantern", "lit"), ("Boots of Speed", "click on"), ("Boots of Speed", "click off"),
    ):  # fmt: skip
        table.did("use", "Thorin", itemName=item)
        assert newest(table) == f"Thorin uses {item}: {said}."
    table.did("use", "Thorin", itemName="Hooded Lantern", property="hood")
    assert newest(table) == "Thorin uses Hooded Lantern: hood lowered."
