"""Compares the output of the tools with the lists of docs/output.md. Called by schema.sh."""

import csv
import io
import json
import math
import re
import shutil
import subprocess
import sys

failures = checks = 0


def check(what, holds):
    global checks, failures
    checks += 1
    if not holds:
        failures += 1
        print(f"FAILED: {what}")


# ---- the page

page = open(sys.argv[1] + "/docs/output.md", encoding="utf-8").read()
sections, headers, heading = {}, {}, None
for line in page.splitlines():
    if line.startswith("#"):
        heading = line.strip("# ")
    row = re.match(r"- (`.*?`) \(([a-z ]+)\): ", line)
    if row:
        for name in re.findall(r"`([a-z_]+)`", row.group(1)):
            table = sections.setdefault(heading, {})
            check(f"{heading}: {name} is described once", name not in table)
            table[name] = row.group(2)
for kind, header in re.findall(r"^```csv ?(.*)\n(.*)\n```$", page, re.M):
    headers[kind] = header

# ---- types

def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


TYPES = {
    "integer": is_integer,
    "number": lambda value: is_integer(value) or (isinstance(value, float) and math.isfinite(value)),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
    "integers": lambda value: isinstance(value, list) and all(map(is_integer, value)),
    "strings": lambda value: isinstance(value, list) and all(isinstance(text, str) for text in value),
    "objects": lambda value: isinstance(value, list) and all(isinstance(item, dict) for item in value),
    "lists of integers": lambda value: isinstance(value, list)
    and all(TYPES["integers"](item) for item in value),
}
INNER = {"iterations": "An iteration", "steps": "A step", "need": "need",
         "partitions": "A partition", "first": "A false entry", "proofs": "A lower bound",
         "tables": "A table of a lower bound", "bounds": "A bound"}
seen = {}


def hold(name, tables, value):
    """Checks that an object has only described fields, of their types. `tables` maps fields to types."""
    for field, content in value.items():
        described = tables.get(field)
        check(f"{name}: {field} is described", described is not None)
        if described is None:
            continue
        check(f"{name}: {field} is a {described}, not {content!r:.60}",
              any(TYPES[word](content) for word in described.split(" or ")))
        seen.setdefault(name, set()).add(field)
        if field in INNER:
            for item in [content] if isinstance(content, dict) else content:
                hold(INNER[field], sections[INNER[field]], item)


# ---- strict reading

def no_twins(pairs):
    check("no field twice", len(dict(pairs)) == len(pairs))
    return dict(pairs)


def no_constant(word):
    raise ValueError(f"{word} is not JSON")


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    check(f"{' '.join(command)}: no fault", 0 <= done.returncode <= 3)
    return done.stdout.decode("utf-8", "strict")


def objects(*command):
    text = run(*command)
    check(f"{' '.join(command)}: whole lines", text.endswith("\n"))
    return [json.loads(line, object_pairs_hook=no_twins, parse_constant=no_constant)
            for line in text[:-1].split("\n")]


def answers(name, *commands, inherits=(), upto=None):
    """Runs commands with objects of a section; together the objects must have all its fields."""
    table = {}
    for parent in inherits:
        names = list(sections[parent])
        table.update((field, sections[parent][field])
                     for field in names[: names.index(upto) + 1 if upto else None])
    table.update(sections[name])
    result = []
    for command in commands:
        for value in objects(*command):
            hold(name, table, value)
            result.append(value)
    missing = set(sections[name]) - seen[name]
    check(f"{name}: described, but never present: {sorted(missing)}", not missing)
    return result


TWO, UNSOLVABLE, DEEP = "1 2 3/4 0 5/7 8 6", "2 1 3/4 5 6/7 8 0", "8 6 7/2 5 4/3 0 1"
FAR = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
JSON = ("pdbsolve", "-q", "--format", "json")
BASE = "pdbsolve --format json"

