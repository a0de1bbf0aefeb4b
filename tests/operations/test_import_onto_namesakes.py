"""A sheet whose name two living characters bear, which is allowed of heroes, is refused with a call that works; with one it may replace that one."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("more", [{}, {"replace": True}], ids=["plain", "replace"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_name_that_others_bear(ruleset: Ruleset, more: dict[str, Any], count: int) -> None:
    table = Table(begun(ruleset))
    for _ in range(count):
        table.did("create", name="Bo", character={"hpMax": 9})
    document = {"character": {"name": "Bo"}, "ruleset": ruleset}
    if count == 1 and more:
        assert table.did("import", document=document, **more)["ok"]
        return
    code = "character_exists" if count == 1 else "import_of_several"
    answer = table.refused(code, "import", document=document, **more)
    if count > 1:
        assert all(thing.id in answer["text"] for thing in table.now.things.values() if thing.name == "Bo")
        assert table.send(answer["error"]["try"], "manage_character")["ok"]
        assert table.thing("Bo 2")
