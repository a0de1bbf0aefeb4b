"""The queue of writers. The threads of this process write in the order in which they asked; SQLite's lock keeps out other programs."""

from collections import deque
from threading import Lock
from typing import Final

PATIENCE_S: Final = 30


class WriteQueue:
    """One turn at a time, first come, first served: Python's locks and SQLAlchemy's pools favour the thread that has just released
    something.
    """

    def __init__(self) -> None:
        self._lock, self._taken = Lock(), False
        self._waiting: deque[Lock] = deque()

    def enter(self, patience_s: float = PATIENCE_S) -> bool:
        """Wait for a turn; return False if it did not come in time."""
        with self._lock:
            if not self._taken:
                self._taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        try:
            came = turn.acquire(timeout=patience_s)
        except BaseException:  # such as Ctrl-C during the wait
            if not self._withdrawn(turn):
                self.leave()
            raise
        return came or not self._withdrawn(turn)

    def leave(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False

    def _withdrawn(self, turn: Lock) -> bool:
        """Leave the queue; return False if the turn has come in the meantime."""
        with self._lock:
            if waits := turn in self._waiting:
                self._waiting.remove(turn)
            return waits
