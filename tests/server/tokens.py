"""Tokens for the roles."""


def token(campaign: str, role: str) -> str:
    return f"token-of-{role}-in-{campaign}"
