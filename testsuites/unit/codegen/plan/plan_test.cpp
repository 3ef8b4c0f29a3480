// Tests the text form, defaults and legality of plans; where lowering puts things.
#include "codegen/passes/passes.hpp"
#include "codegen/plan/lower.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace {

using namespace chemora;
using plan::KernelPlan;
using plan::Plan;
using testing::HasSubstr;

KernelPlan const mapping{.tile = {64, 8, 4}, .vector_width = 4};
Plan const sample{.kernel = "k", .device = "host", .kernels = {mapping}};

template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (std::exception const& error) {
    return error.what();
  }
  return "no error";
}

TEST(PlanText, PrintsWhatItParses) {
  std::string const text = "plan k on host\n  tile 64 8 4\n  vector x 4\n  threads tiles\n";
  EXPECT_EQ(to_text(sample), text);
  EXPECT_EQ(plan::parse_plan(text, Plan{}), sample);
  Plan other = sample;
  other.kernels[0].threads_over_tiles = false;
  EXPECT_EQ(plan::parse_plan(to_text(other), sample), other);
}

TEST(PlanText, HoldsBlocksOfDevices) {
  std::string const text = "plan k on cuda:sm_90\n  tile 64 4 16\n  block 64 4 1\n";
  Plan const plan = plan::parse_plan(text, Plan{});
  EXPECT_EQ(plan.device, "cuda:sm_90");
  EXPECT_EQ(plan.kernels[0].block, (base::Index3{64, 4, 1}));
  EXPECT_EQ(to_text(plan), text);
  EXPECT_THAT(error_of([] { plan::parse_plan("block 64 0 1\nblock 3", Plan{}, "p"); }),
              testing::AllOf(HasSubstr("p:1:10"), HasSubstr("not of the form `block X Y Z`")));
}

/// A plan for two kernels that contains every kind of decision.
char const* const several = R"(plan k on host
  grid %41 %57
  kernel 1: stores urhs %41; tile 64 8 4; vector x 4; threads tiles
  kernel 2: tile 9 9 9; vector x 1; threads none; unroll x 2; unroll y 4; stream y; nontemporal a v[1]; prefetch 64 stores edges; strides run-time; fat
)";

TEST(PlanText, HoldsSeveralKernels) {
  Plan const plan = plan::parse_plan(several, Plan{});
  EXPECT_EQ(to_text(plan), several);
  EXPECT_EQ(plan.grid, (std::vector<ir::ValueId>{41, 57}));
  ASSERT_EQ(plan.kernels.size(), 2u);
  EXPECT_EQ(plan.kernels[0].stores, (std::vector<std::string>{"urhs", "%41"}));
  KernelPlan const second{.tile = {9, 9, 9},
                          .threads_over_tiles = false,
                          .unroll = {2, 4, 1},
                          .stream = 1,
                          .nontemporal = {"a", "v[1]"},
                          .prefetch = {64, true, true},
                          .has_run_time_strides = true,
                          .is_fat = true};
  EXPECT_EQ(plan.kernels[1], second);
}

TEST(PlanText, AcceptsSemicolonsAndNewLines) {
  EXPECT_EQ(plan::parse_plan("grid %41 %57; kernel 1: stores urhs %41;kernel 2:\n tile 3 3 3", sample),
            plan::parse_plan("grid %41 %57\nkernel 1:\nstores urhs\nstores %41\nkernel 2: tile 3 3 3\n", sample));
}

TEST(PlanText, StartsKernelsOfAListWithTheFirstDefaultKernel) {
  Plan const plan = plan::parse_plan("vector x 2; kernel 1: stores o\n kernel 2: tile 3 3 3", sample);
  EXPECT_EQ(plan.kernels[0].tile, mapping.tile);
  EXPECT_EQ(plan.kernels[1].tile, (base::Index3{3, 3, 3}));
  EXPECT_EQ(plan.kernels[1].vector_width, 2);
}

TEST(PlanText, ChangesAllKernelsOfTheDefault) {
  Plan const defaults = plan::parse_plan(several, Plan{});
  Plan const changed = plan::parse_plan(
      "tile 5 5 5; unroll y 1; stream none; nontemporal none; prefetch none; strides fixed; fat none", defaults);
  EXPECT_EQ(changed.grid, defaults.grid);
  EXPECT_EQ(changed.kernels[0].stores, defaults.kernels[0].stores);
  EXPECT_EQ(changed.kernels[1], (KernelPlan{.tile = {5, 5, 5}, .threads_over_tiles = false, .unroll = {2, 1, 1}}));
}

