"""Who stands at a table's posts, and how one of them is relieved: when it is allowed, and what has to be said."""

from collections.abc import Iterator

from sevenout.crew.calls import Call, by_kind, words_of
from sevenout.crew.dice_sets import DiceState
from sevenout.crew.manual import Fact
from sevenout.crew.pit_moves import (
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
from sevenout.crew.pit_rules import PitRules, Relief, Told, pit_rules
from sevenout.crew.rail import ENDS, Rail
from sevenout.crew.sequence import Step
from sevenout.game import Game
from sevenout.money import units
from sevenout.position import layout
from sevenout.refusal import Citation, Refusal
from sevenout.table.shooter import next_to_throw
from sevenout.table.state import TableState


def rail_of(table: TableState, state: PitState) -> Rail:
    """Who stands where, by the dealers that are posted.

    >>> from sevenout.table.state import Seat
    >>> seats = TableState((Seat("Ann", 100), Seat("Bob", 100)))
    >>> rail_of(seats, PitState({"stickperson": "Kim", "third base": "Lou"})).dealers
    1
    """
    alone = "third base" in state.posts and "second base" not in state.posts
    return Rail.of(table, dealers=1 if alone else 2)


def refused_rolling(dice: DiceState, table: TableState, cite: Citation) -> Refusal | None:
    """Whether the dice are elsewhere than before the box and in the bowl.

    >>> from sevenout.table.state import Dice
    >>> refused_rolling(DiceState(), TableState(dice=Dice(thrown=True)), Citation()).code
    'mid-roll'
    """
    playing = dice.playing
    rolling = table.dice.thrown or (playing is not None and bool(playing.at("offered", "hand", "air")))
    return Refusal("mid-roll", "the dice are out: wait until they are back in the middle", cite) if rolling else None


def decide_post(
    game: Game, table: TableState, dice: DiceState, state: PitState, command: PostCommand
) -> PitEvent | Refusal:
    """Who takes which post, or why not.

    >>> game, table, dice = Game.open("catfish-bend"), TableState(), DiceState()
    >>> decide_post(game, table, dice, PitState(), OpenGame(stick="Kim", third="")).reason
    'a crew is a stickperson and 1 or 2 base dealers, each at one post'
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
                return Refusal("not-now", "no new boxperson has yet to let the dice go", ok.cite)
            return BoxReady((Call("boxperson", ok.value, ok.cite, to="stickperson"),))


def _open(rules: PitRules, state: PitState, command: OpenGame) -> PitEvent | Refusal:
    if state.posts:
        return Refusal("not-now", "the game is open already", rules.crew.base.cite)
    named: dict[Post, str] = {
        "stickperson": command.stick,
        "third base": command.third,
        "second base": command.second,
        "boxperson": command.box,
    }
    posts = {post: name for post, name in named.items() if name}
    bases = sum(post in ENDS for post in posts)
    if "stickperson" not in posts or bases not in rules.crew.base.value or len(set(posts.values())) < len(posts):
        count = " or ".join(str(number) for number in rules.crew.base.value)
        reason = f"a crew is a stickperson and {count} base dealers, each at one post"
        return Refusal("no-crew", reason, rules.crew.base.cite)
    return GameOpened(posts)


def _post_box(rules: PitRules, state: PitState, command: PostBox) -> PitEvent | Refusal:
    box = rules.crew.box
    if command.by != "supervisor":
        return Refusal("not-yours", "the supervisor says whether there is a boxperson", box.cite)
    if bool(command.name) == ("boxperson" in state.posts):
        reason = "somebody is in the box: relieve them" if command.name else "nobody is in the box"
        return Refusal("not-now", reason, box.cite)
    return _refused_name(rules, state, command.name) or BoxPosted(command.name)


def _refused_name(rules: PitRules, state: PitState, name: str) -> Refusal | None:
    held = [post for post, other in state.posts.items() if other == name]
    return Refusal("two-posts", f"{name} stands at {held[0]}", rules.crew.base.cite) if held else None


def _relieve(game: Game, table: TableState, dice: DiceState, state: PitState, command: Relieve) -> PitEvent | Refusal:
    rules, post = pit_rules(game), command.post
    relief = _relief(rules, post)
    if post not in state.posts:
        return Refusal("no-post", f"nobody stands at {post}", relief.done.cite)
    if not command.incoming:
        return Refusal("no-name", "somebody has to take the post", relief.done.cite)
    refusal = (
        _refused_name(rules, state, command.incoming)
        or refused_rolling(dice, table, relief.dice.cite)
        or _refused_unfinished(game, state, post, relief)
    )
    if refusal is not None:
        return refusal
    said = [
        *(
            Call(post, words, cite, to=command.incoming)
            for words, cite in _words(game, table, state, post, relief.outgoing)
        ),
        *(Call(post, words, cite) for words, cite in _words(game, table, state, post, relief.incoming)),
    ]
    waits = "ok" in relief.incoming.value
    return Relieved(post, state.posts[post], command.incoming, tuple(said), waits)


def _relief(rules: PitRules, post: Post) -> Relief:
    if post == "stickperson":
        return rules.relief.stickperson
    return rules.relief.boxperson if post == "boxperson" else rules.relief.base


def _refused_unfinished(game: Game, state: PitState, post: Post, relief: Relief) -> Refusal | None:
    """Whether the post still has work of the last roll, or the box anything under way."""
    match relief.done.value:
        case "propositions":
            area = words_of(game).payoffs.area.value
            left = [step for step in state.left if step.area == area or step.who == post]
        case "own work":
            left = [step for step in state.left if step.who in {post, "base dealer"}]
        case "everything":
            left = list(state.left)
            if state.changing is not None or state.disputed:
                return Refusal("unfinished", "something is under way at the box", relief.done.cite)
    return Refusal("unfinished", f"first: {_told(left[0])}", relief.done.cite) if left else None


def _told(step: Step) -> str:
    return step.says[:1].lower() + step.says[1:]


def _words(
    game: Game, table: TableState, state: PitState, post: Post, what: Fact[tuple[Told, ...]]
) -> Iterator[tuple[str, Citation]]:
    """What is told about the game, each with where the words come from."""
    words = pit_rules(game).relief.words
    for told in what.value:
        match told:
            case "shooter":
                player = next_to_throw(game, table)
                fact = words.no_shooter if player is None else words.shooter
                yield fact.value.format(player=player), fact.cite
            case "point":
                point = table.point(game)
                fact = words.come_out if point is None else words.point
                yield fact.value.format(number=point), fact.cite
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


def dont_bettors(game: Game, table: TableState, state: PitState, post: Post) -> tuple[str, ...]:
    """The players that a base dealer points out: those at that end with a bet on the don't side.

    >>> from sevenout.table import Table
    >>> table = Table(Game.open("catfish-bend"))
    >>> [table.seat(name, 10_000) or table.bet(name, "dont-pass", 500) for name in ("Ann", "Bob")]
    [None, None]
    >>> crew = PitState({"stickperson": "Kim", "third base": "Lou", "second base": "Max"})
    >>> dont_bettors(table.game, table.state, crew, "second base")
    ('Bob',)
    """
    rail = rail_of(table, state)
    kinds = dict.fromkeys(pit_rules(game).relief.donts.wagers.value, True)
    ends = [end for end in ENDS if rail.dealers == 1 or end == post]
    return tuple(
        name
        for end in ends
        for name in rail.base_to_stick(end)
        if (seat := table.seat(name)) and any(by_kind(kinds, wager) for wager in layout(game, seat.position))
    )
