#include "codegen/ir/graph_builder.hpp"
#include "codegen/ir/loops.hpp"
#include "codegen/plan/lower.hpp"
#include "codegen/plan/plan.hpp"
#include "kernels/tiling/candidates.hpp"
#include "kernels/tiling/choose_block_plan.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using namespace chemora::tiling;

/// A kernel that reads `n_arrays` arrays with a star stencil of radius `reach` and stores the sum of all values.
ir::Graph star(int n_arrays, int reach, ir::Type real = ir::Type::real64) {
  ir::GraphBuilder builder("star", 3, real);
  auto sum = builder.real(0);
  for (int n = 0; n < n_arrays; ++n) {
    auto const u = builder.load("u" + std::to_string(n));
    for (int axis = 0; axis < 3; ++axis)
      for (int step = -reach; step <= reach; ++step) {
        if (step == 0) continue;
        ir::Offset offset{0, 0, 0};
        offset[static_cast<std::size_t>(axis)] = step;
        sum = builder.apply(ir::Op::add, {sum, builder.shift(u, offset)});
      }
  }
  builder.store("out", sum, ir::Region::interior);
  return builder.finish();
}

/// As an H200 describes itself.
BlockMachine const h200{.device = "cuda:sm_90",
                        .limits = {.max_threads = 1024,
                                   .max_per_axis = {1024, 1024, 64},
                                   .n_units = 132,
                                   .threads_per_unit = 2048,
                                   .warp = 32,
                                   .local_bytes = 48 << 10,
                                   .cache_bytes = 228 << 10}};

Problem cube(int n, int ghosts) {
  return {.allocated = {n + 2 * ghosts, n + 2 * ghosts, n + 2 * ghosts},
          .box = {{ghosts, ghosts, ghosts}, {n + ghosts, n + ghosts, n + ghosts}}};
}

int threads(base::Index3 const& block) { return block[0] * block[1] * block[2]; }

TEST(ChooseBlockPlan, IsLegalWithinTheLimitsAndExplained) {
  for (int const n : {5, 32, 64, 100, 256}) {
    ir::Graph const graph = star(2, 2);
    Choice const choice = choose_block_plan(graph, cube(n, 2), h200, {});
    EXPECT_NO_THROW(plan::check_legality(graph, choice.plan));
    plan::KernelPlan const& kernel = choice.plan.kernels.front();
    EXPECT_LE(threads(kernel.block), 1024);
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_EQ(kernel.tile[axis] % kernel.block[axis], 0);
    EXPECT_THAT(choice.reason, testing::HasSubstr("blocks of up to 1024 threads (the device's limit)"));
  }
}

TEST(ChooseBlockPlan, KeepsToWhatRegistersAllow) {
  Choice const choice = choose_block_plan(star(3, 4), cube(128, 4), h200, {.max_threads = 256});
  EXPECT_LE(threads(choice.plan.kernels.front().block), 256);
  EXPECT_THAT(choice.reason, testing::HasSubstr("up to 256 threads (its registers allow no more)"));
}

TEST(ChooseBlockPlan, GivesFatKernelsSmallBlocks) {
  Choice const choice = choose_block_plan(star(3, 4), cube(128, 4), h200, {.is_fat = true});
  EXPECT_LE(threads(choice.plan.kernels.front().block), threads_of_a_fat_block);
  EXPECT_GT(choice.plan.kernels.front().block[1], 1) << "several rows";
  EXPECT_THAT(choice.reason, testing::HasSubstr("a fat kernel"));
}

TEST(ChooseBlockPlan, HasABlockForAFatKernelOnOneRow) {
  Problem row = cube(128, 0);
  row.box.upper[1] = row.box.upper[2] = 1;
  EXPECT_GT(choose_block_plan(star(3, 0), row, h200, {.is_fat = true}).n_candidates, 0);
}

TEST(ChooseBlockPlan, RunsAsManyFatBlocksAsHaveTheirStacksInTheCache) {
  auto const planned = [](std::size_t stack_bytes, int max_threads) {
    Registers const registers{.is_fat = true, .max_threads = max_threads, .stack_bytes = stack_bytes};
    return choose_block_plan(star(3, 4), cube(128, 4), h200, registers).plan.kernels.front();
  };
  auto const blocks = [&](std::size_t stack_bytes, int max_threads) {
    auto const kernel = planned(stack_bytes, max_threads);
    EXPECT_EQ(threads(kernel.block), 128) << to_text(kernel);
    return kernel.resident;
  };
  EXPECT_EQ(blocks(0, 256), 0) << "no stack";
  EXPECT_EQ(blocks(800, 256), 0) << "the registers permit two blocks, whose stacks fit into the cache";
  EXPECT_EQ(blocks(1000, 256), 1);
  EXPECT_EQ(blocks(4000, 256), 1) << "always one";
  EXPECT_EQ(blocks(600, 512), 3);
  Registers const slim{.max_threads = 256, .stack_bytes = 40};
  EXPECT_EQ(choose_block_plan(star(3, 4), cube(128, 4), h200, slim).plan.kernels.front().resident, 0);
}

