"""The blow that brings a hero to 0 hit points fails no death save, in however many parts it deals its damage (SRD, Damage at 0 Hit Points)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.dice import falling
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

CREATURES: Final = Path(__file__).parents[2] / "data" / "creatures"
SCORES: Final = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)
LEFT_OUT: Final = {("Wereboar", "Tusks")}  # it needs another form; that of the form has a block of its own
RIDERS: Final[list[tuple[Ruleset, str, str, dict[str, str]]]] = [
    ("5.1", "Hunter's Mark", "ranger 5", {}), ("5.2", "Hunter's Mark", "ranger 5", {}), ("5.2", "Hex", "warlock 5", {"ability": "str"}),
    ("5.1", "Bestow Curse", "wizard 9", {"option": "damage"}), ("5.2", "Bestow Curse", "wizard 9", {"option": "damage"}),
    ("5.2", "Conjure Minor Elementals", "wizard 9", {"type": "fire"}), ("5.1", "Branding Smite", "paladin 9", {}),
]  # fmt: skip


def _dicts(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _dicts(inner)


def _blows(steps: list[dict[str, Any]]) -> int:
    """The number of parts in which the steps deal their damage."""
    deals = ["damage" if "damage" in s else any("damage" in d and "type" in d for d in _dicts(s)) for s in steps]
    return sum(bool(d) and not (n and d == "damage" == deals[n - 1]) for n, d in enumerate(deals))


def _in_parts(ruleset: Ruleset) -> list[tuple[str, dict[str, Any]]]:
    blocks = [json.loads(file.read_text("utf-8")) for file in sorted((CREATURES / ruleset).glob("*.json"))]
    return [
        (block["name"], act)
        for block in blocks
        for act in block.get("acts", ())
        if any(_blows(d[key]) > 1 for d in _dicts(act) for key in ("hit", "fail") if isinstance(d.get(key), list))
    ]


def _fallen(ruleset: Ruleset, **more: Any) -> Sandbox:
    """A table with Vic, who falls at the next point of damage and outlives any number beyond it."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Vic", character={"classes": ["fighter 1"], "hp": 1, "hpMax": 1000, "abilities": SCORES, **more})
    return box


def _vic(box: Sandbox) -> Any:
    return box.thing("Vic").creature


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_act_of_a_stat_block_that_fells_fails_a_save_too(ruleset: Ruleset) -> None:
    acts, failed = _in_parts(ruleset), []
    assert len(acts) > 25
    for name, act in acts:
        if (name, act["name"]) in LEFT_OUT:
            continue
        box = _fallen(ruleset)
        box.accept("create", name="Foe", template=name)
        box.accept("apply", "Vic", condition="grappled", source="Foe")
        hits = any("attack" in step or "hit" in step for step in _dicts(act["steps"]))
        box.roll_with(
            falling(*([19, 19, 2, 2, 2] if "grappled" in json.dumps(act["steps"][0].get("if", "")) else [19, 2, 2, 2] if hits else [2]))
        )
        told = box.did("act", "Foe", act=act["name"], targets=["Vic"])["text"]
        if _vic(box).hp or _vic(box).dying.failures or "death saves for" in told:
            failed.append((name, act["name"], told))
    assert not failed


@pytest.mark.parametrize(("ruleset", "spell", "classes", "choice"), RIDERS)
def test_what_adds_to_a_hit_is_of_the_hit(ruleset: Ruleset, spell: str, classes: str, choice: dict[str, str]) -> None:
    box = _fallen(ruleset)
    box.accept("create", name="Ren", character={"classes": [classes], "abilities": SCORES, "spells": {"prepared": [spell]}, "party": True})
    box.accept("give", "Ren", template="Longsword", equip=True)
    on = [] if spell == "Branding Smite" else ["Vic"]
    box.roll_with(falling(2))
    box.did("cast", "Ren", spell=spell, **({"targets": on} if on else {}), **({"choice": choice} if choice else {}))
    box.roll_with(falling(19))
    told = box.did("attack", "Ren", itemName="Longsword", targetName="Vic")["text"]
    assert spell in told
    assert (_vic(box).hp, _vic(box).dying.failures) == (0, 0), told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_whole_blow_counts_against_the_maximum(ruleset: Ruleset) -> None:
    """The bite alone leaves 3 points beyond 0, its venom 1 more: too many for a maximum of 4."""
    more = {"if": ["not dead"], "then": [{"damage": "1", "type": "poison"}]}
    steps = [{"attack": 30, "kind": "melee", "hit": [{"damage": "4", "type": "piercing"}, more]}]
    for maximum, is_dead in ((4, True), (5, False)):
        box = _fallen(ruleset, hpMax=maximum)
        box.accept("create", template="Wolf")
        box.roll_with(falling(10))
        box.accept("act", "Wolf", steps=steps, targets=["Vic"])
        assert (_vic(box).is_dead, _vic(box).dying.failures) == (is_dead, 0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_next_hit_fails_saves(ruleset: Ruleset) -> None:
    """The claws hit somebody unconscious, which is a critical hit."""
    box = _fallen(ruleset)
    box.accept("create", template="Brown Bear")
    box.roll_with(falling(19))
    box.accept("act", "Brown Bear", act="Multiattack", targets=["Vic"])
    assert (_vic(box).hp, _vic(box).dying.failures) == (0, 2)
