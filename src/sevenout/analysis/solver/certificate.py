"""The certificate of a solved chance: a file that anybody can check, and the check against the rulebook it names.

`certificate_verifier` proves what a file says of the rules in the file. Here these rules are also held against the
rulebook itself, so that a changed payout or a wager left out does not pass.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sevenout.analysis.solver.certificate_verifier import FORMAT, NotProved, Proof, check, digest_of
from sevenout.analysis.solver.goal_chance import BITS, GoalChance
from sevenout.analysis.solver.policy_iteration import Progress
from sevenout.analysis.solver.rules_block import ODDS, Block, open_class, rules_block
from sevenout.base.errors import BadInput, SevenoutError
from sevenout.engine.game import Game, open_rules

LARGEST_FILE = 8_000_000
"""Bytes of a certificate that are read."""


def certificate_of(solved: GoalChance) -> dict[str, Any]:
    """The certificate of a chance that was solved to its end, ready to be written as JSON."""
    if not solved.complete:
        raise BadInput("the work was interrupted: there is no certificate of an unfinished answer")
    game, at = solved.game, solved.start
    book = game.rules.book
    certificate = {
        "format": FORMAT,
        "claim": {
            "aim": "goal before ruin",
            "bankroll": at,
            "goal": solved.goal // game.chip,
            "wagers": list(solved.chosen.wagers),
            "odds": solved.chosen.odds,
            "step": solved.chosen.step // game.chip,
            "lower": solved.lower[at],
            "upper": solved.upper[at],
        },
        "rulebook": {
            "name": book.name,
            "title": book.title,
            "digest": book.digest,
            "minimum": game.minimum,
            "maximum": game.maximum,
            "chip": game.chip,
        },
        "rules": solved.block,
        "bits": BITS,
        "upper": list(solved.upper),
        "lower": list(solved.lower),
        "policy": list(solved.policy),
    }
    return {**certificate, "sha256": digest_of(certificate)}


def certificate_text(certificate: dict[str, Any]) -> str:
    """A certificate as its file has it: one part a line."""
    parts = (
        f"{json.dumps(name)}: {json.dumps(part, separators=(',', ':'), ensure_ascii=False)}"
        for name, part in certificate.items()
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


def is_certificate(text: bytes) -> bool:
    """Whether a file means to be a certificate, sound or not."""
    return FORMAT.rpartition("-")[0].encode() in text[:200]


def read_certificate(text: bytes) -> dict[str, Any]:
    """The certificate that a file holds; raises NotProved for one that is cut or damaged."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotProved(f"the file is cut or damaged: {error}") from error
    if not isinstance(found, dict):
        raise NotProved("the file holds no certificate")
    return found


def verify_certificate(
    certificate: dict[str, Any], book: str | Path | None = None, progress: Progress = lambda *_: None
) -> Proof:
    """Proves a certificate for the rulebook it names, or for another one; raises NotProved with what shows why not."""
    rules = _rules_by_book(certificate, book)
    given = certificate.get("rules")
    differs = next(_differences(given, rules), None)
    if differs is None:
        proof = check(certificate, rules, progress)
        named = certificate["rulebook"].get("digest")
        if named != (own := _book_digest(certificate, book)):
            raise NotProved(f"it was made from another text of the rulebook: digest {str(named)[:16]}, not {own[:16]}")
        return proof
    shows = ""
    try:
        check(certificate, rules, progress)
    except NotProved as no:
        shows = f"; by the rulebook, {no}"
    raise NotProved(f"its rules are not those of the rulebook: {differs}{shows}")


def _open_table(certificate: dict[str, Any], book: str | Path | None) -> Game:
    try:
        named = certificate["rulebook"]
        return Game(open_rules(book or named["name"]), named["minimum"], named["maximum"], named["chip"])
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise NotProved(f"it names no rulebook and no limits that can be read: {error}") from error
    except SevenoutError as error:
        raise BadInput(
            f"the rulebook of this certificate cannot be opened: {error}; name its file behind --rules"
        ) from error


def _book_digest(certificate: dict[str, Any], book: str | Path | None) -> str:
    return _open_table(certificate, book).rules.book.digest


def _rules_by_book(certificate: dict[str, Any], book: str | Path | None) -> Block:
    """The rules of the claim's class, as the rulebook has them."""
    game = _open_table(certificate, book)
    try:
        claim = certificate["claim"]
        words = (*claim["wagers"], *((ODDS,) if claim["odds"] else ()))
        return rules_block(game, open_class(game, words, claim["step"] * game.chip))
    except (KeyError, TypeError, AttributeError) as error:
        raise NotProved(f"its claim cannot be read: {error}") from error
    except BadInput as error:
        raise NotProved(f"its class is none of this rulebook: {error}") from error


def _differences(given: Any, right: Any, where: str = "rules") -> Iterator[str]:
    """Where two blocks of rules differ."""
    if isinstance(right, dict) and isinstance(given, dict):
        for name in dict.fromkeys((*right, *given)):
            yield from _differences(given.get(name), right.get(name), f"{where}.{name}")
    elif isinstance(right, list) and isinstance(given, list) and len(given) == len(right):
        for number, (here, there) in enumerate(zip(given, right, strict=True)):
            name = there.get("wager", number) if isinstance(there, dict) else number
            yield from _differences(here, there, f"{where}.{name}")
    elif given != right or type(given) is not type(right):
        yield f"{where} is {_short(given)} in the certificate and {_short(right)} in the rulebook"


def _short(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."
