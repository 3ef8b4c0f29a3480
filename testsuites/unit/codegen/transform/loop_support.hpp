/// Functions that the tests of transformations of loops share.
#pragma once

#include "codegen/ir/loop_tree.hpp"
#include "codegen/loops/loop_kernel.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/script/script.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <optional>
#include <random>

namespace chemora::transform::tests {

using Parameters = std::map<std::string, double>;
using Arrays = std::map<std::string, std::vector<double>>;

/// Returns the kernel after the calls, for example `split_iname(f, "i", 4)`, one per line.
inline loops::LoopKernel applied(loops::LoopKernel const& kernel, std::string const& calls) {
  std::string plan;
  for (std::string const& line : base::SourceText{"", calls}.lines()) plan += "f = " + line + "\n";
  return script::apply_plan(kernel, plan);
}

inline loops::LoopKernel applied(std::string const& kernel, std::string const& calls) {
  return applied(loops::parse_loop_kernel(kernel), calls);
}

/// Returns the message of the error, or nothing if the calls are legal.
inline std::optional<std::string> error_of(loops::LoopKernel const& kernel, std::string const& calls) {
  try {
    applied(kernel, calls);
  } catch (base::UserError const& error) {
    return error.diagnostics().at(0).message;
  }
  return std::nullopt;
}

inline std::string message_of(std::string const& kernel, std::string const& calls) {
  return error_of(loops::parse_loop_kernel(kernel), calls).value_or("no error");
}

/// Returns the text of the kernel without its plan.
inline std::string text_of(loops::LoopKernel kernel) {
  kernel.plan.clear();
  return loops::to_text(kernel);
}

/// Returns arguments with random elements, the same for kernels with the same names and sizes.
inline Arrays random_arguments(loops::LoopKernel const& kernel, Parameters const& parameters) {
  Arrays arrays;
  for (ir::TypedArray const& array : kernel.arrays) {
    if (!array.is_argument) continue;
    std::map<std::string, long> sizes;
    for (auto const& [name, value] : parameters) sizes[name] = static_cast<long>(value);
    long n_elements = 1;
    for (ir::ArrayAxis const& axis : array.axes) n_elements *= axis.extent.value(sizes);
    std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(array.name)));
    for (long n = 0; n < n_elements; ++n) {
      double const value = std::uniform_real_distribution<double>(-2, 2)(random);
      arrays[array.name].push_back(array.type == ir::Type::int32 ? std::floor(value)
                                                                 : ir::rounded_to(array.type, value));
    }
  }
  return arrays;
}

inline Arrays result_of(loops::LoopKernel const& kernel, Parameters const& parameters) {
  Arrays arrays = random_arguments(kernel, parameters);
  loops::interpret(kernel, parameters, arrays);
  return arrays;
}

inline Arrays result_in_random_order(loops::LoopKernel const& kernel, Parameters const& parameters, unsigned seed) {
  Arrays arrays = random_arguments(kernel, parameters);
  loops::interpret_in_random_order(kernel, parameters, arrays, seed);
  return arrays;
}

inline Arrays result_of_schedule(loops::LoopKernel const& kernel, Parameters const& parameters) {
  Arrays arrays = random_arguments(kernel, parameters);
  ir::LoopTree const tree = polyhedral::schedule(kernel);
  ir::verify(tree, "schedule");
  ir::interpret(tree, parameters, arrays);
  return arrays;
}

/// Expects equal bits in the order that defines the result, in random legal orders, and in the order of the schedule.
inline void expect_same_result(loops::LoopKernel const& before, loops::LoopKernel const& after,
                               Parameters const& parameters) {
  Arrays const expected = result_of(before, parameters);
  EXPECT_EQ(result_of(after, parameters), expected) << loops::to_text(after);
  for (unsigned const seed : {1U, 2U})
    EXPECT_EQ(result_in_random_order(after, parameters, seed), expected) << loops::to_text(after);
  EXPECT_EQ(result_of_schedule(after, parameters), expected) << loops::to_text(after);
}

inline char const* const matvec = R"(kernel matvec {
  parameter int32 m
  parameter int32 n
  assume m >= 1
  loop i: 0 <= i <= m - 1
  loop k: 0 <= k <= n - 1
  array a real64 [m, n] argument
  array x real64 [n] argument
  array y real64 [m] argument
  array s real64 [] registers copies i
  rule product(r) = a[r, k] * x[k]
  init: [i] s = 0.0 order i, 0
  add: [i, k] s = s + product(i) order i, 1, k
  store: [i] y[i] = s order i, 2
}
)";

/// Each element depends on the previous one along `i`, and not on others along `j`.
inline char const* const recurrence = R"(kernel recurrence {
  parameter int32 n
  parameter int32 m
  assume n >= 1
  assume m >= 1
  loop i: 1 <= i <= n - 1
  loop j: 0 <= j <= m - 1
  array u real64 [n, m] argument
  step: [i, j] u[i, j] = u[i - 1, j] * 0.5 + u[i, j] order 0, i, 0, j, 0
}
)";

} // namespace chemora::transform::tests
