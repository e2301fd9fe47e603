"""Files that are written: whole or not at all, the old one kept, and nothing replaced that is no regular file."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sevenout.base.errors import BadInput
from sevenout.base.files import alone_with, check_writable, write_whole


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.html"
    file.write_text("the old page")
    return file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_new_page_takes_the_place_of_the_old(page: Path) -> None:
    write_whole(page, "the new page: 5 × 6\n")
    assert page.read_text(encoding="utf-8") == "the new page: 5 × 6\n"
    assert names(page.parent) == ["page.html"]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_write_that_fails_keeps_the_old_page(page: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(BadInput, match="the paper cannot be written: No space left on device"):
        write_whole(page, "the new page", "the paper")
    assert page.read_text() == "the old page"
    assert names(page.parent) == ["page.html"]


def test_an_interruption_keeps_the_old_page(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(page, "the new page")
    assert page.read_text() == "the old page"
    assert names(page.parent) == ["page.html"]


def test_a_text_that_has_no_utf8_keeps_the_old_page(page: Path) -> None:
    with pytest.raises(BadInput, match="surrogates not allowed"):
        write_whole(page, "\udcff")
    assert page.read_text() == "the old page"
    write_whole(page, "\udcff", errors="backslashreplace")
    assert page.read_text() == "\\udcff"


def test_no_file_of_the_users_is_in_the_way(page: Path) -> None:
    beside = page.with_name(".page.html.part")
    beside.write_text("mine")
    write_whole(page, "the new page")
    assert beside.read_text() == "mine"


def test_who_may_read_the_old_page_may_read_the_new_one(page: Path) -> None:
    page.chmod(0o640)
    write_whole(page, "the new page")
    assert stat.S_IMODE(page.stat().st_mode) == 0o640


def test_a_new_page_is_one_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "any").touch()
    write_whole(tmp_path / "page.html", "the page")
    assert (tmp_path / "page.html").stat().st_mode == (tmp_path / "any").stat().st_mode


def test_a_link_stays_a_link(page: Path) -> None:
    link = page.with_name("link.html")
    link.symlink_to(page.name)
    write_whole(link, "the new page")
    assert link.is_symlink()
    assert page.read_text() == "the new page"


def test_a_link_that_leads_nowhere_is_refused_and_left_alone(tmp_path: Path) -> None:
    link = tmp_path / "link.html"
    link.symlink_to("nowhere.html")
    with pytest.raises(BadInput, match="a link which leads nowhere"):
        write_whole(link, "the page")
    with pytest.raises(BadInput, match="a link which leads nowhere"):
        check_writable(link)
    assert link.is_symlink()
    assert names(tmp_path) == ["link.html"]


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(("cat", str(pipe)), stdout=subprocess.PIPE) as reader:
        write_whole(pipe, "the page")
        assert reader.stdout is not None
        assert reader.stdout.read() == b"the page"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_what_is_open_already_is_written_to_and_not_replaced(page: Path) -> None:
    order = "from pathlib import Path; from sevenout.base.files import write_whole as w; w(Path('/dev/stdout'), 'page')"
    with page.open("w") as out:
        number = page.stat().st_ino
        subprocess.run((sys.executable, "-c", order), stdout=out, check=True)
    assert page.read_text() == "page"
    assert page.stat().st_ino == number


def test_a_folder_and_a_name_that_is_none_are_refused(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "no\0name", tmp_path / ("x" * 300), tmp_path / "no" / "page.html"):
        with pytest.raises(BadInput, match="cannot be written"):
            write_whole(file, "the page")
        with pytest.raises(BadInput):
            check_writable(file)
    assert names(tmp_path) == []


def test_two_at_once_take_turns(tmp_path: Path) -> None:
    """Each reads a number and writes the next one, a hundred times."""
    file = tmp_path / "number"
    file.write_text("0")
    order = (
        "import sys; from pathlib import Path; from sevenout.base.files import alone_with\n"
        "file = Path(sys.argv[1])\n"
        "for _ in range(100):\n"
        "    with alone_with(file): file.write_text(str(int(file.read_text()) + 1))"
    )
    both = [subprocess.Popen((sys.executable, "-c", order, str(file))) for _ in range(2)]
    assert [each.wait() for each in both] == [0, 0]
    assert file.read_text() == "200"
    with alone_with(file):
        pass
