#!/usr/bin/env python3
"""Dashboards ask for nothing that is not there: every field of a panel's query is a column that the shipped analytics
write, or a counter of weir's /stats; every data source is provisioned. Run by ctest; prints every breach."""
import copy
import glob
import json
import os
import re
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))

SEARCH = "grafana-opensearch-datasource"
STATS = "yesoreyeram-infinity-datasource"
NUMBERS = ("TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL")
TIMES = ("TIMESTAMP", "TIMESTAMP_LTZ")


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def sink_columns():
    """Column -> type over all sinks of the analytics files, and the names that they give their results."""
    columns, metrics = {}, set()
    for path in glob.glob("interface/analytics/*.sql"):
        sql = re.sub(r"--[^\n]*", "", text_of(path))
        tables = {name: body for name, body in re.findall(r"CREATE TABLE (\w+) \((.*?)\n\) WITH", sql, re.DOTALL)}
        for sink, result in re.findall(r"INSERT INTO (\w+)\s+SELECT '(\w+)'", sql):
            metrics.add(result)
            for name, kind in re.findall(r"^\s*(\w+) ([A-Z_]+)", tables[sink], re.MULTILINE):
                columns[name] = kind
    return columns, metrics


def stats_fields():
    schema = json.loads(text_of("daemon/api/openapi.json"))["components"]["schemas"]["Stats"]
    return set(schema["properties"])


def provisioned():
    """uid -> type"""
    found = {}
    for path in glob.glob("docker/grafana/provisioning/datasources/*.yml"):
        found.update(re.findall(r"uid: (\S+)\n\s+type: (\S+)", text_of(path)))
    return found


def check_search(target, columns, metrics, say):
    named = re.findall(r"(\w+):(\S+)", target["query"])
    if not named:
        say("the query names no result")
    for field, value in named:
        if field not in columns:
            say(f"the query asks for the field {field}")
        if field == "metric" and value not in metrics:
            say(f"no analytics file writes the result {value}")
    if columns.get(target["timeField"]) not in TIMES:
        say(f"the time field {target['timeField']} is no time")
    for one in target["metrics"]:
        if one["type"] != "count" and columns.get(one["field"]) not in NUMBERS + TIMES:
            say(f"{one['type']} of the field {one['field']}")
    for one in target["bucketAggs"]:
        wanted = TIMES if one["type"] == "date_histogram" else ("STRING",)
        if columns.get(one["field"]) not in wanted:
            say(f"{one['type']} by the field {one['field']}")


def breaches_of(board, known):
    columns, metrics, stats, sources = known
    found = []
    panels = board["panels"]
    if len({panel["id"] for panel in panels}) != len(panels):
        found.append("two panels of one id")
    for panel in panels:
        for target in panel["targets"]:
            def say(what, title=panel["title"]):
                found.append(f"panel {title}: {what}")
            source = target["datasource"]
            if sources.get(source["uid"]) != source["type"]:
                say(f"the data source {source['uid']} is not provisioned")
            elif source["type"] == SEARCH:
                check_search(target, columns, metrics, say)
            elif source["type"] == STATS:
                if target["url"] != "/stats":
                    say(f"the path {target['url']}")
                for one in target["columns"]:
                    if one["selector"] not in stats:
                        say(f"/stats has no {one['selector']}")
        if not panel["targets"]:
            found.append(f"panel {panel['title']}: asks for nothing")
    return found


def results_shown(boards):
    return {value for board in boards for panel in board["panels"] for target in panel["targets"]
            for value in re.findall(r"metric:(\w+)", target.get("query", ""))}


def check_the_check(board, known):
    """Each kind of mistake, made on purpose, is found."""
    def broken(change):
        changed = copy.deepcopy(board)
        for panel in changed["panels"]:
            for target in panel["targets"]:
                change(target)
        return breaches_of(changed, known)

    def set_in(name, key, value):
        return lambda target: [one.update({key: value}) for one in target.get(name, [])]
    changes = {
        "a field of a metric": set_in("metrics", "field", "metric_valu"),
        "a field of a bucket": set_in("bucketAggs", "field", "nothing"),
        "a counter": set_in("columns", "selector", "late_evnts"),
        "a result": lambda target: target.update(query="metric:nothing"),
        "a field of a query": lambda target: target.update(query="metrc:top_repositories"),
        "a data source": lambda target: target["datasource"].update(uid="x"),
        "a time field": lambda target: target.update(timeField="metric"),
    }
    return [f"the check does not find a wrong name of {what}" for what, change in changes.items() if not broken(change)]


def main():
    known = (*sink_columns(), stats_fields(), provisioned())
    boards = {path: json.loads(text_of(path)) for path in sorted(glob.glob("docker/grafana/dashboards/*.json"))}
    found = [] if boards else ["no dashboards"]
    for path, board in boards.items():
        found += [f"{path}: {what}" for what in breaches_of(board, known)]
        found += check_the_check(board, known)
    for missing in sorted(known[1] - results_shown(boards.values())):
        found.append(f"no panel shows the result {missing}")
    for line in found:
        print(line)
    print(f"grafana: {len(boards)} dashboards, {sum(len(one['panels']) for one in boards.values())} panels, "
          f"{len(found)} breaches")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
