"""The page in a real browser: it loads its state, updates itself, runs no code in names, and fits a phone."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client

from bench.ports import kept_port
from rpg_lite.cli import app as cli
from rpg_lite.server import mcp_apps_page
from rpg_lite.server.auth_settings import digest
from tests.server.app_host import HOST
from tests.server.browser import (
    ENTER,
    ESCAPE,
    FITS,
    INVITED,
    MAP_DRAWN,
    MARKS,
    SHEET_OPEN,
    Window,
    a_fight,
    a_measured_fight,
    call,
    hurt,
    opened,
)
from tests.server.clients import over_http, running
from tests.waiting import PATIENCE_S

AXE = "axe-core@4"
EVIL = "<script>window.ran=1</script><img src=x onerror=window.ran=1>\"'&amp;"

pytestmark = MARKS


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    with opened(tmp_path_factory.mktemp("browser"), PATIENCE_S) as found:
        yield found


@pytest.fixture(autouse=True)
def _a_fresh_log(window: Window) -> None:
    """The browser may have noticed that the server of an earlier test ended."""
    window.driver.get("about:blank")
    window.forgets()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("page") / "party.db"


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    """A party in a dungeon of some rooms, one of them hidden, served by the real program."""
    with over_http(database) as found:
        heroes = {"operation": "create", "batch": [{"name": n, "character": {"party": True, "hpMax": 20}} for n in ("Thorin", "Elara")]}
        call(found, "manage_character", heroes)
        directions = ("north", "east", "south", "west", "up", "down")
        rooms = [{"name": f"The Long Gallery of Echo {n}", "direction": d} for n, d in enumerate(directions)]
        vault = {"name": "Vault", "direction": "northeast", "door": "hidden"}
        call(found, "manage_room", {"operation": "create", "batch": [*rooms, vault]})
        yield found


def test_the_page_shows_the_party_and_changes_by_itself(window: Window, address: str) -> None:
    window.looks_at(address)
    assert all(shown in window.text for shown in ("Thorin", "Elara", "Lobby", "20 / 20"))
    assert "Vault" not in window.asks("return document.documentElement.outerHTML")
    call(address, "execute_action", {"operation": "damage", "characterName": "Thorin", "amount": 7, "damageType": "fire"})
    window.waits_for("return document.body.innerText.includes('13 / 20')")
    call(address, "manage_room", {"operation": "go", "direction": "north"})
    window.waits_for("return document.title.startsWith('The Long Gallery of Echo 0')")
    call(address, "manage_room", {"operation": "go", "direction": "south"})
    assert window.complaints == []


def test_no_name_is_run_and_all_of_it_is_read(window: Window, address: str) -> None:
    call(address, "manage_character", {"operation": "update", "characterName": "Elara", "character": {"name": EVIL}})
    call(address, "manage_room", {"operation": "update", "bagName": "Lobby", "description": EVIL, "vibe": EVIL})
    window.looks_at(address)
    assert EVIL in [shown.strip() for shown in window.asks("return [...document.querySelectorAll('h3')].map(e => e.textContent)")]
    assert window.asks("return document.getElementById('description').textContent") == EVIL
    assert window.asks("return document.querySelectorAll('img, main script').length") == 0
    assert window.asks("return window.ran === undefined")
    assert window.complaints == []


def test_what_is_not_allowed_does_not_run(window: Window, address: str) -> None:
    """If a name became markup after all, the policy would stop it."""
    window.looks_at(address)
    window.asks("const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s)")
    assert window.asks("return window.ran === undefined")
    assert any("Content Security Policy" in line["message"] for line in window.complaints)


@pytest.mark.parametrize(("wide", "high"), [(320, 640), (360, 740), (768, 1024), (1100, 800), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_every_screen_in_both_colours(window: Window, address: str, wide: int, high: int, scheme: str) -> None:
    window.looks_at(address, wide, high, scheme)
    assert window.asks(FITS)
    assert window.asks("const m = document.getElementById('board').getBoundingClientRect(); return m.right <= innerWidth && m.width > 200")
    assert window.complaints == []


CONTRAST = """
const pen = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d", {willReadFrequently: true});
const over = (colours) => {
  pen.clearRect(0, 0, 1, 1);
  for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
  return [...pen.getImageData(0, 0, 1, 1).data];
};
const light = (rgb) => rgb.slice(0, 3).map((c) => c / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
const behind = (e) => { const all = []; for (; e; e = e.parentElement) all.unshift(getComputedStyle(e).backgroundColor); return all; };
const found = [];
for (const e of document.querySelectorAll("h1, h2, h3, p, li, a, b, small, span, button, summary, time, q"))
  if ([...e.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim()) && e.getClientRects().length && !e.closest(".sr")) {
    const ground = behind(e), [a, b] = [light(over([...ground, getComputedStyle(e).color])), light(over(ground))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) found.push([e.innerText, e.className]);
  }
return found;
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_and_be_read_aloud(window: Window, address: str, scheme: str) -> None:
    call(address, "manage_condition", {"operation": "apply", "characterName": "Thorin", "condition": "poisoned"})
    window.looks_at(f"{address}/?everything=1", scheme=scheme)
    window.waits_for("return document.body.innerText.includes('poisoned')")
    assert window.asks(CONTRAST) == []
    headings = "return [...document.querySelectorAll('h1, h2, h3')].filter(e => e.getClientRects().length).map(e => e.tagName)"
    assert window.asks(headings).count("H1") == 1 and window.asks(headings).count("H2") >= 3
    assert window.asks("return document.querySelectorAll('section:not([aria-labelledby]):not([aria-label])').length") == 0
    assert window.asks("return document.querySelectorAll('[role=log], [aria-live]').length") == 1
    assert "Lobby" in window.asks("return document.querySelector('#board svg').textContent")
    call(address, "manage_condition", {"operation": "remove", "characterName": "Thorin", "condition": "poisoned"})


# ── a fight at the table ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def fight(tmp_path: Path) -> Iterator[str]:
    with a_fight(tmp_path) as found:
        yield found


def test_a_fight_is_followed_on_a_phone(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    assert window.names("#own") == ["Osric"]
    assert window.names("#party") == ["Brenna"]
    assert window.asks(
        "return document.getElementById('own').getBoundingClientRect().bottom < document.getElementById('field').getBoundingClientRect().top"
    )
    order = "return [...document.querySelectorAll('#order b[dir]')].map(e => e.textContent).join()"
    assert window.asks(order) == "Brenna,Snik,Osric"
    assert window.asks("return document.querySelector('#order [aria-current] b').textContent") == "Brenna"
    assert window.asks("return document.querySelector('#turnbar h2').textContent") == "Brenna’s turn"
    assert "action" in window.asks("return document.querySelector('#turnbar .left').textContent.toLowerCase()")
    call(fight, "execute_action", {"operation": "attack", "characterName": "Brenna", "targetName": "Snik", "d20": [19]}, "gm")
    window.waits_for("return document.querySelector('#feed .deed') !== null")
    assert window.asks("return /hurt|bloodied|dead/.test(document.querySelectorAll('#order li')[1].textContent)")
    assert "Snik carries" not in window.asks("return document.documentElement.outerHTML")
    assert window.asks(FITS)
    call(fight, "execute_action", {"operation": "next_turn"}, "gm")
    window.waits_for("return document.querySelector('#order [aria-current] b').textContent !== 'Brenna'")
    assert window.complaints == []


ARMOR = "document.querySelector('#sheet [data-key=\"why-Armor class\"]')"
REASONS = "return [...document.querySelectorAll('#why li')].map(e => e.innerText.replace(/\\s+/g, ' ').trim())"


def test_a_sheet_opens_with_the_keyboard_and_says_why(window: Window, fight: str) -> None:
    """Enter opens the sheet and the reasons; Escape closes the reasons, then the sheet, and the focus returns to the button."""
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    window.asks("document.querySelector('#party [data-sheet]').focus()")
    window.presses(ENTER)
    window.waits_for(SHEET_OPEN)
    assert window.asks("return document.getElementById('sheet-name').textContent") == "Brenna"
    assert window.asks(f"return {ARMOR}.textContent") == "16"
    window.asks(f"{ARMOR}.focus()")
    window.presses(ENTER)
    window.waits_for("return document.getElementById('why').matches(':popover-open')")
    assert window.asks(REASONS) == ["Chain Mail 16"]
    window.presses(ESCAPE)
    window.waits_for("return !document.getElementById('why').matches(':popover-open')")
    assert window.asks(SHEET_OPEN)
    call(fight, "manage_inventory", {"operation": "give", "characterName": "Brenna", "template": "Shield", "equip": True}, "gm")
    window.waits_for(f"return {ARMOR}.textContent === '18'")
    window.presses(ESCAPE)
    window.waits_for("return !document.getElementById('sheet').open")
    window.waits_for("return document.activeElement === document.querySelector('#party [data-sheet]')")
    assert window.complaints == []


def test_the_game_master_sees_the_monsters_numbers_from_anywhere(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=gm")
    assert window.names("#foes") == []
    window.asks("document.getElementById('other').click()")
    window.waits_for("return document.querySelectorAll('#foes h3').length === 1")
    assert "7 / 7" in window.text and "Snik carries the key." in window.text
    window.looks_at(f"{fight}/#token=screen")
    assert window.asks("return document.getElementById('other').hidden")
    window.driver.get("about:blank")
    window.looks_at(f"{fight}/#token=screen", scheme="dark")
    assert window.complaints == []


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The accessibility checker, from npm."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed, so axe-core cannot be fetched")
    folder = tmp_path_factory.mktemp("axe")
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", AXE]
    try:
        subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE_S, check=True)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        pytest.skip("npm cannot fetch axe-core")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


AXE_RUNS = """
const [only, done] = arguments;
axe.run({preload: false, ...(only && {runOnly: only})}).then((r) =>
  done(r.violations.map((v) => [v.id, v.nodes.map((n) => n.html)])));
"""
SCREENS = [
    ("light", 360, None),
    ("light", 768, None),
    ("light", 1920, None),
    ("dark", 360, ["color-contrast"]),
    ("dark", 1920, ["color-contrast"]),
]
"""Dark colours change nothing but the contrast."""


@pytest.mark.parametrize("moment", ["in a fight", "after it"])
def test_the_checker_of_accessibility_finds_nothing(window: Window, fight: str, axe: str, moment: str) -> None:
    """Of each reader's page, in a fight with a dying hero, with the sheet closed and open; of the page without a fight, and of the form for
    a token.
    """
    found: list[Any] = []

    def check(*view: object, screens: Sequence[tuple[str, int, list[str] | None]]) -> None:
        for scheme, wide, only in screens:
            window.is_a_screen(wide, 900, scheme)
            found.extend([*view, scheme, wide, fault] for fault in window.driver.execute_async_script(AXE_RUNS, only))

    if moment == "in a fight":
        hurt(fight, "Osric", 40)
    else:
        call(fight, "execute_action", {"operation": "end_fight"}, "gm")
    for who in ("#token=Ann", "#token=screen", "?everything=1#token=gm"):
        window.driver.get("about:blank")
        window.looks_at(f"{fight}/{who}")
        window.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
        check(who, screens=SCREENS if moment == "in a fight" else SCREENS[:1])
        if moment == "in a fight":
            window.asks("document.querySelector('[data-sheet]').click()")
            window.waits_for(SHEET_OPEN)
            window.asks("document.querySelectorAll('#sheet details').forEach((e, n) => { e.open = n % 9 === 0 })")
            check(who, "sheet", screens=SCREENS)
    if moment == "after it":
        window.driver.get("about:blank")
        window.driver.get(fight)
        window.waits_for("return !document.getElementById('enter').hidden")
        window.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
        check("without a token", screens=SCREENS)
        window.forgets()
    assert found == []


def test_the_checker_of_accessibility_finds_nothing_on_a_board(window: Window, tmp_path: Path, axe: str) -> None:
    """With and without a card, in both themes, and on a phone."""
    found: list[Any] = []
    with a_measured_fight(tmp_path) as measured:
        for who in ("#token=Ann", "?everything=1#token=gm"):
            window.driver.get("about:blank")
            window.looks_at(f"{measured}/{who}", until="return document.querySelector('.tok') !== null")
            window.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
            for pressed in ("", "document.querySelector('.tok[tabindex=\"0\"]').focus()"):
                window.asks(pressed)
                for scheme, wide, only in SCREENS:
                    window.is_a_screen(wide, 900, scheme)
                    found.extend([who, pressed, scheme, wide, fault] for fault in window.driver.execute_async_script(AXE_RUNS, only))
    assert found == []


# ── stories: what a page shows is what the campaign holds ───────────────────────────────────────────────────────────


def asked(address: str, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """The first result of a call of the game master, in full."""

    async def called() -> Any:
        async with Client(f"{address}/mcp", auth="gm") as client:
            return (await client.call_tool(tool, {**arguments, "detail": "full"})).structured_content["results"][0]

    result: dict[str, Any] = asyncio.run(called())
    return result


def test_story_the_party_goes_north(window: Window, fight: str) -> None:
    """S178."""
    call(fight, "execute_action", {"operation": "end_fight"}, "gm")
    call(fight, "manage_room", {"operation": "create", "name": "Dry Well", "direction": "north"}, "gm")
    window.looks_at(f"{fight}/#token=screen")
    call(fight, "manage_room", {"operation": "go", "direction": "north"}, "gm")
    window.waits_for("return document.title.startsWith('Dry Well')")
    room = asked(fight, "manage_room", {"operation": "look"})["room"]
    assert room["name"] == "Dry Well" and sorted(p["name"] for p in room["people"]) == sorted(window.names("#party"))


def test_story_a_shield_is_put_on_and_off(window: Window, fight: str) -> None:
    """S178."""
    window.looks_at(f"{fight}/#token=Ann")
    call(fight, "manage_inventory", {"operation": "give", "characterName": "Osric", "template": "Shield"}, "gm")
    for operation, worn in (("equip", True), ("unequip", False)):
        call(fight, "manage_inventory", {"operation": operation, "characterName": "Osric", "itemName": "Shield"}, "gm")
        armor = asked(fight, "manage_inventory", {"operation": "view", "characterName": "Osric"})["stats"]["ac"]["value"]
        assert armor == (13 if worn else 11)
        window.waits_for(f"return document.querySelector('#own .vital b').textContent.includes('{armor}')")


def test_story_a_turn_passes(window: Window, fight: str) -> None:
    """S178."""
    window.looks_at(f"{fight}/#token=gm")
    for name in ("Snik", "Osric", "Brenna"):
        call(fight, "execute_action", {"operation": "next_turn"}, "gm")
        window.waits_for(f"return document.querySelector('#order [aria-current] b').textContent === '{name}'")
        assert asked(fight, "read_campaign", {"operation": "party"})["fight"]["turn"] == name


def test_a_lost_connection_is_said_and_comes_back(window: Window, address: str) -> None:
    window.looks_at(address)
    with window.cut_off():
        window.waits_for("return document.getElementById('said').textContent.startsWith('Connection lost')")
        assert "Thorin" in window.text
    window.waits_for("return document.getElementById('said').textContent === ''")
    window.forgets()


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (1280, 860)])
def test_a_token_is_asked_for_and_taken(window: Window, tmp_path: Path, wide: int, high: int) -> None:
    """With only the keyboard, without a token and with a wrong one; the message covers no heading."""
    (tmp_path / "auth.toml").write_text(f'[[auth.tokens]]\nsha256 = "{digest("right")}"\nname = "Ann"\nrole = "viewer"\n', "utf-8")
    asked = "return !document.getElementById('enter').hidden && document.activeElement.id === 'token'"
    said = "return document.getElementById('said').textContent.includes('{}')"
    with over_http(tmp_path / "party.db", "--auth", str(tmp_path / "auth.toml")) as guarded:
        window.is_a_screen(wide, high)
        window.driver.get(guarded)
        window.waits_for(asked)
        assert window.asks("return document.getElementById('said').textContent") == "", "nobody has done anything wrong yet"
        assert window.asks(FITS)
        assert window.asks("return document.getElementById('party-name').getClientRects().length") == 0
        window.presses("wrong", ENTER)
        window.waits_for(said.format("unknown or no longer valid"))
        assert window.asks(asked)
        window.presses("right", ENTER)
        window.waits_for("return document.getElementById('enter').hidden && document.getElementById('steps').children.length === 3")
        assert window.asks("return location.hash") == "#token=right"
        assert window.asks("return document.getElementById('said').textContent") == ""
    window.forgets()


