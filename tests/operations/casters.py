"""A table of casters of every class, for the tests that play spells."""

from functools import cache
from typing import Any

from rpg_lite.rules.acts.act import Act, ChooseStep
from rpg_lite.rules.acts.plain_steps import BecomeStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world.world_model import Thing, World
from tests.operations.table import Answer
from tests.operations.worlds import GOBLIN, Sandbox, first_world

SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 14)
HEROES = {
    "Elara": "wizard 17",
    "Bran": "cleric 17",
    "Fern": "druid 17",
    "Ulf": "paladin 17",
    "Mira": "warlock 9",
    "Lute": "bard 17",
    "Wren": "ranger 17",
    "Sol": "sorcerer 17",
}
FAILS, PASSES = 1, 20


def opened(ruleset: Ruleset = "5.1") -> Sandbox:
    """Casters of every slot and two goblins of 60 hit points; a d20 shows 1."""
    return Sandbox(_casters(ruleset)).let(FAILS)


@cache
def _casters(ruleset: Ruleset) -> World:
    box = Sandbox(first_world(ruleset))
    for name, of in HEROES.items():
        box.accept("create", name=name, character={"classes": [of], "abilities": SCORES, "party": True})
    for n in (1, 2):
        box.accept("create", name=f"Goblin {n}", character={**GOBLIN, "type": "humanoid", "hpMax": 60})
    return box.world


def cast(box: Sandbox, who: str, spell: str, *targets: str, **more: Any) -> Answer:
    return box.did("cast", who, spell=spell, targets=list(targets), **more)


def ask_as_far_as_asked(box: Sandbox, who: str, act: str, choice: dict[str, str], **more: Any) -> Answer:
    """Play an act with those of these choices that it asks for."""
    answer = box.ask("act", who, act=act, choice=choice, **more)
    while not answer["ok"] and answer["error"]["code"] == "choice_unknown":
        lost = answer["error"]["details"]["wanted"]
        left = {name: word for name, word in choice.items() if lost not in (name, word)}
        assert len(left) < len(choice), answer["text"]
        choice = left
        answer = box.ask("act", who, act=act, choice=choice, **more)
    return answer


def cast_with_any(box: Sandbox, who: str, spell: str, *targets: str, choice: dict[str, str]) -> Answer:
    """Cast with these choices; where a creature is to choose as well, with the first that the refusal proposes.

    A spell that ends things is cast even where there is nothing to end.
    """
    call = {"spell": spell, "targets": list(targets), "choice": choice}
    answer = box.ask("cast", who, **call)
    proposed = (answer.get("error") or {}).get("try")
    if not answer["ok"] and answer["error"]["code"] == "choice_required" and proposed:
        return box.did("cast", who, **{**call, "choice": proposed["choice"]})
    if not answer["ok"] and answer["error"]["code"] == "ends_nothing":
        return box.did("cast", who, **call, force=True)
    assert answer["ok"], answer["text"]
    return answer


def lies_on(box: Sandbox, name: str) -> list[str]:
    """The conditions and effects of a creature."""
    one = creature(box, name).creature
    return [entry.name for kind in ("conditions", "effects") for entry in one.lasting(kind)]


def creature(box: Sandbox, name: str) -> Thing:
    return next(t for t in box.world.things.values() if t.kind == "character" and t.name == name)


def in_turn(box: Sandbox, *names: str) -> None:
    """A fight in this order."""
    box.let(*range(20, 20 - len(names), -1)).did("start_fight", names=list(names))


def mind_of(box: Sandbox, name: str) -> str | None:
    held = creature(box, name).creature.concentration
    return held.effect if held else None


def first_choices(of: Act) -> dict[str, str]:
    """An answer to each choice that the act asks for."""
    chosen = {name: words[0] for name, words in of.choices.items()}
    part = next((next(iter(step.choose)) for step in walk(of.steps) if isinstance(step, ChooseStep)), None)
    form = {"form": "Wolf"} if any(isinstance(step, BecomeStep) for step in walk(of.steps)) else {}
    return chosen | ({"choice": part} if part else {}) | form
