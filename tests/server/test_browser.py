"""The page in a real browser: it loads its state, updates itself, runs no code in names, and fits a phone."""

import asyncio
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite.server.auth_settings import digest
from tests.server.clients import over_http

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync"
).split()
PATIENCE_S = 5
"""A change shows within it."""
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
        metrics = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.driver.get(url)
        self.waits_for("return document.querySelector('#map svg') !== null")

    def asks(self, script: str) -> Any:
        return self.driver.execute_script(script)

    def waits_for(self, script: str, seconds: float = PATIENCE_S) -> None:
        deadline = time.monotonic() + seconds
        while not self.asks(script):
            assert time.monotonic() < deadline, f"not within {seconds} s: {script}"
            time.sleep(0.1)

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
    try:
        yield Window(driver)
    finally:
        driver.quit()


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


def call(address: str, tool: str, arguments: dict[str, Any]) -> None:
    async def called() -> None:
        async with Client(f"{address}/mcp") as client:
            answer = await client.call_tool(tool, arguments)
            assert answer.structured_content["ok"]

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
    assert window.asks("return [...document.querySelectorAll('h1, h2, h3')].map(e => e.tagName).slice(0, 4)") == ["H1", "H2", "H2", "H3"]
    assert window.asks("return document.querySelectorAll('section:not([aria-labelledby])').length") == 0
    named = "return document.querySelector('#map svg').getAttribute('aria-labelledby').split(' ').map(id => document.getElementById(id).textContent)"
    assert window.asks(named)[0] == "campaign"
    call(address, "manage_condition", {"operation": "remove", "characterName": "Thorin", "condition": "poisoned"})


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
        metrics = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 500}
        window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
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
