"""Pay this bet: the arithmetic ladders that dealers learn, one card for each way of paying in the house's book."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from sevenout.base.dice import ROLLS, Roll
from sevenout.base.money import Cents, Odds, format_amount, parse_amount, units
from sevenout.base.refusal import Citation, Refusal
from sevenout.base.vocabulary import stem
from sevenout.engine.betting import EMPTY, Position, Settled, Settlement, place, settle
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.school.answers import AmountAnswer
from sevenout.school.questions import Because, Drawn, Topic, begins_with
from sevenout.school.scenes import PLAYERS, How, describe_table, lies_under, pile, stake, table_of
from sevenout.table.table_snapshot import take_snapshot

_HOW: tuple[How, ...] = ("round", "exact", "uneven", "exact")
_COMMISSION = "commission"
_ONE = parse_amount("1")
_ROUND = 10
"""A multiple that is easier to reckon with than the one below it."""
_WHO = PLAYERS[0]


class Winner(NamedTuple):
    """A wager, and a roll that wins it under a puck."""

    spot: CompiledWager
    puck: int
    roll: Roll


@lru_cache(maxsize=16)
def ladders(game: Game) -> dict[str, tuple[Winner, ...]]:
    """Every way of paying in the house, by card: `place 7:6`, `odds 3:2`, `horn`.

    >>> from sevenout import Game
    >>> sorted({winner.spot.key for winner in ladders(Game.open("catfish-bend"))["place 7:6"]})
    ['place-6', 'place-8']
    """
    by_card: dict[str, list[Winner]] = {}
    for puck in game.rules.puck.states:
        if puck.fresh:
            continue
        for index in sorted(lies_under(game)[puck.index]):
            spot = game.rules.spots[index]
            for roll in ROLLS:
                edge = game.rules.cells[puck.index][roll.index][spot.first]
                if edge is not None and edge.odds is not None:
                    by_card.setdefault(card_of(spot, edge.odds), []).append(Winner(spot, puck.index, roll))
    return {card: tuple(winners) for card, winners in by_card.items()}


@lru_cache(maxsize=16)
def _on_one_roll(game: Game) -> dict[tuple[int, int], tuple[Winner, ...]]:
    """All that wins together, by puck and roll."""
    together: dict[tuple[int, int], list[Winner]] = {}
    for winners in ladders(game).values():
        for winner in winners:
            together.setdefault((winner.puck, winner.roll.index), []).append(winner)
    return {at: tuple(winners) for at, winners in together.items()}


def card_of(spot: CompiledWager, odds: Odds) -> str:
    """The ladder that a payout belongs to."""
    if spot.wager.parts is not None:
        return stem(spot.key)
    if odds.num == odds.den:
        return "even money"
    if spot.flat is not None:
        return f"{'odds' if odds.num > odds.den else 'lay-odds'} {odds}"
    return f"{spot.wager.family.removesuffix('-n')} {odds}"


def _pays_when_made(spot: CompiledWager) -> bool:
    """Whether a commission is asked for when the bet is made."""
    return spot.wager.commission is not None and spot.wager.commission.charged.value == "when made"


def cards(game: Game, _: int) -> tuple[str, ...]:
    """The ladders of a house, and the commissions it takes."""
    taken = {f"{_COMMISSION} {stem(spot.key)}": None for spot in game.rules.spots if _pays_when_made(spot)}
    return (*ladders(game), *taken)


def about(game: Game, card: str, word: str) -> bool:
    """True if a card is about a wager, a family of them, or a word of its name."""
    if begins_with(game, card, word) or word in card.split():
        return True
    return any(word in (winner.spot.key, stem(winner.spot.key)) for winner in ladders(game).get(card, ()))


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn | None:
    """A winning bet to pay, or a commission to take."""
    if card.startswith(_COMMISSION):
        return _commission(game, level, card.removeprefix(_COMMISSION).strip(), rng)
    winner = rng.choice(ladders(game)[card])
    winners = [winner, *_other_winners(game, winner, rng)] if level == len(_HOW) else [winner]
    position = _lay_winners(game, winners, level, rng)
    done = settle(game, position, winner.puck, winner.roll)
    won = {result.wager: result.won for result in done.results}
    if winner.spot.key not in won or (not all(won.values()) and rng.random() < 0.9):
        return None  # seldom one that is rounded down to nothing
    whole = f", in whole chips of {units(game.chip)}" if level >= 3 else ""
    return (_pay_all if level == len(_HOW) else _pay_one)(game, winner, position, done, whole)


# --- payouts


def _other_winners(game: Game, winner: Winner, rng: Random) -> list[Winner]:
    """One or two more wagers that the same roll wins."""
    others = [other for other in _on_one_roll(game)[winner.puck, winner.roll.index] if other.spot != winner.spot]
    return rng.sample(others, min(len(others), rng.randint(1, 2)))


def _lay_winners(game: Game, winners: list[Winner], level: int, rng: Random) -> Position:
    """The winning bets, each in front of the flat bet that it needs."""
    position, up = EMPTY, dict[int, Cents]()
    for winner in winners:
        spot, puck = winner.spot, winner.puck
        if spot.flat is not None and spot.flat not in up:
            flat = game.rules.spots[spot.flat]
            up[spot.flat] = stake(game, flat, puck, 0, rng, "round")
            position = pile(position, flat, up[spot.flat])
        if spot.index not in up:
            behind = 0 if spot.flat is None else up[spot.flat]
            how = _HOW[level - 1]
            amount = stake(game, spot, puck, behind, rng, how)
            if amount:
                up[spot.index] = amount
                position = pile(position, spot, amount)
    return position


def _pay_one(game: Game, winner: Winner, position: Position, done: Settled, whole: str) -> Drawn:
    result = next(result for result in done.results if result.wager == winner.spot.key)
    table, dice = take_snapshot(game, table_of(game, winner.puck, (position,))), (winner.roll.a, winner.roll.b)
    prompt = f"{describe_table(table, dice)}\nWhat is paid on {result.wager}{whole}?"
    because = (*_why_paid(game, winner, result), Because("", game.cite(result.cite)))
    return Drawn(prompt, AmountAnswer(result.won), because, table, dice)


def _pay_all(game: Game, winner: Winner, position: Position, done: Settled, whole: str) -> Drawn:
    table, dice = take_snapshot(game, table_of(game, winner.puck, (position,))), (winner.roll.a, winner.roll.b)
    prompt = f"{describe_table(table, dice)}\nWhat is {_WHO} paid in all{whole}?"
    because: list[Because] = []
    for result in done.results:
        one = Winner(game.rules.by_key[result.wager], winner.puck, winner.roll)
        because += _why_paid(game, one, result)
    won = [result.won for result in done.results]
    if len(won) > 1:
        because.append(Because(f"{' + '.join(map(units, won))} = {units(sum(won))}"))
    return Drawn(prompt, AmountAnswer(sum(won)), tuple(because), table, dice)


def _why_paid(game: Game, winner: Winner, result: Settlement) -> list[Because]:
    """Returns how a payout comes about, and what is kept of it if the bet stays up and pays its commission anew."""
    why = _worked_out(game, winner, result.stake, result.won + result.commission)
    if terms := winner.spot.wager.commission if result.commission else None:
        says = f"it stays up: {units(result.commission)} is kept as the next commission, {units(result.won)} is paid"
        why.append(Because(says, terms.rate.cite))
    return why


def _worked_out(game: Game, winner: Winner, amount: Cents, won: Cents) -> list[Because]:
    """Returns how a payout comes about: the odds, and the rounding if there is any."""
    spot, wager = winner.spot, winner.spot.wager
    edge = game.rules.cells[winner.puck][winner.roll.index][spot.first]
    assert edge is not None, "it wins"
    assert edge.odds is not None, "it wins"
    if wager.parts is not None:
        return [_parts_worked_out(game, winner, amount, won)]
    odds = edge.odds
    says = wager.pays.cite if wager.pays is not None else edge.cite
    exact, rest = divmod(amount * odds.num, odds.den)
    reckoned = f"{units(amount)} x {odds.num}" + (f" / {odds.den}" if odds.den > 1 else "")
    if not rest and exact == won:
        key = key_of(odds, amount)
        return [Because(f"{spot.key} pays {odds}: {reckoned} = {units(won)}", says), *([Because(key)] if key else [])]
    rounding = game.rules.book.rounding
    text = f"{spot.key} pays {odds}: {reckoned} is {_about(amount * odds.num, odds.den)}"
    return [Because(text, says), Because(f"in whole chips of {units(game.chip)}: {units(won)}", rounding.cite)]


def key_of(odds: Odds, amount: Cents) -> str:
    """Returns how a dealer reckons a payoff without a pencil; nothing where the odds are short enough as they are.

    >>> key_of(Odds(7, 6), 2400)
    'the key: 7 for every 6, and 24 is 4 times 6: 4 x 7 = 28'
    >>> key_of(Odds(9, 1), 500), key_of(Odds(7, 1), 500)
    ('the key: times 10 less the bet: 50 - 5 = 45', '')
    """
    times, rest = divmod(amount, odds.den * _ONE)
    if odds.den > 1 and not rest:
        reckoned = f"{times} x {odds.num} = {units(times * odds.num * _ONE)}"
        return f"the key: {odds.num} for every {odds.den}, and {units(amount)} is {times} times {odds.den}: {reckoned}"
    if odds.den == 1 and (odds.num + 1) % _ROUND == 0:
        more = amount * (odds.num + 1)
        return f"the key: times {odds.num + 1} less the bet: {units(more)} - {units(amount)} = {units(more - amount)}"
    return ""


class LadderKey(NamedTuple):
    """A way of paying as a dealer remembers it: the card, a few words, and the clause that sets the odds."""

    card: str
    words: str
    cite: Citation


def ladder_keys(game: Game) -> tuple[LadderKey, ...]:
    """The key to every ladder of a house, each once.

    >>> from sevenout import Game
    >>> keys = {key.card: key.words for key in ladder_keys(Game.open("catfish-bend"))}
    >>> keys["place 7:6"], keys["hard 9:1"], keys["even money"]
    ('7 for every 6', 'times 10 less the bet', 'as much as the bet')
    """
    keys = []
    for card, (spot, puck, roll) in ((card, winners[0]) for card, winners in ladders(game).items()):
        edge = game.rules.cells[puck][roll.index][spot.first]
        assert edge is not None, "a roll of a ladder wins"
        assert edge.odds is not None, "a roll of a ladder pays"
        num, den = edge.odds.num, edge.odds.den
        if num == den:
            words = "as much as the bet"
        elif den > 1:
            words = f"{num} for every {den}"
        else:
            words = f"times {num + 1} less the bet" if (num + 1) % _ROUND == 0 else f"{num} times the bet"
        pays = spot.wager.pays
        keys.append(LadderKey(card, words, pays.cite if pays is not None else edge.cite))
    return tuple(keys)


def _about(num: int, den: int) -> str:
    exact, rest = divmod(num, den)
    return f"{'about ' if rest else ''}{format_amount(exact)}"


def _parts_worked_out(game: Game, winner: Winner, amount: Cents, won: Cents) -> Because:
    """The part that wins at its own odds, less the parts that lose."""
    spot = winner.spot
    unit = amount // spot.unit
    lost, words = 0, []
    for index, parts in spot.parts:
        part = game.rules.spots[index]
        edge = game.rules.cells[winner.puck][winner.roll.index][part.first]
        if edge is not None and edge.odds is not None:
            gain = units(game.pay(edge.odds, unit * parts))
            words.append(f"{units(unit * parts)} on {part.key} at {edge.odds} is {gain}")
        else:
            lost += unit * parts
    key, rest = divmod(won, unit)
    short = f" The key: {key} for each unit, {units(unit)} x {key} = {units(won)}" if not rest else ""
    text = f"{', '.join(words)}; less {units(lost)} on the rest: {units(won)}.{short}"
    return Because(text.rstrip("."), spot.wager.parts.cite if spot.wager.parts else Citation())


# --- commission


def _commission(game: Game, level: int, family: str, rng: Random) -> Drawn | None:
    """The commission on making such a bet; on the last level, on pressing it."""
    spot = rng.choice([spot for spot in game.rules.spots if _pays_when_made(spot) and stem(spot.key) == family])
    pucks = [puck for puck, under in enumerate(lies_under(game)) if spot.index in under]
    if not pucks:
        return None
    puck = rng.choice(pucks)
    press = level == len(_HOW)
    held = stake(game, spot, puck, 0, rng, "round") if press else 0
    amount = stake(game, spot, puck, 0, rng, "round" if level == 1 else "any")
    position = pile(EMPTY, spot, held) if held else EMPTY
    change = place(game, position, puck, spot.key, amount, rack=None)
    if isinstance(change, Refusal) or (press and not change.commission):
        return None
    shown = take_snapshot(game, table_of(game, puck, (position,) if press else ()))
    more = f"{units(amount)} more" if press else units(amount)
    prompt = f"{describe_table(shown)}\n{_WHO} bets {more} on {spot.key}. What commission is due now?"
    return Drawn(prompt, AmountAnswer(change.commission), tuple(_why_commission(game, spot, held, amount)), shown)


def _why_commission(game: Game, spot: CompiledWager, held: Cents, amount: Cents) -> list[Because]:
    total = held + amount
    lines = [line for stake_now in (total, held) if stake_now for line in _commission_on(game, spot, stake_now)]
    if held:
        due, paid = game.commission(spot, total), game.commission(spot, held)
        lines.append(Because(f"{units(due)} on {units(total)}, less {units(paid)} paid already: {units(due - paid)}"))
    return lines


def _commission_on(game: Game, spot: CompiledWager, amount: Cents) -> list[Because]:
    """The commission of one stake: the rate, and what it is rounded to."""
    terms, book = spot.wager.commission, game.rules.book
    assert terms is not None, "it has a commission"
    rate, of_stake = terms.rate.value, terms.of.value == "stake"
    base = amount if of_stake else max((game.pay(odds, amount) for odds in spot.payouts()), default=0)
    what = f"the stake of {units(amount)}" if of_stake else f"{units(base)}, which {units(amount)} would win,"
    exact, rest = divmod(base * rate.num, rate.den)
    lines = [Because(f"{rate.num}/{rate.den} of {what} is {_about(base * rate.num, rate.den)}", terms.rate.cite)]
    taken = game.commission(spot, amount)
    if rest or exact != taken:
        rule = book.commission_least if taken == game.chip else book.commission_rounding
        lines.append(Because(f"in whole chips of {units(game.chip)}: {units(taken)}", rule.cite))
    return lines


TOPIC = Topic(
    "pay",
    "Pay this bet",
    ("round stakes", "any stake that comes out even", "stakes that do not come out even", "several bets at once"),
    cards,
    draw,
    about,
    tells="rule",
)
