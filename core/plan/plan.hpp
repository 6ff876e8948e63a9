#pragma once
// The plan: what SQL files and pipeline files are lowered to, and all that the engine runs. A graph of sources, keyed
// stages and sinks; every edge carries a stateless row program. Plain values; built once, then shared and never
// changed.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/group/group_aggregate.hpp"
#include "core/join/interval_join.hpp"
#include "core/join/regular_join.hpp"
#include "core/join/window_join.hpp"
#include "core/over/over_aggregate.hpp"
#include "core/over/time_sort.hpp"
#include "core/plan/record_format.hpp"
#include "core/plan/row_program.hpp"
#include "core/rank/updating_rank.hpp"
#include "core/rank/window_rank.hpp"
#include "core/window/attached_aggregate.hpp"
#include "core/window/session_rows.hpp"
#include "core/window/window_aggregate.hpp"

namespace core::plan {

/// Where rows come from. `columns` are decoded; then `computed` (if it has steps) turns them into the table's columns.
struct source_plan {
  std::string name{};
  std::string connector{};                      ///< http, file, stdin, memory (tests); later kafka …
  std::map<std::string, std::string> options{}; ///< Of the connector, validated by the planner (path, follow, …).
  format_options format{};
  std::optional<format_options> key_format{}; ///< Of the columns with `in_key`.
  std::vector<source_column> columns{};
  row_program computed{}; ///< Physical columns to table columns.
  int time_column = -1;   ///< Of the table: the event time; -1 = none (no watermark).
  /// The WATERMARK expression over the table's columns (a timestamp); null = none. The source's watermark is its
  /// largest value so far.
  expr::expression_ptr watermark{};
  /// The largest time a row may lie ahead of the wall clock; beyond it the row is bad and moves nothing. 0 = no bound.
  std::int64_t future_skew_ms = 0;
  std::int64_t idle_timeout_ms = 0; ///< 0 = never idle.
  /// The table's last column is `$watermark`: the watermark before the row (CURRENT_WATERMARK), a nullable timestamp
  /// that only the source actor can fill in.
  bool reads_watermark = false;
  bool keep_text = false; ///< Someone reads `$late` or `$bad`: rows keep their text.
  bool strict = false;    ///< Stop at the first bad row.
};

enum class origin_kind : std::uint8_t { source, stage };
/// Which rows of the origin: its normal output, or the rows set aside (layout `aside_layout()`).
enum class stream_kind : std::uint8_t { rows, late, bad };

struct edge {
  origin_kind from = origin_kind::source;
  std::size_t index = 0; ///< Into plan.sources or plan.stages.
  stream_kind stream = stream_kind::rows;
  row_program program{};
};

inline constexpr std::size_t no_time_column = static_cast<std::size_t>(-1);

struct keyed_edge {
  edge input{};
  std::vector<std::size_t> keys{};          ///< Columns behind the program; rows with equal keys meet in one shard.
  std::size_t time_column = no_time_column; ///< Behind the program: the event time; none where the stage needs none.
  std::uint32_t side = 0;                   ///< Of a join: 0 = left, 1 = right.
  /// Rows count at the moment they are sent, by the wall clock, which moves on without rows as well. What is open when
  /// the input ends is dropped (Flink's rule).
  bool processing_time = false;
};

using stage_operation = std::variant<window::window_aggregate_plan, window::attached_aggregate_plan,
                                     window::session_rows_plan, rank::window_rank_plan, rank::updating_rank_plan,
                                     over::over_plan, over::time_sort_plan, join::window_join_plan,
                                     join::interval_join_plan, join::regular_join_plan, group::group_aggregate_plan>;

/// The operator of a stage, or what is wrong with it.
[[nodiscard]] result<std::unique_ptr<window::keyed_operator>> make_operator(const stage_operation& operation);

/// A rank of shards. What follows the operator (HAVING, the SELECT list) is the program of the edges that read it; it
/// runs in the shard.
struct stage_plan {
  std::string name{};
  std::vector<keyed_edge> inputs{};
  stage_operation operation{};
  bool alone = false; ///< Runs in one shard whatever the settings say (no key to share it by).
};

/// The operator of one shard, as it was when all shards of its stage saved theirs (`saved`, by shard).
[[nodiscard]] result<std::unique_ptr<window::keyed_operator>> make_operator(const stage_plan& stage,
                                                                            const std::vector<std::string>& saved,
                                                                            std::uint32_t shard, std::uint32_t shards);

struct sink_plan {
  std::string name{};
  std::string connector{}; ///< stdout, file, memory, blackhole …
  std::map<std::string, std::string> options{};
  format_options format{};
  std::vector<edge> inputs{};
  schema_ptr layout{}; ///< Without `$kind`.
  std::optional<record_key> key{};
  std::vector<std::string>
      metadata{};        ///< By column: not a field but the record's own (`timestamp`); empty: all fields.
  bool updating = false; ///< Some of the inputs end with `$kind`: rows may be taken back.
};

struct pipeline_plan {
  std::string name = "weir";
  std::vector<source_plan> sources{};
  std::vector<stage_plan> stages{};
  std::vector<sink_plan> sinks{};
  std::string time_zone = "UTC";
};

/// Layout of `$late` and `$bad`: text STRING, reason STRING, event_time TIMESTAMP_LTZ(3), watermark TIMESTAMP_LTZ(3),
/// source STRING, partition INT, offset BIGINT, line BIGINT.
[[nodiscard]] schema_ptr aside_layout();

inline constexpr std::string_view watermark_column = "$watermark";

/// The table's columns of a source: the output of `computed`, or `columns` as they are; then `$watermark` where asked
/// for.
[[nodiscard]] schema_ptr table_layout(const source_plan& source);

} // namespace core::plan
