// A kernel joined with an integrator's sums does what they do one after the other, bit for bit, at all points.
#include "codegen/passes/join_updates.hpp"

#include "codegen/passes/join.hpp"
#include "codegen/passes/pipeline.hpp"
#include "testsuites/support/random_graph.hpp"
#include "testsuites/support/update_steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using passes::Step;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;
using testing_support::Arrays;
using testing_support::kernel;

/// urhs <- rho, rhorhs <- a difference of u: of the two only u is read by neighbours.
ir::Graph const wave = kernel("in rho u\nout urhs rhorhs\n%0 = load rho\n%1 = load u\n%2 = shift %1 [1,0,0]\n"
                              "%3 = subtract %2 %1\nstore urhs %0 interior\nstore rhorhs %3 interior\n");

Step euler() {
  Step step;
  step.name = "step";
  step.kernel = wave;
  step.zeros = {"rhorhs", "urhs"};
  step.updates = {{"u", true, {"urhs"}}, {"rho", true, {"rhorhs"}}};
  step.unneeded = {"urhs", "rhorhs"};
  step.may_swap = [](auto const&, auto const&) { return true; };
  return step;
}

TEST(JoinUpdates, PutsNewValuesWhereNobodyReads) {
  auto const joined = passes::join_updates(euler());
  EXPECT_THAT(joined.swaps, ElementsAre(Pair("u", "urhs"))) << "rho is read at the point itself only";
  ASSERT_EQ(joined.regions.size(), 1u);
  EXPECT_THAT(joined.regions[0].inputs, ElementsAre("rho", "u"));
  EXPECT_THAT(joined.regions[0].outputs, UnorderedElementsAre("rho", "urhs"));
  EXPECT_THAT(joined.rest.outputs, UnorderedElementsAre("rho", "urhs"));
  EXPECT_TRUE(joined.takes_whole_rows);
  EXPECT_THAT(joined.written, UnorderedElementsAre("rho", "u"));
  EXPECT_THAT(joined.unstored, UnorderedElementsAre("rhorhs", "urhs"));
}

TEST(JoinUpdates, ReadsThePastInPlaceOfItsCopy) {
  Step step = euler();
  step.copies = {{"u", "u_p"}, {"rho", "rho_p"}};
  auto const joined = passes::join_updates(step);
  EXPECT_TRUE(joined.swaps.empty()) << "nobody reads the places of the copies";
  EXPECT_THAT(joined.regions[0].inputs, ElementsAre("rho_p", "u_p"));
}

TEST(JoinUpdates, KeepsWhatIsNeeded) {
  Step step = euler();
  step.unneeded = {"spare"};
  auto const joined = passes::join_updates(step);
  EXPECT_THAT(joined.swaps, ElementsAre(Pair("u", "spare")));
  EXPECT_THAT(joined.regions[0].outputs, UnorderedElementsAre("rho", "rhorhs", "spare", "urhs"));
  EXPECT_THAT(joined.written, UnorderedElementsAre("rho", "rhorhs", "u", "urhs"));
  EXPECT_TRUE(joined.unstored.empty());
  step.zeros.clear();
  EXPECT_FALSE(passes::join_updates(step).takes_whole_rows) << "beyond the region right-hand sides stay as they are";
  EXPECT_THAT(passes::join_updates(step).written_in_part,
              ElementsAre(Pair("urhs", ir::Region::interior), Pair("rhorhs", ir::Region::interior)));
}

std::string complaint(Step const& step) { return testing_support::complaint(passes::join_updates, step); }

TEST(JoinUpdates, SaysWhyNot) {
  Step step = euler();
  step.unneeded.clear();
  EXPECT_THAT(complaint(step), HasSubstr("Neighbours still read u when its new value is there, and no array is free"));
  step = euler();
  step.may_swap = [](auto const&, auto const&) { return false; };
  EXPECT_THAT(complaint(step), HasSubstr("no array is free for that"));
  step = euler();
  step.read_late = {"u", "rho", "urhs", "rhorhs"};
  EXPECT_THAT(complaint(step), HasSubstr("no array is free for that"));
  step = euler();
  step.zeros.insert("u");
  EXPECT_THAT(complaint(step), HasSubstr("The kernel reads u, which is set to zero before."));
  step = euler();
  step.copies = {{"urhs", "u_p"}};
  EXPECT_THAT(complaint(step), HasSubstr("The kernel stores urhs, which is copied before."));
  step.copies = {{"u", "urhs"}};
  EXPECT_THAT(complaint(step), HasSubstr("The kernel stores urhs, which is read before."));
  step = euler();
  step.kernel = kernel("in w\nout w b\n%0 = load w\n%1 = shift %0 [1,0,0]\nstore w %0 interior\nstore b %1 boundary\n");
  EXPECT_THAT(complaint(step), HasSubstr("The kernel reads w at points where it is stored anew."));
  step = euler();
  step.kernel = kernel("in u\nout urhs\n%0 = load u\nstore urhs %0 interior\nstore urhs %0 everywhere\n");
  EXPECT_THAT(complaint(step), HasSubstr("The kernel stores everywhere and other regions, too."));
  step = euler();
  step.kernel = kernel("param real64 update0_scale\nout urhs\n%0 = parameter update0_scale\nstore urhs %0 interior\n");
  EXPECT_THAT(complaint(step), HasSubstr("Parameter update0_scale of the kernel has the name of a factor."));
  step.kernel = kernel("param int32 inside_lower\nout urhs\n%0 = parameter inside_lower\n%1 = convert real64 %0\n"
                       "store urhs %1 interior\n");
  EXPECT_THAT(complaint(step), HasSubstr("Parameter inside_lower of the kernel has the name of a bound."));
}

