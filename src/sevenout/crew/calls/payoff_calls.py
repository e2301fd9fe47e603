"""The calls as winners are paid, and the person at whose word they are paid.

Which winner is paid when is `sequence`; how much is the table's business.
"""

from collections.abc import Iterator, Mapping

from sevenout.base.money import units
from sevenout.crew.layout.rail import Direction, End, Rail
from sevenout.crew.manual.chapter_loader import Fact
from sevenout.crew.roll_calls import Payoffs, SpokenCall, by_kind, is_proposition, words_of
from sevenout.engine.game import Game
from sevenout.table.events import Rolled, SeatResult


def payoff_calls(game: Game, event: Rolled, rail: Rail | None = None) -> tuple[SpokenCall, ...]:
    """The announcements as winners are paid: the base dealers' first, then the stick's for the propositions.

    >>> from sevenout.crew.roll_calls import join_calls
    >>> from sevenout.base.dice import roll
    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 500), table.bet("Ann", "hard-8", 500)
    (None, None, None)
    >>> join_calls(payoff_calls(table.game, table.roll(roll(4, 4))))
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


def _at_base(
    results: Mapping[str, SeatResult], rail: Rail, end: End, words: Payoffs, game: Game
) -> Iterator[SpokenCall]:
    directions: tuple[Direction, ...] = ("base to stick", "stick to base")
    for direction in directions:
        for name in rail.order(end, direction):
            for done in results[name].results:
                fact = by_kind(words.base, done.wager)
                if done.result == "win" and not done.commission and fact and fact.value.direction == direction:
                    title = game.rules.by_key[done.wager].wager.title
                    said = fact.value.words.format(amount=units(done.won), wager=title, player=name)
                    yield SpokenCall(rail.dealer(end), said, fact.cite, to=name)


def _at_stick(game: Game, done: SeatResult, player: str, words: Payoffs) -> Iterator[SpokenCall]:
    """Every proposition that won, and what is kept of it to make losing ones good that stay up."""
    mine = [result for result in done.results if is_proposition(game, result.wager)]
    won = [result for result in mine if result.result == "win"]
    for result in won:
        title = game.rules.by_key[result.wager].wager.title
        said = words.stick.value.format(amount=units(result.won), wager=title, player=player)
        yield SpokenCall(words.told_by.value[0], said, words.stick.cite, to=player)
    lost = sum(result.stake - result.over for result in mine if result.result == "lose" and result.stays)
    if won and lost:
        net = sum(result.won for result in won) - lost
        said = words.net.value.format(lost=units(lost), net=units(net), player=player)
        yield SpokenCall(words.told_by.value[0], said, words.net.cite, to=player)


def at_word_of(game: Game, wager: str) -> Fact[tuple[str, ...]] | None:
    """At whose word a winner is paid; of wagers other than propositions nobody's.

    >>> at_word_of(Game.open("catfish-bend"), "hard-8").value
    ('stickperson', 'supervisor')
    >>> at_word_of(Game.open("catfish-bend"), "place-8")
    """
    return words_of(game).payoffs.told_by if is_proposition(game, wager) else None
