import json
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.campaign_setup import CampaignDiffers, CampaignUnknown, CampaignUnnamed
from rpg_lite.game import Game
from rpg_lite.rules.dice import DiceRoll
from rpg_lite.rules.document_validation import DocumentFault
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import World
from tests.evenings import (
    FIGHTER,
    evening,
    table,  # noqa: F401
)
from tests.operations.dice import falling
from tests.operations.table import Table, chronicle, tokens

TORCH = {"characterName": "Thorin", "operation": "give", "template": "Torch"}


def test_what_is_recorded_and_loaded_is_what_was_decided(table: Table):
    evening(table)
    folded = evolve_all(World(table.game.campaign), chronicle(table.game))
    assert folded.things == table.now.things
    assert dict(folded.equipped) == table.now.worn


def test_a_campaign_is_the_same_after_it_was_closed(tmp_path: Path):
    with rpg_lite.open_campaign(tmp_path / "party.db", seed=1) as game:
        first = Table(game)
        first.did("create", name="Thorin", character=FIGHTER)
        evening(first)
        before, text = first.now, first.did("view", "Thorin")["text"]
    with rpg_lite.open_campaign(tmp_path / "party.db") as game:
        again = Table(game)
        assert again.now == before
        assert again.did("view", "Thorin")["text"] == text


# ── requests ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_repeated_request_gives_the_first_answer_and_is_done_once(table: Table):
    first = table.send({**TORCH, "requestId": "a1"})
    before = table.now
    second = table.send({**TORCH, "requestId": "a1"})
    assert second["repeated"] is True
    assert second["text"].startswith(f"Already done at rev {first['rev']}; nothing was done again.")
    assert {k: v for k, v in second.items() if k not in ("text", "repeated")} == {k: v for k, v in first.items() if k != "text"}
    assert table.now == before


@pytest.mark.parametrize(
    "spelled",
    [
        {"character_name": "Thorin", "operation": "give", "template": "Torch"},
        {"template": "Torch", "operation": "give", "characterName": "Thorin"},
        {**TORCH, "quantity": None},
        {**TORCH, "detail": "full"},
    ],
)
def test_the_same_payload_in_another_spelling_is_the_same_request(table: Table, spelled: dict[str, Any]):
    table.send({**TORCH, "requestId": "a1"})
    assert table.send({**spelled, "requestId": "a1"})["repeated"]


def test_a_request_id_with_another_payload_is_refused(table: Table):
    table.send({**TORCH, "requestId": "a1"})
    table.refused_whole("request_id_reused", {**TORCH, "quantity": 2, "requestId": "a1"})


def test_a_refused_request_may_be_sent_again(table: Table):
    payload = {"characterName": "Thorin", "operation": "equip", "itemName": "Torch", "slot": "mainhand", "requestId": "a1"}
    table.refused_whole("item_unknown", payload)
    table.send(TORCH)
    assert "repeated" not in table.send(payload)


def test_a_repeated_batch_is_done_once(table: Table):
    payload = {"batch": [TORCH, TORCH], "requestId": "a1"}
    table.send(payload)
    assert table.send(payload)["repeated"]
    assert table.bag("Thorin") == {"Torch": 2}


# ── dry runs ────────────────────────────────────────────────────────────────────────────────────────────────────────


def no_roll(text: str) -> DiceRoll:
    raise AssertionError(f"{text} was rolled")


@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("use", {"itemName": "Potion of Healing"}),
        ("damage", {"dice": "2d6", "damageType": "fire"}),
        ("heal", {"dice": "2d6"}),
        ("give", {"template": "Necklace of Fireballs"}),
        ("roll", {"dice": "1d20", "seed": 3}),
        ("damage", {"dice": "2d6", "damageType": "fire", "seed": 3}),
    ],
)
def test_a_dry_run_never_rolls_and_records_nothing(table: Table, operation: str, fields: dict[str, Any]):
    table.did("give", "Thorin", template="Potion of Healing")
    table.did("damage", "Thorin", amount=9, damageType="fire")
    before = table.now
    dry = Table(Game(table.game.store, table.game.campaign, table.game.book, no_roll))
    answer = dry.did(operation, None if operation == "roll" else "Thorin", **fields, dryRun=True)
    assert answer["dryRun"] is True and answer["text"].startswith("Dry run")
    assert set(answer["results"][0]["roll"]) == {"dice", "range"}
    assert "hp" not in answer["results"][0]
    assert table.now == before


