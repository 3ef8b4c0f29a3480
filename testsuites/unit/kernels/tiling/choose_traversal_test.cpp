#include "kernels/tiling/choose_plan.hpp"

#include "codegen/ir/graph_builder.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;

/// A kernel that stores the sum of u over a star stencil of this radius, plus old_u, to `result`.
ir::Graph star(int radius, std::string const& result = "new_u") {
  ir::GraphBuilder builder("star", 3, ir::Type::real64);
  auto const u = builder.load("u");
  auto sum = builder.apply(ir::Op::add, {u, builder.load("old_u")});
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (int k = -radius; k <= radius; ++k) {
      ir::Offset offset{0, 0, 0};
      offset[axis] = k;
      if (k != 0) sum = builder.apply(ir::Op::add, {sum, builder.shift(u, offset)});
    }
  builder.store(result, sum, ir::Region::interior);
  return builder.finish();
}

machine::Machine processor(int vector_bytes) {
  machine::Machine machine;
  machine.vector_bytes = vector_bytes;
  machine.caches = {{1, 32u << 10, 64, 8, 1}, {2, 2u << 20, 64, 16, 1}, {3, 32u << 20, 64, 16, 2}};
  return machine;
}

/// A box of n^3 points. Rows of the arrays are whole cache lines, and the first computed point of a row is point
/// `first`.
tiling::Problem cube(int n, int first = 8) {
  return {.allocated = {n + 16, n + 8, n + 8}, .box = {{first, 4, 4}, {n + first, n + 4, n + 4}}};
}

int planes(ir::Graph const& graph, int n, int vector_bytes) {
  return tiling::choose_traversal(graph, cube(n), processor(vector_bytes)).planes;
}

TEST(ChooseTraversal, TakesAsManyPlanesAsRegistersHold) {
  EXPECT_EQ(planes(star(2), 256, 64), 4); // 5 + 3 of 32 registers are needed
  EXPECT_EQ(planes(star(4), 256, 64), 2); // 9 + 3 registers are more than a quarter of 32
  EXPECT_EQ(planes(star(1), 256, 16), 2); // 3 + 3 registers are more than a quarter of 16
  EXPECT_EQ(planes(star(4), 256, 16), 1); // 9 + 1 registers are more than half of 16
}

TEST(ChooseTraversal, TakesOnePlaneWhereNothingIsShared) {
  EXPECT_EQ(planes(star(0), 256, 64), 1);
  EXPECT_EQ(planes(star(2), 7, 64), 1); // 7 planes are fewer than two groups of four
}

/// A kernel with a stencil that shares rows of u between planes, and `n_sums` sums of arrays that share no rows.
ir::Graph star_and_sums(int n_sums) {
  ir::GraphBuilder builder("star_and_sums");
  ir::ValueId const u = builder.load("u");
  ir::ValueId sum = u;
  for (int k = -2; k <= 2; ++k)
    if (k != 0) sum = builder.apply(ir::Op::add, {sum, builder.shift(u, {0, 0, k})});
  for (int n = 0; n < n_sums; ++n)
    builder.store("new" + std::to_string(n), builder.apply(ir::Op::add, {sum, builder.load("old" + std::to_string(n))}),
                  ir::Region::interior);
  return builder.finish();
}

TEST(ChooseTraversal, OpensFewRowsAtATime) {
  EXPECT_EQ(planes(star_and_sums(1), 256, 64), 4);  // of 3 arrays
  EXPECT_EQ(planes(star_and_sums(12), 256, 64), 1); // of 25
}

using Names = std::vector<std::string>;

TEST(ChooseNontemporal, TakesWhatIsNotReadAndDoesNotFit) {
  auto const past = [](ir::Graph const& graph, int n, int first = 8) {
    return tiling::choose_nontemporal(graph, cube(n, first), n, processor(64));
  };
  EXPECT_EQ(past(star(2), 256), Names{"new_u"});
  EXPECT_EQ(past(star(2), 64), Names{}); // 6 MB fit into the cache of 32 MB, where the next kernel reads the array
  EXPECT_EQ(past(star(2), 80), Names{"new_u"}) << "12 MB";
  EXPECT_EQ(past(star(2, "old_u"), 256), Names{});
  EXPECT_EQ(past(star(2), 256, 2), Names{"new_u"}) << "rows may begin within a line";
}

TEST(ChooseNontemporal, LeavesShortRowsOfTilesAlone) {
  auto const past = [](int row) { return tiling::choose_nontemporal(star(2), cube(256), row, processor(64)); };
  EXPECT_EQ(past(64), Names{"new_u"}) << "8 lines";
  EXPECT_EQ(past(63), Names{});
}

