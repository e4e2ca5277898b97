"""Compares pictures with the answers that they show: python3 svg.py <LIST

A line of LIST is PICTURE ANSWERS [SPEED]: files with outputs of pdbsolve --format svg and --format
json for the same boards, and the speed of an animation, in moves per second. The moves of the answers
are played here, one by one.
"""

import itertools
import json
import re
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
CELL, EDGE = 40, 4
FIRST_PAUSE, LAST_PAUSE, GLIDE = 1000, 2500, 200  # milliseconds
OF_BLANK = {"U": (0, 1), "D": (0, -1), "L": (1, 0), "R": (-1, 0)}  # where the moving tile is


def played(answer):
    """Yields each board, as {place: tile}, with the moves {place before: place after} to it."""
    side = int(len(answer["board"]) ** 0.5)
    board = {(cell % side, cell // side): tile for cell, tile in enumerate(answer["board"])}
    yield board, {}
    blank = next(place for place, tile in board.items() if tile == 0)
    letters = answer["moves"]
    runs = ["".join(run) for _, run in itertools.groupby(letters)] if answer["metric"] == "multi" \
        else letters
    for run in runs:
        board, moved = dict(board), {}
        for letter in run:
            dx, dy = OF_BLANK[letter]
            tile = (blank[0] + dx, blank[1] + dy)
            board[blank], board[tile] = board[tile], 0
            moved[tile] = blank
            blank = tile
        yield board, moved


def tiles_of(group):
    """Returns [(place, tile, class)] of a board's group."""
    return [((((int(use.get("x")) - EDGE) / CELL), (int(use.get("y")) - EDGE) / CELL),
             int(re.fullmatch(r"#tp-(\d+)-\d+", use.get("href")).group(1)), use.get("class"))
            for use in group.iter(SVG + "use")]


def cells_of(board):
    return sorted((place, tile) for place, tile in board.items() if tile)


def check_strip(groups, answer):
    for board, moved in played(answer):
        tiles = tiles_of(next(groups))
        assert sorted(tile[:2] for tile in tiles) == cells_of(board), (tiles, board)
        assert {place for place, _, style in tiles if style == "tp-moved"} == set(moved.values())


def keys_of(styles, name):
    """Returns the milliseconds of an animation and its keys [(begin, end, x, y)]."""
    frames = re.search(r"@keyframes %s\{(.*)\}\n\.%s\{animation:%s (\d+)ms infinite\}" %
                       (name, name, name), styles)
    length = int(frames.group(2))
    keys = re.findall(r"([\d.]+)%,([\d.]+)%\{transform:translate\((-?\d+)px,(-?\d+)px\)\}",
                      frames.group(1))
    return length, [(length * float(begin) / 100, length * float(end) / 100, int(x) / CELL,
                     int(y) / CELL) for begin, end, x, y in keys]


def check_animation(groups, answer, styles, speed):
    steps = list(played(answer))
    tiles = tiles_of(next(groups))
    assert sorted(tile[:2] for tile in tiles) == cells_of(steps[0][0])
    moves = {}  # (begin, place before, place after) of every tile
    keys_seen = 0
    for (x, y), _, name in tiles:
        if name is None:
            continue
        length, keys = keys_of(styles, name)
        near = length * 2e-6 + 1  # times are rounded
        assert abs(length - FIRST_PAUSE - LAST_PAUSE - 1000 * (len(steps) - 1) / speed) <= 1
        assert keys[0][0] == 0 and keys[-1][1] == length and keys[0][2:] == (0, 0)
        keys_seen += len(keys)
        for key, after in itertools.pairwise(keys):
            number = round((key[1] - FIRST_PAUSE) * speed / 1000)
            assert abs(key[1] - FIRST_PAUSE - 1000 * number / speed) <= near
            assert abs(after[0] - key[1] - min(GLIDE, 1000 / speed)) <= near
            moves.setdefault(number, {})[x + key[2], y + key[3]] = (x + after[2], y + after[3])
    assert moves == dict(enumerate(moved for _, moved in steps[1:])), (moves, steps)
    moving = sum(name is not None for _, _, name in tiles)
    assert keys_seen == moving + sum(len(moved) for _, moved in steps)


def check_document(root):
    assert root.tag == SVG + "svg" and root.get("role") == "img"
    assert [child.tag for child in root][:2] == [SVG + "title", SVG + "desc"]
    assert all(child.text.strip() for child in root[:2])
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {use.get("href")[1:] for use in root.iter(SVG + "use")} == set(ids)
    width, height = map(int, root.get("viewBox").split()[2:])
    for group in root.iter(SVG + "g"):
        if group.get("class") == "tp-board":
            x, y = map(int, re.findall(r"\d+", group.get("transform")))
            well = group.find(SVG + "rect")
            assert x + int(well.get("width")) < width and y + int(well.get("height")) < height


def check(picture, answers, speed=None):
    root = ElementTree.parse(picture).getroot()
    check_document(root)
    styles = "".join(style.text for style in root.iter(SVG + "style"))
    groups = iter([group for group in root.iter(SVG + "g") if group.get("class") == "tp-board"])
    with open(answers, encoding="utf-8") as lines:
        for answer in filter(lambda answer: answer["board"], map(json.loads, lines)):
            if speed and answer["moves"]:
                check_animation(groups, answer, styles, float(speed))
            else:
                check_strip(groups, answer)
    assert next(groups, None) is None, "more boards than answers"


def main():
    for line in sys.stdin:
        try:
            check(*line.split())
        except (AssertionError, StopIteration, ElementTree.ParseError) as error:
            sys.exit(f"{line}{error!r}")


if __name__ == "__main__":
    main()
