#!/usr/bin/env python3
"""Which faults do the tests notice? Plants one fault after the other in src, and runs the tests.

Usage: python3 tests/mutants.py [--count N] [--seed N] [--until folder|first|rest] [--keep] [FILE...]

A mutant is one change of one line: another comparison, + for -, && for ||, a constant that is one
larger, a statement or a condition that is left out. Which lines are changed depends on the seed
alone. Mutants are made of what is committed, in a clone in build/mutants, which the first run
builds; --keep uses the clone of an earlier run at the same commit.

For each mutant first the unit tests of its folder run, then, if it survives, what is left of
`./quickstart test` (first), then `./quickstart test all` (rest); the first failure ends it. So most
mutants take seconds, and one that survives takes as long as the tests. A mutant whose library has
the same bytes as before is no mutant; one that does not compile is counted as killed by none, and
left out as well. Run by hand; it takes both cores for hours if N is some hundreds.
"""
import argparse
import collections
import glob
import hashlib
import os
import random
import re
import resource
import signal
import subprocess
import sys

HOME = "build/mutants"
SOURCE, BUILD = f"{HOME}/source", f"{HOME}/build"
CPU_SECONDS = 300       # limit of one process, which ends an endless loop
BYTES = 8 << 30         # limit of one process
STAGE_SECONDS = 3600    # limit of a stage, which ends an endless wait

# Each pattern and its replacement, applied to one match at a time.
CHANGES = [
    (r"(?<![-<>=!+*/&|])<=(?!=)", ["<"]),
    (r"(?<![->=])>=(?!=)", [">"]),
    (r"(?<= )<(?= )", ["<="]),
    (r"(?<= )>(?= )", [">="]),
    (r"==", ["!="]),
    (r"!=", ["=="]),
    (r"&&", ["||"]),
    (r"\|\|", ["&&"]),
    (r"(?<=[\w)\]] )\+(?= )", ["-"]),
    (r"(?<=[\w)\]] )-(?= )", ["+"]),
    (r"(?<=[\w)\]] )\*(?= [\w(])", ["/"]),
    (r"(?<= )<<(?= )", [">>"]),
    (r"(?<= )>>(?= )", ["<<"]),
    (r"\+\+(?=[;)])", ["--"]),
    (r"(?<![\w.#\"])\d+(?![\w.\"])", ["+1"]),
    (r"\btrue\b", ["false"]),
    (r"\bfalse\b", ["true"]),
    (r"(?<=\bif \()!", [""]),
]
STATEMENT = re.compile(r"^ +(?!return|break|continue|case|default|const|static|struct|#)[\w>.\[\]-]+"
                       r"( [-+*/|&^]?= |\().*;$")

Mutant = collections.namedtuple("Mutant", "path number before after")


def lines_of(path):
    """Returns numbered lines of code, without comments, directives and string literals."""
    comment = False
    for number, line in enumerate(open(path, encoding="utf-8").read().split("\n")):
        begins, ends = line.rfind("/*"), line.rfind("*/")
        inside = comment
        comment = begins > ends or (comment and ends < 0)
        if inside or begins >= 0 or line.startswith("#") or '"' in line or "assert" in line:
            continue
        yield number, line


def mutants_of(path):
    for number, line in lines_of(path):
        if not line.startswith(" "):
            continue  # declarations
        for pattern, texts in CHANGES:
            for match in re.finditer(pattern, line):
                for text in texts:
                    new = str(int(match.group()) + 1) if text == "+1" else text
                    yield Mutant(path, number, line, line[:match.start()] + new + line[match.end():])
        if STATEMENT.match(line):
            yield Mutant(path, number, line, re.match(" *", line).group() + ";")


def limits():
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests send it; background jobs ignore it
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def run(*command, log, limited=False):
    """Returns whether the command succeeds; appends its output to the log."""
    environment = dict(os.environ, OMP_WAIT_POLICY="passive")
    with open(log, "a", encoding="utf-8") as output:
        try:
            return subprocess.run(command, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                                  env=environment, preexec_fn=limits if limited else None,
                                  timeout=STAGE_SECONDS).returncode == 0
        except subprocess.TimeoutExpired:
            output.write("The following tests FAILED: \n 0 - what waits for ever (Timeout)\n")
            return False


def compiled(*targets, log):
    return run("cmake", "--build", BUILD, "--parallel", str(os.cpu_count()),
               *(["--target", *targets] if targets else []), log=log)


