"""How bench/run measures: processes with their time, CPU and memory, the daemon while it is measured, and medians of alternating runs."""
import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")


def run_once(command, cores, folder):
    """Seconds, CPU seconds and MiB of one run on these cores; a run that fails ends the measuring."""
    with open(os.devnull, "wb") as nothing:
        began = time.monotonic()
        process = subprocess.Popen(["taskset", "-c", cores, *command], cwd=folder, stdout=nothing,
                                   stderr=subprocess.PIPE)
        complaint = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - began
    if process.returncode != 0:
        raise SystemExit(f"bench: {' '.join(command)} failed ({process.returncode}): {complaint.decode()[-600:]}")
    return {"s": seconds, "cpu_s": used.ru_utime + used.ru_stime, "mib": used.ru_maxrss / 1024}


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as text:
        fields = text.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def run_until_quiet(command, cores, folder):
    """CPU seconds of a run that does not end by itself, until it has used none for two seconds; then it is killed."""
    process = subprocess.Popen(["taskset", "-c", cores, *command], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        used, quiet = 0.0, 0
        while quiet < 2:
            time.sleep(1)
            if process.poll() is not None:
                raise SystemExit(f"bench: {' '.join(command)} ended by itself ({process.returncode})")
            now = cpu_seconds(process.pid)
            quiet = quiet + 1 if now < used + 0.02 else 0
            used = now
    finally:
        process.kill()
        process.wait()
    return {"cpu_s": used}


def alternate(runs, pairs):
    """Runs A B C A B C ...; name -> the results in order. The machine's drift then falls on all of them alike."""
    results = {name: [] for name in runs}
    for _ in range(pairs):
        for name, run in runs.items():
            results[name].append(run())
    return results


def median(results, field="s"):
    return statistics.median(result[field] for result in results)


def ratio(these, those, field="s"):
    """The median over the rounds of this run's figure against that of the same round."""
    return statistics.median(a[field] / b[field] for a, b in zip(these, those))


class daemon:
    """weir serve on a free port, until the block ends."""

    def __init__(self, weir, options, cores):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.command = ["taskset", "-c", cores, weir, "serve", "--port", str(self.port), *options]

    def __enter__(self):
        began = time.monotonic()
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() - began > 10:
                raise SystemExit(f"bench: the daemon does not start: {' '.join(self.command)}")
        self.start_ms = (time.monotonic() - began) * 1000
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=60)

    def is_ready(self):
        try:
            return self.ask("GET", "/ready")[0] == 200
        except OSError:
            return False

    def ask(self, method, path, body=None):
        talk = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        talk.request(method, path, body, {"Content-Type": "application/x-ndjson"} if body else {})
        answer = talk.getresponse()
        text = answer.read()
        talk.close()
        return answer.status, text

    def stats(self):
        return json.loads(self.ask("GET", "/stats")[1])

    def resident_mib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as text:
            return next(int(line.split()[1]) for line in text if line.startswith("VmRSS")) / 1024

    def cpu_seconds(self):
        return cpu_seconds(self.process.pid)


def wrk(port, script, environment, connections, seconds, cores):
    """wrk's result line of post.lua; any answer that is not 2xx ends the measuring."""
    done = subprocess.run(
        ["taskset", "-c", cores, "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", script, f"http://127.0.0.1:{port}"],
        env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    result = json.loads(next(line[7:] for line in done.stdout.splitlines() if line.startswith("RESULT ")))
    if result["not_2xx"] or result["failed"]:
        raise SystemExit(f"bench: wrk saw failures: {result}")
    return result
