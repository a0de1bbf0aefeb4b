"""Whatever ends a spell plays its end: dispelling, the game master, time, lost concentration (SRD, "when the spell ends")."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.casters import cast, lies_on, mind_of, opened
from tests.operations.table import Answer
from tests.operations.worlds import GOBLIN, Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def taken_away(box: Sandbox, name: str, **what: str) -> Answer:
    told = box.send({"operation": "remove", "characterName": name, **what}, "manage_condition")
    assert told["ok"], told["text"]
    return told


def by_dispel(box: Sandbox, spell: str, on: str) -> Answer:
    return cast(box, "Lute", "Dispel Magic", on, slot=3)


def by_the_game_master(box: Sandbox, spell: str, on: str) -> Answer:
    return taken_away(box, on, effect=spell)


def by_time(box: Sandbox, spell: str, on: str) -> Answer:
    """For Haste no more than its minute: what follows it lasts only a round."""
    return box.did("advance", duration="1 minute" if spell == "Haste" else "24 hours")


def by_lost_concentration(box: Sandbox, spell: str, on: str) -> Answer:
    return box.did("apply", "Elara", condition="incapacitated")


WAYS = (by_dispel, by_the_game_master, by_time, by_lost_concentration)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("way", WAYS)
def test_haste_leaves_lethargy_whatever_ends_it(ruleset: Ruleset, way: Any) -> None:
    """The target cannot move or act until after its next turn (5.2: Incapacitated, Speed 0)."""
    box = opened(ruleset)
    cast(box, "Elara", "Haste", "Bran")
    told = way(box, "Haste", "Bran")
    assert "Lethargy" in lies_on(box, "Bran") and "Haste" not in lies_on(box, "Bran")
    assert (box.number("Bran", "speed.walk"), mind_of(box, "Elara")) == (0, None)
    assert ("incapacitated" in lies_on(box, "Bran")) == (ruleset == "5.2")
    assert "Lethargy" in told["text"]
    box.reject("cannot_act", "cast", "Bran", spell="Bless", targets=["Elara"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_follows_a_spell_is_no_spell(ruleset: Ruleset) -> None:
    """The lethargy stays: there is no Haste any more that Dispel Magic could end."""
    box = opened(ruleset)
    cast(box, "Elara", "Haste", "Bran")
    by_dispel(box, "Haste", "Bran")
    by_dispel(box, "Haste", "Bran")
    assert "Lethargy" in lies_on(box, "Bran")


@each_row(
    ("ruleset", "caster", "spell", "on", "effect", "told"),
    [
        *((r, "Elara", "Fly", "Bran", "Fly", "still in the air falls") for r in RULESETS),
        *((r, "Elara", "Banishment", "Goblin 1", "Banishment", "back where it was") for r in RULESETS),
        *((r, "Bran", "Calm Emotions", "Goblin 1", "Calm Emotions", "Charm and fright that were suppressed return") for r in RULESETS),
        *((r, "Elara", "Blink", None, "Blink", "is back") for r in RULESETS),
        *((r, "Fern", "Control Weather", None, "Control Weather", "slowly goes back to normal") for r in RULESETS),
        *((r, "Elara", "Rope Trick", None, "Rope Trick", "drops out") for r in RULESETS),
        *((r, "Elara", "Magnificent Mansion", None, "Magnificent Mansion", "put out at the door") for r in RULESETS),
        *((r, "Elara", "Magic Jar", None, "Magic Jar", "container breaks") for r in RULESETS),
    ],
)
def test_the_end_of_a_spell_is_told(ruleset: Ruleset, caster: str, spell: str, on: str | None, effect: str, told: str) -> None:
    box = opened(ruleset)
    choice = {"Calm Emotions": {"choice": "suppress"}, "Control Weather": {"choice": "wind"}}.get(spell)
    more: dict[str, Any] = {"choice": choice} if choice else {}
    begun = cast(box, caster, spell, *filter(None, [on]), force=True, **more)
    if spell == "Blink":
        box.let(20).did("start_fight", names=["Elara", "Goblin 1"])
        box.let(20, face=6).did("next_turn")
        assert "Blink: ethereal" in lies_on(box, "Elara")
    assert told not in begun["text"]
    ended = by_the_game_master(box, effect, on or caster)
    assert told in ended["text"] and "Blink: ethereal" not in lies_on(box, "Elara")


@pytest.mark.parametrize(("ruleset", "spell"), [("5.1", "Charm Person"), ("5.2", "Charm Person"), ("5.2", "Charm Monster")])
@pytest.mark.parametrize("way", ["remove", "advance", "damage"])
def test_the_charmed_know_it_afterwards(ruleset: Ruleset, spell: str, way: str) -> None:
    box = opened(ruleset)
    box.did("cast", "Elara", spell=spell, targets=["Goblin 1"])
    assert "charmed" in lies_on(box, "Goblin 1")
    match way:
        case "remove":
            told = taken_away(box, "Goblin 1", condition="charmed")
        case "advance":
            told = box.did("advance", duration="1 hour")
        case _:
            told = cast(box, "Elara", "Fire Bolt", "Goblin 1", d20=[19])
    assert "charmed" not in lies_on(box, "Goblin 1") and "knows that it was charmed" in told["text"]


# ── ends that only time brings ──────────────────────────────────────────────────────────────────────────────────────


def drowning() -> Sandbox:
    box = Sandbox(first_world("5.1"))
    box.accept("create", name="Thorin", character={"classes": ["fighter 5"], "hpMax": 40, "abilities": {"con": 14}})
    box.accept("act", "Thorin", act="Suffocate", targets=["Thorin"])
    return box


def test_who_breathes_again_in_time_does_not_drop() -> None:
    """Rounds equal to the CON modifier, then 0 hit points; breathing in between saves (SRD 5.1, Suffocating)."""
    box = drowning()
    box.did("act", "Thorin", act="Breathe")
    assert (box.hp("Thorin"), lies_on(box, "Thorin")) == (40, [])
    box = drowning()
    taken_away(box, "Thorin", effect="Suffocating")
    assert box.hp("Thorin") == 40
    box = drowning()
    box.did("advance", duration="1 minute")
    assert box.hp("Thorin") == 0


@pytest.mark.parametrize(("how", "ready"), [("advance", True), ("remove", False)])
def test_a_clone_must_ripen(how: str, ready: bool) -> None:
    box = opened("5.1")
    cast(box, "Elara", "Clone", "Bran", force=True)
    if how == "advance":
        box.did("advance", duration="120 days")
        box.did("advance", duration="1 hour")  # the casting itself
    else:
        taken_away(box, "Bran", effect="Clone: grows")
    assert ("Clone: ready" in lies_on(box, "Bran")) == ready


def test_a_cured_poison_does_not_come_back_weaker() -> None:
    """3d6 at each turn's start; a passed save lessens it by a die, and what ends the condition ends it all (SRD 5.1, Potion of Poison)."""
    box = Sandbox(first_world("5.1"))
    box.accept("create", name="Thorin", character={"classes": ["fighter 5"], "hpMax": 90, "abilities": {"con": 10}})
    box.accept("create", name="Ogre", character={**GOBLIN, "hpMax": 60})
    box.accept("create", name="Bran", character={"classes": ["cleric 5"]})
    box.accept("give", "Thorin", template="Potion of Poison")
    box.let(20, 1, 1).accept("start_fight", names=["Thorin", "Ogre", "Bran"])
    box.let(1).accept("use", "Thorin", itemName="Potion of Poison")
    lost = []
    for save in (1, 19):
        box.let(save).accept("next_turn")
        before = box.hp("Thorin")
        for _ in range(2):
            box.let(1, face=1).accept("next_turn")
        lost.append(before - box.hp("Thorin"))
    assert lost == [3, 2]
    box.accept("cast", "Bran", spell="Lesser Restoration", targets=["Thorin"], choice="poisoned", force=True)
    box.let(19).accept("next_turn")
    assert "poisoned" not in lies_on(box, "Thorin")
