"""`sevenout verify`: a log, a house's store or a solver's certificate, checked from what is published; exit 1 if it is
not sound.
"""

import argparse
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sevenout.base.errors import BadInput, BadRulebook
from sevenout.base.extras import need
from sevenout.cli.shared.arguments import add_house, add_json, add_more, house_instead, read_options
from sevenout.cli.shared.charts import working
from sevenout.cli.shared.exit_codes import DONE, SAID_NO
from sevenout.cli.shared.log_source import is_address, open_source
from sevenout.cli.shared.text_output import complain, print_json, print_line

_SQLITE = b"SQLite format 3\0"
_LONGEST = 4_000_001
"""Bytes of a line that are read: one more than an entry may have."""
_HEAD = 200
"""Bytes by which a certificate is known."""
_A_STORE = "a store, which has the rules of its tables"


def add_arguments(verify: argparse.ArgumentParser) -> None:
    """What `sevenout verify` takes."""
    verify.description = "Plays a log again and checks every entry: chain, rules, money and dice."
    verify.add_argument(
        "what",
        metavar="FILE|URL",
        help="a log, a store's file or a copy of it, a turn's published seeds, a certificate of `solve`, an address of"
        " these, or postgresql://…",
    )
    verify.add_argument("book", nargs="*", metavar="BOOK", help="the rulebook of a log that is not from a house")
    add_house(verify, "the log's own")
    add_more(verify, "book")
    verify.add_argument(
        "--checkpoints",
        metavar="FILE",
        action="append",
        default=[],
        help="the house's signed checkpoints, kept apart; several servers may have several files",
    )
    verify.add_argument("--key", metavar="HEX", help="the house's public key: `sevenout house key` prints it")
    add_json(verify, "print what was found as JSON")


class VerifyOptions(NamedTuple):
    """The command line."""

    what: str
    rules: str | None
    checkpoints: list[str]
    key: str | None
    json: bool


def run(given: argparse.Namespace) -> int:
    """Checks, and says what was found."""
    options = read_options(VerifyOptions, given)._replace(rules=house_instead("verify", given))
    certificate = _read_certificate(options.what)
    if certificate is not None:
        return _verify_certificate(options, certificate)
    need("cryptography", "checking signatures")
    turn = _turn(options.what)
    if turn is not None:
        _refuse_extra_words(
            options, "a shooter's turn, which has all that it is checked by", *options.checkpoints, options.key
        )
        return _told_turn(turn, as_json=options.json)
    with working(f"checking {options.what}", quiet=options.json) as played:
        verdicts = list(_verdicts(options, played))
    faults = [verdict for verdict in verdicts if verdict.fault]
    if options.json:
        print_json({"tables": [_record(verdict) for verdict in verdicts]})
        return SAID_NO if faults else DONE
    for verdict in verdicts:
        if verdict.fault:
            complain(f"{verdict.table}: {verdict.fault}")
        else:
            print_line(f"{verdict.table}: {verdict.end.entries} entries, all sound; the last is {verdict.end.hash}")
            for line in (*verdict.dice.lines(), *_given_up(verdict)):
                print_line(f"{verdict.table}: {line}.")
    if not verdicts:
        print_line(f"{options.what}: a house without tables, in which there is nothing to check")
    return SAID_NO if faults else DONE


def _read_certificate(what: str) -> bytes | None:
    """The text of a solver's certificate, if the file is one."""
    from sevenout.analysis.solver.certificate import LARGEST_FILE, is_certificate

    if "://" in what and not is_address(what):
        return None
    with open_source(what) as file:
        head = file.read(_HEAD)
        return head + file.read(LARGEST_FILE) if is_certificate(head) else None


def _verify_certificate(options: VerifyOptions, text: bytes) -> int:
    """Proves a certificate for the rulebook that it names, or for the one that is named beside it."""
    from sevenout.analysis.solver.certificate import read_certificate, verify_certificate
    from sevenout.analysis.solver.certificate_verifier import NotProved, decimals, describe

    if options.checkpoints or options.key:
        raise BadInput(f"{options.what} is a certificate: it has no checkpoints and needs no key")
    try:
        certificate = read_certificate(text)
        with working(f"checking {options.what}", quiet=options.json) as progress:
            proof = verify_certificate(certificate, options.rules, progress)
    except NotProved as no:
        if options.json:
            print_json({"proved": False, "reason": str(no), "cash": no.cash})
        else:
            complain(f"{options.what}: not proved: {no}")
        return SAID_NO
    if options.json:
        low, high = decimals(proof.lower, proof.bits, up=False), decimals(proof.upper, proof.bits, up=True)
        print_json({"proved": True, "at_least": low, "at_most": high, "tried": proof.tried, "refuted": proof.refuted})
        return DONE
    for line in describe(certificate, proof):
        print_line(line)
    return DONE


def _given_up(verdict: Any) -> Iterator[str]:
    made = verdict.given_up
    if made is not None:
        when = made.at.isoformat(timespec="seconds")
        yield f"on {when} the operator gave up what had been signed for beyond {made.entries} entries"


def _verdicts(options: VerifyOptions, played: Callable[[int, int], object]) -> Iterator[Any]:
    from sevenout.server.operation.settings import is_postgres
    from sevenout.server.store.backup import backup
    from sevenout.server.verification.verifier import verify_store

    promised, what = _read_checkpoints(options), options.what
    if is_postgres(what):
        _refuse_extra_words(options, _A_STORE)
        with TemporaryDirectory(prefix="sevenout-") as folder:
            copy = Path(folder) / "copy.db"
            backup(what, copy)
            yield from verify_store(copy, promised, options.key or "", played)
    elif not is_address(what) and _is_store(what):
        _refuse_extra_words(options, _A_STORE)
        yield from verify_store(Path(what), promised, options.key or "", played)
    else:
        yield _of_log(options, promised, played)


