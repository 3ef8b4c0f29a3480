/// The integer arguments of a function with loops that follow from the numbers of elements of its arrays.
#pragma once

#include "codegen/loop_functions/loop_function.hpp"

#include <map>
#include <string>

namespace chemora::loop_functions {

/// Returns the values of all integer arguments: `known`, and those that are an extent of an array, which follow from
/// the number of elements of each array. If an array without elements has an unknown extent, the extent is 0. Throws
/// base::UserError with the arrays whose shapes contradict their numbers of elements, and with the integers that
/// have no value.
std::map<std::string, long> complete_extents(LoopFunction const& function, std::map<std::string, long> known,
                                             std::map<std::string, long> const& n_elements);

} // namespace chemora::loop_functions
