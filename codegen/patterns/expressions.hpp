/// Reads analyses that a user writes as expressions of grid functions:
///
///     mass = sum(where(rho > 0.1, rho, 0) * dV)
///     centre = sum(rho * x * dV) / mass; highest = argmax(rho)
///
/// The expressions are statements of the language of patterns with these additions. `name = expression` defines a
/// variable and an output. In the argument of `sum`, `min`, `max`, `count`, `any`, `all`, `argmin` and `argmax`, the
/// name of a grid function is its value at each point of the grid, `x`, `y` and `z` are the coordinates of the point,
/// and `dV` is its volume. `where(c, a, b)` is `if c then a else b`.
#pragma once

#include "codegen/patterns/pattern.hpp"

namespace chemora::patterns {

/// Reads expressions. `fields` are the grid functions that they may use: their names in expressions, and their sources.
/// Throws base::UserError with all errors.
Program read_expressions(base::SourceText const& source, std::map<std::string, std::string> const& fields);

} // namespace chemora::patterns
