#!/usr/bin/env python3
"""Counts phrases that make a reader go back, in comments of C files and in documentation.

A line of tests/phrases.txt is a number and a phrase: the phrase may occur that often in all. 0 is
for phrases that have always sent the reader to the sentence before. A word that stands twice in a
row is a mistake everywhere.

Usage: phrases.py SOURCE_DIR. First it shows on small trees that it finds what it looks for.
"""
import collections
import pathlib
import re
import sys

import names
import sample_trees

CODE = ("src", "tools", "web/core", "bench")
PROSE = ("docs", "README.md", "CONTRIBUTING.md")
FENCE = re.compile(r"^```.*?^```|`[^`\n]*`", re.S | re.M)
# "that that" and "had had" are English.
TWICE = re.compile(r"\b(?!that\b|had\b)([a-z]{2,}) \1\b", re.I)


def allowed_in(root):
    lines = pathlib.Path(root, "tests/phrases.txt").read_text().splitlines()
    pairs = (line.split(None, 1) for line in lines if line and line[0] != "#")
    return {phrase: int(number) for number, phrase in pairs}


def texts(root):
    """The path, and each comment or page: lines are joined, code in backquotes is left out."""
    for path, file in names.files(root, CODE, names.CODE):
        for match in names.COMMENT.finditer(file.read_text()):
            yield path, re.sub(r"\n *\*?(?=[ \n/])", " ", match.group())
    for path, file in names.files(root, PROSE, (".md", ".scd")):
        yield path, FENCE.sub("`", file.read_text())


def complaints(root):
    allowed = allowed_in(root)
    found = collections.defaultdict(list)
    twice = []
    for path, text in texts(root):
        text = re.sub(r"\s+", " ", text)
        for phrase in allowed:
            end = r"\b" if phrase[-1].isalpha() else ""
            for match in re.finditer(r"\b" + re.escape(phrase) + end, text, re.I):
                around = text[max(match.start() - 30, 0):match.end() + 30]
                found[phrase].append(f"  {path}: ...{around}...")
        twice += [f"{path}: '{match.group()}'" for match in TWICE.finditer(text)]
    for phrase, places in found.items():
        if len(places) > allowed[phrase]:
            yield "\n".join([f"'{phrase}' occurs {len(places)} times, {allowed[phrase]} are allowed:",
                             *places])
    yield from twice


# ---- the check itself

SOUND = {
    "tests/phrases.txt": "# comment\n0 as many\n1 of those\n0 the same,\n",
    "src/a.c": "/* The ends of those\n * lines. */\nint as_many; /* has many, the same */\n",
    "docs/a.md": "Once `as many`.\n\n```\nas many\nthe the\n```\nwas many the there\n",
}
MISTAKES = [
    ({"src/b.c": "/* As\n * many. */\n"},
     ["'as many' occurs 1 times, 0 are allowed:\n  src/b.c: .../* As many. */..."]),
    ({"docs/b.md": "The same, it is.\n"},
     ["'the same,' occurs 1 times, 0 are allowed:\n  docs/b.md: ...The same, it is. ..."]),
    ({"docs/b.md": "It is is.\n"}, ["docs/b.md: 'is is'"]),
    ({"README.md": "Of those.\n"},
     ["'of those' occurs 2 times, 1 are allowed:\n  src/a.c: .../* The ends of those lines. */...\n"
      "  README.md: ...Of those. ..."]),
]


def main():
    sample_trees.check(lambda root: list(complaints(root)), SOUND, MISTAKES)
    root = sys.argv[1]
    found = list(complaints(root))
    print("\n".join(found))
    if len(allowed_in(root)) < 20:
        sys.exit("fewer than 20 phrases are in tests/phrases.txt")
    if found:
        sys.exit(1)
    print(f"none of {len(allowed_in(root))} phrases occurs more often than is allowed")


if __name__ == "__main__":
    main()
