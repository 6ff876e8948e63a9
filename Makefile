# Everything a user or a developer runs. The first run installs what is missing (tools/setup); later runs do not.
.PHONY: build run ingestion-default kafka-up kafka-down test test-flink bench neat tidy clean

build: ## the release binary, build/release/weir
	@tools/setup build
	@cmake --preset release >/dev/null
	@cmake --build --preset release >&2 # make run's stdout is for rows

EXAMPLE ?= traffic

run: build ## start weir on 127.0.0.1:8000 and replay real road traffic into it; EXAMPLE=github: recorded events of GitHub
	@tools/run-example $(EXAMPLE)

ingestion-default: build ## poll GitHub's public events; they go to stdout, published ids are remembered in build/ingestion
	@build/release/weir ingest --source github --state build/ingestion/github.ids

MODE ?= cluster
kafka_compose = docker compose -f docker/kafka.yml --profile $(MODE)

kafka-up: build ## a Kafka of 3 controllers and 3 brokers (MODE=dev: one node), Kafka UI on 127.0.0.1:8080, the topics made
	@$(kafka_compose) up --detach
	@build/release/weir topics create

kafka-down: ## stop it; what it held is gone
	@docker compose -f docker/kafka.yml --profile cluster --profile dev down --volumes

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
