"""`sevenout house appoint`: the operator makes somebody part of the crew, at one table or at all of them."""

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from sevenout.errors import BadInput, SaidNo


def appoint(at: str, keys: Path, name: str, roles: tuple[str, ...], table: str) -> str:
    """Makes somebody these things, and nothing else, in a house that runs; what was done, in words."""
    import httpx

    from sevenout.house.keys import open_keys
    from sevenout.house.operator import operator_token

    if not keys.exists():
        raise BadInput(f"{keys} is not there: name the file of the house's keys with --keys")
    token = operator_token(open_keys(keys), datetime.now(UTC))
    path = f"/api/tables/{quote(table, safe='')}/roles" if table else "/api/roles"
    try:
        answer = httpx.put(
            f"{at.rstrip('/')}{path}/{quote(name, safe='')}",
            json={"roles": roles},
            headers={"authorization": f"Bearer {token}"},
            timeout=20,
        )
        told = answer.json()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise BadInput(f"no house answers at {at}: name the address that `sevenout serve` printed with --at") from error
    if answer.is_error:
        raise SaidNo(str(told.get("reason", answer.status_code)))
    return f"{name} is {', '.join(told['roles']) or 'nothing in particular'} at {table or 'every table'}."
