"""States in the form that the page draws, with more in them than an evening brings at once."""

from typing import Any

Json = dict[str, Any]

LONG = "Count Maximilian of the Seventeen Unpronounceable Lakes, Elder"
RIGHT_TO_LEFT = "\u05d9\u05e2\u05e7\u05d1 \u05d4\u05d2\u05d3\u05d5\u05dc"
CONDITIONS = [
    "blinded",
    "charmed",
    "deafened",
    "frightened",
    "grappled",
    "incapacitated",
    "invisible",
    "paralyzed",
    "petrified",
    "poisoned",
]
NAMES = ("Pip", "Elara", LONG, RIGHT_TO_LEFT, "<b>Bo</b>", "Osric", "Oswin", "Ada", "Tam", "Lysa", "Wat", "Hob")


def hero(n: int, **more: Any) -> Json:
    return {
        "id": f"h{n}", "name": NAMES[n], "title": "Lightfoot halfling rogue", "level": 5, "hue": n % 4, "mine": n == 0, "ac": 15,
        "hp": {"value": 23, "max": 38, "temporary": 0}, "conditions": [], "dying": None, "worn": [], "effects": [], "concentration": None,
        "slots": [], "resources": [{"name": "hit dice d8", "left": 5, "max": 5}], "elsewhere": None, "acts": False, **more,
    }  # fmt: skip


def fighter(n: int, who: Json | None = None, **more: Any) -> Json:
    name = who["name"] if who else f"Ghoul {n}"
    return {
        "id": f"f{n}", "name": name, "initiative": 20 - n, "mark": "hurt", "hp": who["hp"] if who else None, "conditions": [],
        "member": who is not None, "acts": False, "mine": bool(who and who["mine"]), **more,
    }  # fmt: skip


def state(**more: Any) -> Json:
    """A player's state: four heroes who explore a place with three ways; two storeys are known."""
    rooms = [
        {"id": "r1", "name": "Filter Gallery", "at": [20, 6, 6, 5], "is": "here", "light": "bright", "people": [NAMES[0], NAMES[1]]},
        {"id": "r2", "name": "Settling Tank", "at": [20, 12, 6, 5], "is": "been"},
        {"id": "r3", "name": "Cistern Stair", "at": [20, 1, 4, 5], "is": "seen"},
    ]
    doors = [{"says": "west, door, locked: unknown", "is": "locked", "at": [19.8, 8.1, 0.4, 0.8]}]
    below = [{"name": "This storey", "rooms": rooms, "ways": [[23, 12.15, 23, 10.85]], "doors": doors}]
    above = [
        {
            "name": "1 storey up",
            "rooms": [{"id": "r4", "name": "Sluice House", "at": [20, 18, 5, 5], "is": "been"}],
            "ways": [],
            "doors": [],
        }
    ]
    ways = [
        {"way": "north", "is": "open", "kind": "passage", "to": "Cistern Stair"},
        {"way": "west", "is": "locked", "kind": "door", "to": ""},
    ]
    room = {
        "name": "Filter Gallery", "vibe": "charcoal and old rain", "description": "Beds of sand lie between narrow walks of stone.",
        "scene": "underground", "light": "bright", "others": [], "things": [], "ways": ways,
    }  # fmt: skip
    return {
        "rev": 1000, "campaign": "The Bitter Spring", "time": "day 1, 08:25", "day": 1, "clock": "08:25", "role": "player", "may": [],
        "fight": None, "everything": False, "mayMaster": False, "archived": False, "room": room,
        "party": [hero(n) for n in range(4)], "purse": "15 gp", "offers": [], "board": None, "atlas": {"tag": "here", "storeys": above + below},
        "quests": [{"name": "The Bitter Spring", "text": "The reeve pays 400 gp.", "depth": 0, "state": "open"}],
        "story": [{"rev": 1, "at": "08:23", "kind": "place", "room": "Filter Gallery", "says": "The party comes to Filter Gallery."}],
        **more,
    }  # fmt: skip


