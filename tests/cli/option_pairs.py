"""Every pair of options of every tool: refused in one sentence that names both, or honoured, and
then each of the two changes what can be seen in the presence of the other.

The rows are those of the tools (struct cli_option), which --completion json prints: in which modes an
option has an effect, what it excludes and needs, and what it is tried with. That is a line for each
value: the value, and after semicolons
    in A, B           the scenes of option_scenes.py in which its effect shows, in the order in
                      which they are tried (the tool's first one, if none is named)
    against --NAME=V  what it is compared with (its absence)
    with --NAME=V     what is given with it always
    screen            it needs a terminal
    unseen            it is accepted beside all others, with or without an effect that shows
    shows REGEX       its effect, where numbers differ between runs; it comes last
A pair without such an effect fails, so an option cannot be added without a decision for each pair.
What differs from run to run is no effect: a difference counts if both sides of it come twice.

Every pair of a tool, or of a command that is tried, runs once. The effects take most of the time, and are asked of one pair in SHARE: in the
environment, 1 for all.
"""

import concurrent.futures
import fcntl
import itertools
import json
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
import zlib

SHARE = int(os.environ.get("SHARE", "8"))
DB = os.environ["TILEPDB_DIR"]
ROOT = os.getcwd()
RUNS = ROOT + "/runs"


# Commands that make a tool slow, so boards are easy.
SLOW = ("ilp", "iddfs", "compare")


class Item:
    """An option with a value, and where its effect shows: a line of its row."""

    def __init__(self, name, line):
        line, _, shows = line.partition("; shows ")
        value, *parts = line.split("; ")
        words = dict((part.partition(" ")[::2]) for part in parts)
        unknown = set(words) - {"in", "against", "with", "screen", "unseen"}
        assert not unknown, f"--{name}: {unknown} in its row"
        self.name = name  # without dashes
        self.value = value or None
        self.scenes = words["in"].split(", ") if "in" in words else []
        self.without = words.get("against", "").split()
        self.beside = words.get("with", "").split()
        self.screen = "screen" in words
        self.always = "unseen" in words
        self.shows = shows and re.compile(shows.encode())
        self.modes = None  # modes in which the option has an effect; None if it is common to all tools
        self.boards = True  # true if operands are allowed with it
        self.context = ((),)  # alternatives of options that it needs

    @property
    def label(self):
        return f"--{self.name}" + (f"={self.value}" if self.value is not None else "")

    @property
    def words(self):
        return (self.name, self.label[2:])

    def args(self, scene, mild):
        if self.value is None:
            return [f"--{self.name}"]
        if self.name == "dir":
            return ["--dir", "db" if scene.db in ("new", "copy") else scene.db]
        value = scene.mild_values.get(self.name) if mild else None
        value = value or scene.values.get(self.name, self.value)
        return self.beside + [f"--{self.name}", value]


class Table:
    """The option rows of a tool, and the items that follow from them."""

    # --help, --version and --completion answer instead of the tool, whatever else is given.
    ANSWERS = {"help", "version", "completion"}

    def __init__(self, tool):
        text = subprocess.run([tool, "--completion", "json"], capture_output=True, check=True).stdout
        table = json.loads(text)
        rows = {row["name"]: row for row in table["options"]}
        assert set(rows) == offered(tool), f"{tool}: {sorted(set(rows) ^ offered(tool))}"
        self.rows = {name: row for name, row in rows.items() if name not in self.ANSWERS}
        self.modes = table["modes"]  # keys; None for the last row
        self.commands = table["commands"]
        self.operands = set(table["operands"])

    def items(self, row):
        lines = (row["tried"] or "").split("\n")
        assert not row["argument"] or lines[0], f"--{row['name']}: its row has no value to try"
        return [self.complete(Item(row["name"], line), row) for line in lines]

    def complete(self, item, row):
        if row["common"]:
            item.always = True
            return item
        asked = set() if self.commands else set(item.words) & set(self.modes)
        own = [rule["modes"] for rule in row["rules"]
               if rule["relation"] == "works in" and item.value in rule["value"].split()]
        item.modes = asked | set(own[0] if own else row["modes"])
        item.boards = bool(item.modes & self.operands) and \
            not any(rule["others"] == "OPERANDS" for rule in row["rules"])
        needed = [key for rule in self.rules_of(item) for key in
                  (rule["others"] if rule["relation"] == "needs" else rule["unless"] or "").split()]
        if not asked and not self.commands and None not in item.modes:
            needed += list(filter(item.modes.__contains__, self.modes))
        item.context += tuple(map(self.words_for, needed))
        return item

    def rules_of(self, item):
        """Returns the rules by which the item needs or excludes something, or is excluded."""
        for name, row in self.rows.items():
            for rule in row["rules"]:
                if rule["relation"] == "works in":
                    continue
                if name == item.name:
                    if rule["value"] is None or item.value in rule["value"].split():
                        yield rule
                elif rule["relation"] == "excludes" and \
                        set(item.words) & set(rule["others"].split()):
                    yield rule

    def words_for(self, key):
        """Returns the words of a key, with a value that its row tries."""
        name, _, value = key.partition("=")
        item = Item(name, (self.rows[name]["tried"] or "").split("\n")[0])
        value = value or item.value
        return tuple(item.beside) + (f"--{name}={value}" if value else f"--{name}",)


