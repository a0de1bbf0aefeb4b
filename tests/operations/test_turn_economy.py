"""The turn of a fight: attacks count against the action, the other hand against the bonus action, spells against each other."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.dice import let, result
from tests.operations.table import Answer, Table, notes
from tests.operations.worlds import GOBLIN, Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
STURDY = {**GOBLIN, "hpMax": 500}
FIGHTER = {"abilities": {"str": 16, "dex": 14}, "party": True}


def fight(ruleset: Ruleset = "5.1", weapons: tuple[str, ...] = ("Longsword",), **hero: Any) -> Sandbox:
    """Hero's turn, then Target's."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Hero", character={**FIGHTER, **hero})
    box.accept("create", name="Target", character=STURDY)
    for weapon, slot in zip(weapons, ("mainhand", "offhand"), strict=False):
        box.accept("give", "Hero", template=weapon, equip=True)
        assert slot in box.worn("Hero")
    let(box, 20, 1).accept("start_fight", names=["Hero", "Target"])
    return let(box, 10)


def strike(box: Sandbox, who: str = "Hero", **fields: Any) -> Answer:
    return box.did("attack", who, targetName="Target" if who == "Hero" else "Hero", **fields)


def turn(answer: Answer) -> dict[str, Any]:
    left: dict[str, Any] = result(answer)["turn"]
    return left


