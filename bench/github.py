"""Raw events of GitHub in any number: those of examples/ again and again, each with its own id, a hundredth of a second of event time apart."""
import datetime
import json
import os

STEP_MS = 10


def templates(path):
    """Each event as a line with `@id` and `@time` where its id and its times stand."""
    made = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            event = json.loads(line)
            event["source_event_id"] = event["payload"]["id"] = "@id"
            event["observed_at"] = event["payload"]["created_at"] = "@time"
            made.append(json.dumps(event, separators=(",", ":"), ensure_ascii=False))
    return made


def write(source, path, events):
    """Writes `events` lines to `path`, unless they are there."""
    if os.path.exists(path):
        return
    texts = templates(source)
    begin = datetime.datetime(2024, 1, 1)
    with open(path + ".part", "w", encoding="utf-8") as out:
        for number in range(events):
            time = (begin + datetime.timedelta(milliseconds=number * STEP_MS)).strftime("%Y-%m-%dT%H:%M:%SZ")
            out.write(texts[number % len(texts)].replace("@id", str(10_000_000 + number)).replace("@time", time) + "\n")
    os.rename(path + ".part", path)


def stages(path, root, raw):
    """A stages file with every stage, from recorded events to rows on standard output."""
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"stages": {"ingest": {"file": raw}, "normalize": {}, "analyze": os.path.join(root, "interface/analytics/*.sql")},
                   "contracts": os.path.join(root, "interface/sources")}, out)


def counted(rows):
    """Events that the rows of the query by repository speak of."""
    return sum(row["metric_value"] for row in map(json.loads, rows) if row["metric"] == "repository_events")