TEST(ChooseBlockPlan, HasOneThreadForAnEmptyBoxsPoint) {
  Problem empty = cube(16, 2);
  empty.box = {{2, 2, 2}, {2, 5, 5}};
  Choice const choice = choose_block_plan(star(1, 1), empty, h200, {});
  EXPECT_NO_THROW(plan::check_legality(star(1, 1), choice.plan));
  EXPECT_EQ(choice.n_candidates, 0);
}

TEST(ChooseBlockPlan, ChoosesByTheCostThatItReports) {
  BlockMachine without_buffers = h200; // it does not report how many threads a multiprocessor holds
  without_buffers.limits.threads_per_unit = 0;
  Problem const problem = cube(64, 2);
  Choice const choice = choose_block_plan(star(2, 2), problem, without_buffers, {});
  plan::KernelPlan const& chosen = choice.plan.kernels.front();
  BlockCost const cost = cost_of_block(star(2, 2), problem, without_buffers.limits, chosen);
  EXPECT_THAT(choice.reason, testing::HasSubstr(fmt::format("lowest cost {:.4f} of", cost.clocks)));
  Problem as_printed = problem;
  as_printed.formula = Formula::printed;
  double const factor = 1 + 256.0 / threads(chosen.block);
  EXPECT_NEAR(cost_of_block(star(2, 2), as_printed, without_buffers.limits, chosen).lines * factor * factor, cost.lines,
              1e-12 * cost.lines);
}

TEST(ChooseBlockPlan, LeavesNoThinTilesOver) {
  BlockMachine small = h200;
  small.limits.n_units = 2;
  for (int const n : {36, 68, 100}) {
    Problem const problem = cube(n, 0);
    plan::KernelPlan const kernel = choose_block_plan(star(2, 0), problem, small, {}).plan.kernels.front();
    int const n_tiles = (n + kernel.tile[2] - 1) / kernel.tile[2];
    EXPECT_LT(n_tiles * kernel.tile[2] - n, n_tiles * kernel.block[2]) << to_text(kernel);
    EXPECT_GE(kernel.block[0], 32) << "without a stencil, rows must be as long as possible: " << to_text(kernel);
  }
}

TEST(ChooseBlockPlan, MovesAlongZWhereThereAreBlocksEnough) {
  auto const iterations = [](int n) {
    auto const kernel = choose_block_plan(star(1, 2), cube(n, 2), h200, {}).plan.kernels.front();
    return kernel.tile[2] / kernel.block[2];
  };
  EXPECT_EQ(iterations(32), 1) << "32^3 points do not fill 132 units";
  EXPECT_GE(iterations(256), 8);
}

TEST(ChooseBlockPlan, BuffersInRegistersWhatDoesNotFitTheCache) {
  ir::Graph const graph = star(3, 4);
  EXPECT_TRUE(choose_block_plan(star(3, 1), cube(256, 1), h200, {}).plan.kernels.front().in_registers.empty())
      << "the arrays fit into a large cache, and few reads do not need buffers";
  BlockMachine small = h200;
  small.limits.cache_bytes = 16 << 10;
  Choice const choice = choose_block_plan(graph, cube(256, 4), small, {});
  EXPECT_THAT(choice.plan.kernels.front().in_registers, testing::SizeIs(3)) << to_text(choice.plan);
  EXPECT_THAT(choice.reason, testing::HasSubstr(", values along z in registers"));
  EXPECT_TRUE(choose_block_plan(graph, cube(256, 4), small, {.is_fat = true}).plan.kernels.front().in_registers.empty())
      << "a fat kernel has no registers for buffered values";
}

