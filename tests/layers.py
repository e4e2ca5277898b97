#!/usr/bin/env python3
"""Checks every #include "..." of src/, tools/ and web/.

- A folder includes only folders below it.
- Units, a name.c with its name.h, do not include each other in a circle.
- A file uses something of each header that it includes, unless it passes it on, which
  "IWYU pragma: export" says.

Usage: layers.py SOURCE_DIR. First it shows on small trees that it finds what it looks for.
"""
import pathlib
import re
import sys

import sample_trees

# The public headers: the first includes nothing of the project, the others the first alone.
PUBLIC = "src/tilepdb.h"
PARTS = {"tilepdb_engine.h", "tilepdb_methods.h", "tilepdb_mpi.h", "tilepdb_tables.h", "tilepdb_text.h"}
# An engine has tables. The header for MPI is not installed, and passes on what only ranks use.
MAY_INCLUDE = {"src/tilepdb_engine.h": {"tilepdb_tables.h"},
               "src/tilepdb_mpi.h": {"tilepdb_tables.h", "base/comm.h", "engine/rank_service.h"}}
INCLUDE = r'^ *# *include *"([^"]*)"'

# What the tools may include of src/base: small units without the library's types.
SMALL = {f"base/{name}.h" for name in ("clock", "files", "message_text", "system")}

# What a folder may include besides itself and the public header: folders, or single headers.
TABLE = {"base", "puzzle", "pattern", "table"}
SEARCH = TABLE | {"kernels", "search"}
FLOORS = {
    "src/platform/macos/posix": set(),
    "src/platform/windows/posix": set(),
    "src/platform/windows/posix/sys": set(),
    "src/base": set(),
    "src/platform": {"base"},
    "src/puzzle": {"base"},
    "src/text": {"base", "puzzle"},
    "src/pattern": {"base", "puzzle"},
    "src/table": {"base", "puzzle", "pattern"},
    "src/scratch": TABLE,
    "src/kernels": TABLE,
    "src/search": SEARCH,
    "src/instance": SEARCH,
    "src/anytime": {"base", "puzzle"},
    "src/engine": SEARCH | {"instance"},
    "src/verify": SEARCH,
    "src/antipodes": SEARCH | {"verify"},
    "src/mpi": SEARCH,
    "src/reference": {"base", "puzzle"},
    "tools/cli": SMALL | {"platform"},
    "tools/tables": SMALL | {"cli"},
    "tools/pdbgen": SMALL | {"cli", "tables"},
    "tools/pdbinfo": SMALL | {"cli", "tables"},
    "tools/answers": SMALL | {"cli", "tables"},
    "tools/pdbsolve": SMALL | {"cli", "tables", "answers"},
    "tools/pdbmethods": SMALL | {"cli", "tables", "answers"},
    "tools/mpi": SMALL | {"cli", "tables", "answers", "pdbgen", "pdbsolve"},
    "tools/pdbverify": SMALL | {"cli", "tables", "antipodes/antipodes.h"},
    "web/core": set(),
}
NOT_PUBLIC = {"src/platform/macos/posix", "src/platform/windows/posix",
              "src/platform/windows/posix/sys"}  # these know nothing of the puzzle

KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "defined", "do", "else"}


class Tree:
    """Returns the sources of a folder, with their includes."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.text = {}
        for top in ("src", "tools", "web"):
            for path in sorted((self.root / top).rglob("*")):
                if path.suffix in (".c", ".h") or path.name.endswith(".c.in"):
                    self.text[str(path.relative_to(self.root))] = path.read_text()
        self.includes = {path: re.findall(INCLUDE, text, re.M) for path, text in self.text.items()}
        self.passed_on = {
            path: re.findall(INCLUDE + r".*IWYU pragma: export", text, re.M)
            for path, text in self.text.items()
        }

    def resolve(self, path, included):
        """Returns the file that an #include refers to, or None if it is not in the tree."""
        top = path.split("/")[0]
        folder = str(pathlib.PurePosixPath(path).parent)
        for candidate in (f"{folder}/{included}", f"{top}/{included}", f"src/{included}"):
            if candidate in self.text:
                return candidate
        return None


