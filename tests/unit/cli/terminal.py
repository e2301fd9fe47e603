"""A real terminal for tests: `sevenout play` on a pty, and just enough of a screen to see what stands where.

`python -m tests.unit.cli.terminal` writes the golden evenings anew; look at them before they are kept.
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
GOLDEN = Path(__file__).parent / "evenings"
_PATIENCE = 60
_CODE = re.compile(
    r"\x1b\[([?\d;]*)([A-Za-z])|\x1b[()][A-Z0-9]|\x1b[=>78]|\x1b\][^\x07]*\x07|([\x00-\x1f])|([^\x00-\x1f\x1b]+)"
)
_BEGUN = re.compile(r"\x1b(\[[?\d;]*|\][^\x07]*|[()])?$")


class Page:
    """What a terminal shows: signs, each in its own colours."""

    def __init__(self, columns: int, lines: int) -> None:
        self.columns, self.lines = columns, lines
        self.cells = [[(" ", "")] * columns for _ in range(lines)]
        self.x = self.y = self.cleared = 0
        self.style, self.left_over, self.heard = "", "", ""

    def feed(self, text: str) -> None:
        """What a program writes."""
        text, self.left_over = self.left_over + text, ""
        if begun := _BEGUN.search(text):
            text, self.left_over = text[: begun.start()], begun[0]
        self.heard += text
        for found in _CODE.finditer(text):
            code, kind, control, words = found.groups()
            if words:
                self._write(words)
            elif control:
                self._control(control)
            elif kind:
                self._obey([int(each) if each.isdigit() else 0 for each in code.strip("?").split(";")], kind, code)

    def _write(self, words: str) -> None:
        for sign in words:
            if self.x >= self.columns:
                self.x = 0
                self._down()
            self.cells[self.y][self.x] = sign, self.style
            self.x += 1

    def _down(self) -> None:
        if self.y == self.lines - 1:
            self.cells = [*self.cells[1:], [(" ", "")] * self.columns]
        else:
            self.y += 1

    def _control(self, sign: str) -> None:
        if sign == "\n":
            self._down()
        elif sign == "\r":
            self.x = 0
        elif sign == "\b":
            self.x = max(self.x - 1, 0)

    def _obey(self, numbers: list[int], kind: str, code: str) -> None:
        by = max(numbers[0], 1)
        if kind == "m":
            self.style = "" if code in ("", "0") else f"{self.style};{code}".removeprefix("0;").strip(";")
        elif kind == "H":
            self.y, self.x = (max(each, 1) - 1 for each in (*numbers, 1)[:2])
        elif kind in "AB":
            self.y = min(max(self.y + (by if kind == "B" else -by), 0), self.lines - 1)
        elif kind in "CD":
            self.x = min(max(self.x + (by if kind == "C" else -by), 0), self.columns - 1)
        elif kind == "J" and numbers[0] == 2:
            self.cells = [[(" ", "")] * self.columns for _ in range(self.lines)]
            self.cleared += 1
        elif kind in "JK":
            self.cells[self.y][self.x :] = [(" ", "")] * (self.columns - self.x)
            if kind == "J":
                for below in range(self.y + 1, self.lines):
                    self.cells[below] = [(" ", "")] * self.columns

    @property
    def rows(self) -> list[str]:
        """What can be read."""
        return ["".join(sign for sign, _ in row).rstrip() for row in self.cells]

    def coloured(self, palette: dict[str, str]) -> list[str]:
        """The same, with a number for the colours wherever they change."""
        drawn = []
        for row in self.cells:
            shown, style = "", ""
            for sign, its in row:
                if its != style:
                    shown += f"{{{palette.setdefault(its, str(len(palette)))}}}"
                shown, style = shown + sign, its
            drawn.append(shown.rstrip())
        return drawn


class Seat:
    """Somebody at a terminal."""

    def __init__(self, file: int, page: Page, *, plain: bool) -> None:
        self.file, self.page, self.plain = file, page, plain
        self.decoder = getincrementaldecoder("utf-8")()

    def read(self) -> bool:
        """Whether the program still writes."""
        ready, _, _ = select.select([self.file], [], [], _PATIENCE)
        assert ready, "\n".join(["nothing comes any more:", *self.page.rows])
        try:
            written = os.read(self.file, 65536)
        except OSError:
            return False
        self.page.feed(self.decoder.decode(written))
        return bool(written)

    def asked(self, cleared: int = 0) -> None:
        """Waits until the game asks."""
        while not self._asks(cleared):
            assert self.read(), "\n".join(["the game has ended:", *self.page.rows])

    def _asks(self, cleared: int) -> bool:
        here = self.page.rows[self.page.y]
        return self.page.cleared >= cleared and re.match(r"Ann, [^>]*>", here) is not None

    def say(self, line: str) -> None:
        """Types a line and Enter, and waits for the next question."""
        self.press(f"{line}\r")

    def press(self, keys: str) -> None:
        """Presses keys that do something, and waits for the next question."""
        before = self.page.cleared
        self.page.heard = ""
        os.write(self.file, keys.encode())
        if self.plain:
            while not re.search(r"\n[^\n]*Ann, [^>\n]*> $", self.page.heard):
                assert self.read(), self.page.heard
        else:
            self.asked(before + 1)

    def until(self, prompt: str) -> str:
        """Waits until the line that the cursor is in begins as a pattern says, with nothing typed yet; that line."""
        while not re.fullmatch(prompt, self.page.rows[self.page.y]):
            assert self.read(), "\n".join(["it has ended:", *self.page.rows])
        return self.page.rows[self.page.y]

    def enter(self, line: str) -> None:
        """Types a line and Enter, on a clean page."""
        self.page.cells = [[(" ", "")] * self.page.columns for _ in range(self.page.lines)]
        self.page.x = self.page.y = 0
        os.write(self.file, f"{line}\r".encode())

    def leave(self) -> str:
        """Leaves without saving; all that is heard of it."""
        self.page.heard = ""
        os.write(self.file, b"quit\r")
        while "Save the game?" not in self.page.heard:
            assert self.read()
        os.write(self.file, b"\r")
        while self.read():
            pass
        return self.page.heard


@contextmanager
def seated(columns: int, lines: int, *options: str, **environ: str) -> Iterator[Seat]:
    """A game on a terminal of that size, with seed and company as given."""
    command = ("play", "--rules", "typical", "--seed", "abc", *options)
    with at_terminal(columns, lines, *command, **environ) as seat:
        seat.asked()
        yield seat


@contextmanager
def at_terminal(columns: int, lines: int, *arguments: str, **environ: str) -> Iterator[Seat]:
    """Any command of `sevenout` on a terminal of that size, in an empty home of its own."""
    with tempfile.TemporaryDirectory() as home:
        child, file = pty.fork()
        if not child:
            os.chdir(home)
            kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
            path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
            env = {
                **kept, "PYTHONPATH": path, "HOME": home, "XDG_STATE_HOME": home, "TERM": "xterm-256color",
                "COLORTERM": "truecolor", "LANG": "C.UTF-8", "PROMPT_TOOLKIT_NO_CPR": "1", **environ,
            }  # fmt: skip
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            os.execve(sys.executable, (sys.executable, "-m", "sevenout", *arguments), env)
        try:
            yield Seat(file, Page(columns, lines), plain="--plain" in arguments)
        finally:
            os.close(file)
            os.waitpid(child, 0)


class Evening(NamedTuple):
    """A golden evening: the terminal, the options, and what is typed."""

    columns: int
    lines: int
    options: tuple[str, ...]
    environ: dict[str, str]
    typed: tuple[str, ...]


TYPED = (
    "10 pass", "", "six and eight 12 each", "pas 10", "", "hard 8 5", "5 on yo", "", "balance", "max odds", "", "stats",
    "more", "10 pass", "", "come 10", "", "", "history", "why did I lose", "bets", "undo", "coach 12 on six", "",
)  # fmt: skip
EVENINGS = {
    "colour": Evening(100, 30, (), {}, TYPED[:12]),
    "narrow": Evening(80, 24, (), {"NO_COLOR": "1"}, TYPED),
    "small-ascii": Evening(48, 24, ("--ascii",), {"NO_COLOR": "1"}, TYPED),
    "plain": Evening(80, 24, ("--plain",), {}, TYPED),
}


class Played(NamedTuple):
    """An evening that was played: what stood there at every question, and the whole as it is kept."""

    pages: list[list[str]]
    text: str


def played(name: str) -> Played:
    """Plays a golden evening through a terminal."""
    evening = EVENINGS[name]
    with seated(evening.columns, evening.lines, *evening.options, **evening.environ) as seat:
        plain, pages, told = "--plain" in evening.options, [seat.page.rows], []
        palette = {"": "0"}
        for line in evening.typed:
            seat.say(line)
            pages.append(seat.page.rows)
            shown = seat.page.coloured(palette) if name == "colour" else seat.page.rows
            said = seat.page.heard.replace("\r", "") if plain else "\n".join(shown).rstrip()
            told.append(f"=== {line or 'Enter'}\n{said}\n")
        seat.leave()
    legend = "".join(f"{{{number}}} {style or 'plain'}\n" for style, number in palette.items())
    return Played(pages, f"{legend if name == 'colour' else ''}{''.join(told)}")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for evening in EVENINGS:
        (GOLDEN / f"{evening}.txt").write_text(played(evening).text, encoding="utf-8")
