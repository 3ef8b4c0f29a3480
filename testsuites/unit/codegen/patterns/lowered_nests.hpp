/// Programs with random inputs whose nests are lowered, and ways to execute the kernels.
#pragma once

#include "codegen/patterns/describe_nest.hpp"
#include "codegen/patterns/fixed_mapping.hpp"
#include "codegen/patterns/flatten.hpp"
#include "codegen/patterns/inner_results.hpp"
#include "codegen/patterns/lower_nest.hpp"
#include "codegen/patterns/mapping_search.hpp"
#include "codegen/patterns/nodes.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"
#include "kernels/steps/loop_program.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>

namespace chemora::patterns::tests {

using Arrays = std::map<std::string, std::vector<double>>;
/// Executes a kernel. All arrays have their last axis fastest.
using Run = std::function<void(loops::LoopKernel const& kernel, std::map<std::string, double> const& parameters,
                               Arrays& arrays)>;

inline Run interpreted_in_random_order(unsigned seed) {
  return [seed](loops::LoopKernel const& kernel, std::map<std::string, double> const& parameters, Arrays& arrays) {
    loops::interpret_in_random_order(kernel, parameters, arrays, seed);
  };
}

/// Executes the loop tree of the schedule.
inline void interpret_tree(loops::LoopKernel const& kernel, std::map<std::string, double> const& parameters,
                           Arrays& arrays) {
  ir::interpret(polyhedral::schedule(kernel), parameters, arrays);
}

/// Compares results bit by bit.
inline void expect_equal_bits(std::vector<double> const& found, std::vector<double> const& expected,
                              std::string const& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t n = 0; n < found.size(); ++n)
    ASSERT_EQ(std::bit_cast<std::uint64_t>(found[n]), std::bit_cast<std::uint64_t>(expected[n]))
        << what << ": element " << n << " is " << found[n] << " instead of " << expected[n];
}

/// Calls `visit` with the number of each element if the last axis is fastest, and if the first axis is fastest.
inline void for_each_element(std::vector<long> const& extents,
                             std::function<void(std::size_t, std::size_t)> const& visit) {
  std::size_t n_elements = 1;
  for (long const extent : extents) n_elements *= static_cast<std::size_t>(extent);
  for (std::size_t n = 0; n < n_elements; ++n) {
    std::size_t remainder = n, stride = n_elements, other = 0;
    for (std::size_t axis = extents.size(); axis-- > 0;) {
      auto const extent = static_cast<std::size_t>(extents[axis]);
      stride /= extent;
      other += remainder % extent * stride;
      remainder /= extent;
    }
    visit(n, other);
  }
}

/// Compiles and runs the kernel on a device.
inline Run compiled(device::Device& device) {
  return [&device](loops::LoopKernel const& kernel, std::map<std::string, double> const& parameters, Arrays& arrays) {
    steps::LoopProgram program(kernel, device, parameters);
    std::map<std::string, long> integers;
    for (auto const& [name, value] : parameters) integers[name] = static_cast<long>(value);
    auto const extents = [&](std::string const& array) {
      std::vector<long> result;
      for (ir::ArrayAxis const& axis : kernel.array(array).axes) result.push_back(axis.extent.value(integers));
      return result;
    };
    for (auto const& [name, elements] : arrays) {
      std::vector<double> fortran(elements.size());
      for_each_element(extents(name), [&](std::size_t n, std::size_t other) { fortran[other] = elements[n]; });
      program.write(name, fortran);
    }
    program.run();
    device.finish();
    for (auto& [name, elements] : arrays) {
      std::vector<double> const fortran = program.read(name);
      for_each_element(extents(name), [&](std::size_t n, std::size_t other) { elements[n] = fortran[other]; });
    }
  };
}

using Sizes = std::map<std::string, long>;

/// The last output of a program.
struct NestCase {
  explicit NestCase(std::string const& text) : source(read_program({"test.pat", text})) {
    for (Statement const& statement : source.statements)
      if (statement.kind == StatementKind::output)
        std::tie(program, value) = flattened(source, statement.columns[0].second);
  }

