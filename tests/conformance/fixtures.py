"""Fixtures that the conformance suite expects on every server: tools, resources and prompts of fixed names that do next to nothing.

They use the words that the suite looks for; the product has none of them.
"""

import asyncio
import base64
import json
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.prompts import Message
from fastmcp.utilities.types import Audio, Image
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import PromptsListChanged, ToolsListChanged
from mcp.types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    EmbeddedResource,
    EmptyResult,
    ImageContent,
    InputRequiredResult,
    ListRootsRequest,
    SamplingMessage,
    SubscribeRequestParams,
    TextContent,
    TextResourceContents,
    UnsubscribeRequestParams,
)
from pydantic import BaseModel

from rpg_lite.server.subscriptions import Listening

PIXEL: Final = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC")
SILENCE: Final = b"RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x44\xac\0\0\x88\x58\1\0\2\0\x10\0data\2\0\0\0\0\0"


def add_to(mcp: FastMCP[Any], listening: Listening) -> None:
    for tool in (*CONTENT, *ASKING_BACK, *ASKING_FOR_INPUT):
        mcp.tool(tool, name=f"test_{tool.__name__}")
    for prompt in (simple_prompt, prompt_with_arguments, prompt_with_embedded_resource, prompt_with_image, input_required_result_prompt):
        mcp.prompt(prompt, name=f"test_{prompt.__name__}")
    _add_resources(mcp)
    _add_changes(mcp, listening)
    mcp.completion(completed)
    mcp._mcp_server.add_request_handler("resources/subscribe", SubscribeRequestParams, noted)
    mcp._mcp_server.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, noted)


# ── content of every kind ───────────────────────────────────────────────────────────────────────────────────────────


def simple_text() -> str:
    """Text."""
    return "This is a simple text response for testing."


def image_content() -> Image:
    """A picture."""
    return Image(data=PIXEL, format="png")


def audio_content() -> Audio:
    """A sound."""
    return Audio(data=SILENCE, format="wav")


def embedded_resource() -> list[EmbeddedResource]:
    """A resource."""
    return [_embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")]


def multiple_content_types() -> list[Any]:
    """Three kinds at once."""
    mixed = _embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}')
    return [TextContent(type="text", text="Multiple content types test:"), _picture(), mixed]


def error_handling() -> str:
    """Fails, always."""
    raise ToolError("This tool intentionally returns an error for testing")


async def tool_with_logging(ctx: Context) -> str:
    """Logs three times."""
    for said in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await ctx.info(said)
        await asyncio.sleep(0.05)
    return "Logged."


async def logging_tool(ctx: Context) -> str:
    """Log a message, which only the caller receives."""
    await ctx.info("Not for everybody.")
    return "Logged."


async def tool_with_progress(ctx: Context) -> str:
    """Progresses from 0 to 100."""
    for done in (0, 50, 100):
        await ctx.report_progress(done, 100)
        await asyncio.sleep(0.05)
    return "Done."


def _embedded(uri: str, mime_type: str, text: str) -> EmbeddedResource:
    return EmbeddedResource(type="resource", resource=TextResourceContents(uri=uri, mime_type=mime_type, text=text))


def _picture() -> ImageContent:
    return ImageContent(type="image", data=base64.b64encode(PIXEL).decode(), mime_type="image/png")


CONTENT: Final[tuple[Callable[..., Any], ...]] = (
    simple_text,
    image_content,
    audio_content,
    embedded_resource,
    multiple_content_types,
    error_handling,
    tool_with_logging,
    logging_tool,
    tool_with_progress,
)

# ── asking the client in the middle of a call (until 2025-11-25) ────────────────────────────────────────────────────


class Status(StrEnum):
    ACTIVE, INACTIVE, PENDING = "active", "inactive", "pending"


class Defaults(BaseModel):
    name: str = "John Doe"
    age: int = 30
    score: float = 95.5
    status: Status = Status.ACTIVE
    verified: bool = True


class User(BaseModel):
    username: str
    email: str


CHOICES: Final = {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {"type": "string", "oneOf": [{"const": f"value{n}", "title": f"Option {n}"} for n in (1, 2, 3)]},
    "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"]},
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
    "titledMulti": {"type": "array", "items": {"anyOf": [{"const": f"value{n}", "title": f"Choice {n}"} for n in (1, 2, 3)]}},
}


