#!/usr/bin/env python3
"""tools/flink/fuzz.py [--seed N] [--queries N] [--keep DIR] [--weir PATH]: random queries, run by Flink and by weir, and compared.

Each query is a folder as in docs/cases.md: a schema, an input (disorder, NULLs, ties, times on the edge of windows, days with a
change of clocks) and a query out of a grammar of what weir supports. Flink answers all of a round in one process; `weir test`
then says which it disagrees with. A disagreement is made smaller, row by row, as long as it remains, and kept under --keep.
Exit code 1 when there was one. Everything follows from the seed.
"""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ROUND = 50  # queries that one Flink process answers
SHRINKS = 40  # tries to make one disagreement smaller

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Sydney"]
# Around a day on which clocks change somewhere, an ordinary day, and the first seconds of time that Flink's files know.
STARTS = [1711843200000, 1730588400000, 1704067200000, 1710054000000, 100000]


class Maker:
    """One random case."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.zone = self.r.choice(ZONES) if self.r.random() < 0.3 else "UTC"
        self.delay = self.r.choice([0, 0, 1, 2, 5])
        self.instants = self.r.random() < 0.7
        self.unit = self.r.choice([1, 1, 60, 3600])  # seconds of one step of time

    def chance(self, share):
        return self.r.random() < share

    def interval(self, steps):
        seconds = steps * self.unit
        if seconds % 3600 == 0:
            return f"INTERVAL '{seconds // 3600}' HOUR"
        return f"INTERVAL '{seconds // 60}' MINUTE" if seconds % 60 == 0 else f"INTERVAL '{seconds}' SECOND"

    def rows(self, ordered=False):
        r, rows, time = self.r, [], 0
        # West of Greenwich the first seconds of time lie in 1969 by the clock, where Flink's watermark of files does not begin.
        start = self.r.choice(STARTS if self.zone != "America/New_York" else STARTS[:-1])
        for _ in range(r.randrange(0, 40) if self.chance(0.95) else 0):
            time += r.randrange(0, 4 * self.unit * 1000) if not self.chance(0.2) else r.choice([0, self.unit * 1000, 10 * self.unit * 1000])
            at = start + time
            if not ordered and self.chance(0.3):
                at -= r.randrange(0, 12 * self.unit * 1000)
            if self.chance(0.15):
                at -= at % (self.unit * 10000)
            rows.append({"k": r.choice(["a", "b", "c", "", "ä"]) if not self.chance(0.08) else None,
                         "j": r.randrange(0, 3) if not self.chance(0.08) else None,
                         "v": r.randrange(-20, 100) if not self.chance(0.12) else None,
                         "d": r.randrange(-20, 200) / 4 if not self.chance(0.1) else None,
                         "s": r.choice(["x", "yy", "Z", "x"]) if not self.chance(0.1) else None,
                         "ts": max(at, 1)})
        return sorted(rows, key=lambda row: row["ts"]) if ordered else rows

    def table(self, name, path):
        late = f" - {self.interval(self.delay)}" if self.delay else ""
        time = "TO_TIMESTAMP_LTZ(ts, 3)" if self.instants else "CAST(TO_TIMESTAMP_LTZ(ts, 3) AS TIMESTAMP(3))"
        return (f"CREATE TABLE {name} (\n  k STRING,\n  j INT,\n  v INT,\n  d DOUBLE,\n  s STRING,\n  ts BIGINT,\n  rt AS {time},\n"
                f"  WATERMARK FOR rt AS rt{late}\n) WITH ('connector' = 'filesystem', 'path' = '{path}', 'format' = 'json');\n")

    def window(self, table):
        kind = self.r.choice(["TUMBLE", "TUMBLE", "HOP", "CUMULATE", "SESSION"])
        size = self.r.choice([2, 5, 10])
        if kind == "TUMBLE":
            offset = f", {self.interval(self.r.randrange(1, size))}" if self.chance(0.2) else ""
            return kind, f"TABLE(TUMBLE(TABLE {table}, DESCRIPTOR(rt), {self.interval(size)}{offset}))"
        if kind == "HOP":
            slide = self.r.choice([1, 2])
            return kind, f"TABLE(HOP(TABLE {table}, DESCRIPTOR(rt), {self.interval(slide)}, {self.interval(slide * self.r.choice([2, 3, 5]))}))"
        if kind == "CUMULATE":
            step = self.r.choice([1, 2])
            return kind, f"TABLE(CUMULATE(TABLE {table}, DESCRIPTOR(rt), {self.interval(step)}, {self.interval(step * self.r.choice([2, 4]))}))"
        return kind, f"TABLE(SESSION(TABLE {table} PARTITION BY ({{keys}}), DESCRIPTOR(rt), {self.interval(self.r.choice([1, 3]))}))"

    def condition(self, prefix=""):
        p = prefix
        return self.r.choice([f"{p}v > 10", f"{p}v IS NOT NULL", f"{p}d < 20 OR {p}s = 'x'", f"{p}k <> 'a'", f"{p}v BETWEEN 0 AND 50",
                              f"{p}s LIKE 'x%'", f"{p}j IN (0, 2)", f"NOT ({p}v > 30 AND {p}d > 5)", f"CHAR_LENGTH({p}s) = 1"])

    def calls(self, kind):
        numbers = [("COUNT(*)", "BIGINT"), ("COUNT(v)", "BIGINT"), ("SUM(v)", "INT"), ("MIN(v)", "INT"), ("MAX(v)", "INT"),
                   ("AVG(v)", "INT"), ("AVG(d)", "DOUBLE"), ("SUM(CAST(v AS BIGINT))", "BIGINT"), ("MIN(s)", "STRING"), ("MAX(d)", "DOUBLE"),
                   ("COUNT(DISTINCT v)", "BIGINT"), ("COUNT(DISTINCT s)", "BIGINT"), ("SUM(CAST(v AS DECIMAL(10, 2)))", "DECIMAL(38, 2)"),
                   ("COUNT(*) FILTER (WHERE v > 10)", "BIGINT"), ("MAX(ts)", "BIGINT"), ("SUM(v) + COUNT(*)", "BIGINT"),
                   ("SUM(CASE WHEN s = 'x' THEN 1 ELSE 0 END)", "INT"), ("AVG(CAST(v AS DECIMAL(10, 2)))", "DECIMAL(38, 6)")]
        if kind == "TUMBLE":
            numbers += [("FIRST_VALUE(v)", "INT"), ("LAST_VALUE(s)", "STRING")]
        return self.r.sample(numbers, self.r.randrange(1, 5))

    def keys(self):
        return self.r.choice([["k"], ["k"], ["j"], ["k", "j"], []])

    def key_type(self, key):
        return {"k": "STRING", "j": "INT"}[key]

    def sink(self, columns):
        listed = ", ".join(f"{name} {kind}" for name, kind in columns)
        return f"CREATE TABLE sink ({listed}) WITH ('connector' = 'filesystem', 'path' = 'output', 'format' = 'json');\n"

    def aggregate(self, extra_key=False):
        kind, function = self.window("events")
        keys = self.keys()
        if kind == "SESSION":
            keys = keys or ["k"]
            function = function.format(keys=", ".join(keys))
        calls = self.calls(kind)
        names = [(f"c{i}", kind_of) for i, (_, kind_of) in enumerate(calls)]
        listed = keys + ["window_start", "window_end"] + [call for call, _ in calls]
        where = f" WHERE {self.condition()}" if self.chance(0.4) else ""
        having = f" HAVING {self.r.choice(['COUNT(*) > 1', 'SUM(v) > 20', 'MAX(v) IS NOT NULL'])}" if self.chance(0.25) else ""
        columns = [(key, self.key_type(key)) for key in keys] + [("ws", "TIMESTAMP(3)"), ("we", "TIMESTAMP(3)")] + names
        by = ", ".join(keys + ["window_start", "window_end"])
        return columns, f"SELECT {', '.join(listed)} FROM {function}{where} GROUP BY {by}{having}", keys, kind

    def query(self):
        return self.r.choice([self.windows, self.windows, self.windows, self.legacy, self.sets, self.again, self.cascade, self.top, self.first,
                              self.over, self.window_join, self.interval_join, self.union, self.plain, self.semi])()

    def windows(self):
        columns, text, _, _ = self.aggregate()
        return columns, text, False

    def legacy(self):
        kind = self.r.choice(["TUMBLE", "HOP", "SESSION"])
        args = {"TUMBLE": self.interval(5), "HOP": f"{self.interval(2)}, {self.interval(self.r.choice([3, 4, 7]))}", "SESSION": self.interval(3)}[kind]
        calls = self.calls("HOP")
        keys = self.keys()
        listed = keys + [f"{kind}_START(rt, {args})", f"{kind}_END(rt, {args})"] + [call for call, _ in calls]
        columns = [(key, self.key_type(key)) for key in keys] + [("ws", "TIMESTAMP(3)"), ("we", "TIMESTAMP(3)")]
        columns += [(f"c{i}", kind_of) for i, (_, kind_of) in enumerate(calls)]
        return columns, f"SELECT {', '.join(listed)} FROM events GROUP BY {', '.join(keys + [f'{kind}(rt, {args})'])}", False

    def sets(self):
        _, function = self.window("events")
        while "SESSION" in function:
            _, function = self.window("events")
        by = self.r.choice(["GROUPING SETS ((k), (j), ())", "ROLLUP (k, j)", "CUBE (k, j)", "GROUPING SETS ((k, j), (k))"])
        return ([("k", "STRING"), ("j", "INT"), ("ws", "TIMESTAMP(3)"), ("n", "BIGINT"), ("total", "INT")],
                f"SELECT k, j, window_start, COUNT(*), SUM(v) FROM {function} GROUP BY window_start, window_end, {by}", False)

    def again(self):
        _, inner, keys, _ = self.aggregate()
        keys = keys or []
        inner = inner.replace("SELECT ", "SELECT COUNT(*) AS n, ", 1)
        return ([("ws", "TIMESTAMP(3)"), ("groups_", "BIGINT"), ("most", "BIGINT")],
                f"SELECT window_start, COUNT(*), MAX(n) FROM (SELECT n, window_start, window_end FROM ({inner})) GROUP BY window_start, window_end", False)

    def cascade(self):
        size = self.r.choice([1, 2])
        inner = (f"SELECT k, window_time AS wt, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), {self.interval(size)})) "
                 "GROUP BY k, window_start, window_end, window_time")
        return ([("k", "STRING"), ("ws", "TIMESTAMP(3)"), ("n", "BIGINT"), ("most", "BIGINT")],
                f"SELECT k, window_start, SUM(n), MAX(n) FROM TABLE(TUMBLE(TABLE small, DESCRIPTOR(wt), {self.interval(size * 3)})) "
                "GROUP BY k, window_start, window_end", False, f"CREATE VIEW small AS {inner};\n")

    def top(self):
        kind, function = self.window("events")
        while kind == "SESSION":
            kind, function = self.window("events")
        order = self.r.choice(["v DESC, ts, d, s", "d, ts, v, s", "s DESC, v, ts, d", "v NULLS LAST, ts, d, s"])
        bound = self.r.choice(["rn <= 2", "rn = 1", "rn BETWEEN 2 AND 3", "rn < 4"])
        part = self.r.choice(["window_start, window_end", "window_start, window_end, k", "k, window_start, window_end"])
        return ([("k", "STRING"), ("v", "INT"), ("ws", "TIMESTAMP(3)"), ("we", "TIMESTAMP(3)"), ("rn", "BIGINT")],
                f"SELECT k, v, window_start, window_end, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY {part} ORDER BY {order}) AS rn "
                f"FROM {function}) WHERE {bound}", False)

    def first(self):
        order = self.r.choice(["ASC", "DESC"])
        return ([("k", "STRING"), ("v", "INT"), ("ws", "TIMESTAMP(3)")],
                "SELECT k, v, window_start FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, k "
                f"ORDER BY rt {order}) AS rn FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), {self.interval(5)}))) WHERE rn = 1", False)

    def over(self):
        frame = self.r.choice(["ROWS BETWEEN 2 PRECEDING AND CURRENT ROW", f"RANGE BETWEEN {self.interval(3)} PRECEDING AND CURRENT ROW",
                               "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW", "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"])
        calls = self.r.sample([("COUNT(*)", "BIGINT"), ("SUM(v)", "INT"), ("MIN(v)", "INT"), ("MAX(d)", "DOUBLE"), ("AVG(v)", "INT")], 2)
        listed = ", ".join(f"{call} OVER w" for call, _ in calls)
        return ([("k", "STRING"), ("v", "INT"), ("a", calls[0][1]), ("b", calls[1][1])],
                f"SELECT k, v, {listed} FROM events WINDOW w AS (PARTITION BY k ORDER BY rt {frame})", False)

    def window_join(self):
        how = self.r.choice(["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"])
        size = self.interval(self.r.choice([5, 10]))
        extra = self.r.choice(["", " AND l.v < r.v", " AND l.j = r.j"])
        side = "(SELECT * FROM TABLE(TUMBLE(TABLE {0}, DESCRIPTOR(rt), {1})))"
        return ([("lk", "STRING"), ("rk", "STRING"), ("lv", "INT"), ("rv", "INT"), ("lws", "TIMESTAMP(3)"), ("rws", "TIMESTAMP(3)")],
                f"SELECT l.k, r.k, l.v, r.v, l.window_start, r.window_start FROM {side.format('events', size)} l {how} {side.format('others', size)} r "
                f"ON l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end{extra}", True)

    def interval_join(self):
        how = self.r.choice(["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"])
        extra = self.r.choice(["", " AND l.v < r.v", " AND l.s = r.s"])
        low, high = self.r.choice([(1, 2), (3, 0), (0, 4)])
        low = f"l.rt - {self.interval(low)}" if low else "l.rt"
        high = f"l.rt + {self.interval(high)}" if high else "l.rt"
        return ([("lk", "STRING"), ("rk", "STRING"), ("lv", "INT"), ("rv", "INT")],
                f"SELECT l.k, r.k, l.v, r.v FROM events l {how} others r ON l.k = r.k AND r.rt BETWEEN {low} AND {high}{extra}", True)

    def semi(self):
        size = self.interval(5)
        side = "(SELECT * FROM TABLE(TUMBLE(TABLE {0}, DESCRIPTOR(rt), {1})))"
        word = self.r.choice(["IN", "NOT IN"])
        return ([("k", "STRING"), ("v", "INT"), ("ws", "TIMESTAMP(3)")],
                f"SELECT k, v, window_start FROM {side.format('events', size)} l WHERE l.k {word} (SELECT k FROM {side.format('others', size)} r "
                "WHERE l.window_start = r.window_start AND l.window_end = r.window_end)", True)

    def union(self):
        return ([("k", "STRING"), ("ws", "TIMESTAMP(3)"), ("n", "BIGINT"), ("total", "INT")],
                f"SELECT k, window_start, COUNT(*), SUM(v) FROM TABLE(TUMBLE(TABLE both_, DESCRIPTOR(rt), {self.interval(5)})) "
                "GROUP BY k, window_start, window_end", True,
                "CREATE VIEW both_ AS SELECT k, v, rt FROM events UNION ALL SELECT s AS k, j AS v, rt FROM others;\n")

    def plain(self):
        items = self.r.sample([("UPPER(s)", "STRING"), ("v * 2 + j", "INT"), ("d / 3", "DOUBLE"), ("CAST(v AS STRING) || s", "STRING"),
                               ("COALESCE(v, j, 0)", "INT"), ("CASE WHEN v > 20 THEN 'hi' WHEN v > 0 THEN s END", "STRING"),
                               ("CAST(rt AS STRING)", "STRING"), ("EXTRACT(HOUR FROM rt)", "BIGINT"), ("DATE_FORMAT(rt, 'yyyy-MM-dd HH')", "STRING"),
                               ("MOD(v, 7)", "INT"), ("CAST(d AS INT)", "INT"), ("v > j", "BOOLEAN"), ("SUBSTRING(s, 2)", "STRING"),
                               ("CAST(rt AS DATE)", "DATE"), ("FLOOR(rt TO HOUR)", "TIMESTAMP_LTZ(3)" if self.instants else "TIMESTAMP(3)")], 3)
        return ([(f"c{i}", kind) for i, (_, kind) in enumerate(items)],
                f"SELECT {', '.join(item for item, _ in items)} FROM events WHERE {self.condition()}", False)

    def write(self, folder):
        made = self.query()
        columns, text, two = made[:3]
        before = made[3] if len(made) > 3 else ""
        script = f"SET 'table.local-time-zone' = '{self.zone}';\n" if self.zone != "UTC" else ""
        if two:
            self.delay = 0  # with two sources only input in order is no matter of chance
        script += self.table("events", "input.jsonl") + (self.table("others", "input2.jsonl") if two else "")
        script += self.sink(columns) + before + f"INSERT INTO sink\n{text};\n"
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "query.sql"), "w", encoding="utf-8") as out:
            out.write(script)
        for name in ["input.jsonl"] + (["input2.jsonl"] if two else []):
            write_rows(os.path.join(folder, name), self.rows(ordered=two))


def write_rows(path, rows):
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def read_rows(path):
    with open(path, encoding="utf-8") as source:
        return [json.loads(line) for line in source]


def ask_flink(folders):
    """Writes expected.jsonl into each; the names of those that Flink refused, with its words."""
    for folder in folders:
        for name in os.listdir(folder):
            if name.startswith("expected"):
                os.remove(os.path.join(folder, name))
    done = subprocess.run([os.path.join(HERE, "flink-run"), "cases", "--write", *folders], capture_output=True, text=True)
    refused = {}
    for block in re.split(r"(?m)^(?=CASE )", done.stdout):
        head = re.match(r"CASE (\S+) (\S+)", block)
        if head and head.group(2) == "ERROR":
            refused[head.group(1)] = block.split("\n", 1)[1].strip().split("\n")[0]
    return refused


def ask_weir(weir, folders):
    """The names of the folders that weir disagrees with, and what it says of each."""
    said = {}
    for folder in folders:
        done = subprocess.run([weir, "test", folder], capture_output=True, text=True)
        if done.returncode != 0:
            said[os.path.basename(folder)] = done.stdout + done.stderr
    return said


def differs(weir, folder):
    return not ask_flink([folder]) and bool(ask_weir(weir, [folder]))


def shrink(weir, folder):
    """Takes rows away as long as the two still disagree."""
    tries = 0
    for name in ("input.jsonl", "input2.jsonl"):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            continue
        rows, step = read_rows(path), 16
        while step > 0 and tries < SHRINKS:
            at = 0
            while at < len(rows) and tries < SHRINKS:
                fewer = rows[:at] + rows[at + step:]
                write_rows(path, fewer)
                tries += 1
                if differs(weir, folder):
                    rows = fewer
                else:
                    at += step
            step //= 2
        write_rows(path, rows)
    ask_flink([folder])


def main():
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--queries", type=int, default=200)
    wanted.add_argument("--keep", default=os.path.join(ROOT, "build", "fuzz", "kept"))
    wanted.add_argument("--weir", default=os.path.join(ROOT, "build", "release", "weir"))
    wanted.add_argument("--no-shrink", action="store_true")
    args = wanted.parse_args()
    work = os.path.join(ROOT, "build", "fuzz", f"seed-{args.seed}")
    shutil.rmtree(work, ignore_errors=True)
    agreed, refused_by_flink, kept = 0, 0, []
    for first in range(0, args.queries, ROUND):
        folders = []
        for number in range(first, min(first + ROUND, args.queries)):
            folders.append(os.path.join(work, f"q{args.seed}-{number}"))
            Maker(args.seed * 1_000_003 + number).write(folders[-1])
        refused = ask_flink(folders)
        refused_by_flink += len(refused)
        for name, words in refused.items():
            print(f"refused by Flink: {name}: {words[:150]}", flush=True)
        asked = [one for one in folders if os.path.basename(one) not in refused]
        said = ask_weir(args.weir, asked)
        agreed += len(asked) - len(said)
        for name, words in said.items():
            folder = os.path.join(args.keep, name)
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(os.path.join(work, name), folder)
            if not args.no_shrink:
                shrink(args.weir, folder)
            kept.append(name)
            print(f"DISAGREES: {folder}\n{words[:1200]}", flush=True)
        print(f"{first + len(folders)} queries: {agreed} agreed, {refused_by_flink} refused by Flink, {len(kept)} disagreed", flush=True)
    return 1 if kept else 0


if __name__ == "__main__":
    sys.exit(main())
