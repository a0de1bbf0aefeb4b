"""The Champion's wider range of critical hits with weapons (SRD 5.1 and 5.2: Improved Critical at 3, Superior Critical at 15)."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.views.stats_json import stats_json
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("subclass", ["Champion", None])
@pytest.mark.parametrize(("level", "least"), [(2, 20), (3, 19), (14, 19), (15, 18), (20, 18)])
def test_a_champion_hits_critically_from_a_lower_face(ruleset: Ruleset, subclass: str | None, level: int, least: int) -> None:
    table = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    choices = {"archetype": subclass} if subclass else {}
    table.did("create", name="Thorin", character={"classes": [f"fighter {level}"], "abilities": {"str": 16}, "choices": choices})
    table.did("create", name="Ogre", character={"hpMax": 500})
    shown = stats_json(thing_stats.stats_of(table.world, table.thing("Thorin"), table.book))["attacks"]["Unarmed Strike"]
    assert shown.get("criticalFrom", 20) == (least if subclass else 20)
    for face in range(17, 21):
        told = table.let(face).did("attack", "Thorin", targetName="Ogre")["text"]
        assert ("a critical hit" in told) == (face >= (least if subclass else 20)), (face, told)
        struck = table.accept("act", "Thorin", act="Opportunity Attack", targets=["Ogre"]).expect(ActResult).targets[0].attacks[0]
        assert struck.critical == (face >= (least if subclass else 20))
