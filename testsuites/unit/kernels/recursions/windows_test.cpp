// The memory of windows that plans choose or request: that of the grid, of a tile, or of a thread.
#include "codegen/recursion/recursion.hpp"
#include "kernels/recursions/plan_choice.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/unit/kernels/recursions/solver_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::recursions {
namespace {

using namespace tests;
using testing::HasSubstr;
using testing::Not;

std::string const program = edit_distance + R"(
int pairs(seq[dna] s, index[s] i, index[s] j) =
  if j <= i + 1 then 0
  else (pairs(i + 1, j - 1) + (if s[i] == 'A' and s[j - 1] == 'T' then 1 else 0))
    max max(k in i + 1 .. j - 1: pairs(i, k) + pairs(k, j))
int fold(seq[dna] s) = pairs(0, length(s))
)";

struct Request {
  std::string function = "edit";
  std::size_t n_rows = 0, n_columns = 0, n_problems = 1;
  std::size_t tile_bytes = 48 << 10;
  bool is_device = true, has_query = false;
  std::string plan{}; ///< pinned; empty: choose
};

/// Returns the text of the plan for problems of this size.
std::string plan_of(Request const& request) {
  std::mt19937 random(1);
  recursion::System const system = recursion::read_system({"windows.rec", program}, request.function);
  recursion::Inputs shared;
  std::set<std::string> varying{"s"};
  if (request.function == "edit") varying.insert("t");
  if (request.has_query) varying.erase("s");
  if (request.has_query) recursion::set_sequence(shared, "s", random_letters(random, request.n_rows, 4));
  Problems problems;
  for (std::size_t n = 0; n < request.n_problems; ++n) {
    auto& letters = problems.letters.emplace_back();
    for (std::string const& name : varying)
      letters[name] = random_letters(random, name == "s" ? request.n_rows : request.n_columns, 4);
  }
  std::vector<Problem> const list = problems.list();
  PlanFacts facts{.shared = shared,
                  .varying = varying,
                  .is_device = request.is_device,
                  .first_cache_bytes = request.tile_bytes,
                  .cache_bytes = request.tile_bytes,
                  .tile_bytes = request.tile_bytes};
  std::optional<wavefront::Plan> pinned;
  if (!request.plan.empty()) pinned = wavefront::parse_plan({"plan", request.plan});
  PlanChoice choice(system, facts, pinned);
  return wavefront::to_text(*choice.choose(ProblemList(system, varying, list)).front().plan);
}

std::string error_of(Request const& request) {
  return testing_support::error_of([&] { plan_of(request); });
}

// Lengths are rounded up to powers of two. A row takes 12 bytes, and two letters.
TEST(Windows, AreInTileMemoryIfTheyFit) {
  EXPECT_THAT(plan_of({.n_rows = 500, .n_columns = 500}), HasSubstr("within int32 lanes 64 window tile 513 threads"));
  EXPECT_THAT(plan_of({.n_rows = 300, .n_columns = 500}), HasSubstr("window tile 513"));
  EXPECT_THAT(plan_of({.n_rows = 500, .n_columns = 500, .tile_bytes = 513 * 14}), HasSubstr("window tile 513"));
  EXPECT_THAT(plan_of({.n_rows = 500, .n_columns = 500, .tile_bytes = 4096}),
              HasSubstr("strips 128 window tile 128 threads"));
  EXPECT_THAT(plan_of({.n_rows = 500, .n_columns = 500, .tile_bytes = 0}), Not(HasSubstr("window")));
  EXPECT_THAT(plan_of({.n_rows = 500, .n_columns = 500, .is_device = false}), Not(HasSubstr("window")));
}

// The table of `fold` has no window: 65 * 65 elements of 4 bytes.
TEST(Windows, AreReplacedByTablesIfThereAreNone) {
  EXPECT_THAT(plan_of({.function = "fold", .n_rows = 60}), HasSubstr("within int32 lanes 64 window tile 65 threads"));
  EXPECT_THAT(plan_of({.function = "fold", .n_rows = 60, .tile_bytes = 65 * 65 * 4 - 1}), Not(HasSubstr("window")));
  EXPECT_THAT(plan_of({.function = "fold", .n_rows = 100000}), Not(HasSubstr("window")));
}