TEST(PlanText, RejectsRepeatedDecisions) {
  for (auto const* text :
       {"tile 4 4 4; tile 5 5 5", "stream none; stream z", "unroll x 2; unroll x 4", "grid %1; grid %2",
        "kernel 1: fat; fat none", "per-thread 1 1 1; per-thread 2 2 2; block 4 4 1",
        "tile 4 4 4; per-thread 1 1 2; block 8 4 1"})
    EXPECT_THAT(error_of([&] { plan::parse_plan(text, sample); }),
                HasSubstr("is given twice; remove one of the statements"))
        << text;
  EXPECT_NO_THROW(plan::parse_plan("unroll x 2; unroll y 2; tile 4 4 4; tile u; fat; kernel 1: fat none", sample));
}

TEST(PlanText, ComputesTilesFromBlocksAndPointsPerThread) {
  Plan const plan = plan::parse_plan("per-thread 1 2 8; block 64 4 1", sample);
  EXPECT_EQ(plan.kernels[0].tile, (base::Index3{64, 8, 8}));
  EXPECT_FALSE(plan::parse_plan("block none", plan).kernels[0].has_blocks());
}

TEST(PlanText, UsesDefaultsForMissingStatements) {
  Plan const pinned = plan::parse_plan("tile 5 3 2", sample);
  EXPECT_EQ(pinned.kernels[0].tile, (base::Index3{5, 3, 2}));
  EXPECT_EQ(pinned.kernels[0].vector_width, 4);
  EXPECT_EQ(pinned.kernel, "k");
}

TEST(PlanText, ReportsEveryWrongLine) {
  auto const errors = [](std::string const& text) { return error_of([&] { plan::parse_plan(text, sample, "p"); }); };
  std::string const two = errors("tile 5 0 2\nvektor x 4\n");
  EXPECT_THAT(two, HasSubstr("p:1:8: error: `0` is found where a whole number of at least 1"));
  EXPECT_THAT(two, HasSubstr("p:2:1: error: Unknown plan statement `vektor`"));
  EXPECT_THAT(two, HasSubstr("Did you mean `vector`?"));
  EXPECT_THAT(errors("tile 5 3"), HasSubstr("not of the form `tile X Y Z` or `tile VARIABLE %41 ...`"));
  EXPECT_THAT(errors("tile"), HasSubstr("not of the form `tile X Y Z` or `tile VARIABLE %41 ...`"));
  EXPECT_THAT(errors("vector y 4"), HasSubstr("not along `y`"));
  EXPECT_THAT(errors("strides const"), HasSubstr("`const` is not a kind of strides; expected run-time, fixed"));
  EXPECT_THAT(errors("threads rows"), HasSubstr("`rows` is not a mapping of threads; expected tiles, none"));
  EXPECT_THAT(errors("plan k at host"), HasSubstr("`on` is expected"));
  EXPECT_THAT(errors("plan \"k l\" on host"), HasSubstr("p:1:6: error: Plans have no words in quotes"));
  EXPECT_THAT(errors("tile 5 3 2; vectr x 4"), HasSubstr("p:1:13: error: Unknown plan statement `vectr`"));
  EXPECT_THAT(errors("unroll w 4"), HasSubstr("p:1:8: error: `w` is not an axis"));
  EXPECT_THAT(errors("unroll x"), HasSubstr("not of the form `unroll AXIS FACTOR`"));
  EXPECT_THAT(errors("stream"), HasSubstr("not of the form `stream AXIS`"));
  EXPECT_THAT(errors("fat yes"), HasSubstr("not of the form `fat`"));
  EXPECT_THAT(errors("tile 5 3 99999999999"),
              HasSubstr("p:1:10: error: `99999999999` is too large; the greatest possible number is 2147483647."));
  EXPECT_THAT(errors("prefetch u"), HasSubstr("`u` is found where a whole number of at least 1"));
  EXPECT_THAT(errors("prefetch"), HasSubstr("not of the form `prefetch POINTS [stores] [edges]`"));
  EXPECT_THAT(errors("prefetch 8 edge"),
              HasSubstr("p:1:12: error: `edge` is not a prefetch option; expected `stores` or `edges`."));
  EXPECT_THAT(errors("prefetch 8 stores edges stores"), HasSubstr("p:1:25: error: `stores` is given twice"));
  EXPECT_THAT(errors("nontemporal"), HasSubstr("not of the form `nontemporal VARIABLE ...`"));
  EXPECT_THAT(errors("nontemporal 3u"), HasSubstr("`3u` is not the name of a variable"));
  EXPECT_THAT(errors("per-thread 1 1 8"), HasSubstr("`per-thread` needs a statement `block X Y Z`"));
  EXPECT_THAT(errors("block 1000 1 1; per-thread 9000000 1 1"), HasSubstr("A tile would have 9000000000 points"));
}

