#include "daemon/flink/compat_report.hpp"

#include <map>

#include <fmt/format.h>

#include "core/query/script.hpp"
#include "core/sql/script_parser.hpp"
#include "daemon/flink/statement_title.hpp"
#include "daemon/flink/weir_only.hpp"

namespace weir {

namespace {

namespace sql = core::sql;

bool is_refusal(const core::error& what) {
  return what.code == core::errc::unsupported || what.code == core::errc::limit;
}

std::string words_of(const std::vector<weir_only>& found) {
  std::string made;
  for (const auto& one : found)
    made += fmt::format("{}{} (line {})", made.empty() ? "" : ", ", one.what, one.place.line);
  return made;
}

/// Judges one statement after the other, over what those before it have declared.
class judge {
public:
  judge(std::string_view text, const std::vector<sql::token>& tokens)
      : text_(text), finder_(text, tokens), script_(text) {}

  compat_line operator()(const sql::statement_read& read) {
    if (!read.made) {
      const auto words = first_words(text_.substr(read.begin, read.end - read.begin));
      return refused({read.place, words, {}, {}}, read.made.error());
    }
    const auto& one = *read.made;
    compat_line made{read.place, statement_title(one), compat_verdict::both, {}};
    const auto found = finder_.find(one);
    if (const auto ran = script_.run(one); !ran) {
      if (const auto missing = uses_refused(one); !missing.empty()) {
        made.verdict = compat_verdict::flink_only;
        made.why = missing;
      } else {
        made = refused(std::move(made), ran.error());
        if (made.verdict == compat_verdict::flink_only) made.verdict = compat_verdict::not_weir;
      }
      if (made.verdict != compat_verdict::neither && !declared_name(one).empty())
        refused_names_.emplace(declared_name(one), read.place.line);
    } else if (!found.empty()) {
      made.verdict = compat_verdict::weir_only;
      made.why = words_of(found);
    }
    return made;
  }

private:
  static compat_line refused(compat_line made, const core::error& what) {
    made.verdict = is_refusal(what) ? compat_verdict::flink_only : compat_verdict::neither;
    made.why = core::to_string(what);
    return made;
  }

  /// A statement is not at fault when what it needs has been refused before.
  [[nodiscard]] std::string uses_refused(const sql::statement& one) const {
    for (const auto& name : used_names(one))
      if (const auto found = refused_names_.find(name); found != refused_names_.end())
        return fmt::format("needs {} (line {})", name, found->second);
    return {};
  }

  std::string_view text_;
  weir_only_finder finder_;
  core::query::script script_;
  std::map<std::string, std::uint32_t> refused_names_{};
};

} // namespace

core::result<std::vector<compat_line>> compat_report(std::string_view text) {
  const auto statements = sql::parse_statements(text);
  if (!statements) return std::unexpected(statements.error());
  const auto tokens = sql::tokenize(text);
  WEIR_ENSURE(tokens.has_value(), "the parser has cut the same text");
  judge verdict_of(text, *tokens);
  std::vector<compat_line> made;
  for (const auto& one : *statements) made.push_back(verdict_of(one));
  return made;
}

std::string to_string(const compat_line& line) {
  const auto head = fmt::format("{}: {}: ", line.place.line, line.statement);
  switch (line.verdict) {
  case compat_verdict::weir_only: return head + "weir only: " + line.why;
  case compat_verdict::flink_only: return head + "Flink only: " + line.why;
  case compat_verdict::not_weir: return head + "not on weir, perhaps on Flink: " + line.why;
  case compat_verdict::neither: return head + "runs on neither: " + line.why;
  default: return head + "runs unchanged on both";
  }
}

} // namespace weir
