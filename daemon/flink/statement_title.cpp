#include "daemon/flink/statement_title.hpp"

#include <fmt/format.h>

#include "core/query/catalog.hpp"
#include "daemon/flink/statement_names.hpp"

namespace weir {

namespace {

namespace sql = core::sql;
using core::query::plain_name;
using names = std::vector<std::string>;

constexpr std::size_t first_words_max = 3;

std::string title(const sql::create_table& node) { return "CREATE TABLE " + plain_name(node.name); }
std::string title(const sql::create_view& node) { return "CREATE VIEW " + plain_name(node.name); }
std::string title(const sql::insert_into& node) { return "INSERT INTO " + plain_name(node.target); }
std::string title(const sql::statement_set& node) {
  return fmt::format("EXECUTE STATEMENT SET of {}", node.inserts.size());
}
std::string title(const sql::set_option& node) {
  const auto* word = node.reset ? "RESET" : "SET";
  return node.option ? fmt::format("{} '{}'", word, node.option->key) : word;
}
std::string title(const sql::drop_object& node) {
  return fmt::format("DROP {} {}", node.view ? "VIEW" : "TABLE", plain_name(node.name));
}
std::string title(const sql::explain_statement& /*node*/) { return "EXPLAIN"; }
std::string title(const sql::show_statement& node) { return "SHOW " + node.what; }
std::string title(const sql::describe_statement& node) { return "DESCRIBE " + plain_name(node.name); }
std::string title(const sql::select_statement& /*node*/) { return "SELECT"; }

void add_reads(names& to, const sql::query_ptr& query) {
  for (const auto& table : names_of(query).tables) to.push_back(table.text);
}

void add_uses(names& to, const sql::create_table& node) {
  if (!node.like.empty()) to.push_back(plain_name(node.like));
}
void add_uses(names& to, const sql::create_view& node) { add_reads(to, node.query); }
void add_uses(names& to, const sql::insert_into& node) {
  to.push_back(plain_name(node.target));
  add_reads(to, node.query);
}
void add_uses(names& to, const sql::statement_set& node) {
  for (const auto& insert : node.inserts) add_uses(to, insert);
}
void add_uses(names& /*to*/, const sql::set_option& /*node*/) {}
void add_uses(names& to, const sql::drop_object& node) { to.push_back(plain_name(node.name)); }
void add_uses(names& to, const sql::explain_statement& node) {
  if (const auto* query = std::get_if<sql::query_ptr>(&node.what))
    add_reads(to, *query);
  else if (const auto* insert = std::get_if<sql::insert_into>(&node.what))
    add_uses(to, *insert);
  else
    add_uses(to, std::get<sql::statement_set>(node.what));
}
void add_uses(names& to, const sql::show_statement& node) {
  if (!node.name.empty()) to.push_back(plain_name(node.name));
}
void add_uses(names& to, const sql::describe_statement& node) { to.push_back(plain_name(node.name)); }
void add_uses(names& to, const sql::select_statement& node) { add_reads(to, node.query); }

} // namespace

std::string statement_title(const sql::statement& one) {
  return std::visit([](const auto& node) { return title(node); }, one.node);
}

std::string first_words(std::string_view text) {
  std::string made;
  std::size_t words = 0;
  for (std::size_t at = 0; at < text.size() && words < first_words_max;) {
    const auto begin = text.find_first_not_of(" \t\r\n", at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    made += (made.empty() ? "" : " ") + std::string(text.substr(begin, at - begin));
    ++words;
  }
  return made + " ...";
}

std::string declared_name(const sql::statement& one) {
  if (const auto* table = std::get_if<sql::create_table>(&one.node)) return plain_name(table->name);
  if (const auto* view = std::get_if<sql::create_view>(&one.node)) return plain_name(view->name);
  return {};
}

std::vector<std::string> used_names(const sql::statement& one) {
  names made;
  std::visit([&](const auto& node) { add_uses(made, node); }, one.node);
  return made;
}

} // namespace weir
