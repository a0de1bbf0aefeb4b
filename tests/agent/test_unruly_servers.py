"""Servers that are silent, hang or define what no model can be given: a turn waits for none of them, and is given what fits."""

import asyncio
import re
from types import SimpleNamespace
from typing import Any, Self

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite import open_campaign
from rpg_lite.agent import llm_agent, offer_bounds, tool_server_registry
from rpg_lite.agent.gm_agent import GM, create_gm
from rpg_lite.agent.tool_server_registry import Registry
from rpg_lite.server.agent_settings import Agent, ToolServer
from rpg_lite.server.settings import Settings
from tests.server.virtual_time import in_virtual_time
from tests.waiting import PATIENCE_S, until_seen

FITTING = re.compile(r"[A-Za-z0-9_-]{1,64}")


def tool(name: str, description: str | None = "Roll.", schema: Any = None) -> Any:
    return SimpleNamespace(name=name, description=description, input_schema=schema or {"type": "object", "properties": {}})


class Server:
    """A client of a server that defines these tools. `silent`: the step that never ends."""

    def __init__(self, tools: list[Any], silent: str = "") -> None:
        self.tools, self.silent, self.called = tools, silent, list[str]()
        self.asked = 0

    async def _step(self, name: str) -> None:
        if self.silent == name:
            await asyncio.Event().wait()

    async def __aenter__(self) -> Self:
        self.asked += 1
        await self._step("initialize")
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._step("close")

    async def list_tools(self) -> list[Any]:
        await self._step("list")
        return self.tools

    async def list_resources(self) -> list[Any]:
        return []

    async def list_prompts(self) -> list[Any]:
        return []

    async def call_tool(self, name: str, arguments: Any) -> Any:
        self.called.append(name)
        await self._step("call")
        return SimpleNamespace(content=[SimpleNamespace(type="text", text="done")])


def settings(*ids: str) -> Settings:
    servers = tuple(ToolServer(id=id, transport="http", url="http://127.0.0.1:9/mcp") for id in ids)
    return Settings(agent=Agent(model="test"), servers=servers)


async def turn(monkeypatch: pytest.MonkeyPatch, servers: dict[str, Server], call: str = "", **waits: float) -> tuple[GM, Any, list[Any]]:
    """A game master whose turn is over, the tools that its model was given, and the outputs."""
    given: list[Any] = []

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        given[:] = info.function_tools
        wants = call and not any(isinstance(m, ModelResponse) for m in messages)
        return ModelResponse(parts=[ToolCallPart(call, {}) if wants else TextPart("So be it.")])

    monkeypatch.setattr(llm_agent, "model_of", lambda name, key="": FunctionModel(answer) if key == "" and name else None)
    monkeypatch.setattr(tool_server_registry, "_client", lambda server, wait, secrets: servers[server.id])
    monkeypatch.setattr(Registry.__init__, "__defaults__", (waits.get("wait", 3600.0), waits.get("at_start", PATIENCE_S)))
    with open_campaign(":memory:") as game:
        gm = create_gm(game, settings(*servers))
        await asyncio.wait_for(gm.start(), PATIENCE_S)
        outputs = await asyncio.wait_for(_outputs(gm), PATIENCE_S)
        status = gm.status(), gm.welcome()
        await asyncio.wait_for(gm.stop(), PATIENCE_S)
    return gm, given, [*outputs, *status]


async def _outputs(gm: GM) -> list[Any]:
    return [output async for output in gm.process("I wait for the moon")]


def story(outputs: list[Any]) -> list[str]:
    return [o.text for o in outputs if getattr(o, "kind", "") in ("narration", "refusal", "answer")]


@pytest.mark.parametrize("silent", ["initialize", "list"])
async def test_a_turn_waits_for_no_silent_server(monkeypatch: pytest.MonkeyPatch, silent: str) -> None:
    """It is asked for an hour, beside the game; the other one is there."""
    hung, well = Server([tool("roll")], silent), Server([tool("roll")])
    _, given, outputs = await turn(monkeypatch, {"hung": hung, "well": well}, "well__roll", at_start=0.05)
    assert story(outputs) == ["So be it."] and well.called == ["roll"]
    assert "hung__roll" not in [one.name for one in given]
    assert hung.asked == 1, "one attempt at a time"
    assert "Not connected: hung (not connected yet)." in outputs[-1]


async def test_a_server_that_answers_later_is_there_at_the_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Server([tool("roll")])
    gate = asyncio.Event()

    async def opened(name: str) -> None:
        if name == "initialize":
            await gate.wait()

    slow._step = opened  # type: ignore[method-assign]
    monkeypatch.setattr(tool_server_registry, "_client", lambda server, wait, secrets: slow)
    async with Registry(settings("slow").servers, 3600, 0.01) as registry:
        assert registry.states() == {"slow": "not connected yet"} and not registry.offers()
        gate.set()
        await until_seen(lambda: registry.states() == {"slow": "ready"})
        assert [offer.name for offer in registry.offers()] == ["slow__roll"]


async def test_a_server_that_is_given_up_is_asked_again_beside_the_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    hung = Server([], "initialize")
    monkeypatch.setattr(tool_server_registry, "_client", lambda server, wait, secrets: hung)
    async with Registry(settings("hung").servers, 0.01, PATIENCE_S) as registry:
        assert registry.states() == {"hung": "no answer"} and hung.asked == 1
        (asking,) = registry.ask_again()
        assert registry.ask_again() == [asking]
        await asyncio.wait([asking])
        assert hung.asked == 2


