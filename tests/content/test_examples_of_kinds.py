"""`content example` prints one whole file for each kind of content, which passes the check and plays in both rulesets."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rpg_lite import open_campaign
from rpg_lite.content import content_schemas, rulebook_loading
from rpg_lite.mud.session import Session
from rpg_lite.mud.solo import SoloSession
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.cli.command_line import ROOT, run

IN_DOCS = ("spell", "creature", "feature", "background")
PLAYED = [
    ("item", "grant Oar Blade", "Oar Blade"),
    ("spell", "lookup Salt Lance", "Salt Lance"),
    ("act", "act Ring the Bell", "Rung"),
    ("feature", "lookup Ferryman's Shove", "Ferryman"),
    ("class", "lookup tollkeeper", "hit die d8"),
    ("species", "lookup reedfolk", "swim 30"),
    ("background", "hero Ada fighter background Salt Carter", "Ada is in Lobby"),
    ("feat", "lookup Bargeman", "Bargeman"),
    ("rule", "lookup river toll", "one part in twenty"),
    ("condition", "afflict Bo with soggy", "soggy"),
    ("effect", 'call apply characterName=Bo effect="Ferryman\'s Blessing"', "Ferryman's Blessing"),
    ("trap", "lookup Salt Chute", "Salt Chute"),
    ("creature", "spawn Salt Husk", "Salt Husk"),
]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """A folder with the examples of all kinds."""
    for kind in content_schemas.KINDS:
        found = content_schemas.example(kind)
        (tmp_path / found.file).write_text(found.text)
    yield tmp_path


def test_every_kind_has_an_example_that_passes(own: Path) -> None:
    checked = rulebook_loading.check(own)
    assert not checked.faults and checked.good >= len(content_schemas.KINDS)
    assert {kind for kind, _, _ in PLAYED} == {*content_schemas.KINDS}


@pytest.mark.parametrize("kind", content_schemas.KINDS)
def test_each_file_is_read_under_its_own_name_alone(kind: str, tmp_path: Path) -> None:
    found = content_schemas.example(kind)
    (tmp_path / found.file).write_text(found.text)
    assert not rulebook_loading.check(tmp_path).faults


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("kind", "line", "told"), PLAYED)
def test_each_example_is_played(own: Path, ruleset: Ruleset, kind: str, line: str, told: str) -> None:
    with open_campaign(seed=1, ruleset=ruleset, items=[own]) as game:
        session = Session(game)
        session.hear("hero Bo fighter 3")
        answer = str(session.hear(line))
        assert told in answer and "Refused" not in answer and "There is no" not in answer, answer


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_own_class_begins_with_its_kit_and_an_own_species(own: Path, ruleset: Ruleset) -> None:
    with open_campaign(seed=1, ruleset=ruleset, items=[own]) as game:
        session = SoloSession(game)
        assert "Ada is in Lobby" in str(session.hear("hero Ada tollkeeper 2 reedfolk"))
        sheet = str(session.hear("sheet"))
        assert "Scale Mail" in sheet and "Longsword" in sheet and "tollkeeper 2" in sheet.casefold() and "swim 30" in sheet


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_own_class_without_a_kit_is_made_and_says_so(tmp_path: Path, ruleset: Ruleset) -> None:
    (tmp_path / "classes.json").write_text('[{"name": "tollkeeper", "hitDie": 8}]')
    with open_campaign(seed=1, ruleset=ruleset, items=[tmp_path]) as game:
        session = SoloSession(game)
        told = str(session.hear("hero Ada tollkeeper 2"))
        assert "Ada is in Lobby" in told and "STR 15" in told and "has no starting equipment" in told
        card = str(session.hear("lookup tollkeeper"))
        assert card.startswith("Tollkeeper: class; hit die d8.") and "Subclasses" not in card
        for line in ("hero", "Bo", "tollkeeper", "1", "human", "none"):
            session.hear(line)
        assert "Bo is in Lobby" in str(session.hear("array"))
        assert "Brenna the Bold is in Lobby" in str(session.hear("later")) + str(
            [session.hear(line) for line in ("stop", "hero Brenna the Bold fighter")]
        )


@pytest.mark.parametrize("kind", IN_DOCS)
def test_the_page_shows_the_same_file(kind: str) -> None:
    found = content_schemas.example(kind)
    shown = re.search(
        rf"`my_rules/{re.escape(found.file)}`:\n\n```json\n(.*?)```", (ROOT / "docs" / "own_content.md").read_text(), re.DOTALL
    )
    assert shown and shown[1] == found.text


def test_the_command_prints_it_and_says_where_it_goes() -> None:
    told = run("content", "example", "creature")
    assert told.returncode == 0 and told.stdout.strip() == content_schemas.example("creature").text.strip()
    assert "my_rules/creatures.json" in told.stderr
    wrong = run("content", "example", "monster")
    assert wrong.returncode == 2 and "Kinds: item, spell" in wrong.stderr


def test_the_page_names_every_kind() -> None:
    page = (ROOT / "docs" / "own_content.md").read_text()
    assert all(f"`{kind}`" in page for kind in content_schemas.KINDS)
