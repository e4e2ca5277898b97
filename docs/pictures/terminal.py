#!/usr/bin/env python3
"""Films a session on a terminal as an animated SVG: python3 docs/pictures/terminal.py BIN DATABASES

Runs the commands of SESSION on a pseudo-terminal, one after the other, with what they really print and
when, and writes terminal.svg beside itself. Time without anything new is cut to PAUSE seconds. Needs
nothing but Python.
"""

import fcntl
import html
import os
import pty
import re
import select
import struct
import sys
import termios
import time

HARDEST = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
SESSION = [f"pdbsolve --stats {HARDEST}", "pdbsolve --animate --speed 6 R2D2L2URD2LU"]
COLUMNS, ROWS = 84, 15
PAUSE = 1.5  # seconds at most between two screens
READING = 4.0  # seconds for what a command printed
TYPING = 0.035  # seconds for a letter
WIDE, HIGH, LEFT, TOP = 8.43, 18, 14, 40
STYLES = {"": "t", "1": "t b", "2": "d", "32": "g", "33": "y", "1;33": "y b"}


class Screen:
    """What a terminal shows, as rows of (letter, style)."""

    def __init__(self):
        self.rows, self.x, self.y, self.style, self.kept = [[]], 0, 0, "", None

    def put(self, letter):
        row = self.rows[self.y]
        row.extend([(" ", "")] * (self.x + 1 - len(row)))
        row[self.x] = (letter, self.style)
        self.x += 1

    def control(self, arguments, letter):
        if letter == "m":
            self.style = "" if arguments in ("", "0") else arguments
        elif letter == "H":
            self.x = self.y = 0
        elif letter == "K":
            del self.rows[self.y][self.x:]
        elif letter == "J":
            del self.rows[self.y][self.x:]
            del self.rows[self.y + 1:]
        elif arguments == "?1049" and letter == "h":
            self.kept = (self.rows, self.x, self.y)
            self.rows, self.x, self.y = [[]], 0, 0
        elif arguments == "?1049" and letter == "l":
            self.rows, self.x, self.y = self.kept

    def feed(self, text):
        for arguments, letter, plain in re.findall(r"\x1b\[([?\d;]*)([a-zA-Z])|(\r|\n|[^\x1b])", text):
            if letter:
                self.control(arguments, letter)
            elif plain == "\r":
                self.x = 0
            elif plain == "\n":
                self.y += 1
                if self.y == len(self.rows):
                    self.rows.append([])
            else:
                self.put(plain)

    def shown(self):
        return [tuple(row) for row in self.rows[-ROWS:]]


def run(command, environment):
    """Yields (seconds since the last piece, text) as a command prints it."""
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe("sh", ["sh", "-c", f"sleep 0.2; exec {command}"], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    last, rest = time.monotonic() + 0.2, b""
    while True:
        select.select([terminal], [], [])
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            piece = b""
        if not piece:
            break
        now = time.monotonic()
        rest += piece
        text = rest.decode(errors="ignore") if rest[-1] < 128 else ""
        if text:
            yield max(0.0, now - last), text
            last, rest = now, b""
    if os.waitpid(child, 0)[1] != 0:
        sys.exit(f"{command} failed")


def film(environment):
    """[(second, rows)] and the length of the recording."""
    screen, now, frames = Screen(), 0.0, []

    def keep():
        frames.append((now, screen.shown()))

    for command in SESSION:
        screen.style = "32"
        screen.feed("$ ")
        screen.style = ""
        keep()
        now += 0.8
        for letter in command:
            screen.feed(letter)
            keep()
            now += TYPING
        screen.feed("\r\n")
        for seconds, text in run(command, environment):
            now += min(seconds, PAUSE)
            screen.feed(text)
            keep()
        now += READING
        screen.feed("\x1b[0m\r\n")
    return frames, now


def intervals(frames, end):
    """{(row number, row): [(from, to)]}: when each row is on the screen."""
    shown, since = {}, {}
    for second, rows in [*frames, (end, [])]:
        now = {(number, row) for number, row in enumerate(rows) if any(letter != " " for letter, _ in row)}
        for key in set(since) - now:
            if second > since[key]:
                shown.setdefault(key, []).append((since[key], second))
            del since[key]
        for key in now - set(since):
            since[key] = second
    return shown


def row_text(row):
    parts, i = [], 0
    while i < len(row):
        j = i
        while j < len(row) and row[j][1] == row[i][1]:
            j += 1
        text = "".join(letter for letter, _ in row[i:j])
        if text.strip():
            parts.append(f'<tspan x="{LEFT + WIDE * i:.1f}" class="{STYLES.get(row[i][1], "t")}">'
                         f"{html.escape(text.rstrip())}</tspan>")
        i = j
    return "".join(parts)


def write(path, frames, end):
    shown = intervals(frames, end)
    rules, texts = [], []
    for name, ((number, row), spans) in enumerate(sorted(shown.items(), key=lambda item: item[1])):
        y = TOP + HIGH * (number + 0.75)
        if spans == [(0.0, end)]:
            texts.append(f'<text y="{y:.1f}">{row_text(row)}</text>')
            continue
        steps = ["0%{opacity:0}"] if spans[0][0] > 0 else []
        for begin, stop in spans:
            steps.append(f"{100 * begin / end:.3f}%{{opacity:1}}")
            if stop < end:
                steps.append(f"{100 * stop / end:.3f}%{{opacity:0}}")
        last = spans[-1][1] == end
        rules.append(f"@keyframes k{name}{{{''.join(steps)}}}#r{name}{{animation-name:k{name}}}")
        texts.append(f'<text id="r{name}" class="{"s" if last else "h"}" y="{y:.1f}">{row_text(row)}</text>')
    width, height = 2 * LEFT + WIDE * COLUMNS, TOP + HIGH * (ROWS + 0.6)
    style = f"""
text{{font:14px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre}}
.t{{fill:#e6e8e4}}.d{{fill:#74828a}}.g{{fill:#7cc7bc}}.y{{fill:#f2c97d}}.b{{font-weight:600}}
.h,.s{{animation:{end:.2f}s step-end infinite}}.h{{opacity:0}}
@media (prefers-reduced-motion:reduce){{.h,.s{{animation:none}}}}
{chr(10).join(rules)}
"""
    dots = "".join(f'<circle cx="{22 + 18 * i}" cy="20" r="5.5" fill="{colour}"/>'
                   for i, colour in enumerate(("#c96a5b", "#d0a95c", "#6fa583")))
    with open(path, "w", encoding="utf-8") as out:
        out.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
                  f'width="{width:.0f}" height="{height:.0f}">\n<title>pdbsolve on a terminal</title>\n'
                  f"<style>{style}</style>\n"
                  f'<rect width="{width:.0f}" height="{height:.0f}" rx="10" fill="#14181b"/>\n{dots}\n')
        out.write("\n".join(texts) + "\n</svg>\n")


def main():
    binaries, databases = map(os.path.abspath, sys.argv[1:3])
    environment = {"PATH": binaries + ":/usr/bin:/bin", "TILEPDB_DIR": databases, "TERM": "xterm-256color",
                   "LANG": "C.UTF-8", "HOME": "/"}
    frames, end = film(environment)
    write(os.path.join(os.path.dirname(os.path.abspath(__file__)), "terminal.svg"), frames, end)


main()
