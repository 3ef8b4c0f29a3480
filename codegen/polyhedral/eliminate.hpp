/// Decides whether linear constraints have an integer solution, by elimination of variables where this is exact.
#pragma once

#include "codegen/polyhedral/integer_set.hpp"

#include <optional>

namespace chemora::polyhedral {

/// Returns the quotient rounded down, for a positive divisor.
long floor_quotient(long numerator, long divisor);

/// Divides by the common divisor of the factors and rounds the constant of the constraint row >= 0 down.
void tighten(Row& row);

/// Returns the greatest common divisor of the factors, 0 if all are 0.
long divisor_of(Row const& row);

/// Replaces `variable`, which has the factor 1 or -1 in `equality`. Rows have the same length.
void substitute(Row& row, Row const& equality, std::size_t variable);

/// Returns whether the set is empty, or nothing if elimination cannot decide it.
std::optional<bool> is_empty_by_elimination(std::vector<Row> equalities, std::vector<Row> inequalities,
                                            std::size_t n_variables);

} // namespace chemora::polyhedral