TEST(PlanText, ReportsEveryWrongLineOfAList) {
  auto const errors = [](std::string const& text) { return error_of([&] { plan::parse_plan(text, sample, "p"); }); };
  EXPECT_THAT(errors("kernel 2: tile 1 1 1"), HasSubstr("p:1:8: error: `2:` is found where `1:` is expected"));
  EXPECT_THAT(errors("kernel 1 tile 1 1 1"), HasSubstr("not of the form `kernel N: ...`"));
  EXPECT_THAT(errors("stores u"), HasSubstr("`stores` must follow `kernel 1:`"));
  EXPECT_THAT(errors("kernel 1: stores"), HasSubstr("not of the form `stores VARIABLE %41 ...`"));
  EXPECT_THAT(errors("kernel 1: stores u %x"), HasSubstr("p:1:20: error: `%x` is found where a value %N"));
  EXPECT_THAT(errors("kernel 1: stores u-1"), HasSubstr("`u-1` is not the name of a variable"));
  EXPECT_THAT(errors("grid %4"), HasSubstr("statements `kernel 1: ...` must follow"));
  EXPECT_THAT(errors("grid"), HasSubstr("not of the form `grid %41 %57 ...`"));
  EXPECT_THAT(errors("grid 4"), HasSubstr("`4` is found where a value %N is expected"));
}

ir::Graph graph_of(std::string const& lines) { return ir::parse_graph("graph k {\n  grid 3\n" + lines + "}\n"); }

TEST(PlanLegality, ReportsIllegalNumbers) {
  ir::Graph const graph = graph_of("  in u\n  out o\n  %0 = load u\n  store o %0 interior\n");
  auto const with = [&](auto change) {
    Plan changed = sample;
    change(changed);
    return error_of([&] { check_legality(graph, changed); });
  };
  EXPECT_EQ(with([](Plan&) {}), "no error");
  EXPECT_THAT(with([](Plan& p) { p.device = "abacus"; }),
              HasSubstr("`abacus` is not a device; expected one of host, opencl:NAME, cuda:NAME."));
  EXPECT_THAT(with([](Plan& p) { p.device = "cuda"; }), HasSubstr("expected one of host, opencl:NAME, cuda:NAME"));
  EXPECT_THAT(with([](Plan& p) { p.device = "cuda:sm_90"; }), HasSubstr("runs blocks of threads; add `block X Y Z`"));
  EXPECT_THAT(with([](Plan& p) {
                p.kernels[0].block = {8, 1, 1};
              }),
              HasSubstr("the host does not run blocks of threads"));
  EXPECT_THAT(with([](Plan& p) { p.kernels[0].tile[1] = 0; }), HasSubstr("0 points along y"));
  EXPECT_THAT(with([](Plan& p) { p.kernels[0].vector_width = 3; }), HasSubstr("3 lanes"));
  EXPECT_THAT(with([](Plan& p) { p.kernels[0].unroll[2] = 65; }), HasSubstr("loop z is unrolled 65 times"));
  EXPECT_THAT(with([](Plan& p) { p.kernels[0].stream = 0; }), HasSubstr("threads cannot move along x point by point"));
  EXPECT_THAT(with([](Plan& p) { p.kernels[0].prefetch.distance = 4097; }),
              HasSubstr("the prefetch distance is 4097 points"));
  EXPECT_THAT(with([](Plan& p) { p.kernels[0].prefetch.edges = true; }),
              HasSubstr("but the prefetch distance is 0 points"));
  EXPECT_THAT(with([](Plan& p) { p.kernels[0].nontemporal = {"o", "o"}; }), HasSubstr("`o` is named twice"));
  EXPECT_THAT(with([](Plan& p) { p.kernels[0].nontemporal = {"u"}; }), HasSubstr("this kernel does not store it"));
  auto const on_device = [&](base::Index3 const& block, int lanes, int stream) {
    return with([&](Plan& p) {
      p.device = "cuda:sm_90";
      p.kernels[0].block = block;
      p.kernels[0].vector_width = lanes;
      p.kernels[0].stream = stream;
    });
  };
  EXPECT_EQ(on_device({32, 4, 1}, 1, 2), "no error");
  EXPECT_THAT(with([](Plan& p) {
                p.device = "cuda:sm_90";
                p.kernels[0].block = {32, 4, 1};
                p.kernels[0].prefetch.distance = 8;
              }),
              HasSubstr("blocks of threads do not prefetch"));
  EXPECT_THAT(on_device({64, 32, 1}, 1, 2), HasSubstr("a block has more than 1024 threads"));
  EXPECT_THAT(on_device({64, 0, 1}, 1, 2), HasSubstr("a block has 0 threads along y"));
  EXPECT_THAT(on_device({64, 1, 1}, 4, 2), HasSubstr("cannot have both vectors and blocks of threads"));
  EXPECT_THAT(on_device({8, 1, 2}, 1, 2), HasSubstr("must have 1 thread along it, not 2"));
}

