"""`python -m tools.typescript`: writes `web/src/protocol.generated.ts`, the types of all that goes over the wire.

Messages of the socket, with commands, events, pictures and offers in them, and bodies and answers of the HTTP API. A
field that may be left out is marked so; what is meant then stands beside it.
"""

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sevenout.analysis.simulation.engines.page_feed import StrategyTelling
from sevenout.player.first_lesson import FirstLesson
from sevenout.server.history import replay_frames, table_history
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.protocol import class_types, http_types, lab_types, school_types
from sevenout.server.protocol import messages as wire
from sevenout.server.tables.bots import BotRequest
from sevenout.server.tables.desk_view import DeskResponse
from sevenout.server.verification.published_turns import PublishedTurn
from sevenout.server.web.lab import row_routes
from sevenout.server.web.routes import account_routes, bot_routes, me_routes, role_routes

TARGET = Path(__file__).parents[1] / "web" / "src" / "protocol.generated.ts"
_WIRE = ("sevenout.server.protocol.messages", "sevenout.server.protocol.http_types")
_UNIONS = {"FromClient": wire.FromClient, "FromServer": wire.FromServer}
_HTTP = (
    wire.RefusalReason, TableRequest, http_types.TableListed, http_types.TableOpened, http_types.CameIn,
    http_types.StrategyListed, http_types.StrategyChecked, bot_routes.StrategyRequest, http_types.BotListed,
    BotRequest, account_routes.NameRequest, account_routes.NameAndPassword, account_routes.Password,
    account_routes.OldAndNew, me_routes.Me, me_routes.BoundsResponse, me_routes.LimitsResponse, me_routes.Away,
    role_routes.Roles, http_types.BookListed, http_types.BookResponse, http_types.RulebookResponse,
    http_types.BookChecked, http_types.HouseChangesResponse, http_types.BookSource,
    http_types.GlossaryResponse, http_types.NoticeResponse,
    http_types.EdgesResponse, http_types.RuleCostsResponse, http_types.Story,
    http_types.BestActResponse, http_types.NumberOutcome, http_types.SessionResponse, http_types.EveningsResponse,
    http_types.PageResponse, table_history.RollPlayed, table_history.HandPlayed, table_history.ResultPlayed,
    replay_frames.ReplayFrame,
    PublishedTurn, http_types.Verification, lab_types.LabRequest, lab_types.LabStrategy, lab_types.LabBrief,
    lab_types.LabSimulation, lab_types.LabDuel, lab_types.LabDuelResult, lab_types.LabSimulated, lab_types.LabExact,
    lab_types.LabBest,
    row_routes.RowsRequest, StrategyTelling, FirstLesson,
    school_types.RoomResponse, school_types.ExerciseResponse, school_types.ExerciseWork,
    school_types.JudgementResponse, school_types.LessonResponse, class_types.LearnerHome, class_types.ClassGrid,
    class_types.ClassWall,
    class_types.ClassRequest, class_types.ClassChange, class_types.WorkDone, class_types.ProgressRequest,
    class_types.QuestionResponse, class_types.QuestionAnswer, class_types.AnswerResponse,
    class_types.ExamStage, class_types.ExamRequest, class_types.ExamStanding, class_types.ExamAnswerRequest,
    class_types.LearnerExam, class_types.SigningRequest, class_types.CertificateResponse, class_types.TaskReplay,
    DeskResponse,
)  # fmt: skip
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """The whole file."""
    kinds = (*_UNIONS.values(), *_HTTP)
    schemas, parts = msgspec.json.schema_components(kinds, ref_template="{name}")
    lines = [
        "// Generated from the structs of sevenout.server by `python -m tools.typescript`: change those, not this.",
        "",
        "/** The version of the wire that these types are of: said in `hello`. */",
        f"export const VERSION = {wire.VERSION};",
    ]
    for name, schema in zip(_UNIONS, schemas, strict=False):
        lines += ["", f"export type {name} = {_kind(schema)};"]
    for name, part in sorted(parts.items(), key=lambda each: _named(each[0])):
        lines += ["", *_interface(_named(name), part)]
    return "\n".join(lines) + "\n"


def _named(name: str) -> str:
    """The wire's own name; of two structs that are called the same, the other one has its module's before it."""
    module, _, last = name.rpartition(".")
    return last if not module or module in _WIRE else f"{module.rpartition('.')[2].title()}{last}"


def _interface(name: str, part: dict[str, Any]) -> Iterator[str]:
    if part.get("description"):
        told = inspect.cleandoc(part["description"]).replace("*/", "* /").splitlines()
        yield from (
            (f"/** {told[0]} */",) if len(told) == 1 else ("/**", *(f" * {line}".rstrip() for line in told), " */")
        )
    if part.get("type") != "object":
        yield f"export type {name} = {_kind(part)};"
        return
    yield f"export interface {name} {{"
    needed = set(part.get("required", ()))
    for field, kind in part.get("properties", {}).items():
        note = f" // or else {json.dumps(kind['default'])}" if "default" in kind else ""
        word = field if field.isidentifier() else json.dumps(field)
        yield f"  readonly {word}{'' if field in needed else '?'}: {_kind(kind)};{note}"
    yield "}"


def _kind(kind: dict[str, Any]) -> str:
    """A type, as TypeScript writes it."""
    if "$ref" in kind:
        return _named(kind["$ref"])
    if "enum" in kind:
        return " | ".join(json.dumps(each) for each in kind["enum"])
    if "anyOf" in kind:
        return " | ".join(dict.fromkeys(_kind(each) for each in kind["anyOf"]))
    if kind.get("type") == "array":
        if "prefixItems" in kind:
            return f"readonly [{', '.join(_kind(each) for each in kind['prefixItems'])}]"
        inner = _kind(kind.get("items") or {})
        return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
    if kind.get("type") == "object":
        return f"{{ readonly [name: string]: {_kind(kind.get('additionalProperties') or {})} }}"
    return _PLAIN.get(str(kind.get("type")), "unknown")


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(typescript(), encoding="utf-8")
