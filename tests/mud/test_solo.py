"""A game without a game master: who attacks whom and with what, when a fight begins and ends, and a whole adventure."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.monsters import act_worth, policy
from rpg_lite.mud.solo import SoloSession
from rpg_lite.mud.status_line import status_line
from tests.mud.alone import HERO, Alone, struck_wizard


@pytest.fixture
def alone() -> Iterator[Alone]:
    with open_campaign(":memory:", seed=3) as game:
        here = Alone(SoloSession(game))
        here.makes("create", name="Brenna", character=HERO)
        for item in ("Longsword", "Plate Armor"):
            here.makes("give", "manage_inventory", characterName="Brenna", template=item, equip=True)
        here.types("as Brenna")
        yield here


def test_monsters_of_the_book_attack_at_sight(alone: Alone) -> None:
    alone.makes("create", name="Goblin", template="Goblin")
    told = alone.types("look")
    assert "Goblin attacks!" in told and "The fight begins." in told and "Brenna's turn" in told.splitlines()[-1]
    assert "can, now" not in told


@pytest.mark.parametrize(
    "peaceful",
    [
        {"name": "Snik", "template": "Goblin"},
        {"name": "Captain Rusk", "template": "Bandit Captain"},
        {"name": "Cat", "template": "Cat"},
        {"name": "Stranger", "character": {}},
    ],
)
def test_who_has_a_name_a_shop_or_no_rating_does_not(alone: Alone, peaceful: dict[str, Any]) -> None:
    answer = alone.game.ask({"operation": "create", **peaceful}, "manage_character")
    assert answer["ok"], answer["text"]
    assert "attack" not in alone.types("look")
    assert alone.game.table()["fight"] is None


def test_a_monster_with_a_name_attacks_too(alone: Alone) -> None:
    alone.makes("create", name="Old Grey", template="Owlbear")
    assert "Old Grey attacks!" in alone.types("look")


def test_who_keeps_a_shop_does_not(alone: Alone) -> None:
    alone.makes("create", name="Bandit", template="Bandit")
    alone.makes("shop", "manage_inventory", bagName="Bandit")
    assert "attack" not in alone.types("look")


def test_a_second_action_is_refused_and_changes_nothing(alone: Alone) -> None:
    alone.makes("create", name="Ogre", template="Ogre")
    alone.types("look")
    alone.types("attack ogre")
    alone.types("attack ogre")
    before = alone.game.store.rev(alone.game.campaign.id)
    told = alone.types("attack ogre")
    assert "attack 3 this turn" in told and "Nothing was changed" in told
    assert alone.game.store.rev(alone.game.campaign.id) == before


def test_the_fight_ends_by_itself_with_its_experience(alone: Alone) -> None:
    alone.makes("create", name="Goblin", template="Goblin")
    alone.types("look")
    told = alone.fights()
    assert "The fight is over" in told and "Brenna gets 50 experience points" in told
    assert alone.game.table()["fight"] is None
    assert "attacks!" not in alone.types("look")


def test_who_ends_a_fight_has_peace_until_leaving(alone: Alone) -> None:
    alone.types("create Cave toward north")
    alone.makes("create", name="Goblin", template="Goblin")
    alone.types("look")
    assert "The fight is over" in alone.types("end")
    assert "attacks!" not in alone.types("look")
    alone.types("n")
    assert "Goblin attacks!" in alone.types("s")


def test_the_game_waits_where_a_hero_may_react(alone: Alone) -> None:
    wizard = {"classes": ["wizard 5"], "party": True, "hpMax": 300, "abilities": {"int": 18}, "spells": {"prepared": ["Shield"]}}
    alone.makes("create", name="Elara", character=wizard)
    alone.makes("create", name="Ogre", template="Ogre")
    alone.makes("start_fight", "execute_action", names=["Elara", "Ogre"], d20=[1, 20])
    told = alone.types("look")
    for _ in range(20):
        if "May answer: Elara (Shield)" in told:
            break
        told = alone.types("next")
    assert told.splitlines()[-1].startswith("React with answer")
    answered = alone.types("answer shield by Elara")
    assert "Shield" in answered and answered.count("uses Greatclub") <= 1
    assert "Elara's turn" in answered or "Elara's turn" in alone.types("next")


def test_a_bonus_action_spell_leaves_only_cantrips(alone: Alone) -> None:
    wizard = {"classes": ["wizard 5"], "party": True, "hpMax": 300, "spells": {"prepared": ["Burning Hands", "Misty Step"]}}
    alone.makes("create", name="Elara", character=wizard)
    alone.makes("create", name="Ogre", template="Ogre")
    alone.makes("start_fight", "execute_action", names=["Elara", "Ogre"], d20=[20, 1])
    alone.types("as Elara")
    alone.types("cast burning hands at Ogre")
    assert "Nothing was changed" in alone.types("cast misty step")


def test_an_ally_in_the_room_is_near_the_target(alone: Alone) -> None:
    alone.makes("create", name="Sly", character={"classes": ["rogue 5"], "party": True, "abilities": {"dex": 18}})
    alone.makes("give", "manage_inventory", characterName="Sly", template="Rapier", equip=True)
    alone.makes("create", name="Ogre", template="Ogre")
    alone.makes("start_fight", "execute_action", names=["Sly", "Ogre", "Brenna"], d20=[20, 5, 1])
    alone.types("as Sly")
    told = alone.types("attack Ogre adding sneak attack")
    assert "Sly attacks Ogre" in told and "does not count" not in told


def test_nobody_rests_or_waits_beside_enemies(alone: Alone) -> None:
    alone.makes("create", name="Ogre", template="Ogre")
    alone.types("look")
    alone.types("end")
    hour = alone.game.table()["time"]
    for line in ("rest short", "wait 4 hours"):
        assert "beside enemies" in alone.types(line)
    assert alone.game.table()["time"] == hour


def test_a_hero_leaves_a_fight_by_name_and_is_struck(alone: Alone) -> None:
    alone.types("create Cave toward north")
    alone.makes("create", name="Osric", character=HERO)
    alone.makes("create", name="Ogre", template="Ogre")
    alone.makes("start_fight", "execute_action", names=["Brenna", "Ogre", "Osric"], d20=[20, 5, 1])
    alone.types("as party")
    told = alone.types("flee north")
    assert "Brenna goes north" in told and "Ogre uses Opportunity Attack" in told
    while "Osric's turn" not in told.splitlines()[-1]:
        told = alone.types("next")
    assert "Osric goes north" in alone.types("go north Osric")


def test_what_only_a_table_settles_is_not_told(alone: Alone) -> None:
    cleric = {"classes": ["cleric 5"], "party": True, "spells": {"cantrips": ["Sacred Flame"]}}
    alone.makes("create", name="Odo", character=cleric)
    for item in ("Mace", "Shield"):
        alone.makes("give", "manage_inventory", characterName="Odo", template=item, equip=True)
    alone.makes("create", name="Ogre", template="Ogre")
    alone.makes("start_fight", "execute_action", names=["Odo", "Ogre"], d20=[20, 1])
    alone.types("as Odo")
    told = alone.types("cast sacred flame at Ogre")
    assert "Sacred Flame" in told and "no hand" not in told and "key:" not in told


def test_the_hero_to_whom_a_reaction_is_offered_answers(alone: Alone) -> None:
    struck_wizard(alone)
    assert "Elara casts Shield" in alone.types("answer shield")


def test_only_next_lets_a_reaction_pass(alone: Alone) -> None:
    struck_wizard(alone)
    hp = alone.hp("Elara")
    for line in ("", "sheet Elara", "answer fireball", "note A hard blow", "shrug"):
        assert alone.types(line).splitlines()[-1].startswith("React with answer"), line
        assert alone.hp("Elara") == hp
    assert alone.types("next").startswith("Round") and alone.hp("Elara") == hp


def test_a_dying_hero_makes_death_saves_until_the_end(alone: Alone) -> None:
    alone.makes("create", name="Ogre", template="Ogre")
    alone.makes("damage", "execute_action", characterName="Brenna", amount=alone.hp("Brenna"), damageType="fire")
    alone.makes("start_fight", "execute_action", names=["party", "Ogre"])
    told = alone.types("look")
    assert "death save" in told
    assert "Ogre uses" not in told.partition("HP 0 → 1")[0]
    assert (alone.game.table()["fight"] is None) == ("Nobody in the party is left standing" in told)


def test_legendary_acts_come_at_the_end_of_a_heros_turn(alone: Alone) -> None:
    alone.makes("update", characterName="Brenna", character={"hpMax": 2000})
    alone.makes("heal", "execute_action", characterName="Brenna", amount=2000)
    alone.makes("create", name="Adult Black Dragon", template="Adult Black Dragon")
    told = alone.types("look")
    while "Brenna's turn" not in told.splitlines()[-1]:
        told = alone.types("next")
    answer = alone.types("next")
    assert "Adult Black Dragon uses Tail Attack" in answer.splitlines()[0]
    assert "Detect" not in answer


def test_a_breath_that_is_ready_comes_first_then_multiattack(alone: Alone) -> None:
    alone.makes("create", name="Osric", character=HERO)
    alone.makes("create", name="Adult Black Dragon", template="Adult Black Dragon")
    alone.makes("start_fight", "execute_action", names=["party", "Adult Black Dragon"], d20=[1, 1, 20])
    world = alone.world
    dragon = next(t for t in world.things.values() if t.name == "Adult Black Dragon")
    wanted = [deed["act"] for deed in policy.deeds(world, dragon, alone.game.book) if "act" in deed]
    assert list(dict.fromkeys(wanted))[:3] == ["Acid Breath", "Multiattack", "Bite"]
    breath, multiattack = (next(a for a in policy.deeds(world, dragon, alone.game.book) if a.get("act") == n) for n in wanted[:2])
    assert (len(breath["targets"]), len(multiattack["targets"])) == (2, 1)


def test_the_nearest_is_the_standing_foe_here_whose_turn_is_next(alone: Alone) -> None:
    for name in ("Osric", "Pip"):
        alone.makes("create", name=name, character=HERO)
    alone.makes("create", name="Ogre", template="Ogre")
    alone.makes("start_fight", "execute_action", names=["Brenna", "Ogre", "Osric", "Pip"], d20=[20, 15, 10, 5])

    def nearest() -> list[str]:
        world = alone.world
        ogre = next(t for t in world.things.values() if t.name == "Ogre")
        return [foe.name for foe in policy.standing_foes(world, ogre, alone.game.book)]

    assert nearest() == ["Osric", "Pip", "Brenna"]
    alone.makes("damage", "execute_action", characterName="Osric", amount=60, damageType="fire")
    assert nearest() == ["Pip", "Brenna"]


@pytest.mark.parametrize(
    ("told", "mean"), [("2d10+6 piercing + 1d8 acid", 21.5), ("1 piercing", 1), ("3d6-1 cold", 9.5), ("", 0), ("acid", 0)]
)
def test_the_mean_of_damage(told: str, mean: float) -> None:
    assert act_worth.mean(told) == mean


def test_the_line_at_the_bottom_tells_the_party_the_turn_and_the_time(alone: Alone) -> None:
    assert status_line(alone.game) == "Brenna HP 49/49 AC 18 · day 1, 08:00"
    alone.makes("create", name="Goblin", template="Goblin")
    alone.types("look")
    assert "Round" in status_line(alone.game) and "left: 1 action" in status_line(alone.game)


def test_the_salt_toll_is_played_alone(alone: Alone) -> None:
    """From the ford to the lamp store, with every fight on the way."""
    for line in ("adventure salt_toll", "n", "n", "w"):
        told = alone.types(line)
    assert "Giant Rat 3 attack!" in told
    alone.fights()
    for line in ("n", "take Verdigris Key", "s", "e", "e", "take 2 Barge Weight", "w", "give 2 Barge Weight in Stone Scale", "n", "d"):
        told = alone.types(line)
    assert "Salt Stair" in told
    told = alone.types("d")
    assert "Skeleton 1 and Skeleton 2 attack!" in told
    alone.fights()
    alone.types("e")
    assert "still warm" in alone.types("s")
    assert (alone.hp("Brenna") or 0) > 0


def company(game: Game) -> Alone:
    """Four dwarves, who see in the dark, each with a maul, because an ooze laughs at blades, and more hit points than luck can take."""
    here = Alone(SoloSession(game))
    for name in ("Brenna", "Corin", "Mira", "Odo"):
        hero = {
            "classes": ["fighter 9"],
            "race": "dwarf",
            "party": True,
            "abilities": {"str": 18, "dex": 12, "con": 18, "wis": 14},
            "hpMax": 250,
        }
        here.makes("create", name=name, character=hero)
        for item in ("Plate Armor", "Maul"):
            here.makes("give", "manage_inventory", characterName=name, template=item, equip=True)
    return here


def beat(here: Alone) -> str:
    """Play the fight that goes on: everybody strikes at the first foe that stands; heal the heroes afterwards."""
    told = []
    for _ in range(400):
        fight = here.game.table()["fight"]
        if fight is None:
            break
        foes = [f["name"] for f in fight["order"] if not f["member"] and f["mark"] not in ("dead", "down")]
        told += [here.types(f"attack {foe} by {fight['turn']}") for foe in (foes[:1] * 2)] + [here.types("next")]
    else:
        raise AssertionError(told[-6:])
    for name in ("Brenna", "Corin", "Mira", "Odo"):
        here.makes("heal", "execute_action", characterName=name, amount=200)
        for condition in ("prone", "restrained", "paralyzed", "poisoned"):
            here.game.ask({"operation": "remove", "characterName": name, "condition": condition}, "manage_condition")
    return "\n".join(told)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_the_bitter_spring_is_played_alone_to_its_end(ruleset: str) -> None:
    with open_campaign(":memory:", ruleset=ruleset, seed=4) as game:
        here = company(game)
        assert "The Bitter Spring begins" in here.types("adventure bitter_spring")
        for line in ("n", "n", "n", "e"):
            told = here.types(line)
        here.types("as Brenna")
        assert "Bandit 5 attack!" in told
        beat(here)
        assert "attack" not in here.types("e").splitlines()[-1]
        assert "The fight begins" in here.types("fight Captain Rusk")
        beat(here)
        assert "Pump Key" in here.types("take Pump Key from Captain Rusk")
        for line in ("as party", "w", "n", "as Brenna"):
            told += here.types(line)
        assert "Giant Spider" in told
        beat(here)
        assert "unlocked" in here.types("unlock n")
        here.types("as party")
        for line in ("n", "w", "n", "n", "d", "n"):
            here.types(line)
            beat(here)
        told = here.types("n")
        assert "Silverbrow" in told and "attack!" in told
        ending = beat(here)
        assert "Silverbrow is dead" in ending and "The fight is over" in ending and "experience points" in ending
        assert "legendary" in ending.lower() or "Silverbrow uses" in ending


def test_a_hero_of_one_line_has_scores_and_gear(tmp_path: Path) -> None:
    with open_campaign(tmp_path / "p.db", seed=1) as game:
        session = SoloSession(game)
        session.hear("hero Brenna fighter")
        sheet = str(session.hear("sheet"))
    assert "STR 15" in sheet and "armor Chain Mail" in sheet


def test_several_heroes_go_together_and_act_in_their_turns(tmp_path: Path) -> None:
    with open_campaign(tmp_path / "p.db", seed=1) as game:
        session = SoloSession(game)
        session.hear("hero Brenna fighter 8")
        assert "You are the party now" in str(session.hear("hero Mira fighter 8"))
        for answer in ("hero", "Odo", "cleric", "1", "human", "acolyte", "array"):
            session.hear(answer)
        assert session.is_asked and "You are the party now" in str(session.hear("stop"))
        session.hear("call retire characterName=Odo")
        session.hear("adventure salt_toll")
        assert "Brenna and Mira go north" in str(session.hear("go north"))
        session.hear("fight Marra Ashgrove")
        for _ in range(2):
            whose = session.scene().acting
            assert f"{whose} attacks Marra" in str(session.hear("attack Marra")) or not game.table()["fight"]
            session.hear("next")


def test_undo_takes_back_a_line_with_what_the_monsters_did_after_it(alone: Alone) -> None:
    alone.makes("create", template="Goblin", count=2)
    alone.types("look")
    before = []
    for line in ("attack goblin 1", "next", "next"):
        before.append(
            (line, {t.name: t.creature.hp for t in alone.world.things.values() if t.kind == "character"}, alone.game.table()["fight"])
        )
        alone.types(line)
    for line, hp, fight in reversed(before):
        told = alone.types("undo")
        assert "taken back" in told, told
        assert {t.name: t.creature.hp for t in alone.world.things.values() if t.kind == "character"} == hp, line
        assert alone.game.table()["fight"] == fight, line


@pytest.fixture(params=["", 'call manage_tools equip bagName=Home itemName="turn:*"'])
def pair(request: pytest.FixtureRequest, alone: Alone) -> Alone:
    """Brenna and Ilse against an ogre: it is Brenna's turn. The rules are those of a game alone, or also demanded everywhere."""
    alone.makes("create", name="Ilse", character={**HERO, "abilities": {"str": 16, "dex": 1}})
    alone.types("as party")
    alone.makes("create", name="Ogre", template="Ogre")
    if request.param:
        alone.types(request.param)
    alone.types("look")
    while "Brenna's turn" not in alone.types("why"):
        alone.types("next")
    return alone


