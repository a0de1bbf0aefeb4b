"""A call as its caller may send it: a refusal takes the place of each command that the role may not send, and each caller has its own
request ids. Apart because it stands before the loop and deals with whole calls, not with commands.
"""

import hashlib
from dataclasses import replace

from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Invalid
from rpg_lite.decision.outcome import Rejected
from rpg_lite.operations import authorize
from rpg_lite.operations.request_envelope import Asked


def sent_by(caller: Caller, asked: Asked) -> Asked:
    """Each command as this caller means it, or a refusal if the role may not send it. Two callers never share a request id."""
    if caller.is_gm:
        told = asked.commands if caller.sees_all else map(authorize.read_aloud, asked.commands)
        return replace(asked, commands=tuple([authorize.sign(caller, c) for c in told]))
    tries = asked.envelope.dry_run or (asked.is_batch and asked.envelope.on_error == "abort")
    checked = (authorize.sent_by(caller, c, tries) for c in asked.commands)
    commands = tuple(Invalid(refusal=c) if isinstance(c, Rejected) else c for c in checked)
    request = asked.envelope.request_id
    own = hashlib.sha256("\0".join((caller.name, *caller.sight, request)).encode()).hexdigest() if request else None
    return replace(asked, commands=commands, envelope=asked.envelope.model_copy(update={"request_id": own}))
