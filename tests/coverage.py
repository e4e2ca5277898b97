#!/usr/bin/env python3
"""Prints which share of lines, branches and functions of src and tools the tests have run, by folder,
and writes what no test has run to uncovered.txt in the build. `./quickstart test coverage` uses it.

Usage: coverage.py SOURCE_DIR BUILD_DIR. The build was made by the preset coverage; GCOV names another
gcov than that of the path.

Sources that are compiled several times, such as kernels, count once: a line or a function has run if
it has run in one of the objects. If the objects have different numbers of branches on a line, the
number with the most branches taken counts. A branch of a function that is always inlined counts once
for each call.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

HEAD = """\
# What no test has run, of src and tools: `./quickstart test coverage` has written this list.
# A process that is killed, or ends by _exit, loses its counts: code that runs only before such an
# end is listed, although tests run it. Tests that were skipped or left out run nothing.
"""


class Unit:
    """A source file: the counts of its lines and functions, and of the branches on each line."""

    def __init__(self):
        self.lines = collections.Counter()
        self.functions = {}  # by the first line: the last line, the name and the count
        self.branches = collections.defaultdict(dict)  # by line, and by how many there are

    def add(self, file):
        for function in file["functions"]:
            first, last = function["start_line"], function["end_line"]
            *_, count = self.functions.get(first, (0,))
            self.functions[first] = last, function["name"], count + function["execution_count"]
        branches = collections.defaultdict(list)
        for line in file["lines"]:
            self.lines[line["line_number"]] += line["count"]
            branches[line["line_number"]] += [branch["count"] for branch in line["branches"]]
        for line, counts in branches.items():
            sums = self.branches[line].setdefault(len(counts), [0] * len(counts))
            self.branches[line][len(counts)] = [a + b for a, b in zip(sums, counts)]

    def taken(self):
        """Yields each line that has branches, how many of them were taken, and how many there are."""
        for line, ways in sorted(self.branches.items()):
            counts = max(ways.values(), key=lambda way: (sum(map(bool, way)), -len(way)))
            if counts:
                yield line, sum(map(bool, counts)), len(counts)

    def unrun(self):
        """Yields the first and last line of each sequence of lines that were not run, of functions
        that were."""
        inside = {line for first, (last, _, count) in self.functions.items() if count == 0
                  for line in range(first, last + 1)}
        first = last = None
        for line, count in sorted(self.lines.items()):
            if count == 0 and line not in inside:
                first, last = first or line, line
            elif first:
                yield first, last
                first = None
        if first:
            yield first, last


def counted(notes):
    """Returns what gcov prints about an object. It refuses empty files of counts (./quickstart)."""
    counts = notes.with_suffix(".gcda")
    if counts.exists() and counts.stat().st_size == 0:
        counts.unlink()
    command = [os.environ.get("GCOV", "gcov"), "--json-format", "--stdout", "--branch-probabilities",
               str(notes)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line]


def units_of(source, build):
    units = collections.defaultdict(Unit)
    objects = sorted(build.rglob("*.gcno"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for texts in pool.map(counted, objects):
            for file in (file for text in texts for file in text["files"]):
                path = os.path.relpath(os.path.join(build, file["file"]), source)
                if path.startswith(("src/", "tools/")):
                    units[path].add(file)
    return dict(sorted(units.items()))


def percent(part, whole):
    return f"{100 * part / whole:.1f}" if whole else "-"


def table(units):
    """Returns the lines of the table: a row for each folder, and their sum."""
    sums = collections.defaultdict(lambda: [0] * 6)
    for path, unit in units.items():
        counts = list(unit.taken())
        figures = (sum(map(bool, unit.lines.values())), len(unit.lines),
                   sum(taken for _, taken, _ in counts), sum(of for _, _, of in counts),
                   sum(count == 0 for *_, count in unit.functions.values()), len(unit.functions))
        for name in (os.path.dirname(path), "all"):
            sums[name] = [a + b for a, b in zip(sums[name], figures)]
    yield f"{'folder':24}{'% of lines':>18}{'% of branches':>20}{'functions not run':>20}"
    for name, (run, lines, taken, branches, unrun, functions) in sorted(
            sums.items(), key=lambda item: (item[0] == "all", item[0])):
        yield (f"{name:24}{percent(run, lines):>6} of {lines:8,}{percent(taken, branches):>9} of "
               f"{branches:7,}{unrun:>10} of {functions:6,}")


def listed(units):
    """Yields the lines of the list: functions, then lines, then branches."""
    yield HEAD + "\n# functions that no test has run"
    for path, unit in units.items():
        for line, (_, name, count) in sorted(unit.functions.items()):
            if count == 0:
                yield f"{path}:{line}: {name}"
    yield "\n# lines of other functions"
    for path, unit in units.items():
        for first, last in unit.unrun():
            yield f"{path}:{first}" + (f"-{last}" if last > first else "")
    yield "\n# branches that are never taken, on lines that have run"
    for path, unit in units.items():
        for line, taken, of in unit.taken():
            if taken < of and unit.lines[line]:
                yield f"{path}:{line}: {of - taken} of {of}"


def main():
    source, build = (pathlib.Path(path).resolve() for path in sys.argv[1:])
    units = units_of(source, build)
    if not units:
        sys.exit(f"{build} has no counts: the preset coverage builds with them")
    print("\n".join(table(units)))
    path = build / "uncovered.txt"
    path.write_text("\n".join(listed(units)) + "\n", encoding="utf-8")
    print(f"what no test has run: {os.path.relpath(path)}")


main()
