"""Record the report of a tool server in the same way as the changes of any other command. Apart because no caller sends it."""

from typing import Any

from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.messages.tool_servers import sentence
from rpg_lite.operations import loop, tool_server_connection
from rpg_lite.operations.tool_server_connection import Connect, Disconnect
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.views import answer_presenter


def write(command: Connect | Disconnect, at: Writing, situation: Situation, book: Rulebook) -> dict[str, Any]:
    """Answer the command and record its changes."""
    before = at.load(command.touches(), book)
    outcome = loop.play(tool_server_connection.DECIDERS[type(command)], command, before, situation)
    if isinstance(outcome, Rejected):
        return answer_presenter.refusal([outcome])
    answer = {
        "ok": True,
        "rev": at.rev if outcome.events else at.campaign.rev,
        "text": sentence(command, outcome, before),
        "results": [{"ok": True, "id": outcome.subject}],
    }
    if outcome.events:
        at.record(before, outcome.world, outcome.events, tool=tool_server_connection.TOOL, request_id=None, request_hash="", answer=answer)
    return answer