@pytest.mark.parametrize(
    ("operation", "who", "fields", "word"),
    [
        ("use", "Thorin", {"itemName": "Wand of Magic Missiles", "quantity": 7, "targetName": "Hurt"}, "destroyed"),
        ("use", "Elara", {"itemName": "Potion of Healing", "targetName": "Hurt"}, "regains consciousness"),
        ("use", "Elara", {"itemName": "Potion of Healing", "targetName": "Scratched"}, "HP 43 → 44"),
        ("rest", "Scratched", {"kind": "short", "hitDice": 1}, "1d8: 1"),
        ("advance", None, {"duration": "dawn"}, "Wand of Secrets 2/3"),
        ("heal", "Hurt", {"dice": "1d4"}, "regains consciousness"),
        ("heal", "Scratched", {"dice": "1d4"}, "HP 43"),
        ("heal", "Thorin", {"dice": "1d4"}, "is already at full hit points"),
        ("damage", "Hurt", {"dice": "1d4+60", "damageType": "fire"}, "dead"),
        ("damage", "Thorin", {"dice": "1d4+43", "damageType": "fire"}, "falls unconscious"),
        ("damage", "Elara", {"dice": "1d4", "damageType": "fire"}, "no longer concentrates"),
        ("damage", "Elara", {"amount": 2, "damageType": "fire"}, "no longer concentrates"),
        ("attack", "Thorin", {"targetName": "Straw"}, "falls unconscious"),
        ("save", "Hurt", {"ability": "death"}, "failures"),
        ("save", "Thorin", {"ability": "con", "dc": 10}, "fails"),
        ("check", "Thorin", {"ability": "int", "dc": 10}, "fails"),
    ],
)
def test_a_dry_run_says_nothing_that_a_roll_decides(table: Table, operation: str, who: str | None, fields: dict[str, Any], word: str):
    table.did("create", name="Elara", character={"classes": ["wizard 5"]})
    for name, hp in (("Hurt", 0), ("Scratched", 43), ("Straw", 1)):
        table.did("create", name=name, character={"classes": ["rogue"], "hpMax": 44, "hp": hp, "abilities": {"dex": 1}})
    table.did("give", "Thorin", template="Wand of Magic Missiles", equip=True)
    table.did("give", "Elara", template="Wand of Enemy Detection", attune=True, equip=True)
    table.did("give", "Elara", template="Wand of Secrets", equip=True, slot="offhand")
    for _ in range(2):
        table.did("use", "Elara", itemName="Wand of Secrets")
    table.did("give", "Elara", template="Potion of Healing")
    table.did("apply", "Thorin", effect="Bless", source="Elara")
    before = table.now
    dry = table.did(operation, who, **fields, dryRun=True)
    assert table.now == before
    assert "hp" not in dry["results"][0] and "→" not in dry["text"]
    assert "depends on the roll" in dry["text"]
    table.game._roll = falling(20 if operation == "attack" else 1)
    assert word in (done := table.did(operation, who, **fields)["text"]), done
    assert word not in dry["text"]
    assert ("used up" in dry["text"]) == ("Potion" in dry["text"])


def test_a_dry_run_answers_what_would_be(table: Table):
    table.did("give", "Thorin", template="Plate Armor")
    before = table.now
    answer = table.did("equip", "Thorin", itemName="Plate Armor", dryRun=True)
    assert answer["results"][0]["stats"]["ac"] == {"was": 12, "value": 18}
    assert answer["rev"] == before.rev and table.now == before


def test_a_dry_run_is_refused_where_the_command_would_be(table: Table):
    table.refused("item_unknown", "equip", "Thorin", itemName="Plate Armor", dryRun=True)


@pytest.mark.parametrize("value", ["maybe", 2, []])
def test_dry_run_is_true_or_false(table: Table, value: object):
    table.refused_whole("argument_invalid", {**TORCH, "dryRun": value})


# ── answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_full_shows_the_events_and_the_reasons(table: Table):
    answer = table.send({"characterName": "Thorin", "operation": "give", "template": "Plate Armor", "equip": True}, detail="full")
    assert [e["event"] for e in answer["changed"]] == ["created", "equipped"]
    assert answer["results"][0]["stats"]["ac"]["lines"]


