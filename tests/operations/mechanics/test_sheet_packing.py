"""Creatures as sheet documents."""

import pytest

from tests.operations.worlds import heroes


@pytest.mark.parametrize("kept", [{"hp": 7}, {"hp": 7, "tempHp": 3}])
def test_hit_points_go_into_the_document_as_far_as_they_are_kept(kept: dict[str, int]):
    box = heroes()
    box.accept("update", "Thorin", character=kept)
    character = box.did("export", "Thorin")["results"][0]["document"]["character"]
    assert {k: character[k] for k in ("hp", "tempHp") if k in character} == kept
