"""What one roll does to one wager, and what it wins, told bet by bet."""

from typing import NamedTuple

from .houses import (
    COMPOSITE_KINDS,
    ONE_ROLL_PROPOSITIONS,
    Bet,
    House,
    is_proposition,
    lay_odds,
    parts,
    place_lose_odds,
    place_odds,
    single_number_odds,
    true_odds,
)

CRAPS = (2, 3, 12)
FIELD = (2, 3, 4, 9, 10, 11, 12)


class Throw(NamedTuple):
    """The two dice as they lie, and the puck as it lay before they were thrown."""

    a: int
    b: int
    point: int | None


class Decision(NamedTuple):
    """One wager decided by a roll; `counted` is the part of the stake that the house's maximum lets play."""

    wager: str
    bet: Bet
    stake: int
    counted: int
    result: str
    won: int


def decide(house: House, layout: dict[str, int], calls: dict[str, bool], throw: Throw) -> list[Decision]:
    """Every wager of one layout that the roll decides or moves."""
    decided: list[Decision] = []
    for wager, stake in layout.items():
        bet = house.offers[wager]
        result = outcome(house, bet, throw, calls.get(wager))
        if result == "":
            continue
        counted, won = stake, 0
        if house.catfish and result in ("win", "lose"):  # Invalid Roll 7: more than the maximum never plays
            counted = min(stake, house.cap(layout, bet, throw.point))
        if result == "win":
            won = winnings(house, bet, counted, throw)
        decided.append(Decision(wager, bet, stake, counted, result, won))
    return decided


def winners_cover_losers(decided: list[Decision]) -> bool:
    """Catfish Bend, Payoffs 7, for the propositions of one player on one roll."""
    props = [one for one in decided if is_proposition(one.bet)]
    won = sum(one.won for one in props if one.result == "win")
    lost = sum(one.counted for one in props if one.result == "lose")
    return won > 0 and won >= lost


def working(house: House, bet: Bet, point: int | None, called: bool | None) -> bool:
    """Whether a wager is at risk, by the puck as it lies before the roll; `called` is the player's word, if any."""
    if bet.kind in ("place", "buy"):
        return called if called is not None else point is not None
    if bet.kind == "hard":
        if called is not None:
            return called
        return house.catfish or point is not None
    if bet.kind == "come-odds":
        if house.marina:  # 3.4.4.2 knows no exception
            return True
        return called if called is not None else point is not None
    if bet.kind == "lay":
        return called is not False
    return True


def outcome(house: House, bet: Bet, throw: Throw, called: bool | None) -> str:
    """`win`, `lose`, `push`, `return`, `travel`, or nothing if the roll does not touch the wager."""
    if bet.kind == "field" or bet.kind in ONE_ROLL_PROPOSITIONS:
        return "win" if _one_roll_wins(bet, throw) else "lose"
    if bet.number == 0:
        return _line_outcome(house, bet, throw)
    return _number_outcome(bet, throw, working(house, bet, throw.point, called))


def _line_outcome(house: House, bet: Bet, throw: Throw) -> str:
    """Pass, don't pass and their odds; come and don't come until they have a number."""
    total = throw.a + throw.b
    if bet.kind == "come":
        return _first_roll(house, total)
    if bet.kind == "dont-come":
        return _first_roll_dont(house, total)
    if throw.point is not None:
        if bet.kind in ("pass", "pass-odds"):
            return _race(total, wins_on=throw.point, loses_on=7)
        return _race(total, wins_on=7, loses_on=throw.point)
    # There are no line odds on a come-out roll, and a line bet stays where it is when the point is set.
    first = _first_roll(house, total) if bet.kind == "pass" else _first_roll_dont(house, total)
    return "" if first == "travel" else first


def _first_roll(house: House, total: int) -> str:
    """A pass bet's come-out roll, or the roll after a come bet was made."""
    if house.crapless:
        return "win" if total == 7 else "travel"
    if total in (7, 11):
        return "win"
    return "lose" if total in CRAPS else "travel"


def _first_roll_dont(house: House, total: int) -> str:
    if total in (7, 11):
        return "lose"
    if total == house.bar:
        return "push"
    return "win" if total in CRAPS else "travel"


def _race(total: int, *, wins_on: int, loses_on: int) -> str:
    if total == wins_on:
        return "win"
    return "lose" if total == loses_on else ""


def _number_outcome(bet: Bet, throw: Throw, works: bool) -> str:
    """The wagers on a number, which that number and the 7 decide between them."""
    kind, total = bet.kind, throw.a + throw.b
    if total not in (bet.number, 7):
        return ""
    if not works:
        # Come odds that are off go back, for their flat bet is decided; anything else just waits.
        return "return" if kind == "come-odds" else ""
    if kind == "hard":
        return "win" if total == bet.number and throw.a == throw.b else "lose"
    if kind in ("come-point", "come-odds", "place", "buy", "big"):
        return _race(total, wins_on=bet.number, loses_on=7)
    if kind in ("dont-come-point", "dont-come-odds", "place-lose", "lay"):
        return _race(total, wins_on=7, loses_on=bet.number)
    raise ValueError(f"no such wager on a number: {kind}")


def _one_roll_wins(bet: Bet, throw: Throw) -> bool:
    total = throw.a + throw.b
    if bet.kind == "field":
        return total in FIELD
    if bet.kind == "any-craps":
        return total in CRAPS
    if bet.kind == "c-and-e":
        return total in CRAPS or total == 11
    if bet.kind in ("any-7", "craps", "eleven"):
        return total == bet.number
    if bet.kind == "hop":
        return (max(throw.a, throw.b), min(throw.a, throw.b)) == (bet.number, bet.low_die)
    return total in parts(bet)


def winnings(house: House, bet: Bet, stake: int, throw: Throw) -> int:
    """What a winning stake is paid besides its own return, rounded as the house rounds."""
    kind, total = bet.kind, throw.a + throw.b
    if kind in COMPOSITE_KINDS:
        return _composite_net(bet, stake, total)
    number = bet.number or throw.point or 0
    odds = (1, 1)  # pass, don't pass, come, don't come, big 6 and 8
    if kind in ("pass-odds", "come-odds", "buy"):
        odds = true_odds(number)
    elif kind in ("dont-pass-odds", "dont-come-odds", "lay"):
        odds = lay_odds(number)
    elif kind == "place":
        odds = place_odds(number)
    elif kind == "place-lose":
        odds = place_lose_odds(number)
    elif kind == "hard":
        odds = (7, 1) if number in (4, 10) else (9, 1)
    elif kind == "field":
        odds = (2, 1) if total in (2, 12) else (1, 1)
    elif kind == "any-7":
        odds = (4, 1)
    elif kind == "any-craps":
        odds = (7, 1)
    elif kind in ("craps", "eleven"):
        odds = (single_number_odds(number), 1)
    elif kind == "c-and-e":
        odds = (7, 1) if total == 11 else (3, 1)
    elif kind == "hop":
        odds = (30, 1) if bet.number == bet.low_die else (15, 1)
    return house.paid(stake, odds)


def _composite_net(bet: Bet, stake: int, total: int) -> int:
    """The part that hit is paid at its own odds and makes good the parts that missed."""
    shares = parts(bet)
    units = sum(shares.values())
    return stake // units * (shares[total] * single_number_odds(total) - (units - shares[total]))
