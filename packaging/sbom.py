#!/usr/bin/env python3
"""What the released files contain: a bill of materials in the format SPDX 2.3.

    sbom.py VERSION COMMIT DIRECTORY

The libraries are those of the Debian packages that the build used; the static tools and the wheel
carry them inside.
"""

import datetime
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

# Name, package, license, and what carries it: the static tools, those for Windows and macOS, the wheel.
LIBRARIES = [
    ("zstd", "libzstd-dev", "BSD-3-Clause", ("static", "windows", "macos", "whl")),
    ("xxHash", "libxxhash-dev", "BSD-2-Clause", ("static", "windows", "macos", "whl", ".tgz", ".html")),
    ("zlib", "zlib1g-dev", "Zlib", ("static", "whl")),
    ("jansson", "libjansson-dev", "MIT", ("static", "windows", "macos")),
    ("libgomp", "libgomp1", "GPL-3.0-or-later WITH GCC-exception-3.1", ("static", "whl")),
    ("glibc", "libc6-dev", "LGPL-2.1-or-later", ("static",)),
    ("libgomp-mingw", "gcc-mingw-w64-x86-64-posix", "GPL-3.0-or-later WITH GCC-exception-3.1", ("windows",)),
    ("mingw-w64", "mingw-w64-x86-64-dev", "ZPL-2.1", ("windows",)),
]


def package_version(package: str) -> str:
    query = ["dpkg-query", "-W", "-f", "${Version}", package]
    return subprocess.run(query, check=True, capture_output=True, text=True).stdout


def described(name: str, version: str, license_name: str, identifier: str) -> dict:
    return {
        "SPDXID": f"SPDXRef-{identifier}",
        "name": name,
        "versionInfo": version,
        "licenseConcluded": license_name,
        "licenseDeclared": license_name,
        "downloadLocation": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "filesAnalyzed": False,
    }


def main() -> None:
    version, commit, directory = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    when = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    packages, relations = [], []
    for name, package, license_name, _ in LIBRARIES:
        packages.append(described(name, package_version(package), license_name, name))
    for number, path in enumerate(sorted(directory.iterdir())):
        entry = described(path.name, version, "MIT", f"File-{number}")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        entry["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
        packages.append(entry)
        for name, _, _, carriers in LIBRARIES:
            if any(carrier in path.name for carrier in carriers):
                relations.append([entry["SPDXID"], "CONTAINS", f"SPDXRef-{name}"])
        relations.append(["SPDXRef-DOCUMENT", "DESCRIBES", entry["SPDXID"]])
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tilepdb-{version}",
        "documentNamespace": f"urn:tilepdb:{version}:{commit}",
        "creationInfo": {
            "created": when.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: packaging/sbom.py"],
        },
        "packages": packages,
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
            for a, kind, b in relations
        ],
    }
    json.dump(document, sys.stdout, indent=1)
    print()


main()
