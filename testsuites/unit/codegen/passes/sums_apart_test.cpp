// Sums behind their kernel do what copies, zeros, kernel and sums do one after the other, bit for bit, at all points.
#include "codegen/passes/sums_apart.hpp"

#include "testsuites/support/random_substep.hpp"
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

/// urhs and vrhs <- differences of v and u.
ir::Graph const wave = kernel("in u v\nout urhs vrhs\n%0 = load v\n%1 = shift %0 [1,0,0]\n%2 = load u\n"
                              "%3 = shift %2 [1,0,0]\nstore urhs %1 interior\nstore vrhs %3 interior\n");

/// A substep of RK4: two variables, each with a sum of its own.
Step substep() {
  Step step;
  step.name = "step";
  step.kernel = wave;
  step.zeros = {"urhs", "vrhs"};
  step.updates = {
      {"u", false, {"u_p", "urhs"}}, {"su", true, {"u"}}, {"v", false, {"v_p", "vrhs"}}, {"sv", true, {"v"}}};
  step.unneeded = {"vrhs", "urhs"};
  step.may_swap = [](auto const&, auto const&) { return true; };
  return step;
}

TEST(SumsApart, AreOneGraphForVariablesOfOneForm) {
  auto const sums = passes::sums_apart(substep());
  ASSERT_EQ(sums.groups.size(), 2u);
  EXPECT_THAT(sums.groups[0].arrays, ElementsAre("u", "u_p", "urhs", "su"));
  EXPECT_THAT(sums.groups[1].arrays, ElementsAre("v", "v_p", "vrhs", "sv"));
  EXPECT_THAT(sums.groups[1].updates, ElementsAre(2u, 3u));
  EXPECT_EQ(ir::to_text(sums.groups[0].rows), ir::to_text(sums.groups[1].rows));
  EXPECT_EQ(ir::to_text(sums.groups[0].rest), ir::to_text(sums.groups[1].rest));
  EXPECT_THAT(sums.groups[0].rows.inputs, ElementsAre("array1", "array2", "array3"));
  EXPECT_THAT(sums.groups[0].rest.inputs, ElementsAre("array1", "array3")) << "right-hand sides are 0 there";
}

TEST(SumsApart, PutNewValuesWhereRightHandSidesAre) {
  auto const sums = passes::sums_apart(substep());
  EXPECT_THAT(sums.swaps, ElementsAre(Pair("u", "urhs"), Pair("v", "vrhs")));
  EXPECT_THAT(sums.groups[0].rows.outputs, UnorderedElementsAre("array2", "array3"));
  EXPECT_THAT(sums.written, UnorderedElementsAre("u", "v", "su", "sv"));
  EXPECT_THAT(sums.unstored, UnorderedElementsAre("urhs", "vrhs"));
}

TEST(SumsApart, KeepTheirPlacesWhereNothingIsFree) {
  Step step = substep();
  step.unneeded = {"urhs"};
  auto const sums = passes::sums_apart(step);
  EXPECT_THAT(sums.swaps, ElementsAre(Pair("u", "urhs")));
  EXPECT_THAT(sums.groups[1].rest.outputs, UnorderedElementsAre("array0", "array2", "array3")) << "zeros, too";
  EXPECT_THAT(sums.written, UnorderedElementsAre("u", "v", "su", "sv", "vrhs"));
  step.may_swap = [](auto const& a, auto const&) { return a != "u"; };
  EXPECT_TRUE(passes::sums_apart(step).swaps.empty());
}

TEST(SumsApart, ReadThePastInPlaceOfItsCopy) {
  Step step = substep();
  step.copies = {{"u", "u_p"}, {"v", "w"}};
  step.updates = {{"u", true, {"urhs"}}, {"v", true, {"vrhs"}}};
  auto const sums = passes::sums_apart(step);
  EXPECT_THAT(sums.groups[0].arrays, ElementsAre("u", "urhs", "u_p"));
  EXPECT_THAT(sums.groups[0].rest.inputs, ElementsAre("array2"));
}