def test_no_key_changes_its_type_between_brief_and_full(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    reads = [("view", {}), ("character", {"stats": ["ac"]}), ("party", {}), ("history", {}), ("export", {})]
    for operation, fields in reads:
        who = None if operation in ("party", "history") else "Thorin"
        brief, full = (table.did(operation, who, **fields, detail=d)["results"][0] for d in ("brief", "full"))
        for key in brief.keys() & full.keys():
            assert type(brief[key]) is type(full[key]), f"{operation}: {key}"


def test_every_answer_is_json(table: Table):
    evening(table)
    for detail in ("brief", "full"):
        for operation, who in (("view", "Thorin"), ("party", None), ("history", None), ("export", "Thorin")):
            json.dumps(table.did(operation, who, detail=detail))


def test_the_answer_that_is_asked_for_again_and_again_is_kept_longest(table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rpg_lite.views.answer_cache.KEPT_ANSWERS", 2)
    worked = []
    told = table.game._show
    monkeypatch.setattr(table.game, "_show", lambda *given: worked.append(given) or told(*given))
    for fields in ({}, {"showStats": True}, {}, {"showEquipped": True}, {}):
        table.did("view", "Thorin", **fields)
    assert len(worked) == 3


# ── templates ───────────────────────────────────────────────────────────────────────────────────────────────────────


def own_items(folder: Path, *items: dict[str, Any]) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "mine.json").write_text(json.dumps({"items": list(items)}), encoding="utf-8")
    return folder


CAP = {"name": "Odd Cap", "type": "wondrous", "slot": "head", "weight": 1, "mechanicalEffects": {"acBonus": 2}}


def test_a_corrected_template_reaches_old_items(tmp_path: Path):
    mine = own_items(tmp_path / "items", CAP)
    with rpg_lite.open_campaign(tmp_path / "party.db", items=[mine]) as game:
        Table(game).did("create", name="Pip")
        Table(game).did("give", "Pip", template="Odd Cap", equip=True)
        assert Table(game).number("Pip", "ac") == 12
    own_items(mine, {**CAP, "mechanicalEffects": {"acBonus": 5}})
    with rpg_lite.open_campaign(tmp_path / "party.db", items=[mine]) as game:
        assert Table(game).number("Pip", "ac") == 15


@pytest.mark.parametrize("named", [str, Path, lambda folder: [folder], lambda folder: (str(folder),)])
def test_one_folder_of_items_is_one(tmp_path: Path, named: Any):
    mine = own_items(tmp_path / "items", CAP)
    with rpg_lite.open_campaign(":memory:", items=named(mine)) as game:
        assert "Odd Cap" in {template.item.name for template in game.book.templates.values()}
        made = Game(game.store, game.campaign, game.book, items=named(mine))
        assert [*map(str, made._items)] == [str(mine)]


def test_the_lore_is_one_folder(tmp_path: Path):
    with pytest.raises(TypeError, match="lore takes one folder, not"):
        rpg_lite.open_campaign(":memory:", lore=[tmp_path])  # type: ignore[arg-type]


def test_a_missing_template_shows_as_broken_and_is_not_dropped(tmp_path: Path):
    mine = own_items(tmp_path / "items", CAP)
    with rpg_lite.open_campaign(tmp_path / "party.db", items=[mine]) as game:
        Table(game).did("create", name="Pip")
        Table(game).did("give", "Pip", template="Odd Cap", equip=True)
    with rpg_lite.open_campaign(tmp_path / "party.db") as game:
        table = Table(game)
        text = table.did("view", "Pip")["text"]
        assert "Odd Cap" in text
        assert "missing" in text or "broken" in text
        table.did("unequip", "Pip", itemName="Odd Cap")
        assert table.bag("Pip") == {"Odd Cap": 1}


# ── campaigns ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_unknown_campaign_is_made_only_when_that_is_said(tmp_path: Path):
    file = tmp_path / "party.db"
    with pytest.raises(CampaignUnknown):
        rpg_lite.open_campaign(file, "Strahd")
    with rpg_lite.open_campaign(file, "Strahd", new=True) as game:
        Table(game).did("create", name="Pip")
    with pytest.raises(CampaignUnknown, match="Strahd"):
        rpg_lite.open_campaign(file, "Strhad")
    with rpg_lite.open_campaign(file) as game:
        assert game.campaign.name == "Strahd"  # the only one there is needs no name
    rpg_lite.open_campaign(file, "Saltmarsh", new=True).close()
    with pytest.raises(CampaignUnnamed, match="'Strahd', 'Saltmarsh'"):
        rpg_lite.open_campaign(file)
    with rpg_lite.open_campaign(file, "campaign") as game:
        assert Table(game).rev == 0
    with rpg_lite.open_campaign(file) as game:
        assert game.campaign.name == "campaign"


def test_a_campaign_in_which_nothing_happened_is_begun_in_another_ruleset(tmp_path: Path):
    rpg_lite.open_campaign(tmp_path / "party.db").close()
    with pytest.raises(CampaignDiffers, match="policy"):
        rpg_lite.open_campaign(tmp_path / "party.db", ruleset="5.2", policy={"attunementLimit": 5})
    with rpg_lite.open_campaign(tmp_path / "party.db") as first, rpg_lite.open_campaign(tmp_path / "party.db", ruleset="5.2") as other:
        assert (first.campaign.ruleset, other.campaign.ruleset) == ("5.1", "5.2")
        assert first.ask({"operation": "create", "name": "Mira", "character": {"classes": ["wizard 2"]}}, "manage_character")["ok"]
        assert first.book.ruleset == "5.2"  # it keeps up with the other program
        assert not other.begin_in("5.1") and other.begin_in("5.2")


@pytest.mark.parametrize(
    ("asked", "says"),
    [({"ruleset": "5.1"}, "ruleset 5.2, not 5.1"), ({"policy": {}}, "attunementLimit"), ({"policy": {"attunementLimit": 5}}, "not .*5")],
)
def test_a_campaign_that_is_played_otherwise_is_refused(tmp_path: Path, asked: dict[str, Any], says: str):
    began: dict[str, Any] = {"ruleset": "5.2", "policy": {"attunementLimit": 4}}
    with rpg_lite.open_campaign(tmp_path / "party.db", **began) as game:
        assert game.ask({"operation": "create", "name": "Mira"}, "manage_character")["ok"]
    with pytest.raises(CampaignDiffers, match=says):
        rpg_lite.open_campaign(tmp_path / "party.db", **asked)
    rpg_lite.open_campaign(tmp_path / "party.db", **began).close()


def test_a_campaign_keeps_the_policy_with_which_it_began(tmp_path: Path):
    rpg_lite.open_campaign(tmp_path / "party.db", ruleset="5.2", policy={"attunement_limit": 1}).close()
    with rpg_lite.open_campaign(tmp_path / "party.db") as game:
        table = Table(game)
        assert (game.book.policy.attunement_limit, game.book.policy.hit_dice_back) == (1, "all")
        table.did("create", name="Pip")
        for cloak in ("Cloak of Protection", "Ring of Protection"):
            table.did("give", "Pip", template=cloak, equip=True)
        table.did("attune", "Pip", itemName="Cloak of Protection")
        table.refused("attunement_limit", "attune", "Pip", itemName="Ring of Protection")


def test_a_policy_that_is_none_makes_no_campaign(tmp_path: Path):
    with pytest.raises(DocumentFault, match="did you mean 'attunementLimit'"):
        rpg_lite.open_campaign(tmp_path / "party.db", policy={"attunementLimits": 1})
    assert not (tmp_path / "party.db").exists()


# ── sizes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_one_equip_costs_at_most_a_hundred_tokens(table: Table):
    for template in ("Chain Shirt", "Plate Armor", "Longsword", "Shield", "Gauntlets of Ogre Power", "Cloak of Protection"):
        table.did("give", "Thorin", template=template)
        assert tokens(table.did("equip", "Thorin", itemName=template, attune="of" in template)) <= 100, template


def test_a_batch_of_twenty_gifts_costs_at_most_seven_hundred_tokens(table: Table):
    names = (
        "Dagger Longsword Shield Torch Rapier Club Mace Sling Dart Whip Net Lance Flail Maul Pike Trident Scimitar Halberd Glaive Sickle"
    )
    answer = table.batch(*({"template": n} for n in names.split()), characterName="Thorin", operation="give")
    assert answer["ok"], answer["text"]
    assert tokens(answer) <= 700


def test_a_view_of_forty_things_costs_at_most_four_hundred_tokens(table: Table):
    names = [
        i.name
        for _, i in sorted(
            (k, t.item) for k, t in table.game.book.templates.items() if not t.bases and not t.variants and not t.item.needs_attunement
        )
    ]
    for n in range(2):
        assert table.batch(*({"template": name} for name in names[20 * n : 20 * n + 20]), characterName="Thorin", operation="give")["ok"]
    assert len(table.bag("Thorin")) == 40
    assert tokens(table.did("view", "Thorin")) <= 400


@pytest.mark.parametrize("path", ["ac", "saves.dex", "skills.stealth", "hpMax", "speed.walk"])
def test_one_number_with_its_reasons_costs_at_most_120_tokens(table: Table, path: str):
    for template in ("Plate Armor", "Shield", "Ring of Protection", "Cloak of Protection"):
        table.did("give", "Thorin", template=template, equip=True, attune="of" in template)
    assert tokens(table.did("character", "Thorin", stats=[path])) <= 120