TEST(RenameArrays, SortsInputsAndSharesWhatBecomesEqual) {
  auto const graph = kernel("in a b\nout c\n%0 = load a\n%1 = shift %0 [1,0,0]\n%2 = load b\n%3 = shift %2 [1,0,0]\n"
                            "%4 = add %1 %3\nstore c %4 interior\n");
  auto const apart = passes::rename_arrays(graph, [](auto const& name) { return name == "a" ? "x" : name; });
  EXPECT_THAT(apart.inputs, ElementsAre("b", "x"));
  EXPECT_EQ(apart.values.size(), graph.values.size());
  EXPECT_NO_THROW(ir::verify(apart, "test"));
  auto const shared = passes::rename_arrays(graph, [](auto const& name) { return name == "a" ? "b" : name; });
  EXPECT_THAT(shared.inputs, ElementsAre("b"));
  EXPECT_EQ(shared.values.size(), 3u);
  auto const stored = passes::rename_arrays(graph, [](auto const& name) { return name + "_new"; });
  EXPECT_THAT(stored.outputs, ElementsAre("c_new"));
  EXPECT_EQ(stored.stores.front().variable, "c_new");
}

void do_joined(Step const& step, ir::InterpreterInput input, base::Box const& box, Arrays& arrays) {
  auto const joined = passes::join_updates(step);
  if (joined.takes_whole_rows) {
    input.parameters[passes::inside_lower] = box.lower[0] + input.scalars.lower_global[0];
    input.parameters[passes::inside_upper] = box.upper[0] + input.scalars.lower_global[0];
  }
  testing_support::interpret_boxes(joined.regions.front(), input, {box}, arrays);
  testing_support::interpret_boxes(joined.rest, input, base::subtract(testing_support::whole, box), arrays);
  for (auto const& [a, b] : joined.swaps) std::swap(arrays.at(a), arrays.at(b));
}

TEST(JoinUpdates, KeepsTheBitsOfRandomKernels) {
  int n_joined = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Step step;
    step.name = "step";
    step.kernel = passes::specialise(testing_support::random_graph({.seed = seed}), {});
    if (step.kernel.inputs.empty()) continue; // nothing is left of it
    ++n_joined;
    auto const data = testing_support::make_random_data(step.kernel, testing_support::whole.upper, seed);
    Arrays apart = data.arrays;
    auto input = data.input;
    std::string const rhs = step.kernel.outputs.front();
    step.zeros = {step.kernel.outputs.begin(), step.kernel.outputs.end()};
    for (std::string const name : {"past", "spare0", "spare1", "spare2"}) apart[name] = apart.at(rhs);
    for (std::size_t n = 0; n < step.kernel.inputs.size(); ++n) {
      bool const is_copied = (seed + n) % 3 == 0;
      if (is_copied) step.copies[step.kernel.inputs[n]] = "past";
      step.updates.push_back({step.kernel.inputs[n], (seed + n) % 2 == 0, {rhs, "past"}});
      input.parameters[passes::scale_name(n)] = (seed + n) % 2 == 0 ? 0.75 : 0;
      input.parameters[passes::factor_name(n, 0)] = -1.25;
      input.parameters[passes::factor_name(n, 1)] = 1.0 / 3;
    }
    step.unneeded = {"spare0", "spare1", "spare2"};
    step.may_swap = [](auto const&, auto const&) { return true; };
    Arrays together = apart;
    testing_support::do_in_order(step, input, data.box, apart);
    do_joined(step, input, data.box, together);
    for (auto const& [name, values] : apart)
      if (!name.starts_with("spare")) {
        EXPECT_TRUE(testing_support::same_bits(values, together.at(name))) << name << ", seed " << seed;
      }
  }
  EXPECT_GT(n_joined, 30);
}

} // namespace
