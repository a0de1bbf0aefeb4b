"""A stat block casts a spell as its own text says: without the components that it does not need, only on itself, and with its changes (SRD 5.1
and 5.2: Innate Spellcasting, Spellcasting; SRD 5.2, Couatl, Deva and the metallic dragons: Shapechange).
"""

import json
from pathlib import Path
from typing import Any

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

DATA = Path(__file__).parents[2] / "data"
BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")
BLOCKS = {
    (r, d["name"]): d["spellcasting"]
    for r in BOTH
    for f in sorted((DATA / "creatures" / r).glob("*.json"))
    if (d := json.loads(f.read_text("utf-8"))).get("spellcasting")
}
SPELLS = {d["name"]: d for f in sorted((DATA / "spells").glob("*.json")) for d in [json.loads(f.read_text("utf-8"))]}
NEED_ALL = {
    "5.1": {"Acolyte", "Archmage", "Cult Fanatic", "Druid", "Lich", "Mage", "Mummy Lord", "Priest"},
    "5.2": {"Archmage", "Cultist Fanatic", "Druid", "Lich", "Mage", "Priest", "Priest Acolyte"},
}  # fmt: skip
"""The stat blocks whose text leaves out no component."""
SHAPECHANGERS = sorted(name for (r, name), how in BLOCKS.items() if r == "5.2" and "Shapechange" in json.dumps(how))


def spells_of(how: dict[str, Any]) -> list[str]:
    listed = [*how.get("atWill", ()), *(one for some in (*how.get("perDay", {}).values(), *how.get("spells", {}).values()) for one in some)]
    return [one if isinstance(one, str) else one["spell"] for one in listed]


def costly(ruleset: Ruleset, spell: str) -> bool:
    document = {**SPELLS[spell], **(SPELLS[spell].get("5.2", {}) if ruleset == "5.2" else {})}
    return bool((document.get("material") or {}).get("cost"))


FOR_THE_DEAD = ("Raise Dead", "Resurrection")
COSTLY = [
    (r, name, spell)
    for (r, name), how in BLOCKS.items()
    if how.get("without")
    for spell in spells_of(how)
    if spell in SPELLS and costly(r, spell)
]


def test_every_block_says_which_components_it_needs() -> None:
    assert {(r, name) for (r, name), how in BLOCKS.items() if not how.get("without")} == {(r, name) for r in BOTH for name in NEED_ALL[r]}
    assert all("M" in how["without"] for how in BLOCKS.values() if how.get("without"))
    assert len(COSTLY) > 20


@laid_alike
def laid(ruleset: Ruleset, block: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Caster", template=block)
    table.did("create", name="Kim", character={"classes": ["fighter 5"], "hpMax": 60})
    return table


@each_row(("ruleset", "block", "spell"), COSTLY)
def test_no_material_is_asked_of_a_block_that_needs_none(ruleset: Ruleset, block: str, spell: str) -> None:
    table = laid(ruleset, block)
    call: dict[str, Any] = {"spell": spell, "force": True}
    answer = table.ask("cast", "Caster", **call)
    for _ in range(3):
        if not answer["ok"]:
            if spell in FOR_THE_DEAD:
                table.did("damage", "Kim", amount=300, damageType="fire")
            proposed = answer["error"].get("try") or {**call, "operation": "cast", "characterName": "Caster", "targets": ["Kim"]}
            answer = table.send(proposed, "execute_action")
    assert answer["ok"], answer["text"]
    assert " gp" not in answer["text"].casefold().replace("gp a hit", "") or "It takes" not in answer["text"]


def test_a_caster_of_5_1_that_needs_its_components_is_asked_for_them() -> None:
    table = Table(begun("5.1"))
    table.did("create", name="Caster", template="Lich")
    assert "100 gp" in table.did("cast", "Caster", spell="Identify", force=True)["text"]


@each_row("block", SHAPECHANGERS)
def test_shapechange_of_a_block_is_beast_or_humanoid_without_concentration(block: str) -> None:
    table = laid("5.2", block)
    before = table.hp("Caster")
    table.refused("form_unfit", "cast", "Caster", spell="Shapechange", choice="Ghast")
    table.refused("form_unfit", "cast", "Caster", spell="Shapechange", choice="Ogre")
    table.did("cast", "Caster", spell="Shapechange", choice="Wolf")
    caster = table.thing("Caster").creature
    assert (caster.form is not None and caster.form.creature, caster.concentration, caster.temp_hp or 0, table.hp("Caster")) == (
        "Wolf",
        None,
        0,
        before,
    )
    table.did("cast", "Caster", spell="Shapechange", choice="Bandit")
    form = table.thing("Caster").creature.form
    assert form is not None and form.creature == "Bandit"


def test_there_are_twelve_such_blocks() -> None:
    assert len(SHAPECHANGERS) == 12


ONLY_SELF = [
    (r, name, one["spell"])
    for (r, name), how in BLOCKS.items()
    for some in (how.get("atWill", ()), *how.get("perDay", {}).values())
    for one in some
    if isinstance(one, dict) and one.get("self") and one["spell"] != "Plane Shift"  # whose journey is told in words
]


@each_row(("ruleset", "block", "spell"), ONLY_SELF)
def test_a_spell_only_on_itself_takes_no_other_target(ruleset: Ruleset, block: str, spell: str) -> None:
    table = laid(ruleset, block)
    table.refused("only_for_itself", "cast", "Caster", spell=spell, targets=["Kim"])
    table.did("cast", "Caster", spell=spell, force=True)
