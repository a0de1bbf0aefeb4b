"""What a player alone meets beside the fights of test_solo.py: undo at a reaction, new foes, the way back, and what solo explains."""

from collections.abc import Iterator

import pytest

from rpg_lite import open_campaign
from rpg_lite.monsters import policy
from rpg_lite.mud.solo import SoloSession
from tests.mud.alone import Alone, struck_wizard


@pytest.fixture
def alone() -> Iterator[Alone]:
    with open_campaign(":memory:", seed=3) as game:
        here = Alone(SoloSession(game))
        here.types("hero Brenna fighter 5")
        yield here


def test_undo_of_a_skipped_reaction_offers_it_again(alone: Alone) -> None:
    struck_wizard(alone)
    hp = alone.hp("Elara")
    alone.types("next")
    told = alone.types("undo")
    assert "taken back" in told and told.splitlines()[-1].startswith("React with answer")
    assert alone.hp("Elara") == hp
    assert alone.types("look").splitlines()[-1].startswith("React with answer")
    assert "Elara casts Shield" in alone.types("answer shield")


@pytest.fixture
def two(alone: Alone) -> Alone:
    """A party of two that acts as one; Osric alone carries a sack with a dagger and two potions in it."""
    alone.makes("create", name="Osric", character={"classes": ["fighter 5"], "party": True})
    for item, count in (("Sack", 1), ("Dagger", 1), ("Potion of Healing", 2)):
        alone.makes("give", "manage_inventory", characterName="Osric", template=item, quantity=count)
    for item in ("Dagger", "Potion of Healing"):
        alone.makes("transfer", "manage_inventory", characterName="Osric", itemName=item, bagName="Osric", toName="Sack", all=True)
    alone.types("as party")
    return alone


def test_a_party_takes_from_a_carried_bag_and_the_carrier_keeps_it(two: Alone) -> None:
    assert "Dagger → Osric" in two.types("take dagger from sack")
    assert "Osric" in two.types("put dagger in sack") + two.types("take all from the sack")
    assert "Potion of Healing" in two.types("inventory all")


@pytest.mark.parametrize("line", ["level up", "why ac", "check perception", "save dex", "acts", "act dodge"])
def test_a_party_is_asked_who_in_words_that_work(two: Alone, line: str) -> None:
    assert "End the line with by NAME" in two.types(line)
    assert "Which character" not in two.types(f"{line} by Osric")


def test_a_party_needs_no_name_where_only_one_fits(two: Alone) -> None:
    two.makes("create", name="Elara", character={"classes": ["wizard 3"], "party": True})
    two.makes("give", "manage_inventory", characterName="Elara", template="Gold", quantity=50)
    two.types("as party")
    assert two.types("spells").startswith("Elara: slots")
    assert "Elara casts Fire Bolt" in two.types("cast fire bolt at Osric")
    two.types("adventure bitter_spring")
    two.makes("create", name="Sutler", template="Commoner")
    two.makes("give", "manage_inventory", characterName="Sutler", template="Torch")
    assert "Nobody in the party carries 'lute'" in two.types("sell the lute")
    assert "Osric" in two.types("drink potion")


def test_the_fullest_purse_buys(two: Alone) -> None:
    two.types("adventure salt_toll")
    two.makes("give", "manage_inventory", characterName="Osric", template="Gold", quantity=500)
    two.types("open north")
    two.types("north")
    assert "Osric" in two.types("buy oil") and "buys" in two.types("buy torch") + two.types("buy oil")


def test_one_who_stands_hands_over_and_the_hint_names_the_patient(two: Alone) -> None:
    two.makes("damage", "execute_action", characterName="Osric", amount=two.hp("Osric"), damageType="fire")
    told = two.types("use potion of healing on Brenna")
    assert "use it on Brenna" in told and "target" not in told


def test_healing_the_dead_names_the_way_back(alone: Alone) -> None:
    alone.makes("damage", "execute_action", characterName="Brenna", amount=400, damageType="fire")
    told = alone.types("heal Brenna by 5")
    line = 'call update characterName="Brenna" character={"hp": 1}'
    assert "Revivify" in told and line in told
    alone.types(line)
    assert alone.hp("Brenna") == 1


