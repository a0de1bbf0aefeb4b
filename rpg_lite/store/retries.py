"""Decide how often and for how long a transaction is tried again. Apart because both kinds of database wait by it."""

from tenacity import Retrying, retry_if_exception, stop_after_attempt, stop_after_delay, wait_random_exponential

from rpg_lite.store import store_faults


def patience(busy_ms: int) -> Retrying:
    """Try up to eight times, but not longer than the wait for one lock."""
    return Retrying(
        retry=retry_if_exception(store_faults.may_pass),
        stop=stop_after_attempt(8) | stop_after_delay(busy_ms / 1000),
        wait=wait_random_exponential(multiplier=0.01, min=0.01, max=0.5),
        reraise=True,
    )
