"""The table's own folder: what becomes a page, what is a fault and in which line, and when it is read again."""

import os
import tempfile
from pathlib import Path

import pytest

from rpg_lite.content import lore_folder
from rpg_lite.content.lore_pages import page_of
from rpg_lite.content.lore_watch import UNSEARCHABLE, WatchedLore
from rpg_lite.rules.lore import Lore, find_nothing
from tests.rows import each_row

SAMPLE = Path(__file__).parents[1] / "lore"


def read(folder: Path) -> lore_folder.ReadFolder:
    return lore_folder.read(folder, lore_folder.list_files(folder))


def lore_of(folder: Path) -> Lore:
    return WatchedLore(folder, lambda pages: find_nothing).now()


def write(folder: Path, path: str, text: str | bytes) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


# ── pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_place_of_a_file_says_what_it_is():
    kinds = {p.path: p.kind for p in read(SAMPLE).pages}
    assert kinds["RULES.md"] == "always" and kinds["rules/falling.md"] == "rule" and kinds["handouts/letter.md"] == "handout"
    assert kinds["regions/sunken-vault/flooded-crypt/RULES.md"] == "region" and kinds["regions/lobby.md"] == "region"
    assert kinds["skills/chase/SKILL.md"] == "skill" and kinds["skills/chase/references/urban.md"] == "reference"
    assert "README.md" not in kinds and read(SAMPLE).faults == ()


def test_a_page_has_its_keys_and_its_text_without_them():
    page = next(p for p in read(SAMPLE).pages if p.path == "rules/falling.md")
    assert (page.title, page.name) == ("Falling", "falling")
    assert page.keywords[:3] == ("fall", "drop", "pit")
    assert page.text.startswith("A creature that comes down")


def test_a_sentence_with_a_colon_needs_no_quotation_marks():
    chase = next(p for p in read(SAMPLE).pages if p.name == "skill:chase")
    assert chase.description.startswith("Runs a chase: rounds, escape")


@each_row(
    "text, title",
    [
        ("---\ntitle: Deep water\n---\n# Other\nx", "Deep water"),
        ("# The  tide #\nx", "The  tide"),
        ("no heading", "Deep water"),
        ('---\ntitle: "Deep: water"\n---\nx', "Deep: water"),
        ("\ufeff---\r\ntitle: Deep water\r\n---\r\nx", "Deep water"),
        ("---\ntitle: >\n  Deep\n  water\n---\nx", "Deep water"),
    ],
)
def test_the_title_is_the_key_or_the_heading_or_the_name_of_the_file(text, title):
    page = page_of("rules/deep-water.md", "rule", text).page
    assert page and page.title == title


def test_a_page_is_found_by_path_name_and_title_and_the_exact_one_wins():
    lore = lore_of(SAMPLE)
    for name in ("rules/falling.md", "rules/falling", "falling", "Falling"):
        assert [p.path for p in lore.named(name)] == ["rules/falling.md"]
    assert [p.path for p in lore.named("Drinking Potions")] == ["rules/potions.md"]
    assert [p.path for p in lore.named("chase")] == ["skills/chase/SKILL.md"]
    assert [p.path for p in lore.named("skill:chase/references/urban")] == ["skills/chase/references/urban.md"]
    assert lore.named("nothing like it") == ()


def test_regions_hold_by_the_name_of_the_room_or_its_map_the_outermost_first():
    lore = lore_of(SAMPLE)
    assert [p.path for p in lore.here("Bone Cistern")] == ["regions/sunken-vault/RULES.md", "regions/sunken-vault/flooded-crypt/RULES.md"]
    assert [p.path for p in lore.here("vault stairs")] == ["regions/sunken-vault/RULES.md"]
    assert [p.path for p in lore.here("Hall", "Sunken Vault")] == ["regions/sunken-vault/RULES.md"]
    assert [p.path for p in lore.here("Lobby")] == ["regions/lobby.md"]
    assert lore.here("Market") == ()


def test_the_references_of_a_skill_are_its_own():
    lore = lore_of(SAMPLE)
    (chase,) = lore.named("skill:chase")
    assert [p.name for p in lore.references_of(chase)] == ["skill:chase/references/urban"]


