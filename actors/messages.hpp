#pragma once
// What crosses a mailbox, as plain structs without CAF. One process: nothing here is ever serialised. Shared parts are
// const.

#include "actors/control_messages.hpp"
#include "actors/epoch_messages.hpp"
#include "actors/ingest_messages.hpp"
#include "actors/reading_messages.hpp"
#include "actors/row_messages.hpp"
#include "actors/status_messages.hpp"
