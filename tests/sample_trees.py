"""Small trees with which checks such as layers.py show that they find what they look for."""
import pathlib
import sys
import tempfile


def found_in(complaints, files):
    """Returns the report of the check `complaints(root)` on a tree, a dict of texts by path."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            file = pathlib.Path(root, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return complaints(root)


def check(complaints, sound, mistakes):
    """Ends the program unless `sound` has no complaint, and each of `mistakes`, which are files to
    add and the complaints that are expected then, has exactly these."""
    if found_in(complaints, sound):
        sys.exit(f"the sound tree: {found_in(complaints, sound)}")
    for files, expected in mistakes:
        found = found_in(complaints, sound | files)
        if found != expected:
            sys.exit(f"the check is broken: it found {found} instead of {expected}")
