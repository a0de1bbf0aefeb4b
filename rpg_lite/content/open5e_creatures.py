"""Turn a creature of Open5e into one of our files: from the first version of its API, whose keys are on one level, and from the second."""

import re
from collections.abc import Iterator
from typing import Any, Final, get_args

from rpg_lite.content.printed_text import LONG_ABILITIES, Json, Loss, ability_scores, entries, name_in_play, object_at, plain, whole
from rpg_lite.content.stat_block_acts import Printed
from rpg_lite.content.stat_block_parts import (
    PrintedBlock,
    PrintedDefenses,
    challenge,
    hit_dice,
    languages_of,
    lost_speeds,
    number,
    senses_of,
    size_of,
    skills_of,
    speeds_of,
    tags_of,
)
from rpg_lite.vocabulary import Ability, Sense

_COSTS: Final = (("actions", "action"), ("bonus_actions", "bonus"), ("reactions", "reaction"), ("legendary_actions", "legendary"))
_COST_OF: Final = {"ACTION": "action", "BONUS_ACTION": "bonus", "REACTION": "reaction", "LEGENDARY_ACTION": "legendary"}
_NOT_READ: Final = ("lair_actions", "mythic_actions", "regional_effects")
_ACTIONS: Final = re.compile(r"(?:can take|Uses:) (\d) ?(?:legendary actions)?", re.IGNORECASE)
_ATTACKS: Final = re.compile(r"attack(?: roll)?[:*_ ]+\s*[+-]\s?\d", re.IGNORECASE)


def is_first_version(row: Json) -> bool:
    """Whether the keys are those of the first version of the API."""
    return "armor_class" in row and "hit_points" in row and "ability_scores" not in row


def is_second_version(row: Json) -> bool:
    """Whether the scores are in an object of their own, as in the second version."""
    return "armor_class" in row and "hit_points" in row and isinstance(row.get("ability_scores"), dict)


def read_first(row: Json, place: str, losses: list[Loss]) -> Json:
    """The creature of a row of the first version. Raises Faulty."""
    name, at = name_in_play(row["name"]), f"{place}." if place else ""
    block, defenses = PrintedBlock(name, losses), PrintedDefenses(name, losses)
    scores = _scores(row, at, name, losses)
    saves = {f"saves.{a}": n for long, a in LONG_ABILITIES.items() if (n := whole(row.get(f"{long}_save"))) is not None}
    skills = _skills(row.get("skills"), name, f"{at}skills", losses)
    for key in ("resistances", "immunities", "vulnerabilities"):
        defenses.read(key, row.get(f"damage_{key}"), f"{at}damage_{key}")
    given = row.get("condition_immunities")
    conditions = defenses.conditions(re.split(r"[,;]", given) if isinstance(given, str) else [], f"{at}condition_immunities")
    losses += lost_speeds(row.get("speed"), name, f"{at}speed")
    for n, entry in entries(row.get("special_abilities")):
        block.trait(entry["name"], entry["desc"], f"{at}special_abilities[{n}]")
    for key, cost in _COSTS:
        for n, entry in entries(row.get(key)):
            block.act(Printed(entry["name"], entry["desc"], cost, f"{at}{key}[{n}]"))
    losses += (Loss(f"the {key.replace('_', ' ')} of {name}", f"{at}{key}") for key in _NOT_READ if row.get(key))
    actions = _ACTIONS.search(str(row.get("legendary_desc") or ""))
    return {
        "name": name, "size": size_of(row.get("size")), "type": row.get("type"), "tags": tags_of(row.get("subtype")),
        "alignment": row.get("alignment"), "cr": challenge(row.get("cr", row.get("challenge_rating")), f"{at}challenge_rating"),
        "hpMax": number(row["hit_points"], f"{at}hit_points", 1, 10_000), "hitDice": hit_dice(row.get("hit_dice")), "speed": speeds_of(row.get("speed")),
        "abilities": scores, "senses": senses_of(row.get("senses")),
        "languages": languages_of(row.get("languages")),
        "printed": {"ac": number(row["armor_class"], f"{at}armor_class", 0, 40), **saves, **skills},
        **defenses.found, "modifiers": defenses.modifiers, "conditionImmunities": conditions, **block.keys(int(actions[1]) if actions else None),
    }  # fmt: skip


def _scores(holder: Json, at: str, of: str, losses: list[Loss]) -> dict[Ability, int]:
    given = {a: holder.get(long) for long, a in LONG_ABILITIES.items()}
    return ability_scores(given, of, {a: f"{at}{long}" for long, a in LONG_ABILITIES.items()}, losses)


def _skills(found: Any, of: str, place: str, losses: list[Loss]) -> dict[str, int]:
    skills = found if isinstance(found, dict) else {}
    losses += (Loss(f"the skill {plain(str(key))} of {of}", f"{place}.{key}") for key in skills if not skills_of({key: 0}))
    return skills_of(skills)


