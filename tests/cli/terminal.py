"""The tools on a pseudo-terminal. Called by terminal.sh."""

import os
import re
import shutil
import signal
import subprocess
import termios
import time

from pseudo import PATIENCE, Terminal, check, finish

ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"
BOARD = "1 2 3/4 0 5/7 8 6"  # two moves
LONG = "8 6 7/2 5 4/3 0 1"  # 31 moves
HARD = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
ASKED = "12 9 13 14 15 11 2 10 3 7 0 5 4 8 6 1"  # 74 moves, hard, and solved without databases


def animated(*options, tool="pdbsolve", **settings):
    return Terminal(tool, "-q", "--animate", *options, **settings)


def plays_by_itself():
    terminal = animated("--speed", "20", BOARD)
    code = terminal.end()
    seen = terminal.seen
    check("a film ends by itself, with exit code 0", code == 0, seen)
    check("the answer comes first, on the screen below", seen.startswith(b"2 LU\r\n"), seen)
    check("one screen is entered", seen.count(ENTER) == 1, seen)
    check("and left once", seen.count(LEAVE) == 1, seen)
    left = seen.partition(LEAVE)[2]
    lines = left.rstrip().decode().replace("\r", "").split("\n")
    check("the last board stays below the answer", "┌────┬────┬────┐" in lines[-8] and "┘" in lines[-2], left)
    check("and a line below it", lines[-1] == " Solved in 2 moves.", left)
    check("without the keys of the film", b"space" not in left, left)
    check("the cursor is hidden and shown", seen.count(b"\x1b[?25l") == seen.count(b"\x1b[?25h"))
    for step in (b"Move 0 of 2", b"Move 1 of 2: tile 5 left", b"Move 2 of 2: tile 6 up"):
        check(f"{step!r} is shown", step in seen, seen)
    check("the board has a frame", "┌────┬────┬────┐".encode() in seen, seen)
    check("the tile that moved has a colour", b"\x1b[1;33m  5" in seen, seen)
    terminal.settings_are_back("a film that ended")
    terminal.close()


def speed_is_kept():
    start = time.monotonic()
    terminal = animated("--speed", "10", LONG)
    terminal.until(b"Move 31 of 31")
    seconds = time.monotonic() - start
    check(f"31 moves at 10 a second take 3.1 s, not {seconds:.1f}", seconds > 3.0)
    terminal.key(b"q")
    check("q ends it", terminal.end() == 0)
    terminal.close()
    terminal = animated("--speed", "0.01", LONG)
    terminal.until(b"Move 0 of 31")
    terminal.key(b"n")
    terminal.until(b"Move 1 of 31")
    terminal.key(b"q")
    terminal.end()
    last = terminal.seen.rstrip().rpartition(b"\n")[2]
    check("a film that is left ends on the move that was shown", last.startswith(b" Move 1 of 31: "), last)
    terminal.close()


def keys_work():
    terminal = animated("--speed", "0.01", LONG)
    terminal.until(b"Move 0 of 31")
    mode = termios.tcgetattr(terminal.slave)[3]
    check("keys come at once, without echo", not mode & (termios.ICANON | termios.ECHO))
    terminal.key(b" ")
    terminal.until(b"paused")
    for key, step in ((b"n", 1), (b"n", 2), (b"\x1b[C", 3), (b"\x1bOC", 4), (b"p", 3),
                      (b"\x1b[D", 2), (b"\x1bOD", 1), (b"p", 0), (b"p", 0), (b"n", 1)):
        terminal.key(key)
        terminal.until(b"Move %d of 31" % step, f"{key!r} leads to move {step}")
        terminal.until(b"paused")
    for key, speed in ((b"-", b"0.125"), (b"+", b"0.25"), (b"=", b"0.5"), (b"-", b"0.25"), (b"++", b"1"),
                       (b"----", b"0.125"), (b"+" * 20, b"1e+03")):
        terminal.key(key)
        terminal.until(b" paused, " + speed + b" moves/s")
    terminal.key(b"x\x1b[5~\x1b[A")
    while terminal.read(0.3):
        pass
    check("other keys do nothing", b"Move 2 " not in terminal.seen, terminal.seen)
    terminal.key(b" ")
    terminal.until(b"Move 31 of 31", "space plays on")
    terminal.key(b"p")
    terminal.until(b"Move 30 of 31", "the last board stays for a while")
    terminal.key(b"-" * 20 + b"n ")
    terminal.until(b"Move 0 of 31", "space at the end begins again")
    terminal.key(b"q")
    check("q: exit code 0", terminal.end() == 0, terminal.seen)
    left = terminal.seen.partition(LEAVE)[2]
    check("q leaves the board that was on the screen", b"Move 0 of 31" in left and
          "┘".encode() in left.rstrip().split(b"\n")[-2], terminal.seen)
    terminal.settings_are_back("q")
    terminal.close()


