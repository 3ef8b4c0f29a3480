// Tests that fused substeps give bitwise the same results as kernels and updates that run one after the other.
#include "host_run.hpp"
#include "kernels/runtime/report_input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::runtime {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr base::Index3 extent{21, 11, 9};

/// A run of the wave system u' = D v, v' = D u. Each substep computes u <- u + factor urhs and v <- v + factor vrhs.
struct WaveRun : HostRun {
  explicit WaveRun(bool defers) : defers_(defers) {
    registry.add("Wave", difference_kernel("u_rhs", "v", "urhs"));
    registry.add("Wave", difference_kernel("v_rhs", "u", "vrhs"));
  }

  ArrayUpdate update(std::string const& name, double factor) const {
    auto const u = functions.array(name), rhs = functions.array(name + "rhs");
    return {u, 1, {{rhs, factor}}, "MoL::Add"};
  }

  /// A substep as MoL does it: zeros, kernels, updates; updates that are not done by CaKernel follow.
  void substep(double factor, std::vector<GridArray> const& unneeded) {
    auto const do_others = [&](std::vector<ArrayUpdate> const& updates, std::vector<bool> const& is_done) {
      for (std::size_t n = 0; n < updates.size(); ++n)
        if (!is_done[n]) updater.run(functions, updates[n]);
    };
    std::vector<ArrayUpdate> const zeros{{functions.array("urhs"), 0, {}, "MoL::Zero"},
                                         {functions.array("vrhs"), 0, {}, "MoL::Zero"}};
    std::vector<ArrayUpdate> const updates{update("u", factor), update("v", factor)};
    deferred.expect_update(defers_);
    do_others(zeros, deferred.update(functions, zeros, {}, defers_));
    if (!defers_) deferred.expect_update(false);
    for (auto const* kernel : {"u_rhs", "v_rhs"})
      deferred.launch(functions, request(functions, kernel, {{"factor", 0.125}}));
    do_others(updates, deferred.update(functions, updates, unneeded, false));
  }

  HostGridFunctions functions{extent, 1};

private:
  bool defers_;
};

void expect_same_bits(WaveRun const& a, WaveRun const& b, std::vector<std::string> const& names) {
  for (auto const& name : names) EXPECT_EQ(a.functions.values(name), b.functions.values(name)) << name;
}

TEST(DeferredLaunches, FuseWithTheBitsOfSeparateLaunches) {
  WaveRun fused(true), separate(false);
  for (auto* run : {&fused, &separate})
    for (double const factor : {0.01, 0.02})
      run->substep(factor, {run->functions.array("urhs"), run->functions.array("vrhs")});
  ASSERT_THAT(fused.deferred.reasons(), IsEmpty());
  ASSERT_THAT(fused.deferred.fused(), ElementsAre(AllOf(HasSubstr("u_rhs"), HasSubstr("v_rhs"))));
  EXPECT_THAT(fused.functions.events, Contains(HasSubstr("swap ")));
  EXPECT_THAT(separate.deferred.fused(), IsEmpty());
  expect_same_bits(fused, separate, {"u", "v"});
}

TEST(DeferredLaunches, ReuseTheFusedKernelForOtherFactors) {
  WaveRun run(true);
  std::vector<GridArray> const unneeded{run.functions.array("urhs"), run.functions.array("vrhs")};
  run.substep(0.01, unneeded);
  std::size_t const n_kernels = run.cache.records().size();
  run.substep(0.02, unneeded);
  EXPECT_EQ(run.cache.records().size(), n_kernels);
  EXPECT_EQ(run.cache.records().front().calls, 2);
}

TEST(DeferredLaunches, RunUpdatesSeparatelyWithoutADestination) {
  auto const run_one_kernel = [](bool defers) {
    auto run = std::make_unique<HostRun>();
    auto functions = std::make_unique<HostGridFunctions>(extent, 1);
    run->registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
    auto const u = functions->array("u"), rhs = functions->array("urhs");
    ArrayUpdate const zero{rhs, 0, {}, "MoL::Zero"}, update{u, 1, {{rhs, 0.01}}, "MoL::Add"};
    run->deferred.expect_update(defers);
    if (!run->deferred.update(*functions, {zero}, {}, defers).front()) run->updater.run(*functions, zero);
    run->deferred.expect_update(defers);
    run->deferred.launch(*functions, run->request(*functions, "rhs", {{"factor", 0.125}}));
    if (!run->deferred.update(*functions, {update}, {}, false).front()) run->updater.run(*functions, update);
    if (defers) {
      EXPECT_THAT(run->deferred.separate(), ElementsAre(HasSubstr("Wave::rhs: The new value of u must not overwrite")));
    }
    return functions;
  };
  auto const separate = run_one_kernel(true), in_order = run_one_kernel(false);
  EXPECT_EQ(separate->values("u"), in_order->values("u"));
}

TEST(DeferredLaunches, RunInOrderBeforeAFunctionThatMayAccessResults) {
  WaveRun run(true);
  run.deferred.expect_update(true);
  run.deferred.launch(run.functions, run.request(run.functions, "u_rhs", {{"factor", 0.125}}));
  EXPECT_TRUE(run.deferred.is_active());
  EXPECT_THAT(run.functions.events, IsEmpty());
  run.deferred.finish(run.functions, "Other::Read");
  EXPECT_THAT(run.functions.events, ElementsAre("for Wave::u_rhs", "require", "wrote urhs interior"));
  EXPECT_THAT(run.deferred.reasons(),
              ElementsAre("Wave::u_rhs: Other::Read is called between the kernel and the updates, and may access "
                          "variables."));
}

TEST(ReportInput, HasRecordsPlansAndNotes) {
  WaveRun run(true);
  run.substep(0.01, {run.functions.array("urhs"), run.functions.array("vrhs")});
  auto const report = gather_report(run.launcher, run.deferred, 0.25, LimitsSource::none, 1);
  ASSERT_FALSE(report.records.empty());
  EXPECT_THAT(report.plans, HasSubstr("on host"));
  EXPECT_EQ(report.seconds.read, 0.25);
  EXPECT_THAT(report.notes, AllOf(HasSubstr("Fused with updates of the time integrator: Wave::"),
                                  HasSubstr("0.25 s to read graphs")));
  EXPECT_THAT(report.limits.at("host").how, HasSubstr("machine_limits is \"none\""));
}

} // namespace
} // namespace chemora::runtime