class Scene:
    """A scene in which options are tried: operands, tables, and values that fit them."""

    def __init__(self, operands, mild=None, db=None, before=(), mild_values=None, **values):
        self.operands = operands
        self.mild = mild if mild is not None else operands
        self.db = db or DB  # "new": an empty directory for each run; "copy": one with the tables
        self.before = list(before)
        self.values = {name.replace("_", "-"): value for name, value in values.items()}
        self.mild_values = mild_values or {}
        self.instead = {}  # by name of an option: what it is compared with in this scene

    def beside(self, *before, **values):
        """Returns the same scene with more options in front, and other values."""
        other = Scene(self.operands, self.mild, self.db, self.before + list(before),
                      dict(self.mild_values), **self.values)
        for name, value in values.items():
            other.values[name.replace("_", "-")] = value
            other.mild_values.pop(name.replace("_", "-"), None)
        other.instead = dict(self.instead)
        return other


# ---- running

NOISE = [
    (re.compile(rb"\d+\.\d{3,}(e-?\d+)?"), b"#"),
    (re.compile(rb"\d+(\.\d+)?(e-?\d+)? s\b"), b"# s"),
    (re.compile(rb"the fastest was [a-z ]+,"), b"the fastest was #,"),
    (re.compile(rb'"seconds":[-0-9.e]+'), b'"seconds":#'),
    (re.compile(rb"# +[0-9.]+( [kMG])?(?=  |\r?$)", re.M), b"#"),  # nodes per second
    # The pages of a file that the system keeps in memory.
    (re.compile(rb"^  in memory  .*", re.M), b"  in memory  #"),
    (re.compile(rb'"(cached|huge)_bytes":\d+'), b'"#_bytes":#'),
    (re.compile(rb"/runs/[^ /'\":]+"), b"/RUN"),
]


# A progress report; without a speed while an integer program is solved.
REPORT = re.compile(rb"\[[#.]{16}\]|nodes, .*/s|: bound \d+, [\d,]+ nodes, [\d.]+ s *$")


def settled(line):
    """Returns what stays of a line on the screen, or None: reports replace each other."""
    *replaced, last = line.rstrip(b"\r").split(b"\r")
    left = [part for part in replaced if part.strip()] + [last]
    left = [part for part in left if not REPORT.search(part)]
    return b"\r".join(left) if left else None


def plain(text):
    text = b"\n".join(line for line in map(settled, text.split(b"\n")) if line is not None)
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
    """Returns the first picture of an animation, and the screen after its end."""
    parts = shown.split(b"\x1b[?1049l")
    return shown if len(parts) == 1 else parts[0].split(b"q: quit")[0] + parts[-1]


