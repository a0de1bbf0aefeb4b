"""Spells that end early: the whole casting goes, at will, by an action or at the game master's word, as the texts say."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.mechanics.life import kept_spells
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.world_model import World
from tests.copies import begun
from tests.operations.casters import cast, creature, first_choices, in_turn, lies_on, mind_of, opened
from tests.operations.table import Answer, Table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure

LEFT_BEHIND: Final = {"Conjure Elemental 5.1": "Air Elemental", "Conjure Fey 5.1": "Blink Dog"}
"""The summons that stay, hostile, when their spell ends early (SRD 5.1)."""
OF_ITS_OWN: Final = frozenset(("prone", "deafened", "Lethargy", "incapacitated", "Delayed Blast Fireball: bead", "Etherealness: back"))
"""What a spell brought and does not take with it: a fall, what its end brings, and what has a time of its own (Storm of Vengeance)."""
BY_AN_ACTION: Final = frozenset(
    (
        "Blink", "Disguise Self", "Etherealness", "Faithful Hound", "Fire Shield", "Geas", "Light", "Mage Armor", "Mage Hand", "Minor Illusion",
        "Mirror Image", "Phantom Steed", "Prestidigitation", "Private Sanctum", "Produce Flame", "Secret Chest", "Seeming", "Thaumaturgy", "Warding Bond",
        "Find Steed", "Find Familiar", "Astral Projection",
    )
)  # fmt: skip
"""The spells whose text in SRD 5.1 lets their caster end them by an action."""


@cache
def _casters(ruleset: Ruleset) -> World:
    return opened(ruleset).world


def table_of_casters(ruleset: Ruleset) -> Sandbox:
    return Sandbox(_casters(ruleset)).let(1)


def cast_anyhow(box: Sandbox, spell: str, ruleset: Ruleset) -> None:
    """Elara casts the spell on a goblin that fails every save, with the first choices that it accepts."""
    rule = rulebook_loading.rulebook(ruleset).spell(spell)
    assert rule
    kind = {"type": rule.only[0] if rule.only else "humanoid"}
    box.did("update", "Goblin 1", character=kind if kind["type"] != "beast" else {**kind, "abilities": {"int": 3}})
    alone = rule.targets.startswith(("self", "{")) and rule.area is None
    call: dict[str, Any] = {"spell": spell, "force": True, "targets": [] if alone else ["Goblin 1"], "choice": first_choices(rule)}
    answer: Answer = {}
    for _ in range(6):
        answer = box.ask("cast", "Elara", **call)
        if answer["ok"]:
            return
        call = _with_what_it_asks(call, answer["error"])
    raise AssertionError(answer["text"])


def _with_what_it_asks(call: dict[str, Any], error: Answer) -> dict[str, Any]:
    proposed = error.get("try")
    match error["code"]:
        case "choice_unknown":
            return {**call, "choice": {k: v for k, v in call["choice"].items() if k != error["details"]["wanted"]}}
        case "target_required" | "targets_count":
            return {**call, "targets": ["Goblin 1", "Goblin 2"] if call["targets"] else ["Goblin 1"]}
        case "choice_required":
            return {**call, "choice": (proposed or {}).get("choice") or {"choice": error["allowed"][0]}}
    return {k: v for k, v in (proposed or call).items() if k not in ("operation", "characterName")}


def left(box: Sandbox, before: set[str]) -> Iterator[str]:
    """What a casting has left: entries, summons, forms, zones, temporary hit points, concentration."""
    for thing in [t for t in box.world.things.values() if t.kind == "character"]:
        state = thing.creature
        if thing.name not in before:
            yield thing.name
            continue
        yield from (e.name for kind in LASTING for e in state.lasting(kind))
        yield from (what for what, is_left in (("form", state.form), ("zone", state.zones), ("temporary", state.temp_hp)) if is_left)
        yield from ("concentration",) if state.concentration else ()


SPELLS: Final = [
    pytest.param(ruleset, spell.name, id=f"{spell.name} {ruleset}")
    for ruleset in RULESETS
    for spell in (rulebook_loading.rulebook(ruleset).spell(name) for name in rulebook_loading.rulebook(ruleset).spell_names)
    if spell and spell.concentration
]


@each_row(("ruleset", "spell"), SPELLS)
def test_every_concentration_ends_at_will_and_leaves_nothing(ruleset: Ruleset, spell: str) -> None:
    box = table_of_casters(ruleset)
    before = {t.name for t in box.world.things.values() if t.kind == "character"}
    if spell == "Ray of Enfeeblement":
        box.let(20)
    cast_anyhow(box, spell, ruleset)
    assert mind_of(box, "Elara"), "it needs concentration"
    told = box.did("end", "Elara", spell=spell)
    assert mind_of(box, "Elara") is None and "no longer concentrates" in told["text"]
    assert {*left(box, before)} <= {*OF_ITS_OWN, LEFT_BEHIND.get(f"{spell} {ruleset}", "")}


OTHERS: Final = [
    pytest.param(ruleset, spell.name, id=f"{spell.name} {ruleset}")
    for ruleset in RULESETS
    for spell in (rulebook_loading.rulebook(ruleset).spell(name) for name in rulebook_loading.rulebook(ruleset).spell_names)
    if spell and not spell.concentration and spell.duration
]


@each_row(("ruleset", "spell"), OTHERS)
def test_every_other_spell_ends_as_its_text_says(ruleset: Ruleset, spell: str) -> None:
    """In 5.2 a time span ends at will; in 5.1 only what the text names, by an action; the rest at the game master's word, or not at all."""
    box = table_of_casters(ruleset)
    book, before = rulebook_loading.rulebook(ruleset), {t.name for t in box.world.things.values() if t.kind == "character"}
    cast_anyhow(box, spell, ruleset)
    (kept, *_) = [*kept_spells.of(box.world, creature(box, "Elara"), book), None]
    if kept is None:
        return  # it is only told
    rule = book.spell(spell)
    lasts = rule is not None and rule.duration not in ("until_dispelled", "permanent")
    way = kept.dismissal(book)
    if ruleset == "5.2":
        assert way == ("free" if lasts else "action" if spell == "Astral Projection" else "never")
    else:
        named = "action" if spell in BY_AN_ACTION else "free" if spell == "Dream" else None
        assert way == (named or ("by_the_gm" if lasts else "never"))
    answer = box.ask("end", "Elara", spell=spell)
    if way == "never":
        assert answer["error"]["code"] == "spell_lasts_by_itself"
    elif not answer["ok"]:
        assert (spell, ruleset) == ("Contact Other Plane", "5.2"), answer["text"]  # its caster is incapacitated
    else:
        assert {*left(box, before)} <= OF_ITS_OWN
        assert ("game master says so" in answer["text"]) == (way == "by_the_gm")
        assert ("by an action" in answer["text"]) == (way == "action")


