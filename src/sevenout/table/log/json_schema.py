"""The JSON schema of all that a table writes and reads: entries of a log, commands, events, and pictures of a table."""

import inspect
from typing import Any

import msgspec

from sevenout.engine.offers import Offer
from sevenout.table.log.table_log import LogEntry
from sevenout.table.table_snapshot import Snapshot

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema as `docs/reference/events.schema.json` has it.

    >>> sorted(schema()["properties"])
    ['entry', 'offers', 'snapshot']
    """
    kinds = (LogEntry, Snapshot, Offer)
    (entry, snapshot, offer), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": DRAFT,
        "title": "A table of sevenout, in JSON",
        "description": "An entry of a log; the picture of a table; what a seat may bet.",
        "type": "object",
        "properties": {"entry": entry, "snapshot": snapshot, "offers": {"type": "array", "items": offer}},
        "$defs": {name: _clean_description(part) for name, part in sorted(parts.items())},
    }


def _clean_description(part: dict[str, Any]) -> dict[str, Any]:
    """A definition with its docstring as every Python has it: newer ones take the blanks away by themselves."""
    told = part.get("description")
    return part if told is None else {**part, "description": inspect.cleandoc(told)}


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode())