# ── the page as an App ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_app_draws_the_table_in_a_host(window: Window, address: str) -> None:
    async def read() -> tuple[str, dict[str, Any], dict[str, Any]]:
        async with Client(f"{address}/mcp") as client:
            (page,) = await client.read_resource(mcp_apps_page.URI)
            state = await client.call_tool(mcp_apps_page.NAME, {})
            hero = state.meta[mcp_apps_page.STATE]["party"][0]["id"]
            sheet = await client.call_tool(mcp_apps_page.NAME, {"characterId": hero})
            return page.text, {"_meta": state.meta}, {hero: {"_meta": sheet.meta}}

    html, state, sheet = asyncio.run(read())
    window.is_a_screen(1280, 900, "light")
    window.driver.get("data:text/html,<body></body>")
    window.driver.execute_script(HOST, html, {"": state, **sheet})
    window.waits_for("return heard.includes('tools/call')")
    window.driver.switch_to.frame(0)
    window.waits_for("return document.querySelectorAll('#party h3').length === 2")
    assert window.asks("return document.querySelector('#board svg') !== null")
    window.asks("document.querySelector('#party [data-sheet]').click()")
    window.waits_for("return document.getElementById('sheet').open && document.querySelectorAll('#sheet .n').length > 10")
    assert window.asks("return document.getElementById('other').hidden && document.getElementById('enter').hidden")
    window.driver.switch_to.default_content()
    assert window.asks(
        "return ['ui/initialize', 'ui/notifications/initialized', 'ui/notifications/size-changed'].every(m => heard.includes(m))"
    )
    ground = "return getComputedStyle(document.body).backgroundColor === '{}'"
    for colour in ("rgb(16, 19, 24)", "rgb(239, 231, 214)"):  # the host begins dark, and the browser is light
        window.driver.switch_to.frame(0)
        window.waits_for(ground.format(colour))
        window.driver.switch_to.default_content()
        window.asks("tell({method: 'ui/notifications/host-context-changed', params: {theme: 'light'}})")
    changed = {**state["_meta"][mcp_apps_page.STATE], "rev": 10_000, "time": "day 9, 23:59", "day": 9, "clock": "23:59"}
    window.asks(f"tell({{method: 'ui/notifications/tool-result', params: {{_meta: {{'{mcp_apps_page.STATE}': {json.dumps(changed)}}}}}}})")
    window.driver.switch_to.frame(0)
    window.waits_for("return document.getElementById('time').textContent.includes('9, 23:59')")
    window.driver.switch_to.default_content()
    assert window.complaints == []


