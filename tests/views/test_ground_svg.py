"""Pictures of grounds: well-formed with any names, everybody on the right squares, and for the party no more than it knows."""

import importlib.util
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from rpg_lite.game import Game
from rpg_lite.strategies.ground_values import grounds
from rpg_lite.views.maps.feature_svg import GRID
from rpg_lite.views.maps.ground_svg import initials
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.examples import examples
from tests.operations.crypts import CRYPT, GOBLIN, crypt, fought, put, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Table

ROOT = Path(__file__).parents[2]
SPACE = "{http://www.w3.org/2000/svg}"
SQUARES = {"Oda": "F8", "Pip": "B9", "Ogre": "G3", "Goblin_1": "K1", "Goblin_2": "F2"}


def drawn(game: Game, everything: bool = False, name: str | None = None) -> str:
    found = game.ground(everything, name)
    assert found is not None
    return found.svg


def tooltips(svg: str) -> list[str]:
    return [found.text or "" for found in ElementTree.fromstring(svg).iter(f"{SPACE}title")]


def of_class(svg: str, word: str) -> list[ElementTree.Element]:
    return [found for found in ElementTree.fromstring(svg).iter() if word in (found.get("class") or "").split()]


@pytest.fixture
def table() -> Table:
    table = fought()
    put(table, **SQUARES)
    turn_of(table, "Oda")
    return table


def test_everybody_stands_on_their_squares(table: Table) -> None:
    svg = drawn(table.game)
    told = tooltips(svg)
    assert {"Oda at F8, its turn", "Pip at B9", "Ogre at G3", "Goblin 1 at K1", "Goblin 2 at F2"} <= {*told}
    ours = of_class(svg, "hero")[:2]
    assert [(float(t.get("cx") or 0) / GRID, float(t.get("cy") or 0) / GRID) for t in ours] == [(5.5, 7.5), (1.5, 8.5)]
    assert len(of_class(svg, "turn")) == 1 and not of_class(svg, "blood")
    assert sorted(round(_wide(token) / GRID) for token in of_class(svg, "other")[:3]) == [1, 1, 2]


def _wide(token: ElementTree.Element) -> float:
    columns = [float(x) for x, _ in re.findall(r"([\d.]+) ([\d.]+)", token.get("d") or "")]
    return max(columns) - min(columns)


def test_features_exits_and_walls_on_edges_are_drawn_with_their_names() -> None:
    table = crypt(
        begun("5.2"),
        {
            **CRYPT,
            "features": [*CRYPT["features"], {"is": "low_wall", "at": "B2|C2", "called": "Rail"}, {"is": "ledge", "at": "A1", "ft": 15}],
        },
    )  # type: ignore[misc]
    svg = drawn(table.game)
    assert {"pillar", "altar", "shallow water", "wall", "pit, 20 ft", "Rail", "ledge, 15 ft", "south, open passage"} <= {*tooltips(svg)}
    (rail,) = of_class(svg, "rail")
    assert rail.get("d") == f"M{2 * GRID} {GRID}v{GRID}"


def test_wounds_heights_and_the_way_of_the_last_move_show(table: Table) -> None:
    table.did("damage", "Ogre", amount=40, damageType="fire")
    table.did("move", "Oda", to="D9")
    svg = drawn(table.game)
    assert "Ogre at G3, bloodied" in tooltips(svg) and len(of_class(svg, "blood")) == 1
    (way,) = of_class(svg, "trail")
    assert (way.get("d") or "").startswith(f"M{5.5 * GRID:g} {7.5 * GRID:g}L") and (way.get("d") or "").endswith(
        f"{3.5 * GRID:g} {8.5 * GRID:g}"
    )
    table.did("next_turn")
    assert "the way of Oda" in tooltips(drawn(table.game))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_zones_are_hatched_where_they_lie(ruleset: Ruleset) -> None:
    table = fought(ruleset)
    put(table, **SQUARES)
    table.did("create", name="Mage", template="Mage", roomName="Crypt")
    table.did("cast", "Mage", spell="Fog Cloud", at="F5/G6", force=True)
    svg = drawn(table.game, everything=True)
    zones = [z for z in of_class(svg, "zone") if z.tag == f"{SPACE}path"]
    assert len(zones) == 1 and "Fog Cloud" in tooltips(svg) and "url(#ground-zone)" in svg


