"""Compares the mirrored structs and numbers with the header and with the C compiler."""

import ctypes
import inspect
import os
import re
import subprocess
import unittest
from pathlib import Path

import tilepdb
from tilepdb import _native, engine, pattern, solver

ROOT = Path(__file__).resolve().parents[2]
HEADER = "".join(path.read_text() for path in sorted((ROOT / "src").glob("tilepdb*.h")))


def c_name(name):
    """TableInfo -> table_info"""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


STRUCTS = {
    c_name(name): value
    for name, value in vars(_native).items()
    if inspect.isclass(value) and issubclass(value, ctypes.Structure)
    if value is not ctypes.Structure
}


def header_fields(struct):
    """The names of the fields, in the order of the header."""
    body = re.search(r"typedef struct tilepdb_%s \{(.*?)\n\}" % struct, HEADER, re.S).group(1)
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    lines = [line for line in body.split(";") if line.strip()]
    return [re.search(r"(\w+)\s*(\[[^\]]*\])*$", line.strip()).group(1) for line in lines]


class Header(unittest.TestCase):
    def test_fields_are_those_of_the_header(self):
        self.assertGreater(len(STRUCTS), 15)
        for name, struct in STRUCTS.items():
            with self.subTest(struct=name):
                self.assertEqual([field for field, _ in struct._fields_], header_fields(name))

    def test_statuses_are_those_of_the_header(self):
        body = re.search(r"typedef enum tilepdb_status \{(.*?)\}", HEADER, re.S).group(1)
        found = {name: int(number) for name, number in re.findall(r"TILEPDB_(\w+) = (\d+)", body)}
        self.assertEqual(found, {status.name: status.value for status in tilepdb.Status})

    def test_functions_have_as_many_parameters_as_in_the_header(self):
        plain = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.S)
        for name, _, arguments in _native._PROTOTYPES:
            with self.subTest(function=name):
                match = re.search(r"tilepdb_%s\((.*?)\);" % name, plain, re.S)
                parameters = match.group(1).strip()
                count = 0 if parameters == "void" else parameters.count(",") + 1
                self.assertEqual(len(arguments), count)


class Layout(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        program = os.environ.get("TILEPDB_LAYOUT")
        if not program:
            raise unittest.SkipTest("TILEPDB_LAYOUT does not name the program made of layout.c")
        lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout
        cls.c = {line.split()[0]: [int(n) for n in line.split()[1:]] for line in lines.splitlines()}

    def test_structs(self):
        expected = {}
        for name, struct in STRUCTS.items():
            expected[name] = [ctypes.sizeof(struct)]
            for field, _ in struct._fields_:
                descriptor = getattr(struct, field)
                expected[f"{name}.{field}"] = [descriptor.offset, descriptor.size]
        self.assertEqual(expected, {k: v for k, v in self.c.items() if k[0].islower()})

    def test_numbers(self):
        names = "TABLE_MAX_CELLS TABLE_MAX_SIDE MAX_LEVELS MAX_MOVES MAX_FALSE BOARD_TEXT FILE_NAME"
        names += " COLOURING_TEXT ANYTIME_MAX_MOVES"
        for name in names.split():
            self.assertEqual([getattr(_native, name)], self.c[name], name)
        for status in tilepdb.Status:
            self.assertEqual([status.value], self.c[status.name])
        names = [
            ("METRIC_", _native.METRICS),
            ("BLANK_", pattern._BLANKS),
            ("ENCODING_", pattern._ENCODINGS),
            ("HEURISTIC_", solver._HEURISTICS),
            ("SOLUTIONS_", ("first", "count", "all")),
            ("DIRECTION_", engine._SEARCHED),
            ("DIRECTIONS_", engine._DIRECTIONS),
            ("MISSING_", engine._MISSING),
        ]
        for prefix, words in names:
            for number, word in enumerate(words):
                self.assertEqual([number], self.c[prefix + word.upper().replace("-", "_")])
        self.assertEqual((0, 1, 2), (solver._FIRST, solver._COUNT, solver._ALL))
        self.assertEqual([-1], self.c["LEVEL_DEFAULT"])

    def test_version(self):
        version = [self.c["VERSION_" + part][0] for part in ("MAJOR", "MINOR", "PATCH")]
        self.assertEqual(tilepdb.__version__, ".".join(map(str, version)))
        project = (ROOT / "python" / "pyproject.toml").read_text()
        self.assertIn('version = { attr = "tilepdb._native.VERSION" }', project)
        self.assertEqual(tilepdb.__version__, tilepdb._native.VERSION)


if __name__ == "__main__":
    unittest.main()
