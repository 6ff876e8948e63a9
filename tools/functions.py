#!/usr/bin/env python3
"""docs/functions.md: which of Flink's functions weir has. Asks a built weir to check a call of each.

tools/functions.py [--check] WEIR: writes the table, or says whether the one that is there is up to date.
The names and the calls are those of tools/functions.txt.
"""
import os
import re
import subprocess
import sys
import tempfile

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

NAMES = "tools/functions.txt"
TABLE = "docs/functions.md"
COLUMNS = """b BOOLEAN, i INT, l BIGINT, d DOUBLE, s STRING, y BYTES, dt DATE, ts TIMESTAMP(3), a ARRAY<INT>,
mp MAP<STRING, INT>, r ROW<x INT, y STRING>, rt TIMESTAMP(3), WATERMARK FOR rt AS rt"""
GROUPED = re.compile(r"GROUP BY (.*): (.*)")
FAULT = re.compile(r":(\d+):\d+: ")

HEAD = """# Functions

Flink's documented functions, and what weir makes of them. Written by `tools/functions.py build/…/weir`, which asks weir to check a call of each.

"""


def entries():
    made = []
    category = ""
    with open(NAMES, encoding="utf-8") as text:
        for line in text:
            line = line.rstrip("\n")
            if line.startswith("["):
                category = line[1:-1]
            elif line and not line.startswith("#"):
                name, call, *note = (part.strip() for part in re.split(r" \| ", line.strip()))
                made.append((category, name, call, note[0] if note else ""))
    return made


def query(call):
    grouped = GROUPED.fullmatch(call)
    if grouped:
        return f"SELECT {grouped[2]} AS made FROM t GROUP BY {grouped[1]};"
    if call.startswith("WHERE "):
        return f"SELECT i FROM t {call};"
    return f"SELECT {call} AS made FROM t;"


def refused(weir, calls):
    """The calls that weir does not take. What cannot be read hides what cannot be planned: ask again without it."""
    gone = set()
    while True:
        asked = [call for call in calls if call not in gone]
        table = f"CREATE TABLE t ({COLUMNS}) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'json');\n"
        first = table.count("\n") + 1
        with tempfile.NamedTemporaryFile("w", suffix=".sql", encoding="utf-8") as file:
            file.write(table + "".join(query(call) + "\n" for call in asked))
            file.flush()
            answer = subprocess.run([weir, "check", file.name], capture_output=True, text=True)
        if answer.returncode == 0:
            return gone
        lines = {int(line) - first for line in FAULT.findall(answer.stdout + answer.stderr)}
        faults = {asked[line] for line in lines if 0 <= line < len(asked)}
        if not faults:
            sys.exit(f"functions: weir check says\n{answer.stdout}{answer.stderr}")
        gone |= faults


def table(weir):
    all_entries = entries()
    gone = refused(weir, [call for _, _, call, _ in all_entries])
    counts = {"yes": 0, "no": 0, "differs": 0}
    rows = []
    category = None
    for group, name, call, note in all_entries:
        if group != category:
            rows += [f"\n## {group[0].upper()}{group[1:]}\n", "| function | weir | |", "|---|---|---|"]
            category = group
        answer = "no" if call in gone else "differs" if note else "yes"
        counts[answer] += 1
        rows.append("| `{}` | {} | {} |".format(name.replace("|", "\\|"), answer, note))
    summary = "{yes} are there, {differs} are there and differ in what is said behind them, {no} are not.\n".format(**counts)
    return HEAD + summary + "\n".join(rows) + "\n"


def main():
    check = "--check" in sys.argv
    weir = os.path.abspath(sys.argv[-1])
    made = table(weir)
    if not check:
        with open(TABLE, "w", encoding="utf-8") as file:
            file.write(made)
        return
    with open(TABLE, encoding="utf-8") as file:
        if file.read() != made:
            sys.exit(f"functions: {TABLE} is not up to date: run tools/functions.py {sys.argv[-1]}")


main()
