"""A model on loopback, behind Anthropic's Messages API: it makes the calls that it was given, one after the other, and then says what the
last one answered. It lets a chat program run without a model.

python stub_model.py PORT CALLS LOG
"""

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Json = dict[str, Any]
CONNECTING = "No such tool available"
"""What a chat program answers while it still connects to the server: the call is made again a moment later."""


class StubModel(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    calls: list[tuple[str, Json]]
    log: Path

    def log_message(self, *_: Any) -> None:
        return

    def do_GET(self) -> None:
        self._answer("application/json", b"{}")

    do_HEAD = do_GET

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        if "/messages" not in self.path or "count_tokens" in self.path:
            self._answer("application/json", b'{"input_tokens": 1}')
            return
        message = self._reply(asked)
        if asked.get("stream"):
            self._answer("text/event-stream", b"".join(map(_event, _stream(message))))
        else:
            self._answer("application/json", json.dumps(message).encode())

    def _reply(self, asked: Json) -> Json:
        """The next call, or the answer to the last one."""
        tools = [tool["name"] for tool in asked.get("tools", ())]
        parts = [part for m in asked["messages"] if isinstance(m["content"], list) for part in m["content"]]
        results = [part["content"] for part in parts if part.get("type") == "tool_result"]
        with self.log.open("a", encoding="utf-8") as log:
            print(json.dumps({"tools": tools, "results": results}), file=log)
        answered = sum(CONNECTING not in json.dumps(result) for result in results)
        if answered < len(results):
            time.sleep(0.5)
        if tools and answered < len(self.calls):
            name, given = self.calls[answered]
            content: Json = {"type": "tool_use", "id": f"toolu_{len(results)}", "name": name, "input": given}
        else:
            content = {"type": "text", "text": f"The table says: {json.dumps(results[-1]) if results else 'nothing'}"}
        return {
            "id": "msg_1", "type": "message", "role": "assistant", "model": asked.get("model", "stub"), "content": [content],
            "stop_reason": "tool_use" if content["type"] == "tool_use" else "end_turn", "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }  # fmt: skip

    def _answer(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _stream(message: Json) -> list[Json]:
    """The message as the events of a stream."""
    (content,) = message["content"]
    is_call = content["type"] == "tool_use"
    delta = (
        {"type": "input_json_delta", "partial_json": json.dumps(content["input"])}
        if is_call
        else {"type": "text_delta", "text": content["text"]}
    )
    return [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": {**content, **({"input": {}} if is_call else {"text": ""})}},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None}, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]


def _event(event: Json) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


if __name__ == "__main__":
    StubModel.calls, StubModel.log = json.loads(sys.argv[2]), Path(sys.argv[3])
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), StubModel).serve_forever()