def floors(tree):
    """Returns includes that do not go down."""
    for path, includes in tree.includes.items():
        folder = str(pathlib.PurePosixPath(path).parent)
        if path == PUBLIC:
            yield from (f"{path} includes {name}; it includes nothing of the project"
                        for name in includes)
            continue
        if folder == "src" and path.split("/")[1] in PARTS:
            yield from (f"{path} includes {name}; it includes tilepdb.h alone"
                        for name in includes if name not in MAY_INCLUDE.get(path, {"tilepdb.h"}))
            continue
        if folder not in FLOORS:
            yield f"{path}: its folder has no floor in tests/layers.py"
            continue
        for name in includes:
            target = tree.resolve(path, name)
            own = "/" not in name or str(pathlib.PurePosixPath(target or "").parent) == folder
            is_public = name in {"tilepdb.h"} | PARTS
            public = is_public and folder not in NOT_PUBLIC
            if is_public:
                own = False
            if not own and not public and not {name, name.split("/")[0]} & FLOORS[folder]:
                yield f"{path} includes {name}, which is not below it"
    names = {folder.split("/")[1] for folder in FLOORS} | {"tilepdb.h"} | PARTS
    hidden = re.compile(r"^ *# *include *<(?:\.\./)*(?:%s)[/>]" % "|".join(sorted(names)), re.M)
    for path, text in tree.text.items():
        if hidden.search(text):
            yield f"{path} includes the project's own in angle brackets"


def unit_of(path):
    return re.sub(r"\.(c\.in|c|h)$", "", path)


def circles(tree):
    """Returns units that include each other, directly or through others."""
    edges = {}
    for path, includes in tree.includes.items():
        own = edges.setdefault(unit_of(path), set())
        found = (tree.resolve(path, name) for name in includes)
        own |= {unit_of(target) for target in found if target} - {unit_of(path)}
    done = set()

    def visit(unit, trail):
        if unit in trail:
            circle = trail[trail.index(unit):] + [unit]
            yield "a circle: " + " -> ".join(circle)
        elif unit not in done:
            for target in sorted(edges.get(unit, ())):
                yield from visit(target, trail + [unit])
            done.add(unit)

    for unit in sorted(edges):
        yield from visit(unit, [])


def plain(text):
    """Returns the text without comments and strings."""
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.S)


def declared(text):
    """Returns the names that a header defines; rather too many than too few."""
    text = plain(text)
    names = set(re.findall(r"^ *# *define +(\w+)", text, re.M))
    names |= set(re.findall(r"\b(?:struct|enum|union) +(\w+) *[{;]", text))
    names |= set(re.findall(r"\b(\w+) *\(", text)) | set(re.findall(r"\(\*(\w+)\)", text))
    names |= set(re.findall(r"\b(\w+) *(?:\[[^]]*\] *)*(?:=[^;]*)?;", text))
    for body in re.findall(r"\benum\b[^{;]*\{([^}]*)\}", text):
        names |= set(re.findall(r"(\w+) *(?:=[^,]*)?(?:,|$)", body.strip()))
    return names - KEYWORDS


def given(tree, path):
    """Returns the names that a header defines, and those of the headers that it exports."""
    targets = [tree.resolve(path, name) for name in tree.passed_on[path]]
    return declared(tree.text[path]).union(*(given(tree, target) for target in targets if target))


def unused(tree):
    """Returns headers of which a file uses nothing."""
    for path, includes in tree.includes.items():
        words = set(re.findall(r"\w+", re.sub(r"^ *# *include.*", "", plain(tree.text[path]),
                                              flags=re.M)))
        for name in set(includes) - set(tree.passed_on[path]):
            target = tree.resolve(path, name)
            if target and unit_of(target) != unit_of(path) and not given(tree, target) & words:
                yield f"{path} includes {name} and uses nothing of it"


def complaints(root):
    tree = Tree(root)
    return [line for check in (floors, circles, unused) for line in check(tree)]


