"""What a house counts and measures, for Prometheus: every name and its help in one place, every label bounded.

Counted where it happens; what only stands at some number now is set when somebody asks.
"""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

disable_created_metrics()  # type: ignore[no-untyped-call]

REGISTRY = CollectorRegistry()
"""Ours alone: nothing of other libraries is told along with it."""
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_DECIDING = (0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1)
_BATCH = (1, 2, 5, 10, 20, 50, 100, 200)
_MOST_CODES = 300
"""Different codes of refusals that are told apart; they are ours and fewer, but a label must not grow by itself."""

connections = Gauge("sevenout_connections", "sockets that are open", registry=REGISTRY)
tables_open = Gauge("sevenout_tables_open", "tables that this server has read and watches", registry=REGISTRY)
bots = Gauge("sevenout_bots", "strategies that sit at this server's tables", registry=REGISTRY)
overdue = Gauge("sevenout_deadlines_overdue", "tables whose next throw is overdue", registry=REGISTRY)
closing = Gauge("sevenout_closing", "1 once this server takes nothing more", registry=REGISTRY)
requests = Counter("sevenout_requests", "HTTP answers by class of status", ["status"], registry=REGISTRY)
commands = Counter("sevenout_commands", "what was said at tables, by outcome", ["outcome"], registry=REGISTRY)
refusals = Counter("sevenout_refusals", "refusals at tables, by code", ["code"], registry=REGISTRY)
deciding = Histogram(
    "sevenout_decide_seconds", "judging one command, without the store", buckets=_DECIDING, registry=REGISTRY
)
committing = Histogram("sevenout_commit_seconds", "one durable commit", buckets=_SECONDS, registry=REGISTRY)
batches = Histogram("sevenout_commit_batch", "writes that shared one commit", buckets=_BATCH, registry=REGISTRY)
store_errors = Counter("sevenout_store_errors", "commits that the store did not take", registry=REGISTRY)
conflicts = Counter("sevenout_conflicts", "appends that another server made first", registry=REGISTRY)
deadlines = Counter("sevenout_deadlines", "throws made for a shooter whose time was over", registry=REGISTRY)
dropped = Counter("sevenout_outbox_dropped", "messages forgotten because a reader was too slow", registry=REGISTRY)
floods = Counter("sevenout_floods", "connections closed because they said too much at once", registry=REGISTRY)
deaf = Counter("sevenout_deaf", "connections hung up because nobody read what they were sent", registry=REGISTRY)
reconnects = Counter(
    "sevenout_reconnects", "who came back: players to a table, this server to its database", ["who"], registry=REGISTRY
)
silent = Counter("sevenout_silent", "connections hung up because they asked for nothing", registry=REGISTRY)
shed = Counter("sevenout_shed", "requests refused because the house was busy, by kind", ["kind"], registry=REGISTRY)
worked = Counter("sevenout_work_seconds", "processor seconds of work beside the loop", registry=REGISTRY)
late = Histogram("sevenout_loop_late_seconds", "how late the event loop runs", buckets=_SECONDS, registry=REGISTRY)
ProcessCollector(registry=REGISTRY)

commands_accepted, commands_refused = (commands.labels(outcome) for outcome in ("accepted", "refused"))
for _who in ("player", "database"):
    reconnects.labels(_who)
for _kind in ("load", "work", "talk"):
    shed.labels(_kind)
for _status in ("2xx", "3xx", "4xx", "5xx"):
    requests.labels(_status)
_codes: set[str] = set()


def count_refusal(code: str) -> None:
    """Counts a refusal; a code too many is counted with the others."""
    if code not in _codes and len(_codes) < _MOST_CODES:
        _codes.add(code)
    refusals.labels(code if code in _codes else "other").inc()


def count_response(status: int) -> None:
    """Counts an HTTP answer."""
    requests.labels(f"{status // 100}xx" if 200 <= status < 600 else "5xx").inc()


def exposition() -> bytes:
    """Everything, in the text form that Prometheus reads."""
    return generate_latest(REGISTRY)
