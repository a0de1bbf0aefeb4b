"""The paths to the values of a thing, each with the type of its value: events name changed values by these paths.

The keys of a body also occur in `states.py`, which reads them, and in the schema with which the store checks them; a test keeps all
three equal.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from pydantic.alias_generators import to_camel

from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.vocabulary import QuestKind, QuestStatus, RoomLight
from rpg_lite.world.creature_states import Concentration, Lasting, LastingKind, Tried, Zone
from rpg_lite.world.dying_state import Dying
from rpg_lite.world.fight_states import DoneAct, Fight, Fighter, Shot
from rpg_lite.world.form_state import Form
from rpg_lite.world.ground_states import FeatureState, GroundState, SpotState
from rpg_lite.world.kept_json import Body, as_kept
from rpg_lite.world.states import Corroded, FocusState, LatchState, MapGroup, RememberedExit, Seen, ShopState, TrapState

BODY: Final = "body."
"""The beginning of every path into a body."""
T = TypeVar("T")
V = TypeVar("V")
Setting = tuple[str, object]
"""A path and its new value; None removes the key."""


class Path(str, Generic[T]):
    """A field of a thing ("name"), or a dotted path into its body ("body.state.charges")."""

    __slots__ = ()

    def at(self: "Path[Mapping[str, V]]", key: str) -> "Path[V]":
        """The path of one entry below this path."""
        return Path(f"{self}.{key}")

    def to(self, value: T | None) -> Setting:
        return self, value

    @property
    def key(self) -> str:
        """The last key of the path, as a body spells it."""
        return self.rpartition(".")[2]


def put(body: Body, keys: Sequence[str], now: Any) -> dict[str, Any]:
    """The body with a value set; None removes the key, and any object that becomes empty."""
    first, rest = keys[0], keys[1:]
    inner = put(body.get(first) or {}, rest, now) if rest else now
    if inner is None or (rest and inner == {}):
        return {k: v for k, v in body.items() if k != first}
    return {**body, first: inner}


def body_of(*settings: Setting) -> dict[str, Any]:
    """A new body, with its keys in the given order.

    >>> body_of(TEMPLATE.to("srd:wand"), VARIANT.to(None), CHARGES.to(3))
    {'template': 'srd:wand', 'state': {'charges': 3}}
    """
    return changed_body({}, settings)


def changed_body(body: Body, settings: Iterable[Setting]) -> dict[str, Any]:
    """The body with these values set; new keys come last."""
    found = dict(body)
    for path, value in settings:
        found = put(found, path.split(".")[1:], as_kept(value))
    return found


def different_keys(one: Body, other: Body) -> frozenset[str]:
    """The outermost keys under which two bodies hold different values.

    >>> sorted(different_keys({"hp": 3, "dead": True}, {"hp": 7, "dead": True, "spent": {}}))
    ['hp', 'spent']
    """
    return frozenset(key for key in {*one, *other} if one.get(key) != other.get(key))


def of_sheet(key: str) -> "Path[Any]":
    """The path of a key of the stored sheet, spelled as in the sheet. Raises KeyError for a key that a sheet cannot have."""
    return _OF_SHEET[key]


def of_lasting(kind: LastingKind) -> "Path[Sequence[Lasting]]":
    return CONDITIONS if kind == "conditions" else EFFECTS


# ── fields of a thing ───────────────────────────────────────────────────────────────────────────────────────────────

NAME: Final = Path[str]("name")
AVAILABLE: Final = Path[bool]("available")

# ── of any thing ────────────────────────────────────────────────────────────────────────────────────────────────────

DESCRIPTION: Final = Path[str]("body.description")
SECRET: Final = Path[str]("body.secret")
"""The game master's note on a creature."""
HIDDEN: Final = Path[bool]("body.hidden")
DC_TO_FIND: Final = Path[int]("body.dcToFind")
"""The DC of a search that finds a hidden thing."""
LOCKED: Final = Path[bool]("body.locked")
KEY_NAME: Final = Path[str]("body.keyName")
DC: Final = Path[int]("body.dc")
OPENS: Final = Path[LatchState]("body.opens")
LOAD: Final = Path[int]("body.opens.load")
TAGS: Final = Path[Sequence[str]]("body.tags")
SHOP: Final = Path[ShopState]("body.shop")
PRICE: Final = Path[int]("body.price")
TRAPS: Final = Path[Mapping[str, TrapState]]("body.traps")
SCENES: Final = Path[Sequence[str]]("body.scenes")
"""The scenes that a room or the root loads, by their ids."""
SPOT: Final = Path[SpotState]("body.spot")

# ── of an item ──────────────────────────────────────────────────────────────────────────────────────────────────────

TEMPLATE: Final = Path[str]("body.template")
ITEM: Final = Path[Mapping[str, Any]]("body.item")
STATE: Final = Path[Mapping[str, Any]]("body.state")
BASE: Final = Path[str]("body.state.base")
VARIANT: Final = Path[str]("body.state.variant")
IDENTIFIED: Final = Path[bool]("body.state.identified")
CHARGES: Final = Path[int]("body.state.charges")
USES_REMAINING: Final = Path[int]("body.state.usesRemaining")
ACTIVE: Final = Path[Sequence[str]]("body.state.active")
PARAMETERS: Final = Path[Mapping[str, int]]("body.state.parameters")
ENDS: Final = Path[Mapping[str, int]]("body.state.ends")
USED: Final = Path[Mapping[str, int]]("body.state.used")
VANISHES: Final = Path[int]("body.state.vanishes")
CORRODED: Final = Path[Corroded]("body.state.corroded")

# ── of a creature ───────────────────────────────────────────────────────────────────────────────────────────────────

