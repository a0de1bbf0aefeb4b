"""What a call chooses is played wholly, or refused: slots to recover, bodies to animate, dice that bring dice, other names."""

import pytest

from rpg_lite.rules.dice import DiceRoll, Roller, sizes, total
from tests.operations.high_heroes import hero, who

pytestmark = pytest.mark.pure


def test_slots_that_cannot_return_are_refused():
    """SRD 5.2, Arcane Recovery: the levels together are at most half the wizard's level."""
    box = hero("5.2", "wizard 9", spent={"slot_3": 1})
    box.did("rest", "Hero", kind="short")
    refused = box.refused("slots_unfit", "act", "Hero", act="Arcane Recovery", choice={"slots": "3,2"})
    assert "level 3 (1 spent)" in refused["text"] and who(box, "Hero").creature.spent["slot_3"] == 1
    box.did("act", "Hero", act="Arcane Recovery", choice={"slots": "3"})
    assert not who(box, "Hero").creature.spent.get("slot_3")


def test_slots_above_the_levels_together_are_refused():
    box = hero("5.2", "wizard 6", spent={"slot_3": 1, "slot_2": 1})
    box.did("rest", "Hero", kind="short")
    box.refused("slots_unfit", "act", "Hero", act="Arcane Recovery", choice={"slots": "3,2"})


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(("named", "made"), [(["Foe"], 1), ([], 3)])
def test_each_body_becomes_one_undead(ruleset, named, made):
    """SRD, Animate Dead: at slot 4 up to three, each from a corpse of its own."""
    box = hero(ruleset, "cleric 7")
    box.did("cast", "Hero", spell="Animate Dead", targets=named, choice="corpse", slot=4, force=True)
    assert sum(t.name.startswith("Zombie") for t in box.world.things.values() if t.kind == "character") == made


def showing(*faces: int) -> Roller:
    """Dice that show these faces one after the other."""
    left = iter(faces)

    def roll(text: str) -> DiceRoll:
        shown = tuple(next(left) for _ in sizes(text))
        return DiceRoll(text, shown, total(text, shown))

    return roll


@pytest.mark.parametrize(("faces", "damage"), [((7,), 7), ((8, 3), 11), ((8, 8, 5), 21)])
def test_each_eight_of_a_sorcerous_burst_brings_a_die(faces, damage):
    """SRD 5.2, Sorcerous Burst."""
    box = hero("5.2", "sorcerer 1")
    box.roll_with(showing(15, *faces))
    box.did("cast", "Hero", spell="Sorcerous Burst", targets=["Foe"], choice="fire", force=True)
    assert who(box, "Foe").creature.hp == 200 - damage


def test_a_burst_brings_at_most_as_many_dice_as_the_modifier():
    box = hero("5.2", "sorcerer 1")  # CHA 18
    box.roll_with(showing(15, *[8] * 8))
    box.did("cast", "Hero", spell="Sorcerous Burst", targets=["Foe"], choice="fire", force=True)
    assert who(box, "Foe").creature.hp == 200 - 5 * 8


def test_spells_are_known_by_their_inventors_too():
    box = hero("5.1", "wizard 5")
    assert "Hideous Laughter" in box.did("cast", "Hero", spell="Tasha's Hideous Laughter", targets=["Foe"], force=True)["text"]


def test_a_form_ends_by_its_plain_name():
    box = hero("5.1", "druid 4")
    box.did("act", "Hero", act="Wild Shape", choice="wolf")
    box.did("act", "Hero", act="End Wild Shape")
    assert who(box, "Hero").creature.form is None


def test_a_suggested_choice_is_an_object_as_the_tool_lists_it():
    box = hero("5.2", "cleric 7")
    suggested = box.refused("choice_required", "cast", "Hero", spell="Animate Dead", slot=4, force=True)["error"]["try"]
    assert isinstance(suggested["choice"], dict) and box.send(suggested, "execute_action")["ok"]
