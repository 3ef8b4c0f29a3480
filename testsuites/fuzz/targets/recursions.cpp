// Fuzz targets for programs of recursions and for files of substitution matrices.
#include "codegen/recursion/inputs.hpp"
#include "codegen/recursion/recursion.hpp"
#include "codegen/wavefront/schedule.hpp"
#include "testsuites/fuzz/targets/target.hpp"
#include "testsuites/support/recursion_inputs.hpp"

#include <algorithm>

namespace chemora::fuzz {

namespace {

constexpr double max_elements = 2000; ///< of the tables of systems that are interpreted

/// Returns inputs of small size for all parameters of a system.
recursion::Inputs small_inputs(recursion::System const& system, recursion::Program const& program) {
  recursion::Inputs inputs;
  testing_support::set_scalars(inputs, program);
  for (std::string const& size : system.sizes) inputs.sizes[size] = size.starts_with("n_transitions_") ? 3 : 2;
  for (recursion::InputArray const& array : system.arrays) {
    double n = 1;
    for (ir::LinearExpression const& extent : array.extents) {
      long const points = extent == ir::LinearExpression{} ? 1 : extent.value(inputs.sizes);
      n *= static_cast<double>(points);
    }
    require(n >= 0 && n < max_elements, "the array `" + array.name + "` has no size");
    inputs.arrays[array.name].assign(static_cast<std::size_t>(n), 0);
  }
  return inputs;
}

bool is_small(recursion::System const& system, recursion::Inputs const& inputs) {
  double total = 0;
  for (recursion::Function const& function : system.functions) {
    double n = 1;
    for (recursion::Dimension const& dimension : function.dimensions)
      n *= static_cast<double>(dimension.upper.value(inputs.sizes) - dimension.lower.value(inputs.sizes) + 1);
    total += n;
  }
  return total < max_elements && system.functions.size() <= 8;
}

/// Interprets a system, and finds an order of its elements. Both may report an error.
void compute(recursion::System const& system, recursion::Program const& program) {
  recursion::Inputs const inputs = small_inputs(system, program);
  if (!is_small(system, inputs)) return;
  auto const may_fail = [](auto const& action) {
    try {
      action();
    } catch (base::UserError const& error) {
      require(!error.diagnostics().empty(), "an error without a message");
    }
  };
  may_fail([&] { recursion::interpret(system, inputs); });
  if (!system.functions.empty()) may_fail([&] { wavefront::find_order(system); });
}

} // namespace

bool recursion_program(std::string const& text) {
  return accepted([&] {
    recursion::Program const program = recursion::read_program({"fuzz.rec", text});
    for (auto const& statement : program.statements) {
      auto const* const print = std::get_if<recursion::Print>(&statement);
      recursion::System const& system = print ? print->system : std::get<recursion::Sweep>(statement).system;
      require(!recursion::to_text(system).empty(), "a system without text");
      for (recursion::Call const& call : recursion::calls(system))
        require(call.arguments.size() == system.function(call.callee).dimensions.size(), "a wrong number of arguments");
      if (print) compute(system, program);
    }
  });
}

bool matrix_file(std::string const& text) {
  recursion::Alphabet const alphabet{"dna", "ACGTN"};
  return accepted([&] {
    recursion::Matrix const matrix = recursion::read_matrix({"fuzz.txt", text}, "m", alphabet);
    require(matrix.values.size() == alphabet.letters.size() * alphabet.letters.size(), "an element is missing");
    require(std::all_of(matrix.values.begin(), matrix.values.end(), [](double x) { return x == static_cast<int>(x); }),
            "an element is not an integer");
  });
}

} // namespace chemora::fuzz
