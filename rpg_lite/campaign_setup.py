"""Prepare a campaign for play: find or create it, complete it for this version, check its rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from rpg_lite.content import initial_world, rulebook_loading, turn_rule_packages
from rpg_lite.content.lore_watch import WatchedLore
from rpg_lite.rules import document_validation, names
from rpg_lite.rules.lore import LoreSource
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import lore_index
from rpg_lite.store.chronicle import COMPLETED_BY
from rpg_lite.store.page_vectors import Embed
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import CLASS_FEATURES_ID, Campaign

DEFAULT_CAMPAIGN: Final = "campaign"
MOST_NAMED: Final = 10
_COMPLETED: Final = "The campaign received the rooms and tools of this version."
_HEROES_RISE: Final = "Heroes now have the features, slots and resources of their class levels (features [] means none)."


class CampaignUnknown(Exception):
    """No campaign has this name, and the caller did not ask for a new one."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name, self.described = name, self.describe(name, known)
        super().__init__(f"{self.described} To create it, use new=True.")

    @staticmethod
    def describe(name: str, known: Sequence[str]) -> str:
        """Say which campaigns exist: the nearest names, or else the first ones."""
        shown = names.nearest(name, known) or known[:MOST_NAMED]
        more = f" and {len(known) - len(shown)} more (rpg-lite campaigns list)" if len(known) > len(shown) else ""
        return f"There is no campaign {name!r}. Campaigns: {', '.join(map(repr, shown)) or 'none yet'}{more}."


class CampaignUnnamed(Exception):
    """The caller named no campaign, and the database holds several campaigns but not the default one; a new campaign is created only on
    request.
    """

    def __init__(self, known: Sequence[str]) -> None:
        shown = ", ".join(map(repr, known[:MOST_NAMED])) + (f" and {len(known) - MOST_NAMED} more" if len(known) > MOST_NAMED else "")
        super().__init__(f"The database holds {shown}: choose one with --campaign NAME on the command line or campaign=NAME in Python.")


class LoreMissing(Exception):
    """The folder of the table's own pages does not exist."""

    def __init__(self, folder: Path) -> None:
        what = "is not a folder" if folder.exists() else "is missing"
        super().__init__(f"{folder} {what}: name the folder that holds RULES.md, rules/ and skills/.")


class ItemsMissing(Exception):
    """Some of the files and folders with the table's own content do not exist."""

    def __init__(self, missing: Sequence[str | Path]) -> None:
        are = "is" if len(missing) == 1 else "are"
        super().__init__(f"{', '.join(map(str, missing))} {are} missing: name item files, or folders that contain them.")


class CampaignDiffers(Exception):
    """The campaign has a ruleset or policy other than the one that the caller asked for; the stored one stays."""

    def __init__(self, name: str, what: str, stored: object, wanted: object) -> None:
        super().__init__(
            f"The campaign {name!r} uses {what} {stored}, not {wanted}, and keeps it. Leave {what} out, or start another campaign."
        )


BY_PLAN: Final = {"space": "by_plan"}
"""The policy with which a table begins: places count in each fight in a room that has a ground."""


