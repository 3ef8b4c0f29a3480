#include "kernels/recursions/interpreted_path.hpp"

#include "codegen/recursion/recursion.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/support/recursion_inputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::recursions {
namespace {

TEST(InterpretedPath, NeedsMemoryForItsTables) {
  recursion::System const system = recursion::read_system(
      {"test.rec", "alphabet dna = \"ACGT\"\nint f(seq[dna] s, index[s] i) = if i == 0 then 0 else f(i - 1) + 1\n"},
      "f");
  recursion::Inputs inputs;
  testing_support::set_sequence(inputs, "s", {"dna", "ACGT"}, "ACG");
  MemoryLimit exact(4 * 33), small(4 * 33 - 1);
  EXPECT_EQ(interpreted_path(system, inputs, exact).size(), 4U);
  EXPECT_THAT(testing_support::error_of([&] { interpreted_path(system, inputs, small); }),
              testing::HasSubstr("The tables of `f` for a path need 132 bytes; the limit is 131."));
}

} // namespace
} // namespace chemora::recursions
