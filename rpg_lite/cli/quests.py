"""The commands that show, export and import the quests of a campaign."""

import json
from typing import Annotated, Any, Final

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson, CampaignName, Db, File
from rpg_lite.cli.subcommand_group import group
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, REFUSED, STDIN, Stop, name_of, not_json, path, print_json, read, tell

ToFile = Annotated[str | None, Parameter(help="The new file; without it, standard output. An existing file is not overwritten.")]


def show(*, db: Db = None, campaign: CampaignName = None, as_json: AsJson = False) -> int:
    """Show the quests as a tree.

    Example:  rpg-lite quests show
    """
    answer = _ask_quests(db, campaign)
    print_json(_rows(answer)) if as_json else tell(answer["text"])
    return DONE


def export(file: ToFile = None, /, *, db: Db = None, campaign: CampaignName = None) -> int:
    """Write the quests as JSON: {"nodes": [{id, parents, edgeType, context, createdAt}]}.

    Example:  rpg-lite quests export quests.json
    """
    from rpg_lite.views.quest_tree import as_nodes

    answer = _ask_quests(db, campaign)
    written = json.dumps({"nodes": as_nodes(_rows(answer))}, ensure_ascii=False, indent=2)
    if file is None:
        tell(written)
        return DONE
    try:
        with path(file).open("x", encoding="utf-8") as new:
            new.write(f"{written}\n")
    except FileExistsError:
        raise Stop(REFUSED, f"{file} already exists and is not overwritten: name a new file.") from None
    except OSError as error:
        raise Stop(REFUSED, f"{file} cannot be written: {(error.strerror or 'unknown error').lower()}.") from error
    count = len(_rows(answer))
    tell(f"Exported {count} {'quest' if count == 1 else 'quests'} to {file}.")
    return DONE


def import_quests(file: File = STDIN, /, *, db: Db = None, campaign: CampaignName = None) -> int:
    """Add the quests of a file: all of them or none. An existing quest of the same name is changed.

    Example:  rpg-lite quests import quests.json
    """
    try:
        given = json.loads(read(file))
    except (ValueError, RecursionError) as error:
        raise Stop(REFUSED, f"{name_of(file)}: {not_json(error)}. Nothing was changed.") from error
    nodes = given.get("nodes") if isinstance(given, dict) else given
    with campaign_from_options.open_game(db, campaign) as game:
        answer = game.ask({"operation": "import_quests", "nodes": nodes}, tool="keep_journal")
    tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


def _rows(answer: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = answer["results"][0]["quests"]
    return rows


def _ask_quests(db: str | None, campaign: str | None) -> Any:
    with campaign_from_options.open_game(db, campaign) as game:
        return game.ask({"operation": "quests"}, tool="read_campaign", detail="full")


GROUP: Final = group("quests", show=show, export=export, import_=import_quests)
