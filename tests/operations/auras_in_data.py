"""Every aura of the data of both rulesets, with somebody who has it, a friend, a foe, and what it changes for them."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from rpg_lite.content import rulebook_loading
from rpg_lite.content.rulebook_files import folder
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.acts_in_data import ABLE, PLAIN
from tests.operations.table import Table

KEYS: Final = ("auraFt", "aura_ft")


class Aura(NamedTuple):
    """A change that also reaches others: who has it, what it changes, and what it needs."""

    ruleset: Ruleset
    owner: str
    target: str
    when: tuple[str, ...] = ()
    feet: int = 0

    def __str__(self) -> str:
        return f"{self.ruleset}-{self.owner}-{self.target}"


@cache
def auras() -> list[Aura]:
    """Every aura of both rulebooks, looked for in the entries that have one in a file."""
    named, found = _named_in_files(), list[Aura]()
    for ruleset in RULESETS:
        book = rulebook_loading.rulebook(ruleset)
        things = {template.item.name: template for template in book.templates.values()}
        beings = {sheet["character"]["name"]: sheet["character"] for sheet in book.creatures.values()}
        for entries in (book.features, book.effects, book.feats, book.races, book.spell_acts, book.common_acts, things, beings):
            every = ((name if entries in (things, beings) else entry.name, entry) for name, entry in entries.items())
            found += [aura for name, entry in every if name in named for aura in _within(entry, ruleset, name)]
    return [*dict.fromkeys(found)]


def _named_in_files() -> set[str]:
    files = [*folder("data").glob("**/*.json"), *folder("items").glob("*.json")]
    texts = [text for file in files if "schema" not in file.name and KEYS[0] in (text := file.read_text("utf-8"))]
    return {entry["name"] for text in texts for entry in _entries(json.loads(text)) if KEYS[0] in json.dumps(entry)}


def _entries(raw: Any) -> list[Any]:
    """The entries of a file, or its only one."""
    if isinstance(raw, dict) and "name" in raw:
        return [raw]
    inner = [one for value in (raw.values() if isinstance(raw, dict) else raw) for one in (value if isinstance(value, list) else [value])]
    return [one for one in inner if isinstance(one, dict) and "name" in one]


def _within(value: Any, ruleset: Ruleset, owner: str) -> Iterator[Aura]:
    """Every aura in a value of the rulebook, however deep."""
    if hasattr(value, "model_fields_set"):
        value = {key: getattr(value, key) for key in value.model_fields_set}
    elif hasattr(value, "__dataclass_fields__"):
        value = {key: getattr(value, key) for key in value.__dataclass_fields__}
    if isinstance(value, Mapping):
        if any(value.get(key) for key in KEYS):
            yield Aura(ruleset, owner, value["target"], tuple(value.get("when") or ()), _feet(value))
        for inner in value.values():
            yield from _within(inner, ruleset, owner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _within(inner, ruleset, owner)


def _feet(value: Mapping[str, Any]) -> int:
    """The feet of an aura at the first level that has it."""
    feet = next(value[key] for key in KEYS if value.get(key))
    steps = feet if isinstance(feet, int) else feet["by_level"] if isinstance(feet, Mapping) else feet.by_level
    return int(steps if isinstance(steps, int) else steps[0][1])


# ── who has them ────────────────────────────────────────────────────────────────────────────────────────────────────

Bearer = Callable[[Table], str]
DEVOTED: Final = {"choices": {"subclass": "devotion"}}


def hero(of: str, **more: Any) -> Bearer:
    def create(table: Table) -> str:
        sheet = {"classes": [of], "abilities": ABLE, "hpMax": 300, "party": True, **more}
        table.did("create", name="Roland", character=sheet)
        return "Roland"

    return create


def with_thing(of: str, item: str, *then: Mapping[str, Any], base: str | None = None) -> Bearer:
    def create(table: Table) -> str:
        hero(of)(table)
        told = table.did("give", "Roland", item=item, equip=True, **({"base": base} if base else {}))
        id = told["results"][0]["item"]["id"]
        table.did("attune", "Roland", itemId=id)
        for call in then:
            table.did(who="Roland", itemId=id, **call)
        return "Roland"

    return create


def smiting(table: Table) -> str:
    """A paladin whose Divine Smite has just hit."""
    hero("paladin 15", **DEVOTED)(table)
    table.did("cast", "Roland", spell="Divine Smite", slot=1, targets=["Target"], force=True)
    return "Roland"


def captain(table: Table) -> str:
    table.did("create", template="Hobgoblin Captain", character={"hpMax": 300})
    return "Hobgoblin Captain"


BEARERS: Final[Mapping[str, Bearer]] = {
    "aura_of_protection": hero("paladin 6"),
    "aura_of_courage": hero("paladin 10"),
    "aura_of_devotion": hero("paladin 7", **DEVOTED),
    "Smite of Protection": smiting,
    "Hobgoblin Captain": captain,
    "Holy Avenger": with_thing("paladin 5", "Holy Avenger", base="Longsword"),
    "Weapon of Warning": with_thing("fighter 5", "Weapon of Warning", base="Longsword"),
    "Rod of Alertness": with_thing("fighter 5", "Rod of Alertness", {"operation": "use", "property": "protective_aura"}),
}
AFRAID: Final = {"aura_of_courage": "frightened", "aura_of_devotion": "charmed"}


class Scene:
    """Whoever has the aura, one creature of each side, and somebody to strike at."""

    def __init__(self, aura: Aura) -> None:
        self.aura, self.table = aura, Table(begun(aura.ruleset))
        for name, is_member in (("Pip", True), ("Foe", False), ("Target", False)):
            self.table.did("create", name=name, character={"abilities": PLAIN, "hpMax": 300, "party": is_member})
        self.by = BEARERS[aura.owner](self.table)
        self.friend, self.other = ("Pip", "Foe") if self.by == "Roland" else ("Foe", "Pip")
        self.forced: dict[str, Any] = {}

    def measure(self) -> None:
        """Begin a fight where places count, with everybody but the bearer far off."""
        self.table.did("start_fight", names=[self.by, "Pip", "Foe", "Target"], space="measured")
        for name, at in ((self.by, "AB20"), ("Pip", "A60"), ("Foe", "BH1"), ("Target", "BH60")):
            self.table.did("place", names=[name], to=at)
        self.forced = {"force": True}

    def counted(self, who: str) -> int:
        """The number of the creature that the aura changes, or 1 for an advantage or a condition that does not begin."""
        table, target = self.table, self.aura.target
        enemy = self.other if who == self.friend else self.friend
        match target.partition(".")[0]:
            case "save":
                told = table.did("save", who, ability="dex", vs=["magic"], seed=1)["text"]
                return int(re.findall(r"save[^:]*: (-?\d+)", told)[0])
            case "ac":
                return int(re.findall(r"against AC (\d+)", table.did("attack", enemy, targetName=who, seed=1, **self.forced)["text"])[0])
            case "attack":
                return int("with advantage" in table.did("attack", who, targetName="Target", seed=1, **self.forced)["text"])
            case "initiative":
                told = table.did("start_fight", names=[self.by, who, enemy], seed=1)["text"]
                table.did("end_fight")
                return int(f"advantage to initiative of {who}" in told)
        word = AFRAID[self.aura.owner]
        table.did("act", enemy, steps=[{"apply": word}], targets=[who], force=True)
        begins = word in [c["name"] for c in table.thing(who).body.get("conditions", ())]
        if begins:
            table.send({"operation": "remove", "characterName": who, "condition": word}, "manage_condition")
        return int(not begins)

    def near(self, who: str) -> None:
        self.table.did("near", self.by, names=[who])

    def apart(self, who: str) -> None:
        self.table.did("near", self.by, apart=[who])
