#pragma once
// `type: kafka` of a source or a sink in a pipeline file, as the options that a SQL file gives them. Used while one
// file is read.

#include "config/mapping_reader.hpp"
#include "core/plan/plan.hpp"

namespace config {

/// brokers, topic, group, start, bounded, properties.
void read_topic_source(mapping_reader& from, core::plan::source_plan& made);
/// brokers, topic, guarantee, transactional_id, key, properties. What `key` names is looked for once the columns are
/// known.
void read_topic_sink(mapping_reader& from, core::plan::sink_plan& made);
/// The columns of the key: those that `read_topic_sink` has noted.
void find_topic_key(core::plan::sink_plan& sink, core::text_place place, complaints& into);

} // namespace config
