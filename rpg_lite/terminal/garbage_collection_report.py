"""A sentence about the rows that garbage collection found or deleted, for the command line and for play."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rpg_lite.game import Game


def collect(game: "Game", what: str, days: int, yes: bool) -> str:
    """Collect garbage; return a sentence about the rows that were found or deleted."""
    if what == "orphans":
        return f"Orphans: {_count(game.store.orphans(game.campaign.id))}."
    if what == "purge" and yes:
        return f"Deleted for good: {_count(game.store.purge(game.campaign.id, days))}."
    found = f"Older than {days} days: {_count(game.store.stale(game.campaign.id, days))}."
    return f"{found} Nothing was deleted; --yes deletes them for good." if what == "purge" else found


def _count(rows: dict[str, int]) -> str:
    words = {"thing": "things", "equipped": "things in use", "exit": "exits", "call": "records of calls"}
    return ", ".join(f"{n} {words[table]}" for table, n in rows.items())
