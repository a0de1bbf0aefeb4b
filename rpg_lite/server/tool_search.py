"""Find operations and scenes by words, best first. Apart because it reads the listed tools and calls none."""

from collections.abc import Iterator, Sequence

from rpg_lite.content.built_in_scenes import scenes
from rpg_lite.operations.compact_schema import lines
from rpg_lite.operations.registry import TOOLS
from rpg_lite.store import word_index
from rpg_lite.store.word_index import IndexedText
from rpg_lite.vocabulary import Role


def find(words: str, role: Role) -> Sequence[str] | None:
    """Return the line of each operation and scene that the words may mean; None if this SQLite has no full-text index.

    >>> find("first aid heals", "gm")[0]
    'execute_action heal(characterName, dice, seed?, amount?): Give hit points back.'
    """
    rows = [*_operations(role), *(_scenes() if role == "gm" else ())]
    search = word_index.index([text for _, text in rows])
    return search and [rows[n][0] for n in search(words)]


def _operations(role: Role) -> Iterator[tuple[str, IndexedText]]:
    for tool in TOOLS:
        for verb, line in lines(tool, role).items():
            yield f"{tool} {line.removeprefix('- ')}", (verb, tool.replace("_", " "), line)


def _scenes() -> Iterator[tuple[str, IndexedText]]:
    """Yield the scenes, for the game master, who loads them."""
    for scene in scenes().by_id.values():
        yield f"scene {scene.id}: {scene.description}", (f"{scene.id} {scene.name}", " ".join(scene.keywords), scene.description)
