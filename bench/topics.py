"""The Kafka part of bench/run: a broker of its own (tools/servers/kafka), W1 in a topic of four partitions, and runs of the release binary over it."""
import json
import os
import signal
import subprocess
import time

import measure

PARTITIONS = 4
GROUPS = 1_000_000


def script(root):
    return os.path.join(root, "tools", "servers", "kafka", "kafka")


class Broker:
    """Started for the measuring, gone with it."""

    def __init__(self, root, home):
        self.root, self.folder = root, os.path.join(home, "kafka")

    def __enter__(self):
        subprocess.run(["rm", "-rf", self.folder], check=True)
        began = subprocess.run([script(self.root), "start", "--dir", self.folder, "--port", "0", "--profile", "bench"],
                               check=True, capture_output=True, text=True)
        self.address = began.stdout.strip()
        return self

    def __exit__(self, *_):
        subprocess.run([script(self.root), "stop", "--dir", self.folder, "--now", "--purge"], check=False, capture_output=True)

    def make(self, topic, partitions):
        subprocess.run([script(self.root), "topics", "--bootstrap-server", self.address, "--create", "--topic", topic,
                        "--partitions", str(partitions)], check=True, capture_output=True)


def source(address, topic, group, bounded, columns='`key` STRING, `value` DOUBLE, ts BIGINT', delay="2"):
    end = ", 'scan.bounded.mode' = 'latest-offset'" if bounded else ""
    return (f"SET 'table.local-time-zone' = 'UTC';\n"
            f"CREATE TABLE events ({columns}, rt AS TO_TIMESTAMP_LTZ(ts, 3), WATERMARK FOR rt AS rt - INTERVAL '{delay}' SECOND) "
            f"WITH ('connector' = 'kafka', 'topic' = '{topic}', 'properties.bootstrap.servers' = '{address}', "
            f"'properties.group.id' = '{group}', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json'{end});\n")


def sink(address, topic, guarantee, columns):
    return (f"CREATE TABLE windows ({columns}) WITH ('connector' = 'kafka', 'topic' = '{topic}', 'properties.bootstrap.servers' = '{address}', "
            f"'format' = 'json', 'sink.delivery-guarantee' = '{guarantee}', 'sink.transactional-id-prefix' = '{topic}');\n")


W1_COLUMNS = "`key` STRING, ws TIMESTAMP_LTZ(3), n BIGINT, s DOUBLE, lo DOUBLE, hi DOUBLE, mean DOUBLE"


def w1(into, size="'1' MINUTE"):
    return (into + f"INSERT INTO windows SELECT `key`, CAST(window_start AS TIMESTAMP_LTZ(3)), COUNT(*), SUM(`value`), MIN(`value`), MAX(`value`), AVG(`value`) "
            f"FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL {size})) GROUP BY `key`, window_start, window_end;\n")


def write(home, name, text):
    with open(os.path.join(home, name), "w", encoding="utf-8") as out:
        out.write(text)
    return name


