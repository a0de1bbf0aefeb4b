"""The commands that list, create, archive, restore, export and import the campaigns of a database."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson, Db, Rules
from rpg_lite.cli.subcommand_group import group
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, REFUSED, Stop, path, print_json, tell
from rpg_lite.terminal.progress import bar

if TYPE_CHECKING:
    from rpg_lite.store.campaign_list import Shelved
    from rpg_lite.store.store import Store

Name = Annotated[str, Parameter(help="The campaign.")]
ToFile = Annotated[Path, Parameter(help="The new file; an existing file is not overwritten.")]
FromFile = Annotated[Path, Parameter(help="A file that campaigns export wrote.")]
As = Annotated[str | None, Parameter(name="--as", help="Its name in this database; by default, the name in the file.")]
All = Annotated[bool, Parameter(name="--all", help="Include archived campaigns.")]
WithoutCalls = Annotated[bool, Parameter(help="Leave out the record of tool calls.")]


def list_all(*, all: All = False, db: Db = None, as_json: AsJson = False) -> int:
    """List the campaigns; archived ones with --all.

    Example:  rpg-lite campaigns list
    """
    with campaign_from_options.store(db) as store:
        every = store.shelf()
    shown = [c for c in every if all or c.archived_at is None]
    if as_json:
        print_json([_row(c) for c in shown])
        return DONE
    hidden = len(every) - len(shown)
    more = (
        [f"{hidden} archived {'campaign is not shown; --all shows it' if hidden == 1 else 'campaigns are not shown; --all shows them'}."]
        if hidden
        else []
    )
    tell(*(_line(c) for c in shown), *([] if shown else ["No campaigns yet."] if not hidden else []), *more)
    return DONE


def create(name: Name, /, *, ruleset: Rules = None, db: Db = None) -> int:
    """Create a campaign.

    Example:  rpg-lite campaigns create Saltmarsh --ruleset 5.2
    """
    name = _tidy(name)
    with campaign_from_options.store(db, makes=True) as store:
        if any(c.name == name for c in store.shelf()):
            raise Stop(REFUSED, f"There is already a campaign {name!r}; nothing was changed.")
    with campaign_from_options.open_game(db, name, new=True, ruleset=ruleset) as game:
        tell(f'Created "{game.campaign.name}" with SRD {game.campaign.ruleset}. Play it with --campaign "{game.campaign.name}".')
    return DONE


def archive(name: Name, /, *, db: Db = None) -> int:
    """Archive a campaign: it is not listed, and can be read but not changed.

    Example:  rpg-lite campaigns archive Saltmarsh
    """
    with campaign_from_options.store(db) as store:
        _find_shelved(store, name)
        put = store.archive(name, away=True)
    tell(
        f'"{name}" is archived{"" if put else " already"}: it can be read but not changed. To bring it back: rpg-lite campaigns restore "{name}"'
    )
    return DONE


def restore(name: Name, /, *, db: Db = None) -> int:
    """Bring an archived campaign back.

    Example:  rpg-lite campaigns restore Saltmarsh
    """
    with campaign_from_options.store(db) as store:
        _find_shelved(store, name)
        back = store.archive(name, away=False)
    tell(f'"{name}" is restored and can be played again.' if back else f'"{name}" was not archived.')
    return DONE


def export(name: Name, file: ToFile, /, *, without_calls: WithoutCalls = False, db: Db = None) -> int:
    """Write a whole campaign with its history to one file.

    Example:  rpg-lite campaigns export Saltmarsh saltmarsh.zip
    """
    with campaign_from_options.store(db, read_only=True) as store, bar() as progress:
        from rpg_lite.store import store_maintenance

        manifest = store_maintenance.export_campaign(
            store, _find_shelved(store, name).id, path(str(file)), progress, calls=not without_calls
        )
    counts = ", ".join(f"{content.rows} {part.removesuffix('.jsonl')}" for part, content in manifest.parts.items())
    tell(f'Exported "{name}" at rev {manifest.campaign.rev} to {file}: {counts}.')
    return DONE


def import_campaign(file: FromFile, /, *, name: As = None, db: Db = None) -> int:
    """Import a campaign from an exported file: all of it or nothing.

    Example:  rpg-lite campaigns import saltmarsh.zip --as Replay
    """
    with campaign_from_options.store(db, makes=True) as store, bar() as progress:
        from rpg_lite.store import store_maintenance

        called = store_maintenance.import_campaign(store, path(str(file)), None if name is None else _tidy(name), progress)
    tell(f'Imported "{called}". Play it with --campaign "{called}".')
    return DONE


def _find_shelved(store: "Store", name: str) -> "Shelved":
    from rpg_lite.campaign_setup import CampaignUnknown

    known = {c.name: c for c in store.shelf()}
    if name not in known:
        raise Stop(REFUSED, CampaignUnknown.describe(name, list(known)))
    return known[name]


def _tidy(name: str) -> str:
    from rpg_lite.rules.names import tidy

    return tidy(name)


def _row(c: "Shelved") -> dict[str, Any]:
    return {
        "name": c.name, "ruleset": c.ruleset, "rev": c.rev, "things": c.things, "archived": c.archived_at is not None,
        "created": _moment(c.created_at), "played": None if c.played_at is None else _moment(c.played_at),
    }  # fmt: skip


def _line(c: "Shelved") -> str:
    played = "" if c.played_at is None else f", last played {_moment(c.played_at)[:10]}"
    return f"{c.name}  SRD {c.ruleset}, rev {c.rev}, {c.things} things{played}{', archived' if c.archived_at is not None else ''}"


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).astimezone().isoformat(timespec="seconds")


GROUP: Final = group("campaigns", list=list_all, create=create, archive=archive, restore=restore, export=export, import_=import_campaign)
