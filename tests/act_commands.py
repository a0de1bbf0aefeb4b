"""Random acts, casts and attacks of six heroes and three monsters, for the laws that hold whatever is played."""

from functools import cache
from typing import Any, Final

from hypothesis import strategies as st

from rpg_lite.content import rulebook_loading
from rpg_lite.game import Game
from rpg_lite.mechanics.creature.acts import acts_of
from rpg_lite.rules.acts.act import Act, ChooseStep, Spell
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world.world_model import World
from tests.copies import begun
from tests.operations.table import Table

SCORES: Final = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 14)
HEROES: Final[dict[str, dict[str, Any]]] = {
    "Elara": {"classes": ["wizard 9"]},
    "Bran": {"classes": ["cleric 9"]},
    "Thorin": {"classes": ["fighter 5", "paladin 4"]},
    "Pip": {"classes": ["rogue 5", "monk 3"]},
    "Sol": {"classes": ["sorcerer 5", "warlock 3"]},
    "Fern": {"classes": ["druid 5", "barbarian 2"]},
}
MONSTERS: Final = ("Goblin 1", "Goblin 2", "Goblin 3")
EVERYBODY: Final = (*HEROES, *MONSTERS)
WORDS: Final = tuple("enlarge reduce points slot fire cold heal athletics prone push check str Dash blinded 30".split())
TABLE_WORDS: Final = ("ally_near", "unwilling", "half_cover", "Sneak Attack", "sees")
Json = dict[str, Any]


def opened(ruleset: Ruleset) -> Game:
    game = begun(ruleset)
    table = Table(game)
    for name, character in HEROES.items():
        table.did("create", name=name, character={**character, "abilities": SCORES, "party": True})
    for name in MONSTERS:
        table.did("create", name=name, character={"hpMax": 60, "abilities": SCORES})
    for name, weapon in (("Thorin", "Longsword"), ("Pip", "Rapier")):
        table.did("give", name, template=weapon)
        table.did("equip", name, itemName=weapon)
    table.did("give", "Thorin", template="Potion of Healing", quantity=9)
    table.did("give", "Elara", template="Wand of Magic Missiles")
    return game


@cache
def acts_of_heroes(ruleset: Ruleset) -> list[tuple[str, Act]]:
    """Each hero with each of its acts."""
    with opened(ruleset) as game:
        world = world_of(Table(game))
    by_name = {t.name: t for t in world.things.values() if t.kind == "character"}
    return [(name, found.act) for name in HEROES for found in acts_of(world, by_name[name], rulebook_loading.rulebook(ruleset))]


@cache
def spells_of(ruleset: Ruleset) -> list[tuple[str, Spell]]:
    """Each hero with each spell of its classes."""
    book = rulebook_loading.rulebook(ruleset)
    known = [spell for name in book.spell_names if (spell := book.spell(name))]
    lists = {who: {of.split()[0] for of in hero["classes"]} for who, hero in HEROES.items()}
    return [(who, spell) for spell in known for who, own in lists.items() if own & {*spell.classes}]


def world_of(table: Table) -> World:
    now = table.now
    return World(table.game.campaign, dict(now.things), dict(now.worn), dict(now.exits))


# ── what is played ──────────────────────────────────────────────────────────────────────────────────────────────────

names = st.sampled_from(EVERYBODY)
some = st.lists(names, max_size=3)
more = st.fixed_dictionaries(
    {},
    optional={
        "slot": st.integers(1, 6),
        "choice": st.sampled_from(WORDS),
        "with": st.lists(st.sampled_from(TABLE_WORDS), max_size=2),
        "seed": st.integers(0, 99),
    },
)


@st.composite
def fitting(draw: st.DrawFn, act: Act) -> Json:
    """Targets and a choice as the act wants them, for the most part."""
    if not draw(st.integers(0, 5)):
        return {"targets": draw(some), **draw(more)}
    most = int(act.targets[0]) if act.targets[0].isdigit() else 0 if act.targets == "self" else 3
    options = [w for words in act.choices.values() for w in words]
    options += [w for step in walk(act.steps) if isinstance(step, ChooseStep) for w in step.choose]
    choice = {"choice": draw(st.sampled_from(options))} if options else {}
    return {"targets": draw(st.lists(names, min_size=min(1, most), max_size=most, unique=True)), **draw(more), **choice}


@st.composite
def casts(draw: st.DrawFn, ruleset: Ruleset) -> tuple[str, str, Json]:
    who, spell = draw(st.sampled_from(spells_of(ruleset)))
    fields = draw(fitting(spell))
    slot = {"slot": spell.level + draw(st.integers(0, 2))} if "slot" in fields else {}
    return "cast", who, {"spell": spell.name, **fields, **slot, **({"force": True} if not draw(st.integers(0, 5)) else {})}


@st.composite
def acts(draw: st.DrawFn, ruleset: Ruleset) -> tuple[str, str, Json]:
    who, act = draw(st.sampled_from(acts_of_heroes(ruleset)))
    return "act", who, {"act": act.name, **draw(fitting(act))}


attacks = st.tuples(st.just("attack"), names, st.fixed_dictionaries({"targetName": names, "seed": st.integers(0, 99)}))
