# Everything a user or a developer runs. The first run installs what is missing (tools/setup); later runs do not.
.PHONY: build run ingestion-default test test-flink bench neat tidy clean

build: ## the release binary, build/release/weir
	@tools/setup build
	@cmake --preset release >/dev/null
	@cmake --build --preset release >&2 # make run's stdout is for rows

run: build ## start weir on 127.0.0.1:8000 and replay real road traffic into it
	@tools/run-example

ingestion-default: build ## poll GitHub's public events; they go to stdout, published ids are remembered in build/ingestion
	@build/release/weir ingest --source github --state build/ingestion/github.ids

test: ## every test under sanitizers, then the coverage gates: what CI runs
	@tools/setup build test
	@tools/test

test-flink: build ## golden cases and random queries, on real Flink and on weir
	@tools/setup build flink
	@tools/flink/judge

bench: build ## the table of speeds, with ratios
	@tools/setup build bench
	@bench/run

neat: ## clang-format over our files
	@tools/format --write

tidy: ## clang-tidy over our files
	@tools/setup build tidy
	@cmake --preset tidy >/dev/null
	@cmake --build --preset tidy -- -k 0

clean: ## forget what was built
	@rm -rf build
