"""The command line of bench/run."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable

from . import machine, search, tables
from .bench import Bench
from .build import ensure_build
from .expected import counts_check, expected_of, ratios_check
from .limits import Limits
from .literature import SOURCES, literature
from .measure import BenchError, Launcher
from .plots import plots_write
from .readme import readme_write
from .report import report_text
from .results import SCHEMA, VERSION, Unreadable, results_read, results_text

SOURCE = Path(__file__).resolve().parents[2]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench/run",
        description="Measures tilepdb on this machine: results.json, report.md and plots.",
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="2 minutes on 2 cores (default)")
    size.add_argument("--full", action="store_true", help="more boards, threads and repetitions")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="default: build/bench/results")
    parser.add_argument("-j", "--jobs", type=int, metavar="N", help="maximum threads, at least 2 (default: cores)")
    parser.add_argument("--repeat", type=int, metavar="N", help="repetitions per case (default: 3, full 5)")
    parser.add_argument("--build", type=Path, metavar="DIR", help="measure this build, without rebuilding")
    parser.add_argument("--from", dest="measured", type=Path, metavar="FILE", help="measure nothing: use this results.json")
    parser.add_argument("--expect", type=Path, metavar="FILE", help="compare with these; exit 1 if worse")
    parser.add_argument("--write-expected", type=Path, metavar="FILE", help="store them for --expect")
    parser.add_argument("--readme", action="store_true", help="update README.md and docs/benchmarks/")
    arguments = parser.parse_args()
    for name, least in (("jobs", 2), ("repeat", 1)):
        value = getattr(arguments, name)
        if value is not None and value < least:
            parser.error(f"--{name} must be at least {least}")
    if arguments.measured and arguments.expect:
        parser.error("--from measures nothing, so it excludes --expect, which may measure twice")
    return arguments


def measure_all(bench: Bench) -> dict[str, Any]:
    """Measures all cases; probes the machine's limits before, between and after them."""
    results = {
        "schema": SCHEMA,
        "version": VERSION,
        "date": machine.date(),
        "mode": "quick" if bench.quick else "full",
        "repeats": bench.repeats,
        "machine": machine.machine(),
        "build": machine.build(bench.source, bench.launcher.build),
        "load": {"before": machine.load()},
    }
    start = time.monotonic()
    limits = Limits(bench)
    tables.generation(bench)
    limits.probe()
    tables.opening(bench)
    search.search(bench)
    limits.probe()
    search.estimates(bench)
    tables.verification(bench)
    while len(limits.samples) < bench.repeats:
        limits.probe()
    limits.figures()
    results["seconds"] = round(time.monotonic() - start, 1)
    results["load"]["after"] = machine.load()
    results["limits"] = bench.limits
    results["cases"] = bench.cases
    results["series"] = bench.series
    results["literature"] = literature(bench.cases)
    results["sources"] = SOURCES
    results["caveats"] = machine.caveats(results)
    return results


def _measured(arguments: argparse.Namespace, output: Path) -> dict[str, Any]:
    """The results of one run; its tables are removed afterwards."""
    build = ensure_build(SOURCE, arguments.build)
    databases = Path(tempfile.mkdtemp(prefix="tables-", dir=output)).resolve()
    bench = Bench(
        source=SOURCE,
        launcher=Launcher(build),
        tables=databases,
        quick=not arguments.full,
        jobs=arguments.jobs or max(2, machine.cores()),
        repeats=arguments.repeat or (5 if arguments.full else 3),
    )
    try:
        return measure_all(bench)
    finally:
        shutil.rmtree(databases)


def _measured_asleep(arguments: argparse.Namespace, output: Path) -> dict[str, Any]:
    """The same with threads that sleep while they wait: on busy cores they spin for as long as the
    others are kept from their work, which is time of processors, but not of the tools."""
    os.environ["OMP_WAIT_POLICY"] = "passive"
    return _measured(arguments, output)


def guard(
    expected: dict[str, Any], results: dict[str, Any], again: Callable[[], dict[str, Any]]
) -> list[str]:
    """Sentences on what is not as expected. Counts must be right the first time; a ratio outside its
    limits is measured again, and reported only if it is outside both times: a burst of load passes,
    a regression stays."""
    wrong = counts_check(expected, results)
    if wrong:
        return wrong
    slow = ratios_check(expected, results)
    if not slow:
        return []
    for sentence in slow.values():
        print(f"measured again: {sentence}", file=sys.stderr, flush=True)
    still = ratios_check(expected, again())
    return [sentence for key, sentence in still.items() if key in slow]


def run(arguments: argparse.Namespace) -> int:
    """Measures, writes all files, and compares the figures with the expected ones."""
    output = arguments.output or SOURCE / "build/bench/results"
    output.mkdir(parents=True, exist_ok=True)
    results = results_read(arguments.measured) if arguments.measured else _measured(arguments, output)
    if results["version"] != VERSION:
        raise BenchError(f"{arguments.measured}: version {results['version']} has no data for the plots")
    (output / "results.json").write_text(results_text(results))
    drawn = plots_write(results, SOURCE / "tests/data", output)
    report = report_text(results, drawn)
    (output / "report.md").write_text(report)
    print(report)
    print(f"written: {output}/results.json, report.md and {len(drawn)} plots", file=sys.stderr)
    if arguments.readme:
        readme_write(SOURCE, output, results, drawn)
    if arguments.write_expected:
        arguments.write_expected.write_text(results_text(expected_of(results)))
    if arguments.expect:
        expected = json.loads(arguments.expect.read_text())
        wrong = guard(expected, results, lambda: _measured_asleep(arguments, output))
        for sentence in wrong:
            print(f"NOT AS EXPECTED: {sentence}", file=sys.stderr)
        return 1 if wrong else 0
    return 0


def main() -> int:
    """Exit code: 0 done, 1 not as expected, 2 wrong usage, 3 could not be measured."""
    try:
        return run(_arguments())
    except (BenchError, Unreadable, OSError) as error:
        print(f"bench/run: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130
