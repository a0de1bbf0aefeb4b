"""The questions that the page asks a player now: a death save, or whether a hero answers the deed of another."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rpg_lite.mechanics.life import dying
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views.page import deed_cards, feature_words, public_deed_outcome
from rpg_lite.views.page.moments import WitnessedCommit
from rpg_lite.views.page.rolls import Readers
from rpg_lite.world import combat, deeds
from rpg_lite.world.history_records import Commit
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]

_JOURNAL: Final = "keep_journal"
_OFFER: Final = re.compile(r"May answer: (.+)")


def death_saves(world: World, who: Thing) -> Json | None:
    """The death saves of a hero at 0 hit points, and whether one is due; None for others."""
    kept = who.creature
    if kept.hp != 0 or kept.is_dead:
        return None
    is_due = combat.acting(world) == who.id and dying.is_dying(who) and not dying.has_made_death_save(world, who)
    return {"stable": kept.dying.is_stable, "successes": kept.dying.successes, "failures": kept.dying.failures, "due": is_due}


def answers(commits: Sequence[Commit], names: Iterable[str]) -> dict[str, str]:
    """The acts with which each of these creatures may answer the newest deed; words between them change nothing."""
    newest = next((c for c in commits if c.tool != _JOURNAL), None)
    offer = _OFFER.search(public_deed_outcome.text_of(newest)) if newest else None
    found = ((name, re.search(rf"(?:^|, ){re.escape(name)} \(([^)]*)\)", offer[1])) for name in names) if offer else ()
    return {name: acts[1] for name, acts in found if acts}


def offers(
    commits: Sequence[Commit], open_to: Mapping[str, str], members: Sequence[Thing], then: Iterable[WitnessedCommit], book: Rulebook
) -> list[Json]:  # fmt: skip
    """The acts with which these heroes may answer the newest deed, each as {id, to, by, deed, came, act, says, answer}. `open_to`: hero → acts;
    `came`: what the deed did to the hero, as long as nobody answers; `says`: what the act does; `answer`: the call that gives the answer.
    """
    newest = next((c for c in commits if c.tool != _JOURNAL), None)
    if newest is None or not open_to:
        return []
    card = _card_of(newest, next((m.readers for m in then if m.commit is newest), None))
    ids = {m.name: m.id for m in members}
    return [
        {
            "id": f"{newest.rev}-{ids[to]}-{n}",
            "to": to,
            "by": str(card.get("who", "")),
            "deed": str(card.get("what", "")),
            "came": _came_to(card, to),
            "act": act,
            "says": _effect_of(act, book) or f"{to} may answer with {act}.",
            "answer": {"tool": "execute_action", "arguments": _call(to, act, newest.rev, book)},
        }
        for to, acts in open_to.items()
        if to in ids
        for n, act in enumerate(acts.split(", "))
    ]


def _effect_of(act: str, book: Rulebook) -> str:
    """The effect of the act, in the words of the rulebook; empty if it has none."""
    spell, feature = book.spell(act), book.feature(act)
    text = spell.description or "" if spell else feature_words.sentence(feature) if feature else ""
    return f"{act}: {text}{'' if text.endswith('.') else '.'}" if text else ""


def _call(to: str, act: str, rev: int, book: Rulebook) -> Json:
    named = {"operation": "cast", "spell": act} if book.spell(act) else {"operation": "act", "act": act}
    return {**named, "characterName": to, "answer": True, "rev": rev}


def _card_of(commit: Commit, readers: Readers | None) -> Json:
    """The card of the deed that may be answered, as far as the readers know it; empty if they know nothing."""
    shown = [card for deed in deeds.load(commit.deed or ()) if readers and (card := deed_cards.card(deed, readers))]
    return shown[-1] if shown else {}


def _came_to(card: Json, name: str) -> str:
    """The words for what the deed did to this hero: "hit, 8 slashing"; empty if the deed was another's or is unknown."""
    target = next((t for t in card.get("targets", ()) if t["name"] == name), None)
    if target is None:
        return ""
    harm = [f"{one['amount']} {one['type']}" for one in target.get("damage", ())]
    return ", ".join(filter(None, (str(target.get("result", "")), *harm)))
