// Sums behind their kernel do what copies, zeros, kernel and sums do one after the other, bit for bit, at all points.
#include "codegen/passes/sums_apart.hpp"

#include "codegen/passes/pipeline.hpp"
#include "framework/base/errors.hpp"
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

ir::Graph kernel(std::string const& body) { return ir::parse_graph("graph rhs {\ngrid 3\n" + body + "}\n"); }

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

std::string complaint(Step const& step) {
  try {
    passes::sums_apart(step);
    return {};
  } catch (base::UserError const& error) {
    return error.what();
  }
}

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

void do_apart(Step const& step, ir::InterpreterInput input, base::Box const& box, Arrays& arrays) {
  auto const sums = passes::sums_apart(step);
  ir::interpret(passes::without_copies(step), input, box, arrays);
  base::Box rows = box;
  rows.lower[0] = 0, rows.upper[0] = testing_support::whole.upper[0];
  auto const given = input.parameters;
  input.parameters[passes::inside_lower] = box.lower[0] + input.scalars.lower_global[0];
  input.parameters[passes::inside_upper] = box.upper[0] + input.scalars.lower_global[0];
  for (auto const& group : sums.groups) {
    for (std::size_t n = 0; n < group.updates.size(); ++n) {
      std::size_t const update = group.updates[n];
      input.parameters[passes::scale_name(n)] = given.at(passes::scale_name(update));
      for (std::size_t k = 0; k < step.updates[update].sources.size(); ++k)
        input.parameters[passes::factor_name(n, k)] = given.at(passes::factor_name(update, k));
    }
    auto const real = [&](std::string const& name) {
      for (std::size_t n = 0; n < group.arrays.size(); ++n)
        if (passes::name_in_group(n) == name) return group.arrays[n];
      return name;
    };
    testing_support::interpret_boxes(passes::rename_arrays(group.rows, real), input, {rows}, arrays);
    testing_support::interpret_boxes(passes::rename_arrays(group.rest, real), input,
                                     base::subtract(testing_support::whole, rows), arrays);
  }
  for (auto const& [a, b] : sums.swaps) std::swap(arrays.at(a), arrays.at(b));
}

/// A sum for each output, of an input where there is one, and one of the new value.
void add_sums(Step& step, std::uint64_t seed, Arrays& arrays, std::map<std::string, double>& parameters) {
  auto const& outputs = step.kernel.outputs;
  Arrays const before = arrays;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    std::string const number = std::to_string(k), past = "past" + number, sum = "sum" + number;
    std::string const target = k < step.kernel.inputs.size() ? step.kernel.inputs[k] : "new" + number;
    for (auto const& name : {past, sum, "new" + number}) arrays[name] = before.at(outputs[outputs.size() - 1 - k]);
    bool const keeps_target = (seed + k) % 2 == 0, is_copied = (seed + k) % 3 == 0;
    bool const is_of_sum = (seed + k) % 2 == 0; // which another group may change
    if (is_copied) step.copies[target] = is_of_sum ? "sum" + std::to_string((k + 1) % outputs.size()) : past;
    step.updates.push_back({target, keeps_target, {past, outputs[k]}});
    step.updates.push_back({sum, !keeps_target, {target}});
  }
  for (std::size_t n = 0; n < step.updates.size(); ++n) {
    parameters[passes::scale_name(n)] = step.updates[n].keeps_target ? 0.75 : 0;
    parameters[passes::factor_name(n, 0)] = 1.0 / 3;
    parameters[passes::factor_name(n, 1)] = -1.25;
  }
}

TEST(SumsApart, KeepTheBitsOfRandomKernels) {
  int n_done = 0, n_swaps = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Step step;
    step.name = "step";
    step.kernel = passes::specialise(testing_support::random_graph({.seed = seed, .n_outputs = 3}), {});
    step.zeros = {step.kernel.outputs.begin(), step.kernel.outputs.end()};
    if (!passes::can_have_whole_rows(step, step.kernel)) continue;
    auto data = testing_support::make_random_data(step.kernel, testing_support::whole.upper, seed);
    add_sums(step, seed, data.arrays, data.input.parameters);
    if (seed % 4 != 0) step.unneeded = {step.kernel.outputs.begin(), step.kernel.outputs.end() - seed % 2};
    step.may_swap = [](auto const&, auto const&) { return true; };
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