def in_a_fight(**more: Any) -> Json:
    """The same in a told fight: the second hero acts, the third is dying, a ghoul is dead."""
    party = [hero(0), hero(1, acts=True), hero(2, hp={"value": 0, "max": 38, "temporary": 0}, conditions=["unconscious"]), hero(3)]
    party[2]["dying"] = {"stable": False, "successes": 1, "failures": 2, "due": False}
    order = [fighter(0, party[0]), fighter(1, party[1], acts=True), fighter(2), fighter(3, mark="dead"), fighter(4, party[2])]
    left = {"action": 1, "attacks": 0, "bonus": 1, "reaction": 0, "feet": 20, "of": 30}
    return state(party=party, fight={"round": 2, "turn": NAMES[1], "order": order, "left": left}, story=deeds(), **more)


def of_the_master(**more: Any) -> Json:
    """The same as the game master sees it."""
    ghoul = {
        "id": "g1", "name": "Ghoul 1", "ac": 12, "hp": {"value": 7, "max": 22, "temporary": 0}, "conditions": [], "acts": False, "mark": "bloodied",
        "attacks": ["Claws +4, 2d4+2 slashing"], "line": "Darkvision 60 ft, passive Perception 10.",
    }  # fmt: skip
    notes = [{"kind": "trap", "title": "Poison Needle, west door", "text": "Found by DC 20."}]
    seen = in_a_fight(role="gm", everything=True, secrets={"creatures": [ghoul], "notes": notes}, **more)
    return {**seen, "party": [{**who, "mine": False} for who in seen["party"]], "story": deeds(whole=True)}


GROUND: Json = {
    "tag": "g", "w": 22, "h": 13,
    "rows": ["              ##      ", "              #       ", *[f"....{'o' if y in (1, 6) else '.'}.....{'~~~' if y > 4 else '...'}........." for y in range(11)]],
    "signs": {"#": "wall", "o": "pillar", "~": "shallow_water"},
    "features": [{"is": "low_wall", "at": "G5|H5 G6|H6", "called": "altar rail"}],
    "exits": [{"way": "south", "is": "open", "kind": "passage", "to": "Lobby", "says": "south: an open passage to Lobby", "at": "K13", "side": "south"}],
}  # fmt: skip


def token(n: int, name: str, x: int, y: int, **more: Any) -> Json:
    """Somebody on the board; the party by default."""
    return {"id": f"t{n}", "name": name, "short": name[:1], "side": "party", "x": x, "y": y, "size": 1, "mark": "unhurt", **more}


def on_a_board(**more: Any) -> Json:
    """The same fight where places count: the own hero acts; one foe is dead, one large, and a bystander flies; a zone, an area, a walk and reach."""
    points = {"value": 23, "max": 38, "temporary": 0}
    tokens = [
        token(0, NAMES[0], 3, 6, mine=True, acts=True, hp=points, mark="hurt"),
        token(1, NAMES[1], 5, 7, hp=points, conditions=["paralyzed", "prone"], concentration="Web"),
        token(2, LONG, 4, 9, hp={**points, "value": 0}, mark="down"),
        token(3, RIGHT_TO_LEFT, 2, 8, hp=points),
        token(4, "Ghoul 2", 7, 6, side="foe", short="G2", mark="bloodied", conditions=["restrained"]),
        token(5, "Ogre", 12, 4, side="foe", size=2),
        token(6, "Ghoul 3", 7, 8, side="foe", short="G3", mark="dead"),
        token(7, "Keeper", 1, 11, side="other", z=20),
    ]
    squares = [f"{column}{row}" for column in "GHI" for row in range(6, 10)]
    board = {
        "room": "r1", "name": "Great Cistern", "tag": "g", "sight": ["0" * 22, "0" * 22, *["3" * 18 + "1111"] * 9, *["2" * 22] * 2], "tokens": tokens,
        "areas": [{"name": "Web", "by": NAMES[1], "kind": "cube", "says": "20 ft cube, 1 h", "squares": squares}],
        "last": {"name": "Shatter", "by": NAMES[1], "squares": ["L4", "M4", "L5", "M5", "M6"], "hit": {"t5": "failed"}},
        "way": [[3, 9], [3, 8], [3, 7], [3, 6]], "cover": {"t0": {"t5": "half cover (altar rail)"}},
        "reach": {"of": "t0", "left": 15, "squares": [[x, y, 5 * max(abs(x - 3), abs(y - 6))] for x in range(7) for y in range(4, 10) if (x, y) != (3, 6)]},
        "ground": GROUND,
    }  # fmt: skip
    seen = in_a_fight(**more)
    seen["fight"]["zones"] = [{"name": "Web", "by": NAMES[1], "area": "20 ft cube", "inside": ["Ghoul 2"], "left": "1 h"}]
    return seen | {"board": board}


