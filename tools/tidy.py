#!/usr/bin/env python3
"""The rules of this tree that a compiler does not know, run by ctest: include layers, sizes, left-overs, strange paths.

tools/tidy.py [--warnings]: prints every breach as file:line: what, and exits 1 when there is one. Which folder may use
which folder is read from the weir_library lines of CMakeLists.txt; which folder may use which library stands here.
"""
import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

CODE = ("core", "io", "config", "actors", "daemon", "tests", "bench")
LINES_MAX = {".cpp": 300, ".hpp": 150}
FUNCTION_LINES_MAX = 70
FILE_BYTES_MAX = 1 << 20

# A file that may be longer, and why splitting it would make it worse.
LONGER = {}

# Headers of outside libraries: the folders (and their tests) that may include them. fmt is everyone's.
LIBRARIES = {
    "caf/": ("actors", "daemon"),
    "spdlog/": ("actors", "daemon"),
    "boost/": ("io/http",),
    "simdjson": ("io/format", "core/expr", "core/contract", "bench"),
    "nlohmann/": ("io/http", "io/opensearch", "config", "daemon"),
    "yaml-cpp/": ("config",),
    "CLI/": ("daemon",),
    "curl/": ("io/client", "io/opensearch"),
    "histedit": ("daemon/shell",),
    "librdkafka/": ("io/kafka", "bench/kafka"),
    "date/": ("core",),
    "re2/": ("core/expr", "core/sql"),
    "unicode/": ("core/expr/functions",),
    "openssl/": ("core/expr/functions", "io/http"),
    "xxhash": ("core/data", "core/agg", "core/window", "io/poller", "io/opensearch"),
    "zlib": ("io/source", "io/sink", "io/http", "io/opensearch"),
    "fmt/": (),  # Everyone.
}
# Tests see more than the code they try: clients to speak to it with, readers to check it by.
TEST_LIBRARIES = {
    "caf/": ("tests/actors", "tests/daemon", "tests/sim", "tests/cases"),
    "boost/": ("tests/io/http", "tests/daemon", "tests/e2e"),
    "nlohmann/": ("tests",),
    "rapidcheck": ("tests",),
    "zlib": ("tests",),
    "openssl/": ("tests",),
    "librdkafka/": ("tests",),
    "catch2/": ("tests/support",),
}

# core/ takes the time and the bytes as arguments; whatever waits or speaks to the system lives elsewhere.
CORE_NEVER = re.compile(
    r"^(thread|mutex|shared_mutex|condition_variable|future|semaphore|latch|barrier|stop_token|fstream|iostream|"
    r"filesystem|csignal|ctime|unistd\.h|fcntl\.h|pthread\.h|signal\.h|sys/.*)$")
CORE_MAY = {
    ("core/time_zone.cpp", "mutex"): "zones are read once for the whole process, by whichever shard asks first",
}
CORE_CLOCK = re.compile(r"_clock::now|\bgettimeofday\b|\bclock_gettime\b|std::getenv|\bgetenv\(")

UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
MACHINE = re.compile(r"(?<![\w.$}-])/(work|root|tmp|home/\w+)/(?=[\w.*])")
HOSTS = re.compile(r"deb\.debian\.org|archive\.ubuntu|nodesource|registry\.npmjs|pypi\.org|pythonhosted|crates\.io|"
                   r"repo1?\.maven|proxy\.golang", re.IGNORECASE)
EXCLUDED_LINE = re.compile(r"GCOVR_EXCL_(LINE|START|STOP|BR_\w+)(.*)")

breaches, warnings = [], []


def breach(path, line, what):
    breaches.append(f"{path}:{line}: {what}" if line else f"{path}: {what}")


def tracked():
    """The files git knows or would add; without git, everything but what is built."""
    asked = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True)
    if asked.returncode == 0 and asked.stdout:
        return sorted({name for name in asked.stdout.decode().split("\0") if name and os.path.isfile(name)})
    found = []
    for folder, inner, names in os.walk("."):
        inner[:] = [name for name in inner if name not in ("build", ".git", "node_modules", "__pycache__")]
        found += [os.path.normpath(os.path.join(folder, name)) for name in names]
    return sorted(found)


def layers():
    """Folder -> the folders it may include from, by the libraries of CMakeLists.txt and what they use in turn."""
    folders, uses = {}, {}
    with open("CMakeLists.txt", encoding="utf-8") as text:
        for name, rest in re.findall(r"^weir_library\((\w+)([^)]*)\)", text.read(), re.MULTILINE):
            words, kind = rest.split(), None
            folders[name], uses[name] = [], []
            for word in words:
                if word in ("SOURCES", "USES", "EXCLUDE"):
                    kind = word
                elif kind == "SOURCES":
                    folders[name].append(word)
                elif kind == "USES" and word.startswith("weir_"):
                    uses[name].append(word[5:])

    def reach(name, seen):
        if name in folders and name not in seen:
            seen.add(name)
            for other in uses[name]:
                reach(other, seen)
        return seen

    allowed = {}
    for name, own in folders.items():
        wide = {folder for other in reach(name, set()) for folder in folders[other]}
        for folder in own:
            allowed[folder] = wide
    return allowed


