// Checks which arrays fused graphs load and store, for random and for large kernels.
#include "codegen/passes/fusion.hpp"
#include "codegen/passes/passes.hpp"
#include "testsuites/support/large_graph.hpp"
#include "testsuites/support/random_graph.hpp"
#include "testsuites/support/random_substep.hpp"
#include "testsuites/support/update_steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace {

using namespace chemora;
using passes::Substep;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;

/// The arrays whose loads reach this value of the graph.
std::set<std::string> loads_reaching(ir::Graph const& graph, ir::ValueId value) {
  std::vector<bool> is_live(graph.values.size());
  is_live[static_cast<std::size_t>(value)] = true;
  std::set<std::string> loaded;
  for (std::size_t id = graph.values.size(); id-- > 0;) {
    if (!is_live[id]) continue;
    for (auto const operand : graph.values[id].operands) is_live[static_cast<std::size_t>(operand)] = true;
    if (graph.values[id].op == ir::Op::load) loaded.insert(graph.values[id].name);
  }
  return loaded;
}

/// The arrays that the stores of the graph depend on.
std::set<std::string> loads_of_stores(ir::Graph const& graph) {
  std::set<std::string> loaded;
  for (auto const& store : graph.stores) loaded.merge(loads_reaching(graph, store.value));
  return loaded;
}

/// The arrays before the substep on which the values of each array depend. An array that is not listed depends on
/// itself.
using Origins = std::map<std::string, std::set<std::string>>;

std::set<std::string> origins_of(std::string const& array, Origins const& origins) {
  auto const found = origins.find(array);
  return found == origins.end() ? std::set{array} : found->second;
}

/// Returns the arrays that the graph of a region must load. The new values depend on these arrays if copies,
/// zeros, kernel and updates run one after the other. The function does not use fuse_updates.
std::set<std::string> expected_inputs(Substep const& substep, ir::Region region) {
  Origins origins;
  for (auto const& [target, source] : substep.copies) origins[target] = {source};
  for (auto const& array : substep.zeros) origins[array] = {};
  Origins const before_kernel = origins;
  std::set<std::string> results;
  for (auto const& store : substep.kernel.stores) {
    if (store.region != region) continue;
    origins[store.variable].clear();
    for (auto const& array : loads_reaching(substep.kernel, store.value))
      origins[store.variable].merge(origins_of(array, before_kernel));
    results.insert(store.variable);
  }
  for (auto const& array : substep.unneeded) results.erase(array);
  for (auto const& update : substep.updates) {
    auto sum = update.keeps_target ? origins_of(update.target, origins) : std::set<std::string>{};
    for (auto const& source : update.sources) sum.merge(origins_of(source, origins));
    origins[update.target] = sum;
    results.insert(update.target);
  }
  std::set<std::string> inputs;
  for (auto const& array : results) inputs.merge(origins_of(array, origins));
  return inputs;
}

/// Returns the arrays that the graph of a region must store. They are the destinations of the new values, and all
/// needed arrays that the kernel stores or that are set to zero.
std::set<std::string> expected_outputs(Substep const& substep, passes::FusedSubstep const& fused, ir::Region region) {
  std::set<std::string> outputs = substep.zeros;
  for (auto const& store : substep.kernel.stores)
    if (store.region == region) outputs.insert(store.variable);
  for (auto const& array : substep.unneeded) outputs.erase(array);
  for (auto const& update : substep.updates) outputs.erase(update.target);
  for (auto const& update : substep.updates) {
    auto const swap = std::find_if(fused.swaps.begin(), fused.swaps.end(),
                                   [&](auto const& pair) { return pair.first == update.target; });
    outputs.insert(swap == fused.swaps.end() ? update.target : swap->second);
  }
  return outputs;
}

