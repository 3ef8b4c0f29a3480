// Tests how plans that the user pinned are assigned to kernels, and the messages for errors in such plans.
#include "kernels/runtime/pinned_plans.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace chemora::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

KernelRegistry registry_with(std::string const& kernel) {
  KernelRegistry registry;
  registry.add("Wave", "graph " + kernel + " {\ngrid 3\nin u\nout v\n%0 = load u\nstore v %0 interior\n}\n");
  return registry;
}

plan::Plan host_plan() {
  plan::Plan plan;
  plan.device = "host";
  plan.kernels.front().tile = {1, 1, 1};
  return plan;
}

std::string tile_x(PinnedPlans const& pinned, std::string const& region) {
  auto const plan = pinned.find({"Wave", "Wave_RHS"}, region, host_plan());
  return plan ? std::to_string(plan->kernels.front().tile[0]) : "none";
}

TEST(PinnedPlans, ApplyToTheKernelWithOrWithoutItsThorn) {
  EXPECT_EQ(tile_x(PinnedPlans({"wave_rhs: tile 16 8 8"}), "interior"), "16");
  EXPECT_EQ(tile_x(PinnedPlans({"Wave::Wave_RHS: tile 16 8 8"}), "interior"), "16");
  EXPECT_EQ(tile_x(PinnedPlans({"Other::Wave_RHS: tile 16 8 8"}), "interior"), "none");
}

TEST(PinnedPlans, PreferAPlanForTheRegion) {
  PinnedPlans const pinned({"Wave_RHS.interior: tile 32 8 8", "Wave_RHS: tile 16 8 8"});
  EXPECT_EQ(tile_x(pinned, "interior"), "32");
  EXPECT_EQ(tile_x(pinned, "boundary"), "16");
}

TEST(PinnedPlans, CombineTheDecisionsOfAllEntriesForAKernel) {
  PinnedPlans const pinned({"Wave_RHS.interior: vector x 4", "Wave_RHS: tile 16 8 8", "Wave_RHS: unroll y 2"});
  auto const kernel = pinned.find({"Wave", "Wave_RHS"}, "interior", host_plan())->kernels.front();
  EXPECT_EQ(kernel.tile, (base::Index3{16, 8, 8}));
  EXPECT_EQ(kernel.unroll[1], 2);
  EXPECT_EQ(kernel.vector_width, 4);
}

TEST(PinnedPlans, IgnorePlansForOtherDevices) {
  PinnedPlans const pinned({"Wave_RHS: plan Wave_RHS on cuda:sm_90; tile 16 8 8; block 16 4 1"});
  EXPECT_EQ(tile_x(pinned, "interior"), "none");
  EXPECT_THAT(pinned.errors(registry_with("Wave_RHS"), {"host"}),
              ElementsAre(HasSubstr("The plan for kernel Wave_RHS is for cuda:sm_90, but this run computes on host.")));
}

TEST(PinnedPlans, ReportAllErrors) {
  PinnedPlans const pinned({"Wave_RHX: tile 16 8 8", "Wave_RHS: tiel 16", "Wave_RHS:", "no_such_file"});
  EXPECT_THAT(pinned.errors(registry_with("Wave_RHS"), {"host"}),
              ElementsAre(HasSubstr("`no_such_file` has no colon after the name of a kernel"),
                          HasSubstr("CaKernel::plan[0] pins a plan for kernel Wave_RHX, which no active thorn has. Did "
                                    "you mean `Wave_RHS`?"),
                          HasSubstr("tiel"), HasSubstr("pins nothing for kernel Wave_RHS")));
}

TEST(PinnedPlans, ReportContradictions) {
  auto const errors = [](std::vector<std::string> const& entries) {
    return PinnedPlans(entries).errors(registry_with("Wave_RHS"), {"host"});
  };
  EXPECT_THAT(errors({"Wave_RHS: tile 16 8 8", "Wave::wave_rhs: tile 4 4 4"}),
              ElementsAre("CaKernel::plan[1] decides for kernel Wave::wave_rhs what CaKernel::plan[0] decides too. "
                          "Remove one of them."));
  EXPECT_THAT(errors({"Wave_RHS: tile 16 8 8", "Wave_RHS: vector x 4"}), IsEmpty());
  EXPECT_THAT(errors({"Wave_RHS: tile 16 8 8", "Wave_RHS.interior: tile 4 4 4"}), IsEmpty());
  EXPECT_THAT(errors({"Wave_RHS: plan Wave_Error on host; tile 4 4 4"}),
              ElementsAre(HasSubstr("but its statement `plan Wave_Error on host` names another kernel.")));
  EXPECT_THAT(errors({"Wave_RHS: plan Wave::Wave_RHS on host; tile 4 4 4"}), IsEmpty());
}

TEST(PinnedPlans, AcceptFusedKernelsAndOwnKernels) {
  auto registry = registry_with("Wave_RHS");
  registry.add("Wave", "graph Wave_Energy {\ngrid 3\nin u\nout v\n%0 = load u\nstore v %0 interior\n}\n");
  for (auto const* name :
       {"Wave_RHS_update2", "Wave_RHS_update12_rest", "Wave_RHS_update1.interior", "Wave::Wave_RHS_Wave_Energy_update1",
        "CaKernel::LinearCombination2", "cakernel::Boundary_Flat_x_lower", "CaKernel::Updates1_rest"})
    EXPECT_THAT(PinnedPlans({std::string(name) + ": tile 16 8 8"}).errors(registry, {"host"}), IsEmpty()) << name;
  for (auto const* name : {"Wave_RHS_update", "Wave_RHS_Wave_Energy", "Wave_RHS_Other_update1"})
    EXPECT_THAT(PinnedPlans({std::string(name) + ": tile 16 8 8"}).errors(registry, {"host"}), testing::SizeIs(1))
        << name;
}

TEST(PinnedPlans, AreReadFromFilesOfPlans) {
  std::string const path = testing::TempDir() + "pinned_plans_test.txt";
  std::ofstream(path) << "# a comment\nplan Wave_RHS on host\n  tile 24 8 8\n";
  PinnedPlans const pinned({path});
  EXPECT_EQ(tile_x(pinned, "interior"), "24");
  EXPECT_THAT(pinned.errors(registry_with("Wave_RHS"), {"host"}), IsEmpty());
  std::remove(path.c_str());
}

TEST(PinnedPlans, ReportPlansThatNoProcessUsed) {
  PinnedPlans const pinned({"Wave_RHS: tile 16 8 8", "Wave_Energy: tile 16 8 8"});
  EXPECT_EQ(pinned.uses(), "00");
  tile_x(pinned, "interior");
  EXPECT_EQ(pinned.uses(), "10");
  EXPECT_THAT(pinned.unused({"10", "00"}),
              ElementsAre("CaKernel::plan[1] pins a plan for kernel Wave_Energy, which this run has not compiled."));
}

} // namespace
} // namespace chemora::runtime