def is_under(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def without_text(source):
    """The source with comments, strings and character literals blanked out, every line kept in its place."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'',
                         re.DOTALL)
    return pattern.sub(lambda m: "\n" * m.group().count("\n") if "\n" in m.group() else
                       ('""' if m.group()[0] in "\"R" else " "), source)


NOT_A_FUNCTION = re.compile(r"\b(namespace|class|struct|union|enum|extern)\b[^()]*$")


def check_functions(path, code):
    """A brace opened after a parameter list at namespace or class level begins a function."""
    depth, began, head = 0, [], ""
    line = 1
    for token in re.finditer(r"\n|[{};]|[^\n{};]+", code):
        text = token.group()
        if text == "\n":
            line += 1
            head += " "
        elif text == "{":
            is_body = ")" in head and not NOT_A_FUNCTION.search(head)
            began.append(line if is_body and not any(began) else 0)
            head = ""
        elif text == "}":
            if began:
                start = began.pop()
                if start and line - start + 1 > FUNCTION_LINES_MAX:
                    breach(path, start, f"function of {line - start + 1} lines (at most {FUNCTION_LINES_MAX})")
            head = ""
        elif text == ";":
            head = ""
        elif not text.lstrip().startswith("#"):
            head += text


def check_include(path, number, header, is_quoted, allowed):
    folder = os.path.dirname(path)
    is_test = path.startswith("tests/")
    tried = folder[6:] if is_test else folder
    if is_quoted:
        if not os.path.exists(header):
            breach(path, number, f"include not from the repository root: {header}")
            return
        target = os.path.dirname(header)
        if is_test:
            if target.startswith("tests") or tried not in allowed:
                return  # Support, and whole-engine tests: everything is theirs to use.
        if target.startswith("tests"):
            breach(path, number, f"{folder} may not use tests: {header}")
        elif tried in allowed and target not in allowed[tried]:
            breach(path, number, f"{folder} may not use {target} (see CMakeLists.txt): {header}")
        return
    for prefix, folders in LIBRARIES.items():
        if header.startswith(prefix):
            if not folders or is_under(tried, folders) or (is_test and is_under(folder, TEST_LIBRARIES.get(prefix, ()))):
                return
            breach(path, number, f"{folder} may not include {header}: only {', '.join(folders)} may")
            return
    for prefix, folders in TEST_LIBRARIES.items():
        if header.startswith(prefix) and not is_under(folder, folders):
            breach(path, number, f"only {', '.join(folders)} may include {header}")
            return
    if path.startswith("core/") and CORE_NEVER.match(header) and (path, header) not in CORE_MAY:
        breach(path, number, f"core has no threads, clock or I/O: {header}")


def check_code(path, source, lines, allowed, names):
    suffix = os.path.splitext(path)[1]
    most = LONGER.get(path, (LINES_MAX[suffix], ""))[0]
    if len(lines) > most:
        breach(path, 0, f"{len(lines)} lines (at most {most}); split it by idea")
    code = without_text(source)
    if suffix == ".hpp":
        if "#pragma once" not in source:
            breach(path, 1, "header without #pragma once")
        if re.search(r"^\s*using namespace", code, re.MULTILINE):
            breach(path, 1, "using namespace in a header")
        if not re.search(r"\A(#pragma once\n)?\s*//", source):
            breach(path, 1, "header does not open with what it is for")
    if not path.startswith("tests/"):
        check_functions(path, code)
    first = True
    for number, line in enumerate(lines, 1):
        found = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if found:
            is_quoted = found.group(1) == '"'
            check_include(path, number, found.group(2), is_quoted, allowed)
            own = path[:-4] + ".hpp"
            if first and suffix == ".cpp" and own in names and found.group(2) != own:
                breach(path, number, f"own header comes first: {own}")
            first = False
        excluded = EXCLUDED_LINE.search(line)
        if excluded and excluded.group(1) != "STOP" and len(excluded.group(2).strip(" :*/").split()) < 2:
            breach(path, number, "line excluded from coverage without its reason behind the mark")
    if path.startswith("core/"):
        for found in CORE_CLOCK.finditer(code):
            breach(path, code.count("\n", 0, found.start()) + 1, f"core takes the time as an argument: {found.group()}")
    test = "tests/" + path[:-4] + ".cpp"
    if suffix == ".cpp" and not path.startswith(("tests/", "bench/")) and test not in names and path != "daemon/main.cpp":
        warnings.append(f"{path}: no test of that name: {test}")


def check_text(path, source, lines):
    is_code = os.path.splitext(path)[1] in (".cpp", ".hpp", ".py", ".cmake", ".sh", ".md", ".yml") or "tools/" in path
    is_case = path.startswith("tests/cases/")
    for number, line in enumerate(lines, 1):
        if is_code and not is_case and line != line.rstrip():
            breach(path, number, "blanks at the end of the line")
        if is_code and not is_case and "\t" in line:
            breach(path, number, "a tab")
        if UNFINISHED.search(line) and path != "tools/tidy.py":
            breach(path, number, "unfinished: finish it, or say in words what is not done and why")
        found = MACHINE.search(line)
        if found:
            breach(path, number, f"path of one machine: {found.group()}")
        found = HOSTS.search(line)
        if found and path != "tools/tidy.py":
            breach(path, number, f"name of a package host: {found.group()}")


def main():
    names = tracked()
    known, allowed = set(names), layers()
    for path in names:
        if os.path.getsize(path) > FILE_BYTES_MAX:
            breach(path, 0, f"more than {FILE_BYTES_MAX} bytes")
            continue
        with open(path, "rb") as file:
            data = file.read()
        if b"\0" in data:
            continue
        source = data.decode("utf-8", "replace")
        lines = source.split("\n")
        if lines and lines[-1] == "":
            lines.pop()
        check_text(path, source, lines)
        if path.split("/")[0] in CODE and path.endswith((".cpp", ".hpp")):
            check_code(path, source, lines, allowed, known)
    for line in breaches:
        print(line)
    if "--warnings" in sys.argv:
        for line in warnings:
            print("warning:", line)
    print(f"tidy: {len(names)} files, {len(breaches)} breaches, {len(warnings)} warnings (--warnings shows them)")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
