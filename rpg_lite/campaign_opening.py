"""Open a campaign of a database."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rpg_lite import campaign_setup
from rpg_lite.game import Game
from rpg_lite.rules import dice
from rpg_lite.store.page_vectors import Embed
from rpg_lite.store.store import Store
from rpg_lite.vocabulary import Ruleset


def open_campaign(
    where: str | Path = ":memory:",
    campaign: str | None = None,
    *,
    ruleset: Ruleset | None = None,
    items: str | Path | Sequence[str | Path] = (),
    lore: str | Path | None = None,
    embed: Embed | None = None,
    policy: Mapping[str, Any] | None = None,
    by_plan: bool = False,
    new: bool = False,
    seed: int | str | None = None,
    busy_ms: int = 5000,
) -> Game:
    """A campaign of a database (a path, ":memory:" or an SQLAlchemy URL), ready for calls; use it in a `with` statement.

    An empty database gets the default campaign; any other unknown campaign is created only with `new`. `items`: your own item file or
    folder, or several; `lore`: the folder of the table's own pages; `embed`: a function from texts to vectors, with which these pages are
    also found by meaning. `ruleset` and `policy` (keys as in data/rulesets.json) belong to a new campaign, and are stored with it; an
    existing campaign with different ones is refused. `by_plan`: a new campaign without a policy is one in which places count wherever a room
    has a ground, as the command line makes it. Raises StoreFault, CampaignUnknown, CampaignUnnamed, CampaignDiffers, LoreMissing,
    ItemsMissing, and DocumentFault for a policy.
    """
    own = None if policy is None else campaign_setup.house_rules(policy)
    paths = campaign_setup.paths_of(items)
    campaign_setup.require_items(paths)
    pages = campaign_setup.lore_of(lore, embed)
    store = Store.open(where, busy_ms=busy_ms)
    try:
        found = campaign_setup.campaign(store, campaign, ruleset, own, new, by_plan)
        roller = dice.roller(seed) if seed is not None else None
        return Game(store, found, campaign_setup.book_of(found, paths), roller, paths, pages)
    except BaseException:
        store.close()
        raise
