"""A hero's actor as Foundry's dnd5e system exports it, and the refusal of files that are none."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, ValidationError

from rpg_lite.content import json_reading
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.rules.document_validation import faults_of

LARGEST: Final = 8_000_000
"""The maximum number of characters of a file; portraits are links, not pictures."""
MOST_ITEMS: Final = 1_000


class FoundryItem(BaseModel):
    id: Annotated[str | None, Field(alias="_id")] = None
    name: Annotated[str, Field(max_length=500)]
    type: str
    system: dict[str, Any] = {}
    effects: Any = None
    flags: Any = None


class FoundryActor(BaseModel):
    """An actor. Versions before 10 keep `data` in the place of `system`, and are refused."""

    name: Annotated[str, Field(min_length=1, max_length=500)]
    type: Literal["character"]
    system: dict[str, Any]
    items: Annotated[tuple[FoundryItem, ...], Field(max_length=MOST_ITEMS)] = ()
    effects: Any = None
    flags: Any = None


def actor_of(text: str) -> FoundryActor:
    """The actor in a file. Raises Faulty."""
    data = json_reading.load(text, LARGEST)
    if not isinstance(data, dict) or "type" not in data or not ({"system", "data"} & data.keys()):
        raise Faulty(("", "is not an actor of Foundry's dnd5e system: it needs name, type, system and items"))
    if "system" not in data:
        raise Faulty(("data", "comes from a version of Foundry before 10; open it in a newer one and export it again"))
    if data["type"] == "npc":
        raise Faulty(("type", "is npc; this command reads heroes (type character); rpg-lite content convert reads creatures"))
    if isinstance(data.get("items"), list) and len(data["items"]) > MOST_ITEMS:
        raise Faulty(("items", f"takes at most {MOST_ITEMS}; this has {len(data['items']):,}"))
    try:
        return FoundryActor.model_validate(data)
    except ValidationError as error:
        raise Faulty(*faults_of(error, FoundryActor)) from None