# ── a page that is left open ────────────────────────────────────────────────────────────────────────────────────────


def test_a_page_left_open_follows_a_restart_an_undo_and_an_archive(window: Window, tmp_path: Path) -> None:
    heroes = "return document.querySelectorAll('#party h3').length === {}"
    with kept_port() as port:
        arguments = ("-m", "rpg_lite", "serve", "--http", f"127.0.0.1:{port}", "--db", str(tmp_path / "party.db"))
        with running(port, *arguments) as found:
            window.looks_at(found, until=INVITED)
            call(found, "manage_character", {"operation": "create", "name": "Thorin", "character": {"party": True}})
            window.waits_for(heroes.format(1))
            call(found, "manage_character", {"operation": "undo"})
            window.waits_for(INVITED)
            call(found, "manage_character", {"operation": "create", "name": "Elara", "character": {"party": True}})
        window.waits_for("return document.getElementById('said').textContent.startsWith('Connection lost')")
        with running(port, *arguments):
            window.waits_for(heroes.format(1))
            window.waits_for("return document.getElementById('said').textContent === ''")
            assert cli.main(["campaigns", "archive", "campaign", "--db", str(tmp_path / "party.db")]) == 0
            window.asks("begin()")  # as when its stream has lasted long enough
            window.waits_for("return document.getElementById('archived').textContent.startsWith('Archived')")
            assert window.asks(heroes.format(1))
    window.forgets()


