/// Binds inputs to the variables of a program.
#pragma once

#include "codegen/patterns/array_view.hpp"

namespace chemora::patterns {

/// The values of the variables that are not local, by number.
struct BoundInputs {
  std::map<int, double> numbers{};
  std::map<int, ArrayView> arrays{};
};

/// Returns the number of values of an element: 1, or the number of fields of a structure.
std::size_t n_components(Program const& program, Type const& element);

/// Returns the reason why a parameter cannot have the value (its type or its range); empty if there is none.
std::string why_not_value(Variable const& parameter, double value);

/// Which grid functions the inputs contain.
enum class GridInputs {
  whole,   ///< all, with all points
  separate ///< none; the interpreter reads the points of its process
};

/// Determines sizes from the extents of arrays. Throws base::UserError with all inputs that are missing, have no
/// variable, or do not fit.
BoundInputs bind_inputs(Program const& program, Inputs const& inputs, GridInputs grid = GridInputs::whole);

} // namespace chemora::patterns
