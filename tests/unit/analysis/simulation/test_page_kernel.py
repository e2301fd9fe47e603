"""The kernel in WebAssembly, in Node: it plays the sessions of `sevenout simulate`, fed by the house's tracer."""

import json
import subprocess
from typing import Any

import msgspec
import pytest

from sevenout.analysis.simulation.engines.page_feed import PageFeed
from sevenout.analysis.simulation.run import simulate
from sevenout.analysis.simulation.session_spec import SessionSpec
from sevenout.base.errors import SevenoutError
from sevenout.engine.game import open_game
from sevenout.strategy.library import open_strategy
from sevenout.strategy.named_texts import list_strategies
from sevenout.strategy.session_end import SessionEnd
from tools import felt, kernel

pytestmark = pytest.mark.skipif(not kernel.has_zig(), reason="there is no Zig to build the page's kernel with")
WEB = felt.ROOT / "web"
SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
SEED = 2**63 + 7
BANKROLL = 300_00


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The program in Node that plays with the page's kernel."""
    made = tmp_path_factory.mktemp("driver") / "driver.mjs"
    node = felt.any_node()
    options = {"bundle": True, "platform": "node", "format": "esm", "outfile": str(made)}
    options["entryPoints"] = ["test/session/page-kernel-driver.ts"]
    bundle = f"require('esbuild').buildSync({json.dumps(options)})"
    subprocess.run([node.program, "-e", bundle], cwd=WEB, check=True)
    return [node.program, str(made), str(kernel.build_page())]


def _play(driver: list[str], sitting: SessionSpec, sessions: int) -> dict[str, Any]:
    """What the page makes of a sitting."""
    feed = PageFeed(sitting)
    asked: dict[str, Any]
    with subprocess.Popen(
        [*driver, str(sitting.seed), str(sessions)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        for line in playing.stdout:
            asked = json.loads(line)
            if "figures" in asked:
                return asked
            told = feed.answer(asked["epoch"], asked["marks"], map(int, asked["sessions"]), patience=60)
            playing.stdin.write(msgspec.json.encode(told).decode() + "\n")
            playing.stdin.flush()
    raise AssertionError("the page's kernel ended without figures")


def _check(driver: list[str], house: str, strategy: str, end: SessionEnd, sessions: int = 6_000) -> None:
    game = open_game(house)
    plan = open_strategy(strategy, game)
    sitting = SessionSpec.of(game, plan, BANKROLL, end, SEED)
    played = _play(driver, sitting, sessions)
    expected, found = simulate(game, plan, sessions, None, BANKROLL, SEED, end=end), played["figures"]
    assert found["sessions"] == sessions
    assert tuple(map(tuple, found["histogram"])) == expected.nets.counts
    assert found["mean"] == expected.nets.mean
    assert found["sd"] == expected.nets.sd
    assert found["quantiles"] == {str(share): expected.nets.quantile(share) for share in SHARES}
    assert found["endings"] == dict(expected.endings)
    assert played["rolls"] == expected.rolls_played
    assert (found["best"], found["worst"]) == (expected.best.session, expected.worst.session)


@pytest.mark.parametrize("strategy", ["three-point-molly", "iron-cross", "martingale"])
def test_the_page_plays_the_sessions_of_simulate(driver: list[str], strategy: str) -> None:
    _check(driver, "catfish-bend", strategy, SessionEnd(rolls=100))


@pytest.mark.parametrize(
    "end",
    [
        SessionEnd(rolls=40, face_value=True),
        SessionEnd(rolls=1),
        SessionEnd(shooters=3),
        SessionEnd(rolls=60, goal=400_00, stop_loss=100_00),
    ],
    ids=lambda end: end.words,
)
def test_whatever_ends_a_session_ends_it_in_the_page(driver: list[str], end: SessionEnd) -> None:
    _check(driver, "typical", "pass-line", end, sessions=2_500)


@pytest.mark.nightly
@pytest.mark.parametrize("house", ["catfish-bend", "typical"])
@pytest.mark.parametrize("strategy", list_strategies())
def test_every_named_strategy_is_played_alike(driver: list[str], house: str, strategy: str) -> None:
    try:
        open_strategy(strategy, house)
    except SevenoutError:
        pytest.skip("the house does not offer what it bets on")
    _check(driver, house, strategy, SessionEnd(rolls=100), sessions=20_000)
