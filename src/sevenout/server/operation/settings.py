"""How a house is to run: one struct, read from a file, the environment and flags; a flag is stronger than a variable,
a variable stronger than the file. Every fault is told at once, each with the place it stands at.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct

from sevenout.base.errors import BadInput
from sevenout.base.vocabulary import did_you_mean, nearest, question


def check_zone(name: str) -> str:
    """A zone by its name, or nothing; raises BadInput for anything else.

    >>> check_zone("America/Chicago"), check_zone("")
    ('America/Chicago', '')
    """
    try:
        known = not name or ZoneInfo(name).key == name
    except (ZoneInfoNotFoundError, ValueError, OSError):
        known = False
    if not known:
        raise BadInput(f"{name[:40]!r} is no time zone: write one such as UTC or America/Chicago")
    return name


PREFIX = "SEVENOUT_"
FILE = f"{PREFIX}CONFIG"
"""The variable that names the file."""
_SECRET = ("metrics_token",)
"""Never shown, and no flags: everybody on the machine can read a command line."""
_MASK = "•••"
_REACHED_AT = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""A house that listens everywhere is reached on this machine here."""
_HOSTNAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://(\[[0-9a-f:.]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)(:[0-9]{1,5})?")


def _number(least: int, most: int, says: str) -> Meta:
    return Meta(ge=least, le=most, description=says)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a house is to run."""

    host: Annotated[str, Meta(description="where to listen")] = "127.0.0.1"
    port: Annotated[int, _number(0, 65_535, "the port; 0: any that is free")] = 7011
    db: Annotated[str, Meta(description="the store: a file, or postgresql://… for several servers")] = "house.db"
    keys: Annotated[str, Meta(description="the file of the house's keys; none named: beside the store")] = ""
    checkpoints: Annotated[
        str, Meta(description="the file of signed checkpoints, better on another disk; none named: beside the keys")
    ] = ""
    origin: Annotated[tuple[str, ...], Meta(description="pages of other addresses that may connect")] = ()
    hostname: Annotated[
        tuple[str, ...],
        Meta(description="names by which the house is asked for, beside its addresses and this machine's"),
    ] = ()
    proxy: Annotated[
        tuple[str, ...], Meta(description="proxies whose word on a visitor's address is taken, by address")
    ] = ()
    window: Annotated[int, _number(2, 3_600, "seconds to bet before each roll, where a table does not say")] = 30
    rest_after: Annotated[
        int, _number(10, 86_400, "seconds after which a player without a connection counts as away")
    ] = 60
    zone: Annotated[str, Meta(description="time zone of the tables' clocks, where a table does not say")] = "UTC"
    most_tables: Annotated[int, _number(1, 1_000_000, "tables that this house has room for")] = 1_000
    empty_after: Annotated[
        int, _number(0, 31_536_000, "seconds after which a table at which nobody sits is closed; 0: never")
    ] = 86_400
    most_connections: Annotated[int, _number(1, 1_000_000, "connections that one server takes at once")] = 4_000
    stop_within: Annotated[int, _number(1, 600, "seconds in which a house that is closed finishes what was begun")] = 10
    log: Annotated[
        Literal["auto", "json", "plain"], Meta(description="the form of the log; auto: plain on a terminal, else JSON")
    ] = "auto"
    log_level: Annotated[Literal["debug", "info", "warning", "error"], Meta(description="from which level on")] = "info"
    metrics_token: Annotated[
        str, Meta(description="who shows it may read /metrics from anywhere; none: only this machine may")
    ] = ""

    @property
    def key_file(self) -> Path:
        """Where the house's keys are."""
        return Path(self.keys or (f"{self.db}.keys" if "://" not in self.db else "house.keys"))

    @property
    def checkpoint_file(self) -> Path:
        """Where signed checkpoints are."""
        return Path(self.checkpoints) if self.checkpoints else self.key_file.with_suffix(".checkpoints")


class Setting(NamedTuple):
    """One of them, as it is named everywhere and described."""

    name: str
    says: str
    secret: bool

    @property
    def variable(self) -> str:
        """In the environment."""
        return f"{PREFIX}{self.name.upper()}"

    @property
    def flag(self) -> str:
        """On the command line; a secret has none."""
        return "" if self.secret else f"--{self.name.replace('_', '-')}"


