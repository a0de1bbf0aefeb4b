"""Grouped rows lose nothing: each row is tried, and each that fails is told by name."""

import pytest

from tests.rows import SIZE, each_row


def groups(test) -> list:
    (mark,) = test.pytestmark
    return mark.args[1]


def run(test) -> list[Exception]:
    found = []
    for group in groups(test):
        try:
            test(group)
        except ExceptionGroup as e:
            found += e.exceptions
    return found


def test_every_row_is_tried_and_each_fault_tells_its_row():
    tried = []

    @each_row("n", range(3 * SIZE + 1), ids=lambda n: f"row {n}")
    def test(n: int) -> None:
        tried.append(n)
        assert n not in (0, 1, SIZE, 3 * SIZE), "an unlucky number"

    faults = run(test)
    assert tried == [*range(3 * SIZE + 1)]
    assert [fault.__notes__ for fault in faults] == [["row 0"], ["row 1"], [f"row {SIZE}"], [f"row {3 * SIZE}"]]
    assert all("an unlucky number" in str(fault) for fault in faults)


def test_a_group_tells_its_rows_in_one_line():
    @each_row(("a", "b"), [(1, "one"), (2, "zwei"), (3, "drei")])
    def test(a: int, b: str) -> None:
        if b != "one":
            pytest.fail(f"{a} is not {b}")

    with pytest.raises(ExceptionGroup, match="2 of 3 rows: 2-zwei, 3-drei") as told:
        test(*groups(test))
    assert [str(fault) for fault in told.value.exceptions] == ["2 is not zwei", "3 is not drei"]


def test_what_rows_would_share_or_hide_is_refused(tmp_path):
    with pytest.raises(TypeError, match="takes more than the rows: n"):

        @each_row("n", [1])
        def shares(n, tmp_path): ...

    with pytest.raises(TypeError, match="takes more than the rows: n"):

        @each_row("n", [1])
        async def waits(n): ...

    @each_row("n", [1, 2])
    def hides(n):
        pytest.skip("not today")

    with pytest.raises(TypeError, match="1: a row cannot be skipped"):
        hides(*groups(hides))
