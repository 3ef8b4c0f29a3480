// Generates random kernel graphs and random input data, with which passes, planners, emitters and devices are tested.
#pragma once

#include "codegen/ir/interpreter.hpp"

#include <cstdint>

namespace chemora::testing_support {

struct RandomGraphOptions {
  std::uint64_t seed = 1;
  int n_values = 40; ///< operations besides leaves
  int n_inputs = 3;
  int n_outputs = 2;
  int dimension = 3;
  ir::Type real = ir::Type::real64;
  int reach = 2;                  ///< maximum total displacement along an axis, in points
  bool shifts_expressions = true; ///< if false, only loaded values are shifted
  bool has_transcendentals = true;
  bool has_special_numbers = true; ///< immediates include 0, -0, 1, -1, infinity and powers of two
  bool is_well_conditioned =
      false;                  ///< all values are positive and nothing cancels, so that relative errors remain small
  bool updates_input = false; ///< one output is also an input, which is read only at the point itself
};

/// Returns a random graph that depends only on the options. All operations that the options permit can occur.
ir::Graph random_graph(RandomGraphOptions const& options);

/// The complete input of a kernel launch. It contains the array extents, the box to compute, scalars, parameter values,
/// and arrays for all inputs and outputs. The distance of the box from the ends of the arrays is the reach of the
/// graph. All values are exact in the element type of the graph, and outputs start with a recognisable pattern.
struct RandomData {
  ir::InterpreterInput input;
  base::Box box;
  std::map<std::string, std::vector<double>> arrays;
};

RandomData make_random_data(ir::Graph const& graph, base::Index3 const& extent, std::uint64_t seed);

/// Returns whether both vectors are bitwise equal. All NaNs are considered equal.
bool same_bits(std::vector<double> const& a, std::vector<double> const& b);

} // namespace chemora::testing_support
