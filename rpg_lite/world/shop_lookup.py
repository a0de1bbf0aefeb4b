"""Shops: creatures and bags that sell their contents."""

from rpg_lite.world import body_paths
from rpg_lite.world.world_model import Thing, World


def shop_around(world: World, id: str) -> str | None:
    """The id of the shop in which a thing lies, at any depth; a shop lies in itself."""
    around = (world.things[id], *world.ancestors(id))
    return next((t.id for t in around if t.state.shop), None)


def is_taken_out(world: World, thing: Thing, to: Thing) -> bool:
    """Whether a thing with a price tag leaves its shop when it goes into this bag; if so, it loses the tag."""
    return thing.state.price is not None and shop_around(world, thing.id) != shop_around(world, to.id)


def without_tag(thing: Thing) -> Thing:
    return thing.with_body(body_paths.changed_body(thing.body, (body_paths.PRICE.to(None),)))
