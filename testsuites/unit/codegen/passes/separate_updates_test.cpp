// The results of separate update graphs must be bitwise equal to those of copies, zeros, kernel and updates that run
// one after the other.
#include "codegen/passes/fusion.hpp"

#include "testsuites/support/random_substep.hpp"
#include "testsuites/support/update_steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using passes::Substep;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;
using testing_support::Arrays;
using testing_support::kernel;

/// A kernel with urhs <- a difference of v, and vrhs <- a difference of u.
ir::Graph const wave = kernel("in u v\nout urhs vrhs\n%0 = load v\n%1 = shift %0 [1,0,0]\n%2 = load u\n"
                              "%3 = shift %2 [1,0,0]\nstore urhs %1 interior\nstore vrhs %3 interior\n");

/// A substep of the RK4 method for two variables, each with an accumulated sum.
Substep rk4_substep() {
  Substep substep;
  substep.name = "step";
  substep.kernel = wave;
  substep.zeros = {"urhs", "vrhs"};
  substep.updates = {
      {"u", false, {"u_p", "urhs"}}, {"su", true, {"u"}}, {"v", false, {"v_p", "vrhs"}}, {"sv", true, {"v"}}};
  substep.unneeded = {"vrhs", "urhs"};
  substep.may_swap = [](auto const&, auto const&) { return true; };
  return substep;
}

TEST(SeparateUpdates, ShareOneGraphForEqualForms) {
  auto const separate = passes::separate_updates(rk4_substep());
  ASSERT_EQ(separate.groups.size(), 2u);
  EXPECT_THAT(separate.groups[0].arrays, ElementsAre("u", "u_p", "urhs", "su"));
  EXPECT_THAT(separate.groups[1].arrays, ElementsAre("v", "v_p", "vrhs", "sv"));
  EXPECT_THAT(separate.groups[1].updates, ElementsAre(2u, 3u));
  EXPECT_EQ(ir::to_text(separate.groups[0].rows), ir::to_text(separate.groups[1].rows));
  EXPECT_EQ(ir::to_text(separate.groups[0].remainder), ir::to_text(separate.groups[1].remainder));
  EXPECT_THAT(separate.groups[0].rows.inputs, ElementsAre("array1", "array2", "array3"));
  EXPECT_THAT(separate.groups[0].remainder.inputs, ElementsAre("array1", "array3")) << "right-hand sides are 0 there";
}

TEST(SeparateUpdates, StoreNewValuesInRightHandSides) {
  auto const separate = passes::separate_updates(rk4_substep());
  EXPECT_THAT(separate.swaps, ElementsAre(Pair("u", "urhs"), Pair("v", "vrhs")));
  EXPECT_THAT(separate.groups[0].rows.outputs, UnorderedElementsAre("array2", "array3"));
  EXPECT_THAT(separate.written, UnorderedElementsAre("u", "v", "su", "sv"));
  EXPECT_THAT(separate.not_stored, UnorderedElementsAre("urhs", "vrhs"));
}

TEST(SeparateUpdates, StoreInPlaceIfNoArrayIsFree) {
  Substep substep = rk4_substep();
  substep.unneeded = {"urhs"};
  auto const separate = passes::separate_updates(substep);
  EXPECT_THAT(separate.swaps, ElementsAre(Pair("u", "urhs")));
  EXPECT_THAT(separate.groups[1].remainder.outputs, UnorderedElementsAre("array0", "array2", "array3"))
      << "including zeros";
  EXPECT_THAT(separate.written, UnorderedElementsAre("u", "v", "su", "sv", "vrhs"));
  substep.may_swap = [](auto const& a, auto const&) { return a != "u"; };
  EXPECT_TRUE(passes::separate_updates(substep).swaps.empty());
}

TEST(SeparateUpdates, ReadTheSourceOfACopy) {
  Substep substep = rk4_substep();
  substep.copies = {{"u", "u_p"}, {"v", "w"}};
  substep.updates = {{"u", true, {"urhs"}}, {"v", true, {"vrhs"}}};
  auto const separate = passes::separate_updates(substep);
  EXPECT_THAT(separate.groups[0].arrays, ElementsAre("u", "urhs", "u_p"));
  EXPECT_THAT(separate.groups[0].remainder.inputs, ElementsAre("array2"));
}