def _refuse_extra_words(options: VerifyOptions, kind: str, *more: str | None) -> None:
    """Nothing is named beside what is checked by itself; raises BadInput for what would not be looked at."""
    for word in (options.rules, *more):
        if word is not None:
            raise BadInput(f"{options.what} is {kind}: {word!r} has no place there, and things are checked one by one")


def _read_checkpoints(options: VerifyOptions) -> list[Any]:
    """What the house signed; a line that a crash cut is passed over, and said."""
    from sevenout.server.fairness.checkpoints import Checkpoints

    if bool(options.checkpoints) != (options.key is not None):
        raise BadInput("checkpoints are checked with the house's key: give both --checkpoints and --key")
    if options.key is not None and not re.fullmatch("[0-9a-f]{64}", options.key):
        raise BadInput("the house's public key has 64 hexadecimal digits: `sevenout house key` prints it")
    promised = []
    for name in options.checkpoints:
        file = Checkpoints(Path(name))
        promised += list(file)
        for number in file.torn:
            complain(f"Line {number} of {name} was cut short by a crash and is skipped.")
    return promised


def _turn(what: str) -> Any:
    """A shooter's turn as a table publishes it, if it is one."""
    from sevenout.server.operation.settings import is_postgres
    from sevenout.server.verification.published_turns import LARGEST, read_turn

    if is_postgres(what):
        return None
    with open_source(what) as file:
        return read_turn(file.read(LARGEST))


def _told_turn(turn: Any, *, as_json: bool) -> int:
    from sevenout.server.verification.dice_tally import NOT_MIXED
    from sevenout.server.verification.published_turns import called_off, unfair

    fault, mixed = unfair(turn), bool(turn.given)
    off = {} if fault else called_off(turn)
    name = f"turn {turn.turn} of {turn.table}"
    if as_json:
        shown = {str(k): list(faces) for k, faces in off.items()}
        found = {"fault": fault} if fault else {"throws": len(turn.throws), "called_off": shown}
        verdict = {"sound": not fault, "fair": not fault and mixed, "mixed_by": [one.seat for one in turn.given]}
        print_json({"table": turn.table, "turn": turn.turn, **verdict, **found})
    elif fault:
        complain(f"{name}: {fault}")
    else:
        told = f"{len(turn.throws)} throws, all as the seeds give them" if turn.throws else "it has no throws"
        by = f"mixed by {', '.join(one.seat for one in turn.given)}" if mixed else NOT_MIXED
        print_line(f"{name}: {told}; {by}")
        if not mixed:
            print_line("The house could have picked these rolls, and nothing here shows that it did not.")
        if not turn.anchor:
            print_line("Its seed is of no chain: it was not bound before the turn.")
        for k, (a, b) in off.items():
            print_line(f"throw {k} was called no roll; it would have shown {a} and {b}")
    return SAID_NO if fault else DONE


def _of_log(options: VerifyOptions, promised: list[Any], played: Callable[[int, int], object]) -> Any:
    from sevenout.rulebook.compiler.book_compiler import open_book
    from sevenout.server.verification.verifier import LogVerdict, verify_log
    from sevenout.table.log.hash_chain import is_line

    if options.rules is not None:
        open_book(options.rules)
    of_house = is_address(options.what)
    name = options.what.rstrip("/").rsplit("/", 2)[-2] if of_house else Path(options.what).name
    with open_source(options.what) as file:
        lines = (line for line in iter(lambda: file.readline(_LONGEST), b"") if line.strip())
        first, second = next(lines, b""), next(lines, b"")
        if not is_line(first) and not is_line(second):
            raise BadInput(f"{options.what} is neither a log nor a store nor a turn that a house published")
        try:
            head = _head(options, first)
        except (BadInput, BadRulebook) as error:
            return LogVerdict(name, fault=str(error))
        kept = [made for made in promised if made.table == (name if of_house else head.table)]
        opened = f"{name}:" if of_house else ""
        whole = chain(filter(None, (first, second)), lines)
        return verify_log(name, whole, head.game, kept, options.key or "", opened, played)


def _head(options: VerifyOptions, first: bytes) -> Any:
    """What a log was played by; a house is asked for the text of one that is not at hand, and bound by its digest."""
    from sevenout.server.verification.verifier import head_of_log

    try:
        return head_of_log(first, options.rules)
    except BadInput:
        if options.rules or not is_address(options.what) or not options.what.endswith("/log"):
            raise
    with (
        open_source(options.what.removesuffix("log") + "rulebook") as file,
        TemporaryDirectory(prefix="sevenout-") as folder,
    ):
        own = Path(folder) / "rulebook.toml"
        own.write_bytes(file.read(_LONGEST))
        return head_of_log(first, str(own))


def _is_store(what: str) -> bool:
    with open_source(what) as file:
        return file.read(len(_SQLITE)) == _SQLITE


def _record(verdict: Any) -> dict[str, Any]:
    if verdict.fault:
        return {"table": verdict.table, "sound": False, "fault": verdict.fault}
    dice, sound = verdict.dice, {"entries": verdict.end.entries, "hash": verdict.end.hash}
    turns = {
        "turns": dice.turns,
        "mixed": len(dice.mixed),
        "not_mixed": dice.not_mixed,
        "not_bound": dice.not_bound,
        "bound_anew": dice.bound_anew,
    }
    given_up = {} if verdict.given_up is None else {"given_up_beyond": verdict.given_up.entries}
    return {"table": verdict.table, "sound": True, **sound, "dice": turns, **given_up}