# ── faults ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    "path, text, fault, is_read",
    [
        ("rules/a.md", "---\ntitle: A\nx", "rules/a.md:1: the keys begin with --- and have no --- at their end", False),
        ("rules/a.md", "---\ntitle: A\n  b\nnonsense\n---\nx", "rules/a.md:4: this is not a key with a value: write `key: text`", True),
        ("rules/a.md", "---\nkeywords: [a, b\n---\nx", "rules/a.md:2: this is not a key with a value", True),
        ("rules/a.md", "---\ntitle: A\ntitle: B\n---\nx", "rules/a.md:3: title appears twice; the first one applies", True),
        ("rules/a.md", "---\nscene: dark\n---\nx", "rules/a.md:2: unknown key scene; allowed: title, keywords", True),
        ("RULES.md", "---\nkeywords: [a]\n---\nx", "RULES.md:2: unknown key keywords; allowed: title", True),
        ("rules/a.md", "", "rules/a.md:1: the page is empty", False),
        ("rules/a.md", b"one\ntwo \xff", "rules/a.md:2: it is not UTF-8", False),
        ("rules/a.md", b"one\0", "rules/a.md:1: it is not text", False),
        ("rules/a.md", b"x" * (64 * 2**10 + 1), "rules/a.md: it has 65,537 bytes; a page has at most 65,536", False),
        ("rules/a.txt", "x", "rules/a.txt: no page is read from here; the pages are RULES.md, rules/*.md", False),
        ("notes.md", "x", "notes.md: no page is read from here", False),
        ("skills/a/SKILL.md", "---\nname: a\n---\nx", "skills/a/SKILL.md:1: a skill needs a description", False),
        (
            "skills/a/SKILL.md",
            "---\nname: b\ndescription: c\n---\nx",
            "skills/a/SKILL.md:2: the name of a skill is the name of its folder",
            False,
        ),
        ("rules/" + "a/" * 8 + "a.md", "x", "rules/a/a/a/a/a/a/a: folders are read 8 deep and no deeper", False),
    ],
    ids=lambda row: str(row)[:30],
)
def test_a_fault_names_the_file_and_the_line_and_the_others_are_read(path, text, fault, is_read):
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write(folder, path, text)
        write(folder, "rules/well.md", "It is well.")
        found = read(folder)
        assert [f for f in found.faults if f.startswith(fault)], found.faults
        assert ("rules/well.md" in {p.path for p in found.pages}) and (path in {p.path for p in found.pages}) == is_read


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_links_out_of_the_folder_and_pipes_are_never_opened(tmp_path):
    outside = write(tmp_path, "secret.md", "the password")
    folder = tmp_path / "lore"
    write(folder, "rules/well.md", "It is well.")
    (folder / "rules" / "out.md").symlink_to(outside)
    (folder / "rules" / "gone.md").symlink_to(folder / "nowhere.md")
    (folder / "regions").symlink_to(tmp_path)
    (folder / "rules" / "twin.md").symlink_to(folder / "rules" / "well.md")
    os.mkfifo(folder / "rules" / "pipe.md")
    found = read(folder)
    assert {p.path for p in found.pages} == {"rules/well.md", "rules/twin.md"}
    told = "\n".join(found.faults)
    assert "rules/out.md: the link leads out of the folder" in told and "rules/pipe.md: it is not a regular file" in told
    assert "regions: a link to a folder is not followed" in told and "rules/gone.md: it is not a regular file" in told


def test_a_link_to_itself_hides_no_file_beside_it(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "circle").symlink_to("circle")
    (tmp_path / "rules" / "circle.md").symlink_to("circle.md")
    for name in ("a", "well", "z"):
        write(tmp_path, f"rules/{name}.md", "It is well.")
    found = read(tmp_path)
    assert {p.path for p in found.pages} == {"rules/a.md", "rules/well.md", "rules/z.md"}
    assert len(found.faults) == 2 and all("in a circle" in f or "levels of symbolic links" in f for f in found.faults)


def test_a_file_that_goes_while_the_folder_is_listed_hides_no_file_beside_it(tmp_path, monkeypatch):
    for name in ("a", "b"):
        write(tmp_path, f"rules/{name}.md", "x")
    looked = lore_folder._is_folder

    def go_first(entry):
        if entry.name == "a.md":
            os.unlink(entry.path)
        return looked(entry)

    monkeypatch.setattr(lore_folder, "_is_folder", go_first)
    found = read(tmp_path)
    assert [p.path for p in found.pages] == ["rules/b.md"]
    assert found.faults == ("rules/a.md: it cannot be read: No such file or directory",)


def test_a_missing_folder_and_one_with_too_many_files_are_faults(tmp_path, monkeypatch):
    assert "nowhere: the folder cannot be read" in read(tmp_path / "nowhere").faults[0]
    monkeypatch.setattr(lore_folder, "MOST_FILES", 2)
    for n in range(3):
        write(tmp_path, f"rules/{n}.md", "x")
    found = read(tmp_path)
    assert [p.path for p in found.pages] == ["rules/0.md", "rules/1.md"]
    assert "it holds more than 2 files" in found.faults[0]


def test_the_pages_together_have_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(lore_folder, "LARGEST_FOLDER", 5)
    write(tmp_path, "rules/a.md", "four")
    write(tmp_path, "rules/b.md", "more")
    found = read(tmp_path)
    assert [p.path for p in found.pages] == ["rules/a.md"] and found.faults[0].startswith("rules/b.md: the pages before it")


