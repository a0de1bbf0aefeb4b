"""rpg-lite catalog: what clients are shown, in each form, and what it costs."""

import json

import pytest

from rpg_lite.cli.catalog import catalog
from rpg_lite.operations.registry import TOOLS, in_schema
from rpg_lite.operations.role_table import listed_for
from rpg_lite.server.listed_tools import listed_tools
from rpg_lite.store import word_index
from rpg_lite.terminal.command_io import MISUSED, REFUSED, Stop
from rpg_lite.views.tool_formats import FORMS, parse
from rpg_lite.vocabulary import ListingForm, Role
from tests.cli.command_line import run

Told = pytest.CaptureFixture[str]


def together(told: str) -> int:
    *_, last = told.splitlines()
    return int(last.split()[2].replace(",", ""))


def test_it_lists_every_operation_of_every_tool(capsys: Told) -> None:
    assert catalog() == 0
    assert capsys.readouterr().out.splitlines() == [f"{tool}: {', '.join(in_schema(tool))}" for tool in TOOLS]


def test_a_viewer_is_shown_what_viewers_may_do(capsys: Told) -> None:
    catalog(role="viewer")
    shown = dict(line.split(": ") for line in capsys.readouterr().out.splitlines())
    assert shown == {tool: ", ".join(menu) for tool in TOOLS if (menu := listed_for("viewer", tool))}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("tools", "role"), [("full", "gm"), ("compact", "player")])
def test_the_definitions_are_printed_in_each_form(capsys: Told, form: str, tools: ListingForm, role: Role) -> None:
    catalog(tools=tools, role=role, as_form=form)  # type: ignore[arg-type]
    printed = parse(capsys.readouterr().out.removesuffix("\n"), form)  # type: ignore[arg-type]
    assert [tool["name"] for tool in printed] == [tool.name for tool in listed_tools(tools, role)]
    assert [tool["description"] for tool in printed] == [tool.description for tool in listed_tools(tools, role)]


def test_tokens_are_told_for_each_tool_and_as_a_share_of_full(capsys: Told) -> None:
    catalog(tokens=True)
    full = capsys.readouterr().out
    assert [line.split()[0] for line in full.splitlines()] == [*TOOLS, "all"]
    assert full.endswith("100% of the full listing\n")
    catalog(tools="compact", tokens=True)
    compact = capsys.readouterr().out
    assert compact.endswith(f"{together(compact) / together(full):.0%} of the full listing\n")
    catalog(tools="compact", tokens=True, as_form="functiongemma")
    assert together(capsys.readouterr().out) != together(compact)


def test_operations_are_found_by_words(capsys: Told) -> None:
    catalog(find="paying for goods")
    assert capsys.readouterr().out.startswith("manage_inventory buy(")
    with pytest.raises(Stop, match="no operation matches 'heals'"):
        catalog(find="heals", role="player")


@pytest.mark.parametrize("other", [{"tokens": True}, {"tools": "full"}, {"as_form": "json"}, {"scene": ("magic",)}])
def test_find_takes_no_form(other: dict[str, object]) -> None:
    with pytest.raises(Stop, match="leave out --tools, --scene, --tokens and --as") as stop:
        catalog(find="heal", **other)  # type: ignore[arg-type]
    assert stop.value.code == MISUSED


def test_scenes_choose_the_fields_that_are_listed(capsys: Told) -> None:
    costs = []
    for scene in ((), ("magic",), ("magic", "gear")):
        catalog(tools="scene", scene=scene, tokens=True)
        costs.append(together(capsys.readouterr().out))
    assert costs == sorted(set(costs))


@pytest.mark.parametrize(("tools", "scene", "told"), [("full", "magic", "needs --tools scene"), ("scene", "nope", "no scene 'nope'")])
def test_a_scene_that_chooses_nothing_is_refused(tools: ListingForm, scene: str, told: str) -> None:
    with pytest.raises(Stop, match=told) as stop:
        catalog(tools=tools, scene=(scene,))
    assert stop.value.code == MISUSED


def test_scenes_are_found_by_words_for_those_who_load_them(capsys: Told) -> None:
    catalog(find="battle")
    assert capsys.readouterr().out.startswith("scene combat: A fight in turns")
    with pytest.raises(Stop):
        catalog(find="battle", role="player")


def test_a_search_that_finds_nothing_says_where_all_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Stop, match="rpg-lite catalog lists all") as stop:
        catalog(find="xyzzy")
    assert stop.value.code == REFUSED
    monkeypatch.setattr(word_index, "index", lambda texts: None)
    with pytest.raises(Stop, match="no full-text index"):
        catalog(find="heal")


@pytest.mark.slow
def test_the_command_line_takes_it() -> None:
    done = run("catalog", "--tools", "compact", "--as", "json", "--role", "player")
    assert [tool["name"] for tool in json.loads(done.stdout)] == [tool.name for tool in listed_tools("compact", "player")]
    assert '"full", "compact", "scene"' in run("catalog", "--tools", "wee").stderr
