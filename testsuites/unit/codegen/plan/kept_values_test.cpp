// Values kept in tiles and registers: their families, text, legality, and the loops they become.
#include "codegen/passes/pipeline.hpp"
#include "codegen/plan/families.hpp"
#include "codegen/plan/legality.hpp"
#include "codegen/plan/lower.hpp"
#include "codegen/plan/split.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/support/random_block_plan.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using plan::KernelPlan;
using plan::Plan;
using testing::HasSubstr;

template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (std::exception const& error) {
    return error.what();
  }
  return "no error";
}

ir::Graph graph_of(std::string const& lines) { return ir::parse_graph("graph k {\n  grid 3\n" + lines + "}\n"); }

/// The square of u at two neighbours, its product with a coordinate, and a whole number.
ir::Graph const squares = graph_of(R"(  in u v
  out o p
  %0 = load u
  %1 = shift %0 [-1,0,0]
  %2 = shift %0 [2,1,0]
  %3 = multiply %1 %1
  %4 = multiply %2 %2
  %5 = add %3 %4
  %6 = coordinate x
  %7 = multiply %0 %6
  %8 = index y
  %9 = convert real64 %8
  %10 = add %7 %9
  %11 = time
  %12 = load v
  %13 = multiply %11 %12
  %14 = add %13 %5
  store o %14 interior
  store p %10 interior
)");

TEST(Families, JoinWhatIsEqualAtDisplacedPoints) {
  auto const members = plan::families(squares);
  auto const member = [&](int id) { return members[id]; };
  EXPECT_EQ(member(1).family, member(0).family);
  EXPECT_EQ(member(1).offset, (ir::Offset{-1, 0, 0}));
  EXPECT_EQ(member(3).family, member(4).family);
  EXPECT_EQ(member(3).offset, (ir::Offset{-1, 0, 0}));
  EXPECT_EQ(member(4).offset, (ir::Offset{2, 1, 0}));
  EXPECT_NE(member(12).family, member(0).family) << "another variable";
  EXPECT_NE(member(5).family, member(10).family);
}