def read_second(row: Json, place: str, losses: list[Loss]) -> Json:
    """The creature of a row of the second version. Raises Faulty."""
    name, at = name_in_play(row["name"]), f"{place}." if place else ""
    block, defenses = PrintedBlock(name, losses), PrintedDefenses(name, losses)
    scores = _scores(row["ability_scores"], f"{at}ability_scores.", name, losses)
    saves = {f"saves.{a}": n for long, a in LONG_ABILITIES.items() if (n := whole(object_at(row, "saving_throws").get(long))) is not None}
    skills = _skills(row.get("skill_bonuses"), name, f"{at}skill_bonuses", losses)
    printed = {"ac": number(row["armor_class"], f"{at}armor_class", 0, 40), **saves, **skills}
    if (first := whole(row.get("initiative_bonus"))) is not None:
        printed["initiative"] = max(-10, min(60, first))
    against = object_at(row, "resistances_and_immunities")
    for key in ("resistances", "immunities", "vulnerabilities"):
        line = against.get(f"damage_{key}_display") or ", ".join(_named(against.get(f"damage_{key}")))
        defenses.read(key, line, f"{at}resistances_and_immunities.damage_{key}")
    listed = _named(against.get("condition_immunities")) or re.split(r"[,;]", str(against.get("condition_immunities_display") or ""))
    conditions = defenses.conditions(listed, f"{at}resistances_and_immunities.condition_immunities")
    losses += lost_speeds(row.get("speed"), name, f"{at}speed")
    for n, entry in entries(row.get("traits")):
        block.trait(entry["name"], entry["desc"], f"{at}traits[{n}]")
    _read_actions(row, at, name, block)
    return {
        "name": name, "size": size_of(_name_of(row.get("size"))), "type": _name_of(row.get("type")), "alignment": row.get("alignment"),
        "tags": tags_of(row.get("subcategory")), "cr": challenge(row.get("challenge_rating"), f"{at}challenge_rating"),
        "hpMax": number(row["hit_points"], f"{at}hit_points", 1, 10_000), "hitDice": hit_dice(row.get("hit_dice")), "speed": speeds_of(row.get("speed")),
        "abilities": scores,
        "senses": {sense: n for sense in get_args(Sense) if (n := whole(row.get(f"{sense}_range"))) and 0 < n <= 10_000},
        "languages": languages_of(object_at(row, "languages").get("as_string")), "printed": printed,
        **defenses.found, "modifiers": defenses.modifiers, "conditionImmunities": conditions, **block.keys(None),
    }  # fmt: skip


def _read_actions(row: Json, at: str, of: str, block: PrintedBlock) -> None:
    for n, entry in entries(row.get("actions")):
        where, cost = f"{at}actions[{n}]", _COST_OF.get(str(entry.get("action_type") or "ACTION"))
        if cost is None:
            block.losses.append(
                Loss(f"{plain(entry['name'])} of {of}, a {plain(str(entry['action_type'])).replace('_', ' ').casefold()}", where)
            )
            continue
        text = entry["desc"]
        if not _ATTACKS.search(text) and (attacks := [a for a in entry.get("attacks") or () if isinstance(a, dict)]):
            text = f"{_sentence(attacks[0])} {text}"
            block.losses += (
                Loss(f"the attack {plain(str(a.get('name')))} of {of}", f"{where}.attacks[{m}]") for m, a in enumerate(attacks) if m
            )
        made = block.act(Printed(entry["name"], text, cost, where, _limit(entry.get("usage_limits"))))
        for act in made if cost == "legendary" else ():
            act["spend"] = f"legendary:{max(1, min(9, whole(entry.get('legendary_action_cost')) or 1))}"


def _limit(limits: Any) -> str | None:
    kind, count = str(object_at({"it": limits}, "it").get("type") or ""), whole(object_at({"it": limits}, "it").get("param"))
    match kind:
        case "RECHARGE_ON_ROLL":
            return f"recharge:{max(2, min(6, count or 6))}"
        case "PER_DAY":
            return f"uses:{max(1, count or 1)}:day"
        case "RECHARGE_AFTER_REST":
            return "uses:1:short_rest"
    return None


def _sentence(attack: Json) -> str:
    """An attack of `attacks` as a stat block prints it."""
    far, reach = whole(attack.get("range")), whole(attack.get("reach"))
    where = f"reach {reach} ft." if reach else f"range {far}/{whole(attack.get('long_range')) or far} ft." if far else "reach 5 ft."
    sort = "Spell" if attack.get("attack_type") == "SPELL" else "Weapon"
    parts = [part for part in _damages(attack) if part]
    return f"{'Melee' if reach or not far else 'Ranged'} {sort} Attack: {whole(attack.get('to_hit_mod')) or 0:+d} to hit, {where} Hit: {' plus '.join(parts) or 'The target is hit'}."


def _damages(attack: Json) -> Iterator[str]:
    for head in ("", "extra_"):
        count, faces = whole(attack.get(f"{head}damage_die_count")), str(attack.get(f"{head}damage_die_type") or "").casefold()
        bonus = whole(attack.get(f"{head}damage_bonus")) or 0
        amount = (
            f"{count}{faces}{f'{bonus:+d}' if bonus else ''}" if count and re.fullmatch(r"d\d+", faces) else str(bonus) if bonus > 0 else ""
        )
        kind = _name_of(attack.get(f"{head}damage_type")).casefold()
        yield f"{amount} {kind} damage" if amount and kind else f"{amount} damage" if amount else ""


def _named(found: Any) -> list[str]:
    return [_name_of(one) for one in found] if isinstance(found, list) else []


def _name_of(found: Any) -> str:
    """The name of a row of another table, which may also be its bare name."""
    return str(found.get("name") or found.get("key") or "") if isinstance(found, dict) else str(found or "")