def test_a_file_that_changes_while_it_is_read_is_a_fault_until_the_next_look(tmp_path):
    file = write(tmp_path, "RULES.md", "old")
    listing = lore_folder.list_files(tmp_path)
    file.write_text("newer")
    found = lore_folder.read(tmp_path, listing)
    assert found.pages == () and found.faults == ("RULES.md: it changed while it was read; the next call reads it again",)
    assert lore_folder.list_files(tmp_path).stamp != listing.stamp


def test_keys_for_other_programs_are_said_to_change_nothing(tmp_path):
    write(tmp_path, "skills/a/SKILL.md", "---\nname: a\ndescription: b\nlicense: MIT\nmetadata:\n  author: c\n---\nx")
    write(tmp_path, "skills/a/scripts/run.py", "print()")
    found = read(tmp_path)
    assert found.faults == ()
    assert found.notes == ("skills/a/SKILL.md:4: license changes nothing here", "skills/a/SKILL.md:5: metadata changes nothing here")


def test_what_is_too_long_for_its_place_is_said(tmp_path):
    write(tmp_path, "RULES.md", "A rule. " * 1_000)
    write(tmp_path, "handouts/book.md", "x" * 4_000)
    write(tmp_path, "handouts/letter.md", "x" * 3_000)
    rules, book = read(tmp_path).notes
    assert rules.startswith("RULES.md:1: about 3,") and "never cut" in rules
    assert book == "handouts/book.md:1: it has more than 4,000 letters with its title, and cannot be handed out: split it into two pages"


# ── files of skills ─────────────────────────────────────────────────────────────────────────────────────────────────


def skill_with(folder: Path, **files: bytes) -> Path:
    write(folder, "skills/chase/SKILL.md", "---\nname: chase\ndescription: b\n---\nx")
    for name, data in files.items():
        file = folder / "skills" / "chase" / "assets" / f"{name}.png"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)
    return folder


def test_the_files_of_a_skill_are_listed_and_read_one_by_one(tmp_path):
    source = WatchedLore(skill_with(tmp_path, map=b"\x89PNG\0"), lambda pages: find_nothing, clock := Hours())
    lore = source.now()
    (chase,) = lore.pages
    assert lore.faults == () and lore.assets_of(chase) == ("skills/chase/assets/map.png",)
    assert lore.read_asset("skills/chase/assets/map.png") == b"\x89PNG\0"
    assert [lore.read_asset(p) for p in ("skills/chase/assets/no.png", "../secret", "skills/chase/SKILL.md", "")] == [None] * 4
    (tmp_path / "skills/chase/assets/map.png").write_bytes(b"other bytes")
    assert lore.read_asset("skills/chase/assets/map.png") is None
    clock.now += 1
    assert source.now().read_asset("skills/chase/assets/map.png") == b"other bytes" and source.now().stamp != lore.stamp


def test_a_large_file_and_one_that_leads_out_are_faults(tmp_path, monkeypatch):
    monkeypatch.setattr(lore_folder, "LARGEST_ASSET", 4)
    (tmp_path / "out.png").write_bytes(b"out")
    folder = skill_with(tmp_path / "lore", map=b"12345", small=b"1234")
    (folder / "skills/chase/assets/out.png").symlink_to(tmp_path / "out.png")
    lore = lore_of(folder)
    assert lore.assets == ("skills/chase/assets/small.png",)
    assert lore.faults == (
        "skills/chase/assets/map.png: it has 5 bytes; a file of a skill has at most 4",
        "skills/chase/assets/out.png: the link leads out of the folder, and is not followed",
    )
    assert lore.read_asset("skills/chase/assets/out.png") is None


# ── looking again ───────────────────────────────────────────────────────────────────────────────────────────────────


class Hours:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_edit_is_seen_and_an_unchanged_folder_is_neither_read_nor_looked_at_twice_a_second(tmp_path, monkeypatch):
    looks, reads = [], []
    listed, read_all = lore_folder.list_files, lore_folder.read
    monkeypatch.setattr(lore_folder, "list_files", lambda f: (looks.append(f), listed(f))[1])
    monkeypatch.setattr(lore_folder, "read", lambda f, li: (reads.append(f), read_all(f, li))[1])
    file, clock = write(tmp_path, "RULES.md", "old"), Hours()
    source = WatchedLore(tmp_path, lambda pages: find_nothing, clock)
    first = source.now()
    for _ in range(100):
        assert source.now() is first
    assert (len(looks), len(reads)) == (1, 1)
    assert source.recent() is first
    clock.now += 1
    assert source.recent() is None and len(looks) == 1
    assert source.now() is first and (len(looks), len(reads)) == (2, 1)
    file.write_text("newer")
    clock.now += 1
    assert [p.text for p in source.now().pages] == ["newer"] and source.now().stamp != first.stamp
    file.unlink()
    clock.now += 1
    assert source.now().pages == ()


def test_a_machine_without_an_index_says_so(tmp_path):
    write(tmp_path, "RULES.md", "x")
    lore = WatchedLore(tmp_path, lambda pages: None).now()
    assert lore.faults == (UNSEARCHABLE,) and len(lore.pages) == 1 and lore.search("x") == ()
