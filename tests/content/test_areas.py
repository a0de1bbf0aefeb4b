"""Areas: what the files say of the squares that they fill is what the texts of the SRD say of each."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.content.played import Row
from tests.rows import each_row

pytestmark = pytest.mark.pure
DATA: Final = rulebook_loading.folder("data")
FILES: Final[list[Path]] = [
    *(DATA / f"{name}.json" for name in ("acts", "effects", "feats", "features", "traps")),
    *(file for folder in ("creatures", "features", "species", "spells") for file in sorted((DATA / folder).rglob("*.json"))),
    *(file for file in sorted(rulebook_loading.folder("items").glob("*.json")) if file.name != "item.schema.json"),
]
FACTS: Final[list[tuple[Ruleset, str, str, str]]] = [
    ("5.1", "Acid Splash", "", "2 targets, 5 apart"),
    ("5.2", "Acid Splash", "", "sphere 5 at a point"),
    ("5.1", "Antilife Shell", "", "sphere 10 around itself"),
    ("5.2", "Antimagic Field", "", "sphere 10 around itself"),
    ("5.2", "Aura of Life", "", "sphere 30 around itself"),
    ("5.1", "Burning Hands", "", "cone 15 from itself"),
    ("5.2", "Call Lightning", "Call Lightning: bolt", "sphere 5 at a point"),
    ("5.1", "Chain Lightning", "", "4+per_slot targets, 30 apart"),
    ("5.2", "Chain Lightning", "", "4+per_slot targets, 30 apart"),
    ("5.1", "Charm Person", "", "1+per_slot targets, 30 apart"),
    ("5.2", "Charm Person", "", "1+per_slot targets"),
    ("5.1", "Cloudkill", "", "sphere 20 at a point, around corners"),
    ("5.2", "Cloudkill", "", "sphere 20 at a point"),
    ("5.1", "Command", "", "1+per_slot targets, 30 apart"),
    ("5.2", "Command", "", "1+per_slot targets"),
    ("5.2", "Conjure Minor Elementals", "", "sphere 15 around itself"),
    ("5.2", "Conjure Woodland Beings", "", "sphere 10 around itself"),
    ("5.1", "Darkness", "", "sphere 15 at a point, around corners"),
    ("5.2", "Darkness", "", "sphere 15 at a point"),
    ("5.1", "Daylight", "", "sphere 60 at a point"),
    ("5.1", "Delayed Blast Fireball", "Delayed Blast Fireball: explode", "sphere 20 at a point, around corners"),
    ("5.2", "Delayed Blast Fireball", "Delayed Blast Fireball: explode", "sphere 20 at a point"),
    ("5.1", "Etherealness", "", "{3*(slot-7)} targets within 10"),
    ("5.2", "Eyebite", "Eyebite: gaze", "1 targets within 60"),
    ("5.1", "Fire Storm", "", "cube 10 at a point, 10 times"),
    ("5.1", "Fireball", "", "sphere 20 at a point, around corners"),
    ("5.2", "Fireball", "", "sphere 20 at a point"),
    ("5.1", "Flame Strike", "", "cylinder 10 at a point, 40 high"),
    ("5.2", "Flame Strike", "", "cylinder 10 at a point, 40 high"),
    ("5.1", "Fog Cloud", "", "sphere {20*slot} at a point, around corners"),
    ("5.2", "Fog Cloud", "", "sphere {20*slot} at a point"),
    ("5.1", "Freezing Sphere", "Freezing Sphere: throw", "sphere 60 at a point"),
    ("5.2", "Globe of Invulnerability", "", "sphere 10 around itself"),
    ("5.1", "Glyph of Warding", "Glyph of Warding: fire burst", "sphere 20 at a point, around corners"),
    ("5.2", "Glyph of Warding", "Glyph of Warding: fire burst", "sphere 20 at a point"),
    ("5.1", "Gust of Wind", "", "line 60 from itself, 10 wide"),
    ("5.2", "Gust of Wind", "", "line 60 from itself, 10 wide"),
    ("5.1", "Hold Monster", "", "1+per_slot targets, 30 apart"),
    ("5.2", "Hold Person", "", "1+per_slot targets"),
    ("5.1", "Holy Aura", "", "any targets within 30"),
    ("5.2", "Holy Aura", "", "sphere 30 around itself, whom it chooses"),
    ("5.1", "Ice Storm", "", "cylinder 20 at a point, 40 high"),
    ("5.1", "Incendiary Cloud", "", "sphere 20 at a point, around corners"),
    ("5.2", "Insect Plague", "", "sphere 20 at a point"),
    ("5.1", "Lightning Bolt", "", "line 100 from itself"),
    ("5.2", "Magic Circle", "", "cylinder 10 at a point, 20 high"),
    ("5.1", "Meteor Swarm", "", "sphere 40 at a point, around corners, 4 times"),
    ("5.2", "Meteor Swarm", "", "sphere 40 at a point, 4 times"),
    ("5.1", "Moonbeam", "", "cylinder 5 at a point, 40 high"),
    ("5.2", "Pass without Trace", "", "sphere 30 around itself, whom it chooses"),
    ("5.1", "Reverse Gravity", "", "cylinder 50 at a point, 100 high"),
    ("5.1", "Shatter", "", "sphere 10 at a point"),
    ("5.1", "Sleep", "", "sphere 20 at a point"),
    ("5.2", "Sleep", "", "sphere 5 at a point, whom it chooses"),
    ("5.1", "Sleet Storm", "", "cylinder 40 at a point, 20 high"),
    ("5.2", "Sleet Storm", "", "cylinder 20 at a point, 40 high"),
    ("5.1", "Slow", "", "cube 40 at a point, whom it chooses"),
    ("5.1", "Spirit Guardians", "", "sphere 15 around itself, whom it chooses"),
    ("5.1", "Stinking Cloud", "", "sphere 20 at a point, around corners"),
    ("5.1", "Storm of Vengeance", "", "sphere 360 at a point"),
    ("5.1", "Thunderwave", "", "cube 15 from itself"),
    ("5.1", "Weird", "", "sphere 30 at a point"),
    ("5.2", "Weird", "", "sphere 30 at a point, whom it chooses"),
    ("5.1", "Wind Wall", "", "wall 50 at a point, 15 high"),
    ("5.1", "Adult Black Dragon", "Acid Breath", "line 60 from itself"),
    ("5.1", "Adult Black Dragon", "Frightful Presence", "sphere 120 around itself, whom it chooses"),
    ("5.1", "Adult Black Dragon", "Wing Attack", "sphere 10 around itself"),
    ("5.2", "Adult Bronze Dragon", "Thunderclap", "sphere 20 at a point"),
    ("5.2", "Adult Silver Dragon", "Cold Gale", "line 60 from itself, 10 wide"),
    ("5.1", "Ancient Blue Dragon", "Lightning Breath", "line 120 from itself, 10 wide"),
    ("5.2", "Ancient Blue Dragon", "Lightning Breath", "line 120 from itself, 10 wide"),
    ("5.1", "Ancient Brass Dragon", "Fire Breath", "line 90 from itself, 10 wide"),
    ("5.2", "Ancient Brass Dragon", "Fire Breath", "line 90 from itself"),
    ("5.1", "Ancient Red Dragon", "Wing Attack", "sphere 15 around itself"),
    ("5.1", "Androsphinx", "Roar", "sphere 500 around itself"),
    ("5.2", "Balor", "Death Throes", "sphere 30 around itself"),
    ("5.1", "Djinni", "Create Whirlwind", "cylinder 5 at a point, 30 high"),
    ("5.1", "Dretch", "Fetid Cloud", "sphere 10 around itself, around corners"),
    ("5.2", "Dretch", "Fetid Cloud", "sphere 10 around itself"),
    ("5.2", "Giant Ape", "Boulder Toss", "sphere 5 at a point"),
    ("5.1", "Gibbering Mouther", "Blinding Spittle", "sphere 5 at a point"),
    ("5.2", "Gibbering Mouther", "Blinding Spittle", "sphere 10 at a point"),
    ("5.2", "Harpy", "Luring Song", "sphere 300 around itself"),
    ("5.1", "Kraken", "Ink Cloud", "sphere 60 around itself, around corners"),
    ("5.2", "Lich", "Deathly Teleport", "any targets within 10"),
    ("5.1", "Nightmare", "Ethereal Stride", "4 targets within 5"),
    ("5.2", "Planetar", "Holy Burst", "sphere 20 at a point"),
    ("5.2", "Rakshasa", "Baleful Command", "sphere 30 around itself"),
    ("5.1", "Solar", "Searing Burst", "sphere 10 around itself, whom it chooses"),
    ("5.1", "Storm Giant", "Lightning Strike", "sphere 10 at a point"),
    ("5.2", "Storm Giant", "Lightning Storm", "cylinder 10 at a point, 40 high"),
    ("5.1", "Vrock", "Spores", "sphere 15 around itself, around corners"),
    ("5.2", "Vrock", "Spores", "sphere 20 around itself"),
    ("5.1", "Bead of Force", "Throw the Bead", "sphere 10 at a point"),
    ("5.2", "Dust of Disappearance", "Throw the Dust", "sphere 10 around itself"),
    ("5.1", "Helm of Brilliance", "Set Off", "any targets within 60"),
    ("5.1", "Pipes of Haunting", "Haunting Tune", "sphere 30 around itself"),
    ("5.2", "Pipes of Haunting", "Haunting Tune", "sphere 30 around itself, whom it chooses"),
    ("5.1", "Staff of Power", "Retributive Strike", "any targets within 10"),
    ("5.2", "Staff of Power", "Retributive Strike", "any targets within 30"),
    ("5.1", "Staff of Thunder and Lightning", "Thunderclap", "sphere 60 around itself"),
    ("5.2", "Land's Aid", "Land's Aid", "sphere 10 at a point, whom it chooses"),
    ("5.1", "Whirlwind Attack", "Whirlwind Attack", "any targets within 5"),
    ("5.1", "Falling Net", "", "cube 10 at the target"),
]
"""Ruleset, entry, act (the entry itself if it names none) and what the texts say of its place."""


def in_ruleset(written: Any, ruleset: Ruleset) -> Any:
    """What the files say in a ruleset: with the keys that its patches replace, and without the entries that it lacks."""
    if isinstance(written, list):
        return [in_ruleset(one, ruleset) for one in written if not isinstance(one, dict) or ruleset in one.get("rulesets", RULESETS)]
    if not isinstance(written, dict):
        return written
    merged = {**written, **written.get(ruleset, {})}
    return {key: in_ruleset(value, ruleset) for key, value in merged.items() if key not in RULESETS}


def acts_in(written: Any, entry: str = "") -> Iterator[tuple[str, Row]]:
    """Every act with the name of the entry that it is or is in."""
    if isinstance(written, dict):
        entry = entry or written.get("name", "")
        if "targets" in written:
            yield entry, written
        for value in written.values():
            yield from acts_in(value, entry)
    elif isinstance(written, list):
        for one in written:
            yield from acts_in(one, entry)


def acts_of(ruleset: Ruleset) -> list[tuple[str, Row]]:
    other = DATA / "creatures" / ("5.2" if ruleset == "5.1" else "5.1")
    files = [json.loads(file.read_text("utf-8")) for file in FILES if file.parent != other]
    return [found for file in files for found in acts_in(in_ruleset([file], ruleset))]


ACTS: Final[dict[Ruleset, list[tuple[str, Row]]]] = {ruleset: acts_of(ruleset) for ruleset in RULESETS}


def begins(act: Row) -> str | None:
    """Where the area of an act begins, with the defaults of its shape and its range."""
    area = act["area"]
    otherwise = "self" if area["shape"] in ("cone", "line") else "point" if isinstance(act.get("range"), int) else None
    found: str | None = area.get("from", otherwise)
    return found


def place_of(act: Row) -> str:
    """What an act says of its place, in the words of the facts."""
    area = act.get("area")
    if not area:
        of = f"{act['targets']} targets" + (f" within {act['within']}" if act.get("within") else "")
        return of + (f", {act['apart']} apart" if act.get("apart") else "")
    own = "around itself" if area["shape"] == "sphere" else "from itself"
    parts = [f"{area['shape']} {area['ft']} {({'self': own, 'target': 'at the target'}).get(begins(act) or '', 'at a point')}"]
    parts += [f"{area[key]} {word}" for key, word in (("width", "wide"), ("height", "high")) if key in area]
    parts += ["around corners"] if area.get("spreads") else []
    parts += ["whom it chooses"] if area.get("spares") else []
    return ", ".join([*parts, *([f"{area['points']} times"] if "points" in area else [])])


@pytest.mark.parametrize("ruleset", [*RULESETS])
def test_every_area_says_where_it_begins(ruleset: Ruleset) -> None:
    """Areas of spheres, cubes and cylinders have a range or say where they begin."""
    found = [(entry, act) for entry, act in ACTS[ruleset] if act.get("area")]
    assert len(found) > 150
    assert [f"{entry}: {act['name']}" for entry, act in found if begins(act) is None] == []


@pytest.mark.parametrize("ruleset", [*RULESETS])
def test_an_act_measures_its_targets_once(ruleset: Ruleset) -> None:
    """Acts that say within have neither a range in feet nor an area, and those that say apart have several targets."""
    of = ACTS[ruleset]
    assert [act["name"] for _, act in of if act.get("within") and (act.get("area") or isinstance(act.get("range"), int))] == []
    assert [act["name"] for _, act in of if act.get("apart") and (act.get("area") or str(act["targets"]) == "1")] == []


@each_row("ruleset, entry, name, place", FACTS, ids=lambda value: value)
def test_an_area_is_that_of_the_srd(ruleset: Ruleset, entry: str, name: str, place: str) -> None:
    """The place of an act is what the text of its ruleset says of it."""
    found = {place_of(act) for of, act in ACTS[ruleset] if (of, act.get("name")) == (entry, name or entry)}
    assert found == {place}
