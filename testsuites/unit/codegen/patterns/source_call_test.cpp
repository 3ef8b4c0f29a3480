// Tests sources that are calls.
#include "codegen/patterns/source_call.hpp"

#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

TEST(SourceCall, HasTheNamesOfFunctionAndArguments) {
  auto const call = source_call(" regions( field ,threshold)");
  ASSERT_TRUE(call);
  EXPECT_EQ(call->function, "regions");
  EXPECT_EQ(call->arguments, (std::vector<std::string>{"field", "threshold"}));
  EXPECT_EQ(source_call("f()")->arguments, std::vector<std::string>{""});
}

TEST(SourceCall, NamesOfVariablesAreNoCalls) {
  EXPECT_FALSE(source_call("Euler::rho"));
  EXPECT_FALSE(source_call("power(field"));
  EXPECT_FALSE(source_call(""));
}

TEST(SourceCall, ArgumentsAreUsed) {
  Program const program = read_program({"t.pat", "grid real a = \"a\"\ngrid real b = \"f(a, p)\"\nparameter int p = 1\n"
                                                 "parameter int q = 1\noutput s = sum(b)"});
  EXPECT_TRUE(is_source_argument(program, "a"));
  EXPECT_FALSE(is_source_argument(program, "b"));
  ASSERT_EQ(program.warnings.size(), 1U);
  EXPECT_EQ(program.warnings[0].message, "`q` is not used.");
}

} // namespace
} // namespace chemora::patterns
