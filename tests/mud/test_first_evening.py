"""A lone hero by the lines that the welcome proposes: the adventure says for whom it is meant, a companion joins, and the evening can be won."""

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.decision.targets import party_of
from rpg_lite.game import Game
from rpg_lite.monsters import turns
from rpg_lite.monsters.policy import is_standing
from rpg_lite.mud import adventures
from rpg_lite.mud.hands_of_monsters import HandsInPlay
from rpg_lite.mud.session import Session
from rpg_lite.mud.solo import SoloSession
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import clock, combat
from tests.mud.alone import Alone

TO_THE_LAMP = (
    *("n", "n", "e", "take all Barge Weight", "w", "give 2 Barge Weight in Stone Scale", "w", "rest short 1", "rest long"),
    *("n", "take Verdigris Key", "s", "e", "n", "d", "d", "rest short 1", "rest long", "s", "take Lamp", "e"),
)
"""The lines from the ford past both fights to the lamp store."""
MOST_TURNS = 200


def wins(game: Game) -> bool:
    """Whether the heroes reach the end of The Salt Toll, if heroes and monsters alike play by the policy."""
    here = Alone(SoloSession(game))
    for line in ("hero Brenna fighter", "adventure salt_toll"):
        here.types(line)
    for line in TO_THE_LAMP:
        told = here.types(line)
        for _ in range(MOST_TURNS):
            if clock.fight(here.world) is None:
                break
            acting = here.world.things[str(combat.acting(here.world))]
            if acting.creature.is_member and is_standing(acting):
                turns.own_turn(HandsInPlay(here.session), acting.id, game.book)
            here.types("next")
        if not any(map(is_standing, party_of(here.world))):
            return False
    return "with that The Salt Toll ends" in told


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_lone_hero_wins_seven_of_ten_evenings(ruleset: Ruleset) -> None:
    won = 0
    for seed in range(1, 11):
        with open_campaign(seed=seed, ruleset=ruleset) as game:
            won += wins(game)
    assert won >= 7


def test_a_lone_hero_wins_an_evening() -> None:
    with open_campaign(seed=2) as game:
        assert wins(game)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_companion_joins_a_lone_hero_and_can_be_sent_away(ruleset: Ruleset) -> None:
    with open_campaign(seed=1, ruleset=ruleset) as game:
        here = Alone(SoloSession(game))
        here.types("hero Oda wizard")
        told = here.types("adventure salt_toll")
        assert "Ilsa, a fighter of level 4, joins Oda" in told and "You are the party now" in told
        assert "To choose" not in here.types("sheet Ilsa")
        assert "companion" not in here.types("adventure salt_toll")
        assert "Ilsa" in here.types("retire Ilsa")
        here.types("undo")
        assert "Ilsa" in here.types("n")


@pytest.mark.parametrize("heroes", [["fighter 1", "rogue 1"], ["fighter 5"]])
def test_neither_a_party_nor_a_strong_hero_gets_one(heroes: list[str]) -> None:
    with open_campaign(seed=1) as game:
        here = Alone(SoloSession(game))
        for name, kind in zip(("Ada", "Bo"), heroes, strict=False):
            here.types(f"hero {name} {kind}")
        assert "companion" not in here.types("adventure salt_toll")


def test_a_game_master_decides_about_companions() -> None:
    with open_campaign(seed=1) as game:
        session = Session(game)
        session.hear("hero Brenna fighter")
        assert "companion" not in str(session.hear("adventure salt_toll"))


@pytest.mark.parametrize("name", adventures.read_all())
def test_every_adventure_says_for_whom_it_is_meant(name: str) -> None:
    plan = adventures.read_all()[name]
    assert plan.heroes and plan.level
    with open_campaign(seed=1) as game:
        for hero in ("Ada", "Bo"):
            game.ask({"operation": "create", "name": hero, "character": {"party": True, "classes": ["fighter 2"]}}, tool="manage_character")
        told = game.ask({"operation": "import_map", "adventure": name}, tool="manage_room")["text"]
    assert f"{plan.name} is meant for a party of 4, of level {plan.level}; yours has 2, of level 2." in told


def test_another_story_begins_at_home_and_neither_in_a_fight_nor_after_a_defeat() -> None:
    with open_campaign(seed=1) as game:
        here = Alone(SoloSession(game))
        for line in ("hero Ada fighter", "hero Bo fighter", "adventure salt_toll", "n"):
            here.types(line)
        assert "The Bitter Spring begins." in here.types("adventure bitter_spring")
        home = game.ask({"operation": "exits", "characterName": "Ada"}, tool="read_campaign")["text"]
        assert "Lobby" in home and "Jetty House" not in home
    with open_campaign(seed=1) as game:
        here = Alone(SoloSession(game))
        for line in ("hero Ada fighter", "hero Bo fighter", "adventure salt_toll", "n", "n", "w"):
            here.types(line)
        assert "no adventure begins in its middle" in here.types("adventure bitter_spring")
        for name in ("Ada", "Bo"):
            here.makes("damage", "execute_action", characterName=name, amount=99, damageType="fire")
        here.types("look")
        assert "makes a hero who can" in here.types("adventure bitter_spring")


def test_the_ladder_leads_up_and_down() -> None:
    with open_campaign(seed=1) as game:
        here = Alone(SoloSession(game))
        for line in ("hero Ada fighter", "adventure salt_toll", "n"):
            told = here.types(line)
        assert "up: an open ladder to Net Loft" in told
        assert "down: an open ladder to Jetty House" in here.types("u")