TEST(ChooseNontemporal, RequiresWholeLinesIfAVectorIsShorter) {
  auto const past = [](tiling::Problem const& problem, int row, int vector_bytes = 32) {
    return tiling::choose_nontemporal(star(2), problem, row, processor(vector_bytes));
  };
  EXPECT_EQ(past(cube(256), 256), Names{"new_u"}) << "points 8 to 264 of rows of 272";
  EXPECT_EQ(past(cube(256, 2), 256), Names{}) << "rows begin within a line";
  EXPECT_EQ(past(cube(256), 100), Names{}) << "rows of the second tile begin within a cache line";
  EXPECT_EQ(past(cube(256, 2), 100, 64), Names{"new_u"});
  auto moved = cube(256);
  moved.line_begin = 2;
  EXPECT_EQ(past(moved, 256), Names{}) << "lines begin at 2, 10, 18, ...";
  auto odd = cube(256);
  odd.allocated[0] = 270;
  EXPECT_EQ(past(odd, 256), Names{}) << "the next row begins within a cache line";
}

TEST(ChooseNontemporal, RequiresWholeLinesForLargeGraphs) {
  auto const past = [](int n_roots, int first) {
    ir::GraphBuilder builder("long");
    ir::ValueId value = builder.load("u");
    for (int n = 0; n < n_roots; ++n) value = builder.apply(ir::Op::sqrt, {value});
    builder.store("v", value, ir::Region::interior);
    return tiling::choose_nontemporal(builder.finish(), cube(256, first), 256, processor(64));
  };
  EXPECT_EQ(past(1000, 2), Names{});
  EXPECT_EQ(past(1000, 8), Names{"v"});
  EXPECT_EQ(past(999, 2), Names{"v"});
}

TEST(ChooseNontemporal, LeavesBoundariesAlone) {
  ir::GraphBuilder builder("flat", 3, ir::Type::real64);
  builder.store("v", builder.shift(builder.load("u"), {0, 0, 1}), ir::Region::boundary);
  EXPECT_EQ(tiling::choose_nontemporal(builder.finish(), cube(256), 256, processor(64)), Names{});
}

TEST(ChooseTraversal, PrefetchesStencilsOnLargeArrays) {
  auto const prefetch = [](ir::Graph const& graph, int n, int vector_bytes) {
    return to_text(tiling::choose_traversal(graph, cube(n), processor(vector_bytes)).prefetch);
  };
  EXPECT_EQ(prefetch(star(2), 256, 64), "64") << "8 lines";
  EXPECT_EQ(prefetch(star_and_sums(11), 256, 64), "64") << "of 23 arrays";
  EXPECT_EQ(prefetch(star_and_sums(12), 256, 64), "32 stores edges") << "of 25 arrays";
  EXPECT_EQ(prefetch(star(0), 256, 64), "0") << "no stencil";
  EXPECT_EQ(prefetch(star(2), 32, 64), "0") << "three arrays of 256 KiB fit into the second-level cache";
  EXPECT_EQ(prefetch(star(2), 256, 32), "0") << "two vectors would prefetch each line";
}

TEST(ChooseTraversal, PrefetchesTheLinesThatMemoryTransfersDuringItsLatency) {
  auto machine = processor(64);
  for (auto const& [latency, lines] : {std::pair{1.0, 4}, {7.0, 8}, {9.0, 8}, {60.0, 8}}) {
    machine.access.latency = latency;
    auto const prefetch = tiling::choose_traversal(star(2), cube(256), machine).prefetch;
    EXPECT_EQ(prefetch.distance, 8 * lines) << latency;
    EXPECT_FALSE(prefetch.edges);
  }
  machine.access.n_streams = 2;
  auto const of_broad = tiling::choose_traversal(star(2), cube(256), machine).prefetch;
  EXPECT_EQ(of_broad.distance, 8 * 4) << "the kernel accesses three arrays";
  EXPECT_TRUE(of_broad.edges);
}

TEST(HasPartialLines, IfNontemporalRowsAreNoWholeLines) {
  auto const leaves = [](tiling::Problem const& problem, int row) {
    return tiling::has_partial_lines(star(2), problem, row, processor(64));
  };
  EXPECT_FALSE(leaves(cube(256, 8), 256));
  EXPECT_TRUE(leaves(cube(256, 9), 256));
  EXPECT_TRUE(leaves(cube(256, 8), 100)) << "the second part of a row begins within a cache line";
  EXPECT_FALSE(leaves(cube(256, 9), 32)) << "short rows are stored into the caches";
}

TEST(HasCachedWriteOnlyOutput, IsFalseForNontemporalStoresAndInputs) {
  auto const graph = [](std::string const& second) {
    ir::GraphBuilder builder("two");
    ir::ValueId const u = builder.load("u");
    builder.store("v", u, ir::Region::interior);
    builder.store(second, builder.apply(ir::Op::sqrt, {u}), ir::Region::interior);
    return builder.finish();
  };
  EXPECT_TRUE(tiling::has_cached_write_only_output(graph("w"), {}));
  EXPECT_TRUE(tiling::has_cached_write_only_output(graph("w"), {"v"}));
  EXPECT_FALSE(tiling::has_cached_write_only_output(graph("w"), {"v", "w"}));
  EXPECT_FALSE(tiling::has_cached_write_only_output(graph("u"), {"v"}));
}

} // namespace
