"""Maps on the command line: files into a campaign, and what is wrong with a file or with the map of a campaign."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter

from rpg_lite.cli import app
from rpg_lite.operations.outcome import Progress, unheard
from rpg_lite.operations.rooms.import_map import STEPS
from rpg_lite.server import chosen_campaign
from rpg_lite.terminal.console import DONE, MISUSED, REFUSED, STDIN, Stop, named, path, print_json, read, tell
from rpg_lite.vocabulary import RULESETS, Direction

if TYPE_CHECKING:
    from rich.console import Console

    from rpg_lite.world.lint import Report
    from rpg_lite.world.plans import Plan

MapFile = Annotated[
    str,
    Parameter(
        help="A map: our own text, One Page Dungeon JSON, a plan as JSON, or the name of an adventure: salt_toll; - for standard input."
    ),
]
MaybeMapFile = Annotated[str | None, Parameter(help="A map, or - for standard input; without it, the map of the campaign.")]
At = Annotated[str | None, Parameter(help="The room it is joined to; without it, where the party stands.")]
Toward = Annotated[Direction | None, Parameter(name="--direction", help="From that room; without it, the first that is free.")]
KeepPassages = Annotated[
    bool,
    Parameter(name="--passages", negative="", help="Of a One Page Dungeon, passages stay rooms; without it, those with two ends are ways."),
]
SEEN: Final = (*STEPS, "recorded")
MANY_ROOMS: Final = 20
SOON: Final = 0.5
"""Seconds after which fewer rooms are taking long."""


def import_map(
    file: MapFile, /, *, at: At = None, direction: Toward = None, db: app.Db = None, campaign: app.CampaignName = None,
    passages: KeepPassages = False, new: app.New = False, as_json: app.AsJson = False,
) -> int:  # fmt: skip
    """The help of both commands stands in cli.py, which does not load them to show it."""
    plan = _plan(file, passages)
    payload: dict[str, Any] = {"operation": "import_map", "document": plan.model_dump(mode="json", by_alias=True, exclude_defaults=True)}
    payload |= {key: value for key, value in (("fromName", at), ("direction", direction)) if value}
    rooms = len(plan.rooms)
    with chosen_campaign.opened(db, campaign, new=new) as game, progress_of(rooms) as told:
        answer = game.ask(payload, tool="manage_room", detail="full" if as_json else "brief", progress=told)
        if answer["ok"]:
            told("recorded", rooms, rooms)
    print_json(answer) if as_json else tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


def lint_map(file: MaybeMapFile = None, /, *, db: app.Db = None, campaign: app.CampaignName = None, as_json: app.AsJson = False) -> int:
    """Loops are listed; they are no fault. Exit code 1 when something is wrong."""
    from rpg_lite.messages import map_findings

    report = _of_file(file) if file else _of_campaign(db, campaign)
    if as_json:
        found = [{"code": f.code, "names": list(f.names), "text": map_findings.sentence(f)} for f in report.findings]
        print_json({"ok": not found, "findings": found, "loops": [list(loop) for loop in report.loops]})
    else:
        told = [map_findings.sentence(f) for f in report.findings] or ["Nothing is wrong with the map."]
        tell(*told, *(map_findings.loop(rooms) for rooms in report.loops))
    return REFUSED if report.findings else DONE


def _of_file(file: str) -> "Report":
    """The map alone, and what the rulebooks lack of what is in it."""
    from rpg_lite.content import catalog
    from rpg_lite.world.lint import Report, charted, lacking, lint

    plan = _plan(file)
    report = lint(charted(plan))
    held = any(room.things or room.creatures for room in plan.rooms)
    books = {f"SRD {ruleset}": catalog.rulebook(ruleset) for ruleset in RULESETS} if held else {}
    return Report((*lacking(plan, books), *report.findings), report.loops)


def _of_campaign(db: str | None, campaign: str | None) -> "Report":
    from rpg_lite.world.lint import charted_world, lint

    with chosen_campaign.opened(db, campaign, makes=False) as game:
        return lint(charted_world(game.store.read(game.campaign.id, lambda at: at.whole())))


def _plan(file: str, passages: bool = False) -> "Plan":
    """Raises Stop with every fault, each by its line or key."""
    from rpg_lite.content import dungeons
    from rpg_lite.content.catalog import Fault
    from rpg_lite.content.entries import Faulty
    from rpg_lite.rules import names

    adventures = dungeons.shipped()
    meant = adventures.get(file) if not path(file).exists() else None
    if meant is None and file != STDIN and not path(file).exists() and (near := names.nearest(file, adventures, 1)):
        raise Stop(MISUSED, f"{file} cannot be read: no such file, and no adventure is called so; did you mean {near[0]}?")
    text = read(str(meant or file))
    try:
        return dungeons.read(text, passages)
    except Faulty as faulty:
        told = (str(Fault(Path(named(file)).name, *place)) for place in faulty.places)
        raise Stop(REFUSED, "\n".join(told)) from None


@contextmanager
def progress_of(rooms: int, console: "Console | None" = None) -> Iterator[Progress]:
    """A bar on standard error, when that is a terminal: at once for many rooms, for few when it takes long, until the end of the block."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = console or Console(stderr=True)
    if not (console.file.isatty() and console.is_interactive):
        yield unheard
        return
    bar = Bar(TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), console=console, transient=True)
    task = bar.add_task(f"{rooms} rooms read", total=len(SEEN) * rooms)

    def told(step: str, done: int, of: int) -> None:
        bar.update(task, description=f"rooms {step} {done}/{of}", completed=SEEN.index(step) * of + done)

    if rooms >= MANY_ROOMS:
        bar.start()
    late = Timer(SOON, bar.start)  # of one that is shown this does nothing
    late.start()
    try:
        yield told
    finally:
        late.cancel()
        late.join()
        bar.stop()
