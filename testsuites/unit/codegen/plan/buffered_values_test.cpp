// Tests plans that buffer values in tiles or registers. The tests check shifted equivalents, text form and legality,
// and the loops that fill and read the buffers.
#include "codegen/passes/passes.hpp"
#include "codegen/passes/rewriter.hpp"
#include "codegen/plan/buffered_values.hpp"
#include "codegen/plan/fission.hpp"
#include "codegen/plan/lower.hpp"
#include "codegen/plan/plan.hpp"
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

/// A graph with the square of u at two neighbouring points, the product of the square and a coordinate, and an integer.
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

TEST(ShiftedEquivalents, HaveOneExpression) {
  auto const shifted = ir::shifted_equivalents(squares);
  EXPECT_EQ(shifted[1].expression, shifted[0].expression);
  EXPECT_EQ(shifted[1].offset, (ir::Offset{-1, 0, 0}));
  EXPECT_EQ(shifted[3].expression, shifted[4].expression);
  EXPECT_EQ(shifted[3].offset, (ir::Offset{-1, 0, 0}));
  EXPECT_EQ(shifted[4].offset, (ir::Offset{2, 1, 0}));
  EXPECT_NE(shifted[12].expression, shifted[0].expression) << "another variable";
  EXPECT_NE(shifted[5].expression, shifted[10].expression);
}

