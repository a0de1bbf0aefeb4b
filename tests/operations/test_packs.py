"""Packs and their contents, the last charge of a wand, items switched on for a time, thrown items."""

import pytest

from rpg_lite.content import rulebook_loading
from tests.operations.dice import high, let, low
from tests.operations.table import Table, notes

pytestmark = pytest.mark.pure

BOOK = rulebook_loading.rulebook("5.1")
PACKS = [id for id, t in BOOK.templates.items() if t.contents]


def test_there_are_seven_packs():
    assert len(PACKS) == 7


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_gives_what_its_template_says(table: Table, pack: str):
    template = BOOK.templates[pack]
    table.did("give", "Thorin", template=pack)
    wanted: dict[str, int] = {}
    for content in template.contents:
        pick = BOOK.find(content.item)
        assert pick, content.item
        item = BOOK.item(pick)
        assert item
        wanted[item.name] = wanted.get(item.name, 0) + content.quantity
    assert table.bag(template.item.name) == wanted
    assert table.bag("Thorin") == {template.item.name: 1}


@pytest.mark.stored
def test_two_packs_are_two_bags_and_undo_takes_both(table: Table):
    before = table.now
    table.did("give", "Thorin", template="Explorer's Pack", quantity=2)
    packs = [t for t in table.now.things.values() if t.name == "Explorer's Pack"]
    assert len(packs) == 2
    assert all(sum(t.quantity for t in table.now.things.values() if t.parent_id == p.id and t.name == "Torch") == 10 for p in packs)
    table.did("undo")
    assert table.now.world == before.world


def test_what_is_in_a_pack_is_taken_out_of_it(table: Table):
    table.did("give", "Thorin", template="Explorer's Pack")
    table.did("transfer", "Thorin", itemName="Torch", toName="Elara")
    assert table.bag("Elara") == {"Torch": 1}


# ── charges ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def wand(table: Table) -> Table:
    table.did("give", "Thorin", template="Wand of Magic Missiles", equip=True)
    return table


@pytest.mark.stored
def test_the_last_charge_with_the_lowest_die_ends_the_wand(wand: Table):
    wand.roll_with(low)
    wand.did("use", "Thorin", itemName="Wand of Magic Missiles", quantity=6, targetName="Elara")
    answer = wand.did("use", "Thorin", itemName="Wand of Magic Missiles", targetName="Elara")
    assert wand.bag("Thorin") == {} and wand.worn("Thorin") == {}
    assert "destroyed" in notes(answer)
    wand.did("undo")
    assert wand.thing("Wand of Magic Missiles").item.state["charges"] == 1 and "mainhand" in wand.worn("Thorin")


@pytest.mark.parametrize("face", [2, 20])
def test_the_last_charge_with_any_other_does_not(wand: Table, face: int):
    answer = let(wand, face).did("use", "Thorin", itemName="Wand of Magic Missiles", quantity=7, targetName="Elara")
    assert wand.bag("Thorin") == {"Wand of Magic Missiles": 1} and f"the d20 rolled {face}" in notes(answer)
    wand.refused("no_charges_left", "use", "Thorin", itemName="Wand of Magic Missiles")


def test_more_charges_than_there_are_are_refused(wand: Table):
    assert "7 charges left" in wand.refused("no_charges_left", "use", "Thorin", itemName="Wand of Magic Missiles", quantity=8)["text"]


@pytest.mark.parametrize(
    ("wand_name", "whom"),
    [("Wand of Fireballs", {"targets": ["Thorin"]}), ("Wand of Enemy Detection", {}), ("Wand of Paralysis", {"targets": ["Thorin"]})],
)
def test_a_wand_that_asks_for_attunement_sleeps_without(table: Table, wand_name: str, whom: dict[str, list[str]]):
    table.did("give", "Elara", template=wand_name, equip=True)
    answer = table.refused("not_attuned", "use", "Elara", itemName=wand_name)
    assert table.send(answer["error"]["try"])["ok"]
    table.did("use", "Elara", itemName=wand_name, **whom)


def test_a_staff_pays_by_the_spell(table: Table):
    table.did("give", "Elara", template="Staff of Frost", equip=True, attune=True)
    table.did("use", "Elara", itemName="Staff of Frost", property="cone_of_cold", targets=["Thorin"])
    table.did("use", "Elara", itemName="Staff of Frost", property="ice_storm")
    table.refused("no_charges_left", "use", "Elara", itemName="Staff of Frost", property="ice_storm")
    low_table = let(table, 1)
    answer = low_table.did("use", "Elara", itemName="Staff of Frost", property="fog_cloud")
    assert "destroyed" in notes(answer) and table.bag("Elara") == {}


# ── on for a time ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_gem_of_seeing_sees_for_ten_minutes_of_the_clock(table: Table):
    table.did("give", "Thorin", template="Gem of Seeing", equip=True, attune=True)
    table.did("use", "Thorin", itemName="Gem of Seeing")
    assert table.thing("Gem of Seeing").item.state["charges"] == 2
    assert table.number("Thorin", "senses.truesight") == 120
    table.did("advance", duration="9 minutes")
    assert table.number("Thorin", "senses.truesight") == 120
    table.did("advance", duration="1 minute")
    assert not table.ask("character", "Thorin", stats=["senses.truesight"])["ok"]
    table.did("use", "Thorin", itemName="Gem of Seeing")
    assert table.thing("Gem of Seeing").item.state["charges"] == 1
    assert table.number("Thorin", "senses.truesight") == 120


