// Tests the registration of kernel graphs and their variants.
#include "kernels/runtime/kernel_registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::runtime {
namespace {

using testing::HasSubstr;

std::string graph(std::string const& name, std::string const& guard = {}) {
  return "graph " + name + " {\n" + guard + "grid 3\nin u\nout v\n%0 = load u\nstore v %0 everywhere\n}\n";
}

std::string error_of(KernelRegistry const& registry, std::string const& thorn, std::string const& kernel) {
  try {
    registry.find(thorn, kernel);
    return {};
  } catch (base::UserError const& error) {
    return error.what();
  }
}

TEST(KernelRegistry, FindsKernelsWithoutRegardToCase) {
  KernelRegistry registry;
  registry.add("Wave", graph("copy_u"));
  EXPECT_EQ(registry.find("wave", "COPY_U").full_name(), "Wave::copy_u");
  EXPECT_TRUE(registry.errors().empty());
}

TEST(KernelRegistry, SuggestsTheNearestNameOfTheThorn) {
  KernelRegistry registry;
  registry.add("Wave", graph("copy_u"));
  registry.add("Other", graph("copy_v"));
  EXPECT_THAT(error_of(registry, "Wave", "copy_v"),
              HasSubstr("Thorn Wave has no kernel copy_v. Did you mean `copy_u`?"));
}

TEST(KernelRegistry, CollectsVariantsWithDifferentGuards) {
  KernelRegistry registry;
  registry.add("Wave", graph("rhs", "when fd_order = 2\n"));
  registry.add("Wave", graph("rhs", "when fd_order = 4\n"));
  ASSERT_TRUE(registry.errors().empty()) << registry.errors().front();
  EXPECT_EQ(registry.find("Wave", "rhs").variants.size(), 2u);
  registry.add("Wave", graph("rhs", "when fd_order = 4\n"));
  ASSERT_EQ(registry.errors().size(), 1u);
  EXPECT_THAT(registry.errors().front(), HasSubstr("Kernel Wave::rhs was registered twice with the same guards."));
}

TEST(KernelRegistry, ChoosesTheVariantWhoseGuardsHold) {
  KernelRegistry registry;
  registry.add("Wave", graph("rhs", "when fd_order = 2\n"));
  registry.add("Wave", graph("rhs", "when fd_order = 4\n"));
  auto const& kernel = registry.find("Wave", "rhs");
  EXPECT_EQ(choose_variant(kernel, [](std::string const&) { return "4"; }), 1u);
  try {
    choose_variant(kernel, [](std::string const&) { return "6"; });
    FAIL();
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("Kernel Wave::rhs has 0 variants for the parameters of this run"));
    EXPECT_THAT(error.what(), HasSubstr("fd_order=2 fd_order=4"));
  }
}

TEST(KernelRegistry, CollectsErrorsWithPositionsAndWithoutTheWordError) {
  KernelRegistry registry;
  registry.add("Wave", "graph broken {\ngrid 3\n%0 = lod u\n}\n");
  registry.add("Wave",
               "graph reads_what_it_stores {\ngrid 3\nin u\nout u\n%0 = load u\n%1 = shift %0 [1,0,0]\nstore u %1 "
               "interior\n}\n");
  ASSERT_EQ(registry.errors().size(), 2u);
  EXPECT_THAT(registry.errors().front(), HasSubstr("Wave (kernel):3"));
  EXPECT_THAT(registry.errors().front(), testing::Not(HasSubstr("error:")));
  EXPECT_TRUE(registry.kernels().empty());
}

TEST(KernelRegistry, MeasuresTheTimeOfReading) {
  KernelRegistry registry;
  registry.add("Wave", graph("copy_u"));
  EXPECT_GT(registry.seconds_of_reading(), 0);
}

} // namespace
} // namespace chemora::runtime
