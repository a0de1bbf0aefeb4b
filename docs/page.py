"""Take the pictures of the page: an evening in the Salt Toll, on a screen and on a player's phone. Needs chromium, chromedriver and selenium.

python docs/page.py
"""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from fastmcp import Client
from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from rpg_lite.server import mcp_apps_page  # noqa: E402
from rpg_lite.server.auth_settings import digest  # noqa: E402
from tests.server.app_host import HOST  # noqa: E402
from tests.server.clients import over_http  # noqa: E402

HEROES: Final = (
    {"name": "Brenna", "character": {"party": True, "classes": ["fighter 3"], "race": "Dwarf"}, "kit": True, "method": "standard_array"},
    {"name": "Osric", "character": {"party": True, "classes": ["cleric 3"], "race": "Human"}, "kit": True, "method": "standard_array"},
    {"name": "Pip", "character": {"party": True, "classes": ["rogue 3"], "race": "Halfling"}, "kit": True, "method": "standard_array"},
    {"name": "Elara", "character": {"party": True, "classes": ["wizard 3"], "race": "Elf"}, "kit": True, "method": "standard_array"},
)
EVENING: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("manage_character", {"operation": "create", "batch": HEROES}),
    ("manage_room", {"operation": "import_map", "adventure": "salt_toll"}),
    ("manage_room", {"operation": "join", "toName": "Ford"}),
    ("keep_journal", {"operation": "quest", "public": True, "name": "The lamp", "text": "Find out who fills the lamp in the toll house."}),
    ("keep_journal", {"operation": "tell", "text": "Fog lies on the ford. Across the water, in the toll house, a lamp is lit."}),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tokens = (("gm", "gm", ""), ("Pip", "player", 'characters = ["Pip"]'), ("screen", "viewer", ""))
        lines = [f'[[auth.tokens]]\nsha256 = "{digest(name)}"\nname = "{name}"\nrole = "{role}"\n{more}\n' for name, role, more in tokens]
        (Path(folder) / "auth.toml").write_text("".join(lines), "utf-8")
        with over_http(Path(folder) / "evening.db", "--auth", str(Path(folder) / "auth.toml")) as address:
            asyncio.run(play(address))
            take(f"{address}/#token=screen", ROOT / "docs" / "page.png", 1280, 900)
            take(f"{address}/#token=Pip", ROOT / "docs" / "page_phone.png", 390, 844)
            take_app(asyncio.run(read_app(address)), ROOT / "docs" / "page_app.png")


async def play(address: str) -> None:
    async with Client(f"{address}/mcp", auth="gm") as client:
        for tool, arguments in EVENING:
            await client.call_tool(tool, arguments)
        for direction in ("north", "north", "west"):
            await client.call_tool("manage_room", {"operation": "open", "direction": direction}, raise_on_error=False)
            await client.call_tool("manage_room", {"operation": "go", "direction": direction})
        rats = ["Giant Rat 1", "Giant Rat 2", "Giant Rat 3"]
        fight = {"operation": "start_fight", "names": ["party", *rats], "d20": [15, 11, 18, 9, 13, 7, 4]}
        await client.call_tool("execute_action", fight)
        cast = {"operation": "cast", "characterName": "Osric", "spell": "Bless", "targets": ["Brenna", "Pip", "Elara"], "force": True}
        await client.call_tool("execute_action", cast)
        await client.call_tool("execute_action", {"operation": "attack", "characterName": "Pip", "targetName": "Giant Rat 1", "d20": [16]})
        await client.call_tool("execute_action", {"operation": "damage", "characterName": "Brenna", "amount": 9, "damageType": "piercing"})


async def read_app(address: str) -> tuple[str, dict[str, Any]]:
    """The App, and the result that it draws."""
    async with Client(f"{address}/mcp", auth="Pip") as client:
        (page,) = await client.read_resource(mcp_apps_page.URI)
        return page.text, {"": {"_meta": (await client.call_tool(mcp_apps_page.NAME, {})).meta}}


def take(url: str, file: Path, wide: int, high: int) -> None:
    with browser(wide, high) as driver:
        driver.get(url)
        WebDriverWait(driver, 10).until(lambda d: d.execute_script("return document.querySelector('#board svg') !== null"))
        file.write_bytes(driver.get_screenshot_as_png())


def take_app(app: tuple[str, dict[str, Any]], file: Path) -> None:
    with browser(800, 700) as driver:
        driver.get("data:text/html,<body style='margin:0'></body>")
        driver.execute_script(HOST, *app)
        driver.switch_to.frame(0)
        WebDriverWait(driver, 10).until(lambda d: d.execute_script("return document.querySelector('#board svg') !== null"))
        driver.switch_to.default_content()
        file.write_bytes(driver.get_screenshot_as_png())


@contextmanager
def browser(wide: int, high: int) -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for flag in ("--headless", "--no-sandbox", "--hide-scrollbars"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(shutil.which("chromedriver"))))
    try:
        size = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 500}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        yield driver
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
