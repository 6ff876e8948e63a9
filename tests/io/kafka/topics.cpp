// Consumers and producers on librdkafka's mock cluster: no broker needed, faults on demand.

#include <algorithm>

#include <librdkafka/rdkafka.h>

#include <librdkafka/rdkafka_mock.h>

#include "io/kafka/partition_reader.hpp"
#include "io/kafka/record_chunk.hpp"
#include "io/kafka/start_offsets.hpp"
#include "io/kafka/topic_consumer.hpp"
#include "io/kafka/topic_producer.hpp"
#include "io/sink/topic_sink.hpp"
#include "tests/support/catch.hpp"

using namespace io;
using namespace io::kafka;

namespace {

class mock_cluster {
public:
  mock_cluster() : client_(rd_kafka_new(RD_KAFKA_PRODUCER, rd_kafka_conf_new(), nullptr, 0)) {
    cluster_ = rd_kafka_mock_cluster_new(client_.get(), 1);
  }
  ~mock_cluster() { rd_kafka_mock_cluster_destroy(cluster_); }
  mock_cluster(const mock_cluster&) = delete;
  mock_cluster& operator=(const mock_cluster&) = delete;

  [[nodiscard]] std::string address() const { return rd_kafka_mock_cluster_bootstraps(cluster_); }
  void make_topic(const char* name, int partitions) const { rd_kafka_mock_topic_create(cluster_, name, partitions, 1); }
  [[nodiscard]] rd_kafka_mock_cluster_t* get() const { return cluster_; }

private:
  client_handle client_;
  rd_kafka_mock_cluster_t* cluster_ = nullptr;
};

std::shared_ptr<topic_producer> producer_of(const mock_cluster& cluster) {
  producer_settings settings;
  settings.properties = {{"bootstrap.servers", cluster.address()}};
  auto made = topic_producer::open(std::move(settings), {});
  REQUIRE(made.has_value());
  return *made;
}

consumer_settings settings_of(const mock_cluster& cluster, const std::string& topic) {
  consumer_settings made;
  made.options.topics = {topic};
  made.options.properties = {{"bootstrap.servers", cluster.address()}};
  made.options.start = core::plan::topic_start::earliest;
  made.options.end = core::plan::topic_end::latest;
  made.options.discovery_interval_ms = 0;
  return made;
}

/// The values of every partition, in order of partition and offset.
std::vector<std::string> read_all(consumer_settings settings) {
  auto consumer = topic_consumer::open(std::move(settings), {});
  REQUIRE(consumer.has_value());
  std::vector<std::unique_ptr<io::chunk_reader>> readers;
  for (std::size_t i = 0; i < (*consumer)->ranges().size(); ++i) {
    auto reader = (*consumer)->reader(i);
    REQUIRE(reader.has_value());
    readers.push_back(std::move(*reader));
  }
  std::vector<std::string> made;
  for (auto& reader : readers)
    while (true) {
      const auto chunk = reader->next();
      REQUIRE(chunk.has_value());
      if (!*chunk) break;
      std::size_t begin = 0;
      for (const auto& mark : (*chunk)->records->marks) {
        made.emplace_back((*chunk)->text.substr(begin, mark.value_end - begin));
        begin = mark.value_end + 1;
      }
    }
  return made;
}

core::schema_ptr layout_of(std::vector<core::schema_field> fields) {
  return std::make_shared<const core::schema>(core::schema{std::move(fields)});
}

core::column_ptr numbers(std::vector<std::int64_t> values) {
  auto made = core::make_column(core::int64_type(), values.size());
  made.ints = std::move(values);
  return std::make_shared<const core::column>(std::move(made));
}

} // namespace