def signals_restore():
    for name, send, code in (
        ("SIGINT by its key", b"\x03", 130),
        ("SIGQUIT by its key", b"\x1c", -signal.SIGQUIT),
        ("SIGTERM", signal.SIGTERM, 143),
        ("SIGINT", signal.SIGINT, 130),
        ("SIGHUP", signal.SIGHUP, 129),
        ("SIGABRT", signal.SIGABRT, -signal.SIGABRT),
        ("SIGSEGV", signal.SIGSEGV, -signal.SIGSEGV),
    ):
        terminal = animated("--speed", "5", LONG)
        terminal.until(b"Move 1 of 31")
        if isinstance(send, bytes):
            terminal.key(send)
        else:
            terminal.process.send_signal(send)
        got = terminal.end()
        check(f"{name}: exit code {code}, not {got}", got == code, terminal.seen)
        check(f"{name}: the screen is left", LEAVE in terminal.seen, terminal.seen)
        check(f"{name}: the cursor is shown", b"\x1b[?25h" in terminal.seen, terminal.seen)
        terminal.settings_are_back(name)
        terminal.close()


def stops_and_goes_on():
    terminal = animated("--speed", "0.01", LONG)
    terminal.until(b"Move 0 of 31")
    terminal.key(b" ")
    terminal.until(b"paused")
    # The process leads a session without a shell, whose group is an orphan: the key would be
    # ignored, and so would the stop. SIGSTOP is not ignored, but nobody can observe it.
    terminal.process.send_signal(signal.SIGTSTP)
    terminal.until(LEAVE, "SIGTSTP: the screen is left before the stop")
    terminal.until(ENTER, "and entered again after it")
    terminal.until(b"Move 0 of 31", "and drawn again")
    terminal.key(b"q")
    check("q after a stop: exit code 0", terminal.end() == 0)
    terminal.settings_are_back("a stop")
    terminal.close()


def ignored_stop_stays_ignored():
    """The process that starts the tool may not be able to continue it."""
    terminal = Terminal("sh", "-c", "trap '' TSTP; exec pdbsolve -q --animate --speed 0.01 \"$0\"",
                        LONG)
    terminal.until(b"Move 0 of 31")
    terminal.process.send_signal(signal.SIGTSTP)
    while terminal.read(0.3):
        pass
    check("the screen is not left", LEAVE not in terminal.seen, terminal.seen)
    terminal.key(b"q")
    check("q: exit code 0", terminal.end() == 0, terminal.seen)
    terminal.close()


def job_control():
    """A shell with job control stops the job."""
    terminal = Terminal("sh", "-c", 'set -m; pdbsolve -q --animate --speed 0.01 "$0"; '
                        'echo stopped; stty -a | grep -c " icanon.* echo "; fg >/dev/null', LONG)
    terminal.until(b"Move 0 of 31")
    terminal.key(b"\x1a")
    terminal.until(b"stopped\r\n", "Ctrl-Z gives the terminal back to the shell")
    terminal.until(ENTER, "fg enters the screen again")
    terminal.until(b"Move ")
    terminal.key(b"q")
    check("q after fg: exit code 0", terminal.end() == 0, terminal.seen)
    terminal.settings_are_back("Ctrl-Z and fg")
    terminal.close()


def terminal_goes():
    terminal = animated("--speed", "5", LONG)
    terminal.until(b"Move 1 of 31")
    os.close(terminal.slave)
    os.close(terminal.master)
    end = time.monotonic() + PATIENCE
    while terminal.process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    check("it ends when the terminal goes", terminal.process.poll() is not None)
    terminal.process.kill()


