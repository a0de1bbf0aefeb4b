"""Barriers of magic where places count: what passes them, what sees through them, and what they keep out (SRD, Wall of Force, Forcecage, Antilife Shell,
Wind Wall).
"""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import put, turn_of, where
from tests.operations.halls import casts, hall
from tests.operations.table import Table

pytestmark = pytest.mark.stored
BOULDER = {"5.1": "Rock", "5.2": "Boulder"}


def refused(table: Table, operation: str, who: str, **fields: Any) -> str:
    answer = table.ask(operation, who, **fields)
    assert not answer["ok"], answer["text"]
    return str(answer["text"])


@laid_alike
def sphere_of_force(ruleset: Ruleset) -> Table:
    """Goblin 1 stands in a sphere of force around I5, Goblin 2 outside at K4."""
    table = hall(ruleset)
    casts(table, "Wall of Force", choice="sphere", at="on Goblin 1", force=True)
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_leaves_a_sphere_of_force(ruleset: Ruleset):
    table = sphere_of_force(ruleset)
    turn_of(table, "Goblin 1")
    assert "no way leads Goblin 1 to O5" in refused(table, "move", "Goblin 1", to="O5")
    assert "moves 5 ft" in table.did("move", "Goblin 1", to="J5")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_comes_into_a_sphere_of_force(ruleset: Ruleset):
    table = sphere_of_force(ruleset)
    turn_of(table, "Oda")
    assert "no way leads Oda" in refused(table, "move", "Oda", to="H5")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_is_aimed_through_force_and_everybody_sees_through_it(ruleset: Ruleset):
    table = sphere_of_force(ruleset)
    turn_of(table, "Elara")
    assert "total cover (Wall of Force)" in refused(table, "cast", "Mira", spell="Fire Bolt", targets=["Goblin 1"], force=False)
    standing = table.game.ask({"operation": "where", "characterName": "Oda"}, "read_campaign", "full")["results"][0]["standing"]
    assert next(one for one in standing if one["name"] == "Goblin 1")["sees"] is True


@pytest.mark.parametrize("ruleset", RULESETS)
def test_areas_stop_at_force(ruleset: Ruleset):
    table = sphere_of_force(ruleset)
    put(table, Mira="T4")
    fireball = {"operation": "cast", "characterName": "Mira", "spell": "Fireball", "at": "L4", "force": True, "dryRun": True}
    caught = table.send(fireball, "execute_action", "full")["results"][0]["area"]["caught"]
    assert "Goblin 2" in caught and "Goblin 1" not in caught


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_thrown_at_force_bursts_before_it(ruleset: Ruleset):
    table = sphere_of_force(ruleset)
    fireball = {"operation": "cast", "characterName": "Mira", "spell": "Fireball", "at": "K4", "force": True, "dryRun": True}
    area = table.send(fireball, "execute_action", "full")["results"][0]["area"]
    assert area["at"] == "H7", "beside the sphere on the way from C11 to K4, and not at the caster's feet"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_step_through_the_mist_leads_out_of_force(ruleset: Ruleset):
    table = hall(ruleset)
    put(table, Clem="I12", Mira="C11")
    casts(table, "Wall of Force", choice="sphere", at="C11", force=True)
    turn_of(table, "Mira")
    casts(table, "Misty Step", "Mira", to="C6", force=True)
    assert where(table, "Mira").startswith("Mira at C6")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_force_goes_with_the_spell(ruleset: Ruleset):
    table = sphere_of_force(ruleset)
    table.did("end", "Elara", spell="Wall of Force")
    turn_of(table, "Goblin 1")
    assert "moves" in table.did("move", "Goblin 1", to="O5")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_panels_of_force_are_seen_through(ruleset: Ruleset):
    table = hall(ruleset)
    casts(table, "Wall of Force", choice="panels", at="F1", toward="south", force=True)
    standing = table.game.ask({"operation": "where", "characterName": "Elara"}, "read_campaign", "full")["results"][0]["standing"]
    seen = next(one for one in standing if one["name"] == "Goblin 1")
    assert seen["sees"] is True and seen["cover"] == "total" and seen["coverBy"] == "Wall of Force"


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("form", ["cage", "box"])
def test_effects_pass_the_bars_of_a_cage_and_not_a_box(ruleset: Ruleset, form: str):
    table = hall(ruleset)
    casts(table, "Forcecage", choice=form, at="on Goblin 1", force=True)
    turn_of(table, "Goblin 1")
    refused(table, "move", "Goblin 1", to="R5")
    turn_of(table, "Mira")
    answer = table.ask("cast", "Mira", spell="Fire Bolt", targets=["Goblin 1"])
    assert answer["ok"] == (form == "cage"), answer["text"]


@laid_alike
def shell(ruleset: Ruleset) -> Table:
    """Nara stands in her shell at I5, a goblin beside it, a skeleton and an ally farther off."""
    table = hall(ruleset, Bones=("I9", {"template": "Skeleton"}))
    put(table, Goblin_1="L5", Goblin_2="T4", Oda="I12", Nara="I5")
    turn_of(table, "Nara")
    casts(table, "Antilife Shell", "Nara", force=True)
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_living_do_not_come_into_an_antilife_shell(ruleset: Ruleset):
    table = shell(ruleset)
    turn_of(table, "Goblin 1")
    assert "no way" in refused(table, "move", "Goblin 1", to="K5")
    turn_of(table, "Bones")
    assert "moves" in table.did("move", "Bones", to="I6")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hands_do_not_reach_through_a_shell_and_missiles_and_spells_do(ruleset: Ruleset):
    table = shell(ruleset)
    put(table, Goblin_3="I7", Oda="I8", Bones="A1")
    turn_of(table, "Oda")
    table.did("give", "Oda", template="Longsword", equip=True)
    assert "total cover (Antilife Shell)" in refused(table, "attack", "Oda", targetName="Goblin 3", itemName="Longsword")
    table.did("give", "Oda", template="Glaive", equip=True)
    assert table.ask("attack", "Oda", targetName="Goblin 3", itemName="Glaive", force=False)["ok"]
    turn_of(table, "Mira")
    assert table.ask("cast", "Mira", spell="Fire Bolt", targets=["Goblin 3"])["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_caster_walks_with_her_shell_which_breaks_where_it_is_forced(ruleset: Ruleset):
    table = shell(ruleset)
    turn_of(table, "Nara")
    assert "no longer concentrates" not in table.did("move", "Nara", to="H5")["text"]
    told = table.did("move", "Nara", to="K5")["text"]
    assert "Nara no longer concentrates on Antilife Shell: somebody was forced through it." in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_wind_carries_arrows_off_and_no_boulders(ruleset: Ruleset):
    table = hall(ruleset, Rok=("T2", {"template": "Stone Giant"}), Arch=("T8", {"template": "Skeleton"}))
    put(table, Goblin_1="S12", Goblin_2="S13", Goblin_3="S14")
    turn_of(table, "Nara")
    casts(table, "Wind Wall", "Nara", at="N1", toward="south", force=True)
    turn_of(table, "Arch")
    assert "total cover (Wind Wall)" in refused(table, "act", "Arch", act="Shortbow", targets=["Oda"])
    turn_of(table, "Rok")
    assert table.ask("act", "Rok", act=BOULDER[ruleset], targets=["Oda"])["ok"]
    turn_of(table, "Mira")
    assert table.ask("cast", "Mira", spell="Fire Bolt", targets=["Arch"])["ok"]
