"""The party looks into the bags that its members carry."""

from collections.abc import Iterator

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud.session import Session


@pytest.fixture
def party() -> Iterator[Session]:
    with open_campaign(seed=2) as game:
        made = Session(game)
        for line in ("hero Brenna fighter", "grant backpack", "grant torch", "give torch in backpack", "hero Ilse wizard", "as party"):
            made.hear(line)
        yield made


def test_a_bag_that_one_of_them_carries_needs_no_name(party: Session) -> None:
    for line in ("look in backpack", "look into the backpack", "look inside Brenna's backpack", "look in brenna’s backpack"):
        assert "Torch" in str(party.hear(line)), line


def test_several_bags_are_told_apart_by_whose_they_are(party: Session) -> None:
    party.hear("grant backpack to Ilse")
    assert party.hear("look in backpack") == "Which one? look in Brenna's backpack, look in Ilse's backpack."
    assert "Torch" in str(party.hear("look in Brenna's backpack")) and "Torch" not in str(party.hear("look in Ilse's backpack"))
    party.hear("as Ilse")
    assert "Torch" not in str(party.hear("look in backpack")) and "Torch" in str(party.hear("look in Brenna's backpack"))
