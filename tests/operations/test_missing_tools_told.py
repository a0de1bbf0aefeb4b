"""A player whose hero lacks the tools for a trap reads that as the reason (SRD, Tools)."""

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Answer, Table

ANN = Caller("player", "Ann", characters=("Kim",))


def disarms(table: Table) -> Answer:
    payload = {"operation": "disarm", "bagName": "Chest"}
    return table.game.ask(payload, "manage_room", "full", ANN)  # type: ignore[arg-type]


def before_a_chest(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["rogue 3"], "party": True, "hpMax": 500})
    table.did("give", bagName="floor", template="Chest")
    return table


def set_known(table: Table, trap: str) -> None:
    for word in (trap, "found"):
        assert table.send({"operation": "update", "bagName": "Chest", "trap": word}, "manage_room")["ok"]


def test_the_missing_tools_are_named() -> None:
    tried = []
    for ruleset in RULESETS:
        table = before_a_chest(ruleset)
        for rule in {trap.name: trap for trap in table.game.book.traps.values()}.values():
            disarm = rule.disarm
            if disarm is None or disarm.dc is None or disarm.needed_tool is None or disarm.without_tool is not None:
                continue
            set_known(table, rule.name)
            answer = disarms(table)
            assert answer["error"]["code"] == "tools_missing" and disarm.needed_tool in answer["text"], rule.name
            table.did("give", "Kim", template=disarm.needed_tool)
            assert disarms(table)["ok"], rule.name
            table.did("undo"), table.did("undo")
            tried.append((ruleset, rule.name))
    assert ("5.1", "Poison Needle") in tried
