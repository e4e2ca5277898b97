"""Every pair of options of every tool: refused in one sentence that names both, or honoured, and then
each of the two visibly changes the result in the presence of the other. Called by option_pairs.sh.

An option that --help offers needs a row below: what it is tried with, and where its effect shows.
A pair without such an effect fails, so an option cannot be added without a decision for each pair.
"""

import concurrent.futures
import fcntl
import itertools
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

DB = os.environ["TILEPDB_DIR"]
ROOT = os.getcwd()


class Item:
    """An option with a value, and where its effect shows."""

    def __init__(self, name, value=None, scenes=None, context=(), without=(), mild=False,
                 boards=True, screen=False, always=False):
        self.name = name  # without dashes
        self.value = value
        self.scenes = scenes  # names, in the order in which they are tried; None: the tool's first
        self.context = ((),) + tuple(context)  # options that it needs: alternatives
        self.without = list(without)  # what it is compared with; by default its absence
        self.mild = mild  # it makes the tool slow, so boards are easy
        self.boards = boards  # it goes with operands
        self.screen = screen  # it needs a terminal
        self.always = always  # accepted with all others, with or without an effect

    @property
    def label(self):
        return f"--{self.name}" + (f"={self.value}" if self.value is not None else "")

    def args(self, scene, mild):
        if self.value is None:
            return [f"--{self.name}"]
        if self.name == "dir":
            return ["--dir", "db" if scene.db in ("new", "copy") else scene.db]
        value = scene.mild_values.get(self.name) if mild else None
        value = value or scene.values.get(self.name, self.value)
        given = [f"--{self.name}", value]
        return ["--seed", "7"] + given if self.name == "scramble" else given


class Scene:
    """Where options are tried: operands, tables, and values that fit them."""

    def __init__(self, operands, mild=None, db=None, before=(), mild_values=None, **values):
        self.operands = operands
        self.mild = mild if mild is not None else operands
        self.db = db or DB  # "new": an empty directory for each run; "copy": one with the tables
        self.before = list(before)
        self.values = {name.replace("_", "-"): value for name, value in values.items()}
        self.mild_values = mild_values or {}

    def beside(self, *before, **values):
        """The same with other options before, and other values."""
        other = Scene(self.operands, self.mild, self.db, self.before + list(before),
                      dict(self.mild_values), **self.values)
        for name, value in values.items():
            other.values[name.replace("_", "-")] = value
            other.mild_values.pop(name.replace("_", "-"), None)
        return other


# ---- running

NOISE = [
    (re.compile(rb"\d+\.\d{3,}(e-?\d+)?"), b"#"),
    (re.compile(rb"\d+(\.\d+)?(e-?\d+)? s\b"), b"# s"),
    (re.compile(rb'"seconds":[-0-9.e]+'), b'"seconds":#'),
    (re.compile(rb"# +[0-9.]+( [kMG])?\r?$", re.M), b"#"),  # nodes per second
    (re.compile(rb"/runs/[^ /'\":]+"), b"/RUN"),
    (re.compile(rb"(Kosten|Cbc|Clp)[^\n]*"), b""),
]


def plain(text):
    for pattern, replacement in NOISE:
        text = pattern.sub(replacement, text)
    return text


def environment(folder, scene):
    new = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", TILEPDB_DIR=scene.db,
               OMP_NUM_THREADS="1")
    if scene.db in ("new", "copy"):
        new["TILEPDB_DIR"] = folder + "/db"
    if scene.db == "copy":
        shutil.copytree(DB, folder + "/db")
    return new


def still(shown):
    """The first picture of an animation, and what remains at its end."""
    parts = shown.split(b"\x1b[?1049l")
    return shown if len(parts) == 1 else parts[0].split(b"q: quit")[0] + parts[-1]


def run_on_screen(command, folder, scene):
    """Runs on a pseudo-terminal, where q is typed when an animation starts; its output is stdout."""
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        os.chdir(folder)
        os.execvpe(command[0], command, environment(folder, scene))
    shown, typed, end = b"", False, time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 0.5)[0]:
            continue
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:
            break
        shown += part
        if not part:
            break
        if not typed and b"q: quit" in shown:
            os.write(terminal, b"q")
            typed = True
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), still(shown), b""


