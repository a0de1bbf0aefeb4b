"""Each word of `ends` is played when its event comes, or the answer says that the table ends it."""

from collections.abc import Callable
from typing import Any

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.rules.acts.words import END_HEADS, END_WORDS, TOLD_ENDS
from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import ENDS_WITH_ITS_SOURCE, GOBLIN, Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
WIZARD = {"classes": ["wizard 9"], "abilities": {"int": 18}, "hpMax": 200}
MARK = {"name": "Mark", "modifiers": [{"target": "speed.walk", "op": "add", "value": -5}]}


def a_box(ruleset: Ruleset = "5.1") -> Sandbox:
    box = Sandbox(first_world(ruleset)).let(10)
    box.accept("create", name="Elara", character={**WIZARD, "party": True})
    box.accept("create", name="Goblin", character={**GOBLIN, "hpMax": 200})
    box.accept("create", name="Bystander", character={**GOBLIN, "hpMax": 200})
    return box


def lay(box: Sandbox, word: str) -> ActResult:
    """Elara lays a mark on the goblin that ends by this word, after a save that it cannot make."""
    steps = [{"save": "wis", "dc": 15, "fail": [{"apply": MARK, "ends": [word]}]}]
    return box.let(1).accept("act", "Elara", steps=steps, targets=["Goblin"]).expect(ActResult)


def is_marked(box: Sandbox) -> bool:
    return "Mark" in [e.name for t in box.world.things.values() if t.name == "Goblin" for e in t.creature.effects]


def hurt(box: Sandbox, by: str | None = None) -> None:
    if by:
        box.let(20).accept("attack", by, targetName="Goblin")
    else:
        box.let(20).accept("damage", "Goblin", amount=3, damageType="fire")


def turn(box: Sandbox, face: int = 20, turns: int = 1) -> None:
    box.let(20, 10, 1).accept("start_fight", names=["Goblin", "Elara"])
    for _ in range(turns):
        box.let(face).accept("next_turn")


def strike(box: Sandbox) -> None:
    box.let(20).accept("attack", "Goblin", targetName="Bystander")


def cast(box: Sandbox) -> None:
    box.accept("update", "Goblin", character={"classes": ["wizard 1"]})
    box.let(20).accept("cast", "Goblin", spell="Light")


def fell(box: Sandbox) -> None:
    box.accept("damage", "Elara", amount=200, damageType="fire")


def by_an_action(box: Sandbox) -> None:
    box.let(20).accept("act", "Bystander", steps=[{"end": "held"}], targets=["Goblin"])


def restored(word: str) -> Callable[[Sandbox], Any]:
    return lambda box: box.accept("act", "Elara", steps=[{"remove": [word]}], targets=["Goblin"])


def armored(box: Sandbox) -> None:
    box.accept("give", "Goblin", template="Leather Armor", equip=True)


def mended(box: Sandbox) -> None:
    box.accept("damage", "Goblin", amount=1, damageType="fire")
    box.accept("heal", "Goblin", amount=1)


def stunned(name: str) -> Callable[[Sandbox], Any]:
    return lambda box: box.accept("apply", name, condition="stunned")


