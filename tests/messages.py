"""Messages of the library name no tool and no option: programs of all kinds show them, and say what to
do in their own words, by the code of the error. `python3 tests/messages.py SOURCE_DIR`"""

import pathlib
import re
import sys

STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r"/\*.*?\*/", re.S)
NAMED = re.compile(r"(?<![\w-])--[a-z]|\bpdb(gen|solve|verify|info)\b|(?<![\w-])-p\b|command line|same command")
BYTES = re.compile(r"\\\\x%0?2?[xX]")

# Where a byte that no character has is shown.
SHOWS_BYTES = ("base/message_text.c",)

root = pathlib.Path(sys.argv[1]) / "src"
wrong, strings = [], 0
for path in sorted(root.rglob("*.[ch]")):
    name = str(path.relative_to(root))
    source = COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()),
                         path.read_text(encoding="utf-8"))
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("#include"):
            continue
        for text in STRING.findall(line):
            strings += 1
            if NAMED.search(text):
                wrong.append(f"src/{name}:{number} names a tool or an option: {text}")
            if BYTES.search(text) and name not in SHOWS_BYTES:
                wrong.append(f"src/{name}:{number} shows bytes: {text}")
print("\n".join(wrong) or f"{strings} texts name no tool and no option")
sys.exit(1 if wrong else 0)
