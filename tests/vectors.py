#!/usr/bin/env python3
"""Checks that every operation of vectors that a kernel calls is in vectors.h and in vectors512.h of
src/kernels, and that tests/unit/vectors_check.c checks it.

A build has only the operations of its own processor; this has all.

Usage: vectors.py SOURCE_DIR. First it shows on small texts that it finds what it looks for.
"""
import pathlib
import re
import sys


FEWEST = 20  # operations of a header, and calls of kernels; with fewer, the parser failed


def operations(header):
    return set(re.findall(r"^static inline (?:\w+ )+\*?(\w+)\(", header, re.M))


def operations_called(headers, kernels):
    every = set().union(*map(operations, headers.values()))
    return every & set(re.findall(r"\b(\w+)\(", kernels))


def complaints(headers, kernels, checks):
    """`headers` maps names to texts; `kernels` and `checks` are texts."""
    found = []
    for operation in sorted(operations_called(headers, kernels)):
        for name, header in sorted(headers.items()):
            if operation not in operations(header):
                found.append(f"{name} lacks {operation}")
        if not re.search(rf'[(=, ]{operation}\(|"{operation}"', checks):
            found.append(f"nothing checks {operation}")
    return found


def finds_what_it_looks_for():
    one = "static inline vec add(vec a, vec b) {\nstatic inline struct table t16_load(int a) {\n"
    two = one + "static inline vec add_own(vec a) {\n"
    checks = "ROW(add, add(a, b), t16_at(t16_load(a)))"
    calls = "x = add(t16_load(y))"
    assert complaints({"a": one, "b": two}, calls, checks) == []
    less = "add_own(a, t16_load(b))"
    assert complaints({"a": one, "b": one}, calls, less) == ["nothing checks add"]
    assert complaints({"a": one, "b": two}, "add_own(y)", '{"add_own", f}') == ["a lacks add_own"]


def main():
    finds_what_it_looks_for()
    source = pathlib.Path(sys.argv[1])
    kernels_dir = source / "src/kernels"
    headers = {path.name: path.read_text() for path in kernels_dir.glob("vectors*.h")}
    kernels = "".join(path.read_text() for path in sorted(kernels_dir.glob("kernel_*.[ch]")))
    checks = (source / "tests/unit/vectors_check.c").read_text()
    assert len(headers) > 1
    for name, header in headers.items():
        assert len(operations(header)) >= FEWEST, f"{name}: {len(operations(header))} operations"
    calls = len(operations_called(headers, kernels))
    assert calls >= FEWEST, f"the kernels call {calls} operations"
    found = complaints(headers, kernels, checks)
    right = f"{len(headers)} headers have the {calls} operations of the kernels, all are checked"
    print("\n".join(found) or right)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
