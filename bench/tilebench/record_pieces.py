"""A board that is solved in pieces: its checkpoint, and the seconds of the pieces so far."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import IO, Any, Sequence

from .record_file import try_lock

Seconds = dict[str, float]


class Pieces:
    """What is kept of a board between two runs, for these options and this origin: machine and
    commit. Of uncommitted sources nothing is, since nobody knows which they were.

    The seconds of a piece that was killed are not known; then the checkpoint is removed, since a
    record without them would be false, and the board begins anew."""

    def __init__(self, folder: Path, number: int, options: Sequence[str], origin: dict[str, Any]) -> None:
        what = json.dumps([number, list(options), origin])
        name = f"{number}-{hashlib.sha256(what.encode()).hexdigest()[:12]}"
        self.checkpoint = folder / f"{name}.checkpoint"
        self._seconds = folder / f"{name}.json"
        self._lock: IO[str] | None = None
        self._known = not origin["dirty"]
        self.count = 0
        self._before: Seconds = {}

    def lock(self) -> bool:
        """Before the first piece: whether no other process solves the board so. Until the end of
        this one, or until it is removed."""
        self._seconds.parent.mkdir(parents=True, exist_ok=True)
        self._lock = self.checkpoint.with_suffix(".lock").open("w")
        return try_lock(self._lock)

    def begin(self) -> Path:
        """Called before a piece. Returns the file of the checkpoint."""
        known = json.loads(self._seconds.read_text()) if self._seconds.exists() else {"running": True}
        if known["running"] or not self._known:
            self.checkpoint.unlink(missing_ok=True)
            known = {"count": 0, "seconds": {}}
        self.count, self._before = known["count"] + 1, known["seconds"]
        self._write(self._before, running=True)
        return self.checkpoint

    def end(self, seconds: Seconds) -> Seconds:
        """Called after a piece, with its seconds. Returns the seconds of all pieces."""
        total = {name: round(value + self._before.get(name, 0), 3) for name, value in seconds.items()}
        self._write(total, running=False)
        return total

    def remove(self) -> None:
        """Called once the board has a record."""
        for path in (self.checkpoint, self._seconds, self.checkpoint.with_suffix(".lock")):
            path.unlink(missing_ok=True)

    def _write(self, seconds: Seconds, running: bool) -> None:
        text = json.dumps({"running": running, "count": self.count, "seconds": seconds})
        temporary = self._seconds.with_suffix(".partial")
        temporary.write_text(text)
        temporary.replace(self._seconds)
