// Tests how regions are converted to boxes, and the check that kernels do not access points outside of their arrays.
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/local_grid.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::launch {
namespace {

using testing::HasSubstr;

LocalGrid grid_of(base::Index3 const& extent, int ghosts, std::array<std::array<bool, 2>, 3> const& is_outer,
                  int boundary) {
  LocalGrid grid;
  grid.extent = grid.allocated = extent;
  grid.ghosts = {ghosts, ghosts, ghosts};
  grid.is_outer = is_outer;
  for (auto& widths : grid.boundary) widths = {boundary, boundary};
  return grid;
}

std::int64_t n_points(std::vector<base::Box> const& boxes) {
  std::int64_t n = 0;
  for (auto const& box : boxes) n += box.n_points();
  return n;
}

TEST(BoxesOf, InteriorExcludesGhostAndBoundaryZones) {
  auto const grid = grid_of({10, 10, 10}, 2, {{{true, false}, {false, true}, {false, false}}}, 3);
  EXPECT_EQ(boxes_of(ir::Region::interior, grid), (std::vector<base::Box>{{{3, 2, 2}, {8, 7, 8}}}));
  EXPECT_EQ(boxes_of(ir::Region::everywhere, grid), (std::vector<base::Box>{{{0, 0, 0}, {10, 10, 10}}}));
}

TEST(BoxesOf, BoundaryIsTheOuterZoneWithEdgesOnce) {
  auto const grid = grid_of({10, 10, 10}, 2, {{{true, false}, {false, true}, {false, false}}}, 3);
  auto const boxes = boxes_of(ir::Region::boundary, grid);
  EXPECT_EQ(n_points(boxes), 1000 - 7 * 7 * 10);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j) EXPECT_TRUE(intersect(boxes[i], boxes[j]).is_empty());
}

TEST(BoxesOf, AllRegionsTogetherAreTheGridOfASingleProcess) {
  auto const grid = grid_of({9, 8, 7}, 2, {{{true, true}, {true, true}, {true, true}}}, 2);
  EXPECT_EQ(n_points(boxes_of(ir::Region::interior, grid)) + n_points(boxes_of(ir::Region::boundary, grid)), 9 * 8 * 7);
}

TEST(BoxesOf, AProcessWithoutBoundaryOrInteriorHasNoBoxes) {
  EXPECT_TRUE(boxes_of(ir::Region::boundary, grid_of({8, 8, 8}, 2, {}, 2)).empty());
  EXPECT_TRUE(boxes_of(ir::Region::interior, grid_of({4, 8, 8}, 2, {}, 2)).empty());
}

TEST(BoxesOf, GhostZonesBeyondANeighbourBelongToTheBoundary) {
  auto grid = grid_of({8, 8, 8}, 2, {}, 2);
  grid.ghost_boundary[0] = {1, 0};
  EXPECT_EQ(boxes_of(ir::Region::boundary, grid), (std::vector<base::Box>{{{0, 0, 0}, {1, 8, 8}}}));
  EXPECT_EQ(boxes_of(ir::Region::interior, grid), (std::vector<base::Box>{{{2, 2, 2}, {6, 6, 6}}}));
}

TEST(GhostBoundary, HasThePointsBeyondAThinNeighbour) {
  auto grid = grid_of({8, 8, 8}, 3, {{{true, false}, {false, false}, {false, false}}}, 2);
  grid.scalars.global_size = {20, 40, 40};
  grid.scalars.lower_global = {0, 16, 1};
  EXPECT_TRUE(may_ghosts_reach_boundary(grid))
      << "the ghost zone at the lower z face contains one boundary point of the grid";
  auto const widths = ghost_boundary(grid, {{{2, 2}, {2, 2}, {2, 2}}});
  EXPECT_EQ(widths, (FaceWidths{{{0, 0}, {0, 0}, {1, 0}}}));
  grid.scalars.lower_global = {0, 16, 16};
  EXPECT_FALSE(may_ghosts_reach_boundary(grid));
}

TEST(BoxesOf, ADirectionOfOnePointHasNoBoundary) {
  auto grid = grid_of({9, 8, 1}, 2, {{{true, true}, {true, true}, {true, true}}}, 2);
  grid.scalars.global_size = {9, 8, 1};
  EXPECT_EQ(boxes_of(ir::Region::interior, grid), (std::vector<base::Box>{{{2, 2, 0}, {7, 6, 1}}}));
  EXPECT_EQ(n_points(boxes_of(ir::Region::boundary, grid)), 9 * 8 - 5 * 4);
}

TEST(WorstShortage, IsTheOuterFaceThatLacksMostPoints) {
  auto const graph = [](std::string const& region) {
    return ir::parse_graph(
        "graph g {\ngrid 3\nin u\nout v\n%0 = load u\n%1 = shift %0 [3,0,0]\n%2 = shift %0 [-2,1,0]\n"
        "%3 = add %1 %2\nstore v %3 " +
        region + "\n}\n");
  };
  FaceWidths const widths{{{1, 1}, {1, 1}, {1, 1}}};
  Shortage const upper = worst_shortage(graph("interior"), widths, {{{true, true}, {true, true}, {true, true}}});
  EXPECT_EQ(upper.axis, 0u);
  EXPECT_EQ(upper.side, 1u);
  EXPECT_EQ(upper.reach, 3);
  EXPECT_EQ(upper.missing(), 2);
  EXPECT_EQ(worst_shortage(graph("interior"), widths, {{{true, false}, {true, true}, {true, true}}}).missing(), 1);
  EXPECT_EQ(worst_shortage(graph("interior"), widths, {{{false, false}, {true, true}, {true, true}}}).missing(), 0);
  EXPECT_EQ(worst_shortage(graph("everywhere"), widths, {{{true, true}, {true, true}, {true, true}}}).missing(), 0);
}

TEST(WithoutGhosts, DividesPointsByTheReachOfTheirStencils) {
  auto const grid = grid_of({12, 11, 10}, 2, {{{true, false}, {false, false}, {true, true}}}, 2);
  ir::Reach const reach{{1, 2, 2}, {2, 1, 2}};
  auto const boxes = boxes_of(ir::Region::interior, grid);
  auto const [deep, others] = without_ghosts(boxes, reach, grid, {{{false, true}, {true, true}, {false, false}}});
  EXPECT_EQ(deep, (std::vector<base::Box>{{{2, 4, 2}, {8, 8, 8}}})) << "cut at these faces only";
  EXPECT_EQ(n_points(deep) + n_points(others), n_points(boxes));
  for (base::Box const& box : others)
    for (base::Box const& deep_box : deep) EXPECT_TRUE(intersect(box, deep_box).is_empty());
}

TEST(WithoutGhosts, KeepsAThinBoxWhole) {
  auto const grid = grid_of({12, 7, 10}, 2, {}, 2);
  auto const boxes = boxes_of(ir::Region::interior, grid);
  auto const [deep, others] =
      without_ghosts(boxes, {{2, 2, 2}, {2, 2, 2}}, grid, {{{true, true}, {true, true}, {true, true}}});
  EXPECT_TRUE(deep.empty());
  EXPECT_EQ(others, boxes);
}

/// A module that records the arguments of its launches.
class RecordingModule final : public device::Module {
public:
  explicit RecordingModule(std::vector<chemora_kernel_arguments>& calls) : calls_(calls) {}
  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& arguments) override {
    n_inputs = inputs.size();
    n_outputs = outputs.size();
    calls_.push_back(arguments);
  }

  static inline std::size_t n_inputs = 0, n_outputs = 0;

private:
  std::vector<chemora_kernel_arguments>& calls_;
};