# ── a page in the hand ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_order_shows_whose_turn_it_is_and_the_turn_is_said(window: Window, fight: str) -> None:
    for n in range(6):
        call(fight, "manage_character", {"operation": "create", "name": f"Longnamed Goblin {n}", "template": "Goblin"}, "gm")
    names = ["Brenna", "Osric", *(f"Longnamed Goblin {n}" for n in range(6))]
    call(fight, "execute_action", {"operation": "end_fight"}, "gm")
    call(fight, "execute_action", {"operation": "start_fight", "names": names, "d20": [20, 1, *[10] * 6]}, "gm")
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    in_view = """const a = document.querySelector('#order [aria-current]').getBoundingClientRect();
        return a.left >= 0 && a.right <= innerWidth && document.querySelector('#order [aria-current] b').textContent === '{}'"""
    window.waits_for(in_view.format("Brenna"))
    for _ in range(7):
        call(fight, "execute_action", {"operation": "next_turn"}, "gm")
    window.waits_for(in_view.format("Osric"))
    assert window.asks("return document.getElementById('spoken').textContent") == "Round 1: Osric’s turn. Your turn"
    assert window.asks("return document.title.startsWith('Your turn')")
    assert window.asks("return document.querySelector('#turnbar .next').textContent") == "Next: Brenna, then Longnamed Goblin 0."
    assert window.complaints == []


