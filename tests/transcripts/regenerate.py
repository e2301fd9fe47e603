"""Rewrites the golden files from what the engine does now: `python -m tests.transcripts.regenerate`.

It proves nothing by itself. Somebody must read the diff and know, from the rules, why every changed line is right.
"""

import sys

from tests.transcripts.literal import LITERAL
from tests.transcripts.nights import NIGHTS, golden, name_of
from tests.unit.cli.command import run

TOLD = ("--calls", "--steps")
"""The literal nights are kept with everything that is said and done."""


def main() -> int:
    """Replays every night and writes its result; names those that changed, and fails if one cannot be read."""
    failed = 0
    for night in (*NIGHTS, *LITERAL):
        ran = run("replay", str(night), "--json", "--keep-going", *(TOLD if night in LITERAL else ()))
        if ran.code:
            failed += 1
            sys.stderr.write(f"{name_of(night)}: {ran.err}")
            continue
        kept = golden(night)
        if not kept.exists() or kept.read_text(encoding="utf-8") != ran.out:
            kept.write_text(ran.out, encoding="utf-8")
            sys.stdout.write(f"{name_of(night)}: rewritten, read the diff\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