TEST(PlanLegality, RejectsStoresThatNeighboursRead) {
  ir::Graph const graph = graph_of("  in u\n  out u\n  %0 = load u\n  %1 = shift %0 [1,0,0]\n  store u %1 interior\n");
  EXPECT_THAT(error_of([&] { check_legality(graph, sample); }),
              HasSubstr("writes `u` at a point and reads it at neighbouring points"));
}

TEST(PlanLegality, ReportsErrorsOfPlanAndGraphTogether) {
  ir::Graph const graph = graph_of("  in u\n  out u\n  %0 = load u\n  %1 = shift %0 [1,0,0]\n  store u %1 interior\n");
  Plan wrong = sample;
  wrong.device = "abacus";
  EXPECT_THAT(error_of([&] { check_legality(graph, wrong); }), testing::AllOf(HasSubstr("abacus"), HasSubstr("`u`")));
  EXPECT_THAT(error_of([&] { plan::check_values(wrong); }), testing::Not(HasSubstr("`u`")));
  EXPECT_THAT(error_of([&] { plan::check_order_of_points(graph); }), testing::Not(HasSubstr("abacus")));
}

TEST(DefaultPlan, IsLegalForEveryExtent) {
  ir::Graph const graph = graph_of("  in u\n  out o\n  %0 = load u\n  store o %0 interior\n");
  for (base::Index3 extent : {base::Index3{1, 1, 1}, {100, 1, 1}, {0, 0, 0}, {7, 300, 5}})
    EXPECT_NO_THROW(check_legality(graph, plan::default_plan(graph, extent, 8)));
}

TEST(Lower, PutsValuesIntoTheOutermostLoopThatHasTheirAxes) {
  ir::Graph const graph =
      graph_of("  in u\n  out o\n  %0 = load u\n  %1 = coordinate z\n  %2 = time\n  %3 = sin %2\n"
               "  %4 = multiply %1 %3\n  %5 = coordinate y\n  %6 = add %4 %5\n  %7 = multiply %0 %6\n"
               "  store o %7 interior\n");
  KernelPlan plain = mapping;
  plain.threads_over_tiles = false;
  plain.vector_width = 1;
  EXPECT_EQ(to_text(lower(graph, plain, {{20, 10, 10}})), R"(loops k {
  grid 3
  allocated 20 10 10
  in u
  out o
  real64 %2 = time
  real64 %3 = sin %2
  for tiles z step 4
    for tiles y step 8
      for tiles x step 20
        for z
          real64 %1 = coordinate z
          real64 %4 = multiply %1 %3
          for y
            real64 %5 = coordinate y
            real64 %6 = add %4 %5
            for x
              real64 %0 = load u[x,y,z]
              real64 %7 = multiply %0 %6
              store o[x,y,z] %7
}
)");
}

TEST(Lower, AssignsEveryTileToABlockOfThreads) {
  ir::Graph const graph = graph_of("  in u\n  out o\n  %0 = load u\n  %1 = coordinate z\n  %2 = multiply %0 %1\n"
                                   "  store o %2 interior\n");
  KernelPlan const streamed{.tile = {16, 4, 8}, .block = {32, 2, 1}};
  EXPECT_EQ(to_text(lower(graph, streamed, {{20, 10, 10}})), R"(loops k {
  grid 3
  allocated 20 10 10
  in u
  out o
  for tiles z step 8 blocks
    for tiles y step 4 blocks
      for tiles x step 16 blocks
        for z
          real64 %1 = coordinate z
          for y block 2
            for x block 16
              real64 %0 = load u[x,y,z]
              real64 %2 = multiply %0 %1
              store o[x,y,z] %2
}
)");
}

