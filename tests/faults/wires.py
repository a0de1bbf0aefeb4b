"""Raw messages over a wire, and the rules for an answer to them."""

import json
from typing import Any, Final

import httpx2

from rpg_lite.messages import refusal_texts
from tests.server.posting import STATELESS, call

ERAS: Final = ("2026-07-28", "2025-11-25")


def written(tool: str, arguments: Any, era: str) -> tuple[bytes, dict[str, str]]:
    """Body and headers of an independent call."""
    body = call(tool, arguments)
    headers = {"content-type": "application/json", "accept": STATELESS["accept"], "mcp-protocol-version": era}
    if era == ERAS[0]:
        headers |= {"mcp-method": "tools/call", "mcp-name": tool}
    else:
        del body["params"]["_meta"]
    return json.dumps(body).encode(), headers


def message_of(answer: httpx2.Response) -> dict[str, Any]:
    told = [line.removeprefix("data: ") for line in answer.text.split("\n") if line.startswith("data: {")]
    return json.loads(told[-1] if told else answer.text)  # type: ignore[no-any-return]


def is_answered(answer: httpx2.Response) -> dict[str, Any]:
    """The message, which is a result of ours or a fault of the request in the protocol's words; never one of the server."""
    assert answer.status_code < 500, answer.text[:500]
    assert len(answer.content) < 60_000 and "Traceback" not in answer.text
    message = message_of(answer)
    if "error" in message:
        assert message["error"]["code"] != -32603, message
    elif error := message["result"].get("_meta", {}).get("rpg-lite/error"):
        assert error["code"] in refusal_texts.TEXTS, message
    return message


def is_refused(message: dict[str, Any]) -> bool:
    return "error" in message or "rpg-lite/error" in message["result"].get("_meta", {})
