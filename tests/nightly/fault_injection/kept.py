"""Whether a house has kept its word: its log, as everybody can fetch it, against what was accepted."""

import io
from collections import Counter
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import msgspec

from sevenout.cli.main import main
from tests.server.serving import Served


class _Entry(msgspec.Struct):
    n: int
    key: str = ""
    actor: str = ""


class _Line(msgspec.Struct):
    entry: _Entry


def broken_word(table: str, servers: Sequence[Served], accepted: int, folder: Path) -> str:
    """What is wrong with a table's log, if anything is: servers differ, it does not verify, a key is there twice,
    or it has more or less than the so many that were accepted."""
    logs = sorted((served.web.get(f"/api/tables/{table}/log").content for served in servers), key=len)
    if not all(logs[-1].startswith(log) for log in logs):  # one may have read less far, or a deadline come in between
        return f"{table}: the servers have different logs"
    log = logs.pop()
    file = folder / f"{table}.log"
    file.write_bytes(log)
    with redirect_stdout(io.StringIO()) as said, redirect_stderr(said):
        sound = main(["verify", str(file)]) == 0
    if not sound:
        return said.getvalue().strip()
    entries = [msgspec.json.decode(line, type=_Line).entry for line in log.split(b"\n") if line]
    keyed = Counter((entry.actor, entry.key) for entry in entries if entry.key and entry.n)
    doubled = next((key for key, times in keyed.items() if times > 1), None)
    if doubled is not None:
        return f"{table}: {doubled} was done {keyed[doubled]} times"
    return "" if len(keyed) == accepted else f"{table}: {accepted} were accepted, and the log has {len(keyed)}"
