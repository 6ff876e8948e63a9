#pragma once
// Real brokers for one test program: started once, on free ports of 127.0.0.1, gone with it. Where they cannot be had
// (no Java, no way to fetch them) the tests say so and are skipped.

#include <filesystem>
#include <memory>
#include <string>

#include "tests/e2e/child_process.hpp"
#include "tests/support/catch.hpp"

namespace e2e {

class kafka_cluster {
public:
  explicit kafka_cluster(int brokers) {
    static int number = 0;
    folder_ = (std::filesystem::temp_directory_path() /
               ("weir-kafka-" + std::to_string(::getpid()) + "-" + std::to_string(++number)))
                  .string();
    const auto log = folder_ + "-start";
    const int code = run({script(), "start", "--dir", folder_, "--port", "0", "--brokers", std::to_string(brokers),
                          "--set", "transaction.max.timeout.ms=900000"},
                         log, std::chrono::minutes(5));
    if (code == 0)
      address_ = text_of(log + ".out");
    else
      reason_ = text_of(log + ".err");
    while (address_.ends_with('\n')) address_.pop_back();
    std::filesystem::remove(log + ".out");
    std::filesystem::remove(log + ".err");
  }
  ~kafka_cluster() {
    (void)run({script(), "stop", "--dir", folder_, "--now", "--purge"}, folder_ + "-stop");
    std::filesystem::remove(folder_ + "-stop.out");
    std::filesystem::remove(folder_ + "-stop.err");
    std::filesystem::remove_all(folder_);
  }
  kafka_cluster(const kafka_cluster&) = delete;
  kafka_cluster& operator=(const kafka_cluster&) = delete;

  [[nodiscard]] bool is_there() const { return !address_.empty(); }
  [[nodiscard]] const std::string& why_not() const { return reason_; }
  [[nodiscard]] const std::string& address() const { return address_; }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// kill, pause or resume of one broker, or start of one that was killed.
  void tell(const std::string& verb, int node) const {
    REQUIRE(run({script(), verb, "--dir", folder_, "--node", std::to_string(node)}, folder_ + "/tell") == 0);
  }

private:
  static std::string script() { return std::string(WEIR_SOURCE_DIR) + "/tools/servers/kafka/kafka"; }

  std::string folder_;
  std::string address_{};
  std::string reason_{};
};

/// The one that every test of this program shares.
inline kafka_cluster& shared_cluster() {
  static kafka_cluster cluster(1);
  return cluster;
}

} // namespace e2e

/// Leaves the test, loudly, where there is no broker.
#define WEIR_NEEDS_BROKER(cluster)                                                                                     \
  do {                                                                                                                 \
    if (!(cluster).is_there()) {                                                                                       \
      WARN("SKIPPED: no Kafka broker could be started: " << (cluster).why_not());                                      \
      return;                                                                                                          \
    }                                                                                                                  \
  } while (false)