async def test_closing_a_server_that_hangs_delays_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    hung = Server([tool("roll")], "call")
    monkeypatch.setattr(tool_server_registry, "_client", lambda server, wait, secrets: hung)
    async with Registry(settings("hung").servers, 0.01, PATIENCE_S) as registry:
        with pytest.raises(tool_server_registry.Unavailable, match="did not answer"):
            await registry.execute("hung__roll")
        assert registry.states() == {"hung": "no answer"}


WIDE = {"type": "object", "properties": {f"key{n}": {"type": "string", "description": "x" * 100} for n in range(2_000)}}
UNRULY = {
    "one name twice": ([tool("roll"), tool("roll", "Again.")], ["s__roll"], "1 tool named twice left out"),
    "no name": ([tool(""), tool("   "), tool("roll")], ["s__roll"], "2 tools without a name left out"),
    "spaces": ([tool("roll the dice")], ["s__roll_the_dice"], ""),
    "other letters": ([tool("würfeln/jetzt")], ["s__w_rfeln_jetzt"], ""),
    "the same after cleaning": ([tool("roll dice"), tool("roll_dice")], ["s__roll_dice"], "1 tool named twice left out"),
    "a long name": ([tool("r" * 300)], [f"s__{'r' * 61}"], ""),
    "a long description": ([tool("roll", "x" * 2_600_000)], ["s__roll"], "1 description cut"),
    "no description": ([tool("roll", None)], ["s__roll"], ""),
    "a large schema": ([tool("roll", "Roll.", WIDE), tool("dice")], ["s__dice"], "1 tool with an unusable or too large schema left out"),
    "no object": ([tool("roll", "Roll.", {"type": "string"}), tool("dice")], ["s__dice"], "1 tool with an unusable"),
    "many": (
        [tool(f"t{n}") for n in range(5_000)],
        [f"s__t{n}" for n in range(offer_bounds.MOST_TOOLS)],
        f"4,940 tools beyond {offer_bounds.MOST_TOOLS} left out",
    ),
}


@pytest.mark.parametrize("case", UNRULY)
async def test_a_model_is_given_what_fits_and_the_rest_is_counted(monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    tools, fitting, told = UNRULY[case]
    server, well = Server(tools), Server([tool("roll")])
    _, given, outputs = await turn(monkeypatch, {"s": server, "well": well}, fitting[0])
    theirs = [one for one in given if one.name.startswith("s__")]
    assert [one.name for one in theirs] == fitting and "well__roll" in [one.name for one in given]
    assert all(FITTING.fullmatch(one.name) and len(one.description or "") <= offer_bounds.LONGEST_DESCRIPTION for one in theirs)
    assert story(outputs) == ["So be it."]
    assert server.called == [next(one.name for one in tools if offer_bounds.bound([offered(one)]).kept[:1] and named(one) == fitting[0])]
    assert (told in outputs[-1]) if told else "Cut: s" not in outputs[-1]


def offered(one: Any) -> offer_bounds.ServerOffer:
    return offer_bounds.ServerOffer("s", "tool", f"s__{one.name}", one.description or "", one.input_schema, one.name)


def named(one: Any) -> str:
    return next((offer.name for offer in offer_bounds.bound([offered(one)]).kept), "")


async def test_two_servers_whose_ids_look_alike_for_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = Server([tool("roll")]), Server([tool("roll"), tool("dice")])
    _, given, outputs = await turn(monkeypatch, {"a.b": one, "a-b": other}, "a-b__roll")
    assert sorted(t.name for t in given if t.name.startswith("a-")) == ["a-b__dice", "a-b__roll"]
    assert story(outputs) == ["So be it."] and one.called + other.called == ["roll"]


async def test_the_definitions_count_in_the_tokens_of_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []
    for tools in ([], [tool("roll", "x" * 900)]):
        _, _, outputs = await turn(monkeypatch, {"s": Server(tools)})
        counted.append(next(o.details["tools"] for o in outputs if getattr(o, "kind", "") == "usage"))
    assert counted[0] > 5_000 and counted[1] >= counted[0] + 100, counted


# ── how long a turn waits for a call of the model ───────────────────────────────────────────────────────────────────


@in_virtual_time
async def test_a_call_that_hangs_costs_no_more_than_the_patience_of_its_server() -> None:
    """Five seconds unless the settings say otherwise; the next call is refused at once."""
    hung = Server([tool("roll")], "call")
    moments: list[float] = []
    for patience in ({}, {"patience": 0.2}, {"patience": 30}):
        server = ToolServer(id="hung", transport="http", url="http://127.0.0.1:9/mcp", **patience)
        registry = Registry([server])
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(tool_server_registry, "_client", lambda server, wait, secrets: hung)
            async with registry:
                begun = asyncio.get_running_loop().time()
                with pytest.raises(tool_server_registry.Unavailable, match="it is left out of this turn"):
                    await registry.execute("hung__roll")
                moments.append(asyncio.get_running_loop().time() - begun)
                with pytest.raises(tool_server_registry.Unavailable, match="no server"):
                    await registry.execute("hung__roll")
                assert asyncio.get_running_loop().time() - begun == moments[-1]
    assert moments == pytest.approx([5.0, 0.2, 20.0]), "no longer than a server may be silent at all"


@in_virtual_time
async def test_a_silent_server_costs_a_turn_nothing() -> None:
    hung = Server([tool("roll")], "initialize")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tool_server_registry, "_client", lambda server, wait, secrets: hung)
        async with Registry(settings("hung").servers) as registry:
            begun = asyncio.get_running_loop().time()
            registry.ask_again()
            await asyncio.sleep(0)
            assert asyncio.get_running_loop().time() == begun and not registry.offers()
