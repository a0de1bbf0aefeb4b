"""Open the campaign for a command of the command line, or give in one sentence the reason why it cannot be opened."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rpg_lite.terminal.command_io import INTERRUPTED, MISUSED, REFUSED, Stop, path, shell_line, warn
from rpg_lite.vocabulary import Ruleset

if TYPE_CHECKING:
    from rpg_lite.game import Game
    from rpg_lite.server.settings import Settings
    from rpg_lite.store.store import Store


@contextmanager
def open_game(
    db: str | None, campaign: str | None, *, new: bool | None = None, items: Sequence[Path] = (), lore: Path | None = None,
    ruleset: Ruleset | None = None, seed: int | None = None, settings: "Settings | None" = None, makes: bool = True, by_plan: bool = True,
) -> "Iterator[Game]":  # fmt: skip
    """Open the game; a fault of the database, the campaign or an item file is reported in one sentence.

    `settings`: settings that the command has already loaded; otherwise the settings are loaded here, and fill in every missing argument.
    `by_plan`: whether places count, in rooms with a ground, in a campaign that is made here. `new`: whether to make a missing campaign; None for a command without --new. `makes`: create a missing database, unless the named campaign does not exist and `new` is false.
    """
    from rpg_lite.campaign_opening import open_campaign
    from rpg_lite.rules.names import fault_in_name
    from rpg_lite.server.settings_loading import load_settings
    from rpg_lite.views import lore_text

    chosen = settings or load_settings(db=db, campaign=campaign, items=items, lore=lore).settings
    campaign = chosen.campaign
    if new and campaign is not None and (wrong := fault_in_name(campaign)):
        raise Stop(MISUSED, f"--campaign: {wrong}.")
    with _told_in_one_sentence(chosen.db, can_make=new is not None):
        database = there(where(chosen.db), makes and _makes(campaign, new), campaign, chosen.db, can_make=makes and new is not None)
        pages = path(str(chosen.lore)) if chosen.lore else None
        with open_campaign(database, campaign or None, ruleset=ruleset, items=chosen.items, lore=pages, by_plan=by_plan, new=bool(new), seed=seed) as game:
            warn((*game.book.faults, *game.book.overrides, *([lore_text.faults(game.lore)] if game.lore.faults else [])))
            yield game


@contextmanager
def look_into(settings: "Settings", *, new: bool) -> "Iterator[Game | None]":
    """Open the game that `open_game` would open with these settings, and write nothing; None if it would create or upgrade it first. Raises
    the same faults.
    """
    from rpg_lite.campaign_setup import book_of, find_campaign
    from rpg_lite.game import Game
    from rpg_lite.store.database_address import file_of
    from rpg_lite.store.store import Store

    with _told_in_one_sentence(settings.db, can_make=True):
        database = there(where(settings.db), _makes(settings.campaign, new), settings.campaign, settings.db, can_make=True)
        file = file_of(database)
        if file is None or (file.parent.is_dir() and not file.exists()) or _is_older(database):
            yield None
            return
        with Store.open(database, read_only=True) as opened:
            found = find_campaign(opened, settings.campaign or None, new)
            if found is None:
                yield None
                return
            with Game(opened, found, book_of(found, settings.items), items=settings.items) as game:
                yield game


def _makes(campaign: str | None, new: bool | None) -> bool:
    """Whether a missing campaign is created."""
    from rpg_lite.campaign_setup import DEFAULT_CAMPAIGN

    return bool(new) or (campaign or DEFAULT_CAMPAIGN) == DEFAULT_CAMPAIGN


def _is_older(database: str | Path) -> bool:
    from rpg_lite.store.store import Store
    from rpg_lite.store.store_faults import StoreFault

    try:
        Store.open(database, read_only=True).close()
    except StoreFault as fault:
        if fault.code == "database_older":
            return True
        raise
    return False


@contextmanager
def _told_in_one_sentence(db: str | None, *, can_make: bool) -> Iterator[None]:
    """Report a fault of the database, the campaign or an item file in one sentence. `can_make`: the command takes --new."""
    from rpg_lite.campaign_setup import CampaignDiffers, CampaignUnknown, CampaignUnnamed, ItemsMissing, LoreMissing
    from rpg_lite.store.store_faults import StoreFault

    try:
        yield
    except CampaignUnknown as unknown:
        begin = command_line("campaigns", "create", unknown.name, *(["--db", db] if db else []))
        raise Stop(MISUSED, f"{unknown.described} {'Add --new to create it.' if can_make else f'Create it with: {begin}'}") from unknown
    except (CampaignUnnamed, CampaignDiffers) as other:
        raise Stop(MISUSED, str(other)) from other
    except ItemsMissing as gone:
        raise Stop(MISUSED, f"--items: {gone}") from None
    except LoreMissing as missing:
        raise Stop(MISUSED, f"--lore: {missing}") from missing
    except StoreFault as fault:
        raise Stop(REFUSED, str(fault)) from fault


def answer_of(
    attempt: "Callable[[Game], dict[str, Any]]", db: str | None, campaign: str | None, *, new: bool, items: Sequence[Path] = ()
) -> dict[str, Any]:
    """Return the answer of the attempt. If it would be the first call of a new campaign, it has to succeed in a campaign in memory first,
    because a refusal must leave neither a campaign nor a database behind. The attempt may raise Stop.
    """
    if _makes_campaign(db, campaign, new):
        with open_game(":memory:", campaign, new=new, items=items) as trial:
            answer = attempt(trial)
        if not answer["ok"]:
            return answer
    with open_game(db, campaign, new=new, items=items) as game:
        return attempt(game)


def _makes_campaign(db: str | None, campaign: str | None, new: bool) -> bool:
    """Return whether `open_game` with these arguments makes a campaign. Whatever it refuses makes none."""
    from rpg_lite.campaign_setup import DEFAULT_CAMPAIGN, CampaignUnknown, CampaignUnnamed, find_campaign
    from rpg_lite.server.settings_loading import load_settings
    from rpg_lite.store.database_address import file_of

    chosen = load_settings(db=db, campaign=campaign).settings
    if not new and (chosen.campaign or DEFAULT_CAMPAIGN) != DEFAULT_CAMPAIGN:
        return False
    file = file_of(where(chosen.db))
    if file is not None and not file.exists():
        return file.parent.is_dir()
    with store(chosen.db) as opened:
        try:
            return find_campaign(opened, chosen.campaign or None, new) is None
        except (CampaignUnknown, CampaignUnnamed):
            return False


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
    """Return the named database, or else the database in the settings."""
    from rpg_lite.server.settings_loading import load_settings

    return where(load_settings(db=db).settings.db)


def there(database: str | Path, makes: bool, campaign: str | None = None, db: str | None = None, *, can_make: bool = False) -> str | Path:
    """Check that the database may be opened, because a typo in a name must not create a file. Raises StoreFault if the name is not that of
    a database.

    `campaign`, `db`: as the user typed them, for the suggested command. `can_make`: the command takes --new.
    """
    from rpg_lite.store.database_address import file_of

    file = None if makes else file_of(database)
    if file and file.parent.is_dir() and not file.exists():
        begin = command_line("campaigns", "create", campaign or "NAME", *(["--db", db] if db else []))
        ways = ["name another with --db", *(["add --new to make it"] if can_make else []), f"or create one with: {begin}"]
        raise Stop(REFUSED, f"There is no database {file}: {', '.join(ways)}")
    return database


def command_line(*words: str) -> str:
    """Quote an rpg-lite command for pasting into a shell on this machine."""
    return shell_line(["rpg-lite", *words])


def require_playable(db: str | None, campaign: str | None, ruleset: Ruleset | None) -> None:
    """Check that an existing database has the campaign that a server would start with; a new database gets it. Raises Stop."""
    from rpg_lite.campaign_setup import CampaignDiffers, CampaignUnnamed, find_campaign, may_begin_in, require_same
    from rpg_lite.store.database_address import file_of

    database = where(db)
    file = file_of(database)
    if file is not None and not file.exists():
        return
    with store(db, read_only=True) as opened:
        try:
            found = find_campaign(opened, campaign, new=campaign is not None)
            if found is not None and not may_begin_in(found, ruleset):
                require_same(found, ruleset, None)
        except (CampaignUnnamed, CampaignDiffers) as other:
            raise Stop(MISUSED, str(other)) from other


def where(db: str | None) -> str | Path:
    """Return the named database, or else the database in the user's data folder; create that folder if it is missing."""
    return absolute(db) if db else data_folder() / "campaign.db"


def data_folder() -> Path:
    """Return the user's data folder; create it if it is missing."""
    from platformdirs import user_data_path

    folder = user_data_path("rpg-lite", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Stop(REFUSED, f"Cannot create the data folder {folder}: name a database with --db.") from error
    return folder


def absolute(db: str) -> str | Path:
    return db if "://" in db or db == ":memory:" else path(db).absolute()
