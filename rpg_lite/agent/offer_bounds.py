"""The bounds of what another server may define: names that the interfaces of models take, short texts, and not too many."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from rpg_lite.rules.token_estimate import estimate

BETWEEN: Final = "__"
"""The sign between a server and its tool, because clients of models allow no colon in a name."""
MOST_TOOLS: Final = 60
MOST_OTHERS: Final = 500
"""The most resources, and the most prompts, of a server."""
LONGEST_NAME: Final = 64
LONGEST_DESCRIPTION: Final = 1_000
LARGEST_SCHEMA: Final = 6_000
"""The most characters of a schema as JSON."""
_UNFIT: Final = re.compile(r"[^A-Za-z0-9_-]+")

OfferKind = Literal["tool", "resource", "prompt"]


@dataclass(frozen=True, slots=True)
class ServerOffer:
    """Something that a server offers. `name`: "server__tool" for a tool, the address of a resource, or the name of a prompt; `called`: the
    server's own name of it.
    """

    server: str
    kind: OfferKind
    name: str
    description: str
    schema: dict[str, Any] = field(default_factory=dict)
    called: str = ""

    @property
    def text(self) -> str:
        return f"{self.kind} {self.name} ({self.server}): {self.description}"

    @property
    def tokens(self) -> int:
        """The tokens of the definition, as an estimate."""
        return estimate(json.dumps([self.name, self.description, self.schema], ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class BoundOffers:
    """The offers that are kept. `cuts`: what was cut or left out, in words; empty if nothing was."""

    kept: tuple[ServerOffer, ...]
    cuts: str = ""


def bound(offers: Iterable[ServerOffer]) -> BoundOffers:
    """Keep the offers that a model can be given, and count what is cut or left out.

    >>> many = [ServerOffer("map", "tool", f"map__t{n % 70}", "x" * 2000, {"type": "object"}) for n in range(75)]
    >>> bound(many).cuts
    '10 tools beyond 60 and 5 tools named twice left out; 60 descriptions cut'
    """
    kept: dict[tuple[str, str], ServerOffer] = {}
    out: Counter[str] = Counter()
    cut = 0
    for offer in offers:
        fit = _fitting(offer)
        if why := _why_not(offer, fit, kept):
            out[f"{offer.kind}s {why}"] += 1
            continue
        cut += fit.description != offer.description
        kept[fit.kind, fit.name] = fit
    left = [f"{_words(n, what)}" for what, n in out.items()]
    told = [f"{' and '.join(left)} left out"] if left else []
    told += [_words(cut, "descriptions cut")] if cut else []
    return BoundOffers(tuple(kept.values()), "; ".join(told))


def _why_not(offer: ServerOffer, fit: ServerOffer, kept: dict[tuple[str, str], ServerOffer]) -> str:
    if not fit.name.rpartition(BETWEEN)[2]:
        return "without a name"
    if (fit.kind, fit.name) in kept:
        return "named twice"
    if offer.kind == "tool" and not _is_usable(offer.schema):
        return "with an unusable or too large schema"
    most = MOST_TOOLS if offer.kind == "tool" else MOST_OTHERS
    return f"beyond {most}" if sum(kind == offer.kind for kind, _ in kept) >= most else ""


def _is_usable(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "object" and len(json.dumps(schema, ensure_ascii=False, default=str)) <= LARGEST_SCHEMA


def _fitting(offer: ServerOffer) -> ServerOffer:
    short = offer.description
    short = short if len(short) <= LONGEST_DESCRIPTION else f"{short[: LONGEST_DESCRIPTION - 1]}…"
    if offer.kind != "tool":
        return replace(offer, description=short)
    server, _, tool = offer.name.partition(BETWEEN)
    server = _UNFIT.sub("-", server)
    named = _UNFIT.sub("_", tool).strip("_")[: LONGEST_NAME - len(server + BETWEEN)]
    return replace(offer, name=f"{server}{BETWEEN}{named}", description=short)


def _words(number: int, what: str) -> str:
    """
    >>> _words(1, "tools named twice"), _words(1, "descriptions cut"), _words(2_000, "tools beyond 60")
    ('1 tool named twice', '1 description cut', '2,000 tools beyond 60')
    """
    thing, _, more = what.partition(" ")
    return f"{number:,} {thing if number != 1 else thing.removesuffix('s')} {more}"
