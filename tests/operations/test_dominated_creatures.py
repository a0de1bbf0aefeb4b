"""A creature under somebody's control is on that side: auras, allies, foes and monsters count it there while the control lasts (SRD, Dominate
Person; Aboleth; Succubus; Planar Binding).
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.creature_flags import CONTROLLED_BY_SOURCE
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table

WEAK: Final = {"target": "save.all", "op": "add", "value": -50}


def controlling(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """(who plays it, the act) of every spell and every creature that puts somebody under its control."""
    book = rulebook_loading.rulebook(ruleset)
    yield from (("Mage", spell.name) for spell in book.spell_acts.values() if spell.name != "Magic Jar" and _controls(spell))
    for row in book.creatures.values():
        yield from ((row["character"]["name"], act["name"]) for act in row["character"].get("acts", ()) if CONTROLLED_BY_SOURCE in str(act))


def _controls(act: Act) -> bool:
    laid = (step.apply for step in walk(act.steps) if isinstance(step, ApplyStep))
    effects = (one for one in laid if isinstance(one, EffectModel))
    return any(CONTROLLED_BY_SOURCE in (*one.flags, *(m.value for m in one.modifiers)) for one in effects)


def create(table: Table, name: str, of: str = "", **more: Any) -> None:
    sheet = {"abilities": dict.fromkeys(ABILITIES, 16), "hpMax": 90, "party": bool(of), **({"classes": [of]} if of else {}), **more}
    table.did("create", name=name, character=sheet)


@laid_alike
def at_a_table(ruleset: Ruleset) -> Table:
    """Two heroes, of whom one has an aura, and two strangers, of whom one has the same aura. Everybody is near everybody."""
    table = Table(begun(ruleset))
    create(table, "Mage", "wizard 20")
    create(table, "Roland", "paladin 9")
    create(table, "Oda", "fighter 5", modifiers=[WEAK])
    create(table, "Dread Knight", classes=["paladin 9"], party=False)
    create(table, "Ulf", modifiers=[WEAK], type="humanoid")
    return table


def helped_by(table: Table, who: str) -> set[str]:
    """Those whose aura helps the creature in a saving throw."""
    for one in ("Roland", "Dread Knight"):
        table.did("near", one, names=[who])
    text = table.did("save", who, ability="wis", d20=[10])["text"]
    return {one for one in ("Roland", "Dread Knight") if f"{one}'s aura of protection" in text}


@pytest.mark.parametrize(("ruleset", "maker", "act"), [(r, *row) for r in RULESETS for row in controlling(r)])
def test_it_is_on_the_side_of_its_controller_and_then_again_on_its_own(ruleset: Ruleset, maker: str, act: str) -> None:
    table = at_a_table(ruleset)
    whom = "Ulf" if maker == "Mage" else "Oda"
    own, other = ("Dread Knight", "Roland") if whom == "Ulf" else ("Roland", "Dread Knight")
    book = rulebook_loading.rulebook(ruleset)
    found = book.spell(act) if maker == "Mage" else None
    if found is not None and found.only:
        table.did("update", whom, character={"type": found.only[0]})
    if maker != "Mage":
        table.did("create", template=maker)
    assert helped_by(table, whom) == {own}
    play = {"spell": act} if maker == "Mage" else {"act": act}
    table.did("cast" if maker == "Mage" else "act", maker, targets=[whom], force=True, seed=1, **play)
    assert helped_by(table, whom) == {other}
    for entry in table.thing(whom).body["effects"]:
        assert table.send({"operation": "remove", "characterName": whom, "effect": entry["name"]}, "manage_condition")["ok"]
    assert helped_by(table, whom) == {own}


def dominated(by: str, whom: str) -> Table:
    """A table at which one creature has just dominated another."""
    table = at_a_table("5.1")
    if by != "Mage":
        create(table, by, classes=["wizard 20"], party=False)
    table.did("cast", by, spell="Dominate Monster", targets=[whom], force=True, seed=1)
    return table


def test_the_controller_may_be_in_another_room() -> None:
    table = dominated("Mage", "Ulf")
    assert table.send({"operation": "create", "name": "Crypt", "fromName": "Lobby", "direction": "north"}, "manage_room")["ok"]
    table.did("go", "Mage", direction="north")
    assert helped_by(table, "Ulf") == {"Roland"}


def test_whoever_cannot_be_charmed_any_more_is_its_own_master() -> None:
    table = dominated("Mage", "Ulf")
    table.did("update", "Ulf", character={"conditionImmunities": ["charmed"]})
    assert helped_by(table, "Ulf") == {"Dread Knight"}


def test_two_who_control_each_other_stay_on_their_sides() -> None:
    table = dominated("Mage", "Ulf")
    table.did("update", "Ulf", character={"classes": ["wizard 20"], "modifiers": [WEAK]})
    table.did("update", "Mage", character={"modifiers": [WEAK]})
    table.did("cast", "Ulf", spell="Dominate Person", targets=["Mage"], force=True, seed=1)
    assert helped_by(table, "Ulf") == {"Dread Knight"}
    assert helped_by(table, "Mage") == {"Roland"}


def test_what_the_controlled_one_does_is_harm_by_a_companion() -> None:
    table = dominated("Mage", "Ulf")
    create(table, "Pip", modifiers=[WEAK, {"target": "ac", "op": "add", "value": -9}])
    table.did("cast", "Mage", spell="Charm Person", targets=["Pip"], force=True, seed=1)
    table.did("attack", "Ulf", targetName="Pip", d20=[19])
    assert not table.thing("Pip").body.get("conditions")


def test_the_program_plays_a_hero_against_its_friends_while_a_foe_controls_it() -> None:
    table = dominated("Warlock", "Oda")
    for name in ("Oda", "Warlock"):
        table.did("give", name, item="Longsword")
        table.did("equip", name, itemName="Longsword")
    rolls = {"Roland": 20, "Oda": 15, "Warlock": 10}
    table.did("start_fight", names=[*rolls], d20=[*rolls.values()])
    played = table.did("next_turn", play="foes")["text"]
    assert "Oda attacks Roland" in played
    assert "Warlock attacks Roland" in played


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_body_that_a_soul_possesses_is_on_the_side_of_the_soul(ruleset: Ruleset) -> None:
    table = at_a_table(ruleset)
    table.did("cast", "Mage", spell="Magic Jar", force=True)
    table.did("act", "Mage", act="Magic Jar: possess", targets=["Ulf"], force=True, seed=1)
    assert helped_by(table, "Ulf") == {"Roland"}
    table.did("act", "Mage", act="Magic Jar: leave the host", targets=["Ulf"], force=True)
    assert helped_by(table, "Ulf") == {"Dread Knight"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rats_that_pipes_have_swayed_are_on_the_side_of_the_piper(ruleset: Ruleset) -> None:
    table = at_a_table(ruleset)
    table.did("create", template="Swarm of Rats")
    table.did("give", "Mage", item="Pipes of the Sewers")
    table.did("act", "Mage", act="Sway the Swarm", targets=["Swarm of Rats"], force=True, d20=[1, 20] if ruleset == "5.1" else [1])
    assert helped_by(table, "Swarm of Rats") == {"Roland"}
