"""A file that somebody changed is refused in one sentence, or is a campaign like any other."""

from pathlib import Path
from random import Random

import pytest

from rpg_lite.game import open_campaign
from tests.store import mutated
from tests.store.played import BACK, EVENING, PLAYED, ROOMS, play
from tests.store.test_export import export

FEW = 40


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> mutated.Parts:
    """An export of a campaign in which something of everything has happened."""
    folder = tmp_path_factory.mktemp("evening")
    with play(open_campaign(folder / "home.db", "Saltmarsh", new=True, seed=1), PLAYED, ROOMS, BACK, EVENING):
        pass
    return mutated.read(export(folder / "home.db", folder / "evening.zip"))


def test_an_export_that_was_only_written_anew_is_imported_and_answers(tmp_path: Path, evening: mutated.Parts) -> None:
    assert mutated.answers(tmp_path, evening)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_changed_is_refused_or_answers(tmp_path: Path, evening: mutated.Parts, seed: int) -> None:
    random = Random(seed)
    for _ in range(FEW // 4):
        parts, what = mutated.mutated(evening, random)
        try:
            mutated.answers(tmp_path, parts)
        except Exception as error:
            raise AssertionError(what) from error
