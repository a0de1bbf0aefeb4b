"""Flags that concern one creature alone are read: falls, healing, sight of the hidden, lights in hand."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.space import sight
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world


@laid_alike
def table(ruleset: Ruleset) -> Table:
    found = Table(begun(ruleset))
    found.did("create", name="Fi", character={"party": True, "classes": ["cleric 9"], "hpMax": 100, "abilities": {"wis": 18}})
    return found


def points(at: Table, name: str = "Fi") -> int:
    found = at.thing(name).creature.hp
    assert found is not None
    return found


@pytest.mark.parametrize(("feet", "harm"), [(20, False), (30, True)])
def test_cats_grace_lets_one_fall_20_feet(feet: int, harm: bool) -> None:
    """SRD 5.1, Enhance Ability: no harm from a fall of 20 feet or less."""
    at = table("5.1")
    at.did("cast", "Fi", spell="Enhance Ability", targets=["Fi"], choice="cat", force=True)
    text = at.did("act", "Fi", act="Fall", choice=str(feet), targets=["Fi"])["text"]
    assert (points(at) < 100) is harm, text


def test_who_cannot_act_falls_hard() -> None:
    at = table("5.1")
    at.did("cast", "Fi", spell="Enhance Ability", targets=["Fi"], choice="cat", force=True)
    at.did("apply", "Fi", condition="unconscious")
    at.did("create", name="Other", character={"hpMax": 9})
    at.did("act", "Other", act="Fall", choice="20", targets=["Fi"])
    assert points(at) < 100


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hope_heals_by_the_maximum(ruleset: Ruleset) -> None:
    """SRD, Beacon of Hope: the most hit points possible from any healing, for those who bear it alone."""
    at = table(ruleset)
    at.did("create", name="Bo", character={"party": True, "hpMax": 100, "hp": 10})
    at.did("create", name="Cy", character={"party": True, "hpMax": 100, "hp": 10})
    at.did("cast", "Fi", spell="Beacon of Hope", targets=["Bo"])
    at.did("cast", "Fi", spell="Mass Healing Word", targets=["Bo", "Cy"])
    most = {"5.1": 4 + 4, "5.2": 2 * 4 + 4}[ruleset]
    assert points(at, "Bo") == 10 + most > points(at, "Cy")
    at.did("give", "Bo", template="Potion of Healing")
    at.did("use", "Bo", itemName="Potion of Healing")
    assert points(at, "Bo") == 20 + most


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_mace_of_disruption_lights_the_dark(ruleset: Ruleset) -> None:
    at = table(ruleset)
    at.send({"operation": "update", "bagName": "floor", "light": "dark"}, "manage_room")
    at.did("create", name="Foe", character={"hpMax": 50})
    assert "does not see" in at.did("attack", "Fi", targetName="Foe")["text"]
    at.did("give", "Fi", template="Mace of Disruption", equip=True)
    assert "does not see" not in at.did("attack", "Fi", targetName="Foe")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_robe_of_eyes_sees_the_invisible(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset))
    for name in ("Fi", "Foe"):
        box.accept("create", name=name, character={"hpMax": 50})
    box.accept("apply", "Foe", condition="invisible")
    box.accept("give", "Fi", template="Robe of Eyes", equip=True)

    def unseen() -> str | None:
        who, other = (box.world.things[box.id(name)] for name in ("Fi", "Foe"))
        return sight.why_unseen(box.world, who, other, rulebook_loading.rulebook(ruleset))

    assert unseen() == "invisible"
    box.accept("attune", "Fi", itemName="Robe of Eyes")
    assert unseen() is None


def test_a_cloak_of_elvenkind_hides_from_passive_eyes() -> None:
    """Disadvantage is 5 less for a passive score (SRD, Passive Checks)."""
    totals = {}
    for worn in (False, True):
        at = table("5.1")
        at.did("create", name="Foe", character={"hpMax": 50, "abilities": {"wis": 10}})
        if worn:
            at.did(
                "update", "Fi", character={"modifiers": [{"target": "flag", "op": "grant", "value": "perception_against_you_disadvantage"}]}
            )
        totals[worn] = at.did("act", "Fi", act="Hide", d20=[9])["text"]
    assert totals[False] != totals[True], totals


def test_a_fall_of_unknown_height_is_asked_for() -> None:
    at = table("5.1")
    at.refused("choice_required", "act", "Fi", act="Fall", targets=["Fi"])
    at.did("cast", "Fi", spell="Enhance Ability", targets=["Fi"], choice="cat", force=True)
    at.refused("choice_required", "act", "Fi", act="Fall", targets=["Fi"])
