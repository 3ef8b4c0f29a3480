// What joined graphs would read and store is known without them, of random kernels and of large ones.
#include "codegen/passes/join_updates.hpp"
#include "codegen/passes/pipeline.hpp"
#include "testsuites/support/large_graph.hpp"
#include "testsuites/support/random_graph.hpp"
#include "testsuites/support/random_substep.hpp"
#include "testsuites/support/update_steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using passes::Step;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

/// The number of arrays of the first graph.
std::size_t expect_the_same(Step const& step, std::string const& what) {
  auto const touched = passes::touched_by_joined(step);
  auto const joined = passes::join_updates(step);
  EXPECT_EQ(touched.size(), joined.regions.size()) << what;
  if (touched.size() != joined.regions.size()) return 0;
  for (std::size_t n = 0; n < touched.size(); ++n) {
    EXPECT_THAT(touched[n].inputs, ElementsAreArray(joined.regions[n].inputs)) << what;
    EXPECT_THAT(touched[n].outputs, UnorderedElementsAreArray(joined.regions[n].outputs)) << what;
  }
  return touched.front().inputs.size() + touched.front().outputs.size();
}

Step step_of(ir::Graph kernel) {
  Step step;
  step.name = "step";
  step.kernel = std::move(kernel);
  step.may_swap = [](auto const&, auto const&) { return true; };
  return step;
}

/// All but one in `every`, by their numbers and the seed.
std::vector<std::string> most_of(std::vector<std::string> const& names, std::uint64_t seed, std::size_t every) {
  std::vector<std::string> most;
  for (std::size_t n = 0; n < names.size(); ++n)
    if ((n + seed) % every != 0) most.push_back(names[n]);
  return most;
}

TEST(TouchedByJoined, LeavesOutWhatNobodyNeeds) {
  Step step = step_of(testing_support::kernel("in a b c\nout arhs brhs\n%0 = load a\n%1 = load b\n%2 = load c\n"
                                              "store arhs %0 interior\n%3 = add %1 %2\nstore brhs %3 interior\n"));
  step.updates = {{"a", true, {"arhs"}}};
  step.unneeded = {"arhs", "brhs"};
  EXPECT_EQ(expect_the_same(step, "brhs is taken by none"), 2u);
  step.updates = {{"a", false, {"x"}}, {"a", false, {"arhs", "y"}}};
  EXPECT_EQ(expect_the_same(step, "the first sum is overwritten"), 3u);
  step.unneeded = {"arhs"};
  EXPECT_EQ(expect_the_same(step, "brhs is needed"), 6u);
  step.zeros = {"arhs", "brhs", "z"};
  step.copies = {{"a", "y"}};
  EXPECT_EQ(expect_the_same(step, "z is only set to zero"), 6u);
}

TEST(TouchedByJoined, KnowsEachRegion) {
  Step step = step_of(testing_support::kernel("in u v\nout urhs vrhs\n%0 = load u\n%1 = load v\n"
                                              "store urhs %0 interior\nstore vrhs %1 boundary\n"));
  step.updates = {{"w", false, {"urhs"}}, {"x", true, {"vrhs"}}};
  for (auto const& unneeded : std::vector<std::vector<std::string>>{{}, {"urhs"}, {"urhs", "vrhs"}})
    for (auto const& zeros : std::vector<std::set<std::string>>{{}, {"urhs"}, {"urhs", "vrhs"}}) {
      step.unneeded = unneeded;
      step.zeros = zeros;
      EXPECT_GE(expect_the_same(step, testing::PrintToString(std::pair(unneeded, zeros))), 4u);
    }
  step.kernel = testing_support::kernel("");
  step.zeros.clear();
  EXPECT_THAT(passes::touched_by_joined(step), IsEmpty()) << "stores nothing";
}

TEST(TouchedByJoined, RefusesAsJoiningDoes) {
  Step step = step_of(testing_support::kernel("in u\nout urhs\n%0 = load u\n%1 = shift %0 [1,0,0]\n"
                                              "store urhs %1 interior\n"));
  step.updates = {{"u", true, {"urhs"}}};
  auto const expect_one_complaint = [&] {
    auto const complaint = testing_support::complaint(passes::touched_by_joined, step);
    EXPECT_EQ(complaint, testing_support::complaint(passes::join_updates, step));
    EXPECT_NE(complaint, "");
  };
  expect_one_complaint(); // no place for u
  step.zeros = {"u"};
  expect_one_complaint();
  step.zeros.clear();
  step.copies = {{"urhs", "u"}};
  expect_one_complaint();
}

// Sums of all inputs or some, kept or not, one after the other of one target; arrays needed or not.
TEST(TouchedByJoined, KnowsRandomKernels) {
  int n_joined = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Step step = step_of(passes::specialise(
        testing_support::random_graph({.seed = seed, .n_inputs = 5, .n_outputs = 4, .updates_input = seed % 5 == 0}),
        {}));
    auto const& outputs = step.kernel.outputs;
    auto const targets = most_of(step.kernel.inputs, seed, 3);
    for (std::size_t n = 0; n < targets.size(); ++n) {
      bool const is_kept = (seed + n) % 2 == 0;
      step.updates.push_back({targets[n], is_kept, {outputs[n % outputs.size()], "past"}});
      if ((seed + n) % 7 == 0) step.updates.push_back({targets[n], !is_kept, {"other", outputs.back()}});
      if ((seed + n) % 4 == 0) step.copies[targets[n]] = "past";
    }
    for (auto const& output : most_of(outputs, seed, 4)) step.zeros.insert(output);
    step.unneeded = most_of(outputs, seed / 2, 3);
    for (std::string const spare : {"spare0", "spare1", "spare2"}) step.unneeded.push_back(spare);
    std::string const name = "seed " + std::to_string(seed);
    if (!testing_support::complaint(passes::join_updates, step).empty()) continue;
    expect_the_same(step, name);
    ++n_joined;
  }
  EXPECT_GT(n_joined, 100);
}

TEST(TouchedByJoined, KnowsSubstepsOfRandomKernels) {
  int n_joined = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto const random = testing_support::make_random_substep(seed);
    if (!random || !testing_support::complaint(passes::join_updates, random->step).empty()) continue;
    expect_the_same(random->step, "seed " + std::to_string(seed));
    ++n_joined;
  }
  EXPECT_GT(n_joined, 10);
}

// As many fields as general relativity has, each with its right-hand side, in the three kinds of substeps of RK4.
TEST(TouchedByJoined, KnowsSystemsOfManyFields) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Step step = step_of(testing_support::large_graph({.n_operations = 2000, .seed = seed}));
    auto const inputs = step.kernel.inputs, outputs = step.kernel.outputs;
    ASSERT_EQ(inputs.size(), outputs.size());
    step.zeros = {outputs.begin(), outputs.end()};
    step.unneeded = outputs;
    for (std::size_t n = 0; n < inputs.size(); ++n) step.updates.push_back({inputs[n], true, {outputs[n]}});
    EXPECT_EQ(expect_the_same(step, "first"), 2 * inputs.size());
    for (auto& update : step.updates) update = {update.target, false, {update.target + "_p", update.sources.front()}};
    EXPECT_EQ(expect_the_same(step, "second"), 3 * inputs.size());
    for (std::size_t n = 0; n < inputs.size(); ++n) step.updates.push_back({inputs[n] + "_sum", true, {inputs[n]}});
    for (auto const& input : inputs) step.copies[input] = input + "_p";
    EXPECT_EQ(expect_the_same(step, "third"), 4 * inputs.size())
        << "pasts and sums are read, new values and sums stored";
  }
}

} // namespace