def test_wings_fold_after_an_hour(table: Table):
    table.did("give", "Thorin", template="Wings of Flying", equip=True, attune=True)
    table.did("use", "Thorin", itemName="Wings of Flying")
    assert table.number("Thorin", "speed.fly") == 60
    table.did("rest", "Thorin", kind="short")
    assert "fly" not in table.did("character", "Thorin")["text"]


def test_a_daily_use_is_refused_the_second_time(table: Table):
    table.did("give", "Thorin", template="Rod of Alertness", equip=True, attune=True)
    table.did("use", "Thorin", itemName="Rod of Alertness", property="protective_aura")
    table.did("advance", duration="11 minutes")
    table.refused("no_uses_left", "use", "Thorin", itemName="Rod of Alertness", property="protective_aura")


def test_an_aura_counts_and_ends(table: Table):
    had = table.number("Thorin", "ac")
    table.did("give", "Thorin", template="Rod of Alertness", equip=True, attune=True)
    table.did("use", "Thorin", itemName="Rod of Alertness", property="protective_aura")
    assert table.number("Thorin", "ac") == had + 1
    table.did("advance", duration="10 minutes")
    assert table.number("Thorin", "ac") == had


# ── thrown ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["Acid", "Alchemist's Fire", "Holy Water"])
def test_what_is_thrown_needs_a_target(table: Table, name: str):
    table.did("give", "Thorin", template=name, quantity=2)
    table.refused("target_required", "use", "Thorin", itemName=name)
    table.refused("character_unknown", "use", "Thorin", itemName=name, targetName="Nobody")
    assert table.bag("Thorin")[BOOK.item(BOOK.find(name)).name] == 2


# ── everything there is ─────────────────────────────────────────────────────────────────────────────────────────────

USED = [id for id, t in BOOK.templates.items() if t.item.activated or t.item.charges or t.item.on_use]


@pytest.mark.slow
@pytest.mark.parametrize("roller", [low, high])
def test_whatever_is_used_in_whatever_way_answers(empty: Table, roller):
    """Every template that does something: on, off, again, to the last charge."""
    empty.roll_with(roller)
    empty.did("create", name="Thorin", character={"classes": ["fighter 5"], "hpMax": 900})
    for id in USED:
        template = BOOK.templates[id]
        more = {"variant": template.variants[0].name} if template.variants else {}
        bases = BOOK.bases_of(template)
        more |= {"base": bases[0]} if len(bases) > 1 else {}
        made = empty.did("give", "Thorin", template=id, **more)["results"][0]["item"]["id"]
        empty.ask("equip", "Thorin", itemId=made)
        empty.ask("attune", "Thorin", itemId=made)
        for property in [a.id for a in template.item.activated] * 3 or [None] * 3:
            empty.ask("use", "Thorin", itemId=made, targetName="Thorin", **({"property": property} if property else {}))
        empty.ask("unattune", "Thorin", itemId=made)
        empty.ask("remove", "Thorin", itemId=made)


# ── how much, how long yet ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def defender(table: Table) -> Table:
    table.did("give", "Thorin", template="Defender", base="Longsword", equip=True, attune=True)
    return table


@pytest.mark.parametrize(("quantity", "moved"), [(None, 1), (2, 2), (3, 3)])
def test_a_defender_moves_as_much_of_its_bonus_as_one_says(defender: Table, quantity: int | None, moved: int):
    ac, to_hit = defender.number("Thorin", "ac"), defender.number("Thorin", "attacks.Defender Longsword.toHit")
    defender.did("use", "Thorin", itemName="Defender Longsword", **({"quantity": quantity} if quantity else {}))
    assert defender.number("Thorin", "ac") == ac + moved
    assert defender.number("Thorin", "attacks.Defender Longsword.toHit") == to_hit - moved
    defender.did("use", "Thorin", itemName="Defender Longsword")
    assert (defender.number("Thorin", "ac"), "state" in defender.thing("Defender Longsword").body) == (ac, True)
    assert "parameters" not in defender.thing("Defender Longsword").item.state


def test_a_defender_gives_no_more_than_its_bonus(defender: Table):
    assert "at most 3" in defender.refused("quantity_too_large", "use", "Thorin", itemName="Defender Longsword", quantity=4)["text"]


def test_a_defender_given_away_keeps_nothing_on(defender: Table):
    defender.did("use", "Thorin", itemName="Defender Longsword", quantity=2)
    defender.did("transfer", "Thorin", itemName="Defender Longsword", toCharacterName="Elara")
    assert defender.thing("Defender Longsword").item.state == {"base": "srd:longsword"}


def test_a_helm_of_brilliance_wards_off_fire_until_its_rubies_are_gone(table: Table):
    table.did("give", "Thorin", template="Helm of Brilliance", equip=True, attune=True)
    assert "Resists fire" in table.did("character", "Thorin")["text"]
    table.did("use", "Thorin", itemName="Helm of Brilliance", property="rubies_spent")
    assert "Resists fire" not in table.did("character", "Thorin")["text"]
