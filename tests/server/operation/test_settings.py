"""How a house is set: a file, variables and flags, each with its place; every fault at once; no secret shown."""

from pathlib import Path

import pytest

from sevenout.base.errors import BadInput
from sevenout.cli.admin.serve_command import door
from sevenout.server.operation.settings import Settings, list_settings, read_settings
from tests.unit.cli.command import run


def test_a_flag_is_stronger_than_a_variable_and_that_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('# a house\nport = 1\nhost = "::1"\n\nwindow = 12\norigin = ["https://a", "https://b"]\n', "utf-8")
    held = read_settings({"port": "3"}, {"SEVENOUT_PORT": "2", "SEVENOUT_HOST": "0.0.0.0"}, str(file))
    assert (held.settings.port, held.settings.host, held.settings.window) == (3, "0.0.0.0", 12)
    assert held.settings.origin == ("https://a", "https://b")
    assert held.sources == {
        "port": "--port",
        "host": "SEVENOUT_HOST",
        "window": f"{file}, line 5",
        "origin": f"{file}, line 6",
    }
    named = read_settings({}, {"SEVENOUT_CONFIG": str(file)})
    assert named.settings.port == 1


def test_every_fault_is_told_at_once_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("prot = 1\n\nwindow = 1\n[more]\na = 1\n", encoding="utf-8")
    with pytest.raises(BadInput) as faults:
        read_settings({"log": "loud"}, {"SEVENOUT_MOST_TABLES": "none"}, str(file))
    assert str(faults.value).splitlines() == [
        "the settings have 5 faults:",
        f"  {file}, line 4: there is no setting 'more'.",
        f"  {file}, line 1: there is no setting 'prot'. Did you mean 'port'?",
        f"  {file}, line 3: this is a whole number from 2 to 3600, not 1",
        "  SEVENOUT_MOST_TABLES: this is a whole number from 1 to 1000000, not 'none'",
        "  --log: this is one of auto, json, plain, not 'loud'",
    ]


@pytest.mark.parametrize("name", ["NO_VECTORS", "WITHOUT_FELT", "WITHOUT_KERNEL", "FELT_ROLLS", "BENCH_DISK"])
def test_a_variable_of_the_simulator_a_build_or_a_test_is_nothing_to_a_house(name: str) -> None:
    assert read_settings({}, {f"SEVENOUT_{name}": "1"}).settings == Settings()


@pytest.mark.parametrize(
    ("said", "meant"), [("PROT", "PORT"), ("LOGLEVEL", "LOG_LEVEL"), ("MAX_TABLES", "MOST_TABLES")]
)
def test_a_variable_like_one_of_ours_is_asked_about(said: str, meant: str) -> None:
    with pytest.raises(BadInput, match=f"SEVENOUT_{said}: there is no such setting. Did you mean 'SEVENOUT_{meant}'"):
        read_settings({}, {f"SEVENOUT_{said}": "1"})


def test_a_file_that_cannot_be_read_is_a_fault_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("port = = 1\n", encoding="utf-8")
    for file, words in (("nowhere.toml", "it cannot be read"), ("bad.toml", "it is not TOML")):
        with pytest.raises(BadInput, match=words):
            read_settings({}, {}, str(tmp_path / file))


def test_what_holds_is_shown_with_its_source_and_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEVENOUT_METRICS_TOKEN", "very-secret-token")
    ran = run("serve", "--show-settings", "--db", "postgresql://house:very-secret-word@db/x", "--port", "8000")
    assert ran.code == 0
    assert "port = 8000  (--port)" in ran.out
    assert "db = postgresql://house:•••@db/x  (--db)" in ran.out
    assert "metrics_token = •••  (SEVENOUT_METRICS_TOKEN)" in ran.out
    assert "window = 30  (default)" in ran.out
    assert "very-secret" not in ran.out + ran.err
    assert len(ran.out.splitlines()) == len(Settings.__struct_fields__)
    assert not list(tmp_path.iterdir())


def test_a_secret_has_no_flag_and_everything_is_described() -> None:
    assert [setting.name for setting in list_settings() if not setting.flag] == ["metrics_token"]
    assert all(setting.says for setting in list_settings())


def test_a_fault_is_exit_code_2_before_anything_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("serve", "--port", "70000", "--window", "1")
    assert (ran.code, ran.err.count("\n  --")) == (2, 2)
    assert not list(tmp_path.iterdir())


def test_what_holds_is_also_json_without_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEVENOUT_METRICS_TOKEN", "very-secret-token")
    ran = run("serve", "--show-settings", "--json", "--db", "postgresql://house:very-secret-word@db/x")
    assert list(ran.json) == [setting.name for setting in list_settings()]
    assert ran.json["db"] == {"value": "postgresql://house:•••@db/x", "source": "--db"}
    assert ran.json["metrics_token"] == {"value": "•••", "source": "SEVENOUT_METRICS_TOKEN"}
    assert ran.json["port"] == {"value": 7011, "source": "default"}
    assert ran.json["proxy"] == {"value": [], "source": "default"}
    assert "very-secret" not in ran.out + ran.err
    assert run("serve", "--json").code == 2


def test_what_the_self_check_finds_is_also_json(tmp_path: Path) -> None:
    sound = run("serve", "--check", "--json", "--db", str(tmp_path / "house.db"))
    assert (sound.code, sound.json["sound"]) == (0, True)
    (tmp_path / "house.db.keys").write_text("{}", encoding="utf-8")
    (tmp_path / "house.db.keys").chmod(0o644)
    bad = run("serve", "--check", "--json", "--db", str(tmp_path / "house.db"))
    assert (bad.code, bad.json["sound"], bad.json["found"][0]["grave"]) == (1, False, True)


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("origin", "nonsense here", "an origin is scheme://host"),
        ("origin", "https://felt.example/", "an origin is scheme://host"),
        ("origin", "https://Felt.example", "an origin is scheme://host"),
        ("origin", "felt.example", "an origin is scheme://host"),
        ("proxy", "notanip", "a proxy is an IP address"),
        ("proxy", "10.0.0.1/8", "a proxy is an IP address"),
        ("proxy", "*", "a proxy is an IP address"),
        ("db", "file:x.db", "a store is a file's path or postgresql://…, not 'file:x.db'"),
        ("db", "mysql://house:secret@db/x", "not 'mysql://house:•••@db/x'"),
        ("db", "sqlite:///x.db", "a store is a file's path"),
    ],
)
def test_what_can_be_no_origin_proxy_or_store_is_a_fault(setting: str, value: str, words: str) -> None:
    with pytest.raises(BadInput) as fault:
        read_settings({setting: [value] if setting != "db" else value}, {})
    assert f"--{setting}: " in str(fault.value)
    assert words in str(fault.value)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("origin", "https://felt.example,http://localhost:5173,http://[::1]:8000,app://felt"),
        ("proxy", "127.0.0.1,::1,10.0.0.0/8,fd00::/8"),
        ("db", "a folder/house:1.db"),
        ("db", "postgres://db/x"),
    ],
)
def test_what_can_be_one_is_taken(setting: str, value: str) -> None:
    held = read_settings({}, {f"SEVENOUT_{setting.upper()}": value}).settings
    assert getattr(held, setting) == (value if setting == "db" else tuple(value.split(",")))


def test_where_another_listens_a_house_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with door(Settings(port=0)) as entrance:
        entrance.listen()
        ran = run("serve", "--no-browser", "--port", str(entrance.getsockname()[1]))
    assert (ran.code, "is something else there?" in ran.err) == (2, True)
    assert not list(tmp_path.iterdir())