def master_on_a_board() -> Json:
    """The same board as the game master sees it, with somebody who hides."""
    seen = of_the_master() | {"board": on_a_board()["board"]}
    tokens = [
        {**one, "mine": False, "ac": 13, "hp": one.get("hp", {"value": 7, "max": 22, "temporary": 0})} for one in seen["board"]["tokens"]
    ]
    hidden = token(8, "Lurker", 16, 1, side="foe", ac=14, hp={"value": 9, "max": 9, "temporary": 0}, hidden=True)
    return seen | {"board": {**seen["board"], "sight": [], "tokens": [*tokens, hidden]}}


def crowd_on_a_board() -> Json:
    """The crowd on a ground that is too small for it to have much room."""
    seen, board = crowd(), on_a_board()["board"]
    tokens = [
        token(n, name, n % 22, 3, hp={"value": 5, "max": 9, "temporary": 0}, conditions=CONDITIONS, mine=n == 0)
        for n, name in enumerate(NAMES)
    ]
    foes = [token(n, f"Ghoul {n}", n % 22, 4 + n // 22, side="foe", conditions=CONDITIONS, mark="bloodied") for n in range(12, 42)]
    return seen | {"board": {**board, "tokens": [*tokens, *foes], "areas": board["areas"] * 6}}


def deeds(*, whole: bool = False) -> list[Json]:
    """A hit, a miss, a critical hit, a save, a kill, a spell on two, a heal, a condition and its end."""

    def deed(rev: int, who: str, side: str, verb: str, what: str, icon: str, **more: Any) -> Json:
        return {
            "rev": rev,
            "kind": "deed",
            "who": who,
            "side": side,
            "verb": verb,
            "what": what,
            "icon": icon,
            "says": f"{who}: {what}.",
            **more,
        }

    def on(name: str, side: str, result: str, **more: Any) -> Json:
        return {"name": name, "side": side, "result": result, **more}

    def d20(face: int, total: int, **more: Any) -> Json:
        return {"dice": "1d20+4", "faces": [face], "total": total, **more}

    cut = {"amount": 9, "type": "slashing", "dice": "1d8+5", "faces": [4]}
    secret = {"roll": d20(15, 19, against=15)} if whole else {}
    hidden = {"hp": {"was": 15, "now": 1}, "save": {**d20(3, 7), "what": "CON save", "result": "failure"}} if whole else {}
    pip, ghoul = NAMES[0], "Ghoul 2"
    return [
        {"rev": 40, "kind": "fight", "text": "The fight begins", "says": "The fight begins."},
        {"rev": 41, "kind": "turn", "who": pip, "round": 1, "says": f"Round 1, {pip}'s turn."},
        deed(42, pip, "party", "attack", "Rapier", "sword", roll=d20(14, 18), targets=[on(ghoul, "foe", "hit", damage=[cut], mark="hurt")]),
        deed(43, pip, "party", "attack", "Rapier", "sword", roll=d20(2, 6, mode="disadvantage", faces=[2, 17]), targets=[on(ghoul, "foe", "miss")]),
        deed(44, pip, "party", "attack", "Rapier", "sword", roll=d20(20, 24), targets=[on("Ghoul 3", "foe", "critical", damage=[cut], mark="dead")]),
        deed(45, ghoul, "foe", "attack", "Claws", "claw", targets=[on(pip, "party", "hit", damage=[{**cut, "faces": []}], conditions=["paralyzed"], hp={"was": 32, "now": 23})], **secret),
        deed(46, pip, "party", "save", "CON save", "shield", roll=d20(16, 18), result="success", text="is no longer paralyzed."),
        deed(47, NAMES[1], "party", "cast", "Shatter", "burst", spent="slot 2, 2 of 3 left", dice=[{"dice": "3d8", "faces": [7, 3, 4], "total": 14}], save="CON save",
             targets=[on(ghoul, "foe", "failed", damage=[{"amount": 14, "type": "thunder", "dice": "", "faces": []}], mark="bloodied", **hidden), on("Ghoul 4", "foe", "saved")]),
        deed(48, "Osric", "party", "heal", "Cure Wounds", "heart", targets=[{"name": pip, "side": "party", "healed": 7, "hp": {"was": 16, "now": 23}}]),
    ]  # fmt: skip


def crowd() -> Json:
    """Twelve heroes, thirty foes, and everybody under every condition."""
    party = [hero(n, conditions=CONDITIONS, elsewhere=LONG) for n in range(12)]
    order = [*(fighter(n, who) for n, who in enumerate(party)), *(fighter(n, conditions=CONDITIONS) for n in range(12, 42))]
    order[5]["acts"] = True
    return in_a_fight() | {"party": party, "fight": {"round": 12, "turn": NAMES[5], "order": order, "left": None}}


def sheet() -> Json:
    """The sheet of the first hero, who casts spells and wears things with long names."""
    abilities = [
        {"key": key, "score": 14, "mod": 2, "why": "14.", "save": 5, "saveWhy": "2 + 3 proficiency.", "prof": True}
        for key in ("STR", "DEX", "CON", "INT", "WIS", "CHA")
    ]
    spells = [
        {
            "name": name,
            "level": level,
            "time": "Action",
            "range": "self",
            "area": "cone 15 ft",
            "hit": "DEX",
            "dice": "3d6 fire",
            "ready": ready,
            "conc": True,
            "ritual": True,
            "text": "It burns.",
        }
        for name, level, ready in (
            ("Fire Bolt", 0, "cantrip"),
            ("Burning Hands", 1, "prepared"),
            (LONG, 1, "always"),
            ("Identify", 1, "book"),
        )
    ]
    number = {"value": 12, "why": "10 unarmored + 2 DEX. 11 Leather Armor does not count: something better applies."}
    return {
        "id": "h0", "name": LONG, "title": "Lightfoot halfling rogue", "level": 5, "background": "Folk hero", "prof": 3, "ac": number,
        "hpMax": number, "initiative": number, "speed": number, "passive": number, "abilities": abilities,
        "skills": [{"name": "Sleight of hand", "of": "DEX", "value": 12, "why": "2 DEX.", "prof": n} for n in range(3)],
        "attacks": [{"name": "Hand Crossbow of Warning +1", "hit": 7, "damage": "1d6+4", "type": "bludgeoning", "reach": "150/600 ft", "why": "2.", "damageWhy": "2.", "notes": "ammunition, light, loading", "mode": "disadvantage"},
                    {"name": "Javelin", "hit": 7, "damage": "1d6-1", "type": "piercing", "reach": "5 or 30/120 ft", "why": "2.", "damageWhy": "2.", "notes": "thrown", "carried": True}],
        "acts": [{"name": "Second Wind", "cost": "bonus", "does": "heals 1d10+5", "isOut": False}, {"name": "Action Surge", "cost": "free", "does": "", "isOut": True}],
        "subclass": "Thief", "armor": "light", "weapons": "simple", "attacksPerAction": 2, "xp": 6500, "chosen": [{"name": "Weapon mastery", "what": "Rapier"}],
        "casting": {"dc": 13, "dcWhy": "8.", "attack": 5, "attackWhy": "2.", "prepares": 4, "of": "wizard"}, "spells": spells,
        "features": [{"name": "Sneak Attack", "text": "Once a turn."}], "senses": "darkvision 60 ft", "languages": "Common", "resists": "",
        "immune": "", "tools": "", "worn": [{"slot": "main hand", "name": "Rapier"}], "items": [{"name": "Backpack", "in": ["Rope", "Torch"]}], "weight": [19, 120],
    }  # fmt: skip
