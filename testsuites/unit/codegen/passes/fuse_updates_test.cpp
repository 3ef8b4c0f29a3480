// Fusing a kernel with the updates of a time integrator must not change any bit. At all points, the results equal those
// of the kernel followed by the updates.
#include "codegen/passes/fusion.hpp"

#include "codegen/passes/passes.hpp"
#include "testsuites/support/random_graph.hpp"
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

/// A kernel with urhs <- rho and rhorhs <- a difference of u. It reads only u at neighbouring points.
ir::Graph const wave = kernel("in rho u\nout urhs rhorhs\n%0 = load rho\n%1 = load u\n%2 = shift %1 [1,0,0]\n"
                              "%3 = subtract %2 %1\nstore urhs %0 interior\nstore rhorhs %3 interior\n");

Substep euler() {
  Substep substep;
  substep.name = "step";
  substep.kernel = wave;
  substep.zeros = {"rhorhs", "urhs"};
  substep.updates = {{"u", true, {"urhs"}}, {"rho", true, {"rhorhs"}}};
  substep.unneeded = {"urhs", "rhorhs"};
  substep.may_swap = [](auto const&, auto const&) { return true; };
  return substep;
}

TEST(FuseUpdates, StoresNewValuesWhereNeighboursDoNotRead) {
  auto const fused = passes::fuse_updates(euler());
  EXPECT_THAT(fused.swaps, ElementsAre(Pair("u", "urhs"))) << "rho is read at the point itself only";
  ASSERT_EQ(fused.regions.size(), 1u);
  EXPECT_THAT(fused.regions[0].inputs, ElementsAre("rho", "u"));
  EXPECT_THAT(fused.regions[0].outputs, UnorderedElementsAre("rho", "urhs"));
  EXPECT_THAT(fused.remainder.outputs, UnorderedElementsAre("rho", "urhs"));
  EXPECT_TRUE(fused.covers_whole_rows);
  EXPECT_THAT(fused.written, UnorderedElementsAre("rho", "u"));
  EXPECT_THAT(fused.not_stored, UnorderedElementsAre("rhorhs", "urhs"));
}

// The update would otherwise use a right-hand side that is not rounded to the type of its array.
TEST(FuseUpdates, RejectsArraysOfAnotherPrecision) {
  Substep substep = euler();
  substep.kernel.element_types["urhs"] = ir::Type::real32;
  try {
    passes::fuse_updates(substep);
    FAIL();
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("Some arrays of the kernel have another precision than its arithmetic."));
  }
}

TEST(FuseUpdates, ReadsTheSourceOfACopy) {
  Substep substep = euler();
  substep.copies = {{"u", "u_p"}, {"rho", "rho_p"}};
  auto const fused = passes::fuse_updates(substep);
  EXPECT_TRUE(fused.swaps.empty()) << "the kernel reads only the sources of the copies, so that no arrays are swapped";
  EXPECT_THAT(fused.regions[0].inputs, ElementsAre("rho_p", "u_p"));
}

TEST(FuseUpdates, StoresNeededRightHandSides) {
  Substep substep = euler();
  substep.unneeded = {"spare"};
  auto const fused = passes::fuse_updates(substep);
  EXPECT_THAT(fused.swaps, ElementsAre(Pair("u", "spare")));
  EXPECT_THAT(fused.regions[0].outputs, UnorderedElementsAre("rho", "rhorhs", "spare", "urhs"));
  EXPECT_THAT(fused.written, UnorderedElementsAre("rho", "rhorhs", "u", "urhs"));
  EXPECT_TRUE(fused.not_stored.empty());
  substep.zeros.clear();
  EXPECT_FALSE(passes::fuse_updates(substep).covers_whole_rows)
      << "outside the interior, right-hand sides must not change";
  EXPECT_THAT(passes::fuse_updates(substep).written_regions,
              ElementsAre(Pair("urhs", ir::Region::interior), Pair("rhorhs", ir::Region::interior)));
}

std::string error_of(Substep const& substep) { return testing_support::error_of(passes::fuse_updates, substep); }

