"""The origin of the figures: machine, build, commit, and possible disturbances."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Sequence

# Processor flags that the library's code for instruction sets may need.
VARIANTS = ("avx2", "bmi2", "avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512cd")


def _text(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""


def _output(*command: str, cwd: Path | None = None) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.MULTILINE)
    return found.group(1).strip() if found else ""


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0))


def _caches() -> dict[str, str]:
    """Caches of the first core: {"L1 Data": "32K", ...}."""
    caches = {}
    for index in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        level, kind = _text(f"{index}/level"), _text(f"{index}/type")
        caches[f"L{level} {kind}"] = _text(f"{index}/size")
    return caches


def machine() -> dict[str, Any]:
    """The machine, as far as the system reports it; empty strings elsewhere."""
    cpu, memory = _text("/proc/cpuinfo"), _text("/proc/meminfo")
    flags = set(_first(r"^flags\s*:(.*)$", cpu).split())
    return {
        "cpu": _first(r"^model name\s*:(.*)$", cpu) or platform.processor(),
        "cores": cores(),
        "caches": _caches(),
        "memory_bytes": 1024 * int(_first(r"^MemTotal:\s*(\d+)", memory) or 0),
        "variants": [name for name in VARIANTS if name in flags],
        "hypervisor": "hypervisor" in flags,
        "kernel": platform.release(),
        "architecture": platform.machine(),
        "huge_pages": _text("/sys/kernel/mm/transparent_hugepage/enabled"),
        "governor": _text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
    }


def _compile_flags(directory: Path) -> str:
    """Returns the compiler options of a file that has no variant of its own."""
    try:
        commands = json.loads((directory / "compile_commands.json").read_text())
    except (OSError, ValueError):
        return ""
    for entry in commands:
        if entry["file"].endswith("src/base/message_text.c"):
            words = entry["command"].split()
            return " ".join(w for w in words if re.match(r"-(O|m|f|std|DNDEBUG)", w))
    return ""


def build(source: Path, directory: Path, results: Sequence[str] = ()) -> dict[str, Any]:
    """Returns compiler, flags and commit. Files of results do not count as changes."""
    besides = [f":!{name}" for name in results]
    cache = _text(f"{directory}/CMakeCache.txt")
    compiler = _first(r"^CMAKE_C_COMPILER:\w+=(.*)$", cache)
    version = _output(str(directory / "pdbsolve"), "--version")
    return {
        "version": version.split("\n")[0],
        "variant": _first(r"^variant: (.*)$", version),
        "compiler": _output(compiler or "cc", "--version").split("\n")[0],
        "build_type": _first(r"^CMAKE_BUILD_TYPE:\w+=(.*)$", cache),
        "flags": _compile_flags(directory),
        "commit": _output("git", "rev-parse", "HEAD", cwd=source),
        "dirty": bool(_output("git", "status", "--porcelain", "-uno", "--", ".", *besides, cwd=source)),
    }


def is_forced(results: dict[str, Any]) -> bool:
    """Returns whether $TILEPDB_VARIANT chose the instruction set."""
    return "TILEPDB_VARIANT" in results["build"].get("variant", "")


def load() -> list[float]:
    """Load averages of 1, 5 and 15 minutes."""
    return [round(value, 2) for value in os.getloadavg()]


def date() -> str:
    """Now, in UTC."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def caveats(results: dict[str, Any]) -> list[str]:
    """Returns sentences on what may make the times worse or incomparable."""
    sentences = []
    load_before = results["load"]["before"][0]
    if load_before > 0.5:
        sentences.append(
            f"The load average was {load_before} before the run: other programs used part of the "
            "cores, so times are too long and spreads wide. Counts are not affected."
        )
    if results["machine"]["cores"] < 2:
        sentences.append("The machine has one core: *all threads* are two threads on this core.")
    if results["machine"]["hypervisor"]:
        sentences.append("The machine is virtual: other guests may share its caches and memory unseen.")
    if "[never]" in results["machine"]["huge_pages"]:
        sentences.append("Huge pages are switched off, so look-ups miss the translation cache.")
    if is_forced(results):
        sentences.append(f"The instruction set was forced: {results['build']['variant']}.")
    if results["build"]["build_type"] != "Release" or "sanitize" in results["build"]["flags"]:
        sentences.append("Not a release build.")
    if results["build"]["dirty"]:
        sentences.append("The sources had uncommitted changes.")
    return sentences
