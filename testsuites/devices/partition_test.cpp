// A graph is divided at random into several kernels, which run one after the other on the host. The results must be
// bitwise equal to those of the whole graph.
#include "codegen/plan/fission.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/scratch.hpp"
#include "testsuites/support/random_graph.hpp"
#include "testsuites/support/random_partition.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing_support::make_random_data;
using testing_support::RandomData;
using testing_support::same_bits;

device::Device& host() {
  static auto const device = device::make_host_device();
  return *device;
}

struct Case {
  ir::Graph graph;
  plan::Plan plan;
  plan::Pieces pieces;
  RandomData data;
  std::vector<jit::Lowered> lowered; ///< by piece
};

Case make_case(int seed, bool is_random) {
  ir::Graph const graph = passes::specialise(testing_support::random_graph({.seed = static_cast<std::uint64_t>(seed),
                                                                            .n_values = 20 + seed % 40,
                                                                            .n_outputs = 2 + seed % 4,
                                                                            .updates_input = seed % 3 == 0}),
                                             {});
  base::Index3 const extent{13, 9, 7};
  plan::Plan const whole = plan::default_plan(graph, extent, 4);
  Case c{graph,
         is_random ? testing_support::random_partition(graph, static_cast<std::uint64_t>(seed))
                   : fission_of_derivatives(graph, whole, {.arrays = 5}),
         {},
         make_random_data(graph, extent, static_cast<std::uint64_t>(seed)),
         {}};
  c.pieces = plan::split(c.graph, c.plan);
  for (auto const& piece : c.pieces.pieces)
    c.lowered.push_back(jit::lower_to_source(piece.graph, piece.plan, extent, plan::Language::cpp));
  return c;
}

/// Runs the kernels of a case one after the other. Their compiled objects start at index `next` of `objects`.
std::map<std::string, std::vector<double>> run(Case const& c, std::vector<device::CompiledObject> const& objects,
                                               std::size_t next) {
  auto arrays = c.data.arrays;
  launch::Scratch scratch(host());
  scratch.reserve(c.pieces.n_slots, arrays.begin()->second.size() * sizeof(double));
  std::map<std::string, int> slots;
  for (auto const& temporary : c.pieces.temporaries) slots[temporary.variable] = temporary.slot;
  base::Box const boxes[] = {c.data.box};
  for (std::size_t n = 0; n < c.pieces.pieces.size(); ++n) {
    ir::Graph const& graph = c.pieces.pieces[n].graph;
    EXPECT_EQ(objects[next + n].error, "") << c.lowered[n].source;
    launch::BoundKernel kernel(graph, c.data.input.extent,
                               host().load(graph.name, objects[next + n].object, c.lowered[n].shape));
    kernel.run(boxes, c.data.input.scalars, c.data.input.parameters, [&](std::string const& name) -> void* {
      auto const slot = slots.find(name);
      return slot == slots.end() ? static_cast<void*>(arrays.at(name).data()) : scratch.array(slot->second);
    });
  }
  return arrays;
}

TEST(HostPartitions, HaveTheBitsOfTheWholeGraph) {
  std::vector<Case> cases;
  for (int seed = 1; seed <= 6; ++seed) cases.push_back(make_case(seed, seed % 3 != 0));
  std::vector<device::CompileRequest> requests;
  for (auto const& c : cases)
    for (std::size_t n = 0; n < c.lowered.size(); ++n)
      requests.push_back({c.pieces.pieces[n].graph.name, c.lowered[n].source});
  EXPECT_GE(requests.size(), 2 * cases.size()); // most graphs must be divided
  auto const objects = host().compile(requests, 2);
  std::size_t next = 0;
  for (auto const& c : cases) {
    auto expected = c.data.arrays;
    ir::interpret(c.graph, c.data.input, c.data.box, expected);
    auto const actual = run(c, objects, next);
    next += c.lowered.size();
    for (auto const& [name, values] : expected)
      EXPECT_TRUE(same_bits(values, actual.at(name))) << name << "\n" << to_text(c.plan) << to_text(c.graph);
  }
}

} // namespace
