"""Many altered exports: each is refused in one sentence, or is a normal campaign."""

from pathlib import Path
from random import Random

import pytest

from tests.store import mutated
from tests.store.evenings import evening

__all__ = ["evening"]
MANY = 150


@pytest.mark.faults
@pytest.mark.parametrize("seed", range(100, 108))
def test_whatever_is_changed_is_refused_or_answers(tmp_path: Path, evening: mutated.Parts, seed: int) -> None:
    random = Random(seed)
    came = set()
    for n in range(MANY):
        parts, what = mutated.mutated(evening, random)
        try:
            came.add(mutated.answers(tmp_path, parts))
        except Exception as error:
            raise AssertionError(f"{n}: {what}") from error
    assert came == {True, False}
