"""Several causes of one condition lie side by side: each has its own source, duration and end; the sheet has the condition once."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.life.conditions import add_condition
from rpg_lite.world.creature_states import Cause
from tests.operations.table import Answer, notes
from tests.operations.worlds import GOBLIN, Sandbox, heroes

pytestmark = pytest.mark.pure


@pytest.fixture
def netted() -> Sandbox:
    """Thorin is restrained by a net, and for an hour by a web."""
    box = heroes()
    box.did("apply", "Thorin", condition="restrained", source="a net")
    assert "already" not in notes(box.did("apply", "Thorin", condition="restrained", source="Web", duration="1 hour", magical=True))
    return box


def sources(box: Sandbox, who: str = "Thorin") -> list[str | None]:
    return [c.cause.source for c in box.thing(who).creature.conditions if c.name == "restrained"]


def lift(box: Sandbox, **what: Any) -> Answer:
    return box.send({"operation": "remove", "characterName": "Thorin", "condition": "restrained", **what}, "manage_condition")


def test_each_has_its_entry_and_the_sheet_the_condition_once(netted: Sandbox):
    assert sources(netted) == ["a net", "Web"]
    assert netted.did("character", "Thorin")["text"].count("restrained") == 1


def test_each_ends_by_its_own_time(netted: Sandbox):
    assert "no longer" not in netted.did("advance", duration="30 minutes")["text"]
    assert "Thorin is still restrained, although one cause of it ends." in netted.did("advance", duration="30 minutes")["text"]
    assert sources(netted) == ["a net"]


def test_one_of_two_effects_ends_and_the_answer_says_that_the_other_goes_on():
    box = heroes()
    box.did("apply", "Thorin", effect="Longstrider", source="Elara")
    box.did("apply", "Thorin", effect="Longstrider", source="a stone", duration="1 minute")
    assert "One Longstrider on Thorin ends and another goes on." in box.did("advance", duration="1 minute")["text"]
    assert "Longstrider on Thorin ends." in box.did("advance", duration="1 hour")["text"]


@pytest.mark.parametrize("fields", [{"source": "web"}, {"source": "Web"}])
def test_one_source_is_removed_and_the_other_stays(netted: Sandbox, fields: dict[str, str]):
    answer = lift(netted, **fields)
    assert answer["ok"] and sources(netted) == ["a net"]
    assert "Thorin is still restrained, because of a net." in notes(answer)


def test_without_a_source_all_are_removed(netted: Sandbox):
    answer = lift(netted)
    assert answer["ok"] and sources(netted) == [] and not notes(answer)


def test_a_source_that_is_none_of_it_is_refused_with_those_there_are(netted: Sandbox):
    answer = lift(netted, source="a rope")
    assert answer["error"]["code"] == "source_not_there" and answer["error"]["near"] == ["a net", "Web"]
    assert sources(netted) == ["a net", "Web"]


def test_a_source_of_what_is_not_there_is_refused_as_ever(netted: Sandbox):
    answer = netted.send({"operation": "remove", "characterName": "Thorin", "condition": "poisoned", "source": "Web"}, "manage_condition")
    assert answer["error"]["code"] == "condition_not_there" and answer["error"]["near"] == ["restrained"]


@pytest.mark.parametrize("source", ["a net", "A Net", "Web"])
def test_the_same_cause_lays_it_once(netted: Sandbox, source: str):
    before = netted.now
    assert "already" in notes(netted.did("apply", "Thorin", condition="restrained", source=source))
    assert netted.now == before


def test_a_part_of_a_name_is_enough_for_a_creature(netted: Sandbox):
    netted.accept("create", name="Ugly Goblin", character=GOBLIN)
    netted.did("apply", "Thorin", condition="restrained", source="Ugly")
    assert sources(netted) == ["a net", "Web", "Ugly Goblin"]
    assert lift(netted, source="Ugly")["ok"] and sources(netted) == ["a net", "Web"]


def test_two_casts_of_one_creature_are_two_causes(netted: Sandbox):
    draft = Draft(netted.world, netted._situation(dry=False))
    for cast in ("k1.1", "k1.2", "k1.2"):
        add_condition(draft, netted.thing("Elara"), "poisoned", Cause("Thorin", netted.id("Thorin"), cast=cast))
    entries = draft.world.things[netted.id("Elara")].creature.conditions
    assert [c.cause.cast for c in entries] == ["k1.1", "k1.2"]
    assert [n.code for n in draft.notes] == ["already_so"]


def test_levels_of_exhaustion_add_up_whatever_their_causes():
    box = heroes()
    for source in ("a march", "hunger", "hunger"):
        box.did("apply", "Thorin", condition="exhaustion", source=source)
    (kept,) = box.thing("Thorin").creature.conditions
    assert kept.level == 3


def test_a_ward_against_magic_stops_the_magical_cause_alone(netted: Sandbox):
    """Ring of Free Action: magic can neither reduce the speed nor restrain (SRD); a net can."""
    netted.did("give", "Thorin", template="Ring of Free Action", equip=True, attune=True)
    netted.did("apply", "Thorin", condition="paralyzed", magical=False, source="a sting")
    magic = Draft(netted.world, netted._situation(dry=False))
    add_condition(magic, netted.thing("Thorin"), "paralyzed", Cause("Elara", is_magical=True))
    netted._go_on(magic.world)
    assert "paralyzed" in netted.did("character", "Thorin")["text"]
    netted.send({"operation": "remove", "characterName": "Thorin", "condition": "paralyzed", "source": "a sting"}, "manage_condition")
    active = netted.did("character", "Thorin", detail="full")["results"][0]["sheet"]
    assert "paralyzed" not in active["conditionsActive"] and "paralyzed" in active["conditionsBlocked"]


@pytest.mark.parametrize(
    ("grapplers", "target", "mode"),
    [(["Mug"], "Mug", "normal"), (["Mug", "Snig"], "Mug", "disadvantage"), (["Mug"], "Snig", "disadvantage")],
)
def test_every_grappler_counts(grapplers: list[str], target: str, mode: str):
    """SRD 5.2, Grappled: disadvantage on attacks against any other than the grappler."""
    box = heroes()
    box.book = rulebook_loading.rulebook("5.2")
    for name in ("Mug", "Snig"):
        box.accept("create", name=name, character=GOBLIN)
    for name in grapplers:
        box.did("apply", "Thorin", condition="grappled", source=name)
    box.let(10)
    assert ("2d20kl1" in box.did("attack", "Thorin", targetName=target)["text"]) == (mode == "disadvantage")
