"""The page in a real browser: it loads its state, updates itself, runs no code in names, and fits a phone."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client

from bench.ports import kept_port
from rpg_lite.cli import app as cli
from rpg_lite.server import mcp_apps_page
from rpg_lite.server.auth_settings import digest
from tests.server.app_host import HOST
from tests.server.clients import over_http, running
from tests.waiting import PATIENCE_S, until

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync"
).split()
AXE = "axe-core@4"
EVIL = "<script>window.ran=1</script><img src=x onerror=window.ran=1>\"'&amp;"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="chromium or chromedriver is not installed (Debian: chromium, chromium-driver)"),
]


class Window:
    """A browser's window on the page."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def looks_at(self, url: str, wide: int = 1280, high: int = 900, scheme: str = "light") -> None:
        """Waits until the page has filled itself in."""
        self.is_a_screen(wide, high, scheme)
        self.driver.get(url)
        self.waits_for("return document.querySelector('#map svg') !== null")

    def is_a_screen(self, wide: int, high: int, scheme: str = "light") -> None:
        metrics = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def asks(self, script: str) -> Any:
        return self.driver.execute_script(script)

    def waits_for(self, script: str) -> None:
        until(lambda: self.asks(script))

    @property
    def text(self) -> str:
        return str(self.asks("return document.body.innerText"))

    @property
    def complaints(self) -> list[Any]:
        return [line for line in self.driver.get_log("browser") if line["level"] in ("SEVERE", "WARNING")]


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))
    driver.set_script_timeout(PATIENCE_S)
    try:
        yield Window(driver)
    finally:
        driver.quit()


@pytest.fixture(autouse=True)
def _a_fresh_log(window: Window) -> None:
    """The browser may have noticed that the server of an earlier test ended."""
    window.driver.get("about:blank")
    window.complaints  # noqa: B018 read away


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


def call(address: str, tool: str, arguments: dict[str, Any], token: str | None = None) -> None:
    async def called() -> None:
        async with Client(f"{address}/mcp", auth=token) as client:
            answer = await client.call_tool(tool, arguments)
            assert answer.structured_content["ok"], answer.structured_content["text"]

    asyncio.run(called())


def test_the_page_shows_the_party_and_changes_by_itself(window: Window, address: str) -> None:
    window.looks_at(address)
    assert all(shown in window.text for shown in ("Thorin", "Elara", "Lobby", "HP 20 of 20"))
    assert "Vault" not in window.asks("return document.documentElement.outerHTML")
    call(address, "execute_action", {"operation": "damage", "characterName": "Thorin", "amount": 7, "damageType": "fire"})
    window.waits_for("return document.body.innerText.includes('HP 13 of 20')")
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


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (390, 844), (820, 1180), (1280, 860), (1920, 1080)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_every_screen_in_both_colours(window: Window, address: str, wide: int, high: int, scheme: str) -> None:
    window.looks_at(address, wide, high, scheme)
    assert window.asks("return document.documentElement.scrollWidth <= window.innerWidth")
    assert window.asks("return document.getElementById('map').getBoundingClientRect().right <= window.innerWidth")
    assert window.asks("return parseFloat(document.getElementById('map').querySelector('svg').getAttribute('width')) > 200")
    assert window.complaints == []