ir::Graph shifted_sum() {
  ir::GraphBuilder builder("shifted");
  auto const u = builder.load("u");
  builder.store("v",
                builder.apply(ir::Op::add, {builder.shift(u, {-2, 0, 0}), builder.parameter("A", ir::Type::real64)}),
                ir::Region::interior);
  return builder.finish();
}

TEST(BoundKernel, PassesBoxesScalarsAndParameters) {
  std::vector<chemora_kernel_arguments> calls;
  BoundKernel kernel(shifted_sum(), {8, 8, 8}, {10, 9, 8}, std::make_unique<RecordingModule>(calls));
  std::vector<double> array(720);
  ir::GridScalars scalars;
  scalars.time = 1.5;
  scalars.lower_global = {7, 0, 0};
  std::vector<base::Box> const boxes{{{2, 0, 0}, {8, 8, 4}}, {{2, 0, 4}, {8, 8, 8}}};
  kernel.run(boxes, scalars, {{"A", 3.0}, {"unused", 1.0}}, [&](std::string const&) { return array.data(); });
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[1].lower[2], 4);
  EXPECT_EQ(calls[1].upper[0], 8);
  EXPECT_EQ(calls[0].lower_global[0], 7);
  EXPECT_EQ(calls[0].time, 1.5);
  EXPECT_EQ(calls[0].allocated[0], 10);
  EXPECT_EQ(calls[0].allocated[1], 9);
  EXPECT_EQ(RecordingModule::n_inputs, 1u);
  EXPECT_EQ(RecordingModule::n_outputs, 1u);
}

TEST(BoundKernel, RejectsBoxesWhoseStencilLeavesTheArray) {
  std::vector<chemora_kernel_arguments> calls;
  BoundKernel kernel(shifted_sum(), {8, 8, 8}, std::make_unique<RecordingModule>(calls));
  std::vector<double> array(512);
  std::vector<base::Box> const boxes{{{2, 0, 0}, {8, 8, 8}}, {{1, 0, 0}, {2, 8, 8}}};
  try {
    kernel.run(boxes, {}, {{"A", 3.0}}, [&](std::string const&) { return array.data(); });
    FAIL() << "no error";
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("set driver::ghost_size to at least 2"));
  }
  EXPECT_TRUE(calls.empty()) << "not even the first box";
}

TEST(BoundKernel, NamesTheDirectionOfASinglePointInWhichItReadsNeighbours) {
  std::vector<chemora_kernel_arguments> calls;
  BoundKernel kernel(shifted_sum(), {1, 8, 8}, std::make_unique<RecordingModule>(calls));
  std::vector<double> array(64);
  std::vector<base::Box> const boxes{{{0, 0, 0}, {1, 8, 8}}};
  try {
    kernel.run(boxes, {}, {{"A", 3.0}}, [&](std::string const&) { return array.data(); });
    FAIL() << "no error";
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("in direction x, in which the grid has a single point"));
    EXPECT_THAT(error.what(), HasSubstr("set driver::global_nx to at least 5"));
  }
}

TEST(BoundKernel, RejectsArraysWithoutStorage) {
  std::vector<chemora_kernel_arguments> calls;
  BoundKernel kernel(shifted_sum(), {8, 8, 8}, std::make_unique<RecordingModule>(calls));
  std::vector<base::Box> const boxes{{{2, 0, 0}, {8, 8, 8}}};
  EXPECT_THROW(kernel.run(boxes, {}, {{"A", 3.0}}, [](std::string const&) { return nullptr; }), base::UserError);
}

} // namespace
} // namespace chemora::launch