TEST(ShiftedEquivalents, IgnoreTheOrderOfCommutativeOperands) {
  auto const shifted = ir::shifted_equivalents(graph_of(R"(  in u v
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
  EXPECT_EQ(shifted[5], (ir::ShiftedExpression{shifted[4].expression, {1, 0, 0}})) << "u v and v u";
  EXPECT_EQ(shifted[8], (ir::ShiftedExpression{shifted[7].expression, {1, 0, 0}})) << "of one variable";
  EXPECT_NE(shifted[10].expression, shifted[9].expression);
  EXPECT_NE(shifted[12].expression, shifted[11].expression) << "the sign of a zero depends on the order";
}

/// All real values of the graph that vary over the grid, evaluated at the points of a box, by value id.
struct EvaluatedValues {
  base::Index3 extent{12, 11, 10};
  base::Box box;
  std::map<int, std::vector<double>> arrays;

  EvaluatedValues(ir::Graph const& graph, std::uint64_t seed) {
    ir::GraphBuilder builder(graph);
    auto const ids = passes::copy_values(builder, graph);
    std::map<int, std::string> names;
    for (std::size_t id = 0; id < ids.size(); ++id)
      if (builder.varies(ids[id]) && graph.values[id].type == graph.real)
        builder.store(names[static_cast<int>(id)] = "value" + std::to_string(id), ids[id], ir::Region::interior);
    ir::Graph const storing_all = builder.finish();
    auto data = testing_support::make_random_data(storing_all, extent, seed);
    box = data.box;
    interpret(storing_all, data.input, box, data.arrays);
    for (auto const& [id, name] : names) arrays[id] = data.arrays.at(name);
  }

  double at(int id, int x, int y, int z) const { return arrays.at(id)[x + extent[0] * (y + extent[1] * z)]; }
};

/// Expects that value `a` at the points displaced by `d` is bitwise equal to value `b`.
void expect_equal_displaced(EvaluatedValues const& values, int a, int b, ir::Offset const& d) {
  std::vector<double> at_displaced, at_point;
  for (int z = values.box.lower[2]; z < values.box.upper[2]; ++z)
    for (int y = values.box.lower[1]; y < values.box.upper[1]; ++y)
      for (int x = values.box.lower[0]; x < values.box.upper[0]; ++x)
        if (values.box.contains({x + d[0], y + d[1], z + d[2]})) {
          at_displaced.push_back(values.at(a, x + d[0], y + d[1], z + d[2]));
          at_point.push_back(values.at(b, x, y, z));
        }
  EXPECT_FALSE(at_point.empty());
  EXPECT_TRUE(testing_support::same_bits(at_displaced, at_point)) << "%" << a << " and %" << b;
}

TEST(ShiftedEquivalents, HaveEqualBitsAtDisplacedPoints) {
  int n_compared = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    ir::Graph const graph = passes::specialise(testing_support::random_graph({.seed = seed, .n_values = 60}), {});
    auto const shifted = ir::shifted_equivalents(graph);
    EvaluatedValues const values(graph, seed);
    for (auto const& [a, _] : values.arrays)
      for (auto const& [b, _] : values.arrays) {
        if (b <= a || shifted[a].expression != shifted[b].expression) continue;
        EXPECT_NE(shifted[a].offset, shifted[b].offset) << "equal values are one value";
        ir::Offset d;
        for (int axis = 0; axis < 3; ++axis) d[axis] = shifted[b].offset[axis] - shifted[a].offset[axis];
        SCOPED_TRACE("seed " + std::to_string(seed));
        expect_equal_displaced(values, a, b, d);
        bool const is_load = graph.values[b].op == ir::Op::load || graph.values[b].op == ir::Op::shift;
        n_compared += !is_load;
      }
  }
  EXPECT_GT(n_compared, 10) << "too few equivalent values to test anything";
}

KernelPlan const in_block{.tile = {8, 4, 2}, .block = {8, 4, 1}, .in_tile = {"u"}};

TEST(BufferedValues, ArePrintedAndParsed) {
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

TEST(BufferedValues, AreRejectedWithTheReason) {
  auto const with = [&](auto change, std::string const& device = "cuda:sm_90") {
    Plan plan{.kernel = "k", .device = device, .kernels = {in_block}};
    change(plan.kernels[0]);
    return error_of([&] { plan::check_legality(squares, plan); });
  };
  auto const tiled = [&](std::vector<std::string> const& names) {
    return with([&](KernelPlan& kernel) { kernel.in_tile = names; });
  };
  EXPECT_EQ(tiled({"u", "%3"}), "no error");
  EXPECT_THAT(tiled({"u", "u"}), HasSubstr("`u` is named twice among the values in the tile"));
  EXPECT_THAT(tiled({"w"}), HasSubstr("`w` cannot be buffered in the tile: this kernel does not read it"));
  EXPECT_THAT(tiled({"%99"}), HasSubstr("%99 cannot be buffered in the tile: the graph has only the values %0 to %14"));
  EXPECT_THAT(tiled({"%8"}), HasSubstr("%8 has type int32; only values of type real64 can be buffered in the tile"));
  EXPECT_THAT(tiled({"%11"}), HasSubstr("%11 does not vary along x"));
  EXPECT_THAT(tiled({"%6"}), HasSubstr("%6 does not vary along y"));
  EXPECT_THAT(tiled({"%3", "%4"}), HasSubstr("%4 is %3 at a displaced point: only one of them"));
  auto const on_host = [&](auto change) {
    return with(
        [&](KernelPlan& kernel) {
          kernel.block = {0, 0, 0};
          change(kernel);
        },
        "host");
  };
  EXPECT_EQ(on_host([](KernelPlan&) {}), "no error");
  EXPECT_THAT(on_host([](KernelPlan& kernel) { kernel.in_registers = {"u"}; }),
              HasSubstr("only threads of a device buffer values in registers"));
  EXPECT_THAT(on_host([](KernelPlan& kernel) { kernel.unroll[2] = 2; }), HasSubstr("Remove `unroll z`"));
  EXPECT_THAT(on_host([](KernelPlan& kernel) { kernel.stream = 0; }), HasSubstr("Remove `stream x`"));
  auto const in_registers = [&](int stream, base::Index3 const& tile) {
    return with([&](KernelPlan& kernel) {
      kernel.in_registers = {"u"};
      kernel.stream = stream;
      kernel.tile = tile;
    });
  };
  EXPECT_EQ(in_registers(2, {8, 4, 9}), "no error");
  EXPECT_THAT(in_registers(plan::no_axis, {8, 4, 9}),
              HasSubstr("need the axis along which threads move, for example `stream z`"));
  auto const unrolled = [&](int axis, std::vector<std::string> const& in_tile) {
    return with([&](KernelPlan& kernel) {
      kernel.tile = {8, 4, 9};
      kernel.stream = 2;
      kernel.unroll[axis] = 2;
      kernel.in_tile = in_tile;
      kernel.in_registers = {"v"};
    });
  };
  EXPECT_THAT(unrolled(2, {"u"}), HasSubstr("loop z is unrolled, but each of its iterations has a barrier"));
  EXPECT_EQ(unrolled(1, {"u"}), "no error");
  EXPECT_EQ(unrolled(2, {}), "no error");
  EXPECT_THAT(in_registers(2, {16, 4, 9}), HasSubstr("each point of the tile along x: the block has 8, the tile 16"));
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
              HasSubstr("33 blocks are to be resident on a unit at a time; expected 0 (as many as fit) to 32"));
}

TEST(BufferedValues, OfOtherKernelsAreRejected) {
  Plan const plan = plan::parse_plan("plan k on cuda:sm_90; kernel 1: stores p; tile 8 4 2; block 8 4 1; tile v %3\n"
                                     "kernel 2: tile 8 4 2; block 8 4 1; tile %3",
                                     Plan{});
  std::string const error = error_of([&] { plan::check_legality(squares, plan); });
  EXPECT_THAT(error, HasSubstr("kernel 1: `v` cannot be buffered in the tile: this kernel does not read it"));
  EXPECT_THAT(error, HasSubstr("kernel 1: %3 cannot be buffered in the tile: this kernel does not compute it"));
  EXPECT_THAT(error, testing::Not(HasSubstr("kernel 2")));
}

TEST(BufferedValues, AreNamedAsInThePiecesOfASplitGraph) {
  Plan const plan = plan::parse_plan("plan k on cuda:sm_90; kernel 1: stores p; tile 8 4 2; block 8 4 1\n"
                                     "kernel 2: tile 8 4 2; block 8 4 1; tile %3",
                                     Plan{});
  auto const piece = plan::split(squares, plan).pieces[1];
  ASSERT_EQ(piece.plan.in_tile.size(), 1u);
  auto const id = static_cast<std::size_t>(std::stoi(piece.plan.in_tile[0].substr(1)));
  EXPECT_EQ(piece.graph.values[id].op, ir::Op::multiply);
  EXPECT_NO_THROW(plan::lower(piece.graph, piece.plan, {{20, 10, 10}}));
}

TEST(BufferedValues, FillTilesBeforeThePoints) {
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

/// The tile of squares is computed once per point, from the tile of u. The halo of u is therefore as wide as all reads
/// of the squares require.
TEST(BufferedValues, AreComputedFromEachOther) {
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

TEST(BufferedValues, StayInRegistersAlongTheStream) {
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

/// On the host, buffers with the same halo share a loop. The sum needs rows of squares at two positions along y, so
/// that both buffers hold two rows.
TEST(BufferedValues, AreRowsOnTheHost) {
  KernelPlan const rows{.tile = {16, 4, 2}, .vector_width = 4, .in_tile = {"%4", "%13", "%10"}};
  std::string const text = to_text(plan::lower(squares, rows, {{20, 10, 10}}));
  EXPECT_THAT(text, HasSubstr(R"(
              store tile::v4[x,y,z] %4
            buffer tile::v10 tile real64 x 0:0 y 0:0 z 0:0
              real64 %6 = coordinate x
)"));
  EXPECT_THAT(text, HasSubstr(R"(
            buffer tile::v13 tile real64 x 0:0 y 0:0 z 0:0 fused
              real64 %12 = load v[x,y,z]
              real64 %13 = multiply %11 %12
              store tile::v13[x,y,z] %13
)"));
  EXPECT_THAT(text, HasSubstr(R"(
            buffer tile::v4 tile real64 x -3:0 y -1:0 z 0:0
              real64 %2 = load u[x+2,y+1,z]
              real64 %4 = multiply %2 %2
              store tile::v4[x,y,z] %4
)"));
  EXPECT_EQ(ir::to_text(ir::parse_loops(text)), text);
}

TEST(BufferedValues, ArePlanesOnTheHostIfTheirReadersAreDisplacedAlongZ) {
  ir::Graph const planes = graph_of("  in u\n  out o\n  %0 = load u\n  %1 = shift %0 [0,0,-1]\n  %2 = multiply %0 %0\n"
                                    "  %3 = multiply %1 %1\n  %4 = shift %0 [1,0,0]\n  %5 = shift %0 [1,0,-1]\n"
                                    "  %6 = multiply %4 %4\n  %7 = multiply %5 %5\n  %8 = add %2 %6\n  %9 = add %3 %7\n"
                                    "  %10 = subtract %8 %9\n  store o %10 interior\n");
  KernelPlan const plan{.tile = {16, 4, 2}, .vector_width = 4, .in_tile = {"%2", "%8"}};
  std::string const text = to_text(plan::lower(planes, plan, {{20, 10, 10}}));
  EXPECT_THAT(text, HasSubstr(R"(
        for z
          buffer tile::v2 tile real64 x 0:1 y 0:0 z -1:0
            real64 %0 = load u[x,y,z]
            real64 %2 = multiply %0 %0
            store tile::v2[x,y,z] %2
          buffer tile::v8 tile real64 x 0:0 y 0:0 z -1:0
            real64 %2 = load tile::v2[x,y,z]
            real64 %6 = load tile::v2[x+1,y,z]
            real64 %8 = add %2 %6
            store tile::v8[x,y,z] %8
          for y
            for x vector 4
              real64 %8 = load tile::v8[x,y,z]
              real64 %9 = load tile::v8[x,y,z-1]
)")) << text;
}

TEST(BufferedValues, AreRejectedIfTheyExceedEveryDevice) {
  KernelPlan large = in_block;
  large.tile = {512, 512, 512};
  EXPECT_THAT(error_of([&] {
                plan::lower(squares, large, {{300, 300, 300}});
              }),
              HasSubstr("bytes; the limit is 1048576"));
}

TEST(BufferedValues, OfRandomPlansPrintBack) {
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
