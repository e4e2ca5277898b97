"""The file results.json: what it is called, how it is laid out, and how it is read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SCHEMA, VERSION = "tilepdb-bench", 2

# Version 1 also had each repetition and each board; the other fields are the same.
READABLE = (1, VERSION)


class Unreadable(Exception):
    """The file has no results; the exception has a sentence for the user."""


def _nested(value: Any) -> bool:
    """Whether the value contains another list or object."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(isinstance(part, (dict, list)) for part in parts)


def _rounded(value: Any) -> Any:
    """Rounds a value to nine digits: enough for exact means of nodes, and more than times repeat."""
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(part) for part in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def results_text(value: Any, depth: int = 3) -> str:
    """JSON with a line for each member of a case, figure or row, and no line for each number."""

    def laid_out(part: Any, left: int, indent: str) -> str:
        if not left or not _nested(part):
            return json.dumps(part)
        inner = indent + " "
        if isinstance(part, dict):
            lines = [f"{json.dumps(name)}: {laid_out(one, left - 1, inner)}" for name, one in part.items()]
            brackets = "{}"
        else:
            lines = [laid_out(one, left - 1, inner) for one in part]
            brackets = "[]"
        return f"{brackets[0]}\n{inner}" + f",\n{inner}".join(lines) + f"\n{indent}{brackets[1]}"

    return laid_out(_rounded(value), depth, "") + "\n"


def results_read(path: Path) -> dict[str, Any]:
    """Returns the results of a run; raises Unreadable if the file has none."""
    try:
        results = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path}: {error}") from None
    if not isinstance(results, dict) or results.get("schema") != SCHEMA:
        raise Unreadable(f"{path}: not a results.json of bench/run")
    if results.get("version") not in READABLE:
        known = " and ".join(map(str, READABLE))
        raise Unreadable(f"{path}: unknown version {results.get('version')}; {known} are supported")
    return results