@pytest.mark.parametrize(("level", "attacks"), [(1, 1), (4, 1), (5, 2), (10, 2), (11, 3), (20, 4)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_action_has_the_attacks_of_the_class_level(ruleset: Ruleset, level: int, attacks: int) -> None:
    box = fight(ruleset, classes=[f"fighter {level}"])
    answers = [strike(box) for _ in range(attacks + 1)]
    assert [turn(a) for a in answers[:-1]] == [
        {"actions": 0, "attacks": attacks - n, "bonus": True, "reaction": True} for n in range(1, attacks + 1)
    ]
    assert [f"That is attack {attacks + 1} this turn; Hero has {attacks}." in a["text"] for a in answers] == [False] * attacks + [True]
    assert turn(answers[-1])["attacks"] == 0


@pytest.mark.stored
def test_undo_gives_back_one_attack(empty: Table) -> None:
    empty.did("create", name="Hero", character={**FIGHTER, "classes": ["fighter 5"]})
    empty.did("create", name="Target", character=STURDY)
    let(empty, 20, 1).did("start_fight", names=["Hero", "Target"])
    left = []
    for step in ("attack", "attack", "undo", "attack"):
        answer = empty.ask(step, "Hero", targetName="Target") if step == "attack" else empty.send({"operation": "undo"}, "execute_action")
        left += [turn(answer)["attacks"]] if step == "attack" else []
    assert left == [1, 0, 0]


def test_an_action_for_something_else_leaves_no_attack() -> None:
    box = fight(classes=["fighter 5"])
    box.did("act", "Hero", act="Dodge")
    assert "Hero has already used its action." in notes(strike(box))


def test_an_attack_leaves_no_action_for_something_else() -> None:
    box = fight(classes=["fighter 5"])
    strike(box)
    assert "Hero has already used its action." in notes(box.did("act", "Hero", act="Dodge"))


def test_action_surge_gives_the_attacks_of_another_action() -> None:
    box = fight(classes=["fighter 5"])
    strike(box)
    box.did("act", "Hero", act="Action Surge")
    told = [strike(box)["text"] for _ in range(4)]
    assert ["this turn; Hero has 4" in text for text in told] == [False, False, False, True]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("act", ["Grapple", "Shove"])
def test_a_grapple_or_a_shove_takes_the_place_of_one_attack(ruleset: Ruleset, act: str) -> None:
    box = fight(ruleset, classes=["fighter 5"])
    choice = {"choice": "prone"} if act == "Shove" else {}
    assert turn(box.did("act", "Hero", act=act, targets=["Target"], **choice))["attacks"] == 1
    assert "this turn" not in strike(box)["text"]
    assert "That is attack 3 this turn; Hero has 2." in strike(box)["text"]


def test_the_next_turn_gives_all_back() -> None:
    box = fight(classes=["fighter 1"])
    strike(box)
    box.did("next_turn")
    box.did("next_turn")
    assert "this turn" not in strike(box)["text"]


def test_an_attack_out_of_turn_is_the_reaction_until_the_own_turn() -> None:
    box = fight(classes=["fighter 1"])
    first, second = strike(box, "Target"), strike(box, "Target")
    assert "It is Hero's turn." in first["text"] and "already" not in first["text"]
    assert "Target has already used its reaction." in second["text"]
    assert turn(first) == {"actions": 1, "attacks": 1, "bonus": True, "reaction": False}
    box.did("next_turn")
    assert turn(strike(box, "Target")) == {"actions": 0, "attacks": 0, "bonus": True, "reaction": True}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_other_hand_strikes_with_the_bonus_action(ruleset: Ruleset) -> None:
    box = fight(ruleset, ("Shortsword", "Shortsword"), classes=["wizard 5"])
    assert turn(strike(box)) == {"actions": 0, "attacks": 0, "bonus": True, "reaction": True}
    assert turn(strike(box, itemName="offhand")) == {"actions": 0, "attacks": 0, "bonus": False, "reaction": True}
    assert "Hero has already used its bonus action." in notes(strike(box, itemName="offhand"))


def test_a_nicking_weapon_strikes_once_within_the_action() -> None:
    """Only with its mastery, only in 5.2, and a second time the turn has no place for it."""
    box = fight("5.2", ("Shortsword", "Dagger"), classes=["fighter 1"])
    strike(box)
    assert turn(strike(box, itemName="offhand"))["bonus"] is True
    assert "That is attack 2 this turn; Hero has 1." in strike(box, itemName="offhand")["text"]


def test_nothing_is_counted_in_peace() -> None:
    box = fight(classes=["fighter 1"])
    box.did("end_fight")
    told = [strike(box) for _ in range(3)]
    assert all("turn" not in result(a) and "this turn" not in a["text"] for a in told)


CLERIC = {"classes": ["cleric 5"], "abilities": {"wis": 16}, "hp": 5}
BESIDE = "Besides a bonus action spell"
SLOT = "has already spent a spell slot this turn"


@each_row(
    ("ruleset", "first", "second", "told"),
    [
        ("5.1", "Healing Word", "Cure Wounds", BESIDE),
        ("5.1", "Cure Wounds", "Healing Word", BESIDE),
        ("5.1", "Healing Word", "Sacred Flame", ""),
        ("5.1", "Sacred Flame", "Healing Word", ""),
        ("5.1", "Sacred Flame", "Cure Wounds", ""),
        ("5.2", "Healing Word", "Cure Wounds", SLOT),
        ("5.2", "Cure Wounds", "Healing Word", SLOT),
        ("5.2", "Healing Word", "Sacred Flame", ""),
        ("5.2", "Sacred Flame", "Healing Word", ""),
    ],
)
def test_two_spells_in_a_turn(ruleset: Ruleset, first: str, second: str, told: str) -> None:
    box = fight(ruleset, (), **CLERIC)

    def cast(spell: str) -> str:
        return str(box.did("cast", "Hero", spell=spell, targets=["Target" if spell == "Sacred Flame" else "Hero"])["text"])

    texts = [cast(first), cast(second)]
    assert [any(word in text for word in (BESIDE, SLOT)) for text in texts] == [False, bool(told)]
    assert told in texts[1]
    box.did("next_turn")
    box.did("next_turn")
    assert told not in cast(second) or not told


@pytest.mark.parametrize(("ruleset", "told"), [("5.1", BESIDE), ("5.2", SLOT)])
def test_a_quickened_spell_is_one_of_a_bonus_action(ruleset: Ruleset, told: str) -> None:
    box = fight(ruleset, (), classes=["sorcerer 5"], abilities={"cha": 16}, features=["quickened spell"])
    box.did("cast", "Hero", spell="Burning Hands", targets=["Target"], **{"with": ["Quickened Spell"]})
    assert told in box.did("cast", "Hero", spell="Burning Hands", targets=["Target"])["text"]
