"""The lasting changes that the effects of a Foundry actor and of its items make to its numbers."""

import copy
import re
from collections.abc import Iterator
from typing import Any, Final

from rpg_lite.content.printed_text import Json, Loss, object_at, plain, rows_in, whole

_READ: Final = re.compile(
    r"system\.(traits\.(?:dr|di|dv|ci|languages)\.value|attributes\.(?:ac|movement|senses|hp)\.[\w.]+|abilities\.\w{3}\.[\w.]+|bonuses\.[\w.]+|skills\.\w{3}\.[\w.]+)",
    re.ASCII,
)
_ADD, _UPGRADE, _OVERRIDE = (2, "add"), (4, "upgrade"), (5, "override")


def with_effects(row: Json, of: str, at: str, losses: list[Loss]) -> Json:
    """The `system` of the actor after its lasting effects; a change that is not read is a loss."""
    system: Json = copy.deepcopy(row["system"])
    for effect, place in _lasting(row, at):
        for change in rows_in(effect.get("changes")):
            if not _make(system, change):
                losses.append(
                    Loss(
                        f"the change of {plain(str(change.get('key')))[:80]} by the effect {plain(str(effect.get('name')))[:80]} of {of}",
                        place,
                    )
                )
    return system


def _lasting(row: Json, at: str) -> Iterator[tuple[Json, str]]:
    """The effects that count without being used: those of the actor, and those that its features and worn things hand on."""
    for n, effect in enumerate(row.get("effects") or () if isinstance(row.get("effects"), list) else ()):
        if isinstance(effect, dict) and effect.get("disabled") is not True and effect.get("transfer") is not False:
            yield effect, f"{at}effects[{n}]"
    for n, item in enumerate(row.get("items") or () if isinstance(row.get("items"), list) else ()):
        if not isinstance(item, dict) or item.get("type") == "spell":
            continue
        is_worn = item.get("type") == "feat" or object_at(item, "system").get("equipped") is True
        for m, effect in enumerate(item.get("effects") or () if isinstance(item.get("effects"), list) else ()):
            if is_worn and isinstance(effect, dict) and effect.get("transfer") is True and effect.get("disabled") is not True:
                yield effect, f"{at}items[{n}].effects[{m}]"


def _make(system: Json, change: Json) -> bool:
    found = _READ.fullmatch(str(change.get("key")))
    mode, value = change.get("mode", change.get("type")), change.get("value")
    if found is None or not isinstance(value, str | int):
        return False
    *way, last = found[1].split(".")
    holder: Any = system
    for key in way:
        holder = holder.setdefault(key, {}) if isinstance(holder, dict) else None
    if not isinstance(holder, dict):
        return False
    before = holder.get(last)
    if isinstance(before, list) or way[0] == "traits":
        holder[last] = [*(before or []), str(value)]
    elif mode in _OVERRIDE:
        holder[last] = value
    elif mode in _ADD and not isinstance(before, dict):
        holder[last] = f"{before} + {value}" if before not in (None, "", 0) else value
    elif mode in _UPGRADE and (new := whole(value)) is not None:
        holder[last] = max(new, whole(before) or 0)
    else:
        return False
    return True
