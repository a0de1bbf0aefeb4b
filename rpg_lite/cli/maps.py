"""The commands that draw, import and check maps."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson, CampaignName, Db, Items, New
from rpg_lite.content import map_formats
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, STDIN, Stop, name_of, path, print_json, read, tell, warn
from rpg_lite.vocabulary import RULESETS, Direction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rpg_lite.game import Game
    from rpg_lite.rules.rulebook import Rulebook
    from rpg_lite.world.map_lint import Report
    from rpg_lite.world.map_plans import Plan

MapFile = Annotated[str, Parameter(help=f"A map ({', '.join(map_formats.ALL)}), or the name of an adventure; - for standard input.")]
MaybeMapFile = Annotated[str | None, Parameter(help="A map, or - for standard input; by default, the map of the campaign.")]
At = Annotated[str | None, Parameter(help="The room to connect the map to; by default, the party's room.")]
Toward = Annotated[
    Direction | None, Parameter(name="--direction", help="The direction of the map from that room; by default, the first free one.")
]
KeepPassages = Annotated[
    bool,
    Parameter(
        name="--passages",
        negative="",
        help="Keep the passages of a One Page Dungeon as rooms; without this option, passages with two ends become exits.",
    ),
]
Svg = Annotated[Path | None, Parameter(help="Write a picture to this file instead of printing text.")]
Png = Annotated[Path | None, Parameter(help="Write a picture of dots to this file (needs the extra png).")]
Tiled = Annotated[Path | None, Parameter(help="Write the whole map to this file for Tiled, a map editor (.tmj): for the game master.")]
Text = Annotated[Path | None, Parameter(name="--text", help="Write the whole map to this file in the text format: for the game master.")]
Ground = Annotated[
    Path | None,
    Parameter(
        help="Write a picture of the squares of the party's room, and of who stands there, to this file (.svg, or .png with the extra png)."
    ),
]
InRoom = Annotated[str | None, Parameter(name="--room", help="With --ground: another room, by its name.")]
Everything = Annotated[bool, Parameter(help="Include what the party has not discovered: for the game master.")]
Around = Annotated[int | None, Parameter(help="The number of steps around the party; by default, all connected rooms.")]

_PICTURES: Final = (".svg", ".png")


def import_map(
    file: MapFile, /, *, at: At = None, direction: Toward = None, db: Db = None, campaign: CampaignName = None,
    passages: KeepPassages = False, new: New = False, items: Items = (), as_json: AsJson = False,
) -> int:  # fmt: skip
    """Import a map into the campaign as one command: rooms, exits, creatures and loot.

    Example:  rpg-lite import cellars.json --direction down
    """
    from rpg_lite.cli.import_progress import progress_of

    plan = _plan(file, passages)
    what = {"adventure": file} if _is_adventure(file) else {"document": plan.model_dump(mode="json", by_alias=True, exclude_defaults=True)}
    payload: dict[str, Any] = {"operation": "import_map", **what}
    payload |= {key: value for key, value in (("fromName", at), ("direction", direction)) if value}
    rooms = len(plan.rooms)
    with progress_of(rooms) as told:

        def attempt(game: "Game") -> dict[str, Any]:
            return game.ask(payload, tool="manage_room", detail="full" if as_json else "brief", progress=told)

        answer = campaign_from_options.answer_of(attempt, db, campaign, new=new, items=items)
        if answer["ok"]:
            told("recorded", rooms, rooms)
    print_json(answer) if as_json else tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


def lint_map(
    file: MaybeMapFile = None, /, *, db: Db = None, campaign: CampaignName = None, items: Items = (), as_json: AsJson = False
) -> int:
    """Check a map: unreachable rooms, rooms that nobody can leave, keys behind their own locks, contents that no rulebook has.

    Example:  rpg-lite lint cellars.json --items my_items/
    """
    from rpg_lite.messages import map_findings

    if items and not file:
        raise Stop(MISUSED, "--items counts for the contents of a file; the map of a campaign is checked for its ways alone: name a file.")
    report = _of_file(file, items) if file else _of_campaign(db, campaign)
    if as_json:
        found = [{"code": f.code, "names": list(f.names), "text": map_findings.sentence(f)} for f in report.findings]
        print_json({"ok": not found, "findings": found, "loops": [list(loop) for loop in report.loops]})
    else:
        told = [map_findings.sentence(f) for f in report.findings] or ["Nothing is wrong with the map."]
        tell(*told, *(map_findings.loop(rooms) for rooms in report.loops))
    return REFUSED if report.findings else DONE


def draw(
    *, svg: Svg = None, png: Png = None, tiled: Tiled = None, text: Text = None, ground: Ground = None, room: InRoom = None,
    everything: Everything = False, around: Around = None, db: Db = None, campaign: CampaignName = None,
) -> int:  # fmt: skip
    """Draw the map as text, or with --svg or --png as a picture; or write it with --tiled or --text, so that import reads it again.

    With --ground, draw the squares of one room and who stands there.

    A drawing shows what the party has discovered; --everything shows the rest too, for the game master.

    Example:  rpg-lite map --svg map.svg
    Example:  rpg-lite map --png map.png --everything
    Example:  rpg-lite map --ground fight.svg
    """
    if room and not ground:
        raise Stop(MISUSED, "--room names the room whose squares --ground draws: give --ground FILE, too.")
    if ground:
        if tiled or text or svg or png or around is not None:
            raise Stop(MISUSED, "--ground draws the squares of one room, the other options the map of many: choose one of the two.")
        return _draw_ground(ground, room, everything, db, campaign)
    if tiled or text:
        if svg or png or everything or around is not None:
            raise Stop(
                MISUSED, "--tiled and --text write the whole map; --svg, --png, --everything and --around draw it: choose one of the two."
            )
        return _write_map({"tiled": tiled, "text": text}, db, campaign)
    with campaign_from_options.open_game(db, campaign, makes=False) as game:
        from rpg_lite.cli import svg_to_png
        from rpg_lite.views.maps.svg import map_svg
        from rpg_lite.views.maps.text import map_text

        chart = game.chart(everything=everything, around=around)
    if svg is None and png is None:
        tell(map_text(chart, full=True))
        return DONE
    drawing = map_svg(chart)
    beyond = f"; {len(chart.names)} more {'lies' if len(chart.names) == 1 else 'lie'} beyond" if chart.names else ""
    dots = svg_to_png.png(drawing) if png else b""
    for file, content in ((svg, drawing), (png, dots)):
        if file is not None:
            _write(file, content)
            tell(f"Drawn into {file}: {len(chart.rooms)} {'room' if len(chart.rooms) == 1 else 'rooms'}{beyond}.")
    return DONE


def _draw_ground(file: Path, room: str | None, everything: bool, db: str | None, campaign: str | None) -> int:
    """Draw the ground of a room, in the format that the name of the file says."""
    from rpg_lite.cli import svg_to_png
    from rpg_lite.messages.render_context import many

    if file.suffix.lower() not in _PICTURES:
        raise Stop(MISUSED, f"--ground draws pictures: {file.name} needs a name that ends in {' or '.join(_PICTURES)}.")
    with campaign_from_options.open_game(db, campaign, makes=False) as game:
        drawn = game.ground(everything, room)
        if drawn is None:
            payload = {"operation": "map", "ground": True, "everything": everything, **({"toName": room} if room else {})}
            raise Stop(REFUSED, game.ask(payload, tool="manage_room")["text"])
    _write(file, svg_to_png.png(drawn.svg) if file.suffix.lower() == ".png" else drawn.svg)
    tell(f"Drawn into {file}: {drawn.room}, {drawn.w} by {drawn.h} squares, {many(drawn.creatures, 'creature')}.")
    return DONE


def _write_map(files: "Mapping[str, Path | None]", db: str | None, campaign: str | None) -> int:
    """Write the campaign's map into each of these files, and report the things that a file cannot hold."""
    from rpg_lite.content import map_export, map_text_writing, tiled
    from rpg_lite.messages.render_context import many

    with campaign_from_options.open_game(db, campaign, makes=False) as game:
        world = game.store.read(game.campaign.id, lambda at: at.whole())
        try:
            made = map_export.written_map(world, game.book)
        except map_export.NoMap as why:
            raise Stop(REFUSED, f"The map cannot be written: {why}.") from why
    writers = {"tiled": tiled.write, "text": map_text_writing.write}
    contents = [(file, writers[kind](made.plan)) for kind, file in files.items() if file is not None]
    for file, content in contents:
        _write(file, content)
        tell(f"Written into {file}: {many(len(made.plan.rooms), 'room')}.")
    if left_out := map_export.told(made.left_out):
        tell(left_out)
    return DONE


