"""Replay of sessions and files: the felt's frames are the table of the command line, roll by roll; limits are said."""

import json
from pathlib import Path

import msgspec
import pytest

from sevenout.base.errors import SevenoutError
from sevenout.base.money import format_amount
from sevenout.base.refusal import Refusal
from sevenout.crew.replay import play
from sevenout.server.history import session_replay
from sevenout.server.history.replay_frames import ReplayFrame
from sevenout.server.history.session_replay import ReplayedGame, SessionQuestion, replay_question, replay_text
from sevenout.table.log.hash_chain import write_log
from tests.server.serving import serving
from tests.transcripts.nights import NIGHTS
from tests.unit.cli.command import run
from tests.volume import sample_by_day, seeded

_GAME = "rules typical\nseat Ann 100\nAnn bets 10 on pass\nroll 2 2\nAnn bets 10 on place-6\nroll 3 3\nroll 6 1\n"


def _frames(game: ReplayedGame) -> list[ReplayFrame]:
    return [msgspec.json.decode(line, type=ReplayFrame) for line in game.frames.splitlines()]


def _same_as_played(game: ReplayedGame, text: str) -> None:
    """At every roll the table of the frames is the one that the transcript leads to."""
    after = [step.after for step in play(text) if step.rolled is not None]
    frames = _frames(game)
    assert len(frames) == len(after)
    for frame, shown in zip(frames, after, strict=True):
        assert [(seat.name, seat.rack, seat.layout) for seat in frame.table.seats] == [
            (seat.name, seat.rack, seat.layout) for seat in shown.seats
        ]
        assert frame.table.point == shown.point


@pytest.mark.parametrize("number", sample_by_day(range(50), 2))
def test_the_felt_of_a_session_is_the_ledger_of_the_command_line_at_every_roll(number: int) -> None:
    rng = seeded(f"session replay {number}")
    name = rng.choice(("pass-line", "three-point-molly", "iron-cross", "hammerlock"))
    house, seed = rng.choice(("catfish-bend", "typical")), rng.randrange(2**32)
    asked = SessionQuestion(house=house, bankroll=300_00, strategy=name, rolls=60, seed=seed, number=number)
    told = run("strategy", "session", name, house, "--rolls", "60", "--seed", str(seed), "--number", str(number))
    _same_as_played(replay_question(asked), told.out)


def test_a_session_ends_as_it_is_asked_to_and_one_without_end_is_refused() -> None:
    asked = SessionQuestion(house="typical", bankroll=300_00, strategy="pass-line", shooters=3, seed=4)
    assert sum(frame.event == "seven-out" for frame in _frames(replay_question(asked))) == 3
    by_text = msgspec.structs.replace(asked, strategy="", text="on the come-out: bet a unit on pass", unit="25")
    first = _frames(replay_question(by_text))[0]
    assert "Player bets 25 on pass" in first.lines
    endless = msgspec.structs.replace(asked, bankroll=30_000_00, shooters=None, goal=100_000_00)
    with pytest.raises(SevenoutError, match="more than the 2,000 rolls"):
        replay_question(endless)
    with pytest.raises(SevenoutError, match="up to 2,000 rolls"):
        replay_question(msgspec.structs.replace(asked, shooters=None, rolls=2_001))


def test_a_log_is_played_again_and_one_that_was_altered_is_refused() -> None:
    played = play(_GAME)
    list(played)
    assert played.table is not None
    log = "\n".join(write_log(played.table.log or ()))
    _same_as_played(replay_text(log), _GAME)
    assert replay_text(log).frames.count(b"\n") == 3
    with pytest.raises(SevenoutError):
        replay_text(log.replace('"a":2', '"a":3', 1))


@pytest.mark.parametrize("night", sample_by_day(NIGHTS, 2))
def test_a_night_with_refusals_is_replayed_and_each_refusal_stands_before_the_next_roll(night: Path) -> None:
    text = night.read_text(encoding="utf-8")
    replayed = replay_text(text)
    _same_as_played(replayed, text)
    refused = [step for step in play(text) if isinstance(step.event, Refusal)]
    last = max(step.line for step in play(text) if step.rolled is not None)
    said = [line for frame in _frames(replayed) for line in frame.lines if "# refused: " in line]
    assert len(said) == sum(step.line < last for step in refused)


def test_a_transcript_without_a_roll_that_is_taken_says_what_was_refused() -> None:
    with pytest.raises(SevenoutError, match="line 3: the house refuses it, and nobody throws: Pass must be at least 5"):
        replay_text("rules typical\nseat Ann 100\nAnn bets 3 on pass\n")


def test_no_file_of_the_machine_is_opened_for_anybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own.toml"
    own.write_text("name = 'own'", encoding="utf-8")
    for text in (f"rules {own}\nseat Ann 100\n", "rules ../own.toml\n"):
        with pytest.raises(SevenoutError, match="this house has no rulebook called"):
            replay_text(text)
    with pytest.raises(SevenoutError, match="there is no strategy"):
        replay_question(SessionQuestion(house="typical", bankroll=300_00, strategy=str(own)))
    monkeypatch.setattr(session_replay, "MOST_LINES", 3)
    with pytest.raises(SevenoutError, match="up to 3 lines"):
        replay_text(_GAME)


def test_sessions_and_files_are_replayed_over_http_and_what_cannot_be_is_said(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as served:
        answer = served.web.get("/api/replay?s=pass-line&house=typical&bring=300&rolls=10&face=1&seed=7&session=3")
        book, *frames = answer.text.splitlines()
        assert (json.loads(book)["name"], len(frames)) == ("typical", 10)
        sent = served.web.post("/api/replay", json={"text": _GAME})
        book, *frames = sent.text.splitlines()
        assert json.loads(frames[-1])["event"] == "seven-out"
        rack = json.loads(frames[-1])["table"]["seats"][0]["rack"]
        assert format_amount(rack) == "91.00"
        wrong = served.web.post("/api/replay", json={"text": "rules typical\nseat Ann 100\nAnn bets 3 on yo"})
        assert (wrong.status_code, "line 3" in wrong.json()["reason"]) == (400, True)
        assert served.web.get("/api/replay?s=pass-line&bring=lots").status_code == 400
