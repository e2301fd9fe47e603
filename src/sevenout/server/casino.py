"""A house: its tables, its people, and what they may say. It knows no web; whoever brings messages moves bytes.

Every table of the store can be played here (`tables`), by whoever may (`permissions`) and within their own limits
(`spending`).
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from msgspec.structs import replace

from sevenout.base.errors import BadInput, SevenoutError
from sevenout.base.money import Cents, parse_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.server.accounts.name_rules import refused_name
from sevenout.server.accounts.operator_token import is_operator
from sevenout.server.accounts.people import People, Person
from sevenout.server.accounts.permissions import ONLY_ONESELF, refused_appointment
from sevenout.server.accounts.self_limits import SelfLimits
from sevenout.server.fairness.checkpoints import Checkpoint, Checkpoints, checkpoint
from sevenout.server.fairness.keys import Keys
from sevenout.server.history import table_history as history
from sevenout.server.history.evening_archive import EveningArchive
from sevenout.server.history.table_history import HistoryPage
from sevenout.server.live import spending
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import BOT
from sevenout.server.live.request_parser import is_talk, parse_request, parse_speech
from sevenout.server.live.requests import THE_HOUSE, Actor, Appoint, Close, Request
from sevenout.server.live.spending import Spending
from sevenout.server.live.table_terms import WINDOW, TableRequest, TableTerms, encode_terms, read_terms
from sevenout.server.operation import metrics
from sevenout.server.operation.budgets import Budgets
from sevenout.server.operation.logging import log_event
from sevenout.server.operation.overload import Pressure
from sevenout.server.operation.storage_growth import Growth
from sevenout.server.operation.workers import AT_ONCE, EACH_SECOND, Workers
from sevenout.server.protocol.http_types import TableListed
from sevenout.server.protocol.join_codes import free_name
from sevenout.server.store.answered_keys import RequestKey
from sevenout.server.store.interface import Conflict, Store, TableRow, Unavailable
from sevenout.server.tables.bonus_clock import tell_time
from sevenout.server.tables.bots import BotRequest, TableBots
from sevenout.server.tables.creation_keys import CreationKeys
from sevenout.server.tables.idle_seats import REST_AFTER
from sevenout.server.tables.table_registry import Tables
from sevenout.table.commands import Leave, Sit

_log = logging.getLogger(__name__)
_SWEEP = 1800.0
"""Seconds between looks at who is gone for good."""
MOST_TABLES, MOST_OWNED = 1000, 20
MOST_BOTS_OWNED = 24
"""Strategies at all tables of one person."""
_MAKES_ROOM_AFTER = timedelta(minutes=10)
"""In a house that is full, a table at which nobody has sat for so long is closed for a new one."""
_MOST_BOOKS, _MOST_BOOKS_EACH = 20, 2
"""Rulebooks that wait to be read, of everybody and of one person."""
_MOST_IN_LAB, _MOST_IN_LAB_EACH = 40, 6
LAB_AT_ONCE, LAB_EACH_SECOND = 12.0, 0.25
"""Seconds of a processor that one visitor of the lab may use in one go, and each second in the long run."""
CLOSING = Refusal("closing", "the house is closing: come back later")
HistoryKind = Literal["rolls", "hands", "results"]
"""What can be asked of a table's history."""


