"""Cached slices, each beside the rows of the database."""

from rpg_lite.game import Game
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.world import slice_maintenance, thing_stats
from rpg_lite.world.world_model import Ref, World


def is_true(game: Game) -> int:
    """Check that each of them equals a fresh load, with the numbers that it keeps; return how many there are."""
    memory = game.store._memories[game.campaign.id]
    settled = {refs: slice_maintenance.settle(found) for refs, found in memory._slices.items()}  # nothing is settled in the cache itself
    known = {refs: found.world for refs, found in settled.items() if found}
    assert game.store.rev(game.campaign.id) >= memory._rev
    for refs, world in known.items():
        loaded = game.store.read(game.campaign.id, lambda at, refs=refs: anew(at, refs, game))
        assert [*world.things.values()] == [*loaded.things.values()], refs
        assert [*world.equipped.values()] == [*loaded.equipped.values()], refs
        assert world.roster == loaded.roster == ()
        assert [*world.exits.values()] == [*loaded.exits.values()], refs
        for id, (creature, book, stats) in world.numbers.items():
            assert world.things.get(id) is not creature or stats == thing_stats._current_stats(loaded, creature, book), (refs, id)
    return len(known)


def anew(at: Reading, refs: tuple[Ref, ...], game: Game) -> World:
    from rpg_lite.store import slices

    return slices.load(at._rows, at.campaign, refs, game.book)
