"""Callers wait for a commit only on a quick disk."""

import pytest

from rpg_lite.store import commit_latency
from rpg_lite.store.commit_latency import LOOKS_S, QUICK_S, CommitLatency


class Disk:
    """Time passes only here."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.pace = CommitLatency()
        for clock in ("monotonic", "perf_counter"):
            monkeypatch.setattr(commit_latency, clock, lambda: self.now)

    def commits(self, seconds: float, times: int = 1) -> None:
        for _ in range(times):
            with self.pace.of_one():
                self.now += seconds


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_it_is_taken_for_quick_until_it_was_slow(disk: Disk) -> None:
    assert disk.pace.is_quick()
    disk.commits(QUICK_S * 2, times=20)
    assert not disk.pace.is_quick()


def test_one_slow_commit_says_nothing(disk: Disk) -> None:
    disk.commits(QUICK_S / 10, times=20)
    disk.commits(QUICK_S * 100)
    assert [disk.pace.is_quick() for _ in range(3)] == [True] * 3


def test_a_slow_disk_is_tried_once_a_second(disk: Disk) -> None:
    disk.commits(QUICK_S * 2, times=20)
    looked = 0
    for _ in range(100):
        disk.now += LOOKS_S / 20
        if disk.pace.is_quick():
            disk.commits(QUICK_S * 2)
            looked += 1
    assert 4 <= looked <= 5


def test_a_slow_disk_is_tried_again_after_a_while(disk: Disk) -> None:
    disk.commits(QUICK_S * 2, times=20)
    disk.now += LOOKS_S
    assert [disk.pace.is_quick() for _ in range(3)] == [True] * 3


def test_a_disk_that_is_quick_again_is_found_out(disk: Disk) -> None:
    disk.commits(QUICK_S * 2, times=20)
    disk.commits(QUICK_S / 10, times=20)
    assert [disk.pace.is_quick() for _ in range(3)] == [True] * 3


def test_a_commit_that_fails_counts_as_well(disk: Disk) -> None:
    for _ in range(20):
        with pytest.raises(OSError), disk.pace.of_one():
            disk.now += QUICK_S * 2
            raise OSError
    assert not disk.pace.is_quick()
