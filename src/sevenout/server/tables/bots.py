"""Strategies in seats of a live table: they bet before a throw and throw when they have the dice, like anybody there.

What one remembers is in the log, as a note of its seat, with all that it has seen; its text is the entry that its seat
names. So it goes on after a restart and on any server. What it does in a window is asked for when nobody else can
speak, and written in one append: of two servers that ask at once one is too late, and hears what was done.
"""

import asyncio
import re
from datetime import datetime

import msgspec

from sevenout.base.errors import SevenoutError
from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.player.bot import STRATEGY
from sevenout.player.bot_decisions import BotHistory, BotMemory, command_of, lasting
from sevenout.player.bot_mind import BotMind
from sevenout.server.accounts.permissions import refused_owner
from sevenout.server.live.deadlines import is_deserted
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import BOT, is_bot, named_at
from sevenout.server.live.requests import Actor, BotActions, BotTurn, SeatBot, ThrowRequest
from sevenout.server.protocol.house_events import BotSeated, HouseEvent, ServerLogEntry
from sevenout.server.protocol.http_types import BotListed
from sevenout.server.protocol.messages import AGAIN
from sevenout.strategy.language.mistakes import BadStrategy, Mistake
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.library import open_strategy
from sevenout.strategy.named_texts import list_strategies, named_text
from sevenout.strategy.policy.solved_policy import is_policy
from sevenout.strategy.view import Strategy
from sevenout.table.commands import Command, Leave, Remember
from sevenout.table.events import Event, Left, Remembered, RollCorrected, Rolled, Seated
from sevenout.table.state import Seat

LONGEST_TEXT, LONGEST_POLICY = 8_000, 60_000
"""Characters of a strategy, and of a solved policy, that sits down: its text stands in the log."""
_NOTED_AFTER = 500
"""So many entries after its last note a strategy writes another, so that going on never reads far back."""
_CHUNK = 200


class BotRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit down: a named strategy or the text of one, the name of its seat, and its chips."""

    strategy: str = ""
    text: str = ""
    name: str = ""
    bankroll: str = ""


class SeatedBot:
    """A strategy in a seat of a live table, as far as it has heard the table's log."""

    def __init__(self, table: LiveTable, seat: Seat, named: BotSeated) -> None:
        self._live, self.player, self.name = table, seat.player, seat.name
        failed = ""
        try:
            strategy: Strategy = _playable(table.game, named.strategy, named.text)
        except Exception as error:  # whatever is wrong with it, the table goes on without it
            strategy, failed = lambda view: view, _short(error)
        self._mind = BotMind(table.game, seat.name, strategy)
        self.title, self._failed = named.strategy, failed
        self.read = -1
        self._noted = -1
        self._tried = False
        """Whether it has tried to get up since the last roll."""
        self.since = asyncio.get_running_loop().time()
        """When it last had something new to think about."""

    @property
    def ending(self) -> str:
        """Why it bets no more, if it does not."""
        return self._mind.ending

    def take_in_entry(self, entry: ServerLogEntry) -> None:
        """One durable entry."""
        self.read = entry.n
        for event in entry.events:
            if isinstance(event, HouseEvent):
                continue
            if isinstance(event, Event):
                self._mind.follow_event(event)
            if isinstance(event, Rolled | RollCorrected):
                self._tried, self.since = False, asyncio.get_running_loop().time()
        said = entry.command
        if entry.actor == STRATEGY and isinstance(entry.event, Event) and isinstance(said, Command):
            if isinstance(entry.event, Remembered) and entry.event.seat == self.name:
                self._noted = entry.n
            self._mind.follow_own_act(said, entry.event)

    def recall(self, entry: ServerLogEntry, note: BotMemory) -> None:
        """Goes on from its last note."""
        self._mind.recall(note.seen or BotHistory())
        self.take_in_entry(entry)

    @property
    def idle(self) -> bool:
        """Whether there is nothing for it to do before the next roll."""
        return self._tried if self.ending else self._mind.acted

    def allow_retry(self) -> None:
        """What it wanted to do is not written: it may be asked again."""
        self._tried = False

    def play_window(self) -> BotActions:
        """What it does in this window, if anything; judged when nobody else can speak."""
        state = self._live.floor.table.state
        seat = state.seat(self.name)
        if seat is None or seat.player != self.player or state.dice.thrown or self.idle:
            return BotActions()
        if self.ending:
            self._tried = True
            return BotActions((Leave(self.name),))
        return self._act_in_window(seat)

    def _act_in_window(self, seat: Seat) -> BotActions:
        if self._failed:
            return self.end_betting(f"its strategy cannot be played: {self._failed}")
        try:
            after = self._mind.decide(self._live.floor.table)
            memory = lasting(after.memory)
        except Exception as error:  # whatever it does, the table goes on without it
            return self.end_betting(f"its strategy failed: {_short(error)}")
        wants = tuple(command_of(self.name, action) for action, refusal in after.asked if refusal is None)
        lacked = any(refusal is not None and refusal.code == "rack" for _, refusal in after.asked)
        ending = after.left or ("ruin" if lacked and not wants and not seat.position.slots else "")
        far = self.read - self._noted > _NOTED_AFTER
        if not (wants or ending or far or memory != self._mind.memory):
            self._mind.acted = True
            return BotActions()
        leaves = (Leave(self.name),) if ending else ()
        return BotActions((self._with_note(memory, ending), *wants, *leaves), ending)

    def end_betting(self, why: str) -> BotActions:
        """It bets no more, and gets up as soon as it may."""
        return BotActions((self._with_note(self._mind.memory, why), Leave(self.name)), why)

    def _with_note(self, memory: object, ending: str) -> Remember:
        note = BotMemory(memory, ending, (), self._mind.history)
        return Remember(self.name, msgspec.json.encode(note).decode())


