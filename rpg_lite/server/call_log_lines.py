"""One log line for each tool call, and the same data on its trace: caller, operation and outcome, never the content."""

import json
import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from fastmcp.exceptions import FastMCPError
from fastmcp.server.dependencies import get_access_token, get_http_request
from mcp.types import CallToolResult
from opentelemetry import trace
from pydantic import ValidationError

from rpg_lite.meaning.parse import as_sent
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.server.limits import client_of
from rpg_lite.server.settings import Log

UNKNOWN: Final = "unknown"
LONGEST_ID: Final = 64
_log: Final = logging.getLogger("rpg_lite.calls")
_OTHERS: Final = ("asyncio", "fastmcp", "mcp", "opentelemetry", "sqlalchemy", "uvicorn")


def tell(tool: str, arguments: Mapping[str, Any], campaign: str | None, result: CallToolResult, seconds: float) -> None:
    """Log a call. The line contains only two of its arguments: the operation's name and the requestId. A failure here never affects an
    answer.
    """
    try:
        _tell(tool, arguments, campaign, result, seconds)
    except Exception:
        _log.exception("could not log a call of %s", tool)


def _tell(tool: str, arguments: Mapping[str, Any], campaign: str | None, result: CallToolResult, seconds: float) -> None:
    span = trace.get_current_span()
    if not (_log.isEnabledFor(logging.INFO) or span.is_recording()):
        return
    answer = result.structured_content or {}
    code = ((result.meta or {}).get("rpg-lite/error") or {}).get("code")
    client, role, request = _who()
    told = {
        "tool": tool if tool in TOOLS else UNKNOWN,
        "operation": operation_of(tool, arguments),
        "campaign": campaign,
        "rev": answer.get("rev"),
        "ms": round(seconds * 1000, 1),
        "ok": not result.is_error,
        "code": code or _first_code(answer),
        "client": client,
        "role": role,
        "request": _short(arguments.get("requestId")) or _short(request),
    }
    known = {key: value for key, value in told.items() if value is not None}
    if span.is_recording():
        span.update_name(f"tools/call {told['tool']}")
        span.set_attributes({"gen_ai.tool.name": told["tool"], **{f"rpg_lite.{key}": value for key, value in known.items()}})
    _log.info("call", extra={"call": known})


def operation_of(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return the name of the operation as the registry spells it; for a batch, each name once.

    >>> operation_of("manage_inventory", {"operation": "give", "batch": [{}, {"operation": "equip"}, {"operation": "my secret"}]})
    'give+equip+unknown'
    >>> operation_of("manage_inventory", {"params": {"Operation": "GIVE"}})
    'give'
    >>> operation_of("manage_inventory", {"batch": [{"operation": []}, {"operation": {"give": 1}}]})
    'unknown'
    """
    known = operations(tool) if tool in TOOLS else ()
    arguments = as_sent(tool, arguments)
    batch = arguments.get("batch")
    own = arguments.get("operation")
    elements = [e.get("operation", own) for e in batch if isinstance(e, Mapping)] if isinstance(batch, list) else []
    return "+".join(dict.fromkeys(o if isinstance(o, str) and o in known else UNKNOWN for o in elements or [own]))


def set_up(log: Log) -> None:
    """Send all log lines of this process to standard error in one form; other packages log only warnings and errors."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLine() if log.format == "json" else TextLine())
    handler.addFilter(_without_content)
    for name in ("rpg_lite", *_OTHERS):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(
            log.level.upper() if name == "rpg_lite" else max(logging.WARNING, logging.getLevelNamesMapping()[log.level.upper()])
        )


def _without_content(record: logging.LogRecord) -> bool:
    """Whether to log a record. The refusal of a prompt or a resource is an answer, which the server package would log with its words; of
    arguments that do not fit, it would log the values.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, ValidationError):
        record.exc_info = None
    return not isinstance(error, FastMCPError)


class LineFormatter(logging.Formatter):
    def describe(self, record: logging.LogRecord) -> dict[str, Any]:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said: dict[str, Any] = {"time": at, "level": record.levelname.lower()}
        if call := getattr(record, "call", None):
            return {**said, **call}
        said["message"] = record.getMessage()
        return said | ({"exception": self.formatException(record.exc_info)} if record.exc_info else {})


class JsonLine(LineFormatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.describe(record), ensure_ascii=False, default=str)


class TextLine(LineFormatter):
    """Lines of the form "time level key=value …"; unusual values get quotes, because they could be mistaken for another key or line."""

    def format(self, record: logging.LogRecord) -> str:
        said = self.describe(record)
        head = f"{said.pop('time')} {said.pop('level')}"
        if "message" in said:
            return "\n".join([f"{head} {said['message']}", *([said["exception"]] if "exception" in said else [])])
        return " ".join([head, *(f"{key}={_plain(value)}" for key, value in said.items())])


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    return text if text.isascii() and text.isprintable() and not set(text) & set(' "=') else json.dumps(text)


def _first_code(answer: Mapping[str, Any]) -> str | None:
    """Return the first refusal code in a batch that was refused in part."""
    codes = (r.get("code") or (r.get("error") or {}).get("code") for r in answer.get("results", ()) if not r.get("ok", True))
    return next((str(c) for c in codes if c), None)


def _who() -> tuple[str, str | None, str | None]:
    """Return the name of the client, its role, and the request id that a proxy sent."""
    try:
        request = get_http_request()
    except RuntimeError:
        return "stdio", None, None
    token = get_access_token()
    role = token.claims.get("rpg_role") if token else None
    return client_of(request.scope), _short(role), request.headers.get("x-request-id")


def _short(text: Any) -> str | None:
    return text[:LONGEST_ID] if isinstance(text, str) and text else None
