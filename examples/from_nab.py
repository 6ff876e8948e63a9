#!/usr/bin/env python3
"""Turns CSV files of the Numenta Anomaly Benchmark (timestamp,value; one series a file) into the events of traffic.ndjson.

from_nab.py FIRST_DAY LAST_DAY FILE.csv... > traffic.ndjson

Each row becomes {"key": the file's name, "value": its number, "ts": its time in seconds, read as UTC}; all files are merged
in the order of time, equal times in the order of the files' names.
"""
import csv
import datetime
import json
import os
import sys


def readings(path, first, last):
    key = os.path.splitext(os.path.basename(path))[0]
    with open(path, newline="", encoding="utf-8") as text:
        for row in csv.DictReader(text):
            if first <= row["timestamp"][:10] <= last:
                at = datetime.datetime.fromisoformat(row["timestamp"]).replace(tzinfo=datetime.timezone.utc)
                value = float(row["value"])
                yield int(at.timestamp()), key, int(value) if value.is_integer() else value


first_day, last_day, *paths = sys.argv[1:]
for ts, key, value in sorted(event for path in paths for event in readings(path, first_day, last_day)):
    print(json.dumps({"key": key, "value": value, "ts": ts}, separators=(",", ":")))
