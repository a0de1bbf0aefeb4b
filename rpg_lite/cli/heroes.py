"""The commands that import heroes from other programs and export them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson, CampaignName, Db, Items, New
from rpg_lite.cli.subcommand_group import group
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, Stop, name_of, path, print_json, read, tell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rpg_lite.content.entry_editions import Faulty
    from rpg_lite.game import Game

FromFile = Annotated[
    str, Parameter(help="An actor that Foundry's dnd5e system exported (JSON), or a sheet document; - for standard input.")
]
Name = Annotated[str, Parameter(help="The hero, by name or id.")]
Replace = Annotated[bool, Parameter(negative="", help="Replace the living hero of that name, who keeps the id.")]
Foundry = Annotated[Path | None, Parameter(help="Write an actor for Foundry's dnd5e system to this file.")]
Html = Annotated[Path | None, Parameter(help="Write a sheet to print to this file, as HTML.")]
Document = Annotated[Path | None, Parameter(name="--sheet", help="Write a sheet document to this file, which import reads.")]


def import_hero(
    file: FromFile,
    /,
    *,
    replace: Replace = False,
    db: Db = None,
    campaign: CampaignName = None,
    new: New = False,
    items: Items = (),
    as_json: AsJson = False,
) -> int:
    """Bring a hero into the campaign, with gear, coins and spells; say what stays behind.

    Example:  rpg-lite heroes import brenna.json
    """
    import json

    from rpg_lite.content import foundry_actor, foundry_actor_import
    from rpg_lite.content.entry_editions import Faulty

    text = read(file)
    try:
        actor = foundry_actor.actor_of(text) if _is_actor(text) else None
        document: Any = None if actor else json.loads(text)
    except Faulty as faulty:
        raise Stop(REFUSED, _faults(file, faulty)) from faulty
    except ValueError as error:
        raise Stop(REFUSED, f"{name_of(file)}: is not JSON: {error}") from error
    left_out: list[str] = []
    places: dict[str, str] = {}

    def attempt(game: "Game") -> dict[str, Any]:
        sent = document
        if actor:
            try:
                found = foundry_actor_import.hero_of(actor, game.book)
            except Faulty as faulty:
                raise Stop(REFUSED, _faults(file, faulty)) from faulty
            sent, left_out[:] = found.document, found.left_out
            places.update(found.places)
        payload = {"operation": "import", "document": sent, "replace": replace}
        return game.ask(payload, "manage_character", detail="full" if as_json else "brief")

    answer = campaign_from_options.answer_of(attempt, db, campaign, new=new, items=items)
    if as_json:
        print_json({**answer, "leftOut": left_out})
    else:
        tell(
            at_places_of_file(answer["text"], places).replace("send replace true to replace it", "give --replace to replace it"),
            *_left_out(left_out if answer["ok"] else ()),
        )
    return DONE if answer["ok"] else REFUSED


def at_places_of_file(text: str, places: "Mapping[str, str]") -> str:
    """The text of a refusal with the places of the file in place of those of the document that was made from it."""
    import re

    def place(found: re.Match[str]) -> str:
        path = found[1]
        known = next((part for part in sorted(places, key=len, reverse=True) if path.startswith(part)), None)
        return found[0] if known is None else f"{places[known]}{path[len(known) :].removesuffix('.item')}"

    return re.sub(r"\bdocument\.((?:equipped|carried)\[[\w.\[\]]*\w\]?)", place, text) if places else text


def _left_out(parts: "Sequence[str]") -> list[str]:
    return [f"Left out: {'; '.join(dict.fromkeys(parts))}."] if parts else []


def _faults(file: str, faulty: "Faulty") -> str:
    return "\n".join(f"{name_of(file)}{f', {place}' if place else ''}: {why}" for place, why in faulty.places)


def _is_actor(text: str) -> bool:
    """Return whether the file looks like an actor or like no known form; a sheet document has the key character."""
    return '"character":' not in text.replace(" ", "") or '"system"' in text


def export_hero(
    name: Name,
    /,
    *,
    foundry: Foundry = None,
    html: Html = None,
    sheet: Document = None,
    db: Db = None,
    campaign: CampaignName = None,
    items: Items = (),
) -> int:
    """Write a hero for Foundry, for paper, or as a sheet document.

    Example:  rpg-lite heroes export Brenna --html brenna.html
    """
    import json

    if not (foundry or html or sheet):
        raise Stop(MISUSED, "Name a file: --foundry FILE, --html FILE or --sheet FILE.")
    with campaign_from_options.open_game(db, campaign, makes=False, items=items) as game:
        answer = game.ask({"operation": "export", "characterName": name}, "manage_character", detail="full")
        if not answer["ok"]:
            raise Stop(REFUSED, answer["text"])
        document: dict[str, Any] = answer["results"][0]["document"]
        if foundry:
            from rpg_lite.content import foundry_actor_export

            actor = foundry_actor_export.write(document, game.book)
            _write(foundry, actor.text)
            tell(*_left_out(actor.left_out))
        if html:
            _write(html, _printed(game, name))
        if sheet:
            _write(sheet, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    return DONE


def _printed(game: "Game", name: str) -> str:
    from rpg_lite.decision.callers import Caller
    from rpg_lite.views.printed_sheet import printed_sheet

    found = game.ask({"operation": "character", "characterName": name}, "read_campaign")
    id = str(found["results"][0]["id"])
    player = Caller("player", characters=(id,))  # the paper lies before the player
    table = game.table(caller=player)
    member: dict[str, Any] = next((m for m in table["party"] if m["id"] == id), {"slots": [], "resources": []})
    shown = game.page_sheet(id, player)
    if shown is None:
        raise Stop(REFUSED, f"There is no sheet for {id}.")
    return printed_sheet(member, shown, table["campaign"], table["rev"])


def _write(file: Path, text: str) -> None:
    try:
        path(str(file)).write_text(text, "utf-8")
    except OSError as error:
        raise Stop(REFUSED, f"{file} cannot be written: {(error.strerror or 'unknown').lower()}.") from error
    tell(f"Written: {file}.")


GROUP: Final = group("heroes", import_=import_hero, export=export_hero)
"""The heroes of a campaign."""
