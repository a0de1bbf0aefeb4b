"""Maps on the command line: files into a campaign, and what is wrong with a file or with the map of a campaign."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter

from rpg_lite.frontends import campaigns, cli
from rpg_lite.frontends.console import DONE, REFUSED, Stop, print_json, read
from rpg_lite.vocabulary import Direction

if TYPE_CHECKING:
    from rpg_lite.world.lint import Report
    from rpg_lite.world.plans import Plan

MapFile = Annotated[str, Parameter(help="A map: our own text, One Page Dungeon JSON, or a plan as JSON.")]
MaybeMapFile = Annotated[str | None, Parameter(help="A map; without it, the map of the campaign.")]
At = Annotated[str | None, Parameter(help="The room it is joined to; without it, where the party stands.")]
Toward = Annotated[Direction | None, Parameter(name="--direction", help="From that room; without it, the first that is free.")]
MANY_ROOMS: Final = 100


def import_map(
    file: MapFile, /, *, at: At = None, direction: Toward = None, db: cli.Db = None, campaign: cli.CampaignName = None,
    new: cli.New = False, as_json: cli.AsJson = False,
) -> int:  # fmt: skip
    """The help of both commands stands in cli.py, which does not load them to show it."""
    plan = _plan(file)
    payload: dict[str, Any] = {"operation": "import_map", "document": plan.model_dump(mode="json", by_alias=True, exclude_defaults=True)}
    payload |= {key: value for key, value in (("fromName", at), ("direction", direction)) if value}
    with campaigns.opened(db, campaign, new=new) as game, _working(len(plan.rooms)):
        answer = game.ask(payload, tool="manage_room", detail="full" if as_json else "brief")
    print_json(answer) if as_json else print(answer["text"])
    return DONE if answer["ok"] else REFUSED


def lint_map(file: MaybeMapFile = None, /, *, db: cli.Db = None, campaign: cli.CampaignName = None, as_json: cli.AsJson = False) -> int:
    """Loops are listed; they are no fault. Exit code 1 when something is wrong."""
    from rpg_lite.messages import maps
    from rpg_lite.world.lint import charted, lint

    report = lint(charted(_plan(file))) if file else _of_campaign(db, campaign)
    if as_json:
        found = [{"code": f.code, "names": list(f.names), "text": maps.sentence(f)} for f in report.findings]
        print_json({"ok": not found, "findings": found, "loops": [list(loop) for loop in report.loops]})
    else:
        told = [maps.sentence(f) for f in report.findings] or ["Nothing is wrong with the map."]
        print(*told, *(maps.loop(rooms) for rooms in report.loops), sep="\n")
    return REFUSED if report.findings else DONE


def _of_campaign(db: str | None, campaign: str | None) -> "Report":
    from rpg_lite.world.lint import charted_world, lint

    with campaigns.opened(db, campaign) as game:
        return lint(charted_world(game.store.read(game.campaign.id, lambda at: at.whole())))


def _plan(file: str) -> "Plan":
    """Raises Stop with every fault, each by its line or key."""
    from rpg_lite.content import dungeons
    from rpg_lite.content.catalog import Fault
    from rpg_lite.content.entries import Faulty

    text = read(file)
    try:
        return dungeons.read(text)
    except Faulty as faulty:
        told = (str(Fault(Path(file).name, *place)) for place in faulty.places)
        raise Stop(REFUSED, "\n".join(told)) from None


def _working(rooms: int) -> Any:
    """A sign of life on a terminal while a large map is brought in; it is one command, and none of its steps can be seen."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    shown = console.is_terminal and rooms >= MANY_ROOMS
    bar = Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console, transient=True, disable=not shown
    )
    bar.add_task(f"{rooms} rooms")
    return bar
