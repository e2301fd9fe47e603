"""The types for the browser: made from the structs that the house speaks, whole, and no older than they are."""

import re

from tools.typescript import TARGET, typescript

TEXT = typescript()
DECLARED = set(re.findall(r"^export (?:interface|type) (\w+)", TEXT, re.MULTILINE))


def test_the_file_is_what_the_structs_say_now() -> None:
    assert TARGET.read_text(encoding="utf-8") == TEXT, "make it anew: python -m tools.typescript"


def test_every_line_is_typescript_and_every_name_is_declared() -> None:
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*", "", TEXT, flags=re.DOTALL)
    code = re.sub(r'"(?:[^"\\]|\\.)*"', '""', code)
    field = r"  readonly (?:\w+|\"\")\??: [\w |\"\[\]{}:,();-]+;"
    line = re.compile(rf"|export const \w+ = \d+;|export type \w+ = [^;]+;|export interface \w+ \{{|\}}|{field}")
    assert [each for each in code.splitlines() if not line.fullmatch(each.rstrip())] == []
    used = set(re.findall(r"\b[A-Z]\w+", code)) - {"VERSION"}
    assert used <= DECLARED


def test_messages_events_commands_offers_and_books_are_there() -> None:
    wanted = {
        "SnapshotMessage",
        "EventMessage",
        "RefusedMessage",
        "OfferMessage",
        "Rolled",
        "Bet",
        "Shoot",
        "TurnOpened",
        "BookResponse",
        "TableRequest",
        "CameIn",
        "BotRequest",
        "LimitsResponse",
    }
    assert wanted <= DECLARED
    assert 'readonly type: "rolled";' in TEXT
    assert "export type FromServer = SnapshotMessage | EventMessage" in TEXT