def test_an_open_sheet_keeps_the_focus_and_begins_at_its_top(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    window.asks("document.querySelector('#party [data-sheet]').focus(); document.activeElement.click()")
    window.waits_for(SHEET_OPEN)
    window.asks("document.querySelector('#sheet [data-key=\"why-WIS save\"]').focus()")
    window.asks("window.kept = document.activeElement; document.getElementById('sheet').scrollTop = 120")
    hurt(fight, "Brenna", 3)
    window.waits_for("return [...document.querySelectorAll('#party .hp .num')].some(e => !/(\\d+) \\/ \\1$/.test(e.textContent))")
    call(fight, "manage_inventory", {"operation": "give", "characterName": "Brenna", "template": "Shield", "equip": True}, "gm")
    window.waits_for("return document.getElementById('sheet-body').textContent.includes('Shield')")
    assert window.asks("return document.activeElement === window.kept && document.getElementById('sheet').scrollTop === 120")
    window.asks("document.getElementById('close').click()")
    window.waits_for("return document.activeElement.dataset.sheet === document.querySelector('#party [data-sheet]').dataset.sheet")
    window.asks("document.querySelector('#own [data-sheet]').click()")
    window.waits_for(SHEET_OPEN)
    assert window.asks("return document.getElementById('sheet').scrollTop") == 0
    assert window.complaints == []


def test_the_sheet_of_a_hero_who_leaves_is_closed(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    window.asks("document.querySelector('#party [data-sheet]').click()")
    window.waits_for(SHEET_OPEN)
    call(fight, "manage_character", {"operation": "update", "characterName": "Brenna", "character": {"party": False}}, "gm")
    window.waits_for("return !document.getElementById('sheet').open")
    assert window.asks("return document.getElementById('said').textContent") == "Brenna has left."
    assert window.complaints == []


def test_a_dying_hero_shows_the_death_saves(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 360, 740)
    for _ in range(2):
        call(fight, "execute_action", {"operation": "next_turn"}, "gm")
    hurt(fight, "Osric", 40)
    window.waits_for("return document.querySelector('#own .dying p')?.textContent === 'Dying: 0 successes, 0 failures of 3'")
    assert "A death save is due" in window.text
    call(fight, "execute_action", {"operation": "save", "characterName": "Osric", "ability": "death", "d20": [12]}, "gm")
    window.waits_for("return document.querySelector('#own .dying p')?.textContent === 'Dying: 1 success, 0 failures of 3'")
    assert "A death save is due" not in window.text
    assert window.complaints == []


def test_a_lost_connection_is_seen_wherever_the_page_stands(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 500)
    window.asks("scrollTo(0, document.body.scrollHeight)")
    seen = """const e = document.getElementById('{}'), a = e.getBoundingClientRect();
        return e.textContent.startsWith('Connection lost') && a.top >= 0 && a.bottom <= innerHeight"""
    with window.cut_off():
        window.waits_for(seen.format("said"))
    window.waits_for("return document.getElementById('said').textContent === ''")
    window.asks("document.querySelector('#own [data-sheet]').click()")
    window.waits_for(SHEET_OPEN)
    window.asks("document.getElementById('sheet').scrollTop = 400")
    with window.cut_off():
        window.waits_for(seen.format("said-here"))
    window.waits_for("return document.getElementById('said-here').textContent === ''")
    window.forgets()


def test_the_views_lead_to_each_other(window: Window, fight: str) -> None:
    visible = "const a = document.getElementById('other').getBoundingClientRect(); return a.height > 0 && a.bottom < innerHeight"
    window.looks_at(f"{fight}/#token=gm", 390, 844)
    assert window.asks(visible)
    window.asks("document.getElementById('other').click()")
    window.waits_for("return document.querySelectorAll('#foes h3').length === 1")
    before = """const [foes, field, story] = ['foes', 'field', 'story'].map(id => document.getElementById(id).getBoundingClientRect());
        return field.bottom <= foes.top && foes.bottom <= story.top"""
    assert window.asks(visible) and window.asks(before)
    window.asks("document.querySelector('#foes [data-sheet]').click()")
    window.waits_for(SHEET_OPEN)
    assert window.asks("return document.getElementById('sheet-name').textContent") == "Snik"
    window.driver.get("about:blank")
    window.driver.get(f"{fight}/?everything=1#token=Ann")
    window.waits_for("return document.getElementById('said').textContent.includes('needs the token of a game master')")
    assert window.asks(visible)
    window.asks("document.getElementById('other').click()")
    window.waits_for(MAP_DRAWN)
    window.forgets()


def test_all_that_matters_is_on_a_screen_at_once(window: Window, fight: str) -> None:
    """The own hero, the map, the turn and the last deed in a fight; the quests while the party explores. Only the story scrolls."""
    seen = """return ['{}'].flatMap(s => s.split(' ')).filter(s => {{ const r = document.querySelector(s).getBoundingClientRect();
        return !r.height || r.top < 0 || r.bottom > innerHeight; }})"""
    strike(fight)
    for wide, high in ((1280, 800), (1440, 900), (1920, 1080)):
        window.looks_at(f"{fight}/#token=Ann", wide, high)
        assert window.asks(seen.format("#order #own #field #turnbar #feed>:last-child #party")) == []
        assert window.asks("return document.documentElement.scrollHeight <= innerHeight")
    call(fight, "keep_journal", {"operation": "quest", "name": "The Key", "public": True, "text": "Find it."}, "gm")
    call(fight, "execute_action", {"operation": "end_fight"}, "gm")
    window.waits_for("return document.getElementById('order').hidden")
    assert window.asks(seen.format("#own #board #quests #feed>:last-child")) == []
    assert window.complaints == []


def strike(address: str) -> None:
    call(address, "execute_action", {"operation": "attack", "characterName": "Brenna", "targetName": "Snik", "d20": [19]}, "gm")


def test_each_deed_at_the_table_is_one_card_and_an_undo_takes_it_away(window: Window, fight: str) -> None:
    """A miss, a hit, a check, a condition and its end, a heal and a kill, as they are played."""
    act = "execute_action"
    deeds: tuple[tuple[str, dict[str, Any], str], ...] = (
        (act, {"operation": "attack", "characterName": "Brenna", "targetName": "Snik", "d20": [2]}, "miss"),
        (act, {"operation": "attack", "characterName": "Brenna", "targetName": "Snik", "d20": [19]}, "hit"),
        (act, {"operation": "check", "characterName": "Osric", "skill": "perception", "dc": 5, "d20": [15]}, "success"),
        ("manage_condition", {"operation": "apply", "characterName": "Brenna", "condition": "prone"}, "prone"),
        ("manage_condition", {"operation": "remove", "characterName": "Brenna", "condition": "prone"}, "no longer prone"),
        (act, {"operation": "damage", "characterName": "Osric", "amount": 9, "damageType": "fire"}, "9fire"),
        (act, {"operation": "heal", "characterName": "Osric", "amount": 5}, "+5healed"),
        (act, {"operation": "damage", "characterName": "Snik", "amount": 40, "damageType": "fire"}, "dies"),
    )
    window.looks_at(f"{fight}/#token=Ann", 1440, 900)
    cards = "return [...document.querySelectorAll('#feed .deed .drawing')].map(e => e.textContent)"
    before = len(window.asks(cards))
    for n, (tool, arguments, told) in enumerate(deeds):
        call(fight, tool, arguments, "gm")
        window.waits_for(f"return document.querySelectorAll('#feed .deed').length === {before + n + 1}")
        assert told in window.asks(cards)[-1]
    assert len(window.asks("return [...document.querySelectorAll('#feed .deed > .sr')].map(e => e.textContent)")) == before + len(deeds)
    call(fight, act, {"operation": "undo"}, "gm")
    window.waits_for(f"return document.querySelectorAll('#feed .deed').length === {before + len(deeds) - 1}")
    assert "dies" not in window.asks(cards)[-1]
    assert window.complaints == []


def test_nothing_is_asked_of_anybody_else(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/?everything=1#token=gm")
    window.asks("document.querySelector('#foes [data-sheet]').click()")
    window.waits_for(SHEET_OPEN)
    asked = window.asks("return performance.getEntriesByType('resource').map(e => e.name)")
    assert asked and all(name.startswith(f"{fight}/") for name in asked)
    assert sum("atlas.json" in name for name in asked) == 1
    assert window.complaints == []


def test_the_story_keeps_its_end_in_sight_and_stays_where_the_reader_reads(window: Window, fight: str) -> None:
    for n in range(12):
        call(fight, "keep_journal", {"operation": "tell", "text": f"A long word of the game master, number {n}. " * 4}, "gm")
    window.looks_at(f"{fight}/#token=Ann", 1280, 800)
    at_end = "const f = document.getElementById('feed'); return f.scrollHeight > f.clientHeight && f.scrollHeight - f.scrollTop - f.clientHeight < 4"
    window.waits_for(at_end)
    for height in (320, 200, 420):  # the strip of initiative comes, or a phone is turned
        window.asks(f"document.getElementById('feed').style.maxHeight = '{height}px'")
        window.waits_for(f"return document.getElementById('feed').clientHeight === {height}")
        window.waits_for(at_end)
    window.asks("document.getElementById('feed').style.maxHeight = ''")
    window.waits_for(at_end)
    strike(fight)
    window.waits_for("return document.querySelector('#feed .deed') !== null")
    window.waits_for(at_end)
    assert window.asks("return document.getElementById('newer').hidden")
    window.asks("window.kept = document.querySelector('#feed>*'); document.getElementById('feed').scrollTop = 10")
    call(fight, "keep_journal", {"operation": "tell", "text": "And then it was dark."}, "gm")
    window.waits_for("return document.getElementById('feed').textContent.includes('And then it was dark.')")
    assert window.asks("return document.getElementById('feed').scrollTop === 10 && document.querySelector('#feed>*') === window.kept")
    window.waits_for("return !document.getElementById('newer').hidden")
    window.asks("document.getElementById('newer').click()")
    window.waits_for(at_end)
    assert window.asks("return document.querySelectorAll('[role=log]').length") == 1
    assert window.complaints == []


def test_a_handout_is_read_as_a_page_and_stays_text(window: Window, fight: str) -> None:
    text = "The Letter\n# Rule of *salt*\n**Salt pays** for __salt__ and snake_case_words.\nA second line.\n\n- first the scale\n- then _the_ lamp\n1. one\n<img src=x onerror=window.ran=1>"
    window.looks_at(f"{fight}/#token=Ann")
    shown = window.asks(f"return handout({json.dumps(text)}).innerHTML.replaceAll(' dir=\"auto\"', '')")
    assert shown == (
        "<h4>The Letter</h4><h4>Rule of <em>salt</em></h4><p><strong>Salt pays</strong> for <strong>salt</strong> and snake_case_words.\nA second line.</p>"
        "<ul><li>first the scale</li><li>then <em>the</em> lamp</li></ul><ol><li>one</li></ol><p>&lt;img src=x onerror=window.ran=1&gt;</p>"
    )
    assert (
        window.asks(
            "const l = handout('T\\none\\ntwo'); document.body.append(l); const s = getComputedStyle(l.querySelector('p')).whiteSpace; l.remove(); return s"
        )
        == "pre-line"
    )


def crowded(fight: str) -> list[str]:
    """A fight of eight; the names, in the order of their turns, Osric last."""
    for n in range(6):
        call(fight, "manage_character", {"operation": "create", "name": f"Longnamed Goblin {n}", "template": "Goblin"}, "gm")
    names = ["Brenna", *(f"Longnamed Goblin {n}" for n in range(6)), "Osric"]
    call(fight, "execute_action", {"operation": "end_fight"}, "gm")
    call(fight, "execute_action", {"operation": "start_fight", "names": names, "d20": [20, *[10] * 6, 1]}, "gm")
    return names


def test_a_phone_shows_who_acts_and_the_own_hero_in_the_order(window: Window, fight: str) -> None:
    """The strip scrolls in itself, and stays in sight when the page scrolls."""
    names = crowded(fight)
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    window.waits_for(f"return document.querySelectorAll('#order li').length === {len(names)}")
    cut = "return [...document.querySelectorAll('#order li')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"
    assert window.asks(cut) == [] and window.asks(FITS)
    assert window.asks("return [...document.querySelectorAll('#order li.mine b[dir]')].map(e => e.textContent)") == ["Osric"]
    window.asks("scrollTo(0, 600)")
    window.waits_for("return scrollY > 0 && document.getElementById('order').getBoundingClientRect().top >= 0")
    assert window.complaints == []


def test_the_whole_map_is_seen_on_demand(window: Window, fight: str) -> None:
    call(fight, "execute_action", {"operation": "end_fight"}, "gm")
    for n in range(8):
        call(fight, "manage_room", {"operation": "create", "name": f"Far {n}", "direction": "east"}, "gm")
        call(fight, "manage_room", {"operation": "go", "direction": "east"}, "gm")
    window.looks_at(f"{fight}/#token=screen", 1280, 800)
    whole = """const b = document.getElementById('board').getBoundingClientRect(); return [...document.querySelectorAll('#board rect[rx]')].every(e => {
        const r = e.getBoundingClientRect(); return r.left >= b.left - 1 && r.right <= b.right + 1; })"""
    if window.asks("return state.atlas !== null"):
        assert not window.asks(whole)
        window.asks("document.querySelector('#tools [aria-label=\"The whole storey\"]').click()")
        window.waits_for(
            "return document.querySelector('#tools [aria-label=\"The whole storey\"]').getAttribute('aria-pressed') === 'true'"
        )
    assert window.asks(whole)
    assert window.complaints == []


def test_a_sheet_says_what_a_hero_carries(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    window.asks("document.querySelector('#party [data-sheet]').click()")
    window.waits_for(SHEET_OPEN)
    assert "Chain Mail" in window.asks("return document.getElementById('sheet-body').innerText")
    assert "ighter" in window.asks(
        "return document.querySelector('#party li .sub').textContent + document.getElementById('sheet').textContent"
    )
    assert window.asks(FITS)
    assert window.asks("const s = document.getElementById('sheet'); return s.scrollWidth <= s.clientWidth")


def test_an_offer_to_answer_names_the_hero_and_gives_the_sentence(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    window.asks("state = {...state, offers: [{id: 'o', to: 'Osric', act: 'Shield'}]}; drawOffers()")
    shown = window.asks("return document.getElementById('offers').innerText")
    assert "Osric may answer this with Shield. Say so at the table before play goes on." in shown
    assert window.asks("return document.getElementById('offers').getAttribute('role')") == "alert"
    assert window.asks("return [...document.querySelectorAll('#offers button')].map(e => e.innerText)") == ["Copy"]