class Held(NamedTuple):
    """What holds, and where each of it comes from."""

    settings: Settings
    sources: dict[str, str]

    def lines(self) -> Iterator[str]:
        """For an operator to read; no secret is in it."""
        for setting in list_settings():
            value = getattr(self.settings, setting.name)
            yield f"{setting.name} = {_format_value(setting, value)}  ({self.source_of(setting)})"

    def record(self) -> dict[str, dict[str, Any]]:
        """The same for a program, by name."""
        values = {setting: getattr(self.settings, setting.name) for setting in list_settings()}
        return {
            setting.name: {"value": _mask_value(setting, value), "source": self.source_of(setting)}
            for setting, value in values.items()
        }

    def source_of(self, setting: Setting) -> str:
        """Where a value comes from."""
        return self.sources.get(setting.name, "default")


class _GivenValue(NamedTuple):
    """A value as somebody gave it."""

    value: Any
    source: str


def list_settings() -> list[Setting]:
    """All settings, in the order of the struct."""
    info = msgspec.inspect.type_info(Settings)
    assert isinstance(info, msgspec.inspect.StructType)
    return [Setting(field.name, _description(field.type), field.name in _SECRET) for field in info.fields]


def _description(kind: Any) -> str:
    schema = (kind.extra_json_schema or {}) if isinstance(kind, msgspec.inspect.Metadata) else {}
    return str(schema.get("description", ""))


def read_settings(flags: Mapping[str, Any], environment: Mapping[str, str], file: str = "") -> Held:
    """What holds; raises BadInput with every fault there is.

    >>> held = read_settings({"port": "8000"}, {"SEVENOUT_PORT": "9000", "SEVENOUT_HOST": "::1"})
    >>> held.settings.port, held.settings.host, held.sources
    (8000, '::1', {'host': 'SEVENOUT_HOST', 'port': '--port'})
    >>> read_settings({"port": "many", "window": "1"}, {"SEVENOUT_PROT": "1"})
    Traceback (most recent call last):
        ...
    sevenout.base.errors.BadInput: the settings have 3 faults:
      SEVENOUT_PROT: there is no such setting. Did you mean 'SEVENOUT_PORT'?
      --port: this is a whole number from 0 to 65535, not 'many'
      --window: this is a whole number from 2 to 3600, not '1'
    """
    faults: list[str] = []
    given: dict[str, _GivenValue] = {}
    path = file or environment.get(FILE, "")
    if path:
        given |= _from_file(Path(path), faults)
    given |= _from_environment(environment, faults)
    given |= {
        setting.name: _GivenValue(flags[setting.name], setting.flag)
        for setting in list_settings()
        if flags.get(setting.name) is not None
    }
    values = {}
    for name in Settings.__struct_fields__:
        if name in given:
            try:
                values[name] = _read(name, given[name].value)
            except ValueError as error:
                faults.append(f"{given[name].source}: {error}")
    if faults:
        count = "a fault" if len(faults) == 1 else f"{len(faults)} faults"
        raise BadInput(f"the settings have {count}:\n" + "\n".join(f"  {fault}" for fault in faults))
    return Held(Settings(**values), {name: given[name].source for name in values})


def _from_file(path: Path, faults: list[str]) -> dict[str, _GivenValue]:
    try:
        text = path.read_text(encoding="utf-8")
        tables = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        faults.append(f"{path}: it cannot be read ({getattr(error, 'strerror', None) or error})")
        return {}
    except tomllib.TOMLDecodeError as error:
        faults.append(f"{path}: it is not TOML ({error})")
        return {}
    given = {name: _GivenValue(value, f"{path}, line {_line(text, name)}") for name, value in tables.items()}
    known = Settings.__struct_fields__
    faults.extend(
        f"{given[name].source}: there is no setting {name!r}.{did_you_mean(name, known)}"
        for name in sorted(given.keys() - {*known})
    )
    return {name: one for name, one in given.items() if name in known}


def _line(text: str, name: str) -> int:
    found = re.search(rf"^\s*\[?\[?[\"']?{re.escape(name)}[\"']?\s*[=.\]]", text, re.MULTILINE)
    return 1 if found is None else text.count("\n", 0, found.end()) + 1


def _from_environment(environment: Mapping[str, str], faults: list[str]) -> dict[str, _GivenValue]:
    known = {setting.variable: setting.name for setting in list_settings()}
    apart = {name.removeprefix(PREFIX): name for name in known}
    for name in sorted(name for name in environment if name.startswith(PREFIX) and name not in {*known, FILE}):
        near = nearest(name.removeprefix(PREFIX), apart)
        if near:  # what is like none of ours may be somebody else's: the simulator has variables too
            faults.append(f"{name}: there is no such setting.{question((apart[near],))}")
    return {known[name]: _GivenValue(value, name) for name, value in environment.items() if name in known}


