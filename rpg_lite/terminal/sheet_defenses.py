"""The resistances, immunities and senses of a creature on a sheet. Apart because each part of the sheet is one block that is read and
changed alone.
"""

from collections.abc import Iterator, Mapping

from rich.console import RenderableType

from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.sheet_document import Circumstances
from rpg_lite.rules.stats.defenses import but_of, damage_taken
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.terminal.text_columns import entry
from rpg_lite.views.stats_text import listed_types


def defenses(stats: EffectiveStats, situation: Circumstances) -> Iterator[RenderableType]:
    d = stats.defenses
    for title, grants in (
        ("resists", d.resistances), ("immune to", d.immunities), ("vulnerable to", d.vulnerabilities), ("cannot be", d.conditions),
    ):  # fmt: skip
        if grants:
            yield entry(title, "; ".join(_group_by_source(grants, situation.sheet.name)))
    for (kind, word), m in d.nonmagical.items():
        what = " or ".join(("magical", *but_of(m)))
        yield entry({"resist": "resists"}.get(kind, kind), f"{word} that is not {what} ({m.source.name})")
    for (kind, word), m in d.of_shots.items():
        yield entry({"resist": "resists"}.get(kind, kind), f"{word} of ranged weapon attacks ({m.source.name})")
    for source in dict.fromkeys(m.source.name for m in d.of_spells.values()):
        words = [word for (_, word), m in d.of_spells.items() if m.source.name == source]
        yield entry("resists", f"{listed_types(words)} of spells ({source})")
    if stats.senses:
        yield entry("senses", ", ".join(f"{s} {b.value} ft" for s, b in stats.senses.items()))
    for name, by in stats.conditions_blocked.items():
        yield entry("blocked", f"{name} ({by})")
    for hit in situation.damage:
        left, why = damage_taken(hit, d)
        yield entry("takes", ": ".join((f"{left} of {hit.amount} {hit.type} damage", *why)))


def _group_by_source(grants: Mapping[str, tuple[Modifier, ...]], own: str) -> Iterator[str]:
    """Group words by their source; words from the creature itself need no source."""
    by_source: dict[str, list[str]] = {}
    for word, ms in grants.items():
        by_source.setdefault(", ".join(dict.fromkeys(m.source.name for m in ms if m.source.name != own)), []).append(
            word.removeprefix("act:")
        )
    yield from (", ".join(found) + (f" ({source})" if source else "") for source, found in by_source.items())
