"""`sevenout house`: the operator's desk. Copies of the store, the house's key, and who is crew."""

import argparse
from pathlib import Path
from typing import Any, NamedTuple

from sevenout.cli.appoint import HERE, appoint
from sevenout.cli.arguments import add_json, taken
from sevenout.cli.codes import DONE, SAID_NO
from sevenout.cli.figures import working
from sevenout.cli.plain import complain, print_json, tell
from sevenout.errors import BadInput
from sevenout.extras import need

_DB = "house.db"


def add_arguments(house: argparse.ArgumentParser) -> None:
    """What `sevenout house` takes."""
    house.usage = (
        "sevenout house backup TO · house restore FROM · house key · house appoint NAME [ROLE…]"
        "  [--db STORE] [--keys FILE] [--json]"
    )
    house.description = (
        "What the operator of a house does beside running it. `backup TO` copies the whole store to a new file while "
        "it is played; `restore FROM` checks such a copy and makes a new store of it; `key` prints the public key by "
        "which the house's checkpoints are checked. `appoint` makes somebody stickperson, boxperson, dealer, "
        "supervisor or owner of the running house, at one table or at all, and nothing else there."
    )
    house.add_argument("act", choices=("backup", "restore", "key", "appoint"), metavar="backup|restore|key|appoint")
    house.add_argument(
        "words", nargs="*", metavar="FILE | NAME ROLE…", help="the copy; or who, and what they are to be"
    )
    house.add_argument("--table", metavar="T", default="", help="appoint at this table alone (default: at every table)")
    house.add_argument("--at", metavar="ADDRESS", default=HERE, help=f"where the house runs (default {HERE})")
    house.add_argument("--db", metavar="FILE|postgresql://…", default=_DB, help=f"the store (default {_DB})")
    house.add_argument("--keys", metavar="FILE", default="", help="the house's keys (default STORE.keys)")
    add_json(house)
    house.set_defaults(take_more=lambda given, words: given.words.extend(words))


class Options(NamedTuple):
    """The command line."""

    act: str
    words: list[str]
    table: str
    at: str
    db: str
    keys: str
    json: bool


def run(given: argparse.Namespace) -> int:
    """Does one of them."""
    need("cryptography", "a house")
    options = taken(Options, given)
    if options.act == "appoint":
        return _appoint(options)
    if options.act == "key":
        return _key(options)
    if len(options.words) > 1:
        raise BadInput(f"house {options.act} takes one file, not {options.words[-1]} too")
    if not options.words:
        raise BadInput(f"house {options.act} wants a file: sevenout house {options.act} copy.db --db {options.db}")
    copy = Path(options.words[0])
    return _backup(options, copy) if options.act == "backup" else _restore(options, copy)


def _key(options: Options) -> int:
    from sevenout.house.keys import key_file, open_keys

    if options.words:
        raise BadInput(f"house key takes no file: name that of the keys with --keys {options.words[0]}")
    path = Path(options.keys) if options.keys else key_file(options.db)
    if not path.exists():
        raise BadInput(f"{path} is not there: `sevenout serve` makes it, or name another with --keys")
    public = open_keys(path).public
    return _say(options, {"key": public}, public)


def _appoint(options: Options) -> int:
    from sevenout.house.keys import key_file

    need("httpx", "a house")
    if not options.words:
        raise BadInput("house appoint wants a name: sevenout house appoint Ann supervisor")
    name, *roles = options.words
    keys = Path(options.keys) if options.keys else key_file(options.db)
    done = appoint(options.at, keys, name, tuple(roles), options.table)
    return _say(options, {"name": name, "roles": roles, "table": options.table or "*"}, done)


def _backup(options: Options, to: Path) -> int:
    from sevenout.house.store.copies import backup

    backup(options.db, to)
    size = to.stat().st_size
    words = f"{options.db} was copied to {to} ({size:,} bytes). The house's keys are not in it: keep them too."
    return _say(options, {"from": options.db, "to": str(to), "bytes": size}, words)


def _restore(options: Options, copy: Path) -> int:
    """A copy that is not sound is restored nowhere."""
    from sevenout.house.store.copies import restore
    from sevenout.house.verifying import verify_store

    with working(f"checking {copy}", quiet=options.json) as played:
        verdicts = list(verify_store(copy, played=played))
    faults = [verdict for verdict in verdicts if verdict.fault]
    if faults:
        for verdict in faults:
            complain(f"{verdict.table}: {verdict.fault}")
        complain(f"{copy} is not sound, and was not restored.")
        return SAID_NO
    restore(copy, options.db)
    entries = sum(verdict.end.entries for verdict in verdicts if verdict.end)
    words = f"{options.db} was made of {copy}: {len(verdicts)} tables, {entries:,} entries, all sound."
    return _say(options, {"from": str(copy), "to": options.db, "tables": len(verdicts), "entries": entries}, words)


def _say(options: Options, record: dict[str, Any], words: str) -> int:
    if options.json:
        print_json(record)
    else:
        tell(words)
    return DONE
