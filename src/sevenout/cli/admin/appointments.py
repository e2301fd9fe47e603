"""What the operator has a running house do: `sevenout house appoint` and `sevenout house close`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sevenout.base.errors import BadInput, GameRefused


def appoint(at: str, keys: Path, name: str, roles: tuple[str, ...], table: str) -> str:
    """Makes somebody these things, and nothing else, in a house that runs; what was done, in words."""
    path = f"/api/tables/{quote(table, safe='')}/roles" if table else "/api/roles"
    told = _ask(at, keys, "PUT", f"{path}/{quote(name, safe='')}", {"roles": roles})
    return f"{name} is {', '.join(told['roles']) or 'no longer crew'} at {table or 'every table'}."


def close_table(at: str, keys: Path, table: str) -> str:
    """Closes a table of a house that runs; what was done, in words."""
    _ask(at, keys, "DELETE", f"/api/tables/{quote(table, safe='')}")
    return f"{table} is being closed: nobody new can sit down, bets that are up are played out, its log is kept."


def _ask(at: str, keys: Path, method: str, path: str, body: Any = None) -> Any:
    """What a house answers to its operator, who is known by its keys; raises SaidNo with why it refuses."""
    import httpx

    from sevenout.server.accounts.operator_token import operator_token
    from sevenout.server.fairness.keys import open_keys

    if not keys.exists():
        raise BadInput(f"{keys} does not exist: name the file of the house's keys with --keys")
    headers = {"authorization": f"Bearer {operator_token(open_keys(keys), datetime.now(UTC))}"}
    try:
        answer = httpx.request(method, f"{at.rstrip('/')}{path}", json=body, headers=headers, timeout=20)
        told = answer.json()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise BadInput(f"no house answers at {at}: name the address that `sevenout serve` printed with --at") from error
    if answer.is_error:
        raise GameRefused(str(told.get("reason", answer.status_code)))
    return told
