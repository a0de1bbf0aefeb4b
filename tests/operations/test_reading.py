import pytest

from rpg_lite.decision.callers import Caller
from tests.copies import laid_once
from tests.operations.table import Table


@pytest.mark.parametrize(
    ("operation", "fields"),
    [("party", {}), ("character", {"characterName": "Thorin"}), ("item", {"query": "healing"}), ("history", {}), ("history", {"last": 1})],
)
@pytest.mark.parametrize("detail", ["brief", "full"])
def test_reading_changes_nothing(table: Table, operation: str, fields: dict[str, object], detail: str):
    before = table.now
    assert table.send({"operation": operation, **fields}, "read_campaign", detail)["ok"]
    assert table.now == before


def test_party_shows_campaign_members_purse_and_the_last_three_commands(table: Table):
    table.did("give", "Thorin", template="gp", quantity=20)
    table.did("give", "Elara", template="gp", quantity=5)
    table.did("apply", "Elara", condition="prone")
    text = table.did("party")["text"]
    for part in ("5.1", "rev 5", "Lobby", "Thorin", "HP 44/44", "Elara", "prone", "25 gp", "rev 5:", "rev 4:", "rev 3:"):
        assert part in text
    assert "rev 2:" not in text


def test_a_number_comes_with_its_lines_and_what_sleeps(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    table.did("give", "Thorin", template="Ring of Protection", equip=True)
    answer = table.did("character", "Thorin", stats=["ac"])
    assert "AC 18 = 18 Plate Armor" in answer["text"]
    assert "Ring of Protection" in answer["text"] and "not attuned" in answer["text"]
    assert answer["results"][0]["stats"]["ac"]["value"] == 18


def test_a_number_that_is_none_is_refused_with_the_near_ones(table: Table):
    answer = table.send({"operation": "character", "characterName": "Thorin", "stats": ["armour_class"]}, "read_campaign")
    assert not answer["ok"]


def test_an_exact_name_gives_the_whole_card(table: Table):
    text = table.did("item", query="flame tongue")["text"]
    assert "needs attunement" in text and "2d6" in text and "Longsword" in text


def test_a_query_gives_five_lines_and_says_how_many_more(table: Table):
    text = table.did("item", query="ring")["text"]
    assert len(text.splitlines()) == 6 and "more" in text.splitlines()[-1]


def test_a_query_that_finds_nothing_says_so(table: Table):
    assert table.did("item", query="xyzzy")["text"]


@pytest.mark.parametrize("last", [0, -1, "all"])
def test_a_length_of_history_that_is_none_is_refused(table: Table, last: object):
    table.refused("argument_invalid", "history", last=last)


def test_history_is_as_long_as_asked(table: Table):
    for _ in range(4):
        table.did("give", "Thorin", template="Torch")
    assert len(table.did("history", last=3)["text"].splitlines()) == 3


def test_a_kept_answer_is_renewed_after_every_command(table: Table):
    first = table.did("view", "Thorin")["text"]
    table.did("give", "Thorin", template="Torch")
    second = table.did("view", "Thorin")["text"]
    assert "Torch" not in first and "Torch" in second


def test_view_of_a_bag_shows_its_contents(table: Table):
    table.did("give", template="Chest", bagName="floor")
    table.did("give", template="Dagger", bagName="Chest", quantity=3)
    assert "Dagger × 3" in table.did("view", bagName="Chest")["text"]


@pytest.mark.parametrize(("key", "gone"), [("showEquipped", "Worn"), ("showInventory", "Carried"), ("showStats", "Weight")])
def test_view_shows_what_is_asked(table: Table, key: str, gone: str):
    assert gone in table.did("view", "Thorin")["text"]
    assert gone not in table.did("view", "Thorin", **{key: False})["text"]


def test_show_stats_false_leaves_the_numbers_out(table: Table):
    assert "stats" not in table.did("view", "Thorin", showStats=False)["results"][0]


def test_a_long_list_says_how_many_more_there_are(table: Table):
    for n in range(70):
        table.did("give", "Thorin", item={"name": f"Relic {n}", "type": "treasure", "weight": 0})
    text = table.did("view", "Thorin")["text"]
    assert "more" in text
    full = table.did("view", "Thorin", detail="full")
    assert len(full["results"][0]["inventory"]) == 70


@pytest.mark.parametrize("detail", ["brief", "full"])
def test_numbers_of_the_party_are_those_of_each_member(table: Table, detail: str):
    answer = table.send({"operation": "character", "characterName": "party", "stats": ["ac", "saves.int"]}, "read_campaign", detail)
    each = [
        table.send({"operation": "character", "characterName": n, "stats": ["ac", "saves.int"]}, "read_campaign", detail)
        for n in ("Elara", "Thorin")
    ]
    assert answer["text"] == "\n".join(a["text"] for a in each)
    assert [m["stats"] for m in answer["results"][0]["party"]] == [a["results"][0]["stats"] for a in each]


def test_a_number_that_only_some_have_is_said_to_be_missing(table: Table):
    elara, thorin = table.did("character", "party", stats=["spellcasting.saveDc"])["text"].split("\n")
    assert "spell save DC 15" in elara and thorin == "Thorin: No spellcasting.saveDc."


def test_a_number_that_nobody_has_is_refused(table: Table):
    table.did("update", "Elara", character={"name": "Zelara"})
    answer = table.send({"operation": "character", "characterName": "party", "stats": ["spellcasting.saveDc", "sped"]}, "read_campaign")
    assert (answer["error"]["code"], answer["error"]["field"]) == ("stat_unknown", "stats[1]")


def test_numbers_of_a_party_of_nobody_are_refused(empty: Table):
    answer = empty.send({"operation": "character", "characterName": "party", "stats": ["ac"]}, "read_campaign")
    assert answer["error"]["code"] == "party_empty"


def test_a_view_says_why_the_armor_class_is_what_it_is_and_what_sleeps(table: Table):
    for item in ("Plate Armor", "Shield", "Ring of Protection", "Cloak of Protection"):
        table.did("give", "Thorin", template=item, equip=True, **({"attune": True} if "Ring" in item else {}))
    text = table.did("view", "Thorin")["text"]
    assert "AC 21 = 18 Plate Armor + 2 Shield + 1 Ring of Protection. Cloak of Protection +1 does not count: not attuned." in text
    assert "Inactive until attuned: Cloak of Protection." in text


# ── who somebody is ─────────────────────────────────────────────────────────────────────────────────────────────────

MARA = {
    "classes": ["rogue 3"], "race": "elf", "party": True, "abilities": {"dex": 18}, "proficiencies": {"skills": {"stealth": 2, "arcana": 1}},
    "resources": {"spell slots 1": {"max": 4, "left": 3, "recharge": "long_rest"}}, "features": ["evasion", {"name": "Night Ear"}],
}  # fmt: skip


@laid_once
def mara(empty: Table) -> Table:
    empty.did("create", name="Mara", character=MARA)
    return empty


@pytest.mark.parametrize(
    "said",
    [
        "Elf rogue 3, level 3.", "stealth +8", "arcana +2", "darkvision 60 ft", "passive Perception", "Features: evasion, Night Ear",
        "hit dice d8 3/3", "spell slots 1 3/4", "Attuned 1/3: Ring of Protection.", "Wand of Secrets 3 charges",
    ],
)  # fmt: skip
def test_a_character_is_told_with_class_training_senses_features_and_what_is_left(mara: Table, said: str):
    mara.did("give", "Mara", template="Ring of Protection", attune=True)
    mara.did("give", "Mara", template="Wand of Secrets")
    assert said in mara.did("character", "Mara")["text"]
    assert "deception" not in mara.did("character", "Mara")["text"]


def test_the_party_is_told_with_classes_and_what_is_left(mara: Table):
    line = next(line for line in mara.did("party")["text"].splitlines() if line.startswith("Mara ("))
    assert line.endswith("; elf rogue 3; left: hit dice d8 3/3, spell slots 1 3/4")


def test_a_party_that_is_apart_is_told_where_each_is(mara: Table):
    mara.did("create", name="Ann", character={"classes": ["wizard 2"], "party": True})
    assert "in Lobby;" not in mara.did("party")["text"] + ";"
    assert mara.send({"operation": "create", "name": "Loft"}, "manage_room")["ok"]
    assert mara.send({"operation": "join", "characterName": "Ann", "toName": "Loft"}, "manage_room")["ok"]
    told = mara.did("party")["text"]
    assert "; in Loft" in told and "; in Lobby" in told


def test_a_resource_keeps_what_an_update_does_not_name(mara: Table):
    mara.did("update", "Mara", character={"resources": {"spell slots 1": {"left": 1, "max": 4}}})
    assert "spell slots 1 1/4" in mara.did("character", "Mara")["text"]
    mara.did("rest", "Mara", kind="long")
    assert "spell slots 1 4/4" in mara.did("character", "Mara")["text"]


def test_party_tells_what_lies_on_each_and_how_long_yet(table: Table):
    for who in ("Thorin", "Elara"):
        table.did("update", who, character={"party": True})
    table.did("apply", "Thorin", condition="poisoned", duration="1 hour")
    table.did("apply", "party", effect="Bless", duration="1 minute", source="Elara")
    table.did("apply", "Thorin", effect="Mage Armor")
    elara, thorin = (line for line in table.did("party")["text"].splitlines() if line.startswith(("Elara (", "Thorin (")))
    assert "; Bless (10 rounds left), concentrates on Bless; wizard 5;" in elara
    assert "; poisoned; Bless (10 rounds left), Mage Armor (8 hours left); dwarf fighter 5;" in thorin
    full = table.send({"operation": "party"}, "read_campaign", "full")["results"][0]["party"]
    assert [(m["effects"], m["concentration"]) for m in full] == [(["Bless"], "Bless"), (["Bless", "Mage Armor"], None)]


def test_party_tells_players_the_look_of_what_a_strange_potion_did(table: Table):
    table.did("update", "Thorin", character={"party": True})
    bark = {"modifiers": [{"target": "ac", "op": "add", "value": 1}], "duration": "1 hour"}
    table.did("give", "Thorin", item={"name": "Elixir of Bark", "type": "consumable", "weight": 0, "onUse": bark}, identified=False)
    table.did("use", "Thorin", itemName="Elixir of Bark")
    told = table.game.ask({"operation": "party"}, "read_campaign", caller=Caller(role="player", name="Ann", characters=("Thorin",)))
    assert "of Bark" not in told["text"] and "Elixir of Bark (60 minutes left)" in table.did("party")["text"]
