"""Take the pictures of the page: an evening in the Salt Toll, on a screen, on a player's phone and as the game master sees it. Needs chromium,
chromedriver and selenium.

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

WIZARD: Final = {
    "cantrips": ["Fire Bolt", "Light", "Mage Hand"],
    "known": ["Burning Hands", "Detect Magic", "Mage Armor", "Magic Missile", "Shield", "Misty Step", "Shatter", "Web"],
    "prepared": ["Burning Hands", "Mage Armor", "Magic Missile", "Shield", "Shatter"],
}
HEROES: Final = (
    {"name": "Brenna", "character": {"party": True, "classes": ["fighter 3"], "race": "Dwarf"}, "kit": True, "method": "standard_array"},
    {
        "name": "Osric",
        "character": {"party": True, "classes": ["cleric 3"], "race": "Human", "spells": {"prepared": ["Bless", "Cure Wounds", "Aid"]}},
        "kit": True,
        "method": "standard_array",
    },
    {"name": "Pip", "character": {"party": True, "classes": ["rogue 3"], "race": "Halfling"}, "kit": True, "method": "standard_array"},
    {
        "name": "Elara",
        "character": {"party": True, "classes": ["wizard 3"], "race": "Elf", "spells": WIZARD},
        "kit": True,
        "method": "standard_array",
    },
)
EVENING: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("manage_character", {"operation": "create", "batch": HEROES}),
    ("manage_room", {"operation": "import_map", "adventure": "salt_toll"}),
    ("manage_room", {"operation": "join", "toName": "Ford"}),
    ("keep_journal", {"operation": "quest", "public": True, "name": "The lamp", "text": "Find out who fills the lamp in the toll house."}),
    ("keep_journal", {"operation": "tell", "text": "Fog lies on the ford. Across the water, in the toll house, a lamp is lit."}),
)


CELLAR: Final = {
    "size": "22x14",
    "features": [
        {"is": "pillar", "at": "F5 F10 L5 L10"}, {"is": "furniture", "at": "I6-J6", "called": "long table"}, {"is": "wall", "at": "O3-Q4"},
        {"is": "shallow_water", "at": "O8-R10"}, {"is": "difficult", "at": "C11-E12"}, {"is": "low_wall", "at": "N6|O6 N7|O7"},
    ],
}  # fmt: skip
PLACES: Final = {
    "Brenna": "H7", "Osric": "G8", "Pip": "H9", "Elara": "D7", "Giant Rat 1": "K7", "Giant Rat 2": "K9", "Giant Rat 3": "M8", "Ogre": "P6",
}  # fmt: skip
"""A ground and places for the picture of the board."""


DRAWN: Final = "return document.querySelector('#board svg') !== null && [...document.querySelectorAll('#own .hand')].every(e => e.querySelectorAll('.vital').length > 1)"
"""A script: whether the map and the numbers of the reader's own hero are there."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tokens = (
            ("gm", "gm", ""),
            ("Pip", "player", 'characters = ["Pip"]'),
            ("Elara", "player", 'characters = ["Elara"]'),
            ("screen", "viewer", ""),
        )
        lines = [f'[[auth.tokens]]\nsha256 = "{digest(name)}"\nname = "{name}"\nrole = "{role}"\n{more}\n' for name, role, more in tokens]
        (Path(folder) / "auth.toml").write_text("".join(lines), "utf-8")
        with over_http(Path(folder) / "evening.db", "--auth", str(Path(folder) / "auth.toml")) as address:
            asyncio.run(explore(address))
            take(f"{address}/#token=screen", "page_explore.png", 1440, 900)
            asyncio.run(fight(address))
            take(f"{address}/#token=Elara", "page.png", 1440, 900, "dark")
            take(f"{address}/#token=Pip", "page_phone.png", 390, 844, "dark")
            take(f"{address}/?everything=1#token=gm", "page_master.png", 1440, 900)
            take(f"{address}/#token=Elara", "page_sheet.png", 1440, 900, press="#own [data-sheet]")
            take_app(asyncio.run(read_app(address)), ROOT / "docs" / "page_app.png")
            asyncio.run(measure(address))
            take(f"{address}/#token=Elara", "page_board.png", 1440, 900, "dark", point="Ogre")


async def explore(address: str) -> None:
    async with Client(f"{address}/mcp", auth="gm") as client:
        for tool, arguments in EVENING:
            await client.call_tool(tool, arguments)
        for direction in ("north", "north"):
            await client.call_tool("manage_room", {"operation": "open", "direction": direction}, raise_on_error=False)
            await client.call_tool("manage_room", {"operation": "go", "direction": direction})
        look = {"operation": "check", "characterName": "Pip", "skill": "perception", "dc": 12, "d20": [15]}
        await client.call_tool("execute_action", look)