TEST(Families, HaveCommutingOperandsInAnyOrder) {
  auto const members = plan::families(graph_of(R"(  in u v
  out o
  %0 = load u
  %1 = load v
  %2 = shift %1 [1,0,0]
  %3 = shift %0 [1,0,0]
  %4 = multiply %0 %1
  %5 = multiply %2 %3
  %6 = shift %0 [2,0,0]
  %7 = add %0 %3
  %8 = add %6 %3
  %9 = subtract %0 %3
  %10 = subtract %6 %3
  %11 = minimum %0 %1
  %12 = minimum %2 %3
  store o %5 interior
)"));
  auto const member = [&](std::size_t id) { return members[id]; };
  EXPECT_EQ(member(5), (plan::Member{member(4).family, {1, 0, 0}})) << "u v and v u";
  EXPECT_EQ(member(8), (plan::Member{member(7).family, {1, 0, 0}})) << "of one variable";
  EXPECT_NE(member(10).family, member(9).family);
  EXPECT_NE(member(12).family, member(11).family) << "which zero it gives depends on the order";
}

/// Evaluated at displaced points, members of a family have each other's bits.
TEST(Families, HoldForRandomGraphs) {
  int n_displaced = 0;
  for (int seed = 1; seed <= 120; ++seed) {
    ir::Graph const graph = passes::specialise(
        testing_support::random_graph({.seed = static_cast<std::uint64_t>(seed), .n_values = 60}), {});
    auto const members = plan::families(graph);
    for (std::size_t id = 0; id < graph.values.size(); ++id) {
      ir::Value const& value = graph.values[id];
      for (std::size_t other = 0; other < id; ++other) {
        if (members[other].family != members[id].family) continue;
        bool const is_load = value.op == ir::Op::load || value.op == ir::Op::shift;
        EXPECT_TRUE(is_load || graph.values[other].op == value.op);
        if (!is_load && value.op != ir::Op::immediate) ++n_displaced;
        EXPECT_NE(members[other].offset, members[id].offset) << "equal values are one value";
      }
    }
  }
  EXPECT_GT(n_displaced, 10) << "or nothing is tested";
}

KernelPlan const in_block{.tile = {8, 4, 2}, .block = {8, 4, 1}, .in_tile = {"u"}};

TEST(KeptValues, ArePrintedAndParsed) {
  std::string const text =
      "plan k on cuda:sm_90\n  tile 8 4 2\n  block 8 4 1\n  stream z\n  tile u %3\n  register u v[0]\n";
  Plan const plan = plan::parse_plan(text, Plan{});
  EXPECT_EQ(plan.kernels[0].in_tile, (std::vector<std::string>{"u", "%3"}));
  EXPECT_EQ(plan.kernels[0].in_registers, (std::vector<std::string>{"u", "v[0]"}));
  EXPECT_EQ(to_text(plan), text);
  Plan const none = plan::parse_plan("tile none; register none", plan);
  EXPECT_TRUE(none.kernels[0].in_tile.empty() && none.kernels[0].in_registers.empty());
  EXPECT_TRUE(plan::parse_plan("kernel 1: stores o", plan).kernels[0].in_tile.empty());
  auto const errors = [](std::string const& text) { return error_of([&] { plan::parse_plan(text, Plan{}, "p"); }); };
  EXPECT_THAT(errors("tile"), HasSubstr("not of the form `tile X Y Z`"));
  EXPECT_THAT(errors("tile u %x"), HasSubstr("p:1:8: error: `%x` is found where a value %N is expected"));
  EXPECT_THAT(errors("tile u 4"), HasSubstr("`4` is not the name of a variable"));
  EXPECT_THAT(errors("register"), HasSubstr("not of the form `register VARIABLE %41 ...`"));
}

TEST(KeptValues, AreRefusedWithTheReason) {
  auto const with = [&](auto change, std::string const& device = "cuda:sm_90") {
    Plan plan{.kernel = "k", .device = device, .kernels = {in_block}};
    change(plan.kernels[0]);
    return error_of([&] { plan::check_legality(squares, plan); });
  };
  auto const tiled = [&](std::vector<std::string> const& names) {
    return with([&](KernelPlan& kernel) { kernel.in_tile = names; });
  };
  EXPECT_EQ(tiled({"u", "%3"}), "no error");
  EXPECT_THAT(tiled({"u", "u"}), HasSubstr("`u` is named twice among what is kept in the tile"));
  EXPECT_THAT(tiled({"w"}), HasSubstr("`w` is to be kept in the tile, but this kernel does not read it"));
  EXPECT_THAT(tiled({"%99"}), HasSubstr("%99 is to be kept in the tile, but the graph has values %0 to %14 only"));
  EXPECT_THAT(tiled({"%8"}), HasSubstr("%8 has type int32; only values of type real64 can be kept in the tile"));
  EXPECT_THAT(tiled({"%11"}), HasSubstr("%11 is the same all along x"));
  EXPECT_THAT(tiled({"%6"}), HasSubstr("%6 is the same all along y"));
  EXPECT_THAT(tiled({"%3", "%4"}), HasSubstr("%4 is %3 at a displaced point: only one of them"));
  EXPECT_THAT(with(
                  [](KernelPlan& kernel) {
                    kernel.block = {0, 0, 0};
                  },
                  "host"),
              HasSubstr("by blocks of threads; on the host, caches and unrolled loops do it"));
  auto const in_registers = [&](int stream, base::Index3 const& tile) {
    return with([&](KernelPlan& kernel) {
      kernel.in_registers = {"u"};
      kernel.stream = stream;
      kernel.tile = tile;
    });
  };
  EXPECT_EQ(in_registers(2, {8, 4, 9}), "no error");
  EXPECT_THAT(in_registers(plan::no_axis, {8, 4, 9}), HasSubstr("`stream z`, say, must name it"));
  auto const unrolled = [&](int axis, std::vector<std::string> const& in_tile) {
    return with([&](KernelPlan& kernel) {
      kernel.tile = {8, 4, 9};
      kernel.stream = 2;
      kernel.unroll[axis] = 2;
      kernel.in_tile = in_tile;
      kernel.in_registers = {"v"};
    });
  };
  EXPECT_THAT(unrolled(2, {"u"}),
              HasSubstr("loop z is unrolled, but at each of its steps the threads of a block wait"));
  EXPECT_EQ(unrolled(1, {"u"}), "no error");
  EXPECT_EQ(unrolled(2, {}), "no error");
  EXPECT_THAT(in_registers(2, {16, 4, 9}), HasSubstr("each point along x: the block has 8, the tile 16"));
}

TEST(Resident, LimitsBlocksAtATimeOnCudaDevices) {
  std::string const text = "plan k on cuda:sm_90\n  tile 8 4 2\n  block 8 4 1\n  resident 3\n";
  Plan plan = plan::parse_plan(text, Plan{});
  EXPECT_EQ(plan.kernels[0].resident, 3);
  EXPECT_EQ(to_text(plan), text);
  EXPECT_EQ(plan::parse_plan("resident none", plan).kernels[0].resident, 0);
  EXPECT_THAT(error_of([] { plan::parse_plan("resident", Plan{}); }), HasSubstr("not of the form `resident BLOCKS`"));
  EXPECT_EQ(error_of([&] { plan::check_legality(squares, plan); }), "no error");
  plan.device = "opencl:any";
  EXPECT_THAT(error_of([&] { plan::check_legality(squares, plan); }),
              HasSubstr("opencl:any cannot limit the number of blocks that run at the same time"));
  plan.device = "cuda:sm_90";
  plan.kernels[0].resident = 33;
  EXPECT_THAT(error_of([&] { plan::check_legality(squares, plan); }),
              HasSubstr("33 blocks are to run at a time on a unit; allowed are 0 (as many as fit) to 32"));
}

TEST(KeptValues, OfOtherKernelsAreRefused) {
  Plan const plan = plan::parse_plan("plan k on cuda:sm_90; kernel 1: stores p; tile 8 4 2; block 8 4 1; tile v %3\n"
                                     "kernel 2: tile 8 4 2; block 8 4 1; tile %3",
                                     Plan{});
  std::string const error = error_of([&] { plan::check_legality(squares, plan); });
  EXPECT_THAT(error, HasSubstr("kernel 1: `v` is to be kept in the tile, but this kernel does not read it"));
  EXPECT_THAT(error, HasSubstr("kernel 1: %3 is to be kept in the tile, but this kernel does not compute it"));
  EXPECT_THAT(error, testing::Not(HasSubstr("kernel 2")));
}

TEST(KeptValues, AreNamedAsInThePiecesOfASplitGraph) {
  Plan const plan = plan::parse_plan("plan k on cuda:sm_90; kernel 1: stores p; tile 8 4 2; block 8 4 1\n"
                                     "kernel 2: tile 8 4 2; block 8 4 1; tile %3",
                                     Plan{});
  auto const piece = plan::split(squares, plan).pieces[1];
  ASSERT_EQ(piece.plan.in_tile.size(), 1u);
  auto const id = static_cast<std::size_t>(std::stoi(piece.plan.in_tile[0].substr(1)));
  EXPECT_EQ(piece.graph.values[id].op, ir::Op::multiply);
  EXPECT_NO_THROW(plan::lower(piece.graph, piece.plan, {{20, 10, 10}}));
}

TEST(KeptValues, FillTilesBeforeThePoints) {
  EXPECT_THAT(to_text(plan::lower(squares, in_block, {{20, 10, 10}})), HasSubstr(R"(
      for tiles x step 8 blocks
        buffer tile::u tile real64 x -1:2 y 0:1 z 0:0
          real64 %0 = load u[x,y,z]
          store tile::u[x,y,z] %0
        barrier
        for z
          for y block 4
            int32 %8)"));
}

/// Squares are made once for each point around; what they are made of comes from its own tile, which reaches as far.
TEST(KeptValues, AreMadeOfEachOther) {
  KernelPlan streamed = in_block;
  streamed.stream = 2;
  streamed.in_tile = {"%4", "u"};
  std::string const text = to_text(plan::lower(squares, streamed, {{20, 10, 10}}));
  EXPECT_THAT(text, HasSubstr(R"(
        for z
          buffer tile::u tile real64 x -1:2 y 0:1 z 0:0
            real64 %0 = load u[x,y,z]
            store tile::u[x,y,z] %0
          barrier
          buffer tile::v4 tile real64 x -3:0 y -1:0 z 0:0
            real64 %2 = load tile::u[x+2,y+1,z]
            real64 %4 = multiply %2 %2
            store tile::v4[x,y,z] %4
          barrier
          for y block 4
)"));
  EXPECT_THAT(text, HasSubstr("real64 %3 = load tile::v4[x-3,y-1,z]\n"));
  EXPECT_THAT(text, HasSubstr("real64 %4 = load tile::v4[x,y,z]\n"));
  EXPECT_THAT(text, HasSubstr("real64 %0 = load tile::u[x,y,z]\n"));
  EXPECT_EQ(ir::to_text(ir::parse_loops(text)), text);
}

TEST(KeptValues, StayInRegistersAlongTheWay) {
  ir::Graph const star = graph_of("  in u\n  out o\n  %0 = load u\n  %1 = shift %0 [0,0,-2]\n  %2 = shift %0 [0,0,1]\n"
                                  "  %3 = shift %0 [1,0,0]\n  %4 = add %1 %2\n  %5 = add %3 %4\n  %6 = add %0 %5\n"
                                  "  store o %6 interior\n");
  KernelPlan streamed = in_block;
  streamed.stream = 2;
  streamed.in_registers = {"u"};
  std::string const text = to_text(plan::lower(star, streamed, {{20, 10, 10}}));
  EXPECT_THAT(text, HasSubstr("          buffer tile::u tile real64 x 1:1 y 0:0 z 0:0\n"))
      << "only what registers have not";
  EXPECT_THAT(text, HasSubstr("          buffer registers::u registers real64 x 0:0 y 0:0 z -2:1\n"));
  EXPECT_THAT(text, HasSubstr("real64 %1 = load registers::u[x,y,z-2]\n"));
  EXPECT_THAT(text, HasSubstr("real64 %3 = load tile::u[x+1,y,z]\n"));
}

TEST(KeptValues, FitNoDeviceWhenTheyTakeTooMuch) {
  KernelPlan large = in_block;
  large.tile = {512, 512, 512};
  EXPECT_THAT(error_of([&] {
                plan::lower(squares, large, {{300, 300, 300}});
              }),
              HasSubstr("bytes; no device has more than 1048576 for a block"));
}

TEST(KeptValues, OfRandomPlansPrintBack) {
  int n_kept = 0;
  for (int seed = 1; seed <= 60; ++seed) {
    ir::Graph const graph = passes::specialise(
        testing_support::random_graph({.seed = static_cast<std::uint64_t>(seed), .dimension = 1 + seed % 3}), {});
    KernelPlan const kernel = testing_support::random_block_plan(graph, static_cast<std::uint64_t>(seed));
    Plan const plan{.kernel = graph.name, .device = "cuda:sm_90", .kernels = {kernel}};
    EXPECT_EQ(plan::parse_plan(to_text(plan), Plan{}), plan) << to_text(plan);
    ir::Loops const loops = plan::lower(graph, kernel, {{20, 10, 10}});
    EXPECT_EQ(ir::parse_loops(to_text(loops)), loops) << seed;
    for (ir::Loop const& loop : loops.nest) n_kept += static_cast<int>(loop.buffers.size());
  }
  EXPECT_GT(n_kept, 30);
}

} // namespace