def test_in_5_1_an_action_ends_exactly_these_spells() -> None:
    book = rulebook_loading.rulebook("5.1")
    assert {s.name for n in book.spell_names if (s := book.spell(n)) and s.dismiss == "action"} == BY_AN_ACTION


# ── whose, and on whom ──────────────────────────────────────────────────────────────────────────────────────────────


def test_concentration_is_a_word_for_the_spell() -> None:
    box = opened()
    cast(box, "Bran", "Bless", "Ulf", "Mira")
    assert "Bran ends Bless on Ulf and Mira, and no longer concentrates." in box.did("end", "Bran", spell="concentration")["text"]
    assert not lies_on(box, "Ulf") and not lies_on(box, "Mira")


def test_a_spell_of_one_caster_needs_no_name() -> None:
    box = opened()
    cast(box, "Fern", "Moonbeam", "Goblin 1")
    box.did("end", spell="moonbeam")
    assert mind_of(box, "Fern") is None and not creature(box, "Fern").creature.zones


def test_a_spell_of_two_casters_asks_whose() -> None:
    box = opened()
    cast(box, "Bran", "Bless", "Ulf")
    cast(box, "Ulf", "Bless", "Mira")
    told = box.refused("ends_whose", "end", spell="Bless")
    assert "one of: Bran, Ulf" in told["text"] and "try" not in told["error"]
    box.did("end", "Ulf", spell="Bless")
    assert lies_on(box, "Ulf") == ["Bless"] and not lies_on(box, "Mira") and mind_of(box, "Bran") == "Bless"


def test_two_castings_of_one_caster_ask_on_whom() -> None:
    box = opened("5.2")
    for name in ("Elara", "Mira"):
        cast(box, "Elara", "Mage Armor", name)
    assert "one of: Elara, Mira" in box.refused("ends_which", "end", "Elara", spell="Mage Armor")["text"]
    box.did("end", "Elara", spell="Mage Armor", targetName="Mira")
    assert lies_on(box, "Elara") == ["Mage Armor"] and not lies_on(box, "Mira")
    box.refused("effect_not_there", "end", "Elara", spell="Mage Armor", targetName="Mira")


BAD: Final = {
    "a spell that nobody keeps": ("spell_not_kept", "Fern", "Web", "it keeps: Moonbeam"),
    "concentration that is not there": ("spell_not_kept", "Elara", "concentration", "Elara keeps no concentration going"),
    "an instantaneous spell": ("spell_not_kept", "Fern", "Fireball", "keeps no Fireball going"),
    "a spell of another": ("spell_of_another_caster", "Elara", "Moonbeam", "Fern keeps Moonbeam going, not Elara"),
    "a condition": ("ends_no_spell", "Fern", "prone", "manage_condition remove with condition prone"),
    "a word that is nothing": ("spell_unknown", "Fern", "Moonbean", "did you mean Moonbeam"),
    "no spell": ("ends_what", "Fern", None, "allowed: Moonbeam"),
}


