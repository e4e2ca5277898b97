#!/usr/bin/env python3
"""Prints the CPU seconds of each test, the most expensive first, and their sum.

Usage: tests/costs.py [--build DIRECTORY] [CTEST-OPTION ...]

Options such as -L and -R choose the tests. They run one after the other. Seconds of a clock say
little on a machine that does something else, and ctest has no others.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import time


def listed(build, choice):
    command = ["ctest", "--show-only=json-v1", "--test-dir", build, *choice]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return json.loads(answer)["tests"]


def run(test):
    """Returns the CPU seconds, the wall seconds and the exit code of a test."""
    properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
    environment = dict(os.environ, OMP_WAIT_POLICY="passive")
    environment.update(line.split("=", 1) for line in properties.get("ENVIRONMENT", []))
    begin = time.monotonic()
    child = subprocess.Popen(test["command"], env=environment, stdin=subprocess.DEVNULL,
                             cwd=properties.get("WORKING_DIRECTORY"),
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    _, status, usage = os.wait4(child.pid, 0)
    return (usage.ru_utime + usage.ru_stime, time.monotonic() - begin,
            os.waitstatus_to_exitcode(status))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", default="build/release")
    options, choice = parser.parse_known_args()
    rows = []
    for test in listed(options.build, choice):
        if "command" not in test:
            continue
        rows.append((*run(test), test["name"]))
        cpu, wall, code, name = rows[-1]
        print(f"{cpu:8.1f} {wall:8.1f} {name}" + (f" ended with {code}" if code else ""),
              file=sys.stderr, flush=True)
    rows.sort(reverse=True)
    for cpu, _, _, name in rows:
        print(f"{cpu:8.1f} {name}")
    print(f"{sum(row[0] for row in rows):8.1f} seconds of CPU in {len(rows)} tests")


main()
