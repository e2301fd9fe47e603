"""The persons at a table's posts, and their relief: when it is allowed, and what has to be said."""

from collections.abc import Iterator
from typing import assert_never

from sevenout.base.money import units
from sevenout.base.refusal import Citation, Refusal
from sevenout.crew.dice.dice_sets import DiceState
from sevenout.crew.layout.rail import ENDS, Rail
from sevenout.crew.manual.chapter_loader import Fact
from sevenout.crew.payout.motions import Motion
from sevenout.crew.pit.pit_commands import (
    BoxOk,
    BoxPosted,
    BoxReady,
    GameOpened,
    OpenGame,
    PitEvent,
    PitState,
    Post,
    PostBox,
    PostCommand,
    Relieve,
    Relieved,
)
from sevenout.crew.pit.pit_rules import PitRules, Relief, SaidAtRelief, pit_rules
from sevenout.crew.roll_calls import SpokenCall, by_kind, words_of
from sevenout.engine.game import Game
from sevenout.table.table_snapshot import Snapshot


def rail_of(table: Snapshot, state: PitState) -> Rail:
    """Returns who stands where, by the dealers that are posted.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend")).snapshot()
    >>> rail_of(table, PitState({"stickperson": "Kim", "third base": "Lou"})).dealers
    1
    """
    alone = sum(end in state.posts for end in ENDS) == 1
    return Rail.of(table, dealers=1 if alone else 2)


def refused_rolling(dice: DiceState, table: Snapshot, cite: Citation) -> Refusal | None:
    """Returns whether the dice are elsewhere than before the box and in the bowl.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> table.seat("Ann", 10_000), table.bet("Ann", "pass", 500), table.throw()
    (None, None, None)
    >>> refused_rolling(DiceState(), table.snapshot(), Citation()).code
    'mid-roll'
    """
    playing = dice.playing
    rolling = table.dice.thrown or (playing is not None and bool(playing.at("offered", "hand", "air")))
    return Refusal("mid-roll", "the dice are out: wait until they are back in the middle", cite) if rolling else None


def decide_post(
    game: Game, table: Snapshot, dice: DiceState, state: PitState, command: PostCommand
) -> PitEvent | Refusal:
    """Returns who takes which post, or why not.

    >>> from sevenout.table import Table
    >>> game, dice = Game.open("catfish-bend"), DiceState()
    >>> decide_post(game, Table(game).snapshot(), dice, PitState(), OpenGame(stick="Kim", third="")).reason
    'a crew needs a stickperson and 1 or 2 base dealers, each at a post of their own'
    """
    rules = pit_rules(game)
    match command:
        case OpenGame():
            return _open(rules, state, command)
        case PostBox():
            return _post_box(rules, state, command)
        case Relieve():
            return _relieve(game, table, dice, state, command)
        case BoxOk():
            ok = rules.relief.words.ok
            if not state.waits_for_box:
                return Refusal("not-now", "no new boxperson is holding up the dice", ok.cite)
            return BoxReady((SpokenCall("boxperson", ok.value, ok.cite, to="stickperson"),))
        case _:
            assert_never(command)


def _open(rules: PitRules, state: PitState, command: OpenGame) -> PitEvent | Refusal:
    if state.posts:
        return Refusal("not-now", "the game is already open", rules.crew.base.cite)
    named: dict[Post, str] = {
        "stickperson": command.stick,
        "third base": command.third,
        "second base": command.second,
        "boxperson": command.box,
    }
    posts = {post: name for post, name in named.items() if name}
    bases = sum(post in ENDS for post in posts)
    if "stickperson" not in posts or bases not in rules.crew.base.value or len(set(posts.values())) < len(posts):
        count = " or ".join(str(number) for number in sorted(rules.crew.base.value))
        reason = f"a crew needs a stickperson and {count} base dealers, each at a post of their own"
        return Refusal("no-crew", reason, rules.crew.base.cite)
    return GameOpened(posts)


def _post_box(rules: PitRules, state: PitState, command: PostBox) -> PitEvent | Refusal:
    box = rules.crew.box
    if command.by != "supervisor":
        return Refusal("not-yours", "only the supervisor decides whether there is a boxperson", box.cite)
    if bool(command.name) == ("boxperson" in state.posts):
        reason = "there is a boxperson already: relieve them instead" if command.name else "there is no boxperson"
        return Refusal("not-now", reason, box.cite)
    return _refused_name(rules, state, command.name) or BoxPosted(command.name)


def _refused_name(rules: PitRules, state: PitState, name: str) -> Refusal | None:
    held = [post for post, other in state.posts.items() if other == name]
    return Refusal("two-posts", f"{name} is already at {held[0]}", rules.crew.base.cite) if held else None


