"""Turn rules at a table that plays from a database: what `why` says is in force is refused, whichever verb spends the turn."""

from collections.abc import Iterator

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.game import Game
from rpg_lite.mud.session import Session

EVERYWHERE = 'call manage_tools equip bagName=Home itemName="turn:*"'
MADE = ("create Cave toward north", "hero Brenna fighter 2", "hero Ilse fighter", "spawn 2 goblin")


@pytest.fixture
def table() -> Iterator[Session]:
    with open_campaign(seed=3) as game:
        player = Session(game)
        for line in MADE:
            player.hear(line)
        yield player


def fight(game: Game) -> None:
    """It is Ilse's turn."""
    told = game.ask({"operation": "start_fight", "names": ["Ilse", "Brenna", "Goblin 1", "Goblin 2"]}, "execute_action")["text"]
    while "Ilse's turn" not in told:
        told = game.ask({"operation": "next_turn"}, "execute_action")["text"]


@pytest.mark.parametrize("demand", ["equip room turn:*", "equip me turn:*", EVERYWHERE])
@pytest.mark.parametrize("line", ["act dodge", "attack goblin 1", "search 10"])
def test_a_second_action_is_refused_whatever_spends_it(table: Session, demand: str, line: str) -> None:
    table.hear(demand)
    fight(table.game)
    assert "turn:one_action" in str(table.hear("why"))
    assert "uses Dash" in str(table.hear("act dash"))
    told = str(table.hear(line))
    assert told.startswith("turn:one_action: ") and "already used its action" in told and "next ends the turn" in told
    assert ("puts the rule out of use" if line.startswith("search") else "--force") in told


def test_who_walks_twice_or_out_of_turn_is_refused(table: Session) -> None:
    table.hear(EVERYWHERE)
    fight(table.game)
    table.hear("as Brenna")
    assert "it is the turn of Ilse, not of Brenna" in str(table.hear("go north"))
    assert "it is the turn of Ilse, not of Brenna" in str(table.hear("act dodge"))


def test_without_a_demand_everything_is_played(table: Session) -> None:
    fight(table.game)
    assert "No turn rule is in force" in str(table.hear("why"))
    assert "already used" in str((table.hear("act dash"), table.hear("act dodge")))


def test_a_readied_move_goes_off_on_the_turn_of_another(table: Session) -> None:
    table.hear(EVERYWHERE)
    fight(table.game)
    table.hear("act ready choosing trigger the lamp falls by Ilse")
    table.hear("next")
    assert "Cave" in str(table.hear("go north by Ilse"))
    assert "not of Brenna" in str(table.hear("go north by Brenna"))
