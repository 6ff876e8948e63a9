#include <fmt/format.h>

#include "daemon/explain/operator_words.hpp"
#include "daemon/explain/step_words.hpp"
#include "daemon/topic_connections.hpp"

namespace weir {

namespace {

/// FNV-1a, 64 bits: the number is written into offsets' metadata, so it must be the same on every machine and in every
/// later version.
class text_hash {
public:
  void add(std::string_view text) {
    for (const char c : text) take(static_cast<unsigned char>(c));
    take(0xFF); // In no UTF-8 text: parts do not run together.
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

private:
  void take(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001B3ULL; }
  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

void add_program(text_hash& to, const core::plan::row_program& program) {
  for (const auto& step : words_of(program)) to.add(step);
}

} // namespace

std::uint64_t fingerprint(const core::plan::pipeline_plan& plan) {
  text_hash hash;
  for (const auto& source : plan.sources) {
    hash.add(source.name);
    for (const auto& column : source.columns) hash.add(fmt::format("{} {}", column.name, core::to_string(column.type)));
    add_program(hash, source.computed);
    if (source.watermark) hash.add(source.watermark->to_string());
  }
  for (const auto& stage : plan.stages) {
    const auto words = words_of(stage.operation);
    hash.add(words.title);
    for (const auto& fact : words.facts) hash.add(fmt::format("{} {}", fact.label, fact.text));
    for (const auto& input : stage.inputs) {
      hash.add(fmt::format("{} {} {}", static_cast<int>(input.input.from), input.input.index, input.side));
      add_program(hash, input.input.program);
    }
  }
  return hash.value();
}

} // namespace weir
