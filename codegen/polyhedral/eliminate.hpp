/// Decides whether linear constraints have an integer solution, by elimination of variables where this is exact.
#pragma once

#include "codegen/polyhedral/integer_set.hpp"

#include <optional>

namespace chemora::polyhedral {

/// Returns whether the set is empty, or nothing if elimination cannot decide it.
std::optional<bool> is_empty_by_elimination(std::vector<Row> equalities, std::vector<Row> inequalities,
                                            std::size_t n_variables);

} // namespace chemora::polyhedral