TEST_CASE("what is written to a topic is read from it, partition by partition") {
  const mock_cluster cluster;
  cluster.make_topic("both", 2);
  const auto producer = producer_of(cluster);
  for (int i = 0; i < 6; ++i) {
    const auto text = std::to_string(i);
    outgoing_record record;
    record.value = text;
    record.partition = i % 2;
    REQUIRE(producer->produce("both", record).has_value());
  }
  REQUIRE(producer->flush().has_value());
  CHECK(read_all(settings_of(cluster, "both")) == std::vector<std::string>{"0", "2", "4", "1", "3", "5"});
}

TEST_CASE("a broker's passing fault is tried again, and nothing comes twice") {
  const mock_cluster cluster;
  cluster.make_topic("faulty", 1);
  rd_kafka_mock_push_request_errors(cluster.get(), 0 /* Produce */, 3, RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
                                    RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT, RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS);
  const auto producer = producer_of(cluster);
  std::vector<std::string> sent;
  for (int i = 0; i < 100; ++i) {
    sent.push_back(std::to_string(i));
    outgoing_record record;
    record.value = sent.back();
    REQUIRE(producer->produce("faulty", record).has_value());
  }
  REQUIRE(producer->flush().has_value());
  CHECK(read_all(settings_of(cluster, "faulty")) == sent);
}

TEST_CASE("a record that can never be delivered is an error of the flush") {
  const mock_cluster cluster;
  cluster.make_topic("refused", 1);
  rd_kafka_mock_push_request_errors(cluster.get(), 0, 1, RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED);
  const auto producer = producer_of(cluster);
  outgoing_record record;
  record.value = "x";
  REQUIRE(producer->produce("refused", record).has_value());
  const auto done = producer->flush();
  REQUIRE_FALSE(done.has_value());
  CHECK(done.error().message == "topic refused: a record could not be delivered: Broker: Topic authorization failed");
}

TEST_CASE("newlines inside of a JSON record become tabs, and long topics come in chunks") {
  const mock_cluster cluster;
  cluster.make_topic("lines", 1);
  const auto producer = producer_of(cluster);
  for (int i = 0; i < 10'000; ++i) {
    outgoing_record record;
    record.value = "{\n}";
    REQUIRE(producer->produce("lines", record).has_value());
  }
  REQUIRE(producer->flush().has_value());
  const auto read = read_all(settings_of(cluster, "lines"));
  CHECK(read.size() == 10'000);
  CHECK(std::ranges::count(read, "{\t}") == 10'000);
}

TEST_CASE("waiting for a topic that does not exist ends when the run is told to stop") {
  const mock_cluster cluster;
  std::atomic<bool> stopping{true};
  auto settings = settings_of(cluster, "nowhere");
  settings.options.end = core::plan::topic_end::never;
  settings.stopping = &stopping;
  std::vector<std::string> said;
  const auto opened =
      topic_consumer::open(std::move(settings), [&](notice_level, const std::string& words) { said.push_back(words); });
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().code == core::errc::shutdown);
}

TEST_CASE("rows become records with a key, and rows taken back become tombstones") {
  const mock_cluster cluster;
  cluster.make_topic("rows", 1);
  topic_sink_settings settings;
  settings.topic = "rows";
  settings.layout = layout_of({{"id", core::int64_type()}, {"n", core::int64_type()}});
  settings.key = core::plan::record_key{.columns = {0}};
  auto sink = make_topic_sink(std::move(settings), producer_of(cluster));
  REQUIRE(sink.has_value());
  auto rows = std::make_shared<core::batch>();
  rows->layout = layout_of(
      {{"id", core::int64_type()}, {"n", core::int64_type()}, {"$kind", core::simple_type(core::type_kind::int8)}});
  rows->rows = 4;
  rows->columns = {numbers({1, 1, 1, 2}), numbers({10, 10, 11, 20}), numbers({0, 1, 2, 3})};
  REQUIRE((*sink)->write(rows).has_value());
  REQUIRE((*sink)->flush().has_value());
  REQUIRE((*sink)->close().has_value());
  CHECK(read_all(settings_of(cluster, "rows")) ==
        std::vector<std::string>{R"({"id":1,"n":10})", R"({"id":1,"n":11})", ""});
}
