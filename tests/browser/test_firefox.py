"""A first bet, the lab and replay in Firefox: the very tests that run in Chromium, with another browser."""

import asyncio
import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.test_first_bet import test_a_guest_bets_with_the_second_click as test_a_first_bet
from tests.browser.test_lab import (
    test_the_figures_are_those_of_the_command_and_a_word_of_the_sentence_changes_them as test_the_lab,
)
from tests.browser.test_replay import (
    test_a_session_is_opened_by_its_link_and_a_file_by_choosing_it as test_a_replayed_session,
)
from tests.browser.test_replay import (
    test_the_felt_is_the_ledger_at_every_roll_by_keyboard_and_by_a_link as test_replay_of_a_table,
)
from tests.browser.visiting import Visits
from tools import firefox

pytestmark = pytest.mark.nightly
__all__ = ["test_a_first_bet", "test_a_replayed_session", "test_replay_of_a_table", "test_the_lab"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Firefox, in the place of Chromium."""
    if firefox.found() is None:
        missing = "there is no Firefox: `make parts-nightly` brings Debian's where root"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    with firefox.running() as running:
        its_loop = asyncio._get_running_loop()
        yield running
        asyncio._set_running_loop(its_loop)


@pytest.fixture
def visits(visits: Visits) -> Visits:
    """Whoever takes a picture in Firefox hides the caret by a style, which the page's policy forbids there."""
    visits.allowed.append(r"blocked an inline style \(style-src-elem\)")
    return visits
