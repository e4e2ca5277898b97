"""The scenes in which the options of all tools are tried in pairs, and the proofs of the pairs that
no scene shows. Called by option_pairs.sh; what is tried stands in the options' own rows, and
option_pairs.py is how.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from option_pairs import DB, ROOT, RUNS, Scene, Table, Tool, check_all

# ---- pdbsolve

HARD3 = "8 6 7/2 5 4/3 0 1"
MILD3 = "1 2 3/0 5 6/4 7 8"
SOME3 = "1 3 6/5 2 0/4 7 8"
HARD3_MARKED = "8 6 7/1 5 4/3 2 0"  # HARD3 and SOME3 with 2 for the blank
SOME3_MARKED = "0 3 6/5 1 2/4 7 8"
STRAIGHT3 = "4 1 2/7 5 0/8 6 3"  # UR2D2L2U2 is its only solution of 9 moves
MORE3 = "8 1 3/4 0 2/7 6 5"
FAR4 = "5 1 11 4/9 0 10 8/2 13 6 7/14 15 3 12"
NEAR4 = "5 1 3 4/2 0 6 7/9 10 12 8/13 14 11 15"
DEEP4 = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"  # takes long on any machine
MOVED4 = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"


def solution(board, *options, tool="pdbsolve"):
    done = subprocess.run([tool, "-q", *options, board], capture_output=True, check=True, text=True)
    return done.stdout.split()[1]


def damaged_tables():
    """A directory of large tables in which one byte of each is wrong that a short search does not
    see. Which byte this is, is found by trying."""
    folder = ROOT + "/damaged"
    kinds = [[], ["--blank", "projected"], ["--encoding", "nibble"]]
    for kind in kinds:
        subprocess.run(["pdbgen", "-q", "-d", folder, "6-6-3"] + kind, stdout=subprocess.DEVNULL,
                       check=True)
    large = [name for name in os.listdir(folder) if os.path.getsize(f"{folder}/{name}") > 100000]
    for part in range(1, 16):
        undo = [flip(f"{folder}/{name}", part / 16) for name in large]
        shown = [subprocess.run(["pdbsolve", "-q", "-d", folder] + kind + words, check=False,
                                capture_output=True).returncode
                 for kind in kinds for words in (["R", MOVED4], ["--all", "R"], ["--plain", "R"],
                                                 ["--no-reflection", "R"], ["--judge", "L", "R"])]
        if not any(shown):
            return folder
        for path in undo:
            flip(path, part / 16)
    raise AssertionError("a short search sees all of the tables")


def flip(path, where):
    with open(path, "r+b") as file:
        place = int(os.path.getsize(path) * where)
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ 0xFF]))
    return path


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
    deep = Scene([DEEP4], board="4x4", judge=solution(DEEP4, "layered", tool="pdbmethods"),
                 example="moves-80", partition="5-5-5", goal=far_goal,
                 **dict(plenty, timeout="0.05"))
    deep.instead["timeout"] = ["--max-length=1"]  # another limit, with another reason
    near = far.beside("--stats")
    near.operands = [NEAR4]
    brief = hard.beside(timeout="0.000001")
    brief.mild = [SOME3]
    brief.instead["timeout"] = ["--timeout=600"]  # the limit of compare, 2 s, may be reached
    marked = brief.beside()
    marked.operands, marked.mild = [HARD3_MARKED], [SOME3_MARKED]
    straight = hard.beside()
    straight.mild = [STRAIGHT3]
    damaged = Scene(["R"], board="4x4", db=damaged_tables(), judge="L", example="solved",
                    partition="6-6-3", goal=far_goal, **plenty)
    moved = damaged.beside()
    moved.operands = moved.mild = [MOVED4]
    none = Scene([MILD3], db="new", board="3x3", judge=solution(MILD3), example="eight-hardest",
                 partition="1-4/5-8", goal="2 3 1/4 5 6/7 8 0", **plenty)
    middle = hard.beside("-p", "1-4/5-8")
    middle.operands = middle.mild = [MORE3]
    other = hard.beside(judge=solution(MILD3))
    other.operands = [MILD3]
    scenes = {
        "hard": hard,
        "hard stats": hard.beside("--stats"),
        "hard json": hard.beside("--format=json"),
        "hard lp": hard.beside("--write-lp=program.lp"),
        "middle": middle,
        "named stats": hard.beside("--stats", "-p", "1-4/5-8"),
        "named json": hard.beside("--format=json", "-p", "1-4/5-8"),
        "other": other,
        "other named": far.beside("-p", "5-5-5"),
        "straight": straight,
        "few nodes": far.beside(max_nodes="1"),
        "few nodes hard": hard.beside(max_nodes="1"),
        "few moves": far.beside(max_length="1"),
        "few moves hard": hard.beside(max_length="1"),
        "few bytes": hard.beside(memory="1"),
        "far": far,
        "far stats": far.beside("--stats"),
        "near stats": near,
        "wide": wide,
        "wide rows": wide.beside(goal="1 3/2 4/5 6/7 8/9 0"),
        "brief": brief,
        "brief marked": marked,
        "deep": deep,
        "deep named": deep.beside("-p", "5-5-5"),
        "damaged": damaged,
        "damaged named": damaged.beside("-p", "6-6-3"),
        "damaged moved": moved,
        "none": none,
        "none named": none.beside("-p", "1-4/5-8"),
    }
    for scene in scenes.values():
        scene.values["improve"] = scene.values["judge"]
    return scenes


def kinds_are_chosen_together(tool):
    """Projected tables have one encoding, aware tables have two."""
    scene = tool.scenes["none named"]
    both = ["--blank", "projected", "--encoding", "bit"]
    clash = tool.run_once(scene, scene.before + both + scene.operands)
    aware = tool.run_once(scene, scene.before + ["--blank", "aware", "--encoding", "nibble"] +
                          scene.operands)
    return clash.code == 2 and len(aware.seen[3]) == 2 and \
        all("aware_nibble" in name for name, _ in aware.seen[3])


def back_is_back_in_either_notation(tool):
    """The way back has the opposite letters, whether letters mean tiles or the blank."""
    shown = tool.run_once(tool.scenes["hard"], ["--moves", "blank", "--invert", "URD"])
    return shown.out == b"ULD\n"


def files_are_ascii(tool):
    """Frames are drawn only on terminals."""
    scene = tool.scenes["hard"]
    arguments = ["--show", "--ascii", "-o", "out", MILD3]
    return tool.run_once(scene, arguments).seen[3][0][1].isascii()


def names_are_generated_anyhow(tool):
    """Named databases are generated and kept, with or without --generate."""
    named = ["-p", "1-4/5-8", "--generate", MILD3]
    kept = [tool.run_once(tool.scenes["none"], words).seen[3]
            for words in (named, named[:2] + named[3:], named[2:])]
    return len(kept[0]) == 2 and kept[0] == kept[1] and kept[0] != kept[2]


def compare_counts(tool):
    """Slow methods end at a time limit, but the nodes of IDA* with databases can be compared."""
    nodes = []
    for words in ([], ["--no-reflection"], ["--plain"]):
        call = ["-p", "1-4/5-8", "--timeout=0.5", "--format=json"] + words + [HARD3]
        rows = map(json.loads, tool.run_once(tool.scenes["hard"], call).out.splitlines())
        nodes += [row["generated"] for row in rows if row["method"] == "ida pdb"]
    return len(nodes) == 3 and nodes[0] not in nodes[1:]


def scrambles_are_the_same(tool):
    """Boards are drawn alike in both metrics."""
    scene = tool.scenes["hard"]
    drawn = [tool.run_once(scene, ["--scramble=3", "--seed=7"] + words)
             for words in ([], ["--metric=single"], ["--metric=multi"])]
    return [shown.code for shown in drawn] == [0] * 3 and len({shown.out for shown in drawn}) == 1


def pictures_move(tool):
    """A picture has keys of an animation, whose time follows from the speed, also in a file."""
    call = ["--format=svg", "--animate"]
    shown = [tool.run_once(tool.scenes["hard"], call + words + [MILD3])
             for words in ([], ["--speed=0.01"], ["--output=out"])]
    times = [re.findall(rb"animation:\S+ (\d+)ms", each.out) for each in shown[:2]]
    return len(set(times[0])) == len(set(times[1])) == 1 and times[0] != times[1] and \
        not shown[2].out and b"@keyframes" in shown[2].seen[3][0][1]


def steps_are_there_anyhow(tool):
    """JSON has the steps of an integer program with and without --explain."""
    call = ["--format=json", MILD3]
    shown = [tool.run_once(tool.scenes["hard"], words + call).out for words in ([], ["--explain"])]
    return [len(json.loads(each)["steps"]) > 0 for each in shown] == [True, True]


def programs_are_limited(_tool):
    """CBC has the node limit: a script in its place prints its arguments."""
    folder = tempfile.mkdtemp(dir=RUNS)
    with open(folder + "/cbc", "w", encoding="ascii") as script:
        script.write(f'#!/bin/sh\necho "$@" >>{folder}/called\n')
    os.chmod(folder + "/cbc", 0o755)
    path = folder + ":" + os.environ["PATH"]
    for words in ([], ["--ilp-form=penalty"], ["--write-lp=" + folder + "/out.lp"]):
        subprocess.run(["pdbmethods", "ilp", "--max-nodes=4321", MILD3] + words,
                       env=dict(os.environ, PATH=path), capture_output=True, check=False)
    with open(folder + "/called", encoding="ascii") as calls:
        return ["-maxNodes 4321" in call for call in calls] == [True] * 3


# Of pdbsolve and pdbmethods.
PROOFS = {
    ("blank", "encoding"): kinds_are_chosen_together,
    ("ascii", "output"): files_are_ascii,
    ("generate", "partition"): names_are_generated_anyhow,
    ("animate", "format=svg"): pictures_move,
    ("speed", "format=svg"): pictures_move,
    ("animate", "output"): pictures_move,
    ("speed", "output"): pictures_move,
}


def solve_tool():
    return Tool("pdbsolve", solve_scenes(), 1250, {
        **PROOFS,
        ("moves", "invert"): back_is_back_in_either_notation,
        ("metric", "scramble"): scrambles_are_the_same,
        ("metric", "seed"): scrambles_are_the_same,
    })


def methods_tools(programs):
    """The commands of pdbmethods."""
    scenes = solve_scenes()
    least = {"ida": 650, "compare": 320, "astar": 430, "bfs": 400, "iddfs": 400, "layered": 250,
             "ilp": 430}
    if not programs:
        del least["ilp"]
    own = {"compare": {"plain": compare_counts, "no-reflection": compare_counts},
           "ilp": {"max-nodes": programs_are_limited}}
    more = {"ilp": {("explain", "format=json"): steps_are_there_anyhow}}
    return [Tool(f"pdbmethods {command}", scenes, pairs, {**PROOFS, **more.get(command, {})},
                 own.get(command)) for command, pairs in least.items()]


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
        "new json": new.beside("--json"),
        "there json": Scene(["1-4/5-8"], db="copy", before=["--board", "3x3", "--json"], **plenty),
        "sized": Scene(["1-4/5-8"], db="new", **plenty),
        "coloured": Scene(["123/456/78."], db="new", before=["--board", "3x3"], **plenty),
        "coloured little": Scene(["123/456/78."], db="new", before=["--board", "3x3"], memory="1"),
        "coloured there": Scene(["123/456/78."], db="copy", before=["--board", "3x3"], **plenty),
        "coloured sized": Scene(["123/456/78."], db="new", **plenty),
    }
    return Tool("pdbgen", scenes, 100, {("blank", "encoding"): gen_kinds})


def gen_kinds(tool):
    """Projected tables have one encoding; aware tables are made in both."""
    scene = tool.scenes["new"]
    shown = [tool.run_once(scene, scene.before + list(words) + scene.operands) for words in
             (("--blank", "projected", "--encoding", "bit"),
              ("--blank", "aware", "--encoding", "nibble"))]
    return shown[0].code == 2 and b"aware_nibble" in shown[1].out


def info_tool():
    scenes = {
        "there": Scene(["1-4/5-8"], before=["--board", "3x3"], board="3x3"),
        "sized": Scene(["1-4/5-8"], board="3x3"),
        "coloured": Scene(["123/456/78."], before=["--board", "3x3"], board="3x3"),
        "coloured sized": Scene(["123/456/78."], board="3x3"),
    }
    return Tool("pdbinfo", scenes, 54, {("blank", "encoding"): info_kinds})


def info_kinds(tool):
    """Projected tables have one encoding; aware tables are shown in both."""
    scene = tool.scenes["there"]
    shown = tool.run_once(scene, scene.before + ["--blank=aware", "--encoding=nibble", "--manifest",
                                                 "1-4/5-8"])
    return shown.out.count(b"aware") == 2 == shown.out.count(b"nibble")


def verify_tools():
    """A command is tried with the options that it takes; foreign_options tries the rest."""
    table = Scene(["1-4/5-8"], before=["--board", "3x3"], board="3x3")
    coloured = Scene(["123/456/78."], before=["--board", "3x3"], board="3x3")
    straight = Scene(["1 2/3 4/5 6/7 8/0 9", "L"], board="2x5")
    turned = Scene(["1 2/3 4/5 6/7 8/0 9", "R"], board="2x5")
    first = Scene(["1 0/2 3/4 5/6 7/8 9", "R"], board="2x5")
    marked = Scene(["0 1/3 4/5 6/7 8/2 9", "L"], board="2x5")  # with 2 for the blank
    shape = Scene(["1 2 3 4 5 6 7 8 0 9", "L"], board="2x5")
    return [
        Tool("pdbverify table", {"there": table, "sized": Scene(["1-4/5-8"], board="3x3"),
                                 "little": table.beside(memory="1"),
                                 "coloured": coloured, "coloured sized": Scene(
                                     ["123/456/78."], board="3x3"),
                                 "coloured little": coloured.beside(memory="1")}, 57,
             {("blank", "encoding"): verify_kinds}),
        Tool("pdbverify solution", {"there": straight, "turned": turned, "first": first,
                                    "marked": marked, "sized": shape}, 20),
    ]


def verify_kinds(tool):
    """Projected tables have one encoding; aware tables are verified in both."""
    scene = tool.scenes["there"]
    shown = tool.run_once(scene, scene.before + ["--blank=aware", "--encoding=nibble", "1-4/5-8"])
    return shown.code == 0 and shown.out.count(b"aware_nibble") == 2


def foreign_options(tool):
    """Tries the options that a command of the tool does not take. Returns complaints."""
    table = Table(tool)
    complaints = []
    for command in table.modes:
        if command is None or command in table.rows:
            continue
        for row in table.rows.values():
            item = table.items(row)[0]
            if item.modes is None or command in item.modes:
                continue
            given = [f"--{item.name}"] + ([item.value] if item.value else [])
            done = subprocess.run([tool, command] + given, capture_output=True, check=False)
            sentence = f"--{item.name}.* has no effect with the command {command}; .*\n"
            if done.returncode != 2 or not re.search(sentence.encode(), done.stderr):
                complaints.append(f"{tool} {command} takes --{item.name}: {done.stderr}")
    return complaints


def main():
    os.mkdir(RUNS)
    programs = subprocess.run(["pdbmethods", "-q", "ilp", "1 2/0 3"], capture_output=True,
                              check=False).returncode == 0
    if not programs:
        print("no integer programs: pdbmethods ilp is not tried")
    tools = [gen_tool(), info_tool()] + verify_tools() + [solve_tool()] + methods_tools(programs)
    failures = foreign_options("pdbverify") + foreign_options("pdbmethods")
    failures += check_all(tools)
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
