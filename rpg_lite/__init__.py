"""rpg-lite: a campaign database and rules server for LLM game masters. These names load on first use; importing costs nothing."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from rpg_lite.campaign_opening import open_campaign as open_campaign
    from rpg_lite.rules.rulebook import Rulebook
    from rpg_lite.rules.stats.effective import EffectiveStats
    from rpg_lite.standalone_act import play as play
    from rpg_lite.vocabulary import Ruleset


def rulebook(ruleset: "Ruleset" = "5.1", *paths: "str | Path") -> "Rulebook":
    """The frozen rulebook of a ruleset, with your own item files and folders added. `.faults` lists the faults in them."""
    from rpg_lite.content import rulebook_loading

    return rulebook_loading.rulebook(ruleset, *paths)


def effective(document: dict[str, Any], book: "Rulebook | None" = None) -> "EffectiveStats":
    """Compute the effective stats of a sheet document: `stats.ac.value`, `stats.ac.lines`. What the book lacks is left out, and
    `stats.errors` says so: "unknown_item", "unknown_effect", "unknown_feature".

    Raises DocumentFault, a ValueError with every fault and its place.
    """
    from rpg_lite.rules.document_validation import read
    from rpg_lite.rules.sheet_document import SheetDocument, ruleset_of, situation

    book = book or rulebook(ruleset_of(document))
    return situation(read(SheetDocument, document, book.words), book).stats(book)


def __dir__() -> list[str]:
    return ["effective", "open_campaign", "play", "rulebook"]


if not TYPE_CHECKING:  # a type checker would accept any misspelt name as one of these

    def __getattr__(name: str) -> Any:
        if name == "open_campaign":
            from rpg_lite.campaign_opening import open_campaign

            return open_campaign
        if name == "play":
            from rpg_lite.standalone_act import play

            return play
        raise AttributeError(f"module 'rpg_lite' has no attribute {name!r}")