CONTRAST = """
const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
const light = (text) => rgb(text).map((c) => c / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
const behind = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/, 0\\)$/.test(c)) return c; } };
const found = [];
for (const e of document.querySelectorAll("h1, h2, h3, p, li, a, span, strong"))
  if (e.innerText && e.getClientRects().length) {
    const [a, b] = [light(getComputedStyle(e).color), light(behind(e))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) found.push(e.innerText);
  }
return found;
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_and_be_read_aloud(window: Window, address: str, scheme: str) -> None:
    call(address, "manage_condition", {"operation": "apply", "characterName": "Thorin", "condition": "poisoned"})
    window.looks_at(f"{address}/?everything=1", scheme=scheme)
    window.waits_for("return document.body.innerText.includes('poisoned')")
    assert window.asks(CONTRAST) == []
    headings = "return [...document.querySelectorAll('h1, h2, h3')].filter(e => e.getClientRects().length).map(e => e.tagName).slice(0, 4)"
    assert window.asks(headings) == ["H1", "H2", "H2", "H3"]
    assert window.asks("return document.querySelectorAll('section:not([aria-labelledby])').length") == 0
    named = "return document.querySelector('#map svg').getAttribute('aria-labelledby').split(' ').map(id => document.getElementById(id).textContent)"
    assert window.asks(named)[0] == "campaign"
    call(address, "manage_condition", {"operation": "remove", "characterName": "Thorin", "condition": "poisoned"})


# ── a fight at the table ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def fight(tmp_path: Path) -> Iterator[str]:
    """Two heroes and a goblin, whose turns come in this order: Brenna, the goblin, Osric."""
    tokens = (("gm", "gm", ""), ("Ann", "player", 'characters = ["Osric"]'), ("screen", "viewer", ""))
    lines = [f'[[auth.tokens]]\nsha256 = "{digest(name)}"\nname = "{name}"\nrole = "{role}"\n{more}\n' for name, role, more in tokens]
    (tmp_path / "auth.toml").write_text("".join(lines), "utf-8")
    with over_http(tmp_path / "party.db", "--auth", str(tmp_path / "auth.toml")) as found:
        for name, kind in (("Brenna", "fighter 5"), ("Osric", "cleric 5")):
            hero = {"party": True, "classes": [kind], "abilities": {"str": 16, "dex": 12, "con": 14, "wis": 16}}
            call(found, "manage_character", {"operation": "create", "name": name, "character": hero}, "gm")
        call(found, "manage_inventory", {"operation": "give", "characterName": "Brenna", "template": "Chain Mail", "equip": True}, "gm")
        call(found, "manage_character", {"operation": "create", "name": "Snik", "template": "Goblin"}, "gm")
        call(found, "keep_journal", {"operation": "note", "text": "Snik carries the key."}, "gm")
        call(found, "execute_action", {"operation": "start_fight", "names": ["Brenna", "Snik", "Osric"], "d20": [19, 12, 2]}, "gm")
        yield found


CARDS = "return [...document.querySelectorAll('{} h3')].map(e => e.textContent)"


def test_a_fight_is_followed_on_a_phone(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    assert window.asks(CARDS.format("#own")) == ["Osric"]
    assert window.asks(CARDS.format("#party")) == ["Brenna"]
    above = (
        "return document.getElementById('own').getBoundingClientRect().bottom < document.getElementById('map').getBoundingClientRect().top"
    )
    assert window.asks(above)
    order = "return [...document.querySelectorAll('#order strong')].map(e => e.textContent).join()"
    assert window.asks(order) == "Brenna,Snik,Osric"
    assert window.asks("return document.querySelector('#order [aria-current] strong').textContent") == "Brenna"
    assert "Left this turn: 1 action" in window.text
    call(fight, "execute_action", {"operation": "attack", "characterName": "Brenna", "targetName": "Snik", "d20": [19]}, "gm")
    window.waits_for("return [...document.querySelectorAll('#rolls li')].some(e => e.textContent.includes('Brenna, attack'))")
    assert window.asks("return ['hurt', 'bloodied', 'dead'].includes(document.querySelectorAll('#order .looks')[1].textContent)")
    assert "Snik carries" not in window.asks("return document.documentElement.outerHTML")
    assert window.asks("return document.documentElement.scrollWidth <= window.innerWidth")
    call(fight, "execute_action", {"operation": "next_turn"}, "gm")
    window.waits_for("return document.querySelector('#order [aria-current] strong').textContent !== 'Brenna'")
    assert window.complaints == []


def test_a_sheet_opens_with_the_keyboard_and_says_why(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    window.asks("document.querySelector('#party [data-sheet]').focus()")
    window.driver.switch_to.active_element.send_keys("\ue007")
    window.waits_for("return document.getElementById('sheet').open")
    assert window.asks("return document.getElementById('sheet-name').textContent") == "Brenna"
    armor = "[...document.querySelectorAll('#numbers details')].find(e => e.querySelector('span').textContent === 'AC')"
    assert window.asks(f"return {armor}.querySelector('strong').textContent") == "16"
    window.asks(f"{armor}.querySelector('summary').click()")
    assert window.asks(f"return {armor}.querySelector('p').innerText") == "16 Chain Mail."
    call(fight, "manage_inventory", {"operation": "give", "characterName": "Brenna", "template": "Shield", "equip": True}, "gm")
    window.waits_for(f"return {armor}.querySelector('strong').textContent === '18'")
    assert window.asks(f"return {armor}.open")
    window.driver.switch_to.active_element.send_keys("\ue00c")
    window.waits_for("return !document.getElementById('sheet').open")
    assert window.complaints == []


def test_the_game_master_sees_the_monsters_numbers_from_anywhere(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=gm")
    assert window.asks(CARDS.format("#creatures")) == []
    window.asks("document.getElementById('other').click()")
    window.waits_for("return document.querySelectorAll('#creatures h3').length === 1")
    assert "HP 7 of 7" in window.text and "Snik carries the key." in window.text
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
  done(r.violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => [v.id, v.nodes.map((n) => n.html)])));
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
def test_the_checker_of_accessibility_finds_nothing_serious(window: Window, fight: str, axe: str, moment: str) -> None:
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
            window.asks("document.querySelectorAll('#numbers details').forEach((e, n) => { e.open = n % 9 === 0 })")
            check(who, "sheet", screens=SCREENS)
    if moment == "after it":
        window.driver.get("about:blank")
        window.driver.get(fight)
        window.waits_for("return !document.getElementById('enter').hidden")
        window.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
        check("without a token", screens=SCREENS)
        window.complaints  # noqa: B018 what the browser said of 401 is read away
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
    assert room["name"] == "Dry Well" and sorted(p["name"] for p in room["people"]) == sorted(window.asks(CARDS.format("#party")))


def test_story_a_shield_is_put_on_and_off(window: Window, fight: str) -> None:
    """S178."""
    window.looks_at(f"{fight}/#token=Ann")
    call(fight, "manage_inventory", {"operation": "give", "characterName": "Osric", "template": "Shield"}, "gm")
    for operation, worn in (("equip", True), ("unequip", False)):
        call(fight, "manage_inventory", {"operation": operation, "characterName": "Osric", "itemName": "Shield"}, "gm")
        armor = asked(fight, "manage_inventory", {"operation": "view", "characterName": "Osric"})["stats"]["ac"]["value"]
        assert armor == (13 if worn else 11)
        window.waits_for(f"return document.getElementById('own').innerText.includes('AC {armor}')")


def test_story_a_turn_passes(window: Window, fight: str) -> None:
    """S178."""
    window.looks_at(f"{fight}/#token=gm")
    for name in ("Snik", "Osric", "Brenna"):
        call(fight, "execute_action", {"operation": "next_turn"}, "gm")
        window.waits_for(f"return document.querySelector('#order [aria-current] strong').textContent === '{name}'")
        assert asked(fight, "read_campaign", {"operation": "party"})["fight"]["turn"] == name


@contextmanager
def cut_off(window: Window) -> Iterator[None]:
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    window.driver.execute_cdp_cmd("Network.enable", {})
    window.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**network, "offline": True})
    try:
        yield
    finally:
        window.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**network, "offline": False})


def test_a_lost_connection_is_said_and_comes_back(window: Window, address: str) -> None:
    window.looks_at(address)
    with cut_off(window):
        window.waits_for("return document.getElementById('said').textContent.startsWith('Connection lost')")
        assert "Thorin" in window.text
    window.waits_for("return document.getElementById('said').textContent === ''")
    window.complaints  # noqa: B018 what the browser said of the lost connection is read away


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
        assert window.asks(said.format("need a token"))
        assert window.asks("return document.documentElement.scrollWidth <= window.innerWidth")
        assert window.asks("return document.getElementById('party-name').getClientRects().length") == 0
        window.driver.switch_to.active_element.send_keys("wrong", "\ue007")
        window.waits_for(said.format("unknown or no longer valid"))
        assert window.asks(asked)
        window.driver.switch_to.active_element.send_keys("right", "\ue007")
        window.waits_for("return document.querySelector('#map svg') !== null && document.getElementById('enter').hidden")
        assert window.asks("return location.hash") == "#token=right"
        assert window.asks("return document.getElementById('said').textContent") == ""
    window.complaints  # noqa: B018 what the browser said of 401 is read away


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
    assert window.asks("return document.querySelector('#map svg') !== null")
    window.asks("document.querySelector('#party [data-sheet]').click()")
    window.waits_for("return document.getElementById('sheet').open && document.querySelectorAll('#numbers details').length > 10")
    assert window.asks("return document.getElementById('other').hidden && document.getElementById('enter').hidden")
    window.driver.switch_to.default_content()
    assert window.asks(
        "return ['ui/initialize', 'ui/notifications/initialized', 'ui/notifications/size-changed'].every(m => heard.includes(m))"
    )
    ground = """return [document.body, document.querySelector('#map .paper')].map(e => getComputedStyle(e))
        .every(s => [s.backgroundColor, s.fill].includes('{}'))"""
    for colour in ("rgb(28, 26, 23)", "rgb(244, 236, 216)"):  # the host begins dark, and the browser is light
        window.driver.switch_to.frame(0)
        window.waits_for(ground.format(colour))
        window.driver.switch_to.default_content()
        window.asks("tell({method: 'ui/notifications/host-context-changed', params: {theme: 'light'}})")
    changed = {**state["_meta"][mcp_apps_page.STATE], "rev": 10_000, "time": "day 9, 23:59"}
    window.asks(f"tell({{method: 'ui/notifications/tool-result', params: {{_meta: {{'{mcp_apps_page.STATE}': {json.dumps(changed)}}}}}}})")
    window.driver.switch_to.frame(0)
    window.waits_for("return document.getElementById('time').textContent === 'day 9, 23:59'")
    window.driver.switch_to.default_content()
    assert window.complaints == []


# ── a page that is left open ────────────────────────────────────────────────────────────────────────────────────────


def test_a_page_left_open_follows_a_restart_an_undo_and_an_archive(window: Window, tmp_path: Path) -> None:
    heroes = "return document.querySelectorAll('#party h3').length === {}"
    with kept_port() as port:
        arguments = ("-m", "rpg_lite", "serve", "--http", f"127.0.0.1:{port}", "--db", str(tmp_path / "party.db"))
        with running(port, *arguments) as found:
            window.looks_at(found)
            call(found, "manage_character", {"operation": "create", "name": "Thorin", "character": {"party": True}})
            window.waits_for(heroes.format(1))
            call(found, "manage_character", {"operation": "undo"})
            window.waits_for(heroes.format(0))
            call(found, "manage_character", {"operation": "create", "name": "Elara", "character": {"party": True}})
        window.waits_for("return document.getElementById('said').textContent.startsWith('Connection lost')")
        with running(port, *arguments):
            window.waits_for(heroes.format(1))
            window.waits_for("return document.getElementById('said').textContent === ''")
            assert cli.main(["campaigns", "archive", "campaign", "--db", str(tmp_path / "party.db")]) == 0
            window.asks("begin()")  # as when its stream has lasted long enough
            window.waits_for("return document.getElementById('archived').textContent.startsWith('Archived')")
            assert window.asks(heroes.format(1))
    window.complaints  # noqa: B018 what the browser said of the lost connection is read away


# ── a page in the hand ──────────────────────────────────────────────────────────────────────────────────────────────


def hurt(address: str, name: str, amount: int) -> None:
    call(address, "execute_action", {"operation": "damage", "characterName": name, "amount": amount, "damageType": "fire"}, "gm")


SHEET_OPEN = "return document.getElementById('sheet').open"


def test_the_order_shows_whose_turn_it_is_and_the_turn_is_said(window: Window, fight: str) -> None:
    for n in range(6):
        call(fight, "manage_character", {"operation": "create", "name": f"Longnamed Goblin {n}", "template": "Goblin"}, "gm")
    names = ["Brenna", "Osric", *(f"Longnamed Goblin {n}" for n in range(6))]
    call(fight, "execute_action", {"operation": "end_fight"}, "gm")
    call(fight, "execute_action", {"operation": "start_fight", "names": names, "d20": [20, 1, *[10] * 6]}, "gm")
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    in_view = """const a = document.querySelector('#order [aria-current]').getBoundingClientRect();
        return a.left >= 0 && a.right <= innerWidth && document.querySelector('#order [aria-current] strong').textContent === '{}'"""
    window.waits_for(in_view.format("Brenna"))
    for _ in range(7):
        call(fight, "execute_action", {"operation": "next_turn"}, "gm")
    window.waits_for(in_view.format("Osric"))
    assert window.asks("return document.getElementById('spoken').textContent") == "Round 1: Osric’s turn. Your turn"
    assert window.asks("return document.title.startsWith('Your turn')")
    assert window.asks("return document.getElementById('next').textContent") == "Next: Brenna, then Longnamed Goblin 0."
    assert window.complaints == []


def test_an_open_sheet_keeps_the_focus_and_begins_at_its_top(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    window.asks("document.querySelector('#party [data-sheet]').focus(); document.activeElement.click()")
    window.waits_for(SHEET_OPEN)
    focus = "[...document.querySelectorAll('#numbers summary')].find(e => e.textContent.startsWith('WIS save'))"
    window.asks(f"{focus}.focus(); window.kept = document.activeElement; document.getElementById('sheet').scrollTop = 300")
    hurt(fight, "Brenna", 3)
    window.waits_for("return [...document.querySelectorAll('#party .points')].some(e => !/HP (\\d+) of \\1$/.test(e.textContent))")
    call(fight, "manage_inventory", {"operation": "give", "characterName": "Brenna", "template": "Shield", "equip": True}, "gm")
    window.waits_for("return document.getElementById('carried').textContent.includes('Shield ✓')")
    assert window.asks("return document.activeElement === window.kept && document.getElementById('sheet').scrollTop === 300")
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
    window.waits_for("return document.querySelector('#own .dying')?.textContent === 'Dying: 0 successes, 0 failures of 3'")
    assert "A death save is due" in window.text
    call(fight, "execute_action", {"operation": "save", "characterName": "Osric", "ability": "death", "d20": [12]}, "gm")
    window.waits_for("return document.querySelector('#own .dying')?.textContent === 'Dying: 1 success, 0 failures of 3'")
    assert "A death save is due" not in window.text
    assert window.complaints == []


def test_a_lost_connection_is_seen_wherever_the_page_stands(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 500)
    window.asks("scrollTo(0, document.body.scrollHeight)")
    seen = """const e = document.getElementById('{}'), a = e.getBoundingClientRect();
        return e.textContent.startsWith('Connection lost') && a.top >= 0 && a.bottom <= innerHeight"""
    with cut_off(window):
        window.waits_for(seen.format("said"))
    window.waits_for("return document.getElementById('said').textContent === ''")
    window.asks("document.querySelector('#own [data-sheet]').click()")
    window.waits_for(SHEET_OPEN)
    window.asks("document.getElementById('sheet').scrollTop = 400")
    with cut_off(window):
        window.waits_for(seen.format("said-here"))
    window.waits_for("return document.getElementById('said-here').textContent === ''")
    window.complaints  # noqa: B018 what the browser said of the lost connection is read away


def test_the_views_lead_to_each_other(window: Window, fight: str) -> None:
    visible = "const a = document.getElementById('other').getBoundingClientRect(); return a.height > 0 && a.bottom < innerHeight"
    window.looks_at(f"{fight}/#token=gm", 390, 844)
    assert window.asks(visible)
    window.asks("document.getElementById('other').click()")
    window.waits_for("return document.querySelectorAll('#creatures h3').length === 1")
    before = "return document.getElementById('creatures').getBoundingClientRect().bottom < document.getElementById('map').getBoundingClientRect().top"
    assert window.asks(visible) and window.asks(before)
    window.asks("document.querySelector('#creatures [data-sheet]').click()")
    window.waits_for(SHEET_OPEN)
    assert window.asks("return document.getElementById('sheet-name').textContent") == "Snik"
    window.driver.get("about:blank")
    window.driver.get(f"{fight}/?everything=1#token=Ann")
    window.waits_for("return document.getElementById('said').textContent.includes('needs the token of a game master')")
    assert window.asks(visible)
    window.asks("document.getElementById('other').click()")
    window.waits_for("return document.querySelector('#map svg') !== null")
    window.complaints  # noqa: B018 what the browser said of 403 is read away


def test_rolls_and_what_happened_are_on_a_screen_at_once(window: Window, fight: str) -> None:
    call(fight, "execute_action", {"operation": "attack", "characterName": "Brenna", "targetName": "Snik", "d20": [19]}, "gm")
    for wide, high in ((1280, 800), (1920, 1080)):
        window.looks_at(f"{fight}/#token=screen", wide, high)
        window.waits_for("return document.querySelectorAll('#rolls li').length > 1")
        for list in ("rolls", "told"):
            assert window.asks(f"return document.querySelector('#{list} li').getBoundingClientRect().bottom < innerHeight")
    assert window.complaints == []


def test_each_log_says_that_its_newest_line_comes_first(window: Window, fight: str) -> None:
    call(fight, "execute_action", {"operation": "attack", "characterName": "Brenna", "targetName": "Snik", "d20": [19]}, "gm")
    window.looks_at(f"{fight}/#token=Ann")
    window.waits_for("return document.querySelectorAll('#rolls li').length > 1")
    assert window.asks("return document.querySelector('#rolls li:last-child').textContent.includes('initiative')")
    for list in ("rolls", "told", "words"):
        assert window.asks(f"return document.getElementById('{list}').getAttribute('aria-label').endsWith(', newest first')")
    assert window.asks("return document.querySelectorAll('[role=log]').length") == 0
    assert window.asks("return document.getElementById('rolls').ariaLive") == "polite"


def test_a_handout_is_read_as_a_page_and_stays_text(window: Window, fight: str) -> None:
    text = "The Letter\n# Rule of *salt*\n**Salt pays** for __salt__ and snake_case_words.\n\n- first the scale\n- then _the_ lamp\n1. one\n<img src=x onerror=window.ran=1>"
    window.looks_at(f"{fight}/#token=Ann")
    shown = window.asks(f"return page({json.dumps(text)}).innerHTML.replaceAll(' dir=\"auto\"', '')")
    assert shown == (
        "<h3>The Letter</h3><h3>Rule of <em>salt</em></h3><p><strong>Salt pays</strong> for <strong>salt</strong> and snake_case_words.</p>"
        "<ul><li>first the scale</li><li>then <em>the</em> lamp</li></ul><ol><li>one</li></ol><p>&lt;img src=x onerror=window.ran=1&gt;</p>"
    )


def crowded(fight: str) -> list[str]:
    """A fight of eight; the names, in the order of their turns, Osric last."""
    for n in range(6):
        call(fight, "manage_character", {"operation": "create", "name": f"Longnamed Goblin {n}", "template": "Goblin"}, "gm")
    names = ["Brenna", *(f"Longnamed Goblin {n}" for n in range(6)), "Osric"]
    call(fight, "execute_action", {"operation": "end_fight"}, "gm")
    call(fight, "execute_action", {"operation": "start_fight", "names": names, "d20": [20, *[10] * 6, 1]}, "gm")
    return names


def test_a_phone_shows_the_whole_order_and_the_own_hero_in_it(window: Window, fight: str) -> None:
    names = crowded(fight)
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    window.waits_for(f"return document.querySelectorAll('#order li').length === {len(names)}")
    cut = """const parts = [...document.querySelectorAll('#order li, #order .looks')];
        return parts.filter(e => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth || e.scrollWidth > e.clientWidth + 1 && r.width; })
          .map(e => e.textContent)"""
    assert window.asks(cut) == []
    assert window.asks("const o = document.getElementById('order'); return o.scrollWidth <= o.clientWidth")
    assert window.asks("return [...document.querySelectorAll('#order li:has(.you) strong')].map(e => e.textContent)") == ["Osric"]
    assert window.complaints == []


def test_a_map_of_some_rooms_is_seen_whole_and_a_larger_one_on_demand(window: Window, fight: str) -> None:
    for n, direction in enumerate(("north", "east", "south", "west")):
        call(fight, "manage_room", {"operation": "create", "name": f"Hall {n}", "direction": direction}, "gm")
    fits = "const m = document.getElementById('map'); return m.scrollWidth <= m.clientWidth && m.scrollHeight <= m.clientHeight"
    window.looks_at(f"{fight}/#token=screen", 1280, 800)
    assert window.asks(fits)
    assert window.asks("return document.getElementById('whole-map').hidden")
    call(fight, "execute_action", {"operation": "end_fight"}, "gm")
    for n in range(8):
        call(fight, "manage_room", {"operation": "go", "direction": "east"}, "gm")
        call(fight, "manage_room", {"operation": "create", "name": f"Far {n}", "direction": "east"}, "gm")
    window.looks_at(f"{fight}/#token=screen", 1280, 800)
    window.waits_for("return !document.getElementById('whole-map').hidden")
    assert not window.asks(fits)
    window.asks("document.getElementById('whole-map').click()")
    assert window.asks(fits)
    assert window.asks("return document.getElementById('whole-map').getAttribute('aria-pressed')") == "true"
    assert window.complaints == []


def test_what_a_hero_carries_stands_above_its_passive_scores(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    window.asks("document.querySelector('#party [data-sheet]').click()")
    window.waits_for("return document.getElementById('sheet').open")
    titles = window.asks(
        "return [...document.querySelectorAll('#sheet h3')].filter(e => e.getClientRects().length).map(e => e.textContent)"
    )
    assert titles[-2:] == ["Carries", "Passive scores"]
    assert "fighter 5" in window.asks("return document.querySelector('#party li').innerText")


def test_an_offer_to_answer_names_the_hero_and_looks_like_no_button(window: Window, fight: str) -> None:
    window.looks_at(f"{fight}/#token=Ann", 390, 844)
    shown = window.asks("return body({name: 'Osric', ac: 10, hp: {value: 1, max: 2}, conditions: [], mayAnswer: 'Shield'}).outerHTML")
    assert "Osric may answer this with Shield. Say so at the table before play goes on." in shown and "asked" not in shown