def test_light_shows_in_the_dark() -> None:
    table = crypt(begun("5.2"))
    room(table, bagName="Crypt", light="dark")
    assert not of_class(drawn(table.game, everything=True), "glow")
    table.did("give", "Oda", item="Torch")
    table.did("use", "Oda", itemName="Torch")
    put(table, Oda="F8")
    svg = drawn(table.game, everything=True)
    assert [len(of_class(svg, "glow")), len(of_class(svg, "dark"))] == [2, 1] and {"dim light", "bright light"} <= {*tooltips(svg)}
    bright = of_class(svg, "glow")[1].get("d") or ""
    assert f"M{1 * GRID} " in bright and "M0 " not in bright, "20 ft around F8 reach column B and not A"


# ── what the party knows ────────────────────────────────────────────────────────────────────────────────────────────


@laid_alike
def _with_secrets(ruleset: Ruleset, lurker: str, pit: str) -> Table:
    table = fought(ruleset)
    put(table, **SQUARES)
    for name in ("Lurker", "Shade"):
        table.did("create", name=name, template=GOBLIN[ruleset], roomName="Crypt")
    put(table, Lurker=lurker, Shade="A1")
    table.did("apply", "Shade", condition="invisible")
    let(table, 20).did("act", "Lurker", act="Hide", force=True)
    room(table, bagName="Crypt", ground={"features": [{"is": "pit", "at": pit, "hidden": True, "called": "Oubliette"}]})
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_picture_of_the_party_has_no_secret_in_it(ruleset: Ruleset) -> None:
    one, other = _with_secrets(ruleset, "K8", "D1"), _with_secrets(ruleset, "L9", "A5")
    seen = drawn(one.game)
    assert seen == drawn(other.game)
    assert not any(word in seen for word in ("Lurker", "Shade", "Oubliette"))
    whole = drawn(one.game, everything=True)
    assert all(word in whole for word in ("Lurker", "Shade", "Oubliette, hidden"))


def test_a_way_that_nobody_saw_is_not_drawn() -> None:
    wall = {"size": "12x10", "features": [{"is": "wall", "at": "A5-L5"}]}
    table = fought(ground=wall)
    put(table, Oda="F8", Pip="B9", Ogre="F2", Goblin_1="K1", Goblin_2="F1")
    turn_of(table, "Goblin 1")
    table.did("move", "Goblin 1", to="K3")
    assert not of_class(drawn(table.game), "trail")
    assert of_class(drawn(table.game, everything=True), "trail")


# ── any ground ──────────────────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=examples(40), deadline=None)
@given(grounds())
def test_every_ground_is_drawn_well_formed(document: dict[str, Any]) -> None:
    with begun() as game:
        table = Table(game)
        assert room(table, "create", name="<Hall & Co>", direction="north", ground=document)["ok"]
        svg = drawn(game, everything=True, name="<Hall & Co>")
    shown = ElementTree.fromstring(svg)
    assert shown.find(f"{SPACE}title") is not None and "<Hall" not in svg
    w, h = map(int, document["size"].split("x"))
    assert float(shown.get("width") or 0) >= w * GRID and float(shown.get("height") or 0) >= h * GRID


def test_a_large_ground_is_cut_to_those_who_stand_there() -> None:
    table = fought(ground=None)
    svg = drawn(table.game)
    assert float(ElementTree.fromstring(svg).get("width") or 0) < 60 * GRID and "Oda" in svg


def test_initials_are_short_and_differ() -> None:
    called = [f"Goblin {n}" for n in range(1, 130)] + ["Oda", "Otto", "Ödön", "杖", "!"]
    found = initials(called)
    assert all(0 < len(sign) <= 3 for sign in found.values())
    assert len({*found.values()}) >= len(called) - 30
    assert [found[name] for name in ("Goblin 1", "Goblin 12", "Oda", "Otto")] == ["G1", "G12", "O", "Ot"]


def test_the_picture_of_the_documentation_is_what_the_command_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("fight", ROOT / "docs" / "fight.py")
    assert spec and spec.loader
    fight = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fight)
    monkeypatch.setattr(fight, "HERE", tmp_path)
    fight.main()
    kept, made = ((folder / "fight.svg").read_text("utf-8") for folder in (ROOT / "docs", tmp_path))
    assert tooltips(kept) == tooltips(made) and {"Web", "the way of Oda", "Ogre at J1, bloodied", "pit, 20 ft, hidden"} <= {*tooltips(made)}