def run_on(command, cores, home):
    return subprocess.Popen(["taskset", "-c", cores, *command], cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def fill(weir, home, broker, file, topic):
    """weir itself puts a file's lines into the topic, by their keys."""
    text = (f"CREATE TABLE lines (`key` STRING, `value` DOUBLE, ts BIGINT) WITH ('connector' = 'filesystem', 'path' = '{file}', 'format' = 'json');\n"
            f"CREATE TABLE events (`key` STRING, `value` DOUBLE, ts BIGINT) WITH ('connector' = 'kafka', 'topic' = '{topic}', 'properties.bootstrap.servers' = '{broker.address}', "
            "'key.format' = 'raw', 'key.fields' = 'key', 'value.format' = 'json');\nINSERT INTO events SELECT * FROM lines;\n")
    subprocess.run([weir, "run", "--quiet", write(home, f"fill-{topic}.sql", text)], cwd=home, check=True)


def loop(binary, broker, topic, cores, home):
    def once():
        began = subprocess.run(["taskset", "-c", cores, binary, broker.address, topic], cwd=home, check=True, capture_output=True, text=True)
        return {"s": json.loads(began.stdout)["seconds"]}
    return once


def rates(weir, home, broker, cores, build, pairs):
    """name -> results; every run has a group of its own, so that each reads the whole topic."""
    number = iter(range(1_000_000))

    def run(guarantee):
        def once():
            mark = next(number)
            if guarantee is None:
                into = f"CREATE TABLE windows ({W1_COLUMNS}) WITH ('connector' = 'blackhole');\n"
            else:
                broker.make(f"out-{mark}", 1)
                into = sink(broker.address, f"out-{mark}", guarantee, W1_COLUMNS)
            file = write(home, "topic.sql", w1(source(broker.address, "w1", f"bench-{mark}", True) + into))
            return measure.run_once([weir, "run", "--quiet", file], cores, home)
        return once
    return measure.alternate({"loop": loop(os.path.join(build, "bench", "bench_topic_loop"), broker, "w1", cores, home),
                              "none": run(None), "once": run("exactly-once"), "least": run("at-least-once")}, pairs)


def latency(weir, home, broker, cores, build, guarantee, seconds=20, rate=50_000):
    topic = f"slow-{guarantee}"
    broker.make(topic + "-in", PARTITIONS)
    broker.make(topic + "-out", 1)
    columns = "k STRING, e BIGINT, n BIGINT, s BIGINT"
    text = source(broker.address, topic + "-in", topic, False, "k STRING, v BIGINT, ts BIGINT", "0").replace("earliest-offset", "latest-offset") + \
        sink(broker.address, topic + "-out", guarantee, columns) + \
        ("INSERT INTO windows SELECT k, CAST(TIMESTAMPDIFF(SECOND, TIMESTAMP '1970-01-01 00:00:00', window_end) AS BIGINT) * 1000, COUNT(*), SUM(v) "
         "FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '1' SECOND)) GROUP BY k, window_start, window_end;\n")
    run = run_on([weir, "run", write(home, topic + ".sql", text)], cores, home)
    try:
        time.sleep(2)
        asked = subprocess.run([os.path.join(build, "bench", "bench_topic_latency"), broker.address, topic + "-in", topic + "-out", str(rate), str(seconds)],
                               check=True, capture_output=True, text=True)
    finally:
        run.send_signal(signal.SIGTERM)
        run.communicate()
    return json.loads(asked.stdout)


def rows_into(weir, home, broker, topic, name, rows):
    with open(os.path.join(home, name + ".ndjson"), "w", encoding="ascii") as out:
        out.writelines(f'{{"key":"{key}","value":{value},"ts":{ts}}}\n' for key, value, ts in rows)
    fill(weir, home, broker, name + ".ndjson", topic)


def restart(weir, home, broker, cores, build):
    """Seconds from the start after a kill, with a million open groups, to the first new row in the sink's topic."""
    broker.make("groups", PARTITIONS)
    broker.make("groups-out", 1)
    rows_into(weir, home, broker, "groups", "groups", ((f"k-{number:010}", number % 97, 1_700_000_000_000 + number) for number in range(GROUPS)))
    text = w1(source(broker.address, "groups", "groups", False) + sink(broker.address, "groups-out", "exactly-once", W1_COLUMNS), "'1' HOUR")
    command = [weir, "run", write(home, "groups-hour.sql", text)]
    run = run_on(command, cores, home)
    time.sleep(15)  # Every row is in its window, and committed.
    run.kill()
    run.communicate()
    # Some for every partition, far ahead: the first new row is of the hour that they close.
    rows_into(weir, home, broker, "groups", "closing", ((f"k-{number}", 1, 1_700_010_000_000) for number in range(200)))
    with subprocess.Popen([os.path.join(build, "bench", "bench_topic_first"), broker.address, "groups-out"], stdout=subprocess.PIPE, text=True) as first:
        first.stdout.readline()
        began = time.monotonic()
        run = run_on(command, cores, home)
        try:
            first.wait(timeout=120)
            return time.monotonic() - began
        finally:
            run.kill()
            run.communicate()
            first.kill()