def small_and_resized():
    terminal = animated("--speed", "0.01", LONG, columns=30, rows=10)
    terminal.until(b"Move 0 of 31")
    terminal.until("└──────────┘".encode(), "a small window shows the small board")
    terminal.key(b" ")
    terminal.resize(80, 24)
    terminal.process.send_signal(signal.SIGWINCH)
    terminal.until("┌────┬".encode(), "a larger window shows the large board")
    terminal.resize(30, 8)
    terminal.process.send_signal(signal.SIGWINCH)

    def fits():
        frame = terminal.seen.rpartition(b"\x1b[H")[2]  # the last picture drawn
        return (frame.startswith(b" Move 0 of 31") and frame.count(b"\n") in range(4, 8) and
                "┌────┬".encode() not in frame)

    terminal.wait("a smaller window has a smaller board, and fewer lines than the window", fits)
    terminal.key(b"q")
    terminal.end()
    terminal.close()


def other_sources():
    with open("boards", "w") as boards:
        boards.write(f"{BOARD}\n2 1 3/4 5 6/7 8 0\n{BOARD}\n")
    with open("boards") as boards:
        terminal = animated("--speed", "50", stdin=boards)
        code = terminal.end()
    check("boards of a file: the keys come from the terminal", code == 1, terminal.seen)
    check("a film for each that is solved", terminal.seen.count(ENTER) == 2, terminal.seen)
    terminal.settings_are_back("two films")
    terminal.close()
    terminal = animated("--speed", "50", "--ascii", "--color=never", "layered", BOARD,
                        tool="pdbmethods")
    check("another method", terminal.end() == 0, terminal.seen)
    check("in ASCII", b"+----+----+----+" in terminal.seen, terminal.seen)
    check("without colours", b"\x1b[32m" not in terminal.seen, terminal.seen)
    terminal.close()
    terminal = animated("--metric", "multi", "--speed", "50", "--board", "3x3", "R2D")
    check("slides", terminal.end() == 0, terminal.seen)
    check("a slide has all its tiles", b"Move 2 of 2: tiles 7 and 8 left" in terminal.seen, terminal.seen)
    check("and one mark", b"U[L2]" in terminal.seen, terminal.seen)
    terminal.close()


def refusals():
    for words, settings in (((BOARD,), {"TERM": "dumb"}), ((), {}), (("-",), {}), (("-o", "x", BOARD), {}),
                            (("--format", "json", BOARD), {}), (("--all", BOARD), {}),
                            (("--state", BOARD), {})):
        terminal = animated(*words, **settings)
        check(f"refused: {words} {settings}", terminal.end() == 2, terminal.seen)
        check("with a sentence, no screen",
              b"pdbsolve: --" in terminal.seen and ENTER not in terminal.seen, terminal.seen)
        terminal.close()
    for speed in ("0", "-1", "x", "1001", "nan"):
        result = subprocess.run(["pdbsolve", "--speed", speed, BOARD], capture_output=True)
        check(f"--speed {speed} is refused",
              result.returncode == 2 and b"--speed: '" in result.stderr, result.stderr)


def shown(*options, **settings):
    terminal = Terminal("pdbsolve", "-q", "--show", *options, BOARD, **settings)
    check("--show: exit code 0", terminal.end() == 0, terminal.seen)
    terminal.close()
    return terminal.seen


