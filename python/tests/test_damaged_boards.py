"""Boards in sixteen forms, of which each text is damaged once.

A reading is right if it is the board that was written, or an error, or if every number of the
damaged text is accounted for. It is wrong if numbers are dropped in silence, and lost if there is
neither a board nor an error. TILEPDB_TEST_ROUNDS is the number of texts.
"""
import os
import random
import re
import unittest

import tilepdb

SIZES = [(3, 3), (3, 3), (4, 4), (4, 4), (4, 4), (3, 2), (2, 3), (4, 3), (3, 4), (5, 5), (5, 4)]
EDITS = list(" \n,;/:=|[](){}#%_-.x0123456789\"'\\`&\t+!aR")
LETTERS = "0123456789ABCDEFGHIJKLMNO"


def write(rng, cells, w, h):
    """Returns a text, and how many numbers beside the cells it has; None if cells are characters."""
    rows = [cells[i * w:(i + 1) * w] for i in range(h)]
    blank = rng.choice(["0", "0", "0", "_", ".", "x"])
    n = rng.randrange(2, 90)

    def word(x):
        return str(x) if x else blank

    def empty(x):
        return str(x) if x else ""

    def lines(cell, gap, end):
        return end.join(gap.join(map(cell, r)) for r in rows)

    nested = "[" + ",".join("[" + ", ".join(map(str, r)) + "]" for r in rows) + "]"
    return rng.choice([
        lambda: (" ".join(map(word, cells)) if w == h else lines(word, " ", " / "), 0),
        lambda: (lines(word, " ", "/"), 0),
        lambda: (lines(word, " ", "\n"), 0),
        lambda: (lines(word, ",", ";"), 0),
        lambda: (lines(word, "\t", "\n"), 0),
        lambda: (nested, 0),
        lambda: ("A = [" + lines(str, " ", "; ") + "];", 0),
        lambda: ('{"board": %s, "id": %d}' % (nested, n), 1),
        lambda: ("\n".join("| " + " | ".join(map(empty, r)) + " |" for r in rows), 0),
        lambda: (f"{h} {w}\n" + lines(word, " ", "\n"), 2),
        lambda: (f"{n}. " + lines(word, " ", " / "), 1),
        lambda: (f"{n}: " + lines(word, " ", " / "), 1),
        lambda: ("Start:\n" + lines(word, " ", "\n"), 0),
        lambda: ("\n".join("- " + " ".join(map(word, r)) for r in rows), 0),
        lambda: (" \\\\ ".join(" & ".join(map(empty, r)) for r in rows), 0),
        lambda: ("\n".join("".join(LETTERS[x] for x in r) for r in rows), None)
        if w > 2 and h > 2 else (lines(word, " ", "/"), None),
    ])()


def damage(rng, text):
    """Returns the text with one edit: of a character, a number or a line."""
    i = rng.randrange(len(text))
    kind = rng.randrange(7)
    numbers = [m.span() for m in re.finditer(r"\d+", text)]
    if kind < 3:
        return text[:i] + (rng.choice(EDITS) if kind > 0 else "") + text[i + (kind != 1):]
    if kind < 5 and numbers:
        begin, end = rng.choice(numbers)
        return text[:begin] + (str(rng.randrange(26)) if kind == 4 else "") + text[end:]
    lines = text.split("\n")
    k = rng.randrange(len(lines))
    if kind == 5 and len(lines) > 1:
        del lines[k]
    elif kind == 6:
        lines.insert(k, rng.choice(lines))
    return "\n".join(lines)


def all_counted(text, extra, boards):
    """Returns whether the boards, and `extra` numbers for each, have all numbers of the text."""
    plain = re.sub(r"(#|%|//).*", "", text)
    cells = [list(board.cells) for board in boards]
    written = len(re.findall(r"[0-9A-Oa-o]" if extra is None else r"\d+", plain))
    zeros = len(re.findall(r"\b0\b", plain)) if extra is not None else plain.count("0")
    left = written - sum(x > 0 for c in cells for x in c) - min(zeros, len(boards))
    # A doubled first row may be the size of the board, and the largest number the blank.
    first = sorted(int(x) for x in re.findall(r"\d+", text)[:2])
    sized = left == 2 and len(boards) == 1 and first == sorted((boards[0].width, boards[0].height))
    last = written == sum(map(len, cells)) and not re.search(r"[_.x]|\b0\b", plain)
    return left <= (extra or 0) * len(boards) or sized or last


def judge(text, extra, cells):
    """Reads a text; returns "right", "wrong" or "lost"."""
    errors = []
    boards = list(tilepdb.read_boards(text, large=False, on_error=errors.append))
    as_written = [list(board.cells) == cells for board in boards]
    if not boards:
        silent = not errors and re.search(r"\w", text) and not re.search(r"[#%`]|//", text)
        return "lost" if silent else "right"
    if errors:
        return "right" if any(as_written) else "wrong"
    if as_written == [True] or all_counted(text, extra, boards):
        return "right"
    return "wrong"


class DamagedBoards(unittest.TestCase):
    def test_no_number_is_dropped_in_silence(self):
        rng = random.Random(1)
        for _ in range(int(os.environ.get("TILEPDB_TEST_ROUNDS", "20000"))):
            w, h = rng.choice(SIZES)
            cells = list(range(w * h))
            rng.shuffle(cells)
            text, extra = write(rng, cells, w, h)
            bad = damage(rng, text)
            self.assertEqual(judge(bad, extra, cells), "right", repr(bad))

    def test_numbered_lists_are_read(self):
        rng = random.Random(2)
        for mark in (". ", ") ", ": ", " ", "\t", ", "):
            for _ in range(100):
                boards = [rng.sample(range(9), 9) for _ in range(10)]
                text = "".join(f"{i}{mark}{' '.join(map(str, cells))}\n"
                               for i, cells in enumerate(boards, rng.randrange(9)))
                read = [list(board.cells) for board in tilepdb.read_boards(text)]
                self.assertEqual(read, boards, text)


if __name__ == "__main__":
    unittest.main()
