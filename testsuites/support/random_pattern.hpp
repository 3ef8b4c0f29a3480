// Generates random programs of nested patterns with their inputs and their results, with which the interpreter,
// mappings and devices are tested.
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <cstdint>

namespace chemora::testing_support {

struct RandomPatternOptions {
  std::uint64_t seed = 1;
  int max_depth = 3;          ///< of nested patterns
  long n = 7;                 ///< length of the arrays
  long rows = 3, columns = 5; ///< of the matrix
  bool has_filters = true;    ///< whether patterns contain filter and groupBy
  bool has_any_keys = true;   ///< whether groupBy may have any number of groups
  bool has_names = false;     ///< whether inner arrays have names and are used several times
  bool has_effects = false;   ///< whether a `foreach` changes the result
};

struct RandomPattern {
  std::string text{}; ///< a program with one output `result`
  patterns::Inputs inputs{};
  patterns::ArrayValue result{}; ///< computed without the interpreter
};

/// Returns a random program. It depends only on the options. All sums are exact, so that the result does not depend on
/// their order.
RandomPattern random_pattern(RandomPatternOptions const& options);

} // namespace chemora::testing_support
