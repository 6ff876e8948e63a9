// RAND, RAND_INTEGER and UUID. With a seed the numbers are those of java.util.Random, so that a query gives here what
// it gives on Flink. The state belongs to the bound expression and is shared by the threads that run it.
#include <array>
#include <atomic>
#include <memory>

#include <fmt/format.h>
#include <openssl/rand.h>

#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

template <std::size_t size>
std::array<unsigned char, size> random_bytes() {
  std::array<unsigned char, size> bytes{};
  const bool done = RAND_bytes(bytes.data(), static_cast<int>(size)) == 1;
  WEIR_ENSURE(done, "the system has randomness");
  return bytes;
}

class java_random {
public:
  explicit java_random(std::uint64_t seed) : state_((seed ^ multiplier) & mask) {}

  double next_double() {
    const auto high = static_cast<std::uint64_t>(next(26)) << 27U;
    return static_cast<double>(high + next(27)) * 0x1.0p-53;
  }

  int64_t next_below(std::int32_t bound) {
    const auto size = static_cast<std::uint32_t>(bound);
    if ((size & (size - 1)) == 0) return static_cast<int64_t>((static_cast<std::uint64_t>(size) * next(31)) >> 31U);
    while (true) {
      const auto drawn = next(31);
      const auto value = drawn % size;
      // Numbers past the last whole multiple of the bound would favour small values.
      if (drawn - value + (size - 1) < 0x80000000U) return value;
    }
  }

private:
  static constexpr std::uint64_t multiplier = 0x5DEECE66DULL;
  static constexpr std::uint64_t mask = (1ULL << 48U) - 1;

  std::uint32_t next(unsigned bits) {
    auto old = state_.load(std::memory_order_relaxed);
    std::uint64_t made = 0;
    do made = (old * multiplier + 0xBU) & mask;
    while (!state_.compare_exchange_weak(old, made, std::memory_order_relaxed));
    return static_cast<std::uint32_t>(made >> (48U - bits));
  }

  std::atomic<std::uint64_t> state_;
};

std::shared_ptr<java_random> unseeded() {
  std::uint64_t seed = 0;
  for (const auto byte : random_bytes<8>()) seed = (seed << 8U) | byte;
  return std::make_shared<java_random>(seed);
}

result<std::shared_ptr<java_random>> seeded(string_view name, const argument& seed) {
  const auto value = literal_integer(seed);
  if (!value) return fail(errc::unsupported, fmt::format("{} needs a constant seed", name));
  return std::make_shared<java_random>(static_cast<std::uint64_t>(*value));
}

result<overload> not_repeatable(result<overload> made) {
  if (made) made->repeatable = false;
  return made;
}

/// Without arguments that may be NULL there is always a number.
result<overload> never_null(result<overload> made) {
  if (made) made->result.nullable = false;
  return not_repeatable(std::move(made));
}

data_type uuid_type() {
  auto type = string_type();
  type.length = 36;
  type.fixed_length = true;
  return type;
}

result<overload> rand(std::span<const argument> arguments) {
  const shape form{"RAND", {want::integer}, 1};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  result<std::shared_ptr<java_random>> source = arguments.empty() ? unseeded() : seeded("RAND", arguments[0]);
  if (!source) return std::unexpected(std::move(source.error()));
  return never_null(settle(form, arguments, float64_type(),
                           row_kernel<>(float64_type(), [source = *source] { return source->next_double(); })));
}

outcome<int64_t> below(java_random& source, int64_t bound) {
  if (bound <= 0 || bound > std::numeric_limits<std::int32_t>::max())
    return std::unexpected(fmt::format("RAND_INTEGER needs a positive bound: {}", bound));
  return source.next_below(static_cast<std::int32_t>(bound));
}

result<overload> rand_integer(std::span<const argument> arguments) {
  if (arguments.size() < 2) {
    return not_repeatable(settle(
        {"RAND_INTEGER", {want::integer}}, arguments, int32_type(),
        row_kernel<int64_t>(int32_type(), [source = unseeded()](int64_t bound) { return below(*source, bound); })));
  }
  const shape form{"RAND_INTEGER", {want::integer, want::integer}};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  auto source = seeded("RAND_INTEGER", arguments[0]);
  if (!source) return std::unexpected(std::move(source.error()));
  return not_repeatable(settle(form, arguments, int32_type(),
                               row_kernel<int64_t, int64_t>(int32_type(), [source = *source](int64_t, int64_t bound) {
                                 return below(*source, bound);
                               })));
}

void append_uuid(std::string& out) {
  auto bytes = random_bytes<16>();
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0FU) | 0x40U);
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3FU) | 0x80U);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) out.push_back('-');
    out += fmt::format("{:02x}", bytes[i]);
  }
}

constexpr function_entry entries[] = {
    {"RAND", [](std::span<const argument> arguments, string_view) { return rand(arguments); }, "RAND([seed])",
     "A random number from 0 to below 1."},
    {"RAND_INTEGER", [](std::span<const argument> arguments, string_view) { return rand_integer(arguments); },
     "RAND_INTEGER([seed, ]bound)", "A random integer from 0 to below the bound."},
    {"UUID",
     [](std::span<const argument> arguments, string_view) {
       return never_null(settle({"UUID"}, arguments, uuid_type(), text_kernel<>(append_uuid)));
     },
     "UUID()", "A random UUID."},
};

} // namespace

family random_functions() { return entries; }

} // namespace core::expr::functions
