// Text form, defaults and legality of plans; where lowering puts things.
#include "codegen/passes/pipeline.hpp"
#include "codegen/plan/lower.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace {

using namespace chemora;
using plan::Plan;
using testing::HasSubstr;

Plan const sample{.kernel = "k", .device = "host", .tile = {64, 8, 4}, .vector_width = 4, .threads_over_tiles = true};

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
  other.threads_over_tiles = false;
  EXPECT_EQ(plan::parse_plan(to_text(other), sample), other);
}

TEST(PlanText, KeepsTheDefaultsOfLinesLeftOut) {
  Plan const pinned = plan::parse_plan("tile 5 3 2", sample);
  EXPECT_EQ(pinned.tile, (base::Index3{5, 3, 2}));
  EXPECT_EQ(pinned.vector_width, 4);
  EXPECT_EQ(pinned.kernel, "k");
}

TEST(PlanText, ReportsEveryWrongLine) {
  auto const errors = [](std::string const& text) { return error_of([&] { plan::parse_plan(text, sample, "p"); }); };
  std::string const two = errors("tile 5 0 2\nvektor x 4\n");
  EXPECT_THAT(two, HasSubstr("p:1:8: error: `0` is found where a whole number of at least 1"));
  EXPECT_THAT(two, HasSubstr("p:2:1: error: `vektor` begins no line of a plan"));
  EXPECT_THAT(two, HasSubstr("Did you mean `vector`?"));
  EXPECT_THAT(errors("tile 5 3"), HasSubstr("not of the form `tile X Y Z`"));
  EXPECT_THAT(errors("vector y 4"), HasSubstr("not along `y`"));
  EXPECT_THAT(errors("threads rows"), HasSubstr("allowed are tiles and none"));
  EXPECT_THAT(errors("plan k at host"), HasSubstr("`on` is expected"));
}

ir::Graph graph_of(std::string const& lines) { return ir::parse_graph("graph k {\n  grid 3\n" + lines + "}\n"); }

TEST(PlanLegality, NamesWhatIsIllegal) {
  ir::Graph const graph = graph_of("  in u\n  out o\n  %0 = load u\n  store o %0 interior\n");
  auto const with = [&](auto change) {
    Plan changed = sample;
    change(changed);
    return error_of([&] { check_legality(graph, changed); });
  };
  EXPECT_EQ(with([](Plan&) {}), "no error");
  EXPECT_THAT(with([](Plan& p) { p.device = "abacus"; }), HasSubstr("`abacus` is no known device"));
  EXPECT_THAT(with([](Plan& p) { p.tile[1] = 0; }), HasSubstr("0 points along y"));
  EXPECT_THAT(with([](Plan& p) { p.vector_width = 3; }), HasSubstr("3 lanes"));
}

TEST(PlanLegality, RefusesToWriteWhatNeighboursRead) {
  ir::Graph const graph = graph_of("  in u\n  out u\n  %0 = load u\n  %1 = shift %0 [1,0,0]\n  store u %1 interior\n");
  EXPECT_THAT(error_of([&] { check_legality(graph, sample); }),
              HasSubstr("`u` is written at a point and read at its neighbours"));
}

TEST(PlanLegality, TellsOfPlanAndGraphTogether) {
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
  Plan plain = sample;
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

TEST(Lower, LoadsTheTermsOfASumOneByOne) {
  ir::Graph const graph =
      graph_of("  in a b c\n  out o\n  %0 = load a\n  %1 = load b\n  %2 = load c\n  %3 = time\n"
               "  %4 = multiply %0 %3\n  %5 = fma %1 %3 %4\n  %6 = fma %2 %3 %5\n  store o %6 interior\n");
  ir::Loops const loops = lower(graph, sample, {{20, 10, 10}});
  std::vector<ir::RegisterId> order;
  for (ir::Statement const& statement : loops.nest.back().body)
    if (!statement.is_store) order.push_back(statement.target);
  EXPECT_EQ(order, (std::vector{0, 4, 1, 5, 2, 6})) << "c is loaded when it is needed, not first";
}

TEST(Lower, StoresUpdatedVariablesAfterAllLoads) {
  ir::Graph const graph =
      graph_of("  in u v\n  out u o\n  %0 = load u\n  %1 = load v\n  %2 = add %0 %1\n  store u %2 interior\n"
               "  store o %0 interior\n");
  EXPECT_THAT(to_text(lower(graph, sample, {{20, 10, 10}})),
              HasSubstr("store o[x,y,z] %0\n              store u[x,y,z] %2\n"));
}

TEST(Lower, RefusesGraphsOutOfForm) {
  ir::Graph const regions = graph_of("  in u\n  out o\n  %0 = load u\n  store o %0 interior\n  store o %0 boundary\n");
  EXPECT_THAT(error_of([&] { lower(regions, sample, {}); }), HasSubstr("passes::keep_region comes first"));
  ir::Graph const shifted =
      graph_of("  in u\n  out o\n  %0 = load u\n  %1 = sqrt %0\n  %2 = shift %1 [1,0,0]\n  store o %2 interior\n");
  EXPECT_THAT(error_of([&] { lower(shifted, sample, {}); }), HasSubstr("passes::push_shifts_to_loads comes first"));
}

TEST(Lower, PlacesEveryOperationOnceAndPrintsBack) {
  for (int seed = 1; seed <= 60; ++seed) {
    ir::Graph const graph = passes::specialise(
        testing_support::random_graph({.seed = static_cast<std::uint64_t>(seed), .dimension = 1 + seed % 3}), {});
    ir::Loops const loops = lower(graph, sample, {{20, 10, 10}});
    EXPECT_EQ(ir::parse_loops(to_text(loops)), loops) << seed;
    std::size_t n_statements = loops.before.size();
    for (ir::Loop const& loop : loops.nest) n_statements += loop.body.size();
    std::set<ir::ValueId> shifted, other;
    for (ir::Value const& value : graph.values)
      for (ir::ValueId operand : value.operands) (value.op == ir::Op::shift ? shifted : other).insert(operand);
    for (ir::Store const& store : graph.stores) other.insert(store.value);
    std::size_t only_shifted = 0; // loads of which only neighbours are needed
    for (ir::ValueId id : shifted) only_shifted += other.contains(id) ? 0 : 1;
    EXPECT_EQ(n_statements + only_shifted, graph.values.size() + graph.stores.size()) << seed;
  }
}

} // namespace