async def sampling(prompt: str, ctx: Context) -> str:
    """Has the client's model answer."""
    message = SamplingMessage(role="user", content=TextContent(type="text", text=prompt))
    answer = await ctx.session.create_message([message], max_tokens=100, related_request_id=ctx.request_id)
    return f"LLM response: {answer.content.text}"


async def elicitation(message: str, ctx: Context) -> str:
    """Asks the user."""
    return f"User response: {await ctx.elicit(message, User)}"


async def elicitation_sep1034_defaults(ctx: Context) -> str:
    """Asks with defaults."""
    return f"Elicitation completed: {await ctx.elicit('Is this right?', Defaults)}"


async def elicitation_sep1330_enums(ctx: Context) -> str:
    """Asks with choices of five kinds."""
    asked = {"type": "object", "properties": CHOICES, "required": []}
    answer = await ctx.session.elicit(message="Which?", requested_schema=asked, related_request_id=ctx.request_id)
    return f"Elicitation completed: action={answer.action}, content={json.dumps(answer.content or {})}"


ASKING_BACK: Final = (sampling, elicitation, elicitation_sep1034_defaults, elicitation_sep1330_enums)

# ── asking by ending the call with a question (from 2026-07-28) ─────────────────────────────────────────────────────


def _asked(message: str, field: str, kind: str = "string") -> ElicitRequest:
    schema = {"type": "object", "properties": {field: {"type": kind}}, "required": [field]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def _sampled(text: str, tokens: int) -> CreateMessageRequest:
    message = SamplingMessage(role="user", content=TextContent(type="text", text=text))
    return CreateMessageRequest(params=CreateMessageRequestParams(messages=[message], max_tokens=tokens))


def _given(ctx: Context, key: str, field: str) -> Any:
    """Return the user's text in the answer to this question, or None if nothing fits."""
    answer = (ctx.input_responses or {}).get(key)
    return (answer.content or {}).get(field) if isinstance(answer, ElicitResult) and answer.action == "accept" else None


async def input_required_result_elicitation(ctx: Context) -> Any:
    """Asks for a name."""
    if name := _given(ctx, "user_name", "name"):
        return f"Hello, {name}!"
    return InputRequiredResult(input_requests={"user_name": _asked("What is your name?", "name")})


async def input_required_result_sampling(ctx: Context) -> Any:
    """Asks the client's model."""
    if answer := (ctx.input_responses or {}).get("capital_question"):
        return f"The model says: {answer.content.text}"
    return InputRequiredResult(input_requests={"capital_question": _sampled("What is the capital of France?", 100)})


async def input_required_result_list_roots(ctx: Context) -> Any:
    """Asks for the client's roots."""
    if answer := (ctx.input_responses or {}).get("client_roots"):
        return "Roots: " + ", ".join(str(root.uri) for root in answer.roots)
    return InputRequiredResult(input_requests={"client_roots": ListRootsRequest()})


async def input_required_result_request_state(ctx: Context) -> Any:
    """Gives a state along and wants it back."""
    if ctx.request_state == "asked" and _given(ctx, "confirm", "ok"):
        return "state-ok"
    return InputRequiredResult(input_requests={"confirm": _asked("Please confirm", "ok", "boolean")}, request_state="asked")


async def input_required_result_tampered_state(ctx: Context) -> Any:
    """The same, for a client that changes the state."""
    return await input_required_result_request_state(ctx)


async def input_required_result_multiple_inputs(ctx: Context) -> Any:
    """Asks three things at once."""
    asked = {
        "user_name": _asked("What is your name?", "name"),
        "greeting": _sampled("Generate a greeting", 50),
        "client_roots": ListRootsRequest(),
    }
    if ctx.request_state == "asked" and asked.keys() <= (ctx.input_responses or {}).keys():
        return "All are answered."
    return InputRequiredResult(input_requests=asked, request_state="asked")


async def input_required_result_multi_round(ctx: Context) -> Any:
    """Asks twice, the second time with another state."""
    if ctx.request_state == "second" and (color := _given(ctx, "step2", "color")):
        return f"You like {color}."
    if ctx.request_state == "first" and _given(ctx, "step1", "name"):
        return InputRequiredResult(
            input_requests={"step2": _asked("Step 2: What is your favorite color?", "color")}, request_state="second"
        )
    return InputRequiredResult(input_requests={"step1": _asked("Step 1: What is your name?", "name")}, request_state="first")


async def input_required_result_capabilities(ctx: Context) -> Any:
    """Ask only for things that the client can answer."""
    able = ctx.session.client_capabilities
    asked: dict[str, Any] = {}
    if able and able.sampling:
        asked["greeting"] = _sampled("Generate a greeting", 50)
    if able and able.elicitation:
        asked["user_name"] = _asked("What is your name?", "name")
    return InputRequiredResult(input_requests=asked) if asked else "Nobody to ask."


async def missing_capability(ctx: Context) -> str:
    """Needs a client with a model."""
    able = ctx.session.client_capabilities
    if not able or not able.sampling:
        raise MCPError(MISSING_REQUIRED_CLIENT_CAPABILITY, "This needs sampling.", {"requiredCapabilities": {"sampling": {}}})
    return "It is there."


async def streaming_elicitation(ctx: Context) -> Any:
    """Progresses, then asks."""
    await ctx.report_progress(1, 2)
    return await input_required_result_elicitation(ctx)


async def input_required_result_prompt(ctx: Context) -> Any:
    """A prompt that asks first."""
    if context := _given(ctx, "user_context", "context"):
        return f"Context: {context}"
    return InputRequiredResult(input_requests={"user_context": _asked("What context should the prompt use?", "context")})


ASKING_FOR_INPUT: Final[tuple[Callable[..., Any], ...]] = (
    input_required_result_elicitation,
    input_required_result_sampling,
    input_required_result_list_roots,
    input_required_result_request_state,
    input_required_result_tampered_state,
    input_required_result_multiple_inputs,
    input_required_result_multi_round,
    input_required_result_capabilities,
    missing_capability,
    streaming_elicitation,
)

# ── prompts and resources ───────────────────────────────────────────────────────────────────────────────────────────


def simple_prompt() -> str:
    """Without arguments."""
    return "This is a simple prompt for testing."


def prompt_with_arguments(arg1: str, arg2: str) -> str:
    """With two."""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


def prompt_with_embedded_resource(resourceUri: str) -> list[Message]:
    """With a resource in it."""
    resource = _embedded(resourceUri, "text/plain", "Embedded resource content for testing.")
    return [Message(resource), Message("Please process the embedded resource above.")]


def prompt_with_image() -> list[Message]:
    """With a picture in it."""
    return [Message(_picture()), Message("Please analyze the image above.")]


def completed(ref: Any, argument: Any, context: Any) -> list[str]:
    return [word for word in ("paris", "park", "party") if word.startswith(argument.value)]


async def noted(ctx: ServerRequestContext[Any, Any], params: Any) -> EmptyResult:
    return EmptyResult()


def _add_resources(mcp: FastMCP[Any]) -> None:
    @mcp.resource("test://static-text", mime_type="text/plain")
    def static_text() -> str:
        """Text."""
        return "This is the content of the static text resource."

    @mcp.resource("test://static-binary", mime_type="image/png")
    def static_binary() -> bytes:
        """A picture."""
        return PIXEL

    @mcp.resource("test://watched-resource", mime_type="text/plain")
    def watched_resource() -> str:
        """Something to subscribe to."""
        return "Nothing happens here."

    @mcp.resource("test://template/{id}/data", mime_type="application/json")
    def data(id: str) -> str:
        """The question."""
        return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})


def _add_changes(mcp: FastMCP[Any], listening: Listening) -> None:
    """Report changed lists to listeners; the lists of the product never change."""

    @mcp.tool
    async def test_trigger_tool_change() -> str:
        """Says that the tools have changed."""
        await listening._bus_of_all.publish(ToolsListChanged())
        return "Said."

    @mcp.tool
    async def test_trigger_prompt_change() -> str:
        """Says that the prompts have changed."""
        await listening._bus_of_all.publish(PromptsListChanged())
        return "Said."
