"""The file records.jsonl: one line of JSON for each proof of a board, in the order of time."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import IO, Any

from .results import Unreadable

Record = dict[str, Any]

# The fields of every line; `result` is the output of pdbsolve, without board and goal.
FIELDS = ("number", "date", "options", "user", "system", "wall", "cpu", "variant", "commit", "result")


def records_read(path: Path) -> list[Record]:
    """Returns all lines. A last line without its end is ignored: its writer was killed."""
    text = path.read_text() if path.exists() else ""
    records = []
    for number, line in enumerate(text.split("\n")[:-1], 1):
        try:
            record = json.loads(line)
        except ValueError as error:
            raise Unreadable(f"{path}, line {number}: {error}") from None
        missing = [name for name in FIELDS if not isinstance(record, dict) or name not in record]
        if missing:
            raise Unreadable(f"{path}, line {number}: no {', '.join(missing)}")
        records.append(record)
    return records


def record_append(path: Path, record: Record) -> None:
    """Appends a line atomically; removes an incomplete line that a killed process has left."""
    line = (json.dumps(record, separators=(",", ":")) + "\n").encode()
    with open(path, "a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
        os.write(file.fileno(), line)
        os.fsync(file.fileno())


def try_lock(file: IO[Any]) -> bool:
    """Locks a file until it is closed. Returns whether no other process has locked it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def latest(records: list[Record]) -> dict[int, Record]:
    """The last record of each board."""
    return {record["number"]: record for record in records}


def _option(words: list[str], *names: str) -> str | None:
    """The value of an option, given as NAME VALUE or NAME=VALUE; the last one counts."""
    value = None
    for word, after in zip(words, [*words[1:], ""]):
        name, equals, rest = word.partition("=")
        if name in names:
            value = rest if equals else after
    return value


def configuration(record: Record) -> tuple[str, str]:
    """Partition and direction of a proof: of the bound with the most nodes, or else as the options say."""
    words = record["options"]
    chosen = [one for one in record["result"].get("iterations", []) if "partition" in one]
    if chosen:
        most = max(chosen, key=lambda one: one["generated"])
        return str(most["partition"]), str(most["direction"])
    partition = _option(words, "-p", "--partition") or "default"
    direction = _option(words, "--direction") or "forward"
    return partition, direction
