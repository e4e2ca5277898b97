"""Runs the commands of README.md, docs/*.md and docs/man/*.scd: python3 docs.py SOURCES BUILD TABLES [PAGE...]

A block fenced as `sh` is a script that must succeed. In a block fenced as `console`, or without a
word, lines that start with "$ " are commands, and the lines below each are what it must print; if
there are none, it must only succeed. `norun` after the word of a fence excludes a block: one that
needs the package manager, the network, minutes or gigabytes.

Of a manual page, each line of a block in EXAMPLES is a script, and so is each example of --help
except --animate, which needs a terminal.

Each page has a directory of its own, which holds boards.txt, scrambles.txt and solutions.txt, and is
its home. Its databases are links to those in TABLES, which are only read.
"""

import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

BOARDS = """\
# the first boards of a session
0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1
1 2 3 4 5 6 7 8 9 10 15 11 13 14 0 12
R2D2L2U
"""
SCRAMBLES = "R2D2L2U\nRDRD\n"
SOLUTIONS = "DRRUULRLL\nULUL\n"
SECONDS = 600  # a hang; a busy machine takes two minutes for the longest command
# Optional programs, and the pattern by which a script shows that it needs them.
OPTIONAL = {"jq": "jq", "cbc": r"\bcbc\b", "glpsol": "glpsol", "gnuplot": "--plot",
            "mpirun": "mpirun", "pdbgen-mpi": "pdbgen-mpi", "pdbsolve-mpi": "pdbsolve-mpi"}
# Allows more ranks than cores, and runs as root.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
       "OMPI_MCA_rmaps_base_oversubscribe": "1"}


def blocks(page):
    """Yields (line number, words of the fence, lines) of each fenced block."""
    words, lines, start = None, [], 0
    for number, line in enumerate(open(page, encoding="utf-8"), 1):
        fence = re.match(r"\s*```(.*)", line)
        if fence and words is None:
            words, lines, start = fence.group(1).split(), [], number
        elif fence:
            yield start, words, lines
            words = None
        elif words is not None:
            lines.append(line)


def examples(page):
    """Yields the examples of a manual page, as from a fenced block."""
    section, fenced = None, False
    for number, line in enumerate(open(page, encoding="utf-8"), 1):
        if line.startswith("# "):
            section = line[2:].strip()
        elif line.startswith("```"):
            fenced = not fenced
        elif section == "EXAMPLES" and fenced:
            yield number, ["sh"], [line]


def help_examples(tool):
    """Yields the examples of --help, as from a fenced block; text after three spaces is explanation."""
    text = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout
    for number, line in enumerate(text.partition("\nExamples:\n")[2].split("\n\n")[0].splitlines()):
        if "--animate" not in line:
            yield number + 1, ["sh"], [line.strip().split("   ")[0]]


def console(lines):
    """Yields (command, expected output) of a console block."""
    command, expected = None, []
    for line in lines:
        if line.startswith("$ "):
            if command is not None:
                yield command, "".join(expected)
            command, expected = line[2:], []
        else:
            expected.append(line)
    if command is not None:
        yield command, "".join(expected)


def run(script, home, environment):
    try:
        return subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=home, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(script, 124, "", f"took more than {SECONDS} s")


def lacking(script, environment):
    """Returns the missing optional program that the script needs, or None."""
    for program, sign in OPTIONAL.items():
        if re.search(sign, script) and not shutil.which(program, path=environment["PATH"]):
            return program
    if "pdbmethods ilp" in script and "--write-lp" not in script:
        probe = run("pdbmethods ilp --board 2x2 RD", "/", environment)
        if probe.returncode != 0:
            return "cbc, which must run"
    return None


def failure(where, script, done):
    return (f"FAILED: {where}: exit code {done.returncode}\n{script.strip()}\n"
            f"    out: {done.stdout[-1500:]}\n    err: {done.stderr[-1500:]}")


def hold(source, name, home, environment):
    """Returns the number of commands that ran, and sentences on failed and skipped commands."""
    commands, failures, excepted = 0, [], []
    for number, words, lines in source:
        where = f"{name}:{number}"
        needed = lacking("".join(lines), environment)
        if "norun" in words or needed:
            excepted.append(f"not run: {where}" + (f" (it needs {needed})" if needed else ""))
        elif words[:1] == ["sh"]:
            commands += 1
            done = run("".join(lines), home, environment)
            if done.returncode != 0:
                failures.append(failure(where, "".join(lines), done))
        elif words in ([], ["console"]):
            for command, expected in console(lines):
                commands += 1
                done = run(command, home, environment)
                differs = done.stdout.strip("\n") != expected.strip("\n") if expected else False
                # Exit code 1 is accepted if the answer is shown.
                if differs or done.returncode not in ((0, 1) if expected else (0,)):
                    failures.append(failure(where, command, done))
    return commands, failures, excepted


def hold_page(name, source, build, tables):
    """Runs a page in a directory of its own."""
    with tempfile.TemporaryDirectory() as home:
        os.mkdir(home + "/db")
        for table in glob.glob(tables + "/*.tpdb"):
            os.symlink(table, home + "/db/" + os.path.basename(table))
        for page, text in (("boards", BOARDS), ("scrambles", SCRAMBLES), ("solutions", SOLUTIONS)):
            with open(f"{home}/{page}.txt", "w", encoding="utf-8") as file:
                file.write(text)
        environment = {**os.environ, "PATH": build + ":" + os.environ["PATH"], "HOME": home,
                       "TILEPDB_DIR": home + "/db", "LC_ALL": "C.UTF-8", "TERM": "dumb", **MPI}
        return hold(source, name, home, environment)


def main():
    sources, build, tables = map(os.path.abspath, sys.argv[1:4])
    pages = sys.argv[4:] or [sources + "/README.md", *sorted(glob.glob(sources + "/docs/*.md")),
                             *sorted(glob.glob(sources + "/docs/man/*.scd"))]
    if not sys.argv[4:]:  # its examples are proofs that take a minute, as in tests/verify.sh
        pages = [page for page in pages if not page.endswith("pdbverify.1.scd")]
    sheets = [(os.path.relpath(page, sources),
               examples(page) if page.endswith(".scd") else blocks(page)) for page in pages]
    if not sys.argv[4:]:
        sheets += [(tool + " --help", help_examples(build + "/" + tool))
                   for tool in ("pdbgen", "pdbsolve", "pdbmethods", "pdbinfo")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        held = list(pool.map(lambda sheet: hold_page(*sheet, build, tables), sheets))
    commands = sum(count for count, _, _ in held)
    failures = [sentence for _, failed, _ in held for sentence in failed]
    excepted = [sentence for _, _, left in held for sentence in left]
    print(*excepted, *failures, sep="\n")
    print(f"{commands} commands ran, {len(failures)} failed, {len(excepted)} blocks were skipped")
    return 1 if failures or commands == 0 else 0


sys.exit(main())