def test_an_ally_who_cannot_act_does_not_help_a_pack(alone: Alone) -> None:
    alone.makes("create", template="Kobold", count=2)
    alone.makes("start_fight", "execute_action", names=["party", "Kobold 1", "Kobold 2"])
    kobold = next(t for t in alone.world.things.values() if t.name == "Kobold 1")
    assert policy.has_ally_near(alone.world, kobold, alone.game.book)
    alone.makes("apply", "manage_condition", characterName="Kobold 2", condition="unconscious")
    assert not policy.has_ally_near(alone.world, kobold, alone.game.book)


def test_a_prone_monster_stands_up_before_it_strikes(alone: Alone) -> None:
    alone.makes("create", name="Ogre", template="Ogre")
    alone.makes("start_fight", "execute_action", names=["party", "Ogre"], d20=[20, 1])
    alone.makes("apply", "manage_condition", characterName="Ogre", condition="prone")
    told = alone.types("next")
    assert "Ogre" in told and told.index("Stand Up") < told.index("Ogre uses Greatclub")
    ogre = next(t for t in alone.world.things.values() if t.name == "Ogre")
    assert not policy.getting_up(alone.world, ogre, alone.game.book)


def test_new_foes_attack_where_a_fight_was_won(alone: Alone) -> None:
    for _ in range(2):
        assert "Goblin" in alone.types("spawn goblin") and alone.game.table()["fight"]
        alone.makes(
            "damage",
            "execute_action",
            characterName=next(f["name"] for f in alone.game.table()["fight"]["order"] if not f["member"] and f["mark"] != "dead"),
            amount=99,
            damageType="fire",
        )
        assert "The fight is over" in alone.types("look")


def test_an_adventure_says_its_level_and_what_it_is_about(alone: Alone) -> None:
    assert "rooms, for a party of 4, for level 3" in alone.types("adventure")
    told = alone.types("adventure salt_toll")
    assert "The Lit Lamp: Nobody has come for the toll" in told and "The toll book" not in told


def test_the_way_back_to_the_entrance_is_no_way_out(two: Alone) -> None:
    two.types("adventure salt_toll")
    assert "has begun already; the party goes back to Ford." in two.types("adventure salt_toll")
    two.makes("damage", "execute_action", characterName="Osric", amount=two.hp("Osric"), damageType="fire")
    assert "carry Osric" in two.types("adventure salt_toll")
    two.makes("create", template="Ogre")
    two.types("look")
    assert "flee leaves the fight" in two.types("adventure salt_toll")
    two.types("end")
    for name in ("Brenna", "Osric"):
        two.makes("damage", "execute_action", characterName=name, amount=two.hp(name) or 1, damageType="fire")
    told = two.types("adventure salt_toll")
    assert "nobody goes back to Ford" in told and "death save" in told


def test_a_short_rest_without_dice_says_who_is_still_hurt(alone: Alone) -> None:
    assert "hit dice" not in alone.types("rest short")
    alone.makes("damage", "execute_action", characterName="Brenna", amount=10, damageType="fire")
    assert "Brenna is still hurt: rest short 1 spends" in alone.types("rest")
    before = alone.hp("Brenna") or 0
    assert "were spent" not in alone.types("rest short 1") and (alone.hp("Brenna") or 0) > before


def test_why_alone_says_that_turns_are_strict(alone: Alone) -> None:
    alone.makes("create", template="Ogre")
    alone.types("look")
    told = alone.types("why")
    assert "turns are strict" in told and "call" not in told and "noted" not in told


def test_undo_speaks_of_the_line_and_not_of_its_calls(alone: Alone) -> None:
    alone.makes("create", template="Ogre")
    alone.types("look")
    told = alone.types("undo")
    assert told.startswith("The last line is taken back, with all that followed it (redo restores it")
    assert not alone.game.table()["fight"]
