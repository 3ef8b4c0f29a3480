// Random kernels and random data for them: the programs on which passes, planners, emitters and devices are compared.
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
  int reach = 2;                  ///< greatest total displacement along an axis
  bool shifts_expressions = true; ///< else only loads are shifted
  bool has_transcendentals = true;
  bool has_special_numbers = true;  ///< immediates include 0, -0, 1, -1, infinity and powers of two
  bool is_well_conditioned = false; ///< positive numbers, no cancellation: relative errors stay small
  bool updates_input = false;       ///< one output is also an input, read at the point itself
};

/// Same options, same graph, on every machine. Uses every operation of the table that the options allow.
ir::Graph random_graph(RandomGraphOptions const& options);

/// Everything a kernel needs to be run: extent, box (inside by the graph's reach), scalars, parameter values, arrays
/// for all inputs and outputs. Numbers are exact in the graph's element type; outputs hold a recognisable pattern.
struct RandomData {
  ir::InterpreterInput input;
  base::Box box;
  std::map<std::string, std::vector<double>> arrays;
};

RandomData make_random_data(ir::Graph const& graph, base::Index3 const& extent, std::uint64_t seed);

/// True when both hold the same numbers bit by bit; all NaNs count as the same number.
bool same_bits(std::vector<double> const& a, std::vector<double> const& b);

} // namespace chemora::testing_support
