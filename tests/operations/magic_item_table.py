"""A hero beside a foe, with one magic item in use: the table at which items are played."""

import re
from functools import cache
from typing import Any

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.target_requirements import missing_choice
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Pick
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world

FAILS, PASSES = 2, 19
SCORES = {"str": 10, "dex": 10, "con": 10, "int": 10, "wis": 10, "cha": 10}
FOE = {"type": "fiend", "size": "medium", "hpMax": 200, "abilities": SCORES}


@cache
def item(ruleset: Ruleset, name: str, variant: str | None = None) -> Item:
    book = rulebook_loading.rulebook(ruleset)
    found = book.find(name)
    assert found, name
    base = found.base or next(iter(book.bases_of(book.templates[found.template])), None)
    made = book.item(Pick(found.template, base, variant))
    assert made, name
    return made


def hero_for(made: Item) -> dict[str, Any]:
    a = made.attunement
    classes = a.classes[0] if a and a.classes else "wizard" if a and a.spellcaster else "fighter"
    alignment = f"neutral {a.alignments[0]}" if a and a.alignments else "neutral"
    return {"classes": [f"{classes} 9"], "race": "human", "alignment": alignment, "hpMax": 200, "abilities": SCORES, "party": True}


def holding(ruleset: Ruleset, name: str, variant: str | None = None, of_type: str = "fiend") -> Sandbox:
    """Mara, who holds or wears the thing and is attuned to it, beside a foe of 200 hit points without any bonus."""
    box, made = Sandbox(first_world(ruleset)), item(ruleset, name, variant)
    found = box.book.find(name)
    assert found
    base = next(iter(box.book.bases_of(box.book.templates[found.template])), None)
    box.accept("create", name="Mara", character=hero_for(made))
    box.accept("create", name="Foe", character={**FOE, "type": of_type})
    chosen = {k: v for k, v in (("variant", variant), ("base", box.book.templates[base].item.name if base else None)) if v}
    id: str = box.did("give", "Mara", template=found.template, **chosen)["results"][0]["item"]["id"]
    if made.slot or made.use_state in ("held", "worn"):
        box.accept("equip", "Mara", itemId=id, **({} if made.slot else {"slot": "offhand"}))
    if made.needs_attunement:
        box.accept("attune", "Mara", itemId=id)
    return box


def loss(box: Sandbox, name: str = "Foe") -> int:
    return 200 - box.hp(name)


def play(box: Sandbox, act: str, *d20s: int, face: int = 3, **fields: Any) -> str:
    text: str = box.let(*d20s, face=face).did("act", "Mara", act=act, **fields)["text"]
    return text


def conditions(box: Sandbox, name: str = "Foe") -> set[str]:
    return {entry.name for entry in box.thing(name).creature.lasting("conditions")}


def names_of(box: Sandbox, start: str) -> int:
    return sum(t.kind == "character" and t.name.startswith(start) for t in box.world.things.values())


def wanted(act: Act | None) -> dict[str, Any]:
    """The first word of each choice that the act asks for, and 1 for a number that only the call can give."""
    made: dict[str, str] = {}
    while act and (refused := missing_choice(act, made)):
        made[str(len(made))] = refused.allowed[0]
    if act and re.search(r"\{[^{}]*\bamount\b", act.model_dump_json()):
        made["amount"] = "1"
    return {"choice": made} if made else {}


def wielding(ruleset: Ruleset, name: str, of_type: str = "fiend") -> Sandbox:
    """Mara with the weapon in hand, which is made of its first base."""
    box = holding(ruleset, name, of_type=of_type)
    thing = next(t for t in box.world.things.values() if t.kind == "item" and t.item.template and name.split()[0] in t.name)
    if box.world.row_of(thing.id) is None:
        box.accept("equip", "Mara", itemId=thing.id, slot="mainhand")
    return box


def thing_of(box: Sandbox, name: str) -> Any:
    return next(t for t in box.world.things.values() if t.kind == "item" and t.name.startswith(name))


def charges(box: Sandbox, ruleset: Ruleset, name: str) -> int | None:
    return thing_stats.charges_left(thing_of(box, name), item(ruleset, name))


def is_there(box: Sandbox, name: str) -> bool:
    return any(t.kind == "item" and t.name.startswith(name) for t in box.world.things.values())