@pytest.mark.parametrize(
    "line",
    ["attack ogre by Ilse", "Ilse attacks ogre", "Ilse attacks the ogre", "act dodge by Ilse", "Ilse dodges", "search 10 by Ilse", "Ilse searches"],
)  # fmt: skip
def test_a_hero_who_is_named_waits_for_the_turn_too(pair: Alone, line: str) -> None:
    before = pair.game.store.rev(pair.game.campaign.id)
    assert "urn of Brenna, not of Ilse" in (told := pair.types(line)) or told.startswith("It is Brenna's turn."), told
    assert pair.game.store.rev(pair.game.campaign.id) == before


def test_a_hero_on_turn_may_be_named(pair: Alone) -> None:
    assert "Brenna attacks Ogre" in pair.types("Brenna attacks ogre")


@pytest.mark.parametrize("line", ["attack ogre", "act dodge", "search", "Brenna searches"])
def test_a_refusal_begins_with_the_rule_and_not_as_a_dry_run_does(pair: Alone, line: str) -> None:
    pair.types("act dash")
    before = pair.game.store.rev(pair.game.campaign.id)
    assert re.match(r"(turn:one_action: )?Brenna has already used its action", told := pair.types(line)), told
    assert pair.game.store.rev(pair.game.campaign.id) == before
