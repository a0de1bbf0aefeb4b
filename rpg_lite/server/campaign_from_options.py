"""Open the campaign for a command of the command line, or say in one sentence why it cannot be opened."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rpg_lite.terminal.command_io import INTERRUPTED, MISUSED, REFUSED, Stop, path, shell_line, warn
from rpg_lite.vocabulary import Ruleset

if TYPE_CHECKING:
    from rpg_lite.game import Game
    from rpg_lite.server.settings import Settings
    from rpg_lite.store.store import Store


@contextmanager
def open_game(
    db: str | None, campaign: str | None, *, new: bool = False, items: Sequence[Path] = (), lore: Path | None = None,
    ruleset: Ruleset | None = None, seed: int | None = None, settings: "Settings | None" = None, makes: bool = True,
) -> "Iterator[Game]":  # fmt: skip
    """Open the game; a fault of the database, the campaign or an item file is reported in one sentence.

    `settings`: settings that the command has already loaded; otherwise the settings are loaded here, and fill in every missing argument.
    `makes`: create a missing database, unless the named campaign does not exist and `new` is false.
    """
    from rpg_lite.campaign_opening import open_campaign
    from rpg_lite.campaign_setup import DEFAULT_CAMPAIGN, CampaignDiffers, CampaignUnknown, CampaignUnnamed, LoreMissing
    from rpg_lite.rules.names import fault_in_name
    from rpg_lite.server.settings_loading import load_settings
    from rpg_lite.store.store_faults import StoreFault
    from rpg_lite.views import lore_text

    chosen = settings or load_settings(db=db, campaign=campaign, items=items, lore=lore).settings
    campaign = chosen.campaign
    if new and campaign is not None and (wrong := fault_in_name(campaign)):
        raise Stop(MISUSED, f"--campaign: {wrong}.")
    makes = makes and (new or (campaign or DEFAULT_CAMPAIGN) == DEFAULT_CAMPAIGN)
    try:
        database = there(where(chosen.db), makes, campaign, chosen.db)
        pages = path(str(chosen.lore)) if chosen.lore else None
        with open_campaign(database, campaign or None, ruleset=ruleset, items=chosen.items, lore=pages, new=new, seed=seed) as game:
            warn((*game.book.faults, *game.book.overrides, *([lore_text.faults(game.lore)] if game.lore.faults else [])))
            yield game
    except (CampaignUnknown, CampaignUnnamed, CampaignDiffers) as other:
        raise Stop(MISUSED, str(other)) from other
    except LoreMissing as missing:
        raise Stop(MISUSED, f"--lore: {missing}") from missing
    except StoreFault as fault:
        raise Stop(REFUSED, str(fault)) from fault


@contextmanager
def store(db: str | None, *, read_only: bool = False, makes: bool = False) -> "Iterator[Store]":
    """Open the database without a game; create a missing database only if `makes` is true."""
    from rpg_lite.store.store import Store
    from rpg_lite.store.store_faults import StoreFault

    try:
        with Store.open(there(choose_database(db), makes, db=db), read_only=read_only) as opened:
            yield opened
    except StoreFault as fault:
        raise Stop(REFUSED, str(fault)) from fault
    except KeyboardInterrupt as interrupt:
        raise Stop(INTERRUPTED, "interrupted; unfinished work was rolled back.") from interrupt


def choose_database(db: str | None) -> str | Path:
    """The named database, or else the database in the settings."""
    from rpg_lite.server.settings_loading import load_settings

    return where(load_settings(db=db).settings.db)


def there(database: str | Path, makes: bool, campaign: str | None = None, db: str | None = None) -> str | Path:
    """Check that the database may be opened, so that a typo in a name creates no file. Raises StoreFault if the name is not that of a
    database.

    `campaign`, `db`: as the user typed them, for the suggested command.
    """
    from rpg_lite.store.database_address import file_of

    file = None if makes else file_of(database)
    if file and file.parent.is_dir() and not file.exists():
        begin = command_line("campaigns", "create", campaign or "NAME", *(["--db", db] if db else []))
        raise Stop(REFUSED, f"There is no database {file}: name another with --db, or create one with: {begin}")
    return database


def command_line(*words: str) -> str:
    """Quote an rpg-lite command so that the user can paste it into a shell on this machine."""
    return shell_line(["rpg-lite", *words])


def require_playable(db: str | None, campaign: str | None, ruleset: Ruleset | None) -> None:
    """Check that an existing database has the campaign that a server would start with; a new database gets it. Raises Stop."""
    from rpg_lite.campaign_setup import CampaignDiffers, CampaignUnnamed, find_campaign, require_same
    from rpg_lite.store.database_address import file_of

    database = where(db)
    file = file_of(database)
    if file is not None and not file.exists():
        return
    with store(db, read_only=True) as opened:
        try:
            found = find_campaign(opened, campaign, new=campaign is not None)
            if found is not None:
                require_same(found, ruleset, None)
        except (CampaignUnnamed, CampaignDiffers) as other:
            raise Stop(MISUSED, str(other)) from other


def where(db: str | None) -> str | Path:
    """The named database, or else the database in the user's data folder; create that folder if it is missing."""
    return absolute(db) if db else data_folder() / "campaign.db"


def data_folder() -> Path:
    """The user's data folder; create it if it is missing."""
    from platformdirs import user_data_path

    folder = user_data_path("rpg-lite", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Stop(REFUSED, f"Cannot create the data folder {folder}: name a database with --db.") from error
    return folder


def absolute(db: str) -> str | Path:
    return db if "://" in db or db == ":memory:" else path(db).absolute()
