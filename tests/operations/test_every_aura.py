"""Every aura of the data of both rulesets, played: it counts for friends who are near, as a table says it or as squares do, and for nobody else."""

from tests.operations.auras_in_data import AFRAID, Aura, Scene, auras
from tests.operations.squares_by_hand import FEET, name_of, square_at
from tests.rows import each_row


@each_row("aura", auras(), ids=[str(aura) for aura in auras()])
def test_an_aura_counts_for_friends_who_are_near(aura: Aura) -> None:
    scene = Scene(aura)
    friend, other = scene.counted(scene.friend), scene.counted(scene.other)
    scene.near(scene.friend)
    scene.near(scene.other)
    near = scene.counted(scene.friend)
    assert near > friend
    assert scene.counted(scene.other) == other
    scene.apart(scene.friend)
    assert scene.counted(scene.friend) == friend
    scene.near(scene.friend)
    assert scene.counted(scene.friend) == near
    for condition, works in _sleeps(aura).items():
        scene.table.did("apply", scene.by, condition=condition)
        assert scene.counted(scene.friend) == (near if works else friend), condition
        scene.table.send({"operation": "remove", "characterName": scene.by, "condition": condition}, "manage_condition")
    assert scene.counted(scene.friend) == near
    if "held" in aura.when:
        scene.table.did("unequip", scene.by, itemName=aura.owner)
        assert scene.counted(scene.friend) == friend
        scene.table.did("equip", scene.by, itemName=aura.owner)
    scene.table.did("damage", scene.by, amount=900, damageType="force")
    assert scene.table.thing(scene.by).body.get("dead")
    assert scene.counted(scene.friend) == friend


def _sleeps(aura: Aura) -> dict[str, bool]:
    """Conditions of whoever has the aura, and whether it works under them."""
    if "not incapacitated" in aura.when:
        return {"incapacitated": False, "unconscious": False, "prone": True}
    asleep = {"unconscious": False} if "not unconscious" in aura.when else {}
    return {"incapacitated": True, **asleep}


@each_row("aura", [aura for aura in auras() if aura.owner in AFRAID], ids=[str(aura) for aura in auras() if aura.owner in AFRAID])
def test_a_condition_that_such_an_aura_keeps_off_is_refused_or_told(aura: Aura) -> None:
    """SRD, Aura of Courage, Aura of Devotion: friends cannot be frightened or charmed; SRD 5.2: what lies has no effect there."""
    scene, word = Scene(aura), AFRAID[aura.owner]
    table = scene.table
    table.did("apply", "Pip", condition=word)
    assert f"while Pip is near Roland, Pip being {word} has no effect" in table.did("near", "Roland", names=["Pip", "Foe"])["text"]
    table.send({"operation": "remove", "characterName": "Pip", "condition": word}, "manage_condition")
    assert "keeps friends" not in table.did("near", "Pip", names=["Foe"])["text"]
    told = table.refused("condition_immune", "apply", "Pip", condition=word)["text"]
    assert f"{aura.owner.replace('_', ' ')} of Roland" in told
    table.did("apply", "Foe", condition=word)
    table.did("near", "Roland", apart=["Pip"])
    table.did("apply", "Pip", condition=word)


MEASURED = [aura for aura in auras() if aura.target != "initiative"]


@each_row("aura", MEASURED, ids=[str(aura) for aura in MEASURED])
def test_an_aura_reaches_its_feet_by_squares_and_not_beyond(aura: Aura) -> None:
    """Initiative is rolled before anybody stands on squares."""
    scene = Scene(aura)
    scene.measure()
    x, y = square_at("AB20")

    def counted(who: str, feet: int, aside: int = 0) -> int:
        scene.table.did("place", names=[who], to=name_of((x + feet // FEET, y + aside)))
        found = scene.counted(who)
        scene.table.did("place", names=[who], to="A60" if who == "Pip" else "BH1")
        return found

    beyond = counted(scene.friend, aura.feet + FEET)
    assert counted(scene.friend, aura.feet) > beyond
    assert counted(scene.friend, aura.feet, aside=aura.feet // FEET) > beyond, "a corner counts as far as a side"
    assert counted(scene.other, FEET) == counted(scene.other, aura.feet + FEET), "it is for friends alone"
