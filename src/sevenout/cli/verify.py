"""`sevenout verify`: a table's log or a house's store, checked from what is published; exit 1 if it is not sound."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from sevenout.cli.codes import DONE, SAID_NO
from sevenout.cli.plain import complain, print_json
from sevenout.errors import BadInput
from sevenout.extras import need

_SQLITE = b"SQLite format 3\0"
_LARGEST = 1_000_000_000


def add_arguments(verify: argparse.ArgumentParser) -> None:
    """What `sevenout verify` takes."""
    verify.description = "Plays a log again and checks every entry: chain, rules, money and dice."
    verify.add_argument("what", metavar="FILE|URL", help="a log, a store's file, or the address of a table's log")
    verify.add_argument(
        "--rules", metavar="BOOK", help="the rulebook of a log that is not from a house (default: its own)"
    )
    verify.add_argument("--checkpoints", metavar="FILE", help="the house's signed checkpoints, kept apart")
    verify.add_argument("--key", metavar="HEX", help="the house's public key, by which they are signed")
    verify.add_argument("--json", action="store_true", help="print what was found as JSON")


def run(given: argparse.Namespace) -> int:
    """Checks, and says what was found."""
    need("cryptography", "checking signatures")
    verdicts = list(_verdicts(given.what, given.rules, given.checkpoints, given.key))
    faults = [verdict for verdict in verdicts if verdict.fault]
    if given.json:
        print_json({"tables": [_record(verdict) for verdict in verdicts]})
        return SAID_NO if faults else DONE
    for verdict in verdicts:
        if verdict.fault:
            complain(f"{verdict.table}: {verdict.fault}")
        else:
            sys.stdout.write(
                f"{verdict.table}: {verdict.end.entries} entries, all sound; the last is {verdict.end.hash}\n"
            )
    return SAID_NO if faults else DONE


def _verdicts(what: str, rules: str | None, checkpoints: str | None, public: str | None) -> Iterator[Any]:
    from sevenout.house.audit import Checkpoints
    from sevenout.house.verifying import Verdict, game_of_log, verify_log, verify_store

    if (checkpoints is None) != (public is None):
        raise BadInput("checkpoints are checked with the house's key: give both --checkpoints and --key")
    promised = [] if checkpoints is None else list(Checkpoints(Path(checkpoints)))
    if not what.startswith(("http://", "https://")) and _read(what)[: len(_SQLITE)] == _SQLITE:
        yield from verify_store(Path(what), promised, public or "")
        return
    lines = [line for line in _read(what).split(b"\n") if line]
    name = Path(what).name if "://" not in what else what.rstrip("/").rsplit("/", 2)[-2]
    try:
        game = game_of_log(lines, rules)
    except BadInput as error:
        yield Verdict(name, fault=str(error))
        return
    yield verify_log(name, lines, game, [made for made in promised if made.table == name], public or "")


def _read(what: str) -> bytes:
    try:
        if what.startswith(("http://", "https://")):
            with urlopen(what, timeout=60) as answer:
                return bytes(answer.read(_LARGEST))
        with Path(what).open("rb") as file:
            return file.read(_LARGEST)
    except (OSError, URLError, ValueError) as error:
        raise BadInput(
            f"{what} cannot be read: {getattr(error, 'reason', None) or getattr(error, 'strerror', error)}"
        ) from error


def _record(verdict: Any) -> dict[str, Any]:
    if verdict.fault:
        return {"table": verdict.table, "sound": False, "fault": verdict.fault}
    return {"table": verdict.table, "sound": True, "entries": verdict.end.entries, "hash": verdict.end.hash}