@each_row(("code", "who", "spell", "text"), BAD.values(), ids=BAD.keys())
def test_a_call_that_ends_nothing_says_what_is_there(code: str, who: str, spell: str | None, text: str) -> None:
    box = opened()
    cast(box, "Fern", "Moonbeam", "Goblin 1")
    told = box.refused(code, "end", who, **({"spell": spell} if spell else {}))
    assert text in told["text"]
    proposed = told["error"].get("try")
    assert proposed is None or code == "spell_unknown", "a proposal ends nothing that was not named"


def test_an_effect_that_is_no_spell_has_another_call() -> None:
    box = opened()
    box.did("apply", "Ulf", effect="Rage")
    assert "manage_condition remove with effect Rage" in box.refused("ends_no_spell", "end", "Ulf", spell="Rage")["text"]


# ── remove leads on ─────────────────────────────────────────────────────────────────────────────────────────────────


@each_row("word", [{"condition": "concentration"}, {"effect": "concentration"}, {"effect": "Moonbeam"}, {"condition": "Moonbeam"}], ids=str)
def test_remove_names_the_call_that_ends_a_casting(word: dict[str, str]) -> None:
    box = opened()
    cast(box, "Fern", "Moonbeam", "Goblin 1")
    sent = {"operation": "remove", "characterName": "Fern", **word}
    told = box.refused_whole("ends_by_its_caster", sent, "manage_condition")
    assert "execute_action end with characterName Fern and spell Moonbeam ends all of it" in told["text"]


def test_an_effect_lifted_from_one_leaves_the_rest_and_says_so() -> None:
    box = opened()
    cast(box, "Bran", "Bless", "Bran", "Ulf")
    told = box.send({"operation": "remove", "characterName": "Bran", "effect": "Bless"}, "manage_condition")
    assert "Bran still concentrates on Bless; execute_action end ends all of it." in told["text"]
    assert not lies_on(box, "Bran") and lies_on(box, "Ulf") == ["Bless"]


# ── the turn, and players ───────────────────────────────────────────────────────────────────────────────────────────


def test_an_action_to_end_a_spell_is_spent() -> None:
    box = opened("5.1")
    cast(box, "Elara", "Mage Armor", "Elara")
    in_turn(box, "Elara", "Goblin 1")
    box.did("act", "Elara", act="Dodge")
    assert "already used its action" in box.did("end", "Elara", spell="Mage Armor")["text"]


PIP: Final = Caller("player", characters=("Elara",))


def as_player(table: Table, **payload: Any) -> Answer:
    return table.game.ask({"operation": "end", **payload}, "execute_action", caller=PIP)


@pytest.fixture
def heroes() -> Iterator[Table]:
    with begun() as game:
        table = Table(game)
        for name, of in (("Elara", "wizard 9"), ("Bran", "cleric 9")):
            table.did("create", name=name, character={"classes": [of], "party": True})
        table.did("create", template="Goblin")
        yield table


def test_a_player_ends_concentration_even_in_the_turn_of_another(heroes: Table) -> None:
    heroes.did("cast", "Elara", spell="Fly", targets=["Bran"])
    heroes.did("start_fight", names=["Goblin", "Bran", "Elara"])
    while "Goblin's turn" not in heroes.did("next_turn")["text"]:
        pass
    assert as_player(heroes, spell="concentration")["ok"]
    assert "concentration" not in heroes.thing("Elara").body


def test_a_player_waits_for_the_turn_if_it_takes_an_action(heroes: Table) -> None:
    heroes.did("cast", "Elara", spell="Mage Armor", targets=["Elara"])
    heroes.did("start_fight", names=["Goblin", "Bran", "Elara"])
    while "Goblin's turn" not in heroes.did("next_turn")["text"]:
        pass
    assert as_player(heroes, spell="Mage Armor")["error"]["code"] == "not_your_turn"


def test_a_player_ends_no_spell_that_only_time_ends(heroes: Table) -> None:
    heroes.did("cast", "Elara", spell="Longstrider", targets=["Elara"])
    told = as_player(heroes, spell="Longstrider")
    assert told["error"]["code"] == "spell_ends_in_time" and "the game master may" in told["text"]
    assert "game master says so" in heroes.did("end", "Elara", spell="Longstrider")["text"]


def test_a_player_ends_no_spell_of_another(heroes: Table) -> None:
    heroes.did("cast", "Bran", spell="Bless", targets=["Elara"])
    assert as_player(heroes, characterName="Bran", spell="Bless")["error"]["code"] == "not_yours"
    assert as_player(heroes, spell="Bless")["error"]["code"] == "spell_of_another_caster"


def test_undo_brings_the_spell_back(heroes: Table) -> None:
    heroes.did("cast", "Bran", spell="Bless", targets=["Elara", "Bran"])
    before = heroes.now.things
    heroes.did("end", "Bran", spell="Bless")
    heroes.did("undo")
    assert heroes.now.things == before