TEST(FuseUpdates, ReportsTheReasonOfRejection) {
  Substep substep = euler();
  substep.unneeded.clear();
  EXPECT_THAT(error_of(substep),
              HasSubstr("The new value of u must not overwrite the old one, which neighbouring points still read"));
  substep = euler();
  substep.may_swap = [](auto const&, auto const&) { return false; };
  EXPECT_THAT(error_of(substep), HasSubstr("no array is free for it"));
  substep = euler();
  substep.read_later = {"u", "rho", "urhs", "rhorhs"};
  EXPECT_THAT(error_of(substep), HasSubstr("no array is free for it"));
  substep = euler();
  substep.zeros.insert("u");
  EXPECT_THAT(error_of(substep), HasSubstr("The kernel reads u, which is set to 0 before it."));
  substep = euler();
  substep.copies = {{"urhs", "u_p"}};
  EXPECT_THAT(error_of(substep), HasSubstr("The kernel stores urhs, which is the target of a copy before it."));
  substep.copies = {{"u", "urhs"}};
  EXPECT_THAT(error_of(substep), HasSubstr("The kernel stores urhs, which is the source of a copy before it."));
  substep = euler();
  substep.kernel =
      kernel("in w\nout w b\n%0 = load w\n%1 = shift %0 [1,0,0]\nstore w %0 interior\nstore b %1 boundary\n");
  EXPECT_THAT(error_of(substep), HasSubstr("The kernel reads w at displaced points and also stores it."));
  substep = euler();
  substep.kernel = kernel("in u\nout urhs\n%0 = load u\nstore urhs %0 interior\nstore urhs %0 everywhere\n");
  EXPECT_THAT(error_of(substep), HasSubstr("The kernel stores the region `everywhere` and another region"));
  substep = euler();
  substep.kernel =
      kernel("param real64 update0_scale\nout urhs\n%0 = parameter update0_scale\nstore urhs %0 interior\n");
  EXPECT_THAT(error_of(substep),
              HasSubstr("Parameter update0_scale of the kernel has the name of a coefficient of an update."));
  substep.kernel = kernel("param int32 inside_lower\nout urhs\n%0 = parameter inside_lower\n%1 = convert real64 %0\n"
                          "store urhs %1 interior\n");
  EXPECT_THAT(error_of(substep),
              HasSubstr("Parameter inside_lower of the kernel has the name of a bound of the fused kernel."));
}

TEST(RenameArrays, SortsInputsAndSharesWhatBecomesEqual) {
  auto const graph = kernel("in a b\nout c\n%0 = load a\n%1 = shift %0 [1,0,0]\n%2 = load b\n%3 = shift %2 [1,0,0]\n"
                            "%4 = add %1 %3\nstore c %4 interior\n");
  auto const renamed = passes::rename_arrays(graph, [](auto const& name) { return name == "a" ? "x" : name; });
  EXPECT_THAT(renamed.inputs, ElementsAre("b", "x"));
  EXPECT_EQ(renamed.values.size(), graph.values.size());
  EXPECT_NO_THROW(ir::verify(renamed, "test"));
  auto const shared = passes::rename_arrays(graph, [](auto const& name) { return name == "a" ? "b" : name; });
  EXPECT_THAT(shared.inputs, ElementsAre("b"));
  EXPECT_EQ(shared.values.size(), 3u);
  auto const stored = passes::rename_arrays(graph, [](auto const& name) { return name + "_new"; });
  EXPECT_THAT(stored.outputs, ElementsAre("c_new"));
  EXPECT_EQ(stored.stores.front().variable, "c_new");
}

void run_fused(Substep const& substep, ir::InterpreterInput input, base::Box const& box, Arrays& arrays) {
  auto const fused = passes::fuse_updates(substep);
  if (fused.covers_whole_rows) {
    input.parameters[passes::inside_lower] = box.lower[0] + input.scalars.lower_global[0];
    input.parameters[passes::inside_upper] = box.upper[0] + input.scalars.lower_global[0];
  }
  testing_support::interpret_boxes(fused.regions.front(), input, {box}, arrays);
  testing_support::interpret_boxes(fused.remainder, input, base::subtract(testing_support::whole, box), arrays);
  for (auto const& [a, b] : fused.swaps) std::swap(arrays.at(a), arrays.at(b));
}

TEST(FuseUpdates, KeepsBitsOfRandomKernels) {
  int n_fused = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Substep substep;
    substep.name = "step";
    substep.kernel = passes::specialise(testing_support::random_graph({.seed = seed}), {});
    if (substep.kernel.inputs.empty()) continue; // the passes removed all values
    ++n_fused;
    auto const data = testing_support::make_random_data(substep.kernel, testing_support::whole.upper, seed);
    Arrays expected = data.arrays;
    auto input = data.input;
    std::string const rhs = substep.kernel.outputs.front();
    substep.zeros = {substep.kernel.outputs.begin(), substep.kernel.outputs.end()};
    for (std::string const name : {"past", "spare0", "spare1", "spare2"}) expected[name] = expected.at(rhs);
    for (std::size_t n = 0; n < substep.kernel.inputs.size(); ++n) {
      bool const is_copied = (seed + n) % 3 == 0;
      if (is_copied) substep.copies[substep.kernel.inputs[n]] = "past";
      substep.updates.push_back({substep.kernel.inputs[n], (seed + n) % 2 == 0, {rhs, "past"}});
      input.parameters[passes::scale_name(n)] = (seed + n) % 2 == 0 ? 0.75 : 0;
      input.parameters[passes::factor_name(n, 0)] = -1.25;
      input.parameters[passes::factor_name(n, 1)] = 1.0 / 3;
    }
    substep.unneeded = {"spare0", "spare1", "spare2"};
    substep.may_swap = [](auto const&, auto const&) { return true; };
    Arrays arrays = expected;
    testing_support::run_in_order(substep, input, data.box, expected);
    run_fused(substep, input, data.box, arrays);
    for (auto const& [name, values] : expected)
      if (!name.starts_with("spare")) {
        EXPECT_TRUE(testing_support::same_bits(values, arrays.at(name))) << name << ", seed " << seed;
      }
  }
  EXPECT_GT(n_fused, 30);
}

} // namespace
