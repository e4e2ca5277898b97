#!/usr/bin/env python3
"""Checks the names of src/, tools/ and web/core: files, and identifiers in code.

- A word of tests/words.txt, which was replaced by the field's term, is not a part of a name.
- Those that have no other meaning are not in comments and documentation either.
- No two files have the same name; a name.c with its name.h in one folder is one name.

Usage: names.py SOURCE_DIR. First it shows on small trees that it finds what it looks for.
"""
import pathlib
import re
import sys

import sample_trees

CODE = (".c", ".h", ".c.in")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'')
# Replacements of POSIX headers have the names of those headers.
POSIX = "/posix/"


class Word:
    """A line of words.txt: the word, where it is allowed, whether prose may have it, the term."""

    def __init__(self, line):
        self.word, where, prose, self.term = line.split(None, 3)
        self.allowed = () if where == "-" else tuple(where.split(","))
        self.prose = prose == "prose"

    def may_stand_in(self, path):
        return path.startswith(self.allowed) if self.allowed else False


def words_of(root):
    lines = pathlib.Path(root, "tests/words.txt").read_text().splitlines()
    return {word.word: word for word in map(Word, (l for l in lines if l and l[0] != "#"))}


def files(root, tops, suffixes):
    for top in tops:
        found = [pathlib.Path(root, top)]
        if found[0].is_dir():
            found = sorted(found[0].rglob("*"))
        yield from ((str(path.relative_to(root)), path) for path in found
                    if path.is_file() and path.name.endswith(suffixes))


def parts(name):
    return re.split(r"[_\W]+", name.lower())


def code_of(text):
    """Returns the text with comments and strings blanked, so that lines keep their numbers."""
    tokens = re.compile(COMMENT.pattern + "|" + STRING.pattern, re.S)
    return tokens.sub(lambda token: re.sub(r"[^\n]", " ", token.group()), text)


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def old_names(root, words):
    """Returns names that have a part from the list."""
    for path, file in files(root, ("src", "tools", "web/core"), CODE):
        for part in set(parts(file.name.split(".")[0])) & set(words):
            if not words[part].may_stand_in(path):
                yield f"{path}: a file of this name; the term for '{part}' is {words[part].term}"
        text = code_of(re.sub(r"^ *# *include.*", "", file.read_text(), flags=re.M))
        told = set()
        for match in re.finditer(r"[A-Za-z_]\w*", text):
            for part in set(parts(match.group())) & set(words):
                if match.group() not in told and not words[part].may_stand_in(path):
                    told.add(match.group())
                    yield (f"{path}:{line_of(text, match.start())}: {match.group()}: "
                           f"the term for '{part}' is {words[part].term}")


def old_prose(root, words):
    """Returns words of the list without another meaning, in comments and documentation."""
    banned = {word.word: word for word in words.values() if word.prose}
    if not banned:
        return
    pattern = re.compile(r"\b(%s)s?\b" % "|".join(sorted(banned)), re.I)
    for path, file in files(root, ("src", "tools", "web/core", "docs", "README.md", "CONTRIBUTING.md"),
                            CODE + (".md", ".scd")):
        text = file.read_text()
        spans = COMMENT.finditer(text) if path.endswith(CODE) else [re.match(r".*", text, re.S)]
        for span in spans:
            for match in pattern.finditer(span.group()):
                word = banned[match.group(1).lower()]
                if not word.may_stand_in(path):
                    yield (f"{path}:{line_of(text, span.start() + match.start())}: '{match.group()}': "
                           f"the term is {word.term}")


def twins(root):
    """Returns files with the same name."""
    first = {}
    for path, file in files(root, ("src", "tools"), CODE):
        unit = re.sub(r"\.(c\.in|c|h)$", "", path)
        name = unit.split("/")[-1]
        if name != "main" and POSIX not in path and first.setdefault(name, unit) != unit:
            yield f"{path}: {first[name]} has the same name"


def complaints(root):
    words = words_of(root)
    return [*old_names(root, words), *old_prose(root, words), *twins(root)]


# ---- the checks themselves

SOUND = {
    "tests/words.txt": "# comment\ndeal - prose work queue\nhome src/low,src/tilepdb.h code goal cell\n",
    "src/low/home.h": "int home_cell; /* at home */\n",
    "src/low/home.c": "int ideal, dealer; /* ideal */\n",
    "src/high/queue.c": '#include "low/home.h"\nint a = x; /* home */ char *s = "deal home_";\n',
    "src/platform/posix/queue.h": "int b;\n",
    "tools/one/main.c": "int main(void);\n",
    "tools/two/main.c": "int main(void);\n",
    "docs/a.md": "An ideal home.\n",
}
MISTAKES = [
    ({"src/high/deal.c": "\n\nint x;\n"},
     ["src/high/deal.c: a file of this name; the term for 'deal' is work queue"]),
    ({"src/high/a.c": "/* a\n b */\nint the_deal, DEAL_MAX, the_deal;\n"},
     ["src/high/a.c:3: the_deal: the term for 'deal' is work queue",
      "src/high/a.c:3: DEAL_MAX: the term for 'deal' is work queue"]),
    ({"src/high/a.c": "int at_home;\n"}, ["src/high/a.c:1: at_home: the term for 'home' is goal cell"]),
    ({"src/high/a.c": "int a;\n/* It\n * deals. */\n"}, ["src/high/a.c:3: 'deals': the term is work queue"]),
    ({"docs/b.md": "One.\nThe deal.\n"}, ["docs/b.md:2: 'deal': the term is work queue"]),
    ({"tools/one/queue.h": "int q;\n"}, ["tools/one/queue.h: src/high/queue has the same name"]),
]


def main():
    sample_trees.check(complaints, SOUND, MISTAKES)
    root = sys.argv[1]
    found = complaints(root)
    print("\n".join(found))
    count = len(words_of(root))
    if count < 30:
        sys.exit(f"only {count} words are in tests/words.txt")
    if found:
        sys.exit(1)
    print(f"none of {count} words came back, and no two files have one name")


if __name__ == "__main__":
    main()
