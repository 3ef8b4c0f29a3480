// The interpreter that executes instances in random orders, with random kernels.
#include "codegen/loops/loop_kernel.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/support/random_kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace chemora::loops {
namespace {

using testing_support::KernelArguments;
using testing_support::random_arguments;
using testing_support::random_kernel;

constexpr int n_kernels = 300;

/// Returns whether both results are bitwise equal. All NaNs are considered equal.
bool same_results(KernelArguments const& a, KernelArguments const& b) {
  for (auto const& [name, elements] : a.arrays) {
    std::vector<double> const& others = b.arrays.at(name);
    for (std::size_t n = 0; n < elements.size(); ++n) {
      bool const is_same = std::isnan(elements[n])
                               ? std::isnan(others[n])
                               : elements[n] == others[n] && std::signbit(elements[n]) == std::signbit(others[n]);
      if (!is_same) return false;
    }
  }
  return true;
}

LoopKernel kernel_with_seed(int seed) {
  return random_kernel({.seed = static_cast<std::uint64_t>(seed),
                        .real = seed % 3 == 0 ? ir::Type::real32 : ir::Type::real64,
                        .has_reductions = seed % 4 == 0});
}

TEST(RandomKernels, ObeyTheRulesAndKeepTheirTextForm) {
  for (int seed = 0; seed < n_kernels; ++seed) {
    LoopKernel const kernel = kernel_with_seed(seed);
    ASSERT_NO_THROW(verify(kernel, "generation")) << to_text(kernel);
    std::string const text = to_text(kernel);
    LoopKernel parsed;
    ASSERT_NO_THROW(parsed = parse_loop_kernel(text)) << text;
    ASSERT_EQ(to_text(parsed), text);
    KernelArguments first = random_arguments(kernel, 1), second = first;
    ASSERT_NO_THROW(interpret(kernel, first.parameters, first.arrays)) << text;
    interpret(parsed, second.parameters, second.arrays);
    ASSERT_TRUE(same_results(first, second)) << text;
  }
}

TEST(RandomKernels, ContainAllConstructs) {
  std::string texts;
  for (int seed = 0; seed < 50; ++seed) texts += to_text(kernel_with_seed(seed));
  for (char const* construct : {" if ", " tile layout", " registers copies", "rule ", "select(", "modulo(",
                                "floor_divide(", "real32", "real64", "sep", "reduce ", "n + m - ("})
    EXPECT_NE(texts.find(construct), std::string::npos) << construct;
}

TEST(RandomOrder, HasTheBitsOfTheDefinedOrder) {
  for (int seed = 0; seed < n_kernels; ++seed) {
    LoopKernel const kernel = kernel_with_seed(seed);
    KernelArguments expected = random_arguments(kernel, static_cast<std::uint64_t>(seed));
    KernelArguments random = expected;
    interpret(kernel, expected.parameters, expected.arrays);
    interpret_in_random_order(kernel, random.parameters, random.arrays, static_cast<unsigned>(seed));
    ASSERT_TRUE(same_results(expected, random)) << to_text(kernel);
  }
}

/// Executes all instances in the opposite order, which breaks every dependence.
TEST(RandomOrder, MustRespectDependences) {
  int n_different = 0;
  for (int seed = 0; seed < n_kernels; ++seed) {
    LoopKernel const kernel = kernel_with_seed(seed);
    LoopKernel opposite = kernel;
    for (Instruction& instruction : opposite.instructions)
      for (ir::LinearExpression& position : instruction.order) position *= -1;
    KernelArguments expected = random_arguments(kernel, 1), other = expected;
    interpret(kernel, expected.parameters, expected.arrays);
    interpret(opposite, other.parameters, other.arrays);
    n_different += !same_results(expected, other);
  }
  EXPECT_GT(n_different, n_kernels / 2) << "most random kernels must have dependences";
}

LoopKernel sum_kernel(std::string const& line) {
  return parse_loop_kernel("kernel sum {\n  loop i: 0 <= i <= 7\n  array a real64 [8] argument\n"
                           "  array s real64 [1] argument\n  add: [i] s[0] = s[0] + a[i] order i\n" +
                           line + "}\n");
}

TEST(RandomOrder, ExecutesUpdatesOfReassociatedArraysInAnyOrder) {
  int n_different = 0;
  for (unsigned seed = 0; seed < 20; ++seed)
    for (bool is_reassociated : {false, true}) {
      std::map<std::string, std::vector<double>> expected{{"a", {1e16, 1, -1e16, 1, 3, 1e-9, 7, 1}}, {"s", {0}}};
      auto random = expected;
      LoopKernel const kernel = sum_kernel(is_reassociated ? "  reassociated s\n" : "");
      interpret(kernel, {}, expected);
      interpret_in_random_order(kernel, {}, random, seed);
      if (is_reassociated)
        n_different += expected["s"] != random["s"];
      else
        EXPECT_EQ(expected["s"], random["s"]);
    }
  EXPECT_GT(n_different, 0);
}

TEST(RandomOrder, KeepsTheOrderOfUpdatesThatReadTheSumElsewhere) {
  for (std::string const update :
       {"s[0] = s[0] + a[i] if s[0] < 3.0", "s[0] = s[0] + a[i] * previous(i)", "s[i * 0] = s[i * 0] + s[i]"})
    for (unsigned seed = 0; seed < 20; ++seed) {
      LoopKernel const kernel = parse_loop_kernel("kernel sum {\n  loop i: 0 <= i <= 7\n"
                                                  "  array a real64 [8] argument\n  array s real64 [8] argument\n"
                                                  "  rule previous(p) = s[p - p]\n  add: [i] " +
                                                  update + " order i\n  reassociated s\n}\n");
      std::map<std::string, std::vector<double>> expected{{"a", {1, 2, -1, 4, 3, 2, 7, 1}},
                                                          {"s", {0, 1, 2, 3, 4, 5, 6, 7}}};
      auto random = expected;
      interpret(kernel, {}, expected);
      interpret_in_random_order(kernel, {}, random, seed);
      EXPECT_EQ(expected, random) << update;
      EXPECT_FALSE(only_update_of(kernel, kernel.instructions[0])) << update;
    }
}

TEST(RandomOrder, RejectsDependentInstancesOfEqualOrder) {
  LoopKernel const kernel = parse_loop_kernel("kernel k {\n  loop i: 0 <= i <= 3\n  array s real64 [1] argument\n"
                                              "  add: [i] s[0] = s[0] + 1.0\n}\n");
  std::map<std::string, std::vector<double>> arrays{{"s", {0}}};
  try {
    interpret_in_random_order(kernel, {}, arrays, 1);
    FAIL();
  } catch (base::UserError const& error) {
    EXPECT_EQ(error.diagnostics().at(0).message,
              "`add[i=0]` and `add[i=1]` depend on each other, but have the same place in the order of the kernel.");
  }
}

} // namespace
} // namespace chemora::loops