TEST(SeparateUpdates, FormOneGroupIfOneReadsACopyOfATarget) {
  Substep substep = rk4_substep();
  substep.updates[0] = {"u", true, {"urhs"}};
  substep.copies = {{"u", "sv"}};
  EXPECT_EQ(passes::separate_updates(substep).groups.size(), 1u);
}

TEST(SeparateUpdates, PreserveArraysThatAreReadLater) {
  Substep substep = rk4_substep();
  substep.updates = {{"u", false, {"urhs"}}, {"v", false, {"vrhs", "urhs"}}};
  substep.unneeded = {"urhs"};
  substep.read_later = {"v"};
  EXPECT_THAT(passes::separate_updates(substep).swaps, ElementsAre(Pair("v", "urhs")));
}

TEST(SeparateUpdates, FormOneGroupIfTheyDependOnEachOther) {
  Substep substep = rk4_substep();
  substep.updates.push_back({"all", false, {"su", "sv"}});
  auto const separate = passes::separate_updates(substep);
  ASSERT_EQ(separate.groups.size(), 1u);
  EXPECT_THAT(separate.groups[0].updates, ElementsAre(0u, 1u, 2u, 3u, 4u));
}

std::string error_of(Substep const& substep) { return testing_support::error_of(passes::separate_updates, substep); }

TEST(SeparateUpdates, ReportTheReasonOfRejection) {
  Substep substep = rk4_substep();
  substep.zeros = {"urhs"};
  EXPECT_THAT(error_of(substep), HasSubstr("must store only the interior of arrays that are 0 at all other points."));
  substep = rk4_substep();
  substep.updates.pop_back(), substep.updates.pop_back();
  EXPECT_THAT(error_of(substep), HasSubstr("vrhs must be a source of an update and not the target of one."));
  substep = rk4_substep();
  substep.updates.push_back({"w", false, {"u_p"}});
  EXPECT_THAT(error_of(substep), HasSubstr("The new value of w does not use a result of the kernel."));
  substep = rk4_substep();
  substep.unneeded.clear();
  substep.read_later = {"v"};
  EXPECT_THAT(error_of(substep),
              HasSubstr("No array is free for the new value of v and the updates that depend on it."));
  substep = rk4_substep();
  substep.zeros.insert("u");
  EXPECT_THAT(error_of(substep), HasSubstr("The kernel reads u, which is set to 0 before it."));
}

void run_separate(Substep const& substep, ir::InterpreterInput const& input, base::Box const& box, Arrays& arrays) {
  auto const separate = passes::separate_updates(substep);
  ir::interpret(passes::propagate_copies(substep), input, box, arrays);
  base::Box const rows = testing_support::whole_rows(box);
  for (auto const& group : separate.groups) {
    auto const input_of_group = testing_support::input_of(group, input, box);
    auto const array_name = [&](std::string const& name) {
      for (std::size_t n = 0; n < group.arrays.size(); ++n)
        if (passes::name_in_group(n) == name) return group.arrays[n];
      return name;
    };
    testing_support::interpret_boxes(passes::rename_arrays(group.rows, array_name), input_of_group, {rows}, arrays);
    testing_support::interpret_boxes(passes::rename_arrays(group.remainder, array_name), input_of_group,
                                     base::subtract(testing_support::whole, rows), arrays);
  }
  for (auto const& [a, b] : separate.swaps) std::swap(arrays.at(a), arrays.at(b));
}

TEST(SeparateUpdates, KeepBitsOfRandomKernels) {
  int n_substeps = 0, n_swaps = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto const random = testing_support::make_random_substep(seed);
    if (!random) continue;
    auto const& [substep, data] = *random;
    Arrays expected = data.arrays, arrays = data.arrays;
    testing_support::run_in_order(substep, data.input, data.box, expected);
    run_separate(substep, data.input, data.box, arrays);
    ++n_substeps;
    n_swaps += static_cast<int>(passes::separate_updates(substep).swaps.size());
    for (auto const& [name, values] : expected) {
      bool const is_needed =
          std::find(substep.unneeded.begin(), substep.unneeded.end(), name) == substep.unneeded.end();
      EXPECT_TRUE(!is_needed || testing_support::same_bits(values, arrays.at(name))) << name << ", seed " << seed;
    }
  }
  EXPECT_GT(n_substeps, 10);
  EXPECT_GT(n_swaps, 10);
}

} // namespace
