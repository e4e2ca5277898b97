"""Prints command lines that a tool refuses, one a line, for a shell: each option without its argument
and with one that is none, in each mode in which it has no effect, beside what it excludes, and without
what it needs. They follow from the rows of the tool's options, which --completion json prints.
"""

import json
import shlex
import subprocess
import sys


def first_value(row):
    """Returns the first value that its row tries, or any value."""
    return (row["tried"] or "").split("\n")[0].split("; ")[0] or "1"


class Tool:
    def __init__(self, name):
        text = subprocess.run([name, "--completion", "json"], capture_output=True, check=True).stdout
        table = json.loads(text)
        self.name = name
        self.rows = {row["name"]: row for row in table["options"]}
        self.modes = table["modes"]
        self.commands = table["commands"]

    def given(self, key):
        """Returns the words of a key such as "format" or "format=json"."""
        name, _, value = key.partition("=")
        if key == "OPERANDS":
            return ["R"]
        if not self.rows[name]["argument"]:
            return [f"--{name}"]
        return [f"--{name}={value or first_value(self.rows[name])}"]

    def asks_for(self, mode):
        return [mode] if self.commands and mode not in self.rows else self.given(mode)

    def without_argument(self, row):
        if row["argument"]:
            yield [f"--{row['name']}"]
            yield [f"--{row['name']}="]
        else:
            yield [f"--{row['name']}=x"]

    def useless(self, row):
        useful = set(row["modes"])
        for rule in row["rules"]:
            if rule["relation"] == "works in":
                useful |= set(rule["modes"])
        for mode in self.modes:
            own = mode is not None and not self.commands and mode.split("=")[0] == row["name"]
            if mode is not None and not own and mode not in useful and not row["common"]:
                yield self.asks_for(mode) + self.given(row["name"])

    def against_rules(self, row):
        for rule in row["rules"]:
            value = rule["value"].split()[0] if rule["value"] else None
            option = self.given(f"{row['name']}={value}" if value else row["name"])
            if rule["relation"] != "works in" and rule["modes"]:
                option = self.asks_for(rule["modes"][0]) + option
            if rule["relation"] == "needs":
                yield option
            if rule["relation"] == "excludes":
                for other in rule["others"].split():
                    if other == "OPERANDS" or other.partition("=")[0] in self.rows:
                        yield option + self.given(other)

    def refusals(self):
        for row in self.rows.values():
            for words in (*self.without_argument(row), *self.useless(row),
                          *self.against_rules(row)):
                yield [self.name] + words


for tool in sys.argv[1:]:
    for command in Tool(tool).refusals():
        print(shlex.join(command))
