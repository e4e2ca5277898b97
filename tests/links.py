"""Relative links of every .md file below the directories lead somewhere, anchors included. If a
directory has the sources, so do the files that its pages name, such as `table/store.h`.

Usage: links.py DIRECTORY...
"""

import pathlib
import re
import sys
import urllib.parse

LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s+(\S+)", re.MULTILINE)
OUTSIDE = {"build", ".git", "node_modules"}
SOURCE = re.compile(r"`((?:[a-z0-9_.-]+/)+[a-z0-9_.-]+\.(?:awk|c|h|json|md|mjs|py|sh|txt))`")
PLACES = ("", "src", "tools", "web", "docs")


def prose(text):
    """Returns the text without code, since brackets in code are not links."""
    return re.sub(r"^(```|~~~).*?^\1|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(path):
    """Returns the anchors of the headings, as on GitHub."""
    found = set()
    for heading in re.findall(r"^#+\s+(.*?)\s*$", path.read_text(), re.MULTILINE):
        words = re.sub(r"[^\w\- ]", "", heading.lower())
        found.add(words.replace(" ", "-"))
    return found


def faults(root, path):
    for match in LINK.finditer(prose(path.read_text())):
        link = match.group(1) or match.group(2)
        target, _, anchor = urllib.parse.unquote(link).partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        file = (path.parent / target).resolve() if target else path
        if root not in (file, *file.parents):
            yield link, "leads out of the directory"
        elif not file.exists():
            yield link, "leads nowhere"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            yield link, "names no heading"


def missing(root, path):
    """Returns files that the page names and the sources lack; generated files are in build/."""
    if not (root / "src/CMakeLists.txt").exists():
        return
    for name in SOURCE.findall(path.read_text()):
        if not name.startswith("build/") and not any((root / place / name).exists() for place in PLACES):
            yield name, "is not among the sources"


def main():
    wrong = links = files = 0
    for root in (pathlib.Path(name).resolve() for name in sys.argv[1:]):
        for path in sorted(root.rglob("*.md")):
            if OUTSIDE & set(path.relative_to(root).parts):
                continue
            files += 1
            links += len(LINK.findall(prose(path.read_text())))
            for link, fault in [*faults(root, path), *missing(root, path)]:
                print(f"{path.relative_to(root)}: {link} {fault}")
                wrong += 1
    print(f"{links} links in {files} files, {wrong} wrong")
    sys.exit(1 if wrong or not links else 0)


main()