TEST(SumsApart, AreTogetherWhereOneReadsACopyOfWhatTheOtherChanges) {
  Step step = substep();
  step.updates[0] = {"u", true, {"urhs"}};
  step.copies = {{"u", "sv"}};
  EXPECT_EQ(passes::sums_apart(step).groups.size(), 1u);
}

TEST(SumsApart, GivePlacesToWhatIsReadLaterFirst) {
  Step step = substep();
  step.updates = {{"u", false, {"urhs"}}, {"v", false, {"vrhs", "urhs"}}};
  step.unneeded = {"urhs"};
  step.read_late = {"v"};
  EXPECT_THAT(passes::sums_apart(step).swaps, ElementsAre(Pair("v", "urhs")));
}

TEST(SumsApart, AreTogetherWhereTheyDependOnEachOther) {
  Step step = substep();
  step.updates.push_back({"all", false, {"su", "sv"}});
  auto const sums = passes::sums_apart(step);
  ASSERT_EQ(sums.groups.size(), 1u);
  EXPECT_THAT(sums.groups[0].updates, ElementsAre(0u, 1u, 2u, 3u, 4u));
}

std::string complaint(Step const& step) { return testing_support::complaint(passes::sums_apart, step); }

TEST(SumsApart, SayWhyNot) {
  Step step = substep();
  step.zeros = {"urhs"};
  EXPECT_THAT(complaint(step), HasSubstr("something else than the interior of arrays that are zero beyond it"));
  step = substep();
  step.updates.pop_back(), step.updates.pop_back();
  EXPECT_THAT(complaint(step), HasSubstr("vrhs is computed, but is not only a right-hand side."));
  step = substep();
  step.updates.push_back({"w", false, {"u_p"}});
  EXPECT_THAT(complaint(step), HasSubstr("The new value of w takes nothing that the kernel computes."));
  step = substep();
  step.unneeded.clear();
  step.read_late = {"v"};
  EXPECT_THAT(complaint(step), HasSubstr("No array is free for the new value of v and what depends on it."));
  step = substep();
  step.zeros.insert("u");
  EXPECT_THAT(complaint(step), HasSubstr("The kernel reads u, which is set to zero before."));
}

void do_apart(Step const& step, ir::InterpreterInput const& input, base::Box const& box, Arrays& arrays) {
  auto const sums = passes::sums_apart(step);
  ir::interpret(passes::without_copies(step), input, box, arrays);
  base::Box const rows = testing_support::whole_rows(box);
  for (auto const& group : sums.groups) {
    auto const input_of_group = testing_support::input_of(group, input, box);
    auto const real = [&](std::string const& name) {
      for (std::size_t n = 0; n < group.arrays.size(); ++n)
        if (passes::name_in_group(n) == name) return group.arrays[n];
      return name;
    };
    testing_support::interpret_boxes(passes::rename_arrays(group.rows, real), input_of_group, {rows}, arrays);
    testing_support::interpret_boxes(passes::rename_arrays(group.rest, real), input_of_group,
                                     base::subtract(testing_support::whole, rows), arrays);
  }
  for (auto const& [a, b] : sums.swaps) std::swap(arrays.at(a), arrays.at(b));
}

TEST(SumsApart, KeepTheBitsOfRandomKernels) {
  int n_done = 0, n_swaps = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto const random = testing_support::make_random_substep(seed);
    if (!random) continue;
    auto const& [step, data] = *random;
    Arrays in_order = data.arrays, apart = data.arrays;
    testing_support::do_in_order(step, data.input, data.box, in_order);
    do_apart(step, data.input, data.box, apart);
    ++n_done;
    n_swaps += static_cast<int>(passes::sums_apart(step).swaps.size());
    for (auto const& [name, values] : in_order) {
      bool const is_needed = std::find(step.unneeded.begin(), step.unneeded.end(), name) == step.unneeded.end();
      EXPECT_TRUE(!is_needed || testing_support::same_bits(values, apart.at(name))) << name << ", seed " << seed;
    }
  }
  EXPECT_GT(n_done, 10);
  EXPECT_GT(n_swaps, 10);
}

} // namespace
