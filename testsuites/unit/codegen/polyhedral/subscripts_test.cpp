// Accesses outside of arrays are found for given values of the parameters.
#include "codegen/polyhedral/polyhedral.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/support/random_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::polyhedral {
namespace {

using testing::HasSubstr;
using testing_support::error_of;

std::string checked(std::string const& lines, std::map<std::string, long> const& parameters) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel("kernel k {\n"
                                                            "  parameter int32 n\n"
                                                            "  loop i: 0 <= i <= n - 1\n"
                                                            "  array x real64 [n, 4] argument\n"
                                                            "  array ix int32 [n] argument\n"
                                                            "  array y real64 [n] argument\n" +
                                                            lines + "}\n");
  return error_of([&] { check_subscripts(kernel, parameters); });
}

TEST(Subscripts, AreReportedOutsideOfArrays) {
  EXPECT_EQ(checked("  set: [i] y[i] = x[i, 3] order i\n", {{"n", 10}}), "no error");
  EXPECT_THAT(checked("  set: [i] y[i] = x[i + 1, 0] order i\n", {{"n", 10}}),
              HasSubstr("`set[i=9]` reads `x` outside of the array: index 10 of axis 1, which has 10 elements. Loop "
                        "variables and indices count from 0 here."));
  EXPECT_THAT(checked("  set: [i] y[i - 2] = 1.0 order i\n", {{"n", 10}}),
              HasSubstr("writes `y` outside of the array: index -"));
  EXPECT_THAT(checked("  set: [i] y[i] = x[i, 4] order i\n", {{"n", 1}}), HasSubstr("index 4 of axis 2, which has 4"));
}

TEST(Subscripts, AreInsideIfConditionsOrEmptyLoopsExcludeOthers) {
  EXPECT_EQ(checked("  set: [i] y[i] = x[i + 1, 0] if i < n - 1 order i\n", {{"n", 10}}), "no error");
  EXPECT_EQ(checked("  set: [i] y[i] = x[i + 1, 0] order i\n", {{"n", 0}}), "no error");
}

TEST(Subscripts, AreUnknownIfTheyDependOnDataOrOnParametersWithoutValue) {
  EXPECT_EQ(checked("  set: [i] y[i] = x[i + 1, 0] order i\n", {}), "no error");
  EXPECT_EQ(checked("  set: [i] y[i] = x[ix[i], 0] order i\n", {{"n", 10}}), "no error");
  EXPECT_EQ(checked("  set: [i] y[i] = x[i + 1, 0] if ix[i] < 3 order i\n", {{"n", 10}}), "no error");
}

TEST(Subscripts, AreReportedIfAndOnlyIfTheInterpreterLeavesAnArray) {
  int n_outside = 0, n_inside = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed)
    for (long const n : {1, 2, 3}) {
      loops::LoopKernel const kernel = testing_support::random_kernel({.seed = seed, .has_conditions = false});
      std::map<std::string, long> sizes;
      for (loops::Parameter const& parameter : kernel.parameters)
        if (parameter.type == ir::Type::int32) sizes[parameter.name] = n;
      auto arguments = testing_support::random_arguments(kernel, sizes, seed);
      std::string const expected = error_of([&] { interpret(kernel, arguments.parameters, arguments.arrays); });
      std::string const found = error_of([&] { check_subscripts(kernel, sizes); });
      EXPECT_EQ(expected == "no error", found == "no error") << loops::to_text(kernel) << expected << found << n;
      ++(expected == "no error" ? n_inside : n_outside);
    }
  EXPECT_GT(n_inside, 300);
  EXPECT_GT(n_outside, 30);
}

} // namespace
} // namespace chemora::polyhedral
