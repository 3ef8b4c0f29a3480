/// Tables of results in HDF5 files.
#pragma once

#include "results/tables.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace analysis {

/// What a dataset describes about its rows, as attributes of type text.
using Description = std::vector<std::pair<std::string, std::string>>;

/// Appends the rows of one evaluation to the dataset `name` of a file, and creates both if necessary. The dataset is an
/// array of compounds with the members `iteration`, `time` and the columns of the table; integers have 64 bits. Rows of
/// iterations after `last_iteration`, if it is given, are removed before; they are from a run that continued after the
/// checkpoint from which this run has started. Called on one process. Throws an exception derived from
/// std::runtime_error, with the reasons of the library.
void append_rows(std::string const& path, std::string const& name, Table const& table, Moment const& moment,
                 std::optional<int> last_iteration, Description const& description);

} // namespace analysis
