"""Building what is measured, if it is not built yet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .measure import BenchError

PROGRAMS = ("pdbgen", "pdbsolve", "pdbinfo", "pdbverify", "bench/launch", "bench/limits")
TARGETS = ("pdbgen", "pdbsolve", "pdbinfo", "pdbverify", "bench_launch", "bench_limits")


def _step(source: Path, *command: str) -> None:
    try:
        done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise BenchError(f"{command[0]} is missing; ./quickstart installs what the build needs") from None
    if done.returncode != 0:
        raise BenchError(
            f"{' '.join(command)} failed; ./quickstart installs what the build needs\n"
            f"{(done.stdout + done.stderr)[-2000:]}"
        )


def ensure_build(source: Path, directory: Path | None) -> Path:
    """The directory with the programs: the given one as it is, else build/release, made if need be."""
    if directory is None:
        directory = source / "build/release"
        print("building build/release", file=sys.stderr, flush=True)
        _step(source, "cmake", "--preset", "release", "-DTILEPDB_BENCH=ON")
        _step(source, "cmake", "--build", "--preset", "release", "--parallel", "--target", *TARGETS)
    missing = [name for name in PROGRAMS if not (directory / name).exists()]
    if missing:
        raise BenchError(f"{directory} lacks {', '.join(missing)}; build it first")
    return directory.resolve()
