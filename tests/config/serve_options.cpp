#include "config/serve_options.hpp"

#include "tests/config/plan_text.hpp"
#include "tests/support/catch.hpp"

using namespace config;

namespace {

using texts = std::map<std::string, std::string>;

serve_inputs inputs_of(texts flags, texts variables, std::optional<std::string> file = std::nullopt) {
  serve_inputs made;
  made.flags = std::move(flags);
  made.environment = [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
  if (file) made.file = "serve.yml";
  made.file_text = std::move(file);
  return made;
}

serve_options read(const serve_inputs& inputs) {
  auto made = read_serve_options(inputs);
  REQUIRE(made);
  return *made;
}

std::vector<std::string> faults_of(const serve_inputs& inputs) {
  const auto made = read_serve_options(inputs);
  return made ? std::vector<std::string>{} : made.error();
}

} // namespace

TEST_CASE("without any setting the defaults hold") {
  const auto made = read({});
  CHECK(made.window_ms == 60'000);
  CHECK(made.lateness_ms == 5'000);
  CHECK(made.future_skew_ms == 86'400'000);
  CHECK(made.host == "127.0.0.1");
  CHECK(made.port == 8000);
  CHECK(made.engine.shards >= 1);
  CHECK(made.engine.on_stop == stop_policy::close);
}

TEST_CASE("the environment's numbers are seconds, fractions allowed") {
  const auto made = read(inputs_of({}, {{"WINDOW_SIZE", "10"}, {"ALLOWED_LATENESS", "0.5"}, {"PORT", "9000"}}));
  CHECK(made.window_ms == 10'000);
  CHECK(made.lateness_ms == 500);
  CHECK(made.port == 9000);
}

TEST_CASE("every setting can be a flag") {
  const auto made = read(inputs_of({{"window", "1m30s"},
                                    {"lateness", "0"},
                                    {"future-skew", "off"},
                                    {"host", "0.0.0.0"},
                                    {"port", "0"},
                                    {"shards", "4"},
                                    {"threads", "2"},
                                    {"on-stop", "drop"},
                                    {"memory", "1GiB"},
                                    {"on-full", "close"}},
                                   {}));
  CHECK(made.window_ms == 90'000);
  CHECK(made.lateness_ms == 0);
  CHECK(made.future_skew_ms == 0);
  CHECK(made.host == "0.0.0.0");
  CHECK(made.port == 0);
  CHECK(made.engine.shards == 4);
  CHECK(made.engine.threads == 2);
  CHECK(made.engine.on_stop == stop_policy::drop);
  CHECK(made.engine.memory_bytes_max == 1ULL << 30);
  CHECK(made.engine.on_full == full_policy::close);
}

TEST_CASE("a flag outdoes the environment, and that a file") {
  const auto made = read(inputs_of({{"window", "1s"}}, {{"WINDOW_SIZE", "2"}, {"ALLOWED_LATENESS", "2"}},
                                   "window: 3s\nlateness: 3s\nport: 3333\n"));
  CHECK(made.window_ms == 1000);
  CHECK(made.lateness_ms == 2000);
  CHECK(made.port == 3333);
}

TEST_CASE("every wrong value is named with its reason and where it came from") {
  CHECK(faults_of(inputs_of({{"window", "0"}, {"port", "http"}, {"host", ""}, {"on-stop", "wait"}},
                            {{"WINDOW_SIZE", "soon"}, {"WEIR_SHARDS", "0"}, {"WEIR_MEMORY", "1KiB"}},
                            "lateness: -1s\n")) ==
        std::vector<std::string>{
            "serve.yml:1:11: lateness must be 0s to 36525d: -1s\n  1 | lateness: -1s\n    |           ^^^",
            "WINDOW_SIZE (environment): window not a duration: soon (write 500ms, 5s, 1m, 2h, 1d or 1h30m)",
            "--window: window must be 1ms to 36525d: 0",
            "--host: host must not be empty",
            "--port: port must be a whole number: http",
            "WEIR_SHARDS (environment): shards must be 1 to 1024: 0",
            "--on-stop: on_stop must be one of close, drop: wait",
            "WEIR_MEMORY (environment): memory must be 16MiB to 1024TiB: 1KiB",
        });
  CHECK(faults_of(inputs_of({{"memory", "much"}, {"on-full", "x"}}, {})) ==
        std::vector<std::string>{"--memory: memory not a size: much (write 65536, 64KiB, 16MiB or 2GiB)",
                                 "--on-full: on_full must be one of stop, close: x"});
}

TEST_CASE("an unknown key in the file is a complaint, and an unreadable file too") {
  CHECK(faults_of(inputs_of({}, {}, "windw: 1m\n")) ==
        std::vector<std::string>{"serve.yml:1:1: unknown key in the file: windw (did you mean window? allowed: "
                                 "future_skew, host, lateness, memory, on_full, on_stop, port, shards, threads, "
                                 "tls_certificate, tls_key, token_file, window)\n"
                                 "  1 | windw: 1m\n    | ^^^^^"});
  CHECK(faults_of(inputs_of({}, {}, "window: [\n")).size() == 1);
  CHECK(faults_of(inputs_of({}, {}, "")).empty());
  CHECK(faults_of(inputs_of({}, {}, "window: [1m]\n")).size() == 1);
}

TEST_CASE("each setting is described once") {
  CHECK(serve_settings().size() == 13);
  CHECK(serve_settings()[0].flag == "window");
  CHECK(serve_settings()[0].variable == "WINDOW_SIZE");
  CHECK(serve_settings()[0].fallback == "60s");
}

TEST_CASE("the serve plan is the tumbling engine over HTTP") {
  serve_options options;
  options.window_ms = 10'000;
  options.lateness_ms = 500;
  CHECK(tests::text_of(make_serve_plan(options)) == R"(serve in UTC
source events http host=127.0.0.1 port=8000 table=events json s
  key VARIANT NOT NULL required
  value DOUBLE NOT NULL required
  ts TIMESTAMP_LTZ(3) NOT NULL required
  time 2 watermark (ts - INTERVAL '+0 00:00:00.501' DAY TO SECOND) skew 86400000 idle 0
stage windows
  from source 0 rows
  project key=key, ts=ts, value=value
  keys 0 time 1
  tumble 10000 0 0 UTC
  call 0 of -1 filter -1
  call 2 of 2 filter -1
  call 3 of 2 filter -1
  call 4 of 2 filter -1
  call 5 of 2 filter -1
  gives (key VARIANT NOT NULL, window_start TIMESTAMP(3), window_end TIMESTAMP(3), window_time TIMESTAMP_LTZ(3) NOT NULL, COUNT(*) BIGINT NOT NULL, SUM(`value`) DOUBLE, MIN(`value`) DOUBLE, MAX(`value`) DOUBLE, AVG(`value`) DOUBLE)
sink windows memory json s
  from stage 0 rows
  project key=key, start=window_start, end=window_end, count=COUNT(*), sum=SUM(`value`), min=MIN(`value`), max=MAX(`value`), average=AVG(`value`)
  as (key VARIANT NOT NULL, start TIMESTAMP(3), end TIMESTAMP(3), count BIGINT NOT NULL, sum DOUBLE, min DOUBLE, max DOUBLE, average DOUBLE)
sink stdout stdout json s
  from stage 0 rows
  project key=key, start=window_start, end=window_end, count=COUNT(*), sum=SUM(`value`), min=MIN(`value`), max=MAX(`value`), average=AVG(`value`)
  as (key VARIANT NOT NULL, start TIMESTAMP(3), end TIMESTAMP(3), count BIGINT NOT NULL, sum DOUBLE, min DOUBLE, max DOUBLE, average DOUBLE)
)");
}

TEST_CASE("certificate, key and token file are paths of a flag, a variable or the file") {
  const auto flags = read(inputs_of({{"tls-certificate", "c.pem"}, {"tls-key", "k.pem"}, {"token-file", "t"}}, {}));
  CHECK(flags.tls_certificate == "c.pem");
  CHECK(flags.tls_key == "k.pem");
  CHECK(flags.token_file == "t");
  const auto mixed = read(inputs_of({}, {{"WEIR_TLS_KEY", "k2"}, {"WEIR_TLS_CERTIFICATE", "c2"}},
                                    "tls_certificate: c3\ntls_key: k3\ntoken_file: t3\n"));
  CHECK(mixed.tls_certificate == "c2");
  CHECK(mixed.tls_key == "k2");
  CHECK(mixed.token_file == "t3");
}

TEST_CASE("the token itself comes from the environment alone, and no complaint holds it") {
  CHECK(read(inputs_of({}, {{"WEIR_TOKEN", "s3cret"}})).token == "s3cret");
  for (const auto& one : serve_settings()) CHECK(one.flag != "token");
  const auto faults = faults_of(inputs_of({{"token-file", "t"}}, {{"WEIR_TOKEN", "s3cret"}}, "token: s3cret\n"));
  REQUIRE(faults.size() == 2);
  CHECK_THAT(faults[0], ContainsSubstring("token"));
  CHECK(faults[1] == "WEIR_TOKEN (environment) and token_file: give one of them");
}

TEST_CASE("a certificate without its key, or a key without its certificate, is named") {
  CHECK(faults_of(inputs_of({{"tls-certificate", "c"}}, {})) ==
        std::vector<std::string>{"tls_certificate needs tls_key: the key that it belongs to"});
  CHECK(faults_of(inputs_of({{"tls-key", "k"}}, {})) ==
        std::vector<std::string>{"tls_key needs tls_certificate: the certificate that it belongs to"});
}