TEST(Windows, AreInPrivateMemoryIfTheyAreSmall) {
  EXPECT_THAT(plan_of({.n_rows = 10, .n_columns = 40, .n_problems = 500, .has_query = true}),
              HasSubstr("across int32 lanes 64 columns 4 window private 17 threads"));
  EXPECT_THAT(plan_of({.n_rows = 100, .n_columns = 40, .n_problems = 500, .has_query = true}),
              Not(HasSubstr("window")));
  EXPECT_THAT(plan_of({.n_rows = 10, .n_columns = 40, .n_problems = 500, .is_device = false, .has_query = true}),
              Not(HasSubstr("window")));
}

TEST(Windows, AreRejectedIfTheyDoNotFit) {
  std::string const schedule = " schedule edit 1 1 + 0 partitions 0";
  Request request{.n_rows = 20, .n_columns = 30, .plan = "within int32 lanes 32 window tile 31" + schedule};
  EXPECT_THAT(plan_of(request), HasSubstr("window tile 31"));
  request.n_columns = 31;
  request.n_rows = 31;
  EXPECT_THAT(error_of(request), HasSubstr("does not fit `edit`: its windows have 31 rows, but the tables have 32. "
                                           "Choose another plan, or omit it."));
  request.plan = "within int32 lanes 32 window tile 5000" + schedule;
  EXPECT_THAT(error_of(request),
              HasSubstr("its windows need 60000 bytes of tile memory; the limit is 49152 bytes. Choose another plan"));
  request.plan = "within int32 lanes 32 strips 64 window tile 32" + schedule;
  EXPECT_THAT(error_of(request), HasSubstr("the window has 32 rows, but a strip has 64"));
  request.plan = "across int32 lanes 32 window private 65";
  EXPECT_THAT(error_of(request), HasSubstr("its windows need 260 bytes of private memory; the limit is 256 bytes"));
  request.is_device = false;
  EXPECT_THAT(error_of(request),
              HasSubstr("windows are in tile or private memory only on devices that run blocks of threads"));
  EXPECT_THAT(error_of({.function = "fold", .n_rows = 5, .plan = "across int32 lanes 32 window private 16"}),
              HasSubstr("no table has a window with one axis"));
}

// A window of the next wider type that does not fit is in grid memory.
TEST(Windows, OfWiderTypesFit) {
  std::mt19937 random(2);
  recursion::System const system = recursion::read_system({"windows.rec", program}, "edit");
  Problems problems;
  problems.letters.push_back({{"s", random_letters(random, 20, 4)}, {"t", random_letters(random, 20, 4)}});
  std::vector<Problem> const list = problems.list();
  recursion::Inputs const shared;
  for (std::size_t const tile_bytes : {3 * 21, 6 * 21}) {
    PlanFacts facts{.shared = shared, .varying = {"s", "t"}, .is_device = true, .tile_bytes = tile_bytes};
    wavefront::Plan const plan =
        wavefront::parse_plan({"plan", "within int8 lanes 32 window tile 21 schedule edit 1 1 + 0 partitions 0"});
    PlanChoice choice(system, facts, plan);
    ProblemList const of(system, facts.varying, list);
    PlannedProblems const narrow = choice.choose(of).front(), wide = choice.choose_wider(of, {0}, narrow).front();
    EXPECT_THAT(wavefront::to_text(*narrow.plan), HasSubstr("within int8 lanes 32 window tile 21"));
    EXPECT_EQ(wide.plan->integers, ir::Type::int16);
    EXPECT_EQ(wide.plan->window, tile_bytes < 6 * 21 ? ir::Scope::grid : ir::Scope::tile);
  }
}

} // namespace
} // namespace chemora::recursions