def colours_and_boxes():
    seen = shown()
    check("--show on a terminal has boxes and colours", "┌──────────┐".encode() in seen and
          b"\x1b[32m" in seen, seen)
    check("--show leaves the screen where it is", ENTER not in seen)
    for options, settings in (((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"}),
                              (("--color", "never"), {})):
        seen = shown(*options, **settings)
        check(f"no colours: {options} {settings}", b"\x1b" not in seen, seen)
        check("but boxes", "┌".encode() in seen, seen)
    check("an empty NO_COLOR forbids nothing", b"\x1b[32m" in shown(NO_COLOR=""))
    check("--color always", b"\x1b[32m" in shown("--color", "always", NO_COLOR="1"))
    for options, settings in ((("--ascii",), {}), ((), {"LC_ALL": "C"})):
        seen = shown(*options, **settings)
        check(f"ASCII: {options} {settings}", b"+----------+" in seen and
              seen.isascii(), seen)
    for columns in (20, 40, 200):
        plain = re.sub(r"\x1b\[[0-9;]*m", "", shown(columns=columns).decode())
        widest = max(len(line) for line in plain.split("\r\n"))
        check(f"{columns} columns hold the boards, not {widest}", widest <= columns)


def pipes_are_plain():
    seen = subprocess.run(["pdbsolve", "-q", "--show", BOARD], capture_output=True)
    check("no frames, no colours, no messages in a pipe", seen.stdout.isascii() and
          b"\x1b" not in seen.stdout and b"+" not in seen.stdout and seen.stderr == b"",
          seen.stdout)
    seen = subprocess.run(["pdbsolve", "-q", "--show", "--color=always", BOARD],
                          capture_output=True)
    check("--color always, also in a pipe", b"\x1b[32m" in seen.stdout, seen.stdout)
    seen = subprocess.run(["pdbsolve", "-q", "--animate", BOARD], capture_output=True)
    check("no film in a pipe", seen.returncode == 2 and b"--show prints" in seen.stderr,
          seen.stderr)
    seen = subprocess.run(["pdbgen", "--force", "--board", "3x3", "8"], capture_output=True)
    check("no progress in a pipe", b"\r" not in seen.stderr + seen.stdout, seen.stderr)


def progress_stays_on_its_line():
    terminal = Terminal("pdbsolve", "--heuristic", "manhattan", HARD, columns=70)
    terminal.until(b"M nodes")
    terminal.resize(50)
    while terminal.read(0):  # lines that were drawn before
        pass
    terminal.seen = b""

    def searched():
        """Returns the searches in progress lines, without a line that may have begun earlier."""
        lines = re.split(rb"[\r\n]+", terminal.seen)[1:]
        return [line for line in lines if b"board 1: bound" in line]

    terminal.wait("progress is rewritten", lambda: len(searched()) > 5)
    terminal.process.send_signal(signal.SIGINT)
    check("an interrupt: exit code 130", terminal.end() == 130, terminal.seen)
    check("within a window that became narrower", max(map(len, searched())) <= 49, terminal.seen)
    scrolled = terminal.seen.count(b"\n")
    check("only the message and the answer end lines", scrolled == 2, terminal.seen)
    terminal.close()


def batches_are_counted():
    counted, boards = [], 1000
    while len(counted) < 3 and boards < 1000000:  # enough to keep this machine busy
        boards *= 4
        with open("many", "w") as file:
            file.write(f"{LONG}\n" * boards)
        with open("many") as file:
            terminal = Terminal("pdbsolve", "-j1", "--heuristic", "manhattan", "-o", "answers", stdin=file)
            check("exit code 0", terminal.end() == 0, terminal.seen)
        terminal.close()
        counted = [line for line in terminal.all.split(b"\r")
                   if re.match(rb"[0-9,]+ boards \[[#.]+\] +[0-9]+%, [0-9.]+( k)?/s.* s left", line)]
    check("answers in a file are counted, with the time that is left", len(counted) >= 3, terminal.all)
    check("and the line is rewritten, never scrolled", b"\n" not in terminal.all, terminal.all)
    with open("answers") as answers:
        check("answers are complete", answers.read().count("31 ") == boards)


def nothing_is_asked():
    """Boards that are typed are hard without the right databases: a note names the command, and the next
    line is a board."""
    places = {"TILEPDB_DIR": os.path.abspath("asked")}
    terminal = Terminal("pdbsolve", "-j2", **places)
    terminal.until(b"type boards")
    terminal.key(ASKED.encode() + b"\n")
    terminal.until(b"'pdbgen 7-8' generates and keeps the strongest")
    terminal.key(b"1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15\n\x04")
    check("exit code 0", terminal.end() == 0, terminal.seen)
    check("both boards are answered", re.search(rb"74 [UDLR]{74}\r\n.*2 LL\r\n", terminal.all, re.S), terminal.all)
    check("nothing is kept", not os.path.exists("asked"))
    terminal.close()
    for cores in "-j1", "-j2":
        terminal = Terminal("pdbsolve", cores, HARD, **places)
        terminal.until(b"bound 7")
        os.kill(terminal.process.pid, signal.SIGINT)
        check("an interrupt ends it", terminal.end() == 130, terminal.seen)
        check("and loses no bound", re.search(rb"\n>=[67][0-9]\r\n", terminal.seen), terminal.seen)
        terminal.close()


finish(plays_by_itself, speed_is_kept, keys_work, signals_restore, stops_and_goes_on,
       ignored_stop_stays_ignored, job_control, terminal_goes, small_and_resized, other_sources, refusals,
       colours_and_boxes, pipes_are_plain, progress_stays_on_its_line, batches_are_counted,
       nothing_is_asked)