# ---- the checks themselves

SOUND = {
    "src/tilepdb.h": "int tilepdb_one(void);\n",
    "src/base/low.h": "int low(void);\n",
    "src/puzzle/high.h": '#include "tilepdb.h"\nint high(void);\nint tilepdb_one(void);\n',
    "src/puzzle/high.c": '#include "puzzle/high.h"\n#include "base/low.h"\nint high(void) { return low(); }\n',
}
MISTAKES = [
    ({"src/base/low.c": '#include "base/low.h"\n#include "puzzle/high.h"\nint l(void) { return high(); }\n'},
     ["src/base/low.c includes puzzle/high.h, which is not below it",
      "a circle: src/base/low -> src/puzzle/high -> src/base/low"]),
    ({"src/platform/windows/posix/a.h": '#include "tilepdb.h"\nint l(void) { return tilepdb_one(); }\n'},
     ["src/platform/windows/posix/a.h includes tilepdb.h, which is not below it"]),
    ({"src/puzzle/a.h": '#include "puzzle/b.h"\nint a(int b);\n',
      "src/puzzle/b.h": "int b(void);\n",
      "src/puzzle/b.c": '#include "puzzle/c.h"\nint b(void) { return c; }\n',
      "src/puzzle/c.h": '#include "puzzle/a.h"\nextern int c;\nint d(int (*)(void) /* a */);\n#define D a\n'},
     ["a circle: src/puzzle/a -> src/puzzle/b -> src/puzzle/c -> src/puzzle/a"]),
    ({"src/puzzle/other.c": '#include "puzzle/high.h"\n/* high() */ int other = 0;\n'},
     ["src/puzzle/other.c includes puzzle/high.h and uses nothing of it"]),
    ({"src/puzzle/more.h": '#include "puzzle/high.h" /* IWYU pragma: export */\n',
      "src/puzzle/more.c": '#include "puzzle/more.h"\nint more = high();\n',
      "src/puzzle/other.c": '#include "puzzle/more.h"\nint other;\n'},
     ["src/puzzle/other.c includes puzzle/more.h and uses nothing of it"]),
    ({"tools/pdbverify/a.c": '#include "antipodes/antipodes.h"\n#include "antipodes/probe.h"\nint a(void) { return antipodes() + probe(); }\n',
      "src/antipodes/antipodes.h": "int antipodes(void);\n", "src/antipodes/probe.h": "int probe(void);\n"},
     ["tools/pdbverify/a.c includes antipodes/probe.h, which is not below it"]),
    ({"tools/cli/a.c": '#include "antipodes/antipodes.h"\nint a(void) { return antipodes(); }\n',
      "src/antipodes/antipodes.h": "int antipodes(void);\n"},
     ["tools/cli/a.c includes antipodes/antipodes.h, which is not below it"]),
    ({"src/tilepdb.h": '#include "puzzle/high.h"\nint tilepdb_one(void), high(void);\n',
      "src/puzzle/high.h": "int high(void);\n"},
     ["src/tilepdb.h includes puzzle/high.h; it includes nothing of the project"]),
    ({"src/tilepdb_text.h": '#include "puzzle/high.h"\nint tilepdb_two(void), high(void);\n'},
     ["src/tilepdb_text.h includes puzzle/high.h; it includes tilepdb.h alone"]),
    ({"src/new/a.c": "int a;\n"}, ["src/new/a.c: its folder has no floor in tests/layers.py"]),
    ({"src/puzzle/a.c": "#include <puzzle/high.h>\nint a;\n"},
     ["src/puzzle/a.c includes the project's own in angle brackets"]),
]


def main():
    sample_trees.check(complaints, SOUND, MISTAKES)
    root = sys.argv[1]
    found = complaints(root)
    print("\n".join(found))
    checked = sum(map(len, Tree(root).includes.values()))
    if checked < 500:
        sys.exit(f"only {checked} includes were found")
    if found:
        sys.exit(1)
    print(f"{checked} includes go down the floors, without circles, each of use")


if __name__ == "__main__":
    main()
