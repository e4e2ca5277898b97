#!/usr/bin/env python3
"""Every script for sh, bash or Python can be parsed, and no file has the marks of a merge that was
not finished. A script that only a long test runs can be broken for weeks otherwise.

Usage: scripts.py SOURCE_DIR. First it shows on small trees that it finds what it looks for.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import sample_trees

OUTSIDE = {"build", ".git", "node_modules"}
MERGE = re.compile(r"^(?:<{7}|>{7}|\|{7}) ", re.M)
SHELL = re.compile(r"#!.*\b(sh|bash)$|# shellcheck shell=(sh|bash)$")


def texts(root):
    for directory, directories, files in os.walk(root):
        directories[:] = sorted(set(directories) - OUTSIDE)
        for path in (pathlib.Path(directory, name) for name in sorted(files)):
            if not path.is_symlink():
                data = path.read_bytes()
                if b"\0" not in data:
                    yield str(path.relative_to(root)), data.decode(errors="replace")


def shell_of(text):
    """Returns the shell that the first line names, or None."""
    match = SHELL.match(text.partition("\n")[0])
    return match and (match.group(1) or match.group(2))


def error_of(path, text):
    """Returns the line number of the first error of syntax, or None."""
    shell = shell_of(text)
    if shell and shutil.which(shell):
        done = subprocess.run([shell, "-n"], input=text, capture_output=True, text=True, check=False)
        line = re.search(r"(?:: |line )(\d+): ", done.stderr)
        return done.returncode and (int(line.group(1)) if line else 1)
    if path.endswith(".py") or text.startswith("#!/usr/bin/env python3\n"):
        try:
            compile(text, path, "exec")
        except SyntaxError as error:
            return error.lineno
    return None


def complaints(files):
    for path, text in files:
        for match in MERGE.finditer(text):
            yield f"{path}:{text.count(chr(10), 0, match.start()) + 1}: a merge was not finished"
        line = error_of(path, text)
        if line:
            yield f"{path}:{line}: the syntax is wrong"


# ---- the check itself

SOUND = {
    "a.sh": "#!/bin/sh\nif true; then\n    cat <<E\n=======\nE\nfi\n",
    "a.py": "print(1 << 7)\n",
    "tool": "#!/usr/bin/env python3\nprint(1)\n",
    "a.md": "Title\n=======\n",
    "build/a.sh": "#!/bin/sh\nif\n",
}
MISTAKES = [
    ({"b.sh": "#!/bin/sh\nif true; then\n    )\nfi\n"}, ["b.sh:3: the syntax is wrong"]),
    ({"b": "# shellcheck shell=sh\n;;\n"}, ["b:2: the syntax is wrong"]),
    ({"b.py": "def a():\nb\n"}, ["b.py:2: the syntax is wrong"]),
    ({"tool": "#!/usr/bin/env python3\n\n(\n"}, ["tool:3: the syntax is wrong"]),
    ({"b.c": "a\n" + "<" * 7 + " HEAD\n" + "=" * 7 + "\nb\n" + ">" * 7 + " c\n"},
     ["b.c:2: a merge was not finished", "b.c:5: a merge was not finished"]),
]


def main():
    sample_trees.check(lambda root: list(complaints(texts(root))), SOUND, MISTAKES)
    files = list(texts(sys.argv[1]))
    scripts = sum(1 for path, text in files if shell_of(text) or path.endswith(".py"))
    found = list(complaints(files))
    print("\n".join([*found, f"{scripts} scripts, {len(found)} mistakes"]))
    sys.exit(1 if found or scripts < 50 else 0)


main()