class TableBots:
    """The strategies at one table, in one process."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.players: dict[str, SeatedBot] = {}
        table.listeners.append(self._take_in_entries)

    def _take_in_entries(self, entries: list[ServerLogEntry]) -> None:
        for entry in entries:
            for player in self.players.values():
                if entry.n > player.read:
                    player.take_in_entry(entry)
            if isinstance(entry.event, Left):
                self.players.pop(entry.event.seat, None)

    @property
    def seats(self) -> list[Seat]:
        """Where strategies sit, by what is durable: the floor is played ahead of the store."""
        seats = self.table.floor.table.state.seats
        return [seat for seat in seats if is_bot(seat.player) and named_at(seat.player) <= self.table.n]

    @property
    def has_audience(self) -> bool:
        """Whether there is anybody to play with: somebody who is there at the rail, or somebody who looks on."""
        table = self.table
        return bool(table.connected) or not is_deserted(table.floor.table.state, table.record.standing)

    async def play_due_bots(self, now: float, clock: datetime) -> None:
        """Lets everyone bet whose time it is by the clock of this process, and throw when it is by the store's."""
        if not self.seats:
            return
        for seat in self.seats:
            if seat.name not in self.players:
                self.players[seat.name] = await self._load_bot(seat)
        closing = self.table.record.standing.closing  # they bet no more, and get up like everybody
        if closing or not self.has_audience or self.table.floor.table.state.dice.thrown:
            return
        pause = self.table.terms.pause
        for player in list(self.players.values()):
            if now < player.since + pause:
                continue
            if not player.idle:
                answer = await self.table.submit(
                    Actor(player.player, player.name), BotTurn(player.name, player.play_window)
                )
                player.since = now
                if isinstance(answer, Refusal) and answer.code in AGAIN:
                    player.allow_retry()
        await self._throw(clock)

    async def _throw(self, clock: datetime) -> None:
        """A strategy that has the dice and a line bet throws them when everybody's time to bet is over."""
        table = self.table
        player = self.players.get(table.floor.table.shooter() or "")
        awaited = table.throw_deadline
        if player is None or not player.idle or awaited is None or clock < awaited or table.without_line_bet:
            return
        key, due = f"{player.player} {table.turns.turn} {table.turns.throws}", awaited
        over = Refusal("not-due", "the dice were thrown, or a player asked for time")

        async def still_due(_: datetime) -> Refusal | None:
            return None if table.throw_deadline == due else over

        await table.submit(Actor(player.player, player.name), ThrowRequest(), key, precondition=still_due)

    async def _load_bot(self, seat: Seat) -> SeatedBot:
        """The strategy of a seat with all that it remembers: its text, its last note, and what came after that."""
        table = self.table
        at = named_at(seat.player)
        first = (await table.entries(at, at + 1))[0].event
        assert isinstance(first, BotSeated), "a record was checked when it was played"
        player = SeatedBot(table, seat, first)
        note, since = await self._last_note(seat, at)
        for entry in since:
            if note is not None and player.read < 0:
                player.recall(entry, note)
            else:
                player.take_in_entry(entry)
        while player.read < table.n:
            for entry in await table.entries(player.read + 1):
                player.take_in_entry(entry)
        return player

    async def _last_note(self, seat: Seat, first: int) -> tuple[BotMemory | None, list[ServerLogEntry]]:
        """Its last note with what came after, or everything since it sat down."""
        until, later = self.table.n + 1, list[ServerLogEntry]()
        while until > first:
            since = max(until - _CHUNK, first)
            chunk = await self.table.entries(since, until)
            for at in range(len(chunk) - 1, -1, -1):
                match chunk[at]:
                    case ServerLogEntry(event=Remembered(name, memory), actor=by) if (name, by) == (
                        seat.name,
                        STRATEGY,
                    ):
                        return msgspec.json.decode(memory, type=BotMemory), chunk[at:] + later
                    case ServerLogEntry(event=Seated(name)) if name == seat.name:
                        return None, chunk[at:] + later
            later, until = chunk + later, since
        return None, later

    # --- coming and going

    async def seat(self, voice: Actor, sent: BotRequest, bankroll: Cents, key: str) -> str | Refusal:
        """Sits a strategy down, and says in which seat."""
        chosen = _check_strategy(self.table, sent)
        if isinstance(chosen, Refusal):
            return chosen
        title, text = chosen
        name = f"{BOT}{sent.name or title}"[:40]
        answer = await self.table.submit(voice, SeatBot(name, bankroll, title, text), key)
        return answer if isinstance(answer, Refusal) else name

    async def dismiss(self, voice: Actor, name: str) -> int | Refusal:
        """Has a strategy bet no more and get up."""
        refusal = refused_owner(voice.roles, "remove bots")
        seat = next((seat for seat in self.seats if seat.name == name), None)
        if refusal is not None or seat is None:
            return refusal or Refusal("no-seat", f"there is no bot called {name[:40]} at this table")
        player = self.players.get(name) or await self._load_bot(seat)
        self.players[name] = player
        if player.ending:
            return self.table.n
        return await self.table.submit(voice, BotTurn(name, lambda: player.end_betting("asked to leave")))

    def list_bots(self) -> list[BotListed]:
        """Who sits where, as a list of them shows it."""
        return [self._bot_listing(seat) for seat in self.seats]

    def _bot_listing(self, seat: Seat) -> BotListed:
        player, rack = self.players.get(seat.name), format_amount(seat.rack)
        return BotListed(seat.name, player.title if player else "", rack, player.ending if player else "")


