"""`sevenout house`: the operator's desk. Copies of the store, the house's key, who is crew, and tables to be closed."""

import argparse
import os
from pathlib import Path
from typing import Any, NamedTuple

from sevenout.base.errors import BadInput
from sevenout.base.extras import need
from sevenout.cli.admin.appointments import appoint, close_table
from sevenout.cli.shared.arguments import add_json, read_options
from sevenout.cli.shared.charts import working
from sevenout.cli.shared.exit_codes import DONE, SAID_NO
from sevenout.cli.shared.text_output import complain, print_json, print_line
from sevenout.server.operation.settings import Settings, mask_password, near, read_settings

_ACTS = ("backup", "restore", "key", "appoint", "close")


def add_arguments(house: argparse.ArgumentParser) -> None:
    """What `sevenout house` takes."""
    house.usage = (
        "sevenout house backup TO · house restore FROM · house key · house appoint NAME [ROLE…] · house close TABLE"
        "  [--config FILE] [--db STORE] [--keys FILE] [--json]"
    )
    house.description = (
        "What the operator of a house does besides running it. `backup TO` copies the whole store to a new file while "
        "people play; `restore FROM` checks such a copy and makes a new store of it; `key` prints the public key by "
        "which the house's checkpoints are checked. `appoint NAME ROLE…` makes a person stickperson, boxperson, "
        "dealer, supervisor or owner, at one table of the running house or at all of them; without a role they have "
        "none any more. `close TABLE` closes a table of the running house, whoever owns it. Store, keys and address "
        "are those of `sevenout serve`: by its file of settings, its variables, or flags."
    )
    house.add_argument("act", choices=_ACTS, metavar="|".join(_ACTS))
    house.add_argument(
        "words",
        nargs="*",
        metavar="FILE | NAME ROLE… | TABLE",
        help="the copy; who, and what they are to be; or the table",
    )
    house.add_argument("--table", metavar="T", default="", help="appoint at this table alone (default: at every table)")
    house.add_argument(
        "--at", metavar="ADDRESS", default="", help="the address where the house runs (default: from its settings)"
    )
    house.add_argument(
        "--config", metavar="FILE", default="", help="the house's settings; an option given here overrides them"
    )
    house.add_argument("--db", metavar="FILE|postgresql://…", help=f"the store (default {Settings().db})")
    house.add_argument("--keys", metavar="FILE", help="the house's keys (default STORE.keys)")
    add_json(house)
    house.set_defaults(take_more=lambda given, words: given.words.extend(words))


class AdminOptions(NamedTuple):
    """The command line."""

    act: str
    words: list[str]
    table: str
    at: str
    json: bool


def run(given: argparse.Namespace) -> int:
    """Does one of them."""
    need("cryptography", "a house")
    options = read_options(AdminOptions, given)
    settings = read_settings({"db": given.db, "keys": given.keys}, os.environ, given.config).settings
    if options.act == "appoint":
        return _appoint(options, settings)
    if options.act == "close":
        return _close(options, settings)
    if options.act == "key":
        return _key(options, settings.key_file)
    if len(options.words) > 1:
        raise BadInput(f"house {options.act} takes one file, not {options.words[-1]} too")
    if not options.words:
        raise BadInput(f"house {options.act} wants a file: sevenout house {options.act} copy.db")
    copy = Path(options.words[0])
    return _backup(options, settings.db, copy) if options.act == "backup" else _restore(options, copy, settings.db)


def _key(options: AdminOptions, path: Path) -> int:
    from sevenout.server.fairness.keys import open_keys

    if options.words:
        raise BadInput(f"house key takes no file: name that of the keys with --keys {options.words[0]}")
    if not path.exists():
        raise BadInput(f"{path} does not exist: `sevenout serve` makes it, or name another with --keys")
    public = open_keys(path).public
    return _print_result(options, {"key": public}, public)


def _appoint(options: AdminOptions, settings: Settings) -> int:
    need("httpx", "a house")
    if not options.words:
        raise BadInput("house appoint wants a name: sevenout house appoint Ann supervisor")
    name, *roles = options.words
    at = options.at or near(settings.host, settings.port)
    done = appoint(at, settings.key_file, name, tuple(roles), options.table)
    return _print_result(options, {"name": name, "roles": roles, "table": options.table or "*"}, done)


def _close(options: AdminOptions, settings: Settings) -> int:
    need("httpx", "a house")
    if len(options.words) != 1:
        raise BadInput("house close wants the address of one table: sevenout house close t-1f0c77aa")
    (table,) = options.words
    done = close_table(options.at or near(settings.host, settings.port), settings.key_file, table)
    return _print_result(options, {"table": table, "closing": True}, done)


def _backup(options: AdminOptions, db: str, to: Path) -> int:
    from sevenout.server.store.backup import backup

    backup(db, to)
    size = to.stat().st_size
    words = f"{mask_password(db)} was copied to {to} ({size:,} bytes). The house's keys are not in it: keep them too."
    return _print_result(options, {"from": mask_password(db), "to": str(to), "bytes": size}, words)


def _restore(options: AdminOptions, copy: Path, db: str) -> int:
    """A copy that is not sound is restored nowhere."""
    from sevenout.server.store.backup import restore
    from sevenout.server.verification.verifier import verify_store

    with working(f"checking {copy}", quiet=options.json) as played:
        verdicts = list(verify_store(copy, played=played))
    faults = [verdict for verdict in verdicts if verdict.fault]
    if faults:
        for verdict in faults:
            complain(f"{verdict.table}: {verdict.fault}")
        complain(f"{copy} is not sound, and was not restored.")
        return SAID_NO
    restore(copy, db)
    entries = sum(verdict.end.entries for verdict in verdicts if verdict.end)
    words = f"{mask_password(db)} was made of {copy}: {len(verdicts)} tables, {entries:,} entries, all sound."
    return _print_result(
        options, {"from": str(copy), "to": mask_password(db), "tables": len(verdicts), "entries": entries}, words
    )


def _print_result(options: AdminOptions, record: dict[str, Any], words: str) -> int:
    if options.json:
        print_json(record)
    else:
        print_line(words)
    return DONE
