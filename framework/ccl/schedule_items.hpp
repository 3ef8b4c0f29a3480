// One `SCHEDULE name AT bin { ... } "description"` of schedule.ccl.
#pragma once

#include "framework/ccl/reader.hpp"
#include "framework/ccl/schedule_file.hpp"

namespace chemora::ccl {

/// After the word SCHEDULE.
ScheduleItem parse_schedule_item(Reader& reader);

/// After the word STORAGE: `: group[2], other[par]`.
std::vector<VariableReference> parse_storage_list(Reader& reader);

} // namespace chemora::ccl
