"""What is said as winners are paid, at whose word that is done, and where the chips are set down.

Which winner is paid when is `sequence`; how much is the table's business.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from sevenout.crew.calls import Payoffs, Spoken, by_kind, is_proposition, words_of
from sevenout.crew.marks import OTHERWISE, marks_of
from sevenout.crew.rail import Direction, End, Rail
from sevenout.game import Game
from sevenout.money import units
from sevenout.position import not_offered
from sevenout.refusal import Citation, Refusal
from sevenout.table.events import Rolled, SeatResult
from sevenout.words import stem

# --- words


def payoff_calls(game: Game, event: Rolled, rail: Rail | None = None) -> tuple[Spoken, ...]:
    """What is announced as winners are paid: first by the base dealers, then by the stick for the propositions.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 500), table.bet("Ann", "hard-8", 500)
    (None, None, None)
    >>> spoken(payoff_calls(table.game, table.roll(roll(4, 4))))
    '45 for Hardway 8, pay Ann.'
    """
    rail = rail or Rail.split(done.seat for done in event.seats)
    words = words_of(game).payoffs
    results = {result.seat: result for result in event.seats}
    ends = rail.opposite_first(event.shooter)
    calls = [call for end in ends for call in _at_base(results, rail, end, words, game)]
    for end in ends:
        for name in rail.base_to_stick(end):
            calls += _at_stick(game, results[name], name, words)
    return (*calls, *_at_stick(game, event.crew, words.crew.value, words))


def _at_base(results: Mapping[str, SeatResult], rail: Rail, end: End, words: Payoffs, game: Game) -> Iterator[Spoken]:
    directions: tuple[Direction, ...] = ("base to stick", "stick to base")
    for direction in directions:
        for name in rail.order(end, direction):
            for done in results[name].results:
                fact = by_kind(words.base, done.wager)
                if done.result == "win" and fact is not None and fact.value.direction == direction:
                    title = game.rules.by_key[done.wager].wager.title
                    said = fact.value.words.format(amount=units(done.won), wager=title, player=name)
                    yield Spoken(rail.dealer(end), said, fact.cite, to=name)


def _at_stick(game: Game, done: SeatResult, player: str, words: Payoffs) -> Iterator[Spoken]:
    """Every proposition that won, and what is kept of it to make losing ones good that stay up."""
    mine = [result for result in done.results if is_proposition(game, result.wager)]
    won = [result for result in mine if result.result == "win"]
    for result in won:
        title = game.rules.by_key[result.wager].wager.title
        said = words.stick.value.format(amount=units(result.won), wager=title, player=player)
        yield Spoken(words.told_by.value[0], said, words.stick.cite, to=player)
    lost = sum(result.stake - result.over for result in mine if result.result == "lose" and result.stays)
    if won and lost:
        net = sum(result.won for result in won) - lost
        said = words.net.value.format(lost=units(lost), net=units(net), player=player)
        yield Spoken(words.told_by.value[0], said, words.net.cite, to=player)


def refused_before_told(game: Game, wager: str, told_by: str = "") -> Refusal | None:
    """Why a winning proposition is not paid yet: nobody who may has said so.

    >>> refused_before_told(Game.open("catfish-bend"), "hard-8", "third base").reason
    'Hardway 8 is paid at the word of the stickperson or supervisor'
    """
    allowed = words_of(game).payoffs.told_by
    if not is_proposition(game, wager) or told_by in allowed.value:
        return None
    title, who = game.rules.by_key[wager].wager.title, " or ".join(allowed.value)
    return Refusal("not-told", f"{title} is paid at the word of the {who}", allowed.cite, wager=wager)


# --- chips


class PaidAt(Struct, frozen=True):
    """Where a winner is paid, and where its chips are then set before the player; nowhere: they stay where they are."""

    wager: str
    at: str
    then: str
    cite: Citation
    set_down: Citation


def paid_at(game: Game, wager: str) -> PaidAt | Refusal:
    """Where a wager that won is paid; a refusal where the house does not offer it.

    >>> paid = paid_at(Game.open("catfish-bend"), "lay-8")
    >>> paid.at, paid.then
    ('where it lies, behind the 8', 'the apron before the player')
    >>> paid_at(Game.open("catfish-bend"), "come-9").then
    ''
    """
    if wager not in game.rules.by_key:
        return not_offered(game, wager)
    rules = marks_of(game)
    area = words_of(game).payoffs.area.value
    middle = rules.paid.get(area) if is_proposition(game, wager) else None
    fact = middle or by_kind(rules.paid, wager) or rules.paid[OTHERWISE]
    at = fact.value.at.format(number=wager.removeprefix(f"{stem(wager)}-"))
    apron = rules.apron.set_down
    return PaidAt(wager, at, apron.value if fact.value.handed else "", fact.cite, apron.cite)


def refused_set_down(game: Game, place: str) -> Refusal | None:
    """Why change or a payoff is not put somewhere: into a hand, a rail or a betting area.

    >>> refused_set_down(Game.open("catfish-bend"), "rail").reason
    'change and payoffs go on the apron before the player, never into the rail'
    """
    rules = marks_of(game).apron
    if place not in rules.never.value:
        return None
    return Refusal(
        "not-there", f"change and payoffs go on {rules.set_down.value}, never into the {place}", rules.never.cite
    )