/// Fuses a substep, checks the arrays of each fused graph, and returns the number of arrays of the first graph.
std::size_t n_checked_arrays(Substep const& substep, std::string const& what) {
  auto const fused = passes::fuse_updates(substep);
  std::set<ir::Region> regions;
  for (auto const& store : substep.kernel.stores) regions.insert(store.region);
  EXPECT_EQ(fused.regions.size(), regions.size()) << what;
  for (auto const& graph : fused.regions) {
    auto const region = graph.stores.front().region;
    EXPECT_THAT(graph.inputs, ElementsAreArray(expected_inputs(substep, region))) << what;
    EXPECT_THAT(loads_of_stores(graph), ElementsAreArray(graph.inputs)) << what;
    auto const outputs = expected_outputs(substep, fused, region);
    EXPECT_THAT(graph.outputs, testing::UnorderedElementsAreArray(outputs)) << what;
  }
  return fused.regions.empty() ? 0 : fused.regions.front().inputs.size() + fused.regions.front().outputs.size();
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

TEST(FusedArrays, OmitUnneededArrays) {
  Substep substep =
      step_of(testing_support::kernel("in a b c\nout arhs brhs\n%0 = load a\n%1 = load b\n%2 = load c\n"
                                      "store arhs %0 interior\n%3 = add %1 %2\nstore brhs %3 interior\n"));
  substep.updates = {{"a", true, {"arhs"}}};
  substep.unneeded = {"arhs", "brhs"};
  EXPECT_EQ(n_checked_arrays(substep, "brhs is not used by an update"), 2u);
  substep.updates = {{"a", false, {"x"}}, {"a", false, {"arhs", "y"}}};
  EXPECT_EQ(n_checked_arrays(substep, "the first sum is overwritten"), 3u);
  substep.unneeded = {"arhs"};
  EXPECT_EQ(n_checked_arrays(substep, "brhs is needed"), 6u);
  substep.zeros = {"arhs", "brhs", "z"};
  substep.copies = {{"a", "y"}};
  EXPECT_EQ(n_checked_arrays(substep, "z is only set to zero"), 6u);
}

TEST(FusedArrays, AreThoseOfEachRegion) {
  Substep substep = step_of(testing_support::kernel("in u v\nout urhs vrhs\n%0 = load u\n%1 = load v\n"
                                                    "store urhs %0 interior\nstore vrhs %1 boundary\n"));
  substep.updates = {{"w", false, {"urhs"}}, {"x", true, {"vrhs"}}};
  for (auto const& unneeded : std::vector<std::vector<std::string>>{{}, {"urhs"}, {"urhs", "vrhs"}})
    for (auto const& zeros : std::vector<std::set<std::string>>{{}, {"urhs"}, {"urhs", "vrhs"}}) {
      substep.unneeded = unneeded;
      substep.zeros = zeros;
      EXPECT_GE(n_checked_arrays(substep, testing::PrintToString(std::pair(unneeded, zeros))), 4u);
    }
  substep.kernel = testing_support::kernel("");
  substep.zeros.clear();
  EXPECT_THAT(passes::fuse_updates(substep).regions, IsEmpty()) << "the kernel stores nothing";
}

TEST(FusedArrays, AreRejectedIfTheOrderOfPointsWouldMatter) {
  Substep substep = step_of(testing_support::kernel("in u\nout urhs\n%0 = load u\n%1 = shift %0 [1,0,0]\n"
                                                    "store urhs %1 interior\n"));
  substep.updates = {{"u", true, {"urhs"}}};
  auto const error = [&] { return testing_support::error_of(passes::fuse_updates, substep); };
  EXPECT_THAT(error(), HasSubstr("no array is free for it"));
  substep.zeros = {"u"};
  EXPECT_THAT(error(), HasSubstr("The kernel reads u, which is set to 0 before it."));
  substep.zeros.clear();
  substep.copies = {{"urhs", "u"}};
  EXPECT_THAT(error(), HasSubstr("The kernel stores urhs, which is the target of a copy before it."));
}

// The substeps update most inputs, with or without a scale factor. Some substeps update an array twice, and some
// outputs are unneeded.
TEST(FusedArrays, AreThoseThatRandomKernelsNeed) {
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
    n_checked_arrays(substep, name);
    ++n_fused;
  }
  EXPECT_GT(n_fused, 100);
}

TEST(FusedArrays, AreThoseThatRandomSubstepsNeed) {
  int n_fused = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto const random = testing_support::make_random_substep(seed);
    if (!random || !testing_support::error_of(passes::fuse_updates, random->substep).empty()) continue;
    n_checked_arrays(random->substep, "seed " + std::to_string(seed));
    ++n_fused;
  }
  EXPECT_GT(n_fused, 10);
}

// The kernels have as many fields as the Einstein equations. The test uses the three kinds of substeps of the RK4
// method.
TEST(FusedArrays, AreCountedForSystemsOfManyFields) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Substep substep = step_of(testing_support::large_graph({.n_operations = 2000, .seed = seed}));
    auto const inputs = substep.kernel.inputs, outputs = substep.kernel.outputs;
    ASSERT_EQ(inputs.size(), outputs.size());
    substep.zeros = {outputs.begin(), outputs.end()};
    substep.unneeded = outputs;
    for (std::size_t n = 0; n < inputs.size(); ++n) substep.updates.push_back({inputs[n], true, {outputs[n]}});
    EXPECT_EQ(n_checked_arrays(substep, "first"), 2 * inputs.size());
    for (auto& update : substep.updates)
      update = {update.target, false, {update.target + "_p", update.sources.front()}};
    EXPECT_EQ(n_checked_arrays(substep, "second"), 3 * inputs.size());
    for (std::size_t n = 0; n < inputs.size(); ++n) substep.updates.push_back({inputs[n] + "_sum", true, {inputs[n]}});
    for (auto const& input : inputs) substep.copies[input] = input + "_p";
    EXPECT_EQ(n_checked_arrays(substep, "third"), 4 * inputs.size())
        << "each field reads its past level and its sum, and stores its new value and its sum";
  }
}

} // namespace
