"""Slots and resources are spent beside the hit points, and rests give them back."""

from dataclasses import replace
from typing import Any

import pytest

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.life import resources
from rpg_lite.world.world_model import Thing
from tests.operations.worlds import Sandbox


@pytest.fixture
def empty() -> Sandbox:
    return Sandbox()


@pytest.fixture
def mage(empty: Sandbox) -> tuple[Draft, Thing]:
    return hero(empty, classes=["wizard 5", "warlock 3"])


def hero(sandbox: Any, **character: Any) -> tuple[Draft, Thing]:
    sandbox.did("create", name="Mara", character={"abilities": {"con": 10}, **character})
    draft = Draft(sandbox.world, Situation(sandbox.book, sandbox.roll))
    return draft, next(t for t in draft.world.things.values() if t.name == "Mara")


def code(refusal: Rejected | str | None) -> str | None:
    return refusal.code if isinstance(refusal, Rejected) else refusal


def test_a_slot_is_spent_until_none_is_left(mage: tuple[Draft, Thing]) -> None:
    draft, mara = mage
    assert [code(resources.spend(draft, mara, "slot_3")) for _ in range(3)] == [None, None, "no_slot_left"]
    assert draft.world.things[mara.id].creature.spent == {"slot_3": 2}
    assert resources.recover(draft, mara, "slot_3", 1) == 1
    assert resources.sheet_now(draft, mara).spell_slots.left == (4, 3, 1)


def test_the_lowest_slot_that_fits_is_taken(mage: tuple[Draft, Thing]) -> None:
    draft, mara = mage
    assert resources.slot_for(draft, mara, 2) == "pact", "a pact slot comes back sooner"
    assert resources.slot_for(draft, mara, 3) == "slot_3"
    assert code(resources.slot_for(draft, mara, 3, 2)) == "slot_too_low"
    assert code(resources.slot_for(draft, mara, 3, "pact")) == "slot_too_low"
    assert code(resources.slot_for(draft, mara, 4)) == "no_slot_left"


def test_a_resource_is_known_by_its_alias(empty: Any) -> None:
    draft, mara = hero(empty, classes=["monk 5"])
    assert resources.spend(draft, mara, "Focus Points", 4) is None
    refused = resources.spend(draft, mara, "ki", 2)
    assert isinstance(refused, Rejected) and (refused.code, refused.details["back"]) == ("resource_spent", "short rest")
    assert code(resources.spend(draft, mara, "luck")) == "resource_unknown"


def test_what_has_no_limit_is_never_spent(empty: Any) -> None:
    draft, mara = hero(empty, classes=["barbarian 20"])
    assert resources.spend(draft, mara, "rage", 9) is None
    assert draft.world.things[mara.id].creature.spent == {}


def test_what_an_older_version_wrote_as_left_is_spent(empty: Any) -> None:
    draft, mara = hero(empty, classes=["monk 5"])
    rows = {"Ki v2.0": {"max": 5, "left": 3, "recharge": "short_rest"}, "hit_die_d8": {"left": 4}}
    old = replace(mara, body={**mara.body, "sheet": {**mara.body["sheet"], "resources": rows}})
    draft = Draft(replace(draft.world, things={**draft.world.things, mara.id: old}), draft.situation)
    assert resources.spend(draft, old, "Ki v2.0") is None
    now = draft.world.things[mara.id].creature
    assert (now.spent, now.sheet.resources) == ({"ki_v2_0": 3, "hit_die_d8": 1}, {"Ki v2.0": {"max": 5, "recharge": "short_rest"}})


def left(table: Any) -> dict[str, Any]:
    spent: dict[str, Any] = table.thing("Mara").body.get("spent", {})
    return spent


def test_rests_give_back_what_the_rules_say(empty: Any) -> None:
    spent = {"slot_1": 2, "pact": 1, "rage": 1, "ki_v2_0": 2, "hit_die_d8": 2}
    written = {"Ki v2.0": {"max": 5, "recharge": "short_rest"}}
    empty.did("create", name="Mara", character={"classes": ["warlock 3", "wizard 1", "barbarian 1"], "resources": written, "spent": spent})
    assert left(empty) == spent
    empty.did("rest", "Mara", kind="short")
    assert left(empty) == {"slot_1": 2, "rage": 1, "hit_die_d8": 2}
    empty.did("rest", "Mara", kind="long")
    assert left(empty) == {}


def test_a_rest_gives_back_only_some(empty: Any) -> None:
    empty.did("create", name="Mara", character={"classes": ["rogue 6"], "spent": {"hit_die_d8": 5}})
    empty.did("rest", "Mara", kind="long")
    assert left(empty) == {"hit_die_d8": 2}


def test_an_update_sets_what_is_spent(empty: Any) -> None:
    empty.did("create", name="Mara", character={"classes": ["paladin 5"]})
    empty.did("update", "Mara", character={"spent": {"slot_1": 3, "Lay on Hands": 7}})
    empty.did("update", "Mara", spent={"slot_1": 1})
    assert left(empty) == {"slot_1": 1, "lay_on_hand": 7}
    empty.refused("resource_unknown", "update", "Mara", character={"spent": {"luck": 1}})
    empty.did("update", "Mara", unset=["spent"])
    assert left(empty) == {}


def test_what_is_spent_travels_with_the_sheet(empty: Any) -> None:
    empty.did("create", name="Mara", character={"classes": ["bard 5"], "spent": {"slot_2": 1, "bardic inspiration": 1, "hit_die_d8": 2}})
    document = empty.did("export", "Mara")["results"][0]["document"]
    assert document["character"]["spent"] == {"slot_2": 1}
    assert document["character"]["resources"]["bardic inspiration"] == {"max": 1, "left": 0, "recharge": "short_rest"}
    empty.did("import", document=document, replace=True)
    assert left(empty) == {"slot_2": 1, "bardic_inspiration": 1, "hit_die_d8": 2}
    assert "resources" not in empty.thing("Mara").body["sheet"]
