"""The ratings of a shift in rows: the table, its players, wagers and hours, for a screen, a page, JSON and CSV."""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import Any

from sevenout.base.money import format_amount
from sevenout.crew.shift.chance_alarm import ChanceAlarm
from sevenout.crew.shift.ratings import Hour, HourRating, Rating, ShiftRatings
from sevenout.crew.shift.sections import Cell, ShiftSection

_SAYS = (
    "theoretical: what each bet was to lose on average, at its real stake, commission included, rated when it is "
    "made; win: commission included, bonus, rulings and tokes left out; luck: the rest, with what open bets are still "
    "to lose"
)


def rating_sections(ratings: ShiftRatings) -> list[ShiftSection]:
    """The parts of a rated shift, those that have anything in them.

    >>> from sevenout import Table
    >>> from sevenout.crew.shift.ratings import rate_shift
    >>> table = Table("typical")
    >>> _ = table.seat("Ann", 100_00)
    >>> [section.key for section in rating_sections(rate_shift(table.game, table.log))]
    ['rated_table', 'rated_players', 'rated_hours']
    """
    money = ("bets", "action", "average", "theoretical", "win", "luck")
    chance = ("sd", "deviations", "evidence", "needed", "alarm")
    every = [
        ShiftSection(
            "rated_table",
            "Ratings: the table",
            ("of", "rolls", *money, *chance),
            ((*_money_cells(ratings.table, rolls=True), *_chance_cells(ratings.table, ratings.alarm)),),
            _SAYS,
        ),
        ShiftSection(
            "rated_players",
            "Ratings by player",
            ("player", "rolls", *money, *chance),
            tuple(
                (*_money_cells(each.rating, rolls=True), *_chance_cells(each.rating, each.alarm))
                for each in ratings.players
            ),
            _describe_alarm(ratings),
        ),
        ShiftSection(
            "rated_wagers",
            "Ratings by wager",
            ("wager", *money),
            tuple(tuple(_money_cells(each)) for each in ratings.wagers),
        ),
        ShiftSection(
            "rated_hours",
            "Ratings by hour",
            ("hour", "drop", "rolls", "action", "theoretical", "win", "hold_%", "luck", "sd"),
            tuple(tuple(_hour_cells(each)) for each in ratings.hours),
            "no hour: before any clock was told; name a pace to count hours by rolls",
        ),
    ]
    return [section for section in every if section.rows]


def ratings_json(ratings: ShiftRatings) -> dict[str, Any]:
    """The same exactly: fractions of cents as strings.

    >>> from sevenout import Table
    >>> from sevenout.crew.shift.ratings import rate_shift
    >>> table = Table("typical")
    >>> _ = table.seat("Ann", 100_00), table.bet("Ann", "pass", 10_00)
    >>> ratings_json(rate_shift(table.game, table.log))["players"][0]["theoretical_cents"]
    '1400/99'
    """
    return {
        "level": str(ratings.level),
        "table": {**_exact(ratings.table), **_alarm_json(ratings.alarm)},
        "players": [{**_exact(each.rating), **_alarm_json(each.alarm)} for each in ratings.players],
        "wagers": [_exact(each) for each in ratings.wagers],
        "hours": [
            {**_exact(each.rating), "name": _describe_hour(each.hour), "drop": format_amount(each.drop)}
            for each in ratings.hours
        ],
    }


def _exact(rating: Rating) -> dict[str, Any]:
    return {
        "name": rating.name,
        "bets": rating.bets,
        "action": format_amount(rating.action),
        "theoretical_cents": str(rating.theoretical),
        "win": format_amount(rating.win),
        "open_loss_cents": str(rating.open_loss),
        "luck_cents": str(rating.luck),
        "variance_cents2": None if rating.variance is None else str(rating.variance),
    }


def _alarm_json(alarm: ChanceAlarm) -> dict[str, Any]:
    return {"evidence": alarm.evidence, "needed": alarm.threshold, "alarm_after_rolls": alarm.rang_after}


def _describe_alarm(ratings: ShiftRatings) -> str:
    level = f"1 in {float(1 / ratings.level):,.0f}"
    return (
        f"alarm: with fair dice the table's rings in a shift with a chance of at most {level}, and those of all "
        f"players together likewise, however often one looks; deviations are for one look that was chosen beforehand"
    )


def _money_cells(rating: Rating, *, rolls: bool = False) -> Iterator[Cell]:
    yield rating.name
    if rolls:
        yield rating.rolls
    yield rating.bets
    yield format_amount(rating.action)
    yield _money(rating.average_bet)
    yield _money(rating.theoretical)
    yield format_amount(rating.win)
    yield _money(rating.luck)


def _chance_cells(rating: Rating, alarm: ChanceAlarm) -> Iterator[Cell]:
    yield "" if rating.sd is None else format_amount(round(rating.sd))
    yield "" if rating.deviations is None else f"{rating.deviations:+.2f}".removeprefix("+")
    yield f"{alarm.evidence:.2f}" if alarm.evidence < 1e6 else f"{alarm.evidence:.2e}"
    yield f"{alarm.threshold:.0f}"
    yield "no" if alarm.rang_after is None else f"yes, after {alarm.rang_after} rolls"


def _hour_cells(each: HourRating) -> Iterator[Cell]:
    rating = each.rating
    yield _describe_hour(each.hour)
    yield format_amount(each.drop)
    yield rating.rolls
    yield format_amount(rating.action)
    yield _money(rating.theoretical)
    yield format_amount(rating.win)
    yield "" if each.hold is None else format_amount(round(each.hold * 10_000))
    yield _money(rating.luck)
    yield "" if rating.sd is None else format_amount(round(rating.sd))


def _describe_hour(hour: Hour) -> str:
    if isinstance(hour, datetime):
        return f"{hour:%Y-%m-%d %H}:00"
    return "" if hour is None else f"hour {hour + 1}"


def _money(cents: Fraction | None) -> str:
    return "" if cents is None else format_amount(round(cents))
