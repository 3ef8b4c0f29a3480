/// Computes the statements `print` of a program whose arguments are texts, letters, integers, and matrices and models
/// that the program contains.
#pragma once

#include "codegen/recursion/recursion.hpp"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/recursions/solver.hpp"
#include "testsuites/support/recursion_inputs.hpp"
#include "testsuites/unit/kernels/recursions/solver_runs.hpp"

#include <string>
#include <vector>

namespace chemora::recursions::tests {

struct LiteralStatement {
  recursion::System system{};
  recursion::Inputs shared{};
  std::map<std::string, std::vector<std::uint8_t>> sequences{};
};

inline LiteralStatement literal_statement(recursion::Program const& program, recursion::Print const& print) {
  LiteralStatement result{.system = print.system};
  testing_support::set_scalars(result.shared, program);
  result.shared.scalars.insert(print.letters.begin(), print.letters.end());
  for (std::size_t n = 0; n < print.arguments.size(); ++n) {
    std::string const &argument = print.arguments[n], &parameter = print.system.result->calling[n];
    if (argument.front() == '"')
      result.sequences[parameter] =
          testing_support::codes_of(program.alphabet(print.alphabets[n]), argument.substr(1, argument.size() - 2));
    for (recursion::Matrix const& matrix : program.matrices)
      if (matrix.name == argument) recursion::set_matrix(result.shared, parameter, matrix);
    for (recursion::Model const& model : program.models)
      if (model.name == argument) recursion::set_model(result.shared, parameter, model);
    if (argument.find_first_not_of("0123456789") == std::string::npos)
      result.shared.sizes[parameter] = std::stol(argument);
  }
  return result;
}

inline std::vector<LiteralStatement> literal_statements(std::string const& text) {
  recursion::Program const program = recursion::read_program({"test.rec", text});
  std::vector<LiteralStatement> result;
  for (auto const& statement : program.statements)
    result.push_back(literal_statement(program, std::get<recursion::Print>(statement)));
  return result;
}

inline double interpreted(LiteralStatement const& statement) {
  recursion::Inputs inputs = statement.shared;
  for (auto const& [parameter, codes] : statement.sequences) recursion::set_sequence(inputs, parameter, codes);
  return recursion::interpret(statement.system, inputs).number;
}

/// Returns the result of a compiled kernel.
inline double compiled(LiteralStatement const& statement, std::string const& plan = "") {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  Problem problem;
  for (auto const& [parameter, codes] : statement.sequences) problem.sequences[parameter] = codes;
  Solver solver(statement.system, statement.shared, *device, compile_with(compiler), {.plan = plan});
  return solver.solve({&problem, 1}).front().value.number;
}

} // namespace chemora::recursions::tests
