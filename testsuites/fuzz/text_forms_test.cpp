// Text forms with random damage: a message for the user, or a text that prints and parses to itself.
#include "codegen/ir/loops.hpp"
#include "codegen/passes/pipeline.hpp"
#include "codegen/plan/lower.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/fuzz/damage.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing_support::damaged;

constexpr std::uint64_t n_damages = 1500;

ir::Graph graph_of(std::uint64_t seed) { return testing_support::random_graph({.seed = seed, .n_values = 20}); }

/// Calls `parse` on damaged texts; counts those it accepts. What it throws must be a UserError with a message.
template <typename Parse>
int count_accepted(std::string const& text, Parse parse) {
  int n_accepted = 0;
  for (std::uint64_t seed = 0; seed < n_damages; ++seed) {
    std::string const input = damaged(text, seed);
    try {
      parse(input);
      ++n_accepted;
    } catch (base::UserError const& error) {
      EXPECT_FALSE(std::string(error.what()).empty()) << input;
    } catch (std::exception const& error) {
      ADD_FAILURE() << "seed " << seed << ": not a UserError: " << error.what() << "\n" << input;
    }
  }
  return n_accepted;
}

TEST(TextForms, DamagedGraphsAreRefusedOrReadAsTheySay) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    int const n = count_accepted(ir::to_text(graph_of(seed)), [](std::string const& input) {
      ir::Graph const graph = ir::parse_graph(input);
      EXPECT_EQ(ir::to_text(ir::parse_graph(ir::to_text(graph))), ir::to_text(graph));
    });
    EXPECT_LT(n, static_cast<int>(n_damages)) << "the damage must show";
  }
}

TEST(TextForms, DamagedLoopsAreRefusedOrReadAsTheySay) {
  ir::Graph const graph = passes::specialise(graph_of(4), {});
  auto const loops = plan::lower(graph, plan::default_plan(graph, {9, 8, 7}, 4), {{9, 8, 7}});
  count_accepted(ir::to_text(loops), [](std::string const& input) {
    auto const parsed = ir::parse_loops(input);
    EXPECT_EQ(ir::to_text(ir::parse_loops(ir::to_text(parsed))), ir::to_text(parsed));
  });
}

TEST(TextForms, DamagedPlansAreRefusedOrReadAsTheySay) {
  ir::Graph const graph = graph_of(5);
  plan::Plan const defaults = plan::default_plan(graph, {9, 8, 7}, 4);
  count_accepted(plan::to_text(defaults), [&](std::string const& input) {
    plan::Plan const plan = plan::parse_plan(input, defaults);
    EXPECT_EQ(plan::parse_plan(plan::to_text(plan), defaults), plan);
  });
}

} // namespace
