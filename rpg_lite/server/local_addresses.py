"""Recognize the addresses of this machine."""

from ipaddress import IPv6Address, ip_address


def is_loopback(address: str) -> bool:
    """Return whether the text is an address on the loopback interface.

    >>> [is_loopback(a) for a in ("127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1", "192.0.2.7", "::ffff:192.0.2.7", "localhost", "")]
    [True, True, True, True, False, False, False, False]
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    inside = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (inside or found).is_loopback


def is_this_machine(host: str) -> bool:
    """Return whether a host names this machine, by address or by name."""
    return host == "localhost" or is_loopback(host)
