"""A sheet on a terminal: every number with its reason, at 80 columns, without colour, in plain characters."""

import io

from rich.console import Console

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.terminal import sheet
from rpg_lite.vocabulary import CONDITIONS, SKILLS
from tests.rows import each_row

THORIN = {
    "character": {
        "name": "Thorin",
        "classes": ["fighter 5"],
        "race": "dwarf",
        "hpMax": 44,
        "hp": 31,
        "features": ["defense_style", "pipe smoking"],
    },
    "equipped": [
        "Plate Armor",
        "Shield",
        "Longsword",
        {"item": "Ring of Protection", "attuned": True},
        "Cloak of Protection",
        {"item": "Gauntlets of Ogre Power", "attuned": True},
        "Boots of Elvenkind",
    ],
    "carried": [{"item": "Backpack", "contents": [{"item": "Potion of Healing", "quantity": 2}]}],
    "coins": {"gp": 1000},
    "effects": ["Bless"],
    "conditions": ["poisoned"],
    "incomingDamage": [{"type": "poison", "amount": 23}],
}


def shown(document: dict, width: int = 80, **console: object) -> str:
    out = console.pop("file", None) or io.StringIO()
    at = situation(SheetDocument.model_validate(document), rulebook_loading.rulebook())
    sheet.explain(at.stats(rulebook_loading.rulebook()), at, Console(file=out, width=width, **console))
    out.flush()
    return out.buffer.getvalue().decode("ascii") if isinstance(out, io.TextIOWrapper) else out.getvalue()


def test_the_armor_class_stands_with_its_lines():
    assert "18 Plate Armor + 2 Shield + 1 defense style + 1 Ring of" in shown(THORIN)


@each_row(
    "line",
    [
        "HP █████████████████░░░░░░░ 31/44",
        "STR 19                10 STR, at least 19 Gauntlets of Ogre Power",
        "Cloak of Protection   works only when attuned (AC +1, all saves +1)",
        "Stealth               poisoned ▼, Plate Armor ▼",
        "all saves             +1 Ring of Protection, 1d4 Bless",
        "stealth ▲             moving silently (Boots of Elvenkind)",
        "takes                 11 of 23 poison damage",
        "carried               Backpack [Potion of Healing × 2], 1000 coins",
        "POISONED",
        "only text             pipe smoking",
    ],
)
def test_the_sheet_says(line):
    assert line in shown(THORIN)


ELARA = {
    "character": {
        "name": "Elara", "classes": ["wizard 5", "warlock 2", "rogue 3"], "abilities": {"int": 18},
        "spent": {"slot_3": 1, "pact": 1, "arcane recovery": 1},
        "spells": {"prepared": ["Fireball", "Shield"], "cantrips": ["Light"]},
    }
}  # fmt: skip


@each_row(
    "line",
    [
        "Arcane Recovery       free",
        "Sneak Attack          joins another act: 2d6",
        "wizard                INT, save DC 16, +8 to hit, 4 cantrips, prepares 9",
        "prepared              Fireball, Shield",
        "slots                 1: ■■■■  2: ■■■  3: ■□",
        "pact slots            1: ■□",
        "arcane recovery       □ 0 of 1, back after a long rest",
        "hit dice d6           ■■■■■ 5 of 5",
        "to choose",
    ],
)
def test_the_sheet_of_a_caster_says(line):
    assert line in shown(ELARA)


def test_slots_are_told_without_unicode():
    assert "1: ####  2: ###  3: #-" in shown(ELARA, file=io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace"))


def test_many_points_and_points_without_limit_are_numbers():
    assert "lay on hands          25 of 25" in shown({"character": {"classes": ["paladin 5"]}})
    assert "rage                  without limit" in shown({"character": {"classes": ["barbarian 20"]}})


def test_every_skill_has_its_place():
    sheet = shown(THORIN)
    assert all(s.replace("_", " ").capitalize() in sheet for s in SKILLS)


@each_row("width", [40, 60, 80, 200])
def test_no_line_is_wider_than_the_terminal(width):
    assert max(map(len, shown(THORIN, width).splitlines())) <= width


def test_a_pipe_gets_no_escape_codes():
    assert "\x1b" not in shown(THORIN)


def test_a_terminal_without_unicode_gets_plain_letters():
    sheet = shown(THORIN, file=io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace"))
    assert "= 22 =" in sheet and "####" in sheet


def test_nothing_known_is_still_a_sheet():
    sheet = shown({})
    assert "HP unknown" in sheet and "10 unarmored" in sheet


@each_row("condition", CONDITIONS)
def test_every_condition_can_be_shown(condition):
    assert (
        "CONDITION".lower() not in shown({**THORIN, "conditions": [condition]}) and condition in shown({"conditions": [condition]}).lower()
    )


def test_items_of_every_kind_can_be_shown():
    book = rulebook_loading.rulebook()
    for t in list(book.templates.values())[::8]:
        if not t.bases and not t.variants:
            at = situation(SheetDocument.model_validate({"equipped": [{"item": t.id, "attuned": True}]}), book)
            sheet.explain(at.stats(book), at, Console(file=io.StringIO(), width=80))


def test_signs_of_the_terminal_and_of_markup_are_only_text():
    sheet = shown(
        {"character": {"name": "[red]Bob[/red]", "race": "\x1b[31mred"}, "carried": [{"item": {"name": "[/]", "type": "treasure"}}]}
    )
    assert "[red]Bob[/red]" in sheet and "[/]" in sheet and "\x1b" not in sheet