def run_on_screen(command, folder, scene):
    """Runs the tool on a pseudo-terminal and types q when a replay begins; stdout is the screen."""
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
        done = subprocess.run(command, cwd=folder, env=environment(folder, scene), timeout=300,
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
            if not name.endswith(".svg"):  # its content is times
                with open(path, "rb") as file:
                    text = file.read()
            found.append((os.path.relpath(path, folder), plain(text)))
    return tuple(sorted(found))


class Shown:
    """Everything that a run prints."""

    def __init__(self, command, code, out, err, files):
        self.command = " ".join(command)
        self.seen = (code, plain(out), plain(err), files)
        self.code, self.out, self.err = code, out, err

    @property
    def refused(self):
        return self.code == 2 and REFUSAL.search(self.err + self.out) is not None

    def has(self, pattern):
        texts = [self.out, self.err]
        for name, text in self.seen[3]:
            texts += [name.encode(), text if name == "out" else b""]  # which --output names
        return any(pattern.search(text) for text in texts)

    def names(self, item, context=()):
        """Returns whether the sentence names the option, or an option that it needs."""
        for word in (f"--{item.name}",) + tuple(word.split("=")[0] for word in context):
            if re.search(re.escape(word).encode() + rb"\b", self.err + self.out):
                return True
        return False



REFUSAL = re.compile(rb"has no effect|needs -|cannot be used together|takes no |needs the command|"
                     rb"cannot be combined|give only one of them")


def is_asked(a, b):
    """Returns whether this pair's effects are checked: pseudo-random, the same in every run."""
    return zlib.crc32(f"{a.label} {b.label}".encode()) % SHARE == 0


class Tool:
    def __init__(self, command, scenes, least, allowed=None, own=None):
        self.command = command.split()
        self.least = least  # least number of honoured pairs: refusing all pairs is no solution
        self.scenes = scenes
        self.plain = next(iter(scenes.values()))
        table = Table(self.command[0])
        self.items = [item for row in table.rows.values() for item in table.items(row)
                      if item.modes is None or len(self.command) == 1 or
                      self.command[1] in item.modes]
        self.allowed = allowed or {}  # proofs by two options, NAME or NAME=VALUE
        self.own = own or {}  # proofs of options whose effect no scene of this tool shows
        self.cache = {}
        self.lock = threading.Lock()
        self.runs = 0

    def run(self, scene, items, context=(), leave_out=None, again=False):
        mild = any(word in SLOW for word in self.command)
        screen = any(item.screen for item in items) or "--animate" in context
        arguments = scene.before + list(context)
        for item in sorted(items, key=lambda item: item.name != "scramble"):
            if item is not leave_out:
                arguments += item.args(scene, mild)
        if leave_out:
            arguments += scene.instead.get(leave_out.name, leave_out.without)
        if all(item.boards for item in items if item is not leave_out) and \
                not any("--scramble" in word for word in context):
            arguments += scene.mild if mild else scene.operands
        return self.run_once(scene, arguments, screen, again)

    def run_once(self, scene, arguments, screen=False, again=False):
        """With `again`, runs a second time to see whether the output is the same."""
        key = (scene.db, tuple(arguments), screen, again)
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

    def scenes_of(self, item):
        return [self.scenes[name] for name in item.scenes if name in self.scenes] or [self.plain]

    def has_effect(self, item, beside, context):
        if item.name != "animate" and (
                "--animate" in context or any(other.name == "animate" for other in beside)):
            context = ("--speed=0.02",) + context  # so slow that the first picture is the last
        for scene in self.scenes_of(item):
            with_it = self.run(scene, [item] + beside, context)
            if with_it.refused:
                continue  # by the options that the scene begins with
            without = self.run(scene, [item] + beside, context, leave_out=item)
            if item.shows:
                if with_it.has(item.shows) and not without.has(item.shows):
                    return True
            elif with_it.seen != without.seen and all(
                    shown.seen == self.run(scene, [item] + beside, context, leave_out, True).seen
                    for shown, leave_out in ((with_it, None), (without, item))):
                return True
        return False

    def judge(self, a, b):
        """Returns whether a pair is honoured, and a complaint or None."""
        named = False
        for context_a, context_b in itertools.product(a.context, b.context):
            context = tuple(dict.fromkeys(context_a + context_b))
            shown = self.run(self.plain, [a, b], context)
            if not shown.refused:
                return True, self.lacking(a, b, context) if is_asked(a, b) else None
            if (shown.out + shown.err).replace(b"\r", b"").find(b"\n") + 1 != \
                    len((shown.out + shown.err).replace(b"\r", b"")):
                return False, f"more than a sentence: {shown.command}: {shown.out} {shown.err}"
            named |= shown.names(a, context_a) and shown.names(b, context_b)
        return False, None if named else f"does not name both: {shown.command}: {shown.err}"

    def proof_of(self, a, b):
        """Returns the option of a pair whose effect no scene shows, or None."""
        for (one, other), proof in self.allowed.items():
            for first, second in ((a, b), (b, a)):
                if one in first.words and other in second.words:
                    return proof
        return None

    def lacking(self, a, b, context):
        proof = self.proof_of(a, b)
        if proof is not None:
            return None if proof(self) else f"what {proof.__name__} says does not hold"
        for item, beside in ((a, b), (b, a)):
            if not item.always and item.name not in self.own and \
                    not self.has_effect(item, [beside], context):
                return f"no effect of {item.label} beside {beside.label} {' '.join(context)}"
        return None

    def judge_alone(self, item):
        for context in item.context:
            if not self.run(self.plain, [item], context).refused:
                shown = self.own[item.name](self) if item.name in self.own else \
                    item.always or self.has_effect(item, [], context)
                if shown:
                    return None
                return f"no effect of {item.label} {' '.join(context)}"
        return f"{item.label} is always refused"

    def check(self, pool):
        """Returns complaints about options and pairs, and the number of honoured pairs."""
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


def check_all(tools):
    """Tries the pairs of all tools. Returns the failures."""
    failures = []
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
    return failures
