"""A board that is solved in pieces: its checkpoint, and the seconds of the pieces so far."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Sequence

Seconds = dict[str, float]


class Pieces:
    """What is kept of a board between two runs, for these options and this commit of the source.

    The seconds of a piece that was killed are not known; then the checkpoint is removed, since a
    record without them would be false, and the board begins anew."""

    def __init__(self, folder: Path, number: int, options: Sequence[str], commit: str) -> None:
        what = json.dumps([number, list(options), commit])
        name = f"{number}-{hashlib.sha256(what.encode()).hexdigest()[:12]}"
        self.checkpoint = folder / f"{name}.checkpoint"
        self._seconds = folder / f"{name}.json"
        self.count = 0
        self._before: Seconds = {}

    def begin(self) -> Path:
        """Before a piece: the file of the checkpoint."""
        self._seconds.parent.mkdir(parents=True, exist_ok=True)
        known = json.loads(self._seconds.read_text()) if self._seconds.exists() else {"running": True}
        if known["running"]:
            self.checkpoint.unlink(missing_ok=True)
            known = {"count": 0, "seconds": {}}
        self.count, self._before = known["count"] + 1, known["seconds"]
        self._write(self._before, running=True)
        return self.checkpoint

    def end(self, seconds: Seconds) -> Seconds:
        """After a piece that took so many seconds: those of all pieces."""
        total = {name: round(value + self._before.get(name, 0), 3) for name, value in seconds.items()}
        self._write(total, running=False)
        return total

    def remove(self) -> None:
        """Once the board has a record."""
        self.checkpoint.unlink(missing_ok=True)
        self._seconds.unlink(missing_ok=True)

    def _write(self, seconds: Seconds, running: bool) -> None:
        text = json.dumps({"running": running, "count": self.count, "seconds": seconds})
        temporary = self._seconds.with_suffix(".partial")
        temporary.write_text(text)
        temporary.replace(self._seconds)
