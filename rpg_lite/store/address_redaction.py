"""Remove the secrets of an address."""

import re
from typing import Final
from urllib.parse import unquote_plus

HIDDEN: Final = "***"
_PASSWORD: Final = re.compile(r"(?<=://)([^:/@]*):(?:[^/]*|[^@]*)@")
_IN_QUERY: Final = re.compile(r"([?&])([^=&]*)=[^&]*")
_SECRET: Final = re.compile(r"(?:password|passwd|secret|token|key)\s*$", re.IGNORECASE)


def without_secrets(url: str) -> str:
    """The address without its secrets. Keys are decoded as the driver decodes them: `pass%77ord` is also the password.

    >>> without_secrets("postgresql://ann:secret@db.example/rpg?sslmode=require&sslpassword=x")
    'postgresql://ann:***@db.example/rpg?sslmode=require&sslpassword=***'
    """
    return _PASSWORD.sub(rf"\1:{HIDDEN}@", _IN_QUERY.sub(_mask, url))


def _mask(pair: re.Match[str]) -> str:
    return f"{pair[1]}{pair[2]}={HIDDEN}" if _SECRET.search(unquote_plus(pair[2])) else pair[0]
