// Tests that expressions of one form become uses of a rule.
#include "testsuites/unit/codegen/transform/data_support.hpp"

namespace chemora::transform {
namespace {

using testing::HasSubstr;

loops::LoopKernel kernel_of(std::string const& instructions) {
  return loops::parse_loop_kernel("kernel k {\n"
                                  "  parameter int32 n\n"
                                  "  assume n >= 1\n"
                                  "  loop i: 0 <= i <= n - 1\n"
                                  "  loop j: 0 <= j <= 3\n"
                                  "  array a real64 [n, 4] argument\n"
                                  "  array y real64 [n, 4] argument\n"
                                  "  array z real64 [4] argument\n" +
                                  instructions + "}\n");
}

TEST(ExtractSubst, ReplacesExpressionsOfAForm) {
  auto const before = kernel_of("  use: [i, j] y[i, j] = a[i, 3 - j] * 2.0 + a[i, j] * 3.0 order i, j\n");
  auto const after =
      transformed(before, "extract_subst", {text("twice"), text("a[first, second] * 2.0"), text("first, second")});
  EXPECT_EQ(lines_of(after, {"rule", "use"}), "rule twice(first, second) = a[first, second] * 2.0\n"
                                              "use: [i, j] y[i, j] = twice(i, 3 - j) + a[i, j] * 3.0 order i, j\n");
  expect_equal_results(before, after, {{"n", 3}});
}

TEST(ExtractSubst, NeedsEqualValuesForOneParameter) {
  auto const before = kernel_of("  use: [i, j] y[i, j] = a[0, 0] + a[0, j] order i, j\n");
  auto const after = transformed(before, "extract_subst", {text("r"), text("a[x, x]"), text("x")});
  EXPECT_EQ(lines_of(after, {"use"}), "use: [i, j] y[i, j] = r(0) + a[0, j] order i, j\n");
}

TEST(ExtractSubst, ExplainsWrongRequests) {
  auto const kernel = kernel_of("  use: [i, j] y[i, j] = a[i, j] order i, j\n");
  auto const with = [&](std::string const& name, std::string const& form, std::string const& parameters) {
    return message_of(kernel, "extract_subst", {text(name), text(form), text(parameters)});
  };
  EXPECT_THAT(with("a", "a[x, 0]", "x"), HasSubstr("The name `a` is already the name of an array"));
  EXPECT_THAT(with("r", "a[z, 0]", "z"), HasSubstr("The parameter `z` of the template has the name of an array"));
  EXPECT_THAT(with("r", "a[x, 0]", "x, w"), HasSubstr("The parameter `w` does not occur in the template"));
  EXPECT_THAT(with("r", "a[x, 0] +", "x"), HasSubstr("is not an expression of arrays and parameters"));
  EXPECT_THAT(with("r", "b[x]", "x"), HasSubstr("is not an expression of arrays and parameters"));
  EXPECT_THAT(with("r", "a[x, 0] * 7.0", "x"), HasSubstr("No expression of the kernel has the form"));
}

} // namespace
} // namespace chemora::transform
