"""Many rows of a table in few tests: to set up, report and tear down a test takes longer than to look at one row."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import pytest
from _pytest.mark.structures import ParameterSet

Test = Callable[..., None]
SIZE: Final = 50
"""Rows of one test: few enough that a group takes about a second, and that its workers share the work."""


def each_row(
    names: str | Sequence[str], rows: Iterable[Any], ids: Callable[[Any], Any] | Iterable[str] | None = None
) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, with one test for each group of rows: it tries every row, and tells each that fails by its id.

    For tests without fixtures, because the rows of a group would share them.
    """
    wanted = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    given = [*rows]
    listed = [*ids] if ids is not None and not callable(ids) else [None] * len(given)
    named = [_named(row, len(wanted) == 1 and isinstance(names, str), id, ids) for row, id in zip(given, listed, strict=True)]
    groups = [named[n : n + SIZE] for n in range(0, len(named), SIZE)]

    def decorate(test: Test) -> Test:
        if inspect.iscoroutinefunction(test) or {*inspect.signature(test).parameters} != {*wanted}:
            raise TypeError(f"{test.__name__} takes more than the rows: {', '.join(wanted)}")

        def of_a_group(rows: list[tuple[str, tuple[Any, ...]]]) -> None:
            faults = [fault for id, row in rows if (fault := _fault(test, id, dict(zip(wanted, row, strict=True))))]
            if faults:
                raise ExceptionGroup(f"{len(faults)} of {len(rows)} rows: {', '.join(fault.__notes__[-1] for fault in faults)}", faults)

        of_a_group.__name__, of_a_group.__doc__, of_a_group.__module__ = test.__name__, test.__doc__, test.__module__
        first_to_last = [f"{group[0][0]} to {group[-1][0]}" for group in groups]
        return pytest.mark.parametrize("rows", groups, ids=first_to_last)(of_a_group)

    return decorate


def _fault(test: Test, id: str, row: dict[str, Any]) -> Exception | None:
    try:
        test(**row)
    except pytest.skip.Exception as e:
        raise TypeError(f"{id}: a row cannot be skipped; leave it out") from e
    except (Exception, pytest.fail.Exception) as e:
        fault = e if isinstance(e, Exception) else AssertionError(str(e))
        fault.add_note(id)
        return fault
    return None


def _named(row: Any, is_alone: bool, id: str | None, ids: Any) -> tuple[str, tuple[Any, ...]]:
    if isinstance(row, ParameterSet):
        if row.marks:
            raise TypeError(f"a row of a group has no marks of its own: {row.id}")
        return str(row.id) if row.id else _called(row.values, None), tuple(row.values)
    values = (row,) if is_alone else tuple(row)
    return id or _called(values, ids if callable(ids) else None), values


def _called(row: tuple[Any, ...], ids: Callable[[Any], Any] | None) -> str:
    return "-".join(str(ids(value) if ids else _ordered(getattr(value, "__name__", value)))[:60] for value in row)


def _ordered(value: Any) -> Any:
    """A set in one order, because two workers must give a row one name."""
    return sorted(value, key=str) if isinstance(value, set | frozenset) else value