def listed(*choice):
    text = subprocess.run(["ctest", "--test-dir", BUILD, "-N", *choice], capture_output=True,
                          text=True, check=True).stdout
    return re.findall(r"^ *Test +#\d+: (\S+)$", text, re.M)


def libraries():
    return sorted(glob.glob(f"{BUILD}/src/libtilepdb*.a"))


def fingerprint():
    return [hashlib.sha256(open(path, "rb").read()).hexdigest() for path in libraries()]


def stages(folder, until):
    """Returns (name, targets, choice of tests) of each stage."""
    unit = ["-L", "^unit$", "-L", f"^{folder}$"]
    yield "folder", listed(*unit), unit
    if until != "folder":
        yield "first", [], ["-LE", "long|platforms|rest"]
    if until == "rest":
        yield "rest", [], ["-L", "rest", "-LE", "long|platforms"]


def verdict(mutant, until, original):
    """Returns the (stage, test) that kills the mutant: 'none' if no test does, '' if it is no mutant."""
    log = f"{HOME}/log"
    open(log, "w", encoding="utf-8").close()
    if not compiled(*(os.path.basename(path)[3:-2] for path in libraries()), log=log):
        return "", "does not compile"
    if fingerprint() == original:
        return "", "the same bytes"
    folder = mutant.path.split("/src/")[1].split("/")[0]
    for name, targets, choice in stages(folder, until):
        if name == "folder" and not targets:
            continue
        if not compiled(*targets, log=log):
            return name, "the build, which runs programs of its own"
        if not run("ctest", "--test-dir", BUILD, "--stop-on-failure", *choice, "--timeout", "900",
                   "--parallel", str(os.cpu_count()), log=log, limited=True):
            text = open(log, encoding="utf-8", errors="replace").read()
            failed = re.findall(r"^\s*\d+ - (.+) \(", text.rpartition("tests FAILED:")[2], re.M)
            return name, " ".join(failed) or "?"
    return "none", ""


def commit(directory):
    return subprocess.run(["git", "-C", directory, "rev-parse", "HEAD"], capture_output=True,
                          check=False).stdout


def prepare(keep):
    if keep and os.path.exists(f"{BUILD}/CMakeCache.txt") and commit(SOURCE) == commit("."):
        subprocess.run(["git", "-C", SOURCE, "checkout", "-q", "."], check=True)
    else:
        subprocess.run(["rm", "-rf", HOME], check=True)
        os.makedirs(HOME)
        subprocess.run(["git", "clone", "-q", ".", SOURCE], check=True)
        if not run("cmake", "-S", SOURCE, "-B", BUILD, "-DCMAKE_BUILD_TYPE=Release",
                   "-DTILEPDB_TESTS=ON", log=f"{HOME}/log"):
            sys.exit(f"it cannot be configured: {HOME}/log")
    if not compiled(log=f"{HOME}/log"):
        sys.exit(f"it does not build: {HOME}/log")


def chosen(options):
    paths = [f"{SOURCE}/{path}" for path in options.files]
    if not paths:
        paths = sorted(path for path in glob.glob(f"{SOURCE}/src/*/*.[ch]")
                       if "windows" not in path and "_web" not in path and "_none" not in path)
    everything = [mutant for path in paths for mutant in mutants_of(path)]
    random.Random(options.seed).shuffle(everything)
    return everything


def plant(mutant, line):
    with open(mutant.path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    lines[mutant.number] = line
    with open(mutant.path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--until", choices=("folder", "first", "rest"), default="rest")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    prepare(options.keep)
    original = fingerprint()
    killed = collections.Counter()
    for mutant in chosen(options):
        if sum(killed.values()) == options.count:
            break
        plant(mutant, mutant.after)
        stage, test = verdict(mutant, options.until, original)
        plant(mutant, mutant.before)
        print(f"{stage or 'left out'}: {mutant.path[len(SOURCE) + 1:]}:{mutant.number + 1}: {test}\n"
              f"    {mutant.before.strip()}\n    {mutant.after.strip()}", flush=True)
        if stage:
            killed[stage] += 1
    total = sum(killed.values())
    first = killed["folder"] + killed["first"]
    print(f"{total} mutants: {killed['folder']} killed by the unit tests of their folder, {first} by "
          f"./quickstart test, {first + killed['rest']} by all, {killed['none']} survive")


main()