class Casino:
    """All of it, in one process. `token`: where the addresses of tables, and the salts of dice, come from."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        checkpoints: Checkpoints | None = None,
        token: Callable[[int], str] = secrets.token_hex,
        *,
        most_tables: int = MOST_TABLES,
        window: int = WINDOW,
        zone: str = "UTC",
        rest_after: float = REST_AFTER,
        empty_after: int = 0,
    ) -> None:
        self.store, self.people, self._keys, self._token = store, People(store), keys, token
        self._most_tables, self._window, self._zone = most_tables, window, zone
        budgets = Budgets(AT_ONCE, EACH_SECOND)
        self.workers, self.readers = Workers(budgets), Workers(budgets, most=_MOST_BOOKS, each=_MOST_BOOKS_EACH)
        """Beside the loop: what is quick, and apart from it the rulebooks that people send, of which one may take a
        second. Both are paid for from the same share."""
        self.lab = Workers(Budgets(LAB_AT_ONCE, LAB_EACH_SECOND), most=_MOST_IN_LAB, each=_MOST_IN_LAB_EACH)
        """The lab's sessions, each of which may take seconds: nothing else waits behind them."""
        self.pressure, self.growth = Pressure(), Growth()
        clear = timedelta(seconds=empty_after) if empty_after else None
        self.tables = Tables(
            store, self.people, keys, checkpoints, token, self.readers, self.pressure, self.growth, rest_after, clear
        )
        self.evenings = EveningArchive(self.people, self.table)
        self._openings = CreationKeys(store)
        self._opening, self._seating = asyncio.Lock(), asyncio.Lock()
        self.closing = False
        self._begun = 0
        """Commands that are under way."""

    async def start(self) -> None:
        """Looks whether the store is sound, and begins to watch the clock."""
        wrong = await self.store.check()
        if wrong:
            raise BadInput(wrong)
        await self.tables.start()
        self.tables.begin(self._sweep())
        self.tables.begin(self.pressure.watch())

    @property
    def clock(self) -> datetime:
        """The store's clock, by an estimate that costs nothing."""
        return self.tables.clock

    @property
    def open_tables(self) -> list[LiveTable]:
        """The tables that were read and are watched here."""
        return self.tables.open

    async def finish(self) -> None:
        """Takes nothing more from anybody; what was begun is committed and told, dice in the air come down."""
        self.closing = True
        while self._begun:
            await asyncio.sleep(0.01)
        await self.tables.land()

    async def stop(self) -> None:
        """Takes nothing more, finishes what was begun, lets dice in the air come to rest, closes the store."""
        self.closing = True
        await self.tables.stop()
        self.workers.close()
        self.readers.close()
        self.lab.close()
        await self.store.close()

    # --- tables

    async def open_table(self, person: Person, wanted: TableRequest, key: str = "") -> LiveTable | Refusal:
        """A new table, with an address that nobody can guess before; or the one that was opened by this key."""
        if self.closing:
            return CLOSING
        asked, before = wanted, await self._opened_by(person, wanted, key) if key else None
        if before is not None:
            return before
        names = ("minimum", "maximum", "chip", "largest_buy_in", "smallest_buy_in")
        wanted = replace(wanted, window=self._window) if wanted.window is None else wanted
        wanted = replace(wanted, zone=self._zone) if wanted.zone is None else wanted
        try:
            amounts = {name: _amount(getattr(wanted, name)) for name in names}
            agreed_on = await self._read_terms(wanted, amounts, person)
        except SevenoutError as error:
            return Refusal("malformed", str(error))
        if isinstance(agreed_on, Refusal):
            return agreed_on
        terms, _ = agreed_on
        async with self._opening, self.store.alone():
            return await self._open(person, terms, asked, key)

    async def _open(self, person: Person, terms: TableTerms, asked: TableRequest, key: str) -> LiveTable | Refusal:
        """One after another at all servers, so that nobody has more tables than they can by asking for many at once."""
        before = await self._opened_by(person, asked, key) if key else None
        if before is not None:
            return before
        person = await self.people.person(person.key) or person
        open_now = await self.tables.lobby.cards()
        if len(open_now) >= self._most_tables and not await self.tables.close_empty(_MAKES_ROOM_AFTER, 1):
            return Refusal("full", f"this house has {self._most_tables:,} tables and cannot open another")
        if sum("owner" in roles for table, roles in person.roles.items() if table in open_now) >= MOST_OWNED:
            return Refusal("full", f"you can have {MOST_OWNED} open tables at most: close one first")
        name, now = free_name(open_now, self._token), await self.store.now()
        if key:
            given = await self._openings.assign(person.key, key, asked, name)
            if isinstance(given, Refusal):
                return given
            name = given
        mark = await self.tables.lineage.mark()
        table = LiveTable(name, terms, self.store, self._keys.dice, self._token, mark)
        try:
            await self.store.open_table(TableRow(name, encode_terms(terms), now), table.opening(now))
        except Conflict:  # the same was asked twice at once
            opened = await self.table(name)
            if not key or opened is None or opened.terms.owner != person.key:
                raise
            return opened
        await self.people.appoint(person.key, name, ("owner",))
        await table.catch_up()
        await tell_time(table)
        await self.tables.add(table)
        return table

    async def _read_terms(
        self, wanted: TableRequest, amounts: dict[str, Cents | None], person: Person
    ) -> tuple[TableTerms, Game] | Refusal:
        """The terms of a new table; a rulebook that was sent waits for its turn, and a book of ours for nobody."""
        work = partial(read_terms, wanted, amounts, person.key)
        return await self.readers.do(work) if wanted.rulebook else await asyncio.to_thread(work)

    async def _opened_by(self, person: Person, wanted: TableRequest, key: str) -> LiveTable | Refusal | None:
        """The table that a key opened before; one whose server died before it had its owner gets it now."""
        given = await self._openings.find(person.key, key, wanted)
        if given is None or isinstance(given, Refusal):
            return given
        table = await self.table(given)
        if table is not None and not await self.people.had_crew(given):
            await self.people.appoint(person.key, given, ("owner",))
        return table

    async def table(self, name: str) -> LiveTable | None:
        """A table by its address, read from the store if nobody was there yet."""
        kept = await self.tables.load(name)
        return None if kept is None else kept.table

    async def lobby(self) -> list[TableListed]:
        """Every open table, as the list of them shows it: those that are played here as they are, others by card."""
        return await self.tables.list_open()

    async def close_table(self, table: LiveTable, person: Person, key: str = "") -> int | Refusal:
        """No new seats, what lies there is played out, then it is shut: its owner's word, or a supervisor's."""
        return CLOSING if self.closing else await table.submit(actor_at(table, person), Close(), key)

    async def close_for_operator(self, table: LiveTable) -> int | Refusal:
        """The same on the word of the operator of the house."""
        return CLOSING if self.closing else await table.submit(THE_HOUSE, Close())

    # --- strategies that sit down

    async def seat_bot(self, table: LiveTable, person: Person, sent: BotRequest, key: str = "") -> str | Refusal:
        """Sits a strategy down at a table, and says in which seat."""
        if self.closing:
            return CLOSING
        try:
            chips = parse_amount(sent.bankroll) if sent.bankroll else 100 * table.game.minimum
        except SevenoutError as error:
            return Refusal("malformed", str(error))
        company = await self.bots_at(table)
        async with self._seating:  # counted and seated one after another, however many are asked for at once
            refusal = await self._refused_bot(table, person, key)
            return refusal or await company.seat(actor_at(table, person), sent, chips, key)

    async def _refused_bot(self, table: LiveTable, person: Person, key: str) -> Refusal | None:
        """Why the owner of a table has strategies enough, at all of their tables together."""
        owner = await self.people.person(table.terms.owner)
        if owner is None or await table.answers.is_done(person.key, key):
            return None
        owned = {name for name, roles in owner.roles.items() if "owner" in roles}
        seats = (seat for each in await self.tables.list_open() if each.table in owned for seat in each.seats)
        if sum(seat.startswith(BOT) for seat in seats) < MOST_BOTS_OWNED:
            return None
        return Refusal("full", f"you can have {MOST_BOTS_OWNED} strategies at all your tables together at most")

    async def dismiss_bot(self, table: LiveTable, person: Person, name: str) -> int | Refusal:
        """Has a strategy get up."""
        return CLOSING if self.closing else await (await self.bots_at(table)).dismiss(actor_at(table, person), name)

    async def bots_at(self, table: LiveTable) -> TableBots:
        """The strategies at a table."""
        kept = await self.tables.load(table.name)
        assert kept is not None, "a table that was opened is kept for ever"
        return kept.company

    # --- what was played

    async def history(
        self, table: LiveTable, what: HistoryKind = "rolls", *, person: Person | None = None, before: int | None = None,
        most: int = 50,
    ) -> HistoryPage:  # fmt: skip
        """Rolls or hands of a table, or what its rolls did to one person's wagers, newest first.

        `before` is the cursor of the page before; without it the newest come.
        """
        end = table.n + 1 if before is None else min(max(before, 0), table.n + 1)
        most = max(most, 1)
        match what:
            case "rolls":
                return await history.rolls(self.store, table.name, table.game, end, most)
            case "hands":
                return await history.hands(self.store, table.name, end, most)
            case "results":
                assert person is not None, "results are somebody's"
                return await history.results(self.store, table.name, table.game, person.key, person.name, end, most)

    async def signed_end(self, table: LiveTable) -> tuple[Checkpoint, str]:
        """Where a table's log is now, with the house's signature, and the key by which it is checked."""
        await table.catch_up()
        return checkpoint(self._keys, table.name, table.chain.end, await self.store.now()), self._keys.public

    # --- what people say

    async def submit_line(self, table: LiveTable, person: Person, line: str, key: str) -> int | Refusal:
        """Somebody says a line at a table: the notation, or what people say there."""
        saying = parse_request(table.game, Actor(person.key), person.name, line)
        return await self.submit(table, person, saying, key, line)

    async def submit(
        self, table: LiveTable, person: Person, saying: Request | Refusal, key: str, line: str = ""
    ) -> int | Refusal:
        """Carries out once what somebody wants, or says why not; the same key gets the same answer.

        `line`: as it was said. One that is none of the notation comes with why, and may still be what people say.
        """
        request = RequestKey.of(person.key, key, line if isinstance(saying, Refusal) else str(saying))
        self._begun += 1
        try:
            answer = await table.answers.find_refused(request)
            if answer is None:
                answer = await self._submit_new(table, person, saying, request, line)
        except Unavailable as error:
            answer = self.tables.away(error)
        finally:
            self._begun -= 1
        if isinstance(answer, Refusal):
            table.answers.remember(request, answer)
        return _count_answer(answer)

    async def _submit_new(
        self, table: LiveTable, person: Person, saying: Request | Refusal, request: RequestKey, line: str
    ) -> int | Refusal:
        """Has the table do what was not refused before: once it is understood, by somebody who came in."""
        away = await table.ready()
        if away is not None:
            return away
        voice, said = actor_at(table, person), ""
        if isinstance(saying, Refusal):
            understood = await self._understand(table, voice.seat, line, saying, request)
            if isinstance(understood, int | Refusal):
                return understood
            saying, said = understood, line
        if self.closing:
            return CLOSING
        if not person.key:
            return Refusal("no-token", "come in first: POST /api/guests")
        if not isinstance(saying, Leave) and (refusal := self.growth.refused_growth(person.key)) is not None:
            return refusal
        if (
            isinstance(saying, Sit)
            and (refusal := await self._refused_seat_name(table, voice, person, saying)) is not None
        ):
            return refusal
        return await self._submit_within_limits(table, person, voice, saying, request, said)

    async def _refused_seat_name(self, table: LiveTable, voice: Actor, person: Person, saying: Sit) -> Refusal | None:
        """Why a seat cannot be taken under that name: a person sits as themself, and whom the crew seats as nobody."""
        if saying.player or table.fair or not voice.roles:
            return None if (saying.seat, saying.player) == (person.name, person.key) else ONLY_ONESELF
        if await self.people.find_by_name(saying.seat) is not None:
            reason = f"somebody in this house is called {saying.seat}: seat the player under another name"
            return Refusal("name-taken", reason)
        return refused_name(saying.seat)

    async def _understand(
        self, table: LiveTable, seat: str, line: str, malformed: Refusal, request: RequestKey
    ) -> Request | int | Refusal:
        """What somebody means by a line that is none of the notation, as the table lies.

        If it was done before, what it meant was up to the table of then, and its entry is the answer.
        """
        if not is_talk(malformed, line):
            return malformed
        done = await table.answers.find_done(request)
        if done is not None:
            return done
        return parse_speech(table.floor.table, seat, line, malformed) if seat else malformed

    async def _submit_within_limits(
        self, table: LiveTable, person: Person, voice: Actor, saying: Request, request: RequestKey, said: str
    ) -> int | Refusal:
        """Has the table do it, within the limits that people set themselves: chips are reserved, then settled."""
        if table.terms.lesson:
            return await table.submit(voice, saying, request.key, said)
        spending = await Spending.of(self.people, table, voice, saying, request.key)
        if spending.may_buy and person.limits.pending:
            await self.limits_of(person)
        answer = await table.submit(voice, saying, request.key, said, spending.reserve)
        await spending.settle(answer)
        if isinstance(saying, Leave) and isinstance(answer, int):
            self.tables.begin(self.evenings.keep_soon(person.key))
        return answer

    # --- people

    async def limits_of(self, person: Person) -> SelfLimits:
        """Somebody's limits and how their day went, with everything counted that a server did not live to count."""
        return await spending.count_missed(self.people, self.table, person, await self.store.now())

    async def won_by(self, person: Person) -> Cents:
        """What somebody has won today; below zero, lost."""
        return await spending.net_today(self.table, person, await self.store.now())

    async def appoint(
        self, table: LiveTable, giver: Person | None, person: Person, roles: tuple[str, ...]
    ) -> tuple[str, ...] | Refusal:
        """Makes somebody these things at a table, and nothing else; no giver is the operator.

        What is lost is lost before it is written down, and what is gained only after: nobody has a power that the log
        does not know of.
        """
        if self.closing:
            return CLOSING
        given = ("house",) if giver is None else actor_at(table, giver).roles
        before = person.roles.get(table.name, ())
        await table.catch_up()
        seat, wanted = table.seat_of(person.key), tuple(dict.fromkeys(roles))
        refusal = refused_appointment(given, before, wanted, seat, fair=table.fair)
        if refusal is not None:
            return refusal
        await self.people.appoint(person.key, table.name, tuple(role for role in before if role in wanted))
        by = "the operator" if giver is None else giver.name
        written = await table.submit(THE_HOUSE, Appoint(person.name, wanted, by))
        if isinstance(written, Refusal):
            return written
        await self.people.appoint(person.key, table.name, wanted)
        return wanted

    async def appoint_everywhere(self, person: Person, roles: tuple[str, ...]) -> tuple[str, ...] | Refusal:
        """The operator makes somebody these things at every table; who has a seat has no role at that one."""
        wanted = tuple(dict.fromkeys(roles))
        refusal = CLOSING if self.closing else refused_appointment(("house",), (), wanted, "", fair=True)
        if refusal is None:
            await self.people.appoint(person.key, "*", wanted)
            log_event(_log, logging.INFO, "appointed at every table", who=person.name, roles=", ".join(wanted))
        return refusal or wanted

    async def is_operator(self, token: str) -> bool:
        """Whether that is shown by whoever has the house's keys."""
        return token.startswith("operator.") and is_operator(self._keys, token, await self.store.now())

    async def sweep(self) -> int:
        """Forgets tokens that are over and guests who are gone."""

        async def refresh_limits(person: Person) -> Person:
            await self.limits_of(person)
            return await self.people.person(person.key) or person

        return await self.people.sweep(refresh_limits)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            try:
                swept = await self.sweep()
                _log.info("%d expired tokens, guests and log-in attempts were deleted", swept)
            except Unavailable as error:
                _log.warning("old records were not deleted, the store cannot be reached: %s", error)

    def away(self, error: Unavailable) -> Refusal:
        """What is answered while the store is away."""
        return self.tables.away(error)


def _count_answer(answer: int | Refusal) -> int | Refusal:
    if isinstance(answer, Refusal):
        metrics.commands_refused.inc()
        metrics.count_refusal(answer.code)
    else:
        metrics.commands_accepted.inc()
    return answer


def actor_at(table: LiveTable, person: Person) -> Actor:
    """Who somebody is at a table: the seat that is theirs, and their roles there."""
    roles = (*person.roles.get("*", ()), *person.roles.get(table.name, ()))
    return Actor(person.key, table.seat_of(person.key), roles)


def _amount(words: str | None) -> Cents | None:
    return None if words is None else parse_amount(words)