def _read(name: str, value: Any) -> Any:
    """A value as the struct has it, from words or from TOML; raises ValueError with what was expected."""
    kind = Settings.__annotations__[name]
    if name in ("origin", "proxy", "hostname"):
        several = [one.strip() for one in value.split(",")] if isinstance(value, str) else value
        value = [one for one in several if one] if isinstance(several, list) else several
    try:
        read = msgspec.convert(value, kind, strict=not isinstance(value, str))  # a shell has words alone
        return _CHECKS[name](read) if name in _CHECKS else read
    except BadInput as error:
        raise ValueError(str(error)) from None
    except msgspec.ValidationError:
        raise ValueError(f"this is {_describe_kind(kind)}, not {_MASK if name in _SECRET else repr(value)}") from None


def _origins(read: tuple[str, ...]) -> tuple[str, ...]:
    """Pages as a browser names them: it says so letter by letter, or is not let in."""
    for one in read:
        if not _ORIGIN.fullmatch(one):
            raise BadInput(f"an origin is scheme://host or scheme://host:port in small letters, not {one!r}")
    return read


def _proxies(read: tuple[str, ...]) -> tuple[str, ...]:
    for one in read:
        try:
            ip_network(one)
        except ValueError:
            raise BadInput(f"a proxy is an IP address, or a network as 10.0.0.0/8, not {one!r}") from None
    return read


def address(host: str, port: int) -> str:
    """Where a house is.

    >>> address("127.0.0.1", 7011), address("::1", 7011)
    ('http://127.0.0.1:7011', 'http://[::1]:7011')
    """
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def near(host: str, port: int) -> str:
    """Where a house is for who asks from its own machine.

    >>> near("0.0.0.0", 7011), near("10.0.0.5", 8000)
    ('http://127.0.0.1:7011', 'http://10.0.0.5:8000')
    """
    return address(_REACHED_AT.get(host, host), port)


def is_postgres(where: str) -> bool:
    """Whether an address is that of a database server, and not a file's path."""
    return where.startswith(("postgresql://", "postgres://"))


def _store(read: str) -> str:
    if not is_postgres(read) and ("://" in read or read.startswith(("file:", "sqlite:"))):
        raise BadInput(f"a store is a file's path or postgresql://…, not {mask_password(read)!r}")
    return read


def _hostnames(read: tuple[str, ...]) -> tuple[str, ...]:
    for one in read:
        if not _HOSTNAME.fullmatch(one):
            raise BadInput(f"a host name is as in house.example, in small letters and without a port, not {one!r}")
    return read


_CHECKS: dict[str, Callable[[Any], Any]] = {
    "db": _store,
    "origin": _origins,
    "proxy": _proxies,
    "hostname": _hostnames,
    "zone": check_zone,
}
"""What a text has to be like."""


def _describe_kind(kind: Any) -> str:
    (base, meta) = (kind.__origin__, kind.__metadata__[0])
    if base is int:
        return f"a whole number from {meta.ge} to {meta.le}"
    if base is str:
        return "a text"
    return "a list of texts" if base == tuple[str, ...] else f"one of {', '.join(base.__args__)}"


def _format_value(setting: Setting, value: Any) -> str:
    told = _mask_value(setting, value)
    return told if isinstance(told, str) and told else msgspec.json.encode(told).decode()


def _mask_value(setting: Setting, value: Any) -> Any:
    """A value without what is secret in it."""
    if setting.secret and value:
        return _MASK
    return mask_password(value) if isinstance(value, str) else value


def mask_password(address: str) -> str:
    """An address of a database without its password.

    >>> mask_password("postgresql://house:secret@db/sevenout?password=other&x=1")
    'postgresql://house:•••@db/sevenout?password=•••&x=1'
    """
    return re.sub(r"(://[^/@:]*:)[^@/]*(?=@)|(password=)[^&\s]*", lambda it: f"{it[1] or it[2]}{_MASK}", address)


def passwords(address: str) -> list[str]:
    """The passwords that an address of a database holds.

    >>> passwords("postgresql://house:secret@db/sevenout?password=other")
    ['secret', 'other']
    """
    found = re.findall(r"://[^/@:]*:([^@/]*)@|password=([^&\s]*)", address)
    return [first or second for first, second in found if first or second]
