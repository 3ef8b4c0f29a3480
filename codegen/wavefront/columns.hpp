/// The parts of two-dimensional tables that a plan across computes with the same statements.
#pragma once

#include "codegen/recursion/system.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::wavefront {

/// One value of a dimension, lower + offset, or all values from lower + offset to upper.
struct TableSegment {
  long offset = 0;
  bool is_range = false;
};

/// How the tables of a system are computed column by column, and each column row by row.
struct Columns {
  std::size_t column = 1, row = 0;                          ///< positions of the two dimensions in the functions
  recursion::Dimension column_dimension{}, row_dimension{}; ///< of the first function
  std::vector<std::string> order{};                         ///< functions; callees in the same element come first
  std::map<std::string, long> columns_back{};               ///< by function: largest distance of a call in columns
  std::map<std::string, long> rows_back{};                  ///< by function: largest distance of a call in rows
  std::vector<TableSegment> column_segments{}, row_segments{};
};

/// Returns the parts, or the reason why the system cannot be computed in this way. The columns are those of a sequence
/// in `varying`.
struct ColumnsOrReason {
  std::optional<Columns> columns{};
  std::string reason{};
};
ColumnsOrReason columns_of(recursion::System const& system, std::set<std::string> const& varying);

enum class Truth { never, unknown, always };

/// Returns whether all elements of the segments obey the constraint, for all non-negative sizes.
Truth holds(loops::Constraint const& constraint, recursion::Function const& function, Columns const& columns,
            TableSegment const& column, TableSegment const& row);

} // namespace chemora::wavefront
