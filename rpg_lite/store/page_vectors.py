"""Rank pages by the meaning of a question, in addition to the index of words, with an embedder that the caller brings."""

import math
from collections.abc import Callable, Sequence
from typing import Final

from rpg_lite.rules.lore import Page, PartlyIndexed, Search

Vector = Sequence[float]
Embed = Callable[[Sequence[str]], Sequence[Vector]]
"""Texts → a vector for each text, all vectors of one length. It is asked for all pages once, and then for each question."""
FUSION: Final = 60
"""The constant of reciprocal rank fusion; the larger it is, the less the first places count in comparison with the next ones."""
MOST_FOUND: Final = 20


class EmbedderFailed(Exception):
    """The embedder raised an error, or did not return a vector for each text."""


def beside(words: Search, pages: Sequence[Page], embed: Embed) -> Search:
    """The search by words and by meaning together: the score of a page follows from its places in both rankings. There is no least
    similarity, because such a limit would differ for each embedder.

    If the embedder fails on a question, words alone answer it. Raises PartlyIndexed if the embedder fails on the pages.
    """
    try:
        known = [_unit(vector) for vector in _vectors(embed, [_text_of(page) for page in pages])]
    except EmbedderFailed as failed:
        raise PartlyIndexed(words, f"questions find pages by words alone, because the embedder failed: {failed}") from failed

    def search(query: str) -> Sequence[Page]:
        by_words = words(query)
        try:
            asked = _unit(_vectors(embed, [query])[0])
        except EmbedderFailed:
            return by_words
        if known and len(asked) != len(known[0]):
            return by_words
        near = sorted(range(len(pages)), key=lambda n: (-_product(asked, known[n]), n))[:MOST_FOUND]
        return _fused(by_words, [pages[n] for n in near])

    return search


def _fused(*rankings: Sequence[Page]) -> tuple[Page, ...]:
    scores: dict[str, float] = {}
    pages = {page.path: page for ranking in rankings for page in ranking}
    for ranking in rankings:
        for place, page in enumerate(ranking, 1):
            scores[page.path] = scores.get(page.path, 0) + 1 / (FUSION + place)
    return tuple(sorted(pages.values(), key=lambda page: -scores[page.path]))[:MOST_FOUND]


def _text_of(page: Page) -> str:
    return "\n".join((page.title, ", ".join(page.keywords), page.description, page.text))


def _vectors(embed: Embed, texts: Sequence[str]) -> Sequence[Vector]:
    """The vector of each text. Raises EmbedderFailed."""
    try:
        found = [[float(x) for x in vector] for vector in embed(texts)] if texts else []
    except Exception as error:  # it is the caller's program, which may raise anything
        raise EmbedderFailed(f"{type(error).__name__}: {error}") from error
    lengths = {len(vector) for vector in found}
    if len(found) != len(texts) or 0 in lengths or len(lengths) > 1:
        raise EmbedderFailed(f"{len(texts)} texts gave {len(found)} vectors of the lengths {sorted(lengths)}")
    if not all(math.isfinite(x) for vector in found for x in vector):
        raise EmbedderFailed("a vector has a number that is not finite")
    return found


def _unit(vector: Vector) -> Vector:
    length = math.hypot(*vector) or 1
    return [x / length for x in vector]


def _product(one: Vector, other: Vector) -> float:
    return sum(map(lambda a, b: a * b, one, other))
