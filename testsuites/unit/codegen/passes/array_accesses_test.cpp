// array_accesses reports what the fused graphs read and store, for random kernels and for large ones.
#include "codegen/passes/fusion.hpp"
#include "codegen/passes/passes.hpp"
#include "testsuites/support/large_graph.hpp"
#include "testsuites/support/random_graph.hpp"
#include "testsuites/support/random_substep.hpp"
#include "testsuites/support/update_steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using passes::Substep;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

/// Returns the number of arrays of the first graph.
std::size_t expect_equal_accesses(Substep const& substep, std::string const& what) {
  auto const accesses = passes::array_accesses(substep);
  auto const fused = passes::fuse_updates(substep);
  EXPECT_EQ(accesses.size(), fused.regions.size()) << what;
  if (accesses.size() != fused.regions.size()) return 0;
  for (std::size_t n = 0; n < accesses.size(); ++n) {
    EXPECT_THAT(accesses[n].inputs, ElementsAreArray(fused.regions[n].inputs)) << what;
    EXPECT_THAT(accesses[n].outputs, UnorderedElementsAreArray(fused.regions[n].outputs)) << what;
  }
  return accesses.front().inputs.size() + accesses.front().outputs.size();
}

Substep step_of(ir::Graph kernel) {
  Substep substep;
  substep.name = "step";
  substep.kernel = std::move(kernel);
  substep.may_swap = [](auto const&, auto const&) { return true; };
  return substep;
}

/// Removes one name in `every`; the seed determines which.
std::vector<std::string> drop_some(std::vector<std::string> const& names, std::uint64_t seed, std::size_t every) {
  std::vector<std::string> names_left;
  for (std::size_t n = 0; n < names.size(); ++n)
    if ((n + seed) % every != 0) names_left.push_back(names[n]);
  return names_left;
}

TEST(ArrayAccesses, OmitUnneededArrays) {
  Substep substep =
      step_of(testing_support::kernel("in a b c\nout arhs brhs\n%0 = load a\n%1 = load b\n%2 = load c\n"
                                      "store arhs %0 interior\n%3 = add %1 %2\nstore brhs %3 interior\n"));
  substep.updates = {{"a", true, {"arhs"}}};
  substep.unneeded = {"arhs", "brhs"};
  EXPECT_EQ(expect_equal_accesses(substep, "brhs is not used by an update"), 2u);
  substep.updates = {{"a", false, {"x"}}, {"a", false, {"arhs", "y"}}};
  EXPECT_EQ(expect_equal_accesses(substep, "the first sum is overwritten"), 3u);
  substep.unneeded = {"arhs"};
  EXPECT_EQ(expect_equal_accesses(substep, "brhs is needed"), 6u);
  substep.zeros = {"arhs", "brhs", "z"};
  substep.copies = {{"a", "y"}};
  EXPECT_EQ(expect_equal_accesses(substep, "z is only set to zero"), 6u);
}

TEST(ArrayAccesses, AreReportedForEachRegion) {
  Substep substep = step_of(testing_support::kernel("in u v\nout urhs vrhs\n%0 = load u\n%1 = load v\n"
                                                    "store urhs %0 interior\nstore vrhs %1 boundary\n"));
  substep.updates = {{"w", false, {"urhs"}}, {"x", true, {"vrhs"}}};
  for (auto const& unneeded : std::vector<std::vector<std::string>>{{}, {"urhs"}, {"urhs", "vrhs"}})
    for (auto const& zeros : std::vector<std::set<std::string>>{{}, {"urhs"}, {"urhs", "vrhs"}}) {
      substep.unneeded = unneeded;
      substep.zeros = zeros;
      EXPECT_GE(expect_equal_accesses(substep, testing::PrintToString(std::pair(unneeded, zeros))), 4u);
    }
  substep.kernel = testing_support::kernel("");
  substep.zeros.clear();
  EXPECT_THAT(passes::array_accesses(substep), IsEmpty()) << "the kernel stores nothing";
}

