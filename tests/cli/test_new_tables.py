"""New campaigns of the command line measure fights by plan; campaigns of before, and those that Python opens, stay as they are."""

from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from tests.cli.command_line import run


def kept(database: Path, campaign: str | None = None) -> dict[str, Any]:
    """The policy that the campaign keeps."""
    with open_campaign(database, campaign) as game:
        return dict(game.campaign.policy)


@pytest.mark.parametrize("line", [["campaigns", "create", "Saltmarsh"], ["play", "--solo"]])
def test_a_campaign_that_the_command_line_makes_measures_by_plan(tmp_path: Path, line: list[str]):
    database = tmp_path / "campaign.db"
    run(*line, "--db", str(database), stdin="look\nquit\n")
    assert kept(database, "Saltmarsh" if "create" in line else None) == {"space": "by_plan"}


def test_a_table_where_nobody_passes_the_turns_stays_told(tmp_path: Path):
    run("play", "--db", str(tmp_path / "campaign.db"), stdin="look\nquit\n")
    assert kept(tmp_path / "campaign.db") == {}


def test_a_campaign_that_exists_stays_told(tmp_path: Path):
    database = tmp_path / "campaign.db"
    with open_campaign(database):
        pass
    run("play", "--solo", "--db", str(database), stdin="look\nquit\n")
    assert kept(database) == {}


def test_python_says_it_itself(tmp_path: Path):
    with open_campaign(tmp_path / "plain.db") as game:
        assert game.campaign.policy == {} and not game.measures
    with open_campaign(tmp_path / "plan.db", by_plan=True) as game:
        assert game.campaign.policy == {"space": "by_plan"} and game.measures
    with open_campaign(tmp_path / "own.db", by_plan=True, policy={"quickUses": "bonus"}) as game:
        assert game.campaign.policy == {"quickUses": "bonus"}, "a policy of one's own is kept as it is"
