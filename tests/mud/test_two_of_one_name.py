"""A second hero of one name is refused while the first is in the party, and one who shares a name with a stranger can say and do everything."""

import asyncio

import pytest

from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.campaign_opening import open_campaign
from rpg_lite.game import Game
from rpg_lite.mud.session import Session
from rpg_lite.mud.solo import SoloSession
from rpg_lite.server.settings import Settings

SECOND = ["hero Bo fighter", "hero bo rogue 3", "hero BO wizard 2 elf", 'hero "Bo" cleric']
DEEDS = ["say hi", "note the well is dry", "look", "sheet", "check perception", "grant torch", "equip torch", "rest short", "who"]


@pytest.mark.parametrize("kind", [Session, SoloSession])
@pytest.mark.parametrize("line", SECOND)
def test_the_name_of_a_member_is_refused_and_the_way_is_named(kind: type[Session], line: str) -> None:
    with open_campaign(seed=1) as game:
        session = kind(game)
        session.hear("hero Bo fighter")
        told = str(session.hear(line))
        assert "is in the party already; choose another name, or type as" in told
        assert len(session.scene().members) == 1 and session.hear("as Bo") == "You are Bo."


@pytest.mark.parametrize("line", DEEDS)
def test_a_hero_with_the_name_of_a_stranger_does_everything(line: str) -> None:
    with open_campaign(seed=1) as game:
        game.ask({"operation": "create", "name": "Bo", "template": "Commoner"}, tool="manage_character")
        session = Session(game)
        session.hear("hero Bo fighter")
        told = str(session.hear(line))
        assert "there is no character" not in told and "{" not in told and "matches several" not in told, told


async def _said(game: Game, *lines: str) -> list[str]:
    gm = create_gm(game, Settings.model_validate({"agent": {"model": "test"}}))
    await gm.start()
    try:
        return [output.text for line in lines async for output in gm.process(line) if output.is_told]
    finally:
        await gm.stop()


@pytest.mark.parametrize("stranger", [True, False])
def test_a_plain_sentence_at_a_table_with_a_model_is_heard(stranger: bool) -> None:
    with open_campaign(seed=1) as game:
        if stranger:
            game.ask({"operation": "create", "name": "Bo", "template": "Commoner"}, tool="manage_character")
        told = asyncio.run(_said(game, "hero Bo fighter", "hero Bo fighter", "I wave at the ferryman."))
        assert not any("Refused" in text or "there is no character" in text for text in told), told