TEST(Lower, StreamsUnrollsAndUsesNonTemporalStores) {
  ir::Graph const graph = graph_of("  in u\n  out o\n  %0 = load u\n  store o %0 interior\n");
  KernelPlan plan = mapping;
  plan.stream = 1;
  plan.unroll = {2, 1, 4};
  plan.nontemporal = {"o"};
  ir::Loops const loops = lower(graph, plan, {{20, 10, 10}});
  EXPECT_THAT(to_text(loops), HasSubstr(R"(
        for y
          for z unroll 4
            for x vector 4 unroll 2
              real64 %0 = load u[x,y,z]
              store o[x,y,z] %0 nontemporal
)"));
  EXPECT_EQ(ir::parse_loops(to_text(loops)), loops);
}

TEST(Lower, PassesStridesAtRunTime) {
  ir::Graph const graph = graph_of("  in u\n  out o\n  %0 = load u\n  store o %0 interior\n");
  KernelPlan with_arguments = mapping;
  with_arguments.has_run_time_strides = true;
  EXPECT_EQ(lower(graph, mapping, {{20, 10, 10}}).allocated, (base::Index3{20, 10, 10}));
  EXPECT_EQ(lower(graph, with_arguments, {{20, 10, 10}}), lower(graph, with_arguments, {ir::run_time_extents}));
}

TEST(Lower, LoadsTheTermsOfASumOneByOne) {
  ir::Graph const graph =
      graph_of("  in a b c\n  out o\n  %0 = load a\n  %1 = load b\n  %2 = load c\n  %3 = time\n"
               "  %4 = multiply %0 %3\n  %5 = fma %1 %3 %4\n  %6 = fma %2 %3 %5\n  store o %6 interior\n");
  ir::Loops const loops = lower(graph, mapping, {{20, 10, 10}});
  std::vector<ir::RegisterId> order;
  for (ir::Statement const& statement : loops.nest.back().body)
    if (!statement.is_store) order.push_back(statement.target);
  EXPECT_EQ(order, (std::vector{0, 4, 1, 5, 2, 6})) << "c is loaded immediately before its use, not at the beginning";
}

TEST(Lower, StoresUpdatedVariablesAfterAllLoads) {
  ir::Graph const graph =
      graph_of("  in u v\n  out u o\n  %0 = load u\n  %1 = load v\n  %2 = add %0 %1\n  store u %2 interior\n"
               "  store o %0 interior\n");
  EXPECT_THAT(to_text(lower(graph, mapping, {{20, 10, 10}})),
              HasSubstr("store o[x,y,z] %0\n              store u[x,y,z] %2\n"));
}

TEST(Lower, RejectsGraphsInTheWrongForm) {
  ir::Graph const regions = graph_of("  in u\n  out o\n  %0 = load u\n  store o %0 interior\n  store o %0 boundary\n");
  EXPECT_THAT(error_of([&] { lower(regions, mapping, {}); }), HasSubstr("run passes::extract_region first"));
  ir::Graph const shifted =
      graph_of("  in u\n  out o\n  %0 = load u\n  %1 = sqrt %0\n  %2 = shift %1 [1,0,0]\n  store o %2 interior\n");
  EXPECT_THAT(error_of([&] { lower(shifted, mapping, {}); }), HasSubstr("run passes::push_shifts_to_loads first"));
}

TEST(Lower, SchedulesEveryOperationOnceAndRoundTrips) {
  for (int seed = 1; seed <= 60; ++seed) {
    ir::Graph const graph = passes::specialise(
        testing_support::random_graph({.seed = static_cast<std::uint64_t>(seed), .dimension = 1 + seed % 3}), {});
    ir::Loops const loops = lower(graph, mapping, {{20, 10, 10}});
    EXPECT_EQ(ir::parse_loops(to_text(loops)), loops) << seed;
    std::size_t n_statements = loops.before.size();
    for (ir::Loop const& loop : loops.nest) n_statements += loop.body.size();
    std::set<ir::ValueId> shifted, other;
    for (ir::Value const& value : graph.values)
      for (ir::ValueId operand : value.operands) (value.op == ir::Op::shift ? shifted : other).insert(operand);
    for (ir::Store const& store : graph.stores) other.insert(store.value);
    std::size_t only_shifted = 0; // number of loads whose value is used only at neighbouring points
    for (ir::ValueId id : shifted) only_shifted += other.contains(id) ? 0 : 1;
    EXPECT_EQ(n_statements + only_shifted, graph.values.size() + graph.stores.size()) << seed;
  }
}

} // namespace
