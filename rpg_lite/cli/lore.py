"""The folder of the table's own pages on the command line: check the folder, list or find pages, keep one in the campaign."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson, CampaignName, ConfigFile, Db, Lore
from rpg_lite.cli.subcommand_group import group
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, Stop, path, print_json, say, tell, warn

if TYPE_CHECKING:
    from rpg_lite.game import Game
    from rpg_lite.rules.lore import Page

Words = Annotated[str, Parameter(help="A question in the table's own words, or some words.")]
PageName = Annotated[str, Parameter(help="The name of a page, as `rpg-lite lore list` shows it, or script:SKILL/NAME.")]
NO_FOLDER: Final = "which folder? Name it with --lore DIR, or as `lore` in rpg-lite.toml."


def check(*, lore: Lore = None, config: ConfigFile = None) -> int:
    """Check the folder: list every fault with its file and line, and pages that questions rarely find.

    Example:  rpg-lite lore check --lore my_campaign/
    """
    from rpg_lite.content import lore_folder
    from rpg_lite.content.lore_pages import LAYOUT
    from rpg_lite.messages.render_context import many

    folder = _folder(lore, config)
    listing = lore_folder.list_files(folder)
    found = lore_folder.read(folder, listing)
    faults = [*found.faults, *_broken_links(folder, found.pages, [file for file, _, _ in listing.files])]
    for note in found.notes or (() if found.pages else (f"{folder} holds no page yet; the pages are {LAYOUT}",)):
        say(f"note: {note}")
    tell(f"{many(len(found.pages), 'page')}, {many(len(faults), 'fault')}.")
    return warn(faults)


def _broken_links(folder: Path, pages: "tuple[Page, ...]", files: list[str]) -> Iterator[str]:
    from rpg_lite.content import lore_link_check

    beside = [p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()]
    for page in pages:
        try:
            text = (folder / page.path).read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            yield f"{page.path}: it cannot be read any more: {(error.strerror or 'it is gone').lower()}"
        else:
            yield from lore_link_check.faults(page.path, text, {*files, *beside})


def list_all(*, lore: Lore = None, config: ConfigFile = None, as_json: AsJson = False) -> int:
    """List every page with its name, its title and its length in tokens.

    Example:  rpg-lite lore list --lore my_campaign/
    """
    from rpg_lite.campaign_setup import lore_of
    from rpg_lite.rules.token_estimate import estimate

    source = lore_of(_folder(lore, config))
    found = source.now() if source else None
    pages = found.pages if found else ()
    if as_json:
        keys = ("path", "name", "title", "kind", "description")
        print_json([{key: getattr(p, key) for key in keys} | {"keywords": p.keywords, "tokens": estimate(p.text)} for p in pages])
    else:
        wide = max((len(p.name) for p in pages), default=0)
        for page in pages:
            tell(f"{page.name:<{wide}}  {page.title}, {estimate(page.text)} tokens ({page.path})")
    return warn(found.faults if found else ())


def find(*words: Words, lore: Lore = None, config: ConfigFile = None) -> int:
    """Find the pages that answer a question, as read_campaign rules does.

    Example:  rpg-lite lore find "he falls into the pit" --lore my_campaign/
    """
    if not words:
        raise Stop(MISUSED, "find what? Name some words, such as: rpg-lite lore find falling cliff.")
    from rpg_lite.campaign_setup import lore_of
    from rpg_lite.rules.lore import MOST_FOUND
    from rpg_lite.views import lore_text

    source = lore_of(_folder(lore, config))
    pages = source.now().search(" ".join(words))[:MOST_FOUND] if source else ()
    if not pages:
        return say(f"rpg-lite: no page has these words; rpg-lite lore list --lore {lore or 'DIR'} shows all.", REFUSED)
    tell(lore_text.found(pages))
    return DONE


def keep(name: PageName, /, *, lore: Lore = None, db: Db = None, campaign: CampaignName = None) -> int:
    """Keep a page in the campaign as a house rule in force: it travels with an export, and takes precedence over the page in the folder. A
    script of a skill is shown and kept, and `rpg-lite run` then runs it.

    Example:  rpg-lite lore keep falling --lore my_campaign/ --db party.db
    Example:  rpg-lite lore keep script:chase/encounter --lore my_campaign/ --db party.db
    """
    from rpg_lite.scripts import promoted

    with campaign_from_options.open_game(db, campaign, lore=_folder(lore, None), makes=False) as game:
        if name.startswith(promoted.PREFIX):
            return _keep_script(game, name)
        pages = game.lore.named(name)
        if len(pages) != 1:
            which = ", ".join(page.path for page in pages) or "rpg-lite lore list shows all"
            raise Stop(REFUSED, f"{'Several pages have' if pages else 'No page has'} the name {name!r}: {which}.")
        if pages[0].kind not in ("always", "rule"):
            raise Stop(
                REFUSED,
                f"{pages[0].path} stays in the folder, where it is read when it is needed; keep takes RULES.md or a page of rules/.",
            )
        note = {"operation": "equip", "bagName": "home", "itemName": pages[0].note, "content": pages[0].text}
        answer = game.ask(note, tool="manage_tools", detail="brief")
    tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


def _keep_script(game: "Game", name: str) -> int:
    from rpg_lite.scripts import promoted

    text = promoted.of_skill(game, name)
    if text is None:
        scripts = [path for path in game.lore.assets if path.endswith(".py")]
        there = ", ".join(promoted.name_of(path.removeprefix("skills/").replace("/scripts/", "/")) for path in scripts)
        raise Stop(REFUSED, f"No skill has the script {name}; there are: {there or 'none'}.")
    answer = promoted.keep(game, name, text)
    tell(text.rstrip(), "", answer["text"])
    return DONE if answer["ok"] else REFUSED


def _folder(lore: Path | None, config: Path | None) -> Path:
    """Return the folder that the option or the settings name. Raises Stop."""
    from rpg_lite.server.settings_loading import load_settings

    found = load_settings(config, lore=lore).settings.lore
    if found is None:
        raise Stop(MISUSED, NO_FOLDER)
    folder = path(str(found))
    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "is missing"
        raise Stop(MISUSED, f"--lore: {folder} {what}: name the folder that holds RULES.md, rules/ and skills/.")
    return folder


GROUP: Final = group("lore", check=check, list=list_all, find=find, keep=keep)
