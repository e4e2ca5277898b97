"""Runs a command on damaged copies of a file.

Usage: flips.py EVERY FILE COPY COMMAND...

COMMAND reads COPY. Of FILE, each EVERY-th bit is flipped, and it is cut off at each EVERY-th length; if
EVERY is odd, all places in a byte are met. Prints a line for each run: the damage, the exit code, and
the first line of stdout, or else of stderr. A failing command must leave COPY unchanged.
"""
import subprocess
import sys

every, path, copy, command = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]


def content_of(name):
    with open(name, "rb") as file:
        return file.read()


def damaged(whole):
    for bit in range(0, 8 * len(whole), every):
        at = bit // 8
        yield f"bit {bit}", whole[:at] + bytes([whole[at] ^ 1 << bit % 8]) + whole[at + 1:]
    for length in range(0, len(whole), every):
        yield f"length {length}", whole[:length]


for damage, content in damaged(content_of(path)):
    with open(copy, "wb") as file:
        file.write(content)
    ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    said = (ran.stdout or ran.stderr).decode("utf-8", "replace").split("\n")[0]
    if ran.returncode and content_of(copy) != content:
        said = "the copy was changed"
    print(f"{damage}: {ran.returncode} {said}")
