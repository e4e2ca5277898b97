#!/usr/bin/env python3
"""Zips a directory: names in order, one time, the same bytes for the same files.

Usage: zip.py FILE DIRECTORY       the time is that of SOURCE_DATE_EPOCH
"""
import os
import pathlib
import sys
import time
import zipfile


def main():
    target, directory = sys.argv[1], pathlib.Path(sys.argv[2])
    moment = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(path for path in directory.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.as_posix(), moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), compresslevel=9)


if __name__ == "__main__":
    main()