def _write(file: Path, content: str | bytes) -> None:
    try:
        path(str(file)).write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise Stop(REFUSED, f"{file} cannot be written: {(error.strerror or 'unknown').lower()}.") from error


def _of_file(file: str, items: "Sequence[Path]") -> "Report":
    """Report the faults of the map alone, and any contents that are in no rulebook."""
    from rpg_lite.world.map_lint import Report, chart_plan, lacking, lint

    plan = _plan(file)
    report = lint(chart_plan(plan))
    held = any(room.things or room.creatures or room.trap or any(way.trap for way in room.ways) for room in plan.rooms)
    return Report((*lacking(plan, _books(items) if held else {}), *report.findings), report.loops)


def _books(items: "Sequence[Path]") -> "dict[str, Rulebook]":
    """Return both rulebooks with the user's own files on top, as an import would read them; report faults in those files."""
    from rpg_lite.content import rulebook_loading
    from rpg_lite.server.settings_loading import load_settings

    own = load_settings(items=items).settings.items
    books = {f"SRD {ruleset}": rulebook_loading.rulebook(ruleset, *own) for ruleset in RULESETS}
    warn(dict.fromkeys(fault for book in books.values() for fault in book.faults))
    return books


def _of_campaign(db: str | None, campaign: str | None) -> "Report":
    from rpg_lite.world.map_lint import charted_world, lint

    with campaign_from_options.open_game(db, campaign, makes=False) as game:
        return lint(charted_world(game.store.read(game.campaign.id, lambda at: at.whole())))


def _is_adventure(file: str) -> bool:
    """Whether the name is that of an adventure that comes with rpg-lite, and of no file."""
    from rpg_lite.content import map_files

    return file != STDIN and not path(file).exists() and file in map_files.list_adventures()


def _plan(file: str, passages: bool = False) -> "Plan":
    """Read a plan. Raises Stop with every fault and its line or key."""
    from rpg_lite.content import map_files
    from rpg_lite.content.entry_editions import Faulty
    from rpg_lite.content.rulebook_files import Fault
    from rpg_lite.rules import names

    adventures = map_files.list_adventures()
    meant = adventures.get(file) if not path(file).exists() else None
    if meant is None and file != STDIN and not path(file).exists() and (near := names.nearest(file, adventures, 1)):
        raise Stop(MISUSED, f"{file} cannot be read: no such file or adventure; did you mean {near[0]}?")
    text = read(str(meant or file))
    try:
        return map_files.read(text, passages)
    except Faulty as faulty:
        told = (str(Fault(Path(name_of(file)).name, *place)) for place in faulty.places)
        raise Stop(REFUSED, "\n".join(told)) from None
