// Measures the order of elements by their keys for groupBy (kernels/patterns/group_order.hpp).
#pragma once

#include <string>
#include <vector>

namespace performance {

/// Returns the names of the cases, which begin with `groups:`.
std::vector<std::string> group_case_names();

/// Measures a case: `automatic`, hashing and sorting beside hand-written code, in turns. Returns the JSON object of
/// scripts/benchmarks/patterns.py. The limit is the rate of a triad that moves as many bytes as the keys and the order
/// have. Throws base::InternalError if two orders differ.
std::string measured_groups(std::string const& name, long n_elements, int n_measurements);

} // namespace performance
