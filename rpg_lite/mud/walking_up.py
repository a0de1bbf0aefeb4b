"""A blow that does not reach, played with the walk before it: who types "attack rat" means to go there. Apart because a call that somebody types whole
stays as it was typed.
"""

from collections.abc import Mapping
from typing import Any, Final

_TOO_FAR: Final = frozenset(("beyond_reach", "beyond_range", "total_cover"))


def walk_first(answer: Mapping[str, Any]) -> dict[str, Any] | None:
    """The walk and the deed in one call, as the refusal of the deed proposes it; None for any other answer.

    >>> walk_first({"ok": False, "error": {"code": "beyond_reach", "try": {"batch": [{"operation": "move"}, {"operation": "attack"}]}}})
    {'batch': [{'operation': 'move'}, {'operation': 'attack'}]}
    """
    error = answer.get("error", {})
    proposed = error.get("try") or {}
    batch = proposed.get("batch") or [{}]
    leads = error.get("code") in _TOO_FAR and len(batch) > 1 and batch[0].get("operation") == "move"
    return dict(proposed) if leads else None