def house_rules(policy: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules in their stored form. Raises DocumentFault."""
    return document_validation.read(Policy, policy).model_dump(mode="json", by_alias=True, exclude_unset=True)


def campaign(
    store: Store, wanted: str | None, ruleset: Ruleset | None, policy: dict[str, Any] | None, new: bool, by_plan: bool = False
) -> Campaign:
    """The campaign of this name, ready for play. Creates the default campaign if it is named or if the database is empty, and others only
    with `new`; one that is created without a policy of its own begins with `BY_PLAN` if `by_plan` says so.

    Raises CampaignUnknown, CampaignUnnamed, CampaignDiffers.
    """
    found = find_campaign(store, wanted, new)
    if found is None:
        name = names.tidy(wanted or DEFAULT_CAMPAIGN)
        first = BY_PLAN if by_plan and policy is None else policy or {}
        found = store.create_campaign(name, ruleset or "5.1", first, initial_world.first_world())
    else:
        complete(store, found)
    if ruleset is not None and may_begin_in(found, ruleset):
        require_same(found, None, policy)
        found = store.choose_ruleset(found.id, ruleset)
    require_same(found, ruleset, policy)
    return found


def may_begin_in(found: Campaign, ruleset: Ruleset | None) -> bool:
    """Whether the campaign has another ruleset and may still take this one: connecting alone makes a campaign, which binds nobody."""
    return ruleset is not None and found.rev == 0 and found.ruleset != ruleset


def find_campaign(store: Store, wanted: str | None, new: bool) -> Campaign | None:
    """The campaign of this name; without a name, the default one or else the only one. None means that it must be created.

    Raises CampaignUnknown, CampaignUnnamed.
    """
    name = names.tidy(wanted or DEFAULT_CAMPAIGN)
    found = store.campaign(name) or store.campaign(wanted or name)
    if found is not None or new or wanted == DEFAULT_CAMPAIGN:
        return found
    if wanted is not None:
        raise CampaignUnknown(name, [c.name for c in store.campaigns()])
    # Another process may have created the default campaign by now, so leave it out.
    others = [c for c in store.campaigns() if c.name != name]
    if len(others) > 1:
        raise CampaignUnnamed([c.name for c in others])
    return others[0] if others else None


def require_same(found: Campaign, ruleset: Ruleset | None, policy: dict[str, Any] | None) -> None:
    """Raise CampaignDiffers if the campaign has a ruleset or policy other than the requested one."""
    for what, stored, asked in (("ruleset", found.ruleset, ruleset), ("policy", found.policy, policy)):
        if asked is not None and asked != stored:
            raise CampaignDiffers(found.name, what, stored, asked)


def complete(store: Store, campaign: Campaign) -> None:
    """Add everything that every new campaign has and a campaign of an older version lacks. Usually one SELECT shows that nothing is
    missing.
    """
    first = initial_world.ids()
    if store.read(campaign.id, lambda at: at.find_known(first)) != first:
        try:
            store.write(campaign.id, _complete_world)
        except StoreFault as fault:
            if fault.code != "campaign_archived":  # an archived campaign is read as it is
                raise


def _complete_world(at: Writing) -> None:
    before, known = at.load_ids(initial_world.ids()), at.find_known(initial_world.ids())
    events = initial_world.missing(before, known, at.rooms_with_tools())
    if events:  # another process may have been first
        told = {"ok": True, "text": _COMPLETED if CLASS_FEATURES_ID in known else f"{_HEROES_RISE} {_COMPLETED}"}
        at.record(before, evolve_all(before, events), events, tool=COMPLETED_BY, request_id=None, request_hash="", answer=told)


def paths_of(items: str | Path | Iterable[str | Path]) -> tuple[str | Path, ...]:
    """The item files and folders in a tuple, whether the caller names one or several."""
    return (items,) if isinstance(items, str | Path) else tuple(items)


def require_items(paths: Iterable[str | Path]) -> None:
    """Raise ItemsMissing if one of these files and folders does not exist."""
    if missing := [path for path in paths if not Path(path).exists()]:
        raise ItemsMissing(missing)


def book_of(campaign: Campaign, items: Iterable[str | Path]) -> Rulebook:
    """The rulebook of the campaign's ruleset with the campaign's own policy."""
    book, own = rulebook_loading.rulebook(campaign.ruleset, *items), turn_rule_packages.installed()
    if own.rules or own.faults:
        book = replace(book, turn_rules=own.rules, faults=(*book.faults, *own.faults))
    return replace(book, policy=book.policy.changed_by(Policy.model_validate(campaign.policy))) if campaign.policy else book


def lore_of(folder: str | Path | None, embed: Embed | None = None) -> LoreSource | None:
    """The pages of this folder, which may change at any time. `embed`: also find them by meaning. Raises LoreMissing if there is no such
    folder now, TypeError for several folders, and ValueError for an embedder without one.
    """
    if folder is None and embed is not None:
        raise ValueError("embed finds pages of the lore folder: give lore= as well.")
    if folder is None:
        return None
    if not isinstance(folder, str | Path):
        raise TypeError(f"lore takes one folder, not {folder!r:.60}")
    place = Path(folder)
    if not place.is_dir():
        raise LoreMissing(place)
    return WatchedLore(place, partial(lore_index.index, embed=embed))
