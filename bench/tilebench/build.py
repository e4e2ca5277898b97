"""Builds the programs to measure, if they are not built yet."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from .measure import BenchError

PROGRAMS = ("pdbgen", "pdbsolve", "pdbinfo", "pdbverify", "bench/launch", "bench/limits")
TARGETS = ("pdbgen", "pdbsolve", "pdbinfo", "pdbverify", "bench_launch", "bench_limits")
ADVICE = "./quickstart installs what the build needs"


def _step(source: Path, *command: str) -> None:
    try:
        done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise BenchError(f"{command[0]} is missing; {ADVICE}") from None
    if done.returncode != 0:
        tail = (done.stdout + done.stderr)[-2000:]
        raise BenchError(f"{' '.join(command)} failed; {ADVICE}\n{tail}")


def _options(source: Path) -> list[str]:
    """Returns options of CMake. The tests are not needed; without their library they are left out."""
    options = ["-DTILEPDB_BENCH=ON"]
    if not (source / "build/release/CMakeCache.txt").exists() and shutil.which("ninja"):
        options.append("-GNinja")
    try:
        cmocka = subprocess.run(("pkg-config", "--exists", "cmocka"), check=False).returncode == 0
    except FileNotFoundError:
        cmocka = False
    return options if cmocka else [*options, "-DTILEPDB_TESTS=OFF"]


def ensure_build(source: Path, directory: Path | None) -> Path:
    """Returns the directory with the programs: the given one, or build/release, built if necessary."""
    if directory is None:
        directory = source / "build/release"
        print("building build/release", file=sys.stderr, flush=True)
        _step(source, "cmake", "--preset", "release", *_options(source))
        jobs = str(os.cpu_count() or 1)
        _step(source, "cmake", "--build", str(directory), "--parallel", jobs, "--target", *TARGETS)
    missing = [name for name in PROGRAMS if not (directory / name).exists()]
    if missing:
        raise BenchError(f"{directory} lacks {', '.join(missing)}; build it first")
    return directory.resolve()