TEST(ArrayAccesses, AreRejectedAsFusionIs) {
  Substep substep = step_of(testing_support::kernel("in u\nout urhs\n%0 = load u\n%1 = shift %0 [1,0,0]\n"
                                                    "store urhs %1 interior\n"));
  substep.updates = {{"u", true, {"urhs"}}};
  auto const expect_same_error = [&] {
    auto const error = testing_support::error_of(passes::array_accesses, substep);
    EXPECT_EQ(error, testing_support::error_of(passes::fuse_updates, substep));
    EXPECT_NE(error, "");
  };
  expect_same_error(); // no destination for u
  substep.zeros = {"u"};
  expect_same_error();
  substep.zeros.clear();
  substep.copies = {{"urhs", "u"}};
  expect_same_error();
}

// Updates of most inputs, with or without scale, some with two updates of one target; some outputs are unneeded.
TEST(ArrayAccesses, EqualThoseOfFusedRandomKernels) {
  int n_fused = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Substep substep = step_of(passes::specialise(
        testing_support::random_graph({.seed = seed, .n_inputs = 5, .n_outputs = 4, .updates_input = seed % 5 == 0}),
        {}));
    auto const& outputs = substep.kernel.outputs;
    auto const targets = drop_some(substep.kernel.inputs, seed, 3);
    for (std::size_t n = 0; n < targets.size(); ++n) {
      bool const keeps_target = (seed + n) % 2 == 0;
      substep.updates.push_back({targets[n], keeps_target, {outputs[n % outputs.size()], "past"}});
      if ((seed + n) % 7 == 0) substep.updates.push_back({targets[n], !keeps_target, {"other", outputs.back()}});
      if ((seed + n) % 4 == 0) substep.copies[targets[n]] = "past";
    }
    for (auto const& output : drop_some(outputs, seed, 4)) substep.zeros.insert(output);
    substep.unneeded = drop_some(outputs, seed / 2, 3);
    for (std::string const spare : {"spare0", "spare1", "spare2"}) substep.unneeded.push_back(spare);
    std::string const name = "seed " + std::to_string(seed);
    if (!testing_support::error_of(passes::fuse_updates, substep).empty()) continue;
    expect_equal_accesses(substep, name);
    ++n_fused;
  }
  EXPECT_GT(n_fused, 100);
}

TEST(ArrayAccesses, EqualThoseOfFusedRandomSubsteps) {
  int n_fused = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto const random = testing_support::make_random_substep(seed);
    if (!random || !testing_support::error_of(passes::fuse_updates, random->substep).empty()) continue;
    expect_equal_accesses(random->substep, "seed " + std::to_string(seed));
    ++n_fused;
  }
  EXPECT_GT(n_fused, 10);
}

// As many fields as general relativity has, with their right-hand sides, in the three kinds of substeps of RK4.
TEST(ArrayAccesses, EqualThoseOfSystemsOfManyFields) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Substep substep = step_of(testing_support::large_graph({.n_operations = 2000, .seed = seed}));
    auto const inputs = substep.kernel.inputs, outputs = substep.kernel.outputs;
    ASSERT_EQ(inputs.size(), outputs.size());
    substep.zeros = {outputs.begin(), outputs.end()};
    substep.unneeded = outputs;
    for (std::size_t n = 0; n < inputs.size(); ++n) substep.updates.push_back({inputs[n], true, {outputs[n]}});
    EXPECT_EQ(expect_equal_accesses(substep, "first"), 2 * inputs.size());
    for (auto& update : substep.updates)
      update = {update.target, false, {update.target + "_p", update.sources.front()}};
    EXPECT_EQ(expect_equal_accesses(substep, "second"), 3 * inputs.size());
    for (std::size_t n = 0; n < inputs.size(); ++n) substep.updates.push_back({inputs[n] + "_sum", true, {inputs[n]}});
    for (auto const& input : inputs) substep.copies[input] = input + "_p";
    EXPECT_EQ(expect_equal_accesses(substep, "third"), 4 * inputs.size())
        << "past levels and sums are read, new values and sums are stored";
  }
}

} // namespace