RECORD = "The run"
solved = answers(BASE, (*JSON, TWO, UNSOLVABLE, "x", DEEP), (*JSON, "--all", TWO, UNSOLVABLE),
                 (*JSON, "--count", DEEP), (*JSON, "--any", DEEP),
                 (*JSON, "--metric", "multi", "--board", "3x3", "RD2"),
                 (*JSON, "--direction", "backward", DEEP),
                 (*JSON, "--direction", "both", DEEP),
                 (*JSON, "--checkpoint", "kept", DEEP),
                 (*JSON, "--heuristic", "manhattan", "--max-nodes", "99", DEEP),
                 (*JSON, "-d", "none", "--no-generate", TWO),
                 (*JSON, "-d", "none", FAR), inherits=(RECORD,))
required = set(sections[BASE]) - {"error", "reason", "any", "beams", "compared", "resumed",
                                  "solution_count", "solutions"} | set(sections[RECORD])
check("each answer has all fields that are not said to be absent",
      all(required <= set(value) for value in solved))
answers("With --scramble and --state", (*JSON, "--scramble", "3", "--seed", "1"),
        (*JSON, "--scramble", "3", "--as", "moves", "--length", "9", "--board", "3x3"),
        (*JSON, "--state", "RD", "x"))
METHODS = ("pdbmethods", *JSON[1:])
answers("pdbmethods METHOD --format json",
        *((*METHODS, "--explain", method, TWO, UNSOLVABLE)
          for method in ("bfs", "astar", "iddfs", "ilp", "layered")),
        (*METHODS, "--explain", "layered", "--board", "6x6", "RDL"),
        inherits=(BASE, RECORD))
answers("With --judge", *((*JSON, "--judge", moves, TWO) for moves in ("LU", "L", "UD2", "x")),
        (*JSON, "--judge", "LU", "x"), (*JSON, "--metric", "multi", "--judge", "LU", TWO),
        inherits=(RECORD,))
answers("With --invert", (*JSON, "--invert", "RD2"))
answers("pdbmethods compare --format json",
        (*METHODS, "compare", "--timeout", "0.05", DEEP, UNSOLVABLE))
answers("pdbmethods --examples --format json", (*METHODS, "--examples"))
TABLES = "Tables: pdbgen --json, pdbinfo --json"
GENERATE = ("pdbgen", "-q", "--json", "--board", "3x3", "--dir", "new")
answers("pdbgen --dry-run", (*GENERATE, "--dry-run", "1-4/5-8"), inherits=(TABLES,),
        upto="encoding")
made = answers("pdbgen adds", (*GENERATE, "1-4/5-8"), (*GENERATE, "--verify", "1-4/5-8"),
               (*GENERATE, "--goal", "1 2 3/* * */* * *"),
               inherits=(TABLES,))
shutil.copy("new/3x3_blank8_tiles1-4_aware_bit.tpdb", "multi.tpdb")
subprocess.run([sys.argv[2], "multi.tpdb", "multi"], check=True)
told = answers("pdbinfo adds", ("pdbinfo", "--json", "--board", "3x3", "--dir", "new", "1-4/5-8"),
               ("pdbinfo", "--json", "multi.tpdb", "new/3x3_goal_single_123xxxxxx.tpdb"), inherits=(TABLES,))
answers("pdbgen --list --json", ("pdbgen", "--list", "--json"),
        ("pdbgen", "--metric", "multi", "--list", "--json"))
VERIFY, VERDICT = ("pdbverify", "-q", "--json"), "pdbverify --json"
forged = "new/3x3_blank8_tiles1-4_aware_bit.tpdb"
answers("pdbverify solution", *((*VERIFY, "solution", TWO, moves) for moves in ("LU", "L", "LL")),
        (*VERIFY, "solution", "--metric", "multi", TWO, "LU"), inherits=(VERDICT,))
