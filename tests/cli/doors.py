#!/usr/bin/env python3
"""Compares the answers of one door with a table.

Usage: doors.py TABLE DOOR. DOOR is pdbsolve, pdbverify, python, or ranks: pdbsolve-mpi, which the
command in the variable RANKS starts. Each line of TABLE is a board with its goal, metric and options, and the
answer: length, moves (null where any solution is wanted), proven lower bound, nodes of each exhausted
bound, and nodes of comparisons. The table was written by pdbsolve at commit 1e627de3, before the
library had an engine. Tables are made in memory. Exits with 1 after the first difference.
"""
import json
import os
import subprocess
import sys


def of_pdbsolve(row, tool=("pdbsolve",)):
    command = [*tool, "-q", "-d", "none", "--format", "json"]
    for name in ("goal", "metric"):
        command += [f"--{name}", row[name]] if name in row else []
    for name, value in row.get("options", {}).items():
        command += ["--" + name.replace("_", "-"), *([] if value is True else [str(value)])]
    done = subprocess.run([*command, row["board"]], capture_output=True, text=True)
    found = json.loads(done.stdout)
    found["bounds"] = [(i["bound"], i["generated"]) for i in found["iterations"]]
    return found


def of_ranks(row):
    return of_pdbsolve(row, (*os.environ["RANKS"].split(), "pdbsolve-mpi"))


def of_pdbverify(row):
    """Returns None for rows with limits, with options that it has not, without a solution, or with
    a goal that has several boards. It searches both sides only with --direction both, so other rows
    have other counts."""
    options = dict(row.get("options", {}))
    goal = row.get("goal", "").replace("/", "").split()
    open_goal = len(set(goal)) < len(goal)
    if not row["solvable"] or open_goal or options.keys() & {"max_length", "max_nodes"}:
        return None
    command = ["pdbverify", "optimal", "-q", "-d", "none", "--json"]
    for name in ("goal", "metric"):
        command += [f"--{name}", row[name]] if name in row else []
    for name, value in options.items():
        command += ["--" + name, *([] if value is True else [value])]
    done = subprocess.run([*command, row["board"]], capture_output=True, text=True)
    found = json.loads(done.stdout)
    bounds = found["proofs"][0]["bounds"]
    counted = [(b["bound"], b["generated"]) for b in bounds if b["generated"]]
    return {**found, "solvable": True, "lower_bound": found["length"], "bounds": counted,
            "compared": row["compared"]}


def of_python(row):
    import tilepdb

    options = dict(row.get("options", {}))
    engine = {name: options.pop(name) for name in ("partition", "direction") if name in options}
    options["any_solution"] = options.pop("any", False)
    with tilepdb.Engine(directory="none", **engine) as made:
        try:
            found = made.solve(
                row["board"], goal=row.get("goal"), metric=row.get("metric", "single"), **options
            )
        except tilepdb.Unsolvable as problem:
            found = problem.result
    return {"solvable": found.solvable, "length": found.length, "moves": found.moves,
            "lower_bound": found.lower_bound, "compared": found.compared,
            "bounds": [(i.bound, i.generated) for i in found.iterations]}


def differences(row, found):
    names = ["solvable", "length", "lower_bound", "compared"] + (["moves"] if row["moves"] else [])
    for name in names:
        if (found.get(name) or 0) != (row[name] or 0):
            yield f"{name} is {found.get(name)}, not {row[name]}"
    exhausted = [list(b) for b in found["bounds"] if b[0] < (found["lower_bound"] or 0)]
    if exhausted != row["bounds"]:
        yield f"bounds are {exhausted}, not {row['bounds']}"


def main():
    table, door = sys.argv[1:]
    answer = {"pdbsolve": of_pdbsolve, "ranks": of_ranks, "pdbverify": of_pdbverify, "python": of_python}[door]
    checked = 0
    for line in open(table):
        row = json.loads(line)
        found = answer(row)
        if found is None:
            continue
        checked += 1
        wrong = list(differences(row, found))
        if wrong:
            sys.exit(f"{door}: {row['board']} {row.get('options', '')}: {'; '.join(wrong)}")
    print(f"{checked} boards: {door} gives these answers")


if __name__ == "__main__":
    main()