TEST(ChooseBlockPlan, ReportsTheFootprintOfEachAssumption) {
  ir::Graph const graph = star(3, 1);
  Problem const problem = cube(256, 1);
  Choice const choice = choose_block_plan(graph, problem, h200, {});
  plan::KernelPlan const& kernel = choice.plan.kernels.front();
  ASSERT_TRUE(kernel.in_registers.empty() && kernel.in_tile.empty())
      << "the test counts cache lines, which buffers would not use";
  base::Box const block{{1, 1, 1}, {1 + kernel.block[0], 1 + kernel.block[1], 1 + kernel.block[2]}};
  ArrayLayout const layout{problem.allocated, 8, h200.limits.line_bytes, 0};
  auto const lines = [&](ReuseAssumption survival) {
    return std::to_string(footprint_lines(layout, {block, 1}, accesses_of(graph), survival));
  };
  ASSERT_NE(lines(ReuseAssumption::all), lines(ReuseAssumption::one_dimension));
  EXPECT_THAT(choice.reason,
              testing::HasSubstr("lines in use: of all arrays " + lines(ReuseAssumption::iterations) + ", A " +
                                 lines(ReuseAssumption::all) + ", B " + lines(ReuseAssumption::one_dimension) + ";"));
}

TEST(BlockCandidates, AreLegalAndFitTheDevice) {
  for (int const reach : {1, 4})
    for (ir::Type const real : {ir::Type::real64, ir::Type::real32}) {
      ir::Graph const graph = star(2, reach, real);
      Problem const problem = cube(100, reach);
      int n[3] = {0, 0, 0};
      for (BlockCandidate const& candidate : block_candidates(graph, problem, h200, 1024)) {
        ++n[static_cast<int>(candidate.buffering)];
        if (candidate.plan.block[1] % 7 != 0) continue; // some of them are enough
        EXPECT_NO_THROW(plan::check_legality(graph, candidate.plan)) << to_text(candidate.plan);
        EXPECT_EQ(excess(graph, candidate.plan, problem.allocated, h200.limits), "");
        EXPECT_EQ(ir::tile_bytes(plan::lower(graph, candidate.plan, {problem.allocated})), candidate.tile_bytes)
            << to_text(candidate.plan);
      }
      for (int const of_kind : n) EXPECT_GT(of_kind, 10);
    }
}

TEST(BlockCandidates, KeepNothingWhereAUnitIsUnknown) {
  BlockMachine processor = h200;
  processor.limits.threads_per_unit = 0;
  for (BlockCandidate const& candidate : block_candidates(star(2, 4), cube(100, 4), processor, 1024))
    EXPECT_EQ(candidate.buffering, Buffering::none);
}

TEST(BlockCandidates, CountWhatAPointReadsNearby) {
  ir::Graph const graph = star(1, 2);
  auto const accesses = [&](BlockCandidate const& candidate) {
    return near_accesses(graph, offsets_read(graph), candidate);
  };
  BlockCandidate candidate{.plan = {.tile = {32, 8, 10}, .block = {32, 8, 1}}, .iterations = 10};
  EXPECT_DOUBLE_EQ(accesses(candidate), 12 + 1);
  candidate.plan.in_registers = {"u0"};
  EXPECT_DOUBLE_EQ(accesses(candidate), 8 + 1 + 14 / 10.)
      << "the loop over z has 10 planes and reads 4 more planes, each of them once";
  candidate.plan.in_tile = {"u0"};
  EXPECT_DOUBLE_EQ(accesses(candidate), 8 + 1 + 14 / 10. + 2 * 36 * 12 / 256.)
      << "the plane and its halo are stored to the tile and read from it";
}

TEST(Excess, NamesTilesThatAreTooLarge) {
  plan::KernelPlan kernel{.tile = {32, 8, 8}, .block = {32, 8, 1}, .in_tile = {"u0"}};
  EXPECT_EQ(excess(star(1, 2), kernel, {40, 40, 40}, h200.limits), "");
  kernel.tile = {32, 32, 32};
  EXPECT_EQ(excess(star(1, 2), kernel, {40, 40, 40}, h200.limits),
            "needs 373248 bytes for its tile; the device has 49152");
  kernel.block = {32, 64, 1};
  EXPECT_EQ(excess(star(1, 2), kernel, {40, 40, 40}, h200.limits), "has 2048 threads; the device allows 1024");
}

TEST(Excess, NamesBlocksThatADeviceCannotRun) {
  device::BlockLimits const limits{.max_threads = 1024, .max_per_axis = {1024, 1024, 64}};
  EXPECT_EQ(excess({64, 4, 4}, limits), "");
  EXPECT_EQ(excess({1, 1, 128}, limits), "has 128 threads along z; the device allows 64");
  EXPECT_EQ(excess({64, 8, 4}, limits), "has 2048 threads; the device allows 1024");
}

} // namespace