PLAYED: dict[str, Callable[[Sandbox], Any]] = {
    "damage": hurt, "save:damage": hurt, "save:damage:advantage": hurt, "save:harmed_by_source": lambda box: hurt(box, "Elara"), "save:harmed_by_others": hurt, "harmed_by:source": lambda box: hurt(box, "Elara"),
    "save:turn_end": turn, "save:turn_end:advantage": turn, "save:turn_start": lambda box: turn(box, turns=2), "save:turn_start:con": lambda box: turn(box, turns=2),
    "idle_turn": turn, "unextended_turn": turn,
    "acted": lambda box: box.accept("act", "Goblin", act="Dodge"), "attack": strike, "attack_or_cast": strike, "attacked": lambda box: hurt(box, "Bystander"), "deals_damage": strike,
    "action:none": by_an_action, "action:athletics:5": by_an_action, "curse": restored("curse"), "disease": restored("disease"),
    "armor": armored, "rest": lambda box: box.accept("rest", "Goblin", kind="short"),
    "healed": mended, "incapacitated": stunned("Goblin"), "attacked_by:other": lambda box: hurt(box, "Bystander"), "attacked_by:source": lambda box: box.let(2).accept("attack", "Elara", targetName="Goblin"),
    "bearer_0": lambda box: box.accept("damage", "Goblin", amount=200, damageType="fire"),
}  # fmt: skip
OF_ITS_SOURCE: dict[str, Callable[[Sandbox], Any]] = {
    "source_0": fell,
    "source_incapacitated": stunned("Elara"),
    "source_dead": lambda box: box.accept("damage", "Elara", amount=400, damageType="fire"),
    "apart": lambda box: box.accept("retire", "Elara"),
}
TOLD = {
    "check": "after one check",
    "save": "after one save",
    "used": "once it is used",
    "range:60": "beyond 60 ft",
    "dispel": "when it is dispelled",
}
ELSEWHERE = {"leave", "found", "healed_by_magic", "healed_by_spell"}
"""What a zone laid ends in tests/operations/test_zones.py, what hides somebody in the tests of hiding, what rides in those of mounting,
what magic closes in those of infernal wounds."""


def test_every_word_is_played_or_told() -> None:
    tried = {*PLAYED, *OF_ITS_SOURCE, *TOLD, *ELSEWHERE}
    assert {w for w in END_WORDS if w not in tried} == set()
    assert {h for h in END_HEADS if not any(w.startswith(h) for w in tried)} == set()
    assert {w.partition(":")[0] for w in TOLD} == set(TOLD_ENDS)


@each_row("word", PLAYED)
def test_its_event_ends_it(word: str) -> None:
    box = a_box()
    told = lay(box, word)
    assert is_marked(box) and not any("manage_condition remove" in said for said in told.says)
    PLAYED[word](box)
    assert not is_marked(box)


@pytest.mark.parametrize(
    "word",
    [
        word
        if word in ("apart", "source_0", "source_dead")
        else pytest.param(word, marks=pytest.mark.xfail(strict=True, reason=ENDS_WITH_ITS_SOURCE))
        for word in OF_ITS_SOURCE
    ],
)
def test_what_happens_to_its_source_ends_it(word: str) -> None:
    box = a_box()
    lay(box, word)
    OF_ITS_SOURCE[word](box)
    assert not is_marked(box)


@each_row("word", [w for w in PLAYED if w.startswith("save:")])
def test_a_failed_save_does_not(word: str) -> None:
    box = a_box()
    lay(box, word)
    if word.startswith("save:turn"):
        turn(box, face=1, turns=2)
    else:
        box.let(1).accept("damage", "Goblin", amount=3, damageType="fire")
    assert is_marked(box)


@each_row("word", TOLD)
def test_what_no_event_ends_is_told(word: str) -> None:
    box = a_box()
    told = lay(box, word)
    assert f"Mark ends {TOLD[word]} (manage_condition remove)." in told.says


def test_a_spell_cast_ends_what_attacks_and_spells_end() -> None:
    box = a_box()
    lay(box, "attack_or_cast")
    cast(box)
    assert not is_marked(box)


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_armor_ends_the_armor_of_a_mage_and_a_shield_does_not(ruleset: Ruleset) -> None:
    box = a_box(ruleset)
    box.accept("cast", "Elara", spell="Mage Armor", targets=["Elara"])

    def has() -> bool:
        return any(e.name == "Mage Armor" for t in box.world.things.values() if t.name == "Elara" for e in t.creature.effects)

    box.accept("give", "Elara", template="Shield", equip=True)
    assert has()
    outcome = box.accept("give", "Elara", template="Leather Armor", equip=True)
    assert not has() and "ended_by_event" in [n.code for n in outcome.notes]
