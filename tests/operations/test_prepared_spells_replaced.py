"""Which prepared spells a caster may give up at once (SRD 5.2, Changing Your Prepared Spells); whoever prepares freely hears which are gone."""

import pytest

import rpg_lite
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.vocabulary import Ruleset
from tests.operations.table import Answer, Table, snapshot

NIM = Caller("player", "Nim", characters=("Ilse",))
SLOW = {
    "bard 5": ["Charm Person", "Heroism", "Sleep", "Bane", "Invisibility", "Knock", "Fear", "Hypnotic Pattern", "Dispel Magic"],
    "paladin 5": ["Bless", "Aid", "Cure Wounds", "Heroism", "Command", "Shield of Faith"],
    "ranger 5": ["Alarm", "Cure Wounds", "Entangle", "Jump", "Longstrider", "Goodberry"],
    "sorcerer 5": ["Burning Hands", "Charm Person", "Shield", "Misty Step", "Fireball", "Fly", "Haste", "Web", "Slow"],
    "warlock 5": ["Charm Person", "Hold Person", "Invisibility", "Misty Step", "Fly", "Fear"],
}
NEW = {"bard 5": "Silence", "paladin 5": "Protection from Evil and Good", "ranger 5": "Fog Cloud", "sorcerer 5": "Sleep", "warlock 5": "Hypnotic Pattern"}
FREE: dict[Ruleset, tuple[str, ...]] = {"5.1": ("cleric 3", "druid 3", "paladin 5", "wizard 3"), "5.2": ("cleric 3", "druid 3", "wizard 3")}
OWN = {"cleric": ("Bless", "Bane"), "druid": ("Entangle", "Goodberry"), "paladin": ("Bless", "Aid"), "wizard": ("Sleep", "Shield")}


def prepare(table: Table, spells: list[str], caller: Caller = NIM, **more: object) -> Answer:
    call = {"operation": "prepare", "characterName": "Ilse", "spells": spells, **more}
    return table.game.ask(call, "manage_character", "brief", caller)


def hero(ruleset: Ruleset, levels: str) -> Table:
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 12)
    table.did("create", name="Ilse", character={"classes": [levels], "party": True, "abilities": scores})
    return table


@pytest.mark.parametrize("levels", SLOW)
def test_a_class_that_replaces_one_spell_gives_up_no_more(levels: str) -> None:
    table, first, new = hero("5.2", levels), SLOW[levels], NEW[levels]
    assert (made := prepare(table, first))["ok"], made["text"]
    before = snapshot(table.game)
    refused = prepare(table, [new])
    assert refused["error"]["code"] == "replaces_too_many" and "name also those that stay prepared" in refused["text"], refused["text"]
    assert snapshot(table.game) == before
    again = table.game.ask(refused["error"]["try"], "manage_character", "brief", NIM)
    assert again["ok"] and new in again["text"] and again["text"].count("No longer prepared") <= 1, again["text"]
    assert f"No longer prepared: {first[-1]}." in again["text"], again["text"]
    by_level = levels.split()[0] in ("bard", "sorcerer", "warlock")
    assert ("replaces a prepared spell when it gains a level" in again["text"]) is by_level
    assert prepare(table, [new], GM, force=True)["ok"]


@pytest.mark.parametrize(("ruleset", "levels"), [(ruleset, levels) for ruleset, each in FREE.items() for levels in each])
def test_a_class_that_prepares_freely_hears_what_is_gone(ruleset: Ruleset, levels: str) -> None:
    kept, gone = OWN[levels.split()[0]]
    table = hero(ruleset, levels)
    assert "No longer" not in prepare(table, [kept, gone])["text"]
    assert f"No longer prepared: {gone}." in (text := prepare(table, [kept])["text"]), text
    assert "No longer" not in prepare(table, [kept, gone])["text"]