def _relieve(game: Game, table: Snapshot, dice: DiceState, state: PitState, command: Relieve) -> PitEvent | Refusal:
    rules, post = pit_rules(game), command.post
    relief = _relief(rules, post)
    if post not in state.posts:
        return Refusal("no-post", f"nobody stands at {post}", relief.done.cite)
    if not command.incoming:
        return Refusal("no-name", "say who takes the post", relief.done.cite)
    refusal = (
        _refused_name(rules, state, command.incoming)
        or refused_rolling(dice, table, relief.dice.cite)
        or _refused_unfinished(game, state, post, relief)
        or _refused_away(state, relief)
    )
    if refusal is not None:
        return refusal
    said = [
        *(
            SpokenCall(post, words, cite, to=command.incoming)
            for words, cite in _words(game, table, state, post, relief.outgoing)
        ),
        *(SpokenCall(post, words, cite) for words, cite in _words(game, table, state, post, relief.incoming)),
    ]
    waits = "ok" in relief.incoming.value
    return Relieved(post, state.posts[post], command.incoming, tuple(said), waits)


def _relief(rules: PitRules, post: Post) -> Relief:
    if post == "stickperson":
        return rules.relief.stickperson
    return rules.relief.boxperson if post == "boxperson" else rules.relief.base


def _refused_away(state: PitState, relief: Relief) -> Refusal | None:
    """Whether the dice of the last roll still lie where they came to rest: the stick has not brought them in."""
    brings = next((motion for motion in state.left if motion.act == "bring in"), None)
    return (
        Refusal("unfinished", f"first: {_lowercase_sentence(brings)} ('crew works')", relief.dice.cite)
        if brings
        else None
    )


def _refused_unfinished(game: Game, state: PitState, post: Post, relief: Relief) -> Refusal | None:
    """Returns whether the post still has work of the last roll, or the box anything under way."""
    match relief.done.value:
        case "propositions":
            area = words_of(game).payoffs.area.value
            left = [motion for motion in state.left if motion.area == area or motion.who == post]
        case "own work":
            left = [motion for motion in state.left if motion.who in {post, "base dealer"}]
        case "everything":
            left = list(state.left)
            if state.changing is not None or state.disputed:
                return Refusal("unfinished", "finish what is under way at the box first", relief.done.cite)
        case _:
            assert_never(relief.done.value)
    return (
        Refusal("unfinished", f"first: {_lowercase_sentence(left[0])} ('crew works')", relief.done.cite)
        if left
        else None
    )


def _lowercase_sentence(motion: Motion) -> str:
    return motion.sentence[:1].lower() + motion.sentence[1:]


def _words(
    game: Game, table: Snapshot, state: PitState, post: Post, what: Fact[tuple[SaidAtRelief, ...]]
) -> Iterator[tuple[str, Citation]]:
    """What the relieved dealer tells about the game, each fact with its source."""
    words = pit_rules(game).relief.words
    for told in what.value:
        match told:
            case "shooter":
                shooter = table.throws or table.dice.turn  # a turn goes on while its line bet is still to be made
                fact = words.no_shooter if shooter is None else words.shooter
                yield fact.value.format(player=shooter), fact.cite
            case "point":
                fact = words.come_out if table.point is None else words.point
                yield fact.value.format(number=table.point), fact.cite
            case "propositions":
                yield words.propositions.value, words.propositions.cite
            case "donts":
                players = dont_bettors(game, table, state, post)
                fact = words.donts if players else words.no_donts
                yield fact.value.format(players=", ".join(players)), fact.cite
            case "drop":
                yield words.drop.value.format(amount=units(state.dropped)), words.drop.cite
            case "ok":
                pass  # said apart, when the new boxperson is ready
            case _:
                assert_never(told)


def dont_bettors(game: Game, table: Snapshot, state: PitState, post: Post) -> tuple[str, ...]:
    """The players that a base dealer points out: those at that end with a bet on the don't side.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> [table.seat(name, 10_000) or table.bet(name, "dont-pass", 500) for name in ("Ann", "Bob")]
    [None, None]
    >>> crew = PitState({"stickperson": "Kim", "third base": "Lou", "second base": "Max"})
    >>> dont_bettors(table.game, table.snapshot(), crew, "second base")
    ('Bob',)
    """
    rail = rail_of(table, state)
    kinds = dict.fromkeys(pit_rules(game).relief.donts.wagers.value, True)
    ends = [end for end in ENDS if rail.dealers == 1 or end == post]
    return tuple(
        name
        for end in ends
        for name in rail.base_to_stick(end)
        if (seat := table.seat(name)) and any(by_kind(kinds, bet.wager) for bet in seat.layout.lying)
    )