  /// Sets sizes, and fills the inputs with random numbers: reals from -1 to 1, integers from 0 to 8. CSR matrices have
  /// rows of up to 3 entries; their size is set.
  void bind(Sizes const& new_sizes, unsigned seed = 1) {
    sizes = new_sizes;
    inputs = {};
    std::mt19937 random(seed);
    for (Program::Csr const& matrix : program.matrices) bind_matrix(matrix, random);
    for (Variable const& variable : program.variables) {
      if (variable.role != Role::input || inputs.arrays.contains(variable.name)) continue;
      ArrayValue& array = inputs.arrays[variable.name];
      long n = 1;
      for (NodePtr const& extent : variable.extents) n *= array.extents.emplace_back(number(*extent));
      bool const is_integer = variable.type.element->kind == Kind::integer;
      if (variable.type.element->kind == Kind::structure)
        n *= static_cast<long>(program.structure(variable.type.element->structure).fields.size());
      for (long k = 0; k < n; ++k) {
        double const real = std::uniform_real_distribution(-1.0, 1.0)(random);
        array.numbers.push_back(is_integer ? std::floor(9 * std::abs(real)) : real);
      }
    }
  }

  KnownNumbers known() const {
    KnownNumbers result;
    for (auto const& [name, size] : sizes) result.exact[name] = static_cast<double>(size);
    return result;
  }

  Nest nest(std::set<int> const& stored = {}) const { return nest_of(program, value, "result", known(), stored); }

  /// Returns the variables of arrays whose elements are stored; with `has_all`, of all arrays inside patterns.
  std::set<int> inner_results(bool has_all = false) const {
    std::set<int> result = stored_inner_results(program, value, known());
    if (has_all)
      any_part(value, [&](Node const& part) {
        if (part.kind == NodeKind::let && part.operands[0]->type.is_array()) result.insert(part.variable);
        return false;
      });
    return result;
  }

  std::vector<double> expected() const { return interpret(source, inputs).back().columns[0].second.numbers; }

  std::vector<double> result(Mapping const& mapping, NestOptions const& options, Run const& run) const {
    LoweredNest const lowered = lower_nest(program, value, "result", mapping, options);
    loops::verify(lowered.kernel, "lowering");
    std::map<std::string, double> parameters = inputs.parameters;
    for (auto const& [name, size] : sizes) parameters[name] = static_cast<double>(size);
    for (Variable const& variable : program.variables)
      if (variable.role == Role::parameter) parameters.try_emplace(variable.name, variable.value);
    Arrays arrays;
    for (std::string const& input : lowered.inputs) arrays[input] = inputs.arrays.at(input).numbers;
    std::map<std::string, long> integers;
    for (auto const& [name, value] : parameters) integers[name] = static_cast<long>(value);
    for (ChunkCount const& chunks : lowered.chunk_counts) {
      integers[chunks.parameter] = chunks.value(integers);
      parameters[chunks.parameter] = static_cast<double>(integers[chunks.parameter]);
    }
    std::size_t n = 1;
    for (ir::ArrayAxis const& axis : lowered.kernel.array("result").axes)
      n *= static_cast<std::size_t>(std::max(0L, axis.extent.value(integers)));
    bool const is_real = lowered.kernel.array("result").type == ir::Type::real64;
    arrays["result"].assign(n, is_real ? std::nan("") : 12345);
    run(lowered.kernel, parameters, arrays);
    return arrays.at("result");
  }

  Program source;
  Program program{}; ///< with the variables of `value`
  NodePtr value{};   ///< with names of filters and groups
  Sizes sizes{};
  Inputs inputs{};

private:
  long number(Node const& node) const {
    if (node.kind == NodeKind::number) return static_cast<long>(node.number);
    if (node.kind == NodeKind::operation) return number(*node.operands[0]) + number(*node.operands[1]);
    return sizes.at(program.variables[static_cast<std::size_t>(node.variable)].name);
  }

  void bind_matrix(Program::Csr const& matrix, std::mt19937& random) {
    auto const array = [&](int variable) -> ArrayValue& {
      return inputs.arrays[program.variables[static_cast<std::size_t>(variable)].name];
    };
    ArrayValue &first = array(matrix.first), &column = array(matrix.column);
    first.extents = {number(*program.variables[static_cast<std::size_t>(matrix.first)].extents[0])};
    first.numbers = {0};
    long const n_columns = number(*matrix.columns);
    for (long row = 1; row < first.extents[0]; ++row) {
      for (unsigned n = random() % 4; n > 0; --n)
        column.numbers.push_back(static_cast<double>(random() % static_cast<unsigned long>(n_columns)));
      first.numbers.push_back(static_cast<double>(column.numbers.size()));
    }
    column.extents = {static_cast<long>(column.numbers.size())};
    sizes[matrix.name + ".entries"] = column.extents[0];
  }
};

} // namespace chemora::patterns::tests