answers("pdbverify optimal", (*VERIFY, "optimal", DEEP, "--cross", "--certificate", "proof.json"),
        (*VERIFY, "optimal", "--metric", "multi", "--generate", DEEP, "--certificate", "slides.json"),
        (*VERIFY, "optimal", "-p", "1-4/5-8", "--checkpoint", "proof.ckpt", DEEP),
        (*VERIFY, "optimal", "-p", "1-4/5-8", "--direction", "both", DEEP),
        inherits=(VERDICT,))
answers("pdbverify certificate", (*VERIFY, "certificate", "proof.json"),
        (*VERIFY, "certificate", "slides.json"), inherits=(VERDICT,))
subprocess.run([sys.argv[2], forged, "flip"], check=True)
answers("pdbverify table", (*VERIFY, "table", forged), (*VERIFY, "table", "--full", forged),
        inherits=(VERDICT, TABLES))
missing = set(sections[VERDICT]) - seen["pdbverify solution"]
check(f"{VERDICT}: described, but never present: {sorted(missing)}", not missing)
missing = set(sections[TABLES]) - seen["pdbinfo adds"]
check(f"{TABLES}: described, but never present: {sorted(missing)}", not missing)
for inner in INNER.values():
    missing = set(sections[inner]) - seen[inner]
    check(f"{inner}: described, but never present: {sorted(missing)}", not missing)

# ---- what is counted

for value in made + told:
    check("a histogram counts the reachable entries", sum(value["histogram"]) == value["reachable"])
    check("its length is the maximum", len(value["histogram"]) == value["maximum"] + 1)
for tiles in range(1, 11):
    first = objects("pdbgen", "-q", "--json", "--dry-run", "--board", "5x5", "--blank", "projected",
                    "/".join([f"1-{tiles}"] + [str(tile) for tile in range(tiles + 1, 25)]))[0]
    count = math.perm(25, tiles)
    check(f"{tiles} tiles have {count} entries", first["need"]["entries"] == count)
    check("two a byte at most", 2 * first["need"]["table_bytes"] >= count)
check("beyond 32 bits", count > 2**43)

# ---- CSV

def table(header, command, rows=None):
    text = run(*command)
    lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    name = " ".join(command)
    check(f"{name}: the names are those of the page", text.split("\n")[0] == headers[header])
    check(f"{name}: no carriage return", "\r" not in text)
    check(f"{name}: all lines have all fields", {len(line) for line in lines} == {len(lines[0])})
    if rows is not None:
        check(f"{name}: {rows} lines, not {len(lines) - 1}", len(lines) - 1 == rows)
    return [dict(zip(lines[0], line)) for line in lines[1:]]


CSV = ("pdbsolve", "-q", "--format", "csv")
lines = table("", (*CSV, TWO, UNSOLVABLE, "x,\"y", DEEP), 4)
for line, value in zip(lines, objects(*JSON, TWO, UNSOLVABLE, "x,\"y", DEEP)):
    for field in ("length", "moves", "lower_bound", "upper_bound", "root_h"):
        told = "" if value[field] is None else str(value[field])
        check(f"CSV and JSON agree on {field}: {line[field]}", line[field] == told)
    check("and on the message", line["message"] == value.get("reason", value.get("error", "")))
table("--count", (*CSV, "--count", TWO, UNSOLVABLE), 2)
table("--count", (*CSV, "--all", "3 1/2 0"))
table("", (*CSV, "--metric", "multi", TWO, UNSOLVABLE, "x"), 3)
table("--judge --metric multi",
      (*CSV, "--metric", "multi", "--judge", "LU", TWO, UNSOLVABLE, "x"), 3)
