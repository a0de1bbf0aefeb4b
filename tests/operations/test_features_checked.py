"""Features of the sorcerer, the warlock and the wizard above level 5: what a reading against the SRD has mended."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import cast, hero, hp, left

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("defense", ["resistances", "immunities"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_defense_lessens_the_price_of_overchannel(ruleset: Ruleset, defense: str) -> None:
    """SRD, Overchannel: from the second time on 2d12 necrotic for each level, whatever the wizard resists or is immune to."""
    box = hero(ruleset, "wizard 14", choices={"subclass": "evocation"}, **{defense: ["necrotic"]})
    whole = hp(box, "Hero")
    for lost in (0, 2 * 2 * 4):
        cast(box.let(10, face=4), "Scorching Ray", targets=["Foe"], slot=2, **{"with": ["Overchannel"]})
        assert whole - hp(box, "Hero") == lost


@pytest.mark.parametrize(
    ("of", "act", "resource", "spent"),
    [
        ("warlock 5", "Magical Cunning", "magical cunning", {"pact": 1}),
        ("sorcerer 6", "Sorcerous Restoration", "sorcerous restoration", {"sorcery points": 1}),
    ],
)
def test_nothing_is_spent_where_nothing_would_come_back(of: str, act: str, resource: str, spent: dict[str, int]) -> None:
    box = hero("5.2", of)
    box.reject("nothing_is_spent", "act", "Hero", act=act)
    assert left(box, resource) == 1
    tired = hero("5.2", of, spent=spent)
    tired.accept("act", "Hero", act=act)
    assert left(tired, resource) == 0
