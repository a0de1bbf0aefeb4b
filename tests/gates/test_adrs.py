"""The decisions and their one-line digest agree, and each names a test that pins it."""

import re
from pathlib import Path

import pytest

from tests.gates.decisions import ROOT, exists
from tests.rows import each_row

ADRS = sorted((ROOT / "adrs").glob("[0-9]*.md"))
DIGEST = (ROOT / "adrs" / "DECISIONS.md").read_text(encoding="utf-8")
TEST_NAME = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")
NUMBERS = r"\d{4}(?:, \d{4})*"
MOVED = re.findall(r"^- (\d{4}) .* Moved to \[[^\]]+\]\(([^)]+\.md)\)\. ", DIGEST, re.MULTILINE)
STATUS = re.compile(rf"^Status: (?:accepted(?:, amended by (?P<amended>{NUMBERS}))?|superseded by (?P<superseded>\d{{4}}))$")
BACK = re.compile(rf"^(Supersedes|Amends): ({NUMBERS})$")


def test_every_decision_is_listed_once_and_every_listed_one_exists():
    listed = re.findall(r"^- \[.+?\]\(([^)/]+\.md)\)", DIGEST, re.MULTILINE)
    assert listed == [a.name for a in ADRS]


def test_each_line_of_the_digest_is_one_line():
    entries = [line for line in DIGEST.splitlines() if ".md)" in line]
    assert all(re.match(r"- (\[|\d{4} )", line) and line.endswith(".") for line in entries)


def test_the_numbers_run_without_gaps():
    assert re.findall(r"^- \[?(\d{4}) ", DIGEST, re.MULTILINE) == [f"{n:04}" for n in range(1, len(ADRS) + len(MOVED) + 1)]


@pytest.mark.parametrize(("number", "page"), MOVED)
def test_a_decision_that_moved_stands_on_its_page_with_its_tests(number, page):
    section = re.search(rf"^Decision {number}\. .*?(?=^#|\Z)", (ROOT / "adrs" / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert section, f"{page} has no paragraph that begins with Decision {number}."
    assert_tests_exist(section[0].partition("Checked by ")[2])


@each_row("adr", ADRS, ids=lambda a: a.stem)
def test_it_says_context_decision_consequences_and_its_test(adr):
    text = adr.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    assert headings[0].startswith(f"{adr.name[:4]} ")
    assert headings[1:] == ["Context", "Decision", "Consequences", "Held by"]


@each_row("adr", ADRS, ids=lambda a: a.stem)
def test_a_status_of_the_closed_list_stands_below_the_title(adr):
    title, gap, status, *others, last = head_of(adr)
    assert title.startswith("# ") and not gap and not last
    assert STATUS.match(status), status
    assert all(BACK.match(line) for line in others), others


def test_a_later_decision_and_the_one_that_it_changes_name_each_other():
    for then, now in (("amended", "Amends"), ("superseded", "Supersedes")):
        forward = {(old, new) for old, later in named(then).items() for new in later}
        back = {(old, new) for new, earlier in named(now).items() for old in earlier}
        assert forward == back
        assert all(old < new for old, new in forward)


def test_the_digest_marks_what_is_superseded_and_nothing_else():
    marked = re.findall(r"^- \[(\d{4}) .* Superseded by (\d{4})\.$", DIGEST, re.MULTILINE)
    assert marked == [(number, new) for number, (new,) in named("superseded").items()]


def test_the_digest_has_the_titles():
    titles = re.findall(r"^- \[(.+?)\]\(", DIGEST, re.MULTILINE)
    assert titles == [head_of(adr)[0].removeprefix("# ") for adr in ADRS]


@each_row("adr", ADRS, ids=lambda a: a.stem)
def test_no_link_of_it_is_broken(adr):
    links = re.findall(r"\]\(((?!https?:)[^)#]+)\)", adr.read_text(encoding="utf-8"))
    assert [link for link in links if not (adr.parent / link).is_file()] == []


@each_row("adr", ADRS, ids=lambda a: a.stem)
def test_no_title_begins_with_a_clause(adr):
    assert not re.match(r"(Who|What|Whoever|Whatever|Of|That)\b", head_of(adr)[0][len("# 0000 ") :])


@each_row("adr", ADRS, ids=lambda a: a.stem)
def test_the_tests_that_it_names_exist(adr):
    assert_tests_exist(adr.read_text(encoding="utf-8").partition("## Held by")[2])


def assert_tests_exist(text: str) -> None:
    tests = TEST_NAME.findall(text)
    assert tests, "names no test"
    missing = [f"{path}::{name}" if name else path for path, name in tests if not exists(path, name)]
    assert not missing, f"no such test: {', '.join(missing)}"


def head_of(adr: Path) -> list[str]:
    """The lines above the first heading: the title, an empty line, the status with its changes, an empty line."""
    return [line.strip() for line in adr.read_text(encoding="utf-8").partition("## ")[0].splitlines()]


def named(kind: str) -> dict[str, list[str]]:
    """The numbers that each decision names in its head as `kind`: "amended", "superseded", "Amends" or "Supersedes"."""
    found: dict[str, list[str]] = {}
    for adr in ADRS:
        for line in head_of(adr):
            status, back = STATUS.match(line), BACK.match(line)
            numbers = status[kind] if status and kind.islower() else back[2] if back and back[1] == kind else None
            if numbers:
                found[adr.name[:4]] = numbers.split(", ")
    return found
