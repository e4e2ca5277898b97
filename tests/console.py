#!/usr/bin/env python3
"""Runs a command on a terminal of its own, and sends it Ctrl-C.

Usage: console.py TEXT COMMAND...   once TEXT is on the screen, Ctrl-C; prints what the command
printed, and exits as it did.
"""
import os
import pty
import select
import signal
import sys
import time

SECONDS = 120


def main():
    text, command = sys.argv[1].encode(), sys.argv[2:]
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    printed, sent = b"", False
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            printed += piece
        if not sent and text in printed:
            os.write(terminal, b"\x03")
            sent = True
    else:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    sys.stdout.buffer.write(printed)
    sys.exit(os.waitstatus_to_exitcode(status) if sent else f"'{sys.argv[1]}' was not printed")


if __name__ == "__main__":
    main()
