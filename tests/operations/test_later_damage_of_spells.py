"""Damage that a spell deals after its cast: in a zone, through an act that it brings, with a hit, in the turns that follow."""

from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.mechanics.creature import acts
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.dice import DiceRoll
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.world_model import World
from tests.content.everything import FACES, PARTS, SPELLS, grown
from tests.operations.act_table import highest
from tests.operations.casters import HEROES, ask_as_far_as_asked, creature, first_choices, opened
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
Row = dict[str, Any]
LATER: Final = [f for f in SPELLS if "damage" in PARTS[f["ruleset"]].get(f["name"], {}).get("later", ())]
CHOICE: Final[dict[str, Row]] = {
    "Bestow Curse": {"choice": "damage"},
    "Control Water": {"choice": "whirlpool"},
    "Forbiddance": {"type": "radiant", "kind": "fiend"},
}
"""The choice with which these spells deal damage."""
TYPES: Final = {"Forbiddance": "fiend"}
"""The type of creatures that these spells harm."""
SHOWN_ELSEWHERE: Final = {
    "Contact Other Plane": "tests/operations/test_spells_played_5.py",
    "Prismatic Spray": "tests/operations/test_spells_played_6_7.py",
}  # fmt: skip
ROUNDS: Final = 4


@pytest.fixture(scope="module")
def openings() -> dict[Ruleset, World]:
    return {ruleset: opened(ruleset).world for ruleset in RULESETS}


def seated(world: World, spell: Spell) -> tuple[Sandbox, list[str]]:
    """A fight with the goblins, who fail all saves, and the dice that fall from now on."""
    box, fell, every = Sandbox(world), list[str](), highest(15)

    def roll(text: str) -> DiceRoll:
        fell.append(text)
        return every(text)

    box.roll_with(roll)
    fails = [{"target": "save.all", "op": "add", "value": -50}]
    kind = {"type": spell.only[0]} if spell.only else {"type": TYPES[spell.name]} if spell.name in TYPES else {}
    for name in ("Goblin 1", "Goblin 2"):
        box.accept("update", name, character={"modifiers": fails, "hpMax": 900, "hp": 900, **kind})
    return box, fell


def play_all(box: Sandbox, who: str, spell: Spell) -> None:
    """Cast the spell, play what it brings, enter its zones, strike and be struck, and let some rounds pass."""
    on = [] if spell.targets.startswith(("self", "{")) else ["Goblin 1"]
    chosen = CHOICE.get(spell.name) or FACES.get(spell.name) or first_choices(spell)
    box.accept("give", who, template="Shortsword", equip=True)
    box.accept("start_fight", names=[who, "Goblin 1", "Goblin 2"])
    box.accept("cast", who, spell=spell.name, targets=on, choice=chosen, force=True)
    for name in (who, "Goblin 1"):
        for act in [f.act for f in acts.acts_of(box.world, creature(box, name), box.book) if f.entry]:
            kept = box.world
            choice = {"choice": "attack", "amount": "1", "form": "Wolf", **first_choices(act)}
            ask_as_far_as_asked(box, name, act.name, choice, targets=[] if act.targets == "self" else ["Goblin 2"], force=True)
            box.world = kept  # one act may end another, or forbid it for a turn
    for zone in [*creature(box, who).creature.zones.values()]:
        box.ask("act", "Goblin 1", act="enter", zone=zone.act)
    box.ask("attack", who, targetName="Goblin 1")
    box.ask("attack", "Goblin 1", targetName=who)
    for _ in range(ROUNDS):
        box.accept("next_turn")


@pytest.mark.parametrize(("spell", "where"), SHOWN_ELSEWHERE.items())
def test_what_is_left_out_here_is_shown_elsewhere(spell: str, where: str) -> None:
    assert f'"{spell}"' in (Path(__file__).parents[2] / where).read_text("utf-8")


@pytest.mark.parametrize("fact", [f for f in LATER if f["name"] not in SHOWN_ELSEWHERE], ids=lambda f: f"{f['name']} {f['ruleset']}")
def test_later_damage_falls_with_the_dice_of_the_text(fact: Row, openings: dict[Ruleset, World]) -> None:
    spell = Sandbox(openings[fact["ruleset"]]).book.spell(fact["name"])
    assert spell
    who = next(name for name, of in HEROES.items() if of.split()[0] in spell.classes)
    box, fell = seated(openings[fact["ruleset"]], spell)
    play_all(box, who, spell)
    wanted = {grown(text, fact).split("+")[0] for text, _ in fact["damage"]}
    dice = {w for w in wanted if "d" in w and "{" not in w}
    assert not dice or any(w in text for w in dice for text in fell), (dice, fell)