def run_plain(command, folder, scene):
    try:
        done = subprocess.run(command, cwd=folder, env=environment(folder, scene), timeout=20,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        print(f"no end: {command} in {scene.db}")
        return 124, b"", b""
    return done.returncode, done.stdout, done.stderr


def files_in(folder):
    found = []
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            text = b""
            if not name.endswith(".svg"):  # times are its content
                with open(path, "rb") as file:
                    text = file.read()
            found.append((os.path.relpath(path, folder), plain(text)))
    return tuple(sorted(found))


class Shown:
    """The visible results of a run."""

    def __init__(self, command, code, out, err, files):
        self.command = " ".join(command)
        self.seen = (code, plain(out), plain(err), files)
        self.code, self.out, self.err = code, out, err

    @property
    def refused(self):
        return self.code == 2 and REFUSAL.search(self.err + self.out) is not None

    def names(self, item, context=()):
        """Whether the sentence names the option, or what it needs."""
        for word in (f"--{item.name}",) + tuple(word.split("=")[0] for word in context):
            if re.search(re.escape(word).encode() + rb"\b", self.err + self.out):
                return True
        return False


SLOW = ("--method=ilp", "--method=iddfs", "--compare")

REFUSAL = re.compile(rb"has no effect|needs -|cannot be used together|takes no |needs the command|"
                     rb"cannot be combined|give only one of them")


class Tool:
    def __init__(self, command, scenes, items, least, allowed=None):
        self.command = command.split()
        self.least = least  # minimum of honoured pairs: refusing all is not a solution
        self.scenes = scenes
        self.plain = next(iter(scenes.values()))
        self.items = items
        self.allowed = {frozenset(pair): proof for pair, proof in (allowed or {}).items()}
        self.cache = {}
        self.lock = threading.Lock()
        self.runs = 0

    def run(self, scene, items, context=(), leave_out=None):
        mild = any(item.mild for item in items) or any(word in SLOW for word in context)
        screen = any(item.screen for item in items) or "--animate" in context
        arguments = scene.before + list(context)
        for item in sorted(items, key=lambda item: item.name != "scramble"):
            arguments += item.without if item is leave_out else item.args(scene, mild)
        if all(item.boards for item in items if item is not leave_out) and not any("--scramble" in w for w in context):
            arguments += scene.mild if mild else scene.operands
        return self.run_once(scene, arguments, screen)

    def run_once(self, scene, arguments, screen=False):
        key = (scene.db, tuple(arguments), screen)
        with self.lock:
            if key in self.cache:
                return self.cache[key]
            self.runs += 1
        folder = tempfile.mkdtemp(dir=RUNS)
        command = self.command + arguments
        begin = time.monotonic()
        shown = Shown(command, *(run_on_screen if screen else run_plain)(command, folder, scene),
                      files_in(folder))
        shutil.rmtree(folder)
        if os.environ.get("SLOW") and time.monotonic() - begin > 1:
            print(f"{time.monotonic() - begin:.1f} s: {shown.command}")
        with self.lock:
            self.cache[key] = shown
        return shown

    def drop_programs(self):
        """Without a solver of integer programs, their options have little visible effect."""
        self.items = [item for item in self.items
                      if item.name not in ("ilp-form", "write-lp") and item.value != "ilp"]
        self.least -= 100

    def scenes_of(self, item):
        return [self.scenes[name] for name in item.scenes] if item.scenes else [self.plain]

    def has_effect(self, item, beside, context):
        for scene in self.scenes_of(item):
            with_it = self.run(scene, [item] + beside, context)
            if with_it.refused:
                continue  # by what the scene has before
            if with_it.seen != self.run(scene, [item] + beside, context, leave_out=item).seen:
                return True
        return False

    def judge(self, a, b):
        """Whether a pair is honoured, and an error or None."""
        named = False
        for context_a, context_b in itertools.product(a.context, b.context):
            context = tuple(dict.fromkeys(context_a + context_b))
            if sum("--method" in word for word in context) > 1:
                continue
            shown = self.run(self.plain, [a, b], context)
            if not shown.refused:
                return True, self.lacking(a, b, context)
            if (shown.out + shown.err).replace(b"\r", b"").find(b"\n") + 1 != \
                    len((shown.out + shown.err).replace(b"\r", b"")):
                return False, f"more than a sentence: {shown.command}: {shown.out} {shown.err}"
            named |= shown.names(a, context_a) and shown.names(b, context_b)
        return False, None if named else f"does not name both: {shown.command}: {shown.err}"

    def lacking(self, a, b, context):
        proof = self.allowed.get(frozenset((a.name, b.name)))
        if proof is not None:
            return None if proof(self) else f"what {proof.__name__} says does not hold"
        for item, beside in ((a, b), (b, a)):
            if not item.always and not self.has_effect(item, [beside], context):
                return f"no effect of {item.label} beside {beside.label} {' '.join(context)}"
        return None

    def judge_alone(self, item):
        for context in item.context:
            if not self.run(self.plain, [item], context).refused:
                if item.always or self.has_effect(item, [], context):
                    return None
                return f"no effect of {item.label} {' '.join(context)}"
        return f"{item.label} is always refused"

    def check(self, pool):
        """The errors of single options and pairs, and the number of honoured pairs."""
        alone = [(pool.submit(self.judge_alone, item), item) for item in self.items]
        pairs = [(pool.submit(self.judge, a, b), a, b)
                 for a, b in itertools.combinations(self.items, 2)
                 if a.name != b.name and not (a.always and b.always)]
        complaints = [f"{item.label}: {future.result()}" for future, item in alone
                      if future.result() is not None]
        honoured = sum(future.result()[0] for future, _, _ in pairs)
        complaints += [f"{a.label} {b.label}: {future.result()[1]}" for future, a, b in pairs
                       if future.result()[1] is not None]
        return complaints, len(pairs), honoured


def offered(tool):
    text = subprocess.run([tool, "--help"], capture_output=True, check=True, text=True).stdout
    return set(re.findall(r"^  (?:-., |    )--([a-z-]*)", text, re.M))


# --help, --version and --completion answer instead of the tool, whatever else is given.
ANSWERS = {"help", "version", "completion"}
COMMON = [Item("dir", "db", always=True), Item("jobs", "1", always=True),
          Item("progress", always=True), Item("quiet", always=True)]


# ---- pdbsolve

HARD3 = "8 6 7/2 5 4/3 0 1"
MILD3 = "1 2 3/0 5 6/4 7 8"
SOME3 = "1 3 6/5 2 0/4 7 8"
MORE3 = "8 1 3/4 0 2/7 6 5"
FAR4 = "5 1 11 4/9 0 10 8/2 13 6 7/14 15 3 12"
NEAR4 = "5 1 3 4/2 0 6 7/9 10 12 8/13 14 11 15"
DEEP4 = "0 13 3 5/7 14 10 1/12 8 11 15/4 6 2 9"
LESS4 = "4 11 15 3/2 5 8 12/0 10 6 1/14 7 13 9"


def solution(board):
    done = subprocess.run(["pdbsolve", "-q", board], capture_output=True, check=True, text=True)
    return done.stdout.split()[1]


def damaged_tables():
    """A directory of tables whose last byte is wrong, which a short search does not notice."""
    folder = ROOT + "/damaged"
    shutil.copytree(DB, folder)
    for name in os.listdir(folder):
        with open(f"{folder}/{name}", "r+b") as file:
            file.seek(-1, os.SEEK_END)
            byte = file.read(1)
            file.seek(-1, os.SEEK_END)
            file.write(bytes([byte[0] ^ 0xFF]))
    return folder


def solve_scenes():
    plenty = {"max_length": "500", "max_nodes": "900000000", "timeout": "60", "memory": "1G"}
    far_goal = "2 3 1 4/5 6 7 8/9 10 11 12/13 14 15 0"
    hard = Scene([HARD3], [MILD3], board="3x3", judge=solution(HARD3), example="eight-hardest",
                 partition="1-4/5-8", goal="2 3 1/4 5 6/7 8 0", **plenty,
                 mild_values={"example": "moves-5", "goal": "1 2 3/4 5 6/7 0 8"})
    far = Scene([FAR4], [NEAR4], board="4x4", judge=solution(FAR4), example="moves-30",
                partition="5-5-5", goal=far_goal, **plenty, mild_values={"example": "moves-5"})
    wide = Scene(["D4RU"], board="2x5", judge="DLU4", partition="1-5/6-9",
                 goal="1 3 2 4 5 6 7 8 9 0", **plenty)
    deep = Scene([DEEP4], [LESS4], board="4x4", judge=solution(DEEP4), example="moves-60",
                 partition="5-5-5", goal=far_goal, mild_values={"example": "moves-50"},
                 **dict(plenty, timeout="0.000001"))
    less = Scene([LESS4], board="4x4", judge=solution(LESS4), example="moves-50",
                 partition="5-5-5", goal=far_goal, **dict(plenty, timeout="0.000001"))
    brief = hard.beside(timeout="0.000001")
    brief.mild = [SOME3]
    damaged = Scene(["R"], board="4x4", db=damaged_tables(), judge="L", example="solved",
                    partition="5-5-5", goal=far_goal, **plenty)
    moved = damaged.beside()
    moved.operands = moved.mild = ["1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"]
    none = Scene([MILD3], db="new", board="3x3", judge=solution(MILD3), example="simple",
                 partition="1-4/5-8", goal="2 3 1/4 5 6/7 8 0", **plenty)
    middle = hard.beside("-p", "1-4/5-8")
    middle.operands = middle.mild = [MORE3]
    other = hard.beside(judge=solution(MILD3))
    other.operands = [MILD3]
    hardly = brief.beside()
    hardly.mild = [HARD3]
    return {
        "hard": hard,
        "hard stats": hard.beside("--stats"),
        "hard json": hard.beside("--format=json"),
        "hard lp": hard.beside("--write-lp=program.lp"),
        "middle": middle,
        "other": other,
        "few nodes": far.beside(max_nodes="1"),
        "few nodes, hard": hard.beside(max_nodes="1"),
        "few moves": far.beside(max_length="1"),
        "few moves, hard": hard.beside(max_length="1"),
        "few bytes": hard.beside(memory="1"),
        "far": far,
        "far stats": far.beside("--stats"),
        "wide": wide,
        "wide rows": wide.beside(goal="1 3/2 4/5 6/7 8/9 0"),
        "brief": brief,
        "brief, hard": hardly,
        "less": less,
        "deep": deep,
        "damaged": damaged,
        "damaged moved": moved,
        "none": none,
        "none named": none.beside("-p", "1-4/5-8"),
    }


def kinds_are_chosen_together(tool):
    """Projected tables have one encoding; aware ones can have both."""
    scene = tool.scenes["none named"]
    both = ["--blank", "projected", "--encoding", "bit"]
    clash = tool.run_once(scene, scene.before + both + scene.operands)
    aware = tool.run_once(scene, scene.before + ["--blank", "aware", "--encoding", "nibble"] +
                          scene.operands)
    return clash.code == 2 and len(aware.seen[3]) == 2 and \
        all("aware_nibble" in name for name, _ in aware.seen[3])


def back_is_back_in_either_notation(tool):
    """The way back has the opposite of each letter, whatever the letters mean."""
    shown = tool.run_once(tool.scenes["hard"], ["--moves", "blank", "--invert", "URD"])
    return shown.out == b"ULD\n"


def files_are_ascii(tool):
    """Frames are drawn only on terminals."""
    scene = tool.scenes["hard"]
    arguments = ["--show", "--ascii", "-o", "out", HARD3]
    return tool.run_once(scene, arguments).seen[3][0][1].isascii()


def solve_tool():
    methods = ["--method=bfs", "--method=iddfs", "--method=ilp", "--method=astar"]
    seen = ["hard", "hard stats", "hard json"]
    items = [
        Item("board", "2x5", ["wide"]),
        Item("goal", "blank-first", ["hard", "hard stats", "wide rows"]),
        Item("partition", "1-4/5-8", ["hard stats", "hard", "none"]),
        Item("blank", "projected", ["none named", "none"]),
        Item("encoding", "nibble", ["none named", "none"]),
        Item("no-generate", scenes=["none"], always=True),
        Item("generate", scenes=["none"]),
        Item("preload", scenes=["damaged", "damaged moved"]),
        Item("heuristic", "manhattan", ["hard stats", "hard"],
             without=["--heuristic=linear-conflict"]),
        Item("heuristic", "linear-conflict", ["hard stats", "hard"]),
        Item("heuristic", "pdb", ["hard stats", "hard"], without=["--heuristic=manhattan"]),
        Item("no-reflection", scenes=["far stats", "middle", "far"]),
        Item("plain", scenes=["far stats", "middle", "far"]),
        Item("all", context=[("--format=json",)]),
        Item("count", context=[("--format=json",)]),
        Item("max-solutions", "1", context=[("--all",)]),
        Item("method", "ida", seen, without=["--method=bfs"]),
        Item("method", "astar", seen),
        Item("method", "bfs", seen),
        Item("method", "iddfs", seen, mild=True),
        Item("method", "layered", seen, mild=True),
        Item("method", "ilp", seen, mild=True),
        Item("explain", context=[(word,) for word in methods]),
        Item("first-bound", "9", seen, context=[("--method=iddfs",), ("--method=ilp",)]),
        Item("memory", "1G", ["few bytes"],
             context=[("--method=bfs",), ("--method=astar",)]),
        Item("ilp-form", "penalty", ["hard", "hard lp"], context=[("--method=ilp",)]),
        Item("write-lp", "out.lp", context=[("--method=ilp",)]),
        Item("compare", mild=True),
        Item("plot", "out.svg", context=[("--compare",)]),
        Item("examples", boards=False),
        Item("example", "simple", ["other"], boards=False),
        Item("max-length", "500", ["few moves, hard", "few moves"]),
        Item("max-nodes", "900000000", ["few nodes, hard", "few nodes"]),
        Item("timeout", "60", ["brief", "brief, hard", "less", "deep"]),
        Item("format", "json"),
        Item("format", "csv"),
        Item("moves", "blank", ["hard", "wide"], context=[("--format=json",)]),
        Item("moves", "numbers", context=[("--format=json",)]),
        Item("run-length", context=[("--format=json",)]),
        Item("output", "out"),
        Item("show"),
        Item("animate", screen=True),
        Item("speed", "900", context=[("--animate",)], screen=True),
        Item("color", "always", context=[("--show",), ("--animate",)], without=["--color=never"]),
        Item("ascii", context=[("--show",), ("--animate",)], screen=True),
        Item("stats"),
        Item("judge", "LU"),
        Item("invert", "RDDL", boards=False),
        Item("state"),
        Item("scramble", "3", boards=False),
        Item("seed", "5", context=[("--scramble=3",)], without=["--seed=7"], boards=False),
    ]
    return Tool("pdbsolve", solve_scenes(), items + COMMON, 920, {
        ("blank", "encoding"): kinds_are_chosen_together,
        ("moves", "invert"): back_is_back_in_either_notation,
        ("ascii", "output"): files_are_ascii,
    })


# ---- the others

def gen_tool():
    plenty = {"memory": "1G", "board": "3x3"}
    new = Scene(["1-4/5-8"], db="new", before=["--board", "3x3"], **plenty)
    scenes = {
        "new": new,
        "little": new.beside(memory="1"),
        "nibble": new.beside("--encoding", "nibble"),
        "nibble there": Scene(["1-4/5-8"], db="copy", **plenty,
                              before=["--board", "3x3", "--encoding", "nibble"]),
        "there": Scene(["1-4/5-8"], db="copy", before=["--board", "3x3"], **plenty),
        "sized": Scene(["1-4/5-8"], db="new", **plenty),
    }
    return Tool("pdbgen", scenes, [
        Item("board", "3x3", ["sized"]),
        Item("blank", "projected"),
        Item("encoding", "nibble"),
        Item("goal", "blank-first"),
        Item("goal-blank", "6"),
        Item("level", "19", ["new", "nibble", "nibble there"]),
        Item("memory", "1G", ["little"]),
        Item("verify"),
        Item("force", scenes=["there"]),
        Item("dry-run"),
        Item("list", boards=False),
        Item("json"),
    ] + COMMON, 104, {("blank", "encoding"): gen_kinds})


def gen_kinds(tool):
    """Projected tables have one encoding; aware ones are generated in both."""
    scene = tool.scenes["new"]
    shown = [tool.run_once(scene, scene.before + list(words) + scene.operands) for words in
             (("--blank", "projected", "--encoding", "bit"),
              ("--blank", "aware", "--encoding", "nibble"))]
    return shown[0].code == 2 and b"aware_nibble" in shown[1].out


def info_tool():
    scenes = {
        "there": Scene(["1-4/5-8"], before=["--board", "3x3"], board="3x3"),
        "sized": Scene(["1-4/5-8"], board="3x3"),
    }
    return Tool("pdbinfo", scenes, [
        Item("board", "3x3", ["sized"]),
        Item("blank", "projected"),
        Item("encoding", "nibble"),
        Item("goal", "blank-first"),
        Item("goal-blank", "6"),
        Item("json"),
        Item("csv"),
        Item("manifest"),
    ] + COMMON, 56, {("blank", "encoding"): info_kinds})


def info_kinds(tool):
    """Projected tables have one encoding; aware ones are shown in both."""
    scene = tool.scenes["there"]
    shown = tool.run_once(scene, scene.before + ["--blank=aware", "--encoding=nibble", "--manifest",
                                                 "1-4/5-8"])
    return shown.out.count(b"aware") == 2 == shown.out.count(b"nibble")


def verify_tools():
    """A command is tried with the options that it takes; the rest are refused, see foreign_options."""
    table = Scene(["1-4/5-8"], before=["--board", "3x3"], board="3x3")
    straight = Scene(["1 2/3 4/5 6/7 8/0 9", "L"], board="2x5")
    turned = Scene(["1 2/3 4/5 6/7 8/0 9", "R"], board="2x5")
    shape = Scene(["1 2 3 4 5 6 7 8 0 9", "L"], board="2x5")
    tables = [Item("blank", "projected"), Item("encoding", "nibble")]
    return [
        Tool("pdbverify table", {"there": table, "sized": Scene(["1-4/5-8"], board="3x3"),
                                 "little": table.beside(memory="1")}, tables + [
            Item("board", "3x3", ["sized"]),
            Item("goal", "blank-first"),
            Item("goal-blank", "6"),
            Item("full"),
            Item("memory", "1G", ["little"], context=[("--full",)]),
            Item("json"),
        ] + COMMON, 59, {("blank", "encoding"): verify_kinds}),
        Tool("pdbverify solution", {"there": straight, "turned": turned,
                                   "sized": shape}, [
            Item("board", "2x5", ["sized"]),
            Item("goal", "blank-first", ["there", "turned"]),
            Item("moves", "blank", ["there"]),
            Item("json"),
        ] + COMMON, 22),
    ]


def verify_kinds(tool):
    """Projected tables have one encoding; aware ones are verified in both."""
    scene = tool.scenes["there"]
    shown = tool.run_once(scene, scene.before + ["--blank=aware", "--encoding=nibble", "1-4/5-8"])
    return shown.code == 0 and shown.out.count(b"aware_nibble") == 2


def foreign_options():
    """For each command of pdbverify, the errors on options that it does not take."""
    taken = {
        "table": "integrity full memory board goal goal-blank blank encoding json",
        "solution": "board goal moves json",
        "optimal": "full board goal partition blank encoding no-generate cross certificate json",
        "certificate": "full json",
        "antipodes": "full partition blank encoding no-generate neighbours json",
        "layers": "full goal-blank partition blank encoding no-generate down-to from json",
    }
    values = {"memory": "1", "board": "3x3", "goal": "blank-last", "goal-blank": "8",
              "moves": "tile", "partition": "8", "blank": "aware", "encoding": "bit",
              "certificate": "out", "down-to": "80", "from": "in"}
    options = offered("pdbverify") - ANSWERS - {item.name for item in COMMON}
    complaints = []
    for command, words in taken.items():
        for name in sorted(options - set(words.split())):
            given = [f"--{name}"] + ([values[name]] if name in values else [])
            done = subprocess.run(["pdbverify", command] + given, capture_output=True, check=False)
            sentence = f"--{name}.* has no effect with the command {command}; .*\n"
            if done.returncode != 2 or not re.search(sentence.encode(), done.stderr):
                complaints.append(f"pdbverify {command} takes --{name}: {done.stderr}")
    return complaints


def main():
    os.mkdir(RUNS)
    failures = []
    tools = [gen_tool(), info_tool()] + verify_tools() + [solve_tool()]
    for tool in tools:
        known = {item.name for item in tool.items} | ANSWERS
        if len(tool.command) == 1 and known != offered(tool.command[0]):
            failures.append(f"{tool.command[0]}: without a row here, or gone: "
                            f"{sorted(known ^ offered(tool.command[0]))}")
    failures += foreign_options()
    if subprocess.run(["pdbsolve", "-q", "--method", "ilp", "1 2/0 3"], capture_output=True,
                      check=False).returncode != 0:
        print("no integer programs: --method ilp and its options are not tried")
        tools[-1].drop_programs()
    with concurrent.futures.ThreadPoolExecutor(2 * (os.cpu_count() or 2)) as pool:
        for tool in tools:
            name = " ".join(tool.command)
            begin = time.monotonic()
            complaints, pairs, honoured = tool.check(pool)
            failures += [f"{name}: {complaint}" for complaint in complaints]
            if honoured < tool.least:
                failures.append(f"{name}: only {honoured} pairs are honoured, of {tool.least}")
            print(f"{name}: {pairs} pairs, {honoured} honoured, {tool.runs} runs, "
                  f"{time.monotonic() - begin:.1f} s")
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


RUNS = ROOT + "/runs"

if __name__ == "__main__":
    sys.exit(main())