SHEET: Final = Path[Mapping[str, Any]]("body.sheet")
LEVEL: Final = Path[int]("body.sheet.level")
HP_MAX: Final = Path[int]("body.sheet.hpMax")
ABILITIES: Final = Path[Mapping[str, int]]("body.sheet.abilities")
ABILITY_MAX: Final = Path[Mapping[str, int]]("body.sheet.abilityMax")
RESOURCES: Final = Path[Mapping[str, Mapping[str, Any]]]("body.sheet.resources")
HP: Final = Path[int]("body.hp")
SPENT: Final = Path[Mapping[str, int]]("body.spent")
TEMP_HP: Final = Path[int]("body.tempHp")
TEMP_HP_CAST: Final = Path[str]("body.tempHpCast")
"""The cast that gave the temporary hit points."""
DYING: Final = Path[Dying]("body.dying")
DEAD: Final = Path[bool]("body.dead")
DIED_AT: Final = Path[int]("body.diedAt")
PLAYED_DEAD: Final = Path[Sequence[str]]("body.playedDead")
"""The acts that the creature has played since it died."""
CONDITIONS: Final = Path[Sequence[Lasting]]("body.conditions")
EFFECTS: Final = Path[Sequence[Lasting]]("body.effects")
CONCENTRATION: Final = Path[Concentration]("body.concentration")
XP_AWARDED: Final = Path[bool]("body.xpAwarded")
MILESTONES: Final = Path[int]("body.milestones")
RESTED_AT: Final = Path[int]("body.restedAt")
SHORT_REST_AT: Final = Path[int]("body.shortRestAt")
HURT_BY: Final = Path[Sequence[str]]("body.hurtBy")
TRIED: Final = Path[Tried]("body.tried")
ZONES: Final = Path[Mapping[str, Zone]]("body.zones")
FORM: Final = Path[Form]("body.form")

# ── of a room ───────────────────────────────────────────────────────────────────────────────────────────────────────

VIBE: Final = Path[str]("body.vibe")
NOTES: Final = Path[Sequence[str]]("body.notes")
AT: Final = Path[Mapping[str, int]]("body.at")
OUTSIDE: Final = Path[bool]("body.outside")
REGION: Final = Path[str]("body.region")
"""The region of a room, as in regions/ of the table's own pages: "sunken-vault/flooded-crypt"."""
LIGHT: Final = Path[RoomLight]("body.light")
SEEN: Final = Path[Seen]("body.seen")
DOORS: Final = Path[Sequence[str]]("body.doors")
REMEMBERED: Final = Path[Mapping[str, RememberedExit]]("body.remembered")
MAP: Final = Path[MapGroup]("body.map")
NEAR: Final = Path[Mapping[str, bool]]("body.near")
"""The pairs of creatures that are said to be near each other, each under both ids: "c1_1~c2_1"."""
GROUND: Final = Path[GroundState]("body.ground")
"""The ground of a room as a whole, which only `unset` writes: its size, each feature and each exit are leaves of their own."""
GROUND_W: Final = Path[int]("body.ground.w")
GROUND_H: Final = Path[int]("body.ground.h")
FEATURES: Final = Path[Mapping[str, FeatureState]]("body.ground.features")
EXIT_SQUARES: Final = Path[Mapping[str, Sequence[int]]]("body.ground.exits")
UNDISCOVERED: Final = Path[bool]("body.undiscovered")
"""Never stored: only rooms that players do not know have this value, and only in the world as players see it."""

# ── of a note, of an entry of the journal ───────────────────────────────────────────────────────────────────────────

CONTENT: Final = Path[str]("body.content")
URI: Final = Path[str]("body.uri")
UNTIL: Final = Path[int]("body.until")
"""The minute of the campaign from which a script no longer runs."""
ENTRY: Final = Path[str]("body.entry")
QUESTION: Final = Path[str]("body.question")
"""The question that a decision answers."""
TEXT: Final = Path[str]("body.text")
BY: Final = Path[str]("body.by")
TO: Final = Path[str]("body.to")
ROOM: Final = Path[str]("body.room")
MINUTES: Final = Path[int]("body.minutes")
HEARD: Final = Path[Sequence[str]]("body.heard")
THREAD: Final = Path[str]("body.thread")
NAMED: Final = Path[bool]("body.named")
"""Whether words are for those alone who are named."""

# ── of a quest, and of the root ─────────────────────────────────────────────────────────────────────────────────────

QUEST: Final = Path[QuestKind]("body.quest")
QUEST_STATUS: Final = Path[QuestStatus]("body.status")
PARENTS: Final = Path[Sequence[str]]("body.parents")
PUBLIC: Final = Path[bool]("body.public")
ROUNDS: Final = Path[int]("body.rounds")
FOCUS: Final = Path[FocusState]("body.focus")
FIGHT: Final = Path[Fight]("body.fight")
FIGHT_ROUND: Final = Path[int]("body.fight.round")
FIGHT_TURN: Final = Path[int]("body.fight.turn")
FIGHT_AGAIN: Final = Path[str]("body.fight.again")
FIGHT_SPACE: Final = Path[str]("body.fight.space")
FIGHT_ORDER: Final = Path[Sequence[Fighter]]("body.fight.order")
FIGHT_SHOTS: Final = Path[Mapping[str, Shot]]("body.fight.shots")
FIGHT_ACTS: Final = Path[Mapping[str, DoneAct]]("body.fight.acts")
FIGHT_LEFT: Final = Path[Mapping[str, str]]("body.fight.left")

_OF_SHEET: Final[Mapping[str, Path[Any]]] = {to_camel(name): SHEET.at(to_camel(name)) for name in StoredCharacter.model_fields}
