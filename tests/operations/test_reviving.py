"""Back from the dead: how long one may have been dead, and what the spell consumes (SRD, Revivify, Raise Dead, Components)."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.outcome import Accepted
from rpg_lite.vocabulary import Ruleset
from tests.operations.table import notes
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
RULESETS: list[Ruleset] = ["5.1", "5.2"]
DIAMOND: dict[str, Any] = {"name": "Diamond", "type": "treasure", "value": 300}


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Sandbox:
    """Mira, a cleric of level 9, and Aldo, who has just died."""
    ruleset: Ruleset = request.param
    box = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    box.did("create", name="Mira", character={"classes": ["cleric 9"], "abilities": {"wis": 16}})
    box.did("create", name="Aldo", character={"hpMax": 30, "party": True})
    box.did("damage", "Aldo", amount=100, damageType="fire")
    assert box.thing("Aldo").creature.is_dead
    return box


def revivify(table: Sandbox, **more: Any) -> str:
    return str(table.did("cast", "Mira", spell="Revivify", targets=["Aldo"], **more)["text"])


# ── how long ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("passed", [None, "1 minute"])
def test_revivify_reaches_a_minute_back(table: Sandbox, passed: str | None) -> None:
    if passed:
        table.did("advance", duration=passed)
    revivify(table)
    assert (table.thing("Aldo").creature.hp, table.thing("Aldo").creature.is_dead, table.thing("Aldo").creature.died_at) == (1, False, None)


@pytest.mark.parametrize(
    ("spell", "passed", "told"),
    [("Revivify", "2 minutes", "dead for 2 minutes"), ("Revivify", "1 day", "dead for 1 day"), ("Raise Dead", "11 days", "within 10 days")],
)
def test_one_who_is_dead_for_longer_stays_dead(table: Sandbox, spell: str, passed: str, told: str) -> None:
    table.did("advance", duration=passed)
    refused = table.refused("dead_too_long", "cast", "Mira", spell=spell, targets=["Aldo"])
    assert told in refused["text"] and "force true" in refused["text"]
    table.did("cast", "Mira", spell=spell, targets=["Aldo"], force=True)
    assert not table.thing("Aldo").creature.is_dead


def test_raise_dead_reaches_ten_days_back(table: Sandbox) -> None:
    table.did("advance", duration="10 days")
    table.did("cast", "Mira", spell="Raise Dead", targets=["Aldo"])
    assert not table.thing("Aldo").creature.is_dead


def test_a_fight_counts_rounds(table: Sandbox) -> None:
    """Ten rounds are a minute."""
    table.did("start_fight", names=["Mira"])
    table.did("update", "Aldo", character={"hp": 5})
    table.did("damage", "Aldo", amount=100, damageType="fire")
    for _ in range(10):
        table.did("next_turn")
    assert isinstance(table.decide("cast", "Mira", spell="Revivify", targets=["Aldo"]), Accepted)
    table.did("next_turn")
    table.refused("dead_too_long", "cast", "Mira", spell="Revivify", targets=["Aldo"])


# ── what it takes ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("items", "left", "told"),
    [
        ([DIAMOND], {}, "It consumes Diamond."),
        ([{**DIAMOND, "value": 100}], {"Diamond": 2}, "It consumes 3 × Diamond."),
        ([{**DIAMOND, "value": 1000}, {**DIAMOND, "name": "Small diamond"}], {"Diamond": 5}, "It consumes Small diamond."),
    ],
)
def test_diamonds_that_are_carried_are_consumed(table: Sandbox, items: list[dict[str, Any]], left: dict[str, int], told: str) -> None:
    for item in items:
        count = 5 if item["name"] == "Diamond" and item["value"] != 300 else 1
        table.did("give", "Mira", item=item, quantity=count)
    assert told in revivify(table)
    assert table.bag("Mira") == left


@pytest.mark.parametrize(
    "item", [None, {**DIAMOND, "value": 299}, {**DIAMOND, "name": "Diamond Dust"}, {**DIAMOND, "value": None}, {**DIAMOND, "name": "Ruby"}]
)
def test_what_nobody_carries_is_named(table: Sandbox, item: dict[str, Any] | None) -> None:
    if item:
        table.did("give", "Mira", item={k: v for k, v in item.items() if v is not None})
    before = table.bag("Mira")
    assert "It takes diamonds worth 300 gp, consumed; Mira carries nothing that is known to be" in revivify(table)
    assert table.bag("Mira") == before


def test_what_is_not_consumed_stays(table: Sandbox) -> None:
    table.did("create", name="Ilse", character={"classes": ["wizard 1"], "abilities": {"int": 16}})
    call: dict[str, Any] = {"spell": "Identify", "targets": ["Aldo"]}
    table.did("give", "Ilse", item={"name": "Black pearl", "type": "treasure", "value": 100})
    answer = table.did("cast", "Ilse", **call)
    assert "gp" not in answer["text"] + notes(answer) and table.bag("Ilse") == {"Black pearl": 1}


@pytest.mark.parametrize("spell", ["Revivify", "Raise Dead"])
def test_the_living_are_not_brought_back(table: Sandbox, spell: str) -> None:
    """Neither the slot nor the diamond is spent."""
    table.did("give", "Mira", item={**DIAMOND, "value": 500})
    assert "works only on the dead" in table.refused("target_unfit", "cast", "Mira", spell=spell, targets=["Mira"])["text"]


def test_a_refused_cast_consumes_nothing(table: Sandbox) -> None:
    table.did("give", "Mira", item=DIAMOND)
    table.did("advance", duration="1 hour")
    table.refused("dead_too_long", "cast", "Mira", spell="Revivify", targets=["Aldo"])
    assert table.bag("Mira") == {"Diamond": 1}