def _check_strategy(table: LiveTable, sent: BotRequest) -> tuple[str, str] | Refusal:
    """The name and the text of the strategy that is sent; it names no file, and it fits the house."""
    chosen = chosen_text(sent)
    if isinstance(chosen, Refusal):
        return chosen
    mistakes = mistakes_in(table.game, *chosen)
    return Refusal("bad-strategy", _in_words(mistakes)) if mistakes else chosen


def chosen_text(sent: BotRequest) -> tuple[str, str] | Refusal:
    """The name and the text of a strategy that is sent, as far as they can be known without a table."""
    if bool(sent.strategy) == bool(sent.text):
        return Refusal("malformed", "name a `strategy` for the bot, or send your own as `text`")
    if sent.strategy and sent.strategy not in list_strategies():
        return Refusal("malformed", f"there is no strategy {sent.strategy[:40]!r}: see GET /api/strategies")
    title, text = (sent.strategy, named_text(sent.strategy)) if sent.strategy else ("own", sent.text)
    what, longest = ("policy", LONGEST_POLICY) if is_policy(text) else ("strategy", LONGEST_TEXT)
    if len(text) > longest:
        return Refusal("too-long", f"a bot's {what} can have at most {longest:,} characters")
    return title, text


def mistakes_in(game: Game, title: str, text: str) -> tuple[Mistake, ...]:
    """What keeps a strategy from playing by these rules, each with its place; nothing if it can."""
    try:
        _playable(game, title, text)
    except BadStrategy as error:
        return error.mistakes
    except SevenoutError as error:
        return (_mistake(title, _short(error)),)
    return ()


def _mistake(title: str, words: str) -> Mistake:
    """What is wrong with a strategy, with its place where its words begin with one."""
    place = re.fullmatch(rf"{re.escape(title)}:(\d+):(\d+): (.*)", words)
    return Mistake(0, 0, words) if place is None else Mistake(int(place[1]), int(place[2]), place[3])


def _playable(game: Game, title: str, text: str) -> Strategy:
    """A strategy ready for a table; its text is never taken for the name of a file."""
    return open_strategy(parse(text, title, game.rules.glossary), game)


def _in_words(mistakes: tuple[Mistake, ...]) -> str:
    """All that is wrong with a strategy in one line, as a message has it."""
    return " ".join(f"Line {each.line}: {each.message}" if each.line else each.message for each in mistakes)[:300]


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