async def fight(address: str) -> None:
    async with Client(f"{address}/mcp", auth="gm") as client:
        await client.call_tool("manage_room", {"operation": "go", "direction": "west"})
        rats = ["Giant Rat 1", "Giant Rat 2", "Giant Rat 3"]
        await client.call_tool("execute_action", {"operation": "start_fight", "names": ["party", *rats], "d20": [11, 15, 18, 17, 13, 7, 4]})
        strike = {"operation": "attack", "characterName": "Pip", "targetName": "Giant Rat 1", "d20": [16]}
        bless = {"operation": "cast", "characterName": "Osric", "spell": "Bless", "targets": ["Brenna", "Pip", "Elara"], "force": True}
        for deed in (
            strike,
            {"operation": "next_turn"},
            bless,
            {"operation": "damage", "characterName": "Pip", "amount": 9, "damageType": "piercing"},
        ):
            await client.call_tool("execute_action", deed)
        for _ in range(7):
            told = (await client.call_tool("read_campaign", {"operation": "party", "detail": "full"})).structured_content
            if told["results"][0]["fight"]["turn"] == "Elara":
                break
            await client.call_tool("execute_action", {"operation": "next_turn"})


async def measure(address: str) -> None:
    """A fight on squares, in the same room, at Elara's turn."""
    async with Client(f"{address}/mcp", auth="gm") as client:
        await client.call_tool("execute_action", {"operation": "end_fight"})
        await client.call_tool("manage_room", {"operation": "update", "ground": CELLAR})
        await client.call_tool("manage_character", {"operation": "create", "name": "Ogre", "template": "Ogre"})
        await client.call_tool("execute_action", {"operation": "heal", "characterName": "party", "amount": 30}, raise_on_error=False)
        fighters = ["Elara", "Pip", "Brenna", "Osric", "Giant Rat 1", "Giant Rat 2", "Giant Rat 3", "Ogre"]
        fight = {"operation": "start_fight", "names": fighters, "d20": [20, 15, 12, 11, 5, 4, 3, 6], "space": "measured", "places": PLACES}
        await client.call_tool("execute_action", fight)
        deeds = (
            {"operation": "cast", "characterName": "Elara", "spell": "Web", "at": "L8", "force": True},
            {"operation": "move", "characterName": "Elara", "to": "D9"},
        )
        for deed in deeds:
            await client.call_tool("execute_action", deed)


async def read_app(address: str) -> tuple[str, dict[str, Any]]:
    """The App, and the results that it draws, by the creature whose sheet is asked for."""
    async with Client(f"{address}/mcp", auth="Pip") as client:
        (page,) = await client.read_resource(mcp_apps_page.URI)
        table = (await client.call_tool(mcp_apps_page.NAME, {})).meta
        (own,) = [who["id"] for who in table[mcp_apps_page.STATE]["party"] if who["mine"]]
        sheet = (await client.call_tool(mcp_apps_page.NAME, {"characterId": own})).meta
        return page.text, {"": {"_meta": table}, own: {"_meta": sheet}}


def take(url: str, name: str, wide: int, high: int, scheme: str = "light", *, press: str = "", point: str = "") -> None:
    with browser(wide, high) as driver:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        driver.get(url)
        WebDriverWait(driver, 10).until(lambda d: d.execute_script(DRAWN))
        if press:
            driver.execute_script(f"document.querySelector('{press}').click()")
            WebDriverWait(driver, 10).until(lambda d: d.execute_script("return document.getElementById('sheet').open"))
        if point:
            WebDriverWait(driver, 10).until(lambda d: d.execute_script("return document.querySelector('.tok') !== null"))
            driver.execute_script("document.querySelector('#tools [aria-label^=Reach]').click()")
            driver.execute_script(f"document.querySelector('.tok[aria-label^={point}]').focus()")
        (ROOT / "docs" / name).write_bytes(driver.get_screenshot_as_png())


def take_app(app: tuple[str, dict[str, Any]], file: Path) -> None:
    with browser(800, 700) as driver:
        driver.get("data:text/html,<body style='margin:0'></body>")
        driver.execute_script(HOST, *app)
        driver.switch_to.frame(0)
        WebDriverWait(driver, 10).until(lambda d: d.execute_script(DRAWN))
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
