"""An altered file is refused in one sentence, or is a normal campaign."""

import re
from pathlib import Path
from random import Random

import pytest

from rpg_lite.cli import app
from tests.store import mutated
from tests.store.evenings import evening  # noqa: F401
from tests.store.exports import refused

FEW = 40


def test_an_export_that_was_only_written_anew_is_imported_and_answers(tmp_path: Path, evening: mutated.Parts) -> None:
    assert mutated.answers(tmp_path, evening)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_changed_is_refused_or_answers(tmp_path: Path, evening: mutated.Parts, seed: int) -> None:
    random = Random(seed)
    for _ in range(FEW // 4):
        parts, what = mutated.mutated(evening, random)
        try:
            mutated.answers(tmp_path, parts)
        except Exception as error:
            raise AssertionError(what) from error


# ── the adversary's own ─────────────────────────────────────────────────────────────────────────────────────────────


def of(parts: mutated.Parts, name: str, key: str, value: object) -> int:
    """The place of the first line with this text."""
    return next(n for n, row in enumerate(parts[name]) if row[key] == value)


FORGED = {
    "a name that is a number": ("things.jsonl", "name", "Thorin", {"name": 2}, "name: Input should be a valid string"),
    "a body that is a list": ("things.jsonl", "name", "Thorin", {"body": ["x"]}, "body: Object expected|body: Input should be an object"),
    "a body that is text": ("things.jsonl", "name", "Thorin", {"body": "NaN"}, "body: Input should be an object"),
    "a bag that is an object": ("things.jsonl", "name", "Thorin", {"parent_id": {}}, "parent_id: Input should be a valid string"),
    "itself as its bag": ("things.jsonl", "name", "Thorin", {"parent_id": "c1.1"}, "a thing cannot be inside itself"),
    "an id of another kind": ("things.jsonl", "name", "Thorin", {"kind": "item"}, "id: an id of kind item begins with i"),
    "no name": ("things.jsonl", "name", "Thorin", {"name": ""}, "a name needs at least one character"),
    "a long name": ("things.jsonl", "name", "Thorin", {"name": "x" * 201}, "a name has at most 200"),
    "an unknown key in a body": ("things.jsonl", "name", "Thorin", {"body": {"colour": "red"}}, "body.colour: Extra inputs"),
    "a sheet of a wrong level": ("things.jsonl", "name", "Thorin", {"body": {"sheet": {"level": 99}}}, r"body\.sheet\.level: Input should be"),
    "an item of nothing": ("things.jsonl", "name", "Ring of Protection", {"body": {}}, "expected a template or an inline item"),
    "a time after all times": ("things.jsonl", "name", "Thorin", {"created_at": 2**60}, "created_at: Input should be less than"),
    "a note that is an object": ("exits.jsonl", "direction", "down", {"note": {}}, "note: Input should be a valid string"),
    "a hundred years to walk": ("exits.jsonl", "direction", "down", {"minutes": 2**31}, "minutes: Input should be less than"),
    "an answer that is text": ("commits.jsonl", "rev", 3, {"answer": "zz"}, "answer: Input should be an object"),
    "an answer that is a list": ("commits.jsonl", "rev", 3, {"answer": [1]}, "answer: Input should be an object"),
    "an answer that steers a terminal": ("commits.jsonl", "rev", 3, {"answer": {"ok": True, "text": "\x1b[2J"}}, "no control characters"),
    "an answer to a repeated request without a text": ("commits.jsonl", "request_id", "once", {"answer": {"ok": True}}, "gets it again"),
    "a priority that is text": ("equipped.jsonl", "slot", None, {"priority": "first"}, "priority: Input should be a valid number"),
    "dice that are none": ("events.jsonl", "rev", 3, {"body": {"event": "rolled", "dice": "x", "faces": [], "total": 1, "for": "roll"}}, "dice"),
    "a call that took no time": ("calls.jsonl", "kind", "result", {"ms": None}, "has both"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "key", "value", "forged", "says"), FORGED.values(), ids=FORGED)
def test_a_forged_value_is_told_by_file_line_and_field(
    tmp_path: Path, evening: mutated.Parts, name: str, key: str, value: object, forged: dict[str, object], says: str
) -> None:  # fmt: skip
    parts = {part: [*rows] for part, rows in evening.items()}
    n = of(parts, name, key, value)
    parts[name][n] = parts[name][n] | forged
    told = refused(tmp_path, mutated.write(tmp_path / "forged.zip", parts))
    assert re.search(says, told), told
    assert f"{name}, line {n + 1}: " in told or "event " in told


def test_an_event_that_says_untruly_what_was_before_it_is_refused(tmp_path: Path, evening: mutated.Parts) -> None:
    """The world that it leads to is the same; undoing it would lead to another one."""
    parts = {part: [*rows] for part, rows in evening.items()}
    n = next(n for n, row in enumerate(parts["events.jsonl"]) if row["body"].get("path") == "body.hp")
    row = parts["events.jsonl"][n]
    parts["events.jsonl"][n] = row | {"body": row["body"] | {"was": 7}}
    told = refused(tmp_path, mutated.write(tmp_path / "untrue.zip", parts))
    assert f"event {row['n']} of rev {row['rev']} (was: differs from the value before this event)" in told


def test_the_command_line_refuses_it_in_one_sentence(tmp_path: Path, evening: mutated.Parts, capsys: pytest.CaptureFixture[str]) -> None:
    parts = {part: [*rows] for part, rows in evening.items()}
    parts["commits.jsonl"][3] = parts["commits.jsonl"][3] | {"answer": "zz"}
    file = mutated.write(tmp_path / "forged.zip", parts)
    assert app.main(["campaigns", "import", str(file), "--db", str(tmp_path / "party.db")]) == 1
    told = capsys.readouterr().err
    assert told.startswith("rpg-lite: ") and told.rstrip().endswith("Nothing was imported.") and "Traceback" not in told