table("--any", (*CSV, "--any", TWO, UNSOLVABLE, "x"), 3)
table("--judge", (*CSV, "--judge", "LU", TWO, UNSOLVABLE, "x"), 3)
table("--invert", (*CSV, "--invert", "5,4", "--moves", "numbers"), 1)
table("pdbmethods compare", ("pdbmethods", *CSV[1:], "compare", "--timeout", "0.05", TWO))
table("pdbmethods --examples", ("pdbmethods", *CSV[1:], "--examples"))
table("pdbinfo", ("pdbinfo", "--csv", "--board", "3x3", "--dir", "new", "1-4/5-8"))
check("every header of the page was held to it", len(headers) == 10)

# ---- events: stderr is JSON lines alone

def events(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    result = []
    for line in done.stderr.decode("utf-8", "strict").splitlines():
        try:
            value = json.loads(line, object_pairs_hook=no_twins, parse_constant=no_constant)
        except ValueError:
            check(f"{' '.join(command)}: an event, not {line!r:.80}", False)
            continue
        result.append(value)
        if value["event"] in ("solution", "bound"):
            check(f"{' '.join(command)}: the moves of its length: {value}",
                  len(value["moves"]) == value["length"])
        if value["event"] != "stats":
            hold(EVENTS[value["event"]], sections[EVENTS[value["event"]]], value)
        else:
            check(f"{' '.join(command)}: what was searched: {value}",
                  {"board", "goal", "moves", "generated", "iterations"} <= set(value))
    return result, done.stdout.decode()


EVENTS = {"message": "A message", "progress": "Progress", "solution": "A better solution",
          "bound": "A better solution"}
BEAMS = "23 11 0 3 24 5 7 1 22 2 20 15 21 10 14 19 17 13 4 8 9 12 6 16 18"
TELL = ("pdbsolve", "--progress", "--format", "json")
for command in ((*TELL, "-d", "absent", "--stats", TWO, UNSOLVABLE, "x"),
                (*TELL, "--heuristic", "manhattan", "--max-nodes", "2000000", BEAMS),
                (*TELL, "--anytime", "--within", "40", BEAMS),
                ("pdbmethods", *TELL[1:], "layered", BEAMS), (*TELL, "--judge", "LU", "--stats", TWO),
                (*TELL, "--bogus"), (*TELL, "--board", "99x99"),
                ("pdbgen", "--json", "--progress", "-d", "events", "--board", "3x3", "8"),
                ("pdbgen", "--json", "--progress", "unknown"),
                ("pdbverify", "--json", "--progress", "optimal", DEEP),
                ("pdbinfo", "--json", "--progress", "nothing.tpdb")):
    told, out = events(*command)
    found = [value["length"] for value in told if value["event"] == "solution"]
    answer = json.loads(out.splitlines()[0]) if out and command[0] == "pdbsolve" else {}
    if "upper_bound" in answer:
        check(f"{' '.join(command)}: ever shorter, to that of the answer: {found}",
              found == sorted(set(found), reverse=True) and found[-1] == answer["upper_bound"])
for name in {"A message", "A better solution"}:
    missing = set(sections[name]) - seen[name]
    check(f"{name}: described, but never present: {sorted(missing)}", not missing)

# ---- bounds

bounds = table("--bounds", (*CSV, "-o", "answers.csv", "--bounds", "-", TWO, UNSOLVABLE, DEEP))
lines = list(csv.DictReader(open("answers.csv", newline="")))
shared = [name for name in headers["--bounds"].split(",") if name in headers[""].split(",")]
sums = {}
for bound in bounds:
    sums[bound["line"]] = sums.get(bound["line"], 0) + int(bound["generated"])
    line = next(line for line in lines if line["line"] == bound["line"])
    check(f"bounds and answers have the same words: {bound}",
          all(line[name] == bound[name] for name in set(shared) -
              {"generated", "expanded", "seconds"}))
check("the bounds of each board", sums == {line["line"]: int(line["generated"]) for line in lines
                                           if line["solvable"] == "true"})

print(f"{failures} of {checks} checks failed" if failures else f"{checks} checks passed")
sys.exit(1 if failures else 0)
