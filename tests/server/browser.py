"""A browser's window on the page, and the tables that tests open in it."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite.server.auth_settings import digest
from tests.server.clients import over_http
from tests.waiting import until as wait_until

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync"
).split()
MARKS = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="chromium or chromedriver is not installed (Debian: chromium, chromium-driver)"),
]
ENTER, ESCAPE = "\ue007", "\ue00c"
NAMES = "return [...document.querySelectorAll('{} h3')].filter(e => e.getClientRects().length).map(e => e.textContent)"
"""A script that reads the names on the cards of a part of the page."""
SHEET_OPEN = "return document.getElementById('sheet').open"
MAP_DRAWN = "return document.querySelector('#board svg') !== null"
INVITED = "return !document.getElementById('invitation').hidden"
FITS = "return document.documentElement.scrollWidth <= window.innerWidth"


class Window:
    """A browser's window on the page."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def looks_at(self, url: str, wide: int = 1280, high: int = 900, scheme: str = "light", *, until: str = MAP_DRAWN) -> None:
        """Waits until the page has filled itself in, by default with its map."""
        self.is_a_screen(wide, high, scheme)
        self.driver.get("about:blank")  # a change of only the part after the # would load nothing
        self.driver.get(url)
        self.waits_for(until)

    def is_a_screen(self, wide: int, high: int, scheme: str = "light", **features: str) -> None:
        metrics = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 500}
        media = [{"name": name, "value": value} for name, value in {"prefers-color-scheme": scheme, **features}.items()]
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
        # Without a screen some versions of chromium give no window the focus, and tell the page of none.
        self.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})

    def asks(self, script: str) -> Any:
        return self.driver.execute_script(script)

    def waits_for(self, script: str) -> None:
        wait_until(lambda: self.asks(script))

    def presses(self, *keys: str) -> None:
        self.driver.switch_to.active_element.send_keys(*keys)

    def names(self, part: str) -> list[str]:
        return list(self.asks(NAMES.format(part)))

    @property
    def text(self) -> str:
        return str(self.asks("return document.body.innerText"))

    @property
    def complaints(self) -> list[Any]:
        return [line for line in self.driver.get_log("browser") if line["level"] in ("SEVERE", "WARNING")]

    def forgets(self) -> None:
        """Reads its complaints away, as those about a server that has ended."""
        self.complaints  # noqa: B018

    @contextmanager
    def cut_off(self) -> Iterator[None]:
        network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**network, "offline": True})
        try:
            yield
        finally:
            self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**network, "offline": False})


@contextmanager
def opened(profile: Path, patience_s: float) -> Iterator[Window]:
    """A window of a browser of its own, which is closed at the end."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))
    driver.set_script_timeout(patience_s)
    try:
        yield Window(driver)
    finally:
        driver.quit()


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def call(address: str, tool: str, arguments: dict[str, Any], token: str | None = None) -> dict[str, Any]:
    """The answer to a call that stands."""

    async def called() -> Any:
        async with Client(f"{address}/mcp", auth=token) as client:
            answer = (await client.call_tool(tool, arguments)).structured_content
            assert answer["ok"], answer["text"]
            return answer

    answer: dict[str, Any] = asyncio.run(called())
    return answer


@contextmanager
def a_table(folder: Path) -> Iterator[str]:
    """Two heroes. Tokens: gm, Ann who plays Osric, screen."""
    tokens = (("gm", "gm", ""), ("Ann", "player", 'characters = ["Osric"]'), ("screen", "viewer", ""))
    lines = [f'[[auth.tokens]]\nsha256 = "{digest(name)}"\nname = "{name}"\nrole = "{role}"\n{more}\n' for name, role, more in tokens]
    (folder / "auth.toml").write_text("".join(lines), "utf-8")
    with over_http(folder / "party.db", "--auth", str(folder / "auth.toml")) as found:
        for name, kind in (("Brenna", "fighter 5"), ("Osric", "cleric 5")):
            hero = {"party": True, "classes": [kind], "abilities": {"str": 16, "dex": 12, "con": 14, "wis": 16}}
            call(found, "manage_character", {"operation": "create", "name": name, "character": hero}, "gm")
        yield found


@contextmanager
def a_fight(folder: Path) -> Iterator[str]:
    """Two heroes and a goblin, whose turns come in this order: Brenna, the goblin, Osric."""
    with a_table(folder) as found:
        call(found, "manage_inventory", {"operation": "give", "characterName": "Brenna", "template": "Chain Mail", "equip": True}, "gm")
        call(found, "manage_character", {"operation": "create", "name": "Snik", "template": "Goblin"}, "gm")
        call(found, "keep_journal", {"operation": "note", "text": "Snik carries the key."}, "gm")
        call(found, "execute_action", {"operation": "start_fight", "names": ["Brenna", "Snik", "Osric"], "d20": [19, 12, 2]}, "gm")
        yield found


@contextmanager
def a_measured_fight(folder: Path, acts: str = "Brenna") -> Iterator[str]:
    """The same on squares, at the turn of one of them: Osric at B3, Brenna at B5, the goblin at F3 behind an altar; somebody hides, and so does a pit."""
    with a_table(folder) as found:
        features = [
            {"is": "furniture", "at": "D3", "called": "altar"},
            {"is": "pit", "at": "H8", "ft": 20, "called": "Trapdoor", "hidden": True},
        ]
        call(found, "manage_room", {"operation": "update", "ground": {"size": "12x10", "features": features}}, "gm")
        for name, template in (("Snik", "Goblin"), ("Lurker", "Ghoul")):
            call(found, "manage_character", {"operation": "create", "name": name, "template": template}, "gm")
        call(found, "execute_action", {"operation": "act", "characterName": "Lurker", "act": "Hide", "d20": [20]}, "gm")
        dice = {"Brenna": [19, 12, 2], "Osric": [2, 12, 19]}[acts]
        places = {"Osric": "B3", "Brenna": "B5", "Snik": "F3", "Lurker": "L10"}
        fight = {"operation": "start_fight", "names": ["Brenna", "Snik", "Osric"], "d20": dice, "space": "measured", "places": places}
        call(found, "execute_action", fight, "gm")
        yield found


def hurt(address: str, name: str, amount: int) -> None:
    call(address, "execute_action", {"operation": "damage", "characterName": name, "amount": amount, "damageType": "fire"}, "gm")
