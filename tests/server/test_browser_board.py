"""The board of a measured fight in a real browser: what each reader sees of it, with the mouse, with the keyboard and by its words."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite.rules.space.measure import direction, distance, height_above
from rpg_lite.rules.space.squares import Space
from rpg_lite.server import mcp_apps_page
from tests.server import page_states
from tests.server.app_host import HOST
from tests.server.browser import ENTER, ESCAPE, FITS, MAP_DRAWN, MARKS, Window, a_measured_fight, call, opened
from tests.waiting import PATIENCE_S

pytestmark = MARKS
LEFT, UP, RIGHT, DOWN = "\ue012", "\ue013", "\ue014", "\ue015"
LABELS = "return [...document.querySelectorAll('.tok')].map(e => e.getAttribute('aria-label'))"
FOCUSED = "return document.activeElement.getAttribute('aria-label')?.split(',')[0]"
STAND = "return document.getElementById('stand').innerText"
RULER = "return document.querySelector('.b-feet')?.textContent"


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    with opened(tmp_path_factory.mktemp("browser"), PATIENCE_S) as found:
        yield found


@pytest.fixture(scope="module")
def fight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_measured_fight(tmp_path_factory.mktemp("fight")) as found:
        yield found


@pytest.fixture
def page(window: Window, fight: str) -> Window:
    """The page of a viewer; tests show it their states."""
    window.looks_at(f"{fight}/#token=screen", 1280, 900)
    window.asks("readSheet = async () => null")
    return window


def shows(window: Window, state: dict[str, Any]) -> None:
    window.driver.execute_script("show(arguments[0])", state)
    window.waits_for(f"return document.querySelectorAll('.tok').length === {len(state['board']['tokens'])}")


def focus(window: Window, name: str) -> None:
    window.driver.execute_script(
        "[...document.querySelectorAll('.tok')].find(e => e.getAttribute('aria-label').startsWith(arguments[0])).focus()", name
    )


def points_at(window: Window, x: float, y: float, kind: str = "pointermove") -> None:
    """The mouse comes to the middle of a square."""
    window.driver.execute_script(
        """const [x, y, kind] = arguments, svg = document.querySelector('svg.squares'), at = new DOMPoint(x * 40 + 20, y * 40 + 20).matrixTransform(svg.getScreenCTM());
        svg.dispatchEvent(new PointerEvent(kind, {bubbles: true, clientX: at.x, clientY: at.y, pointerType: 'mouse'}));""",
        x, y, kind,
    )  # fmt: skip


# ── a real fight ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_each_reader_sees_their_board(window: Window, fight: str) -> None:
    seen = {}
    for who, path in {"player": "#token=Ann", "viewer": "#token=screen", "gm": "?everything=1#token=gm"}.items():
        window.looks_at(f"{fight}/{path}")
        window.waits_for("return document.querySelectorAll('.tok').length >= 3")
        seen[who] = " | ".join(window.asks(LABELS))
        html = window.asks("return document.documentElement.outerHTML")
        assert ("Lurker" in html) == ("Trapdoor" in html) == (who == "gm")
        assert window.asks("return document.getElementById('field').hidden") and window.complaints == []
    assert "Osric, your hero, unhurt" in seen["player"] and "Osric, party, unhurt" in seen["viewer"]
    assert "Snik, foe, unhurt, at F3, 20 ft east, half cover (altar) of Osric" in seen["player"]
    assert "armor class" not in seen["player"] + seen["viewer"] and "Snik, foe, unhurt, 7 of 7 hit points, armor class 15" in seen["gm"]
    assert "Lurker, bystander, unhurt, 22 of 22 hit points, armor class 12, hidden" in seen["gm"]


def test_the_board_follows_walks_and_an_undo(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann")
    window.waits_for("return document.querySelector('.tok') !== null")
    before = window.asks(LABELS)
    call(fight, "execute_action", {"operation": "move", "characterName": "Brenna", "to": "C5", "force": True}, "gm")
    window.waits_for(f"{LABELS}.some(label => label.startsWith('Brenna') && label.includes('at C5'))")
    call(fight, "execute_action", {"operation": "undo"}, "gm")
    window.waits_for(f"{LABELS}.join('|') === {json.dumps('|'.join(before))}")
    asked = window.asks("return performance.getEntriesByType('resource').filter(e => e.name.includes('ground.json')).length")
    assert asked == 1, "the ground is read once"


def test_after_the_fight_the_map_comes_back_without_a_trace(window: Window, tmp_path: Path) -> None:
    with a_measured_fight(tmp_path) as fight:
        window.looks_at(f"{fight}/#token=Ann")
        window.waits_for("return document.querySelector('.tok') !== null")
        call(fight, "execute_action", {"operation": "end_fight"}, "gm")
        window.waits_for("return document.querySelector('#board svg.map') !== null")
        gone = "return document.getElementById('stand').hidden && document.getElementById('token-card').hidden && !document.querySelector('.tok')"
        assert window.asks(gone) and window.asks("return document.getElementById('board').getAttribute('aria-label')") == "Map"
        call(fight, "execute_action", {"operation": "start_fight", "names": ["party", "Snik"], "space": "told"}, "gm")
        window.waits_for("return !document.getElementById('field').hidden")
        assert (
            window.asks(
                "return document.querySelector('.board-frame').getClientRects().length + document.getElementById('stand').getClientRects().length"
            )
            == 0
        )


# ── what stands there ───────────────────────────────────────────────────────────────────────────────────────────────


def test_tokens_tell_side_health_and_turn_without_colour(page: Window) -> None:
    shows(page, page_states.on_a_board())
    shapes = page.asks(
        "return Object.fromEntries([...document.querySelectorAll('.tok')].map(e => [e.dataset.key, e.querySelector('.bg').tagName]))"
    )
    assert (shapes["t0"], shapes["t4"], shapes["t7"]) == ("circle", "polygon", "rect")
    assert page.asks(
        "return document.querySelector('[data-key=t6] .cross') !== null && document.querySelector('[data-key=t0] .turn') !== null"
    )
    assert page.asks("return document.querySelector('[data-key=t7-says] .small').textContent") == "+20"
    assert page.asks("return [...document.querySelectorAll('[data-key=t1-says] .mark')].map(e => e.textContent).join()") == "C,P,P"
    assert page.asks(
        "return document.querySelector('[data-key=t5] .bg').getBoundingClientRect().width > 1.6 * document.querySelector('[data-key=t4] .bg').getBoundingClientRect().width"
    )
    labels = page.asks(LABELS)
    assert "Keeper, bystander, unhurt, at B12+20, 25 ft south, 20 ft above of Pip" in labels
    assert "Ghoul 2, foe, bloodied, restrained, at H7, 20 ft east of Pip, in Web" in labels
    assert "Pip, your hero, hurt, 23 of 38 hit points, at D7, has the turn" in labels
    assert page.asks("return document.querySelector('.squares').getAttribute('aria-label')").startswith(
        "Great Cistern, 110 by 65 feet. Pip, your hero"
    )
    shows(page, page_states.master_on_a_board())
    assert page.asks("return document.querySelector('[data-key=t8]').classList.contains('unseen')")
    assert page.asks("return document.querySelector('[data-key=t4-says] .small').textContent") == "7"


def test_the_line_under_the_board_tells_distances_and_zones(page: Window) -> None:
    shows(page, page_states.on_a_board())
    text = page.asks(STAND)
    assert text.startswith("From Pip: Ghoul 2 20 ft east · Ogre 45 ft east, half cover (altar rail) · ")
    assert "Web of Elara, 20 ft cube, 1 h: Ghoul 2" in text


def test_every_kind_of_ground_has_words_and_a_drawing(page: Window) -> None:
    words = ["wall", "pillar", "thick_tree", "low_wall", "furniture", "arrow_slit", "portcullis", "difficult", "stairs", "shallow_water", "deep_water", "pit", "ledge", "light", "obscured"]  # fmt: skip
    signs = {chr(ord("a") + n): word for n, word in enumerate(words)}
    state = page_states.on_a_board()
    state["board"]["ground"] = {
        **page_states.GROUND,
        "w": 15,
        "h": 1,
        "rows": ["".join(signs)],
        "signs": signs,
        "features": [],
        "exits": [],
    }
    state["board"] |= {"tag": "all", "sight": []}
    shows(page, state)
    titles = page.asks("return [...document.querySelectorAll('.squares g[class^=g-] title')].map(e => e.textContent)")
    assert titles == [word.replace("_", " ") for word in words]
    seen = page.asks(
        "return [...document.querySelectorAll('.squares g[class^=g-]')].map(g => g.getAttribute('class') + [...g.querySelectorAll('path')].map(p => getComputedStyle(p).fill + p.getAttribute('d').replace(/M\\d+/, '')).join())"
    )
    looks = {drawn.partition("rgb")[2] or drawn for drawn in seen}
    assert len(looks) >= len(words) - 2, "arrow slits look like portcullises"


# ── measuring ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_distances_are_those_of_the_rules(page: Window) -> None:
    source = random.Random(7)
    state = page_states.on_a_board()
    shows(page, state)
    for diagonals in ("five", "five_ten"):
        spaces = [
            Space(source.randrange(20), source.randrange(20), source.choice((1, 1, 2, 3)), 5 * source.randrange(-2, 7)) for _ in range(40)
        ]
        asked = [{"x": s.x, "y": s.y, "size": s.n, "z": s.z} for s in spaces]
        page.driver.execute_script("if (arguments[0]) state.board.diagonals = arguments[0]", diagonals if diagonals == "five_ten" else None)
        told = page.driver.execute_script(
            "return arguments[0].map((a, n, all) => all.map((b) => [feetBetween(a, b), directionTo(a, b), FEET * apart(a, b)[2]]))", asked
        )
        for a, row in zip(spaces, told, strict=True):
            for b, found in zip(spaces, row, strict=True):
                assert found == [distance(a, b, diagonals), direction(a, b) or "", height_above(a, b)], (a, b)  # type: ignore[arg-type]


def test_the_mouse_measures_to_tokens_and_squares(page: Window) -> None:
    shows(page, page_states.on_a_board())
    points_at(page, 5, 4)
    assert page.asks(RULER) == "10 ft, 10 to walk"
    points_at(page, 12, 11)
    assert page.asks(RULER) == "45 ft"
    page.asks("document.querySelector('[data-key=t5]').dispatchEvent(new PointerEvent('pointermove', {bubbles: true}))")
    assert page.asks(RULER) == "45 ft"
    assert "Foe, unhurt, at M5, 45 ft east, half cover (altar rail) of Pip" in page.asks(
        "return document.getElementById('token-card').innerText"
    )
    page.asks("document.getElementById('board').dispatchEvent(new PointerEvent('pointerleave'))")
    assert page.asks(RULER) is None and page.asks("return document.getElementById('token-card').hidden")
    page.asks("document.querySelector('[data-key=t5]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    assert page.asks(STAND).startswith("From Ogre: Ghoul 2 25 ft west")
    page.asks("document.querySelector('[data-key=t5]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    assert page.asks(STAND).startswith("From Pip:")


def test_the_keyboard_goes_from_token_to_token_and_measures(page: Window) -> None:
    """One stop for the tabulator; arrows go to the nearest token that way, Enter measures from it, Escape goes back."""
    shows(page, page_states.on_a_board())
    stops = "return [...document.querySelectorAll('#board, #board *')].filter(e => e.tabIndex === 0).map(e => e.dataset.key)"
    assert page.asks(stops) == ["t0"]
    focus(page, "Pip")
    for key, name in ((RIGHT, "Elara"), (RIGHT, "Ghoul 2"), (RIGHT, "Ogre"), (LEFT, "Ghoul 2"), (DOWN, "Elara")):
        page.presses(key)
        assert page.asks(FOCUSED) == name
        assert len(page.asks(stops)) == 1
    page.presses(ENTER)
    assert page.asks(STAND).startswith("From Elara:") and page.asks(FOCUSED) == "Elara"
    assert page.asks("return document.activeElement.getAttribute('aria-pressed')") == "true"
    assert not page.asks("return document.getElementById('token-card').hidden")
    page.presses(ESCAPE)
    assert (
        page.asks(FOCUSED) == "Pip"
        and page.asks("return document.getElementById('token-card').hidden")
        and page.asks(STAND).startswith("From Pip:")
    )


def test_reach_is_shown_on_demand_and_at_the_own_token(page: Window) -> None:
    shows(page, page_states.on_a_board())
    drawn = "return document.querySelector('.b-reach path') !== null"
    assert not page.asks(drawn)
    focus(page, "Pip")
    assert page.asks(drawn)
    focus(page, "Ogre")
    assert not page.asks(drawn)
    page.asks("document.querySelector('#tools [aria-label=\"Reach of this turn\"]').click()")
    assert (
        page.asks(drawn)
        and page.asks("return document.querySelector('#tools [aria-label=\"Reach of this turn\"]').getAttribute('aria-pressed')") == "true"
    )
    page.asks("document.querySelector('#tools [aria-label=\"Reach of this turn\"]').click()")
    state = page_states.on_a_board()
    shows(page, {**state, "board": {**state["board"], "reach": None}})
    assert page.asks("return document.querySelector('#tools [aria-label=\"Reach of this turn\"]') === null")


def test_a_new_state_keeps_the_focus_and_who_is_measured_from(page: Window) -> None:
    state = page_states.on_a_board()
    shows(page, state)
    focus(page, "Ghoul 2")
    page.presses(ENTER)
    page.asks("window.kept = document.activeElement")
    moved = [{**one, "x": one["x"] + 1} if one["id"] == "t4" else one for one in state["board"]["tokens"]]
    shows(page, {**state, "rev": 1001, "board": {**state["board"], "tokens": [{**moved[0], "mark": "dead"}, *moved[1:]]}})
    assert page.asks("return document.activeElement === window.kept") and page.asks(STAND).startswith("From Ghoul 2:")
    shows(page, {**state, "rev": 1002, "board": {**state["board"], "tokens": [one for one in moved if one["id"] != "t4"]}})
    assert page.asks(STAND).startswith("From Pip:")


# ── looks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_moves_for_those_who_want_none_and_shapes_stay_without_colours(page: Window, scheme: str) -> None:
    page.is_a_screen(1280, 900, scheme, **{"prefers-reduced-motion": "reduce"})
    shows(page, page_states.on_a_board())
    assert page.asks("return document.getAnimations().length") == 0
    page.is_a_screen(1280, 900, scheme, **{"forced-colors": "active"})
    shows(page, {**page_states.on_a_board(), "rev": 1001})
    stroke = (
        "const e = document.querySelector('[data-key=t4] .bg'), c = getComputedStyle(e); return c.stroke !== c.fill && c.stroke !== 'none'"
    )
    assert page.asks(stroke)
    page.is_a_screen(1280, 900, scheme, **{"forced-colors": "none"})


def test_a_phone_shows_what_is_around_the_own_hero_large_enough_for_a_finger(page: Window) -> None:
    for wide, high in ((320, 640), (360, 740)):
        page.is_a_screen(wide, high)
        shows(page, page_states.on_a_board())
        box = [float(n) for n in page.asks("return document.querySelector('svg.squares').getAttribute('viewBox')").split()]
        assert 5 <= box[2] / 40 <= 13 and page.asks(FITS)
        size = page.asks("return document.querySelector('[data-key=t0]').getBoundingClientRect().width")
        assert size >= 24, "WCAG 2.2, 2.5.8"


def test_a_square_is_never_too_wide_and_all_of_the_ground_can_be_seen(page: Window) -> None:
    page.is_a_screen(1920, 1080)
    state = page_states.on_a_board()
    shows(page, {**state, "board": {**state["board"], "tokens": state["board"]["tokens"][:1]}})
    wide = "return document.querySelector('svg.squares').clientWidth / (document.querySelector('svg.squares').viewBox.baseVal.width / 40)"
    assert page.asks(wide) <= 52.1
    page.asks("document.querySelector('#tools [aria-label=\"The whole ground\"]').click()")
    box = [float(n) / 40 for n in page.asks("return document.querySelector('svg.squares').getAttribute('viewBox')").split()]
    assert box[0] <= -0.9 and box[1] <= -0.9 and box[0] + box[2] >= 22.9 and box[1] + box[3] >= 13.9


# ── the App ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_app_moves_the_own_hero_at_the_second_tap(window: Window, tmp_path: Path) -> None:
    with a_measured_fight(tmp_path, acts="Osric") as fight:

        async def read() -> tuple[str, Any, Any]:
            async with Client(f"{fight}/mcp", auth="Ann") as client:
                (app,) = await client.read_resource(mcp_apps_page.URI)
                tried = {"operation": "move", "characterName": "Osric", "to": "B4", "dryRun": True}
                asked = await client.call_tool("execute_action", tried)
                return app.text, (await client.call_tool(mcp_apps_page.NAME, {})).meta, asked.structured_content

        html, state, asked = asyncio.run(read())
    assert state[mcp_apps_page.STATE]["may"] == ["move"] and state[mcp_apps_page.STATE]["board"]["ground"]["w"] == 12
    window.is_a_screen(1280, 900, "light")
    window.driver.get("data:text/html,<body></body>")
    walk = {"content": [{"type": "text", "text": asked["text"]}], "structuredContent": asked}
    window.driver.execute_script(HOST, html, {"": {"_meta": state}, "execute_action": walk})
    window.waits_for("return heard.includes('tools/call')")
    window.driver.switch_to.frame(0)
    window.waits_for("return document.querySelectorAll('.tok').length >= 3")
    moves = "return called.filter(c => c.name === 'execute_action').map(c => c.arguments)"
    points_at(window, 1, 3, "click")
    window.waits_for("return document.getElementById('plan').textContent.includes('Choose B4 again to go.')")
    assert "Osric" in window.asks("return document.getElementById('plan').textContent")
    window.driver.switch_to.default_content()
    tried = {"operation": "move", "characterName": "Osric", "to": "B4"}
    assert window.asks(moves) == [{**tried, "dryRun": True}]
    window.driver.switch_to.frame(0)
    points_at(window, 1, 3, "click")
    window.waits_for("return document.getElementById('plan').textContent === ''")
    points_at(window, 8, 8, "click")
    focus(window, "Osric")
    window.driver.execute_script(
        "for (const key of ['ArrowDown', 'Enter']) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, shiftKey: true, bubbles: true}))"
    )
    window.waits_for("return document.getElementById('plan').textContent.includes('Choose B4 again')")
    window.driver.switch_to.default_content()
    assert window.asks(moves) == [{**tried, "dryRun": True}, {**tried, "dryRun": False}, {**tried, "dryRun": True}]
    assert window.complaints == []


def test_a_page_sends_nothing_when_a_square_is_pressed(page: Window) -> None:
    shows(page, page_states.on_a_board(may=["move"]))
    before = page.asks("return performance.getEntriesByType('resource').length")
    points_at(page, 4, 5, "click")
    assert page.asks("return performance.getEntriesByType('resource').length") == before and page.asks(MAP_DRAWN)
