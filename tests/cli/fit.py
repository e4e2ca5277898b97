"""Output for people fits the terminal: lines break between words. Called by fit.sh."""

import re
import subprocess

from pseudo import Terminal, check, finish

BOARD = "8 6 7/2 5 4/3 0 1"
FAR = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
AWKWARD = "5 1 11 4 / 9 0 10 8 / 2 13 6 7 / 14 15 3 12"
# Results as text, without anything that differs between runs.
STEADY = (
    "pdbmethods --examples",
    "pdbgen --list",
    "pdbgen -q -d tables --board 3x3 8",
    "pdbgen -q -d tables --dry-run 7-8 5-5-5",
    "pdbinfo -d tables --board 3x3 8",
    f"pdbmethods -q layered --explain '{AWKWARD}'",
    f"pdbmethods -q bfs --explain '{BOARD}'",
    f"pdbsolve -q -d tables --show '{BOARD}'",
)
# These lines fit 80 columns, but not fewer.
TABLES = (
    f"pdbmethods -q -d tables compare --timeout 0.2 '{BOARD}'",
    "pdbmethods -q compare --timeout 0.02",
    f"pdbsolve -d tables --stats '{BOARD}'",
    f"pdbverify optimal -d tables '{BOARD}'",
    "pdbverify table -d tables --board 3x3 8",
    "pdbgen -d tables --force 5-5-5",
)
PART = (r"(?: \[[#.]{16}\] +\d+%)?(?:, [\d.]+(?: [kMGKi]+B?)? (?:entries|nodes|bytes))?"
        r"(?:, [\d.]+ [KMGT]iB)?(?:, [\d.]+(?: [kMGT])?/s)?(?:, [\d.]+ s)?"
        r"(?:, (?:bound ends in about )?\d+ s(?: left)?)?(?:, [\d.,]+ (?:bytes|[KMGT]iB) of memory)?")


def on_terminal(command, columns):
    """Returns the lines that a terminal shows; rewritten lines are separate lines."""
    terminal = Terminal("sh", "-c", command, columns=columns)
    terminal.end()
    terminal.close()
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.seen.decode())
    return [line.rstrip(" ") for line in re.split(r"[\r\n]+", plain)]


def fits(line, columns):
    """The terminal itself breaks a word that is longer than a line."""
    longest = max((len(word) for word in line.split()), default=0)
    return len(line) <= columns or len(line.split()) <= 2 and longest > columns - 20


def lines_fit():
    for command in STEADY + TABLES:
        for columns in (80, 60, 40) if command in STEADY else (80, 132):
            long = [line for line in on_terminal(command, columns) if not fits(line, columns)]
            check(f"{command!r} on {columns} columns", not long, "\n".join(long).encode())


def nothing_is_lost():
    """On a terminal, lines are wrapped and nothing is lost; in a pipe, lines are not wrapped."""
    for command in STEADY[:6]:
        piped = subprocess.run(["sh", "-c", command], capture_output=True, text=True).stdout
        check(f"{command!r} prints", "-q" in command.split() or len(piped) > 40)
        words = [word for word in piped.split() if not set(word) <= set("█▉▊▋▌▍▎▏#")]
        for columns in (40, 80, 500):
            shown = " ".join(on_terminal(command, columns)).split()
            shown = [word for word in shown if not set(word) <= set("█▉▊▋▌▍▎▏#")]
            check(f"{command!r}: the same words on {columns} columns", shown == words)
    for command, lines in ((STEADY[0], 17), (STEADY[3], 5)):
        piped = subprocess.run(["sh", "-c", command], capture_output=True, text=True).stdout
        check(f"{command!r}: one line each in a pipe", piped.count("\n") == lines, piped.encode())


def progress_drops_whole_parts():
    for command in ("pdbgen -d tables --force --board 5x5 6-6-6-6",
                    f"pdbsolve -d none --heuristic manhattan --timeout 1 '{FAR}'"):
        for columns in (50, 80, 200):
            lines = on_terminal(command, columns)
            rewritten = [line for line in lines if re.match("tiles .*: level|board 1: bound", line)]
            check(f"{command!r} on {columns} columns: lines of progress", len(rewritten) > 2)
            for line in rewritten:
                whole = re.fullmatch(r"(tiles [0-9,-]+ \(. of 4\): level|board 1: bound) \d+" + PART,
                                     line)
                check(f"{columns} columns: parts are whole", whole and len(line) < columns,
                      line.encode())


finish(lines_fit, nothing_is_lost, progress_drops_whole_parts)
