"""The certificate: proved by the file in tools alone, bound to its rulebook, and refused once anything is changed."""

import json
import subprocess
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sevenout.analysis.solver import certificate_verifier
from sevenout.analysis.solver.certificate import (
    certificate_of,
    certificate_text,
    read_certificate,
    verify_certificate,
)
from sevenout.analysis.solver.certificate_verifier import NotProved, check, digest_of
from sevenout.analysis.solver.goal_chance import best_chance
from sevenout.rulebook.source import shipped
from tests.unit.cli.command import run
from tests.volume import nightly_except, scaled, seeded

ROOT = Path(__file__).parents[4]
STAND_ALONE = ROOT / "tools" / "verify_certificate.py"


@cache
def made(house: str = "typical", goal: int = 40_00, wagers: tuple[str, ...] = ("line", "odds", "field")) -> bytes:
    return certificate_text(certificate_of(best_chance(house, 20_00, goal, wagers))).encode()


def fresh(**changes: Any) -> dict[str, Any]:
    """A certificate of 20 to 40 at a typical casino with parts changed, and its checksum made anew."""
    certificate = {**read_certificate(made()), **changes}
    return {**certificate, "sha256": digest_of(certificate)}


def test_the_stand_alone_file_is_the_verifier_of_the_package() -> None:
    assert STAND_ALONE.resolve() == Path(certificate_verifier.__file__).resolve()


def test_the_stand_alone_file_proves_it_with_the_standard_library_alone(tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    file.write_bytes(made())
    order = [sys.executable, "-I", "-S", str(STAND_ALONE), str(file)]
    ran = subprocess.run(order, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "Proved: A typical casino, 20 to 40 before ruin, with pass, dont-pass, field" in ran.stdout
    file.write_bytes(made()[:-200])
    ran = subprocess.run(order, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")


def test_both_verifiers_prove_the_bounds_that_were_solved() -> None:
    certificate = read_certificate(made())
    claim = certificate["claim"]
    for proof in (check(certificate), verify_certificate(certificate)):
        assert (proof.lower, proof.upper) == (claim["lower"], claim["upper"])
        assert proof.tried > 1000


@pytest.mark.parametrize("house", nightly_except([*shipped()], ["new-south-wales", "crapless"]))
def test_every_house_has_a_certificate_that_holds(house: str) -> None:
    verify_certificate(read_certificate(made(house, 60_00, ("line", "odds", "place"))))


def test_a_shaved_upper_bound_is_refused_with_its_cash() -> None:
    upper = list(fresh()["upper"])
    upper[30] -= 2**30
    with pytest.raises(NotProved, match=r"^with 30 chips: .* has a mean above the upper bound") as refused:
        check(fresh(upper=upper))
    assert refused.value.cash == 30


def test_a_raised_lower_bound_is_refused_with_its_cash() -> None:
    lower = list(fresh()["lower"])
    lower[30] += 2**30
    with pytest.raises(NotProved, match="with 30 chips: the policy's own mean is below the lower bound"):
        check(fresh(lower=lower))


def test_a_missing_action_is_refused_with_its_cash() -> None:
    policy = list(fresh()["policy"])
    policy[30] = None
    with pytest.raises(NotProved, match="with 30 chips: the policy has no action here"):
        check(fresh(policy=policy))


def test_an_action_that_the_house_does_not_take_is_refused_with_its_cash() -> None:
    policy = deepcopy(fresh()["policy"])
    policy[30] = [0, 3, [[3, 0]] * 3]
    with pytest.raises(NotProved, match="with 30 chips: 3 on pass is no legal stake"):
        check(fresh(policy=policy))
    policy[30] = [0, 5, [[5, 500]] * 3]
    with pytest.raises(NotProved, match="with 30 chips: odds of 500 behind 5 on pass are not allowed"):
        check(fresh(policy=policy))


def test_a_claim_that_is_better_than_its_functions_is_refused() -> None:
    claim = fresh()["claim"]
    with pytest.raises(NotProved, match="with 20 chips: the claim is not what the functions say"):
        check(fresh(claim={**claim, "upper": claim["upper"] - 1}))


def test_a_changed_payout_is_refused_by_the_rulebook_with_the_cash_that_shows_it() -> None:
    changed = deepcopy(fresh()["rules"])
    changed["wagers"][0]["points"][0]["odds"]["pays"] = [3, 1]
    with pytest.raises(NotProved, match="has a mean above the upper bound"):
        check(fresh(rules=changed))
    where = r"rules.wagers.pass.points.0.odds.pays.0 is 3 in the certificate and 2 in the rulebook"
    with pytest.raises(NotProved, match=where):
        verify_certificate(fresh(rules=changed))


def test_a_wager_left_out_of_the_rules_is_refused_with_the_cash_at_which_it_would_do_better() -> None:
    alone = read_certificate(made(wagers=("pass",)))
    claim = {**alone["claim"], "wagers": ["pass", "dont-pass"]}
    altered = {**alone, "claim": claim}
    with pytest.raises(NotProved, match="the class names dont-pass, and the rules say nothing of it"):
        check({**altered, "sha256": digest_of(altered)})
    with pytest.raises(NotProved, match=r"with \d+ chips: \d+ on dont-pass has a mean above the upper bound"):
        verify_certificate({**altered, "sha256": digest_of(altered)})


def test_the_certificate_of_one_house_is_refused_for_another() -> None:
    with pytest.raises(NotProved, match="its rules are not those of the rulebook"):
        verify_certificate(fresh(), "catfish-bend")
    book = {**fresh()["rulebook"], "digest": "0" * 64}
    with pytest.raises(NotProved, match="made from another text of the rulebook: digest 0000000000000000"):
        verify_certificate(fresh(rulebook=book))


def damage(text: bytes, chance: Random) -> bytes:
    """A certificate with something lost, doubled or changed."""
    at = chance.randrange(len(text) - 2)
    match chance.randrange(4):
        case 0:
            return text[:at] + text[at + chance.randrange(1, 40) :]
        case 1:
            return text[:at]
        case 2:
            return text[:at] + bytes([text[at] ^ (1 << chance.randrange(7))]) + text[at + 1 :]
        case _:
            return text[:at] + text[at : at + 9] + text[at:]


def test_damaged_certificates_are_refused_and_never_break_the_verifier() -> None:
    chance, text = seeded("damaged certificates"), made("typical", 26_00, ("line", "odds"))
    whole = json.loads(text)
    for _ in range(scaled(1000)):
        damaged = damage(text, chance)
        try:
            found = read_certificate(damaged)
        except NotProved:
            continue
        if found == whole:  # a space more or less
            continue
        with pytest.raises(NotProved):
            check(found)


def test_verify_recognises_a_certificate_and_says_what_is_proved(tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    assert run("solve", "typical", "--bankroll", "20", "--certificate", str(file)).code == 0
    ran = run("verify", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert "the best chance is at least 0.49" in ran.out
    assert run("verify", str(file), "--json").json["proved"] is True
    text = file.read_text()
    file.write_text(text.replace('"goal":40', '"goal":41'))
    ran = run("verify", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert "not proved: the upper function is not 42 whole numbers" in ran.err
    file.write_text(text[:1000])
    assert "not proved: the file is cut or damaged" in run("verify", str(file)).err
