"""What of an address nobody is shown."""

import re
from typing import Final

HIDDEN: Final = "***"
_PASSWORD: Final = re.compile(r"(?<=://)([^:/@]*):(?:[^/]*|[^@]*)@")
_IN_QUERY: Final = re.compile(r"([?&][^=&]*(?:password|passwd|secret|token|key)=)[^&]*", re.IGNORECASE)


def without_secrets(url: str) -> str:
    """
    >>> without_secrets("postgresql://ann:secret@db.example/rpg?sslmode=require&sslpassword=x")
    'postgresql://ann:***@db.example/rpg?sslmode=require&sslpassword=***'
    """
    return _PASSWORD.sub(rf"\1:{HIDDEN}@", _IN_QUERY.sub(rf"\1{HIDDEN}", url))
