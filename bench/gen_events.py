#!/usr/bin/env python3
"""Seeded sensor events as JSON lines, for measuring: the same arguments give the same bytes on every machine.

gen_events.py OUT [--events N] [--keys K] [--rate R] [--disorder-ms MS] [--seed S]

A line is {"key":"sensor-5444","value":20.25,"ts":1699999999319}. Keys follow Zipf's law (exponent 1) over K names in random
order; time runs at R events a second from November 2023 on, each event up to MS late against the running time.
"""
import argparse
import itertools
import random

START_MS = 1_700_000_000_000
BLOCK = 100_000


def blocks(options):
    dice = random.Random(options.seed)
    names = list(range(options.keys))
    dice.shuffle(names)
    weights = list(itertools.accumulate(1.0 / rank for rank in range(1, options.keys + 1)))
    step_ms = 1000.0 / options.rate
    for first in range(0, options.events, BLOCK):
        count = min(BLOCK, options.events - first)
        lines = []
        for number, key in enumerate(dice.choices(names, cum_weights=weights, k=count), first):
            ts = START_MS + int(number * step_ms) - int(dice.random() * (options.disorder_ms + 1))
            value = int(dice.gauss(2000, 500)) / 100
            lines.append(f'{{"key":"sensor-{key}","value":{value},"ts":{ts}}}\n')
        yield "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out")
    parser.add_argument("--events", type=int, default=5_000_000)
    parser.add_argument("--keys", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=1000.0)
    parser.add_argument("--disorder-ms", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=42)
    options = parser.parse_args()
    with open(options.out, "w", encoding="ascii") as out:
        for block in blocks(options):
            out.write(block)


if __name__ == "__main__":
    main()
