"""Tools on a pseudo-terminal, and checks. For terminal.py, menu.py and fit.py."""

import fcntl
import os
import pty
import resource
import select
import struct
import subprocess
import sys
import termios
import time

PATIENCE = 600  # seconds; the machine may be busy
checks = failures = 0


def check(what, holds, seen=b""):
    global checks, failures
    checks += 1
    if not holds:
        failures += 1
        print(f"FAILED: {what}\n    seen: {bytes(seen)[-400:]!r}")


class Terminal:
    """A tool on its own pseudo-terminal, which is its controlling terminal."""

    def __init__(self, *command, columns=80, rows=24, stdin=None, **environment):
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        self.seen = b""
        self.all = b""  # also what `until` drops from `seen`
        settings = {"TERM": "xterm", "LC_ALL": "C.UTF-8", **environment}
        self.process = subprocess.Popen(
            command,
            stdin=self.slave if stdin is None else stdin,
            stdout=self.slave,
            stderr=self.slave,
            env={**os.environ, **settings},
            preexec_fn=self._own,
        )

    def _own(self):
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def resize(self, columns, rows=24):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds=0.05):
        """Reads available output; False if there was none."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if ready:
            text = os.read(self.master, 65536)
            self.seen += text
            self.all += text
        return bool(ready)

    def wait(self, what, holds):
        """Reads until holds() is true."""
        end = time.monotonic() + PATIENCE
        while not holds() and time.monotonic() < end:
            self.read()
        check(what, holds(), self.seen)

    def until(self, text, what=None):
        """Waits for a text, and drops it and everything before it."""
        self.wait(what or f"{text!r} comes", lambda: text in self.seen)
        self.seen = self.seen.partition(text)[2]

    def key(self, keys):
        os.write(self.master, keys)

    def end(self):
        """Waits for the end. Returns the exit code, negative for a signal."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        if self.process.poll() is None:
            check("it ends", False, self.seen)
            self.process.kill()
        while self.read(0):
            pass
        return self.process.wait()

    def settings_are_back(self, what):
        check(f"{what}: the terminal's settings are restored",
              termios.tcgetattr(self.slave) == self.before)

    def close(self):
        os.close(self.master)
        os.close(self.slave)


def finish(*tests):
    """Runs the tests, and ends the process with the verdict."""
    for test in tests:
        test()
    print(f"{failures} of {checks} checks failed" if failures else f"{checks} checks passed")
    sys.exit(1 if failures else 0)
