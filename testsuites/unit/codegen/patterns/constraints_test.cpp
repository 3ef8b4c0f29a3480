#include "codegen/patterns/constraints.hpp"

#include "testsuites/support/errors.hpp"
#include "testsuites/unit/codegen/patterns/nests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

using testing::HasSubstr;

Mapping mapping(std::string const& text) { return parse_mapping({"mapping", text}); }

std::string error_of(std::string const& text, Nest const& nest, MachineShape const& machine = k20c_shape()) {
  return testing_support::error_of([&] { check_mapping(mapping(text), nest, machine, "mapping"); });
}

/// Returns the weights of the soft constraints of one kind.
std::vector<double> weights(Nest const& nest, ConstraintKind kind, MachineShape const& machine = k20c_shape()) {
  std::vector<double> found;
  for (Constraint const& constraint : constraints_of(nest, machine))
    if (constraint.kind == kind && constraint.strength == Strength::soft) found.push_back(constraint.weight);
  return found;
}

TEST(Constraints, RejectTheMappingOfFigure9) {
  Nest const nest = sum_rows(matrix_shapes[0]);
  EXPECT_EQ(error_of("y 64 span 1 / x 32 span all", nest),
            "mapping: error: The mapping `y 64 span 1 / x 32 span all` is not possible. Required: a block has at most "
            "1024 threads: Tesla K20c.");
  EXPECT_EQ(error_of("y 32 span 1 / x 32 span all", nest), "no error");
}

TEST(Constraints, RequireWholeSpansForSynchronisation) {
  Nest const nest = sum_rows(matrix_shapes[0]);
  EXPECT_THAT(error_of("y 1 span 1 / x 32 span 4", nest),
              HasSubstr("level 1 has `span all` or `split`: `reduce j` combines all of its iterations."));
  EXPECT_EQ(error_of("y 1 span 1 / x 32 split 4", nest), "no error");
  EXPECT_EQ(error_of("y 1 span all / x 32 split 4", nest), "no error");
  EXPECT_THAT(error_of("y 1 split 2 / x 32 split 4", nest),
              HasSubstr("level 0 has no `split`: no pattern of the level has results to combine."));
}

TEST(Constraints, RequireTheMostConservativeSpanOfALevel) {
  std::string const error = error_of("y 1 span 1 / x 32 span 2", page_rank());
  EXPECT_THAT(error, HasSubstr("the size of `map neighbours` is unknown at launch"));
  EXPECT_THAT(error, HasSubstr("`reduce weights` combines all of its iterations"));
  EXPECT_THAT(error, HasSubstr("the 2 patterns of the level have the most conservative span of them"));
  EXPECT_THAT(error_of("y 1 span 1 / x 32 split 2", page_rank()), HasSubstr("level 1 has no `split`"));
  EXPECT_EQ(error_of("y 1 span 1 / x 32 span all", page_rank()), "no error");
}

TEST(Constraints, RejectSplitsOfResultsThatCannotBeCombined) {
  Nest nest = sum_rows(matrix_shapes[0]);
  nest.patterns[1].can_be_split = false;
  EXPECT_THAT(error_of("y 1 span 1 / x 32 split 4", nest),
              HasSubstr("the results of blocks of `reduce j` cannot be combined"));
}

TEST(Constraints, FollowTheLimitsOfTheMachine) {
  Nest const nest = sum_rows(matrix_shapes[0]);
  EXPECT_THAT(error_of("z 128 span 1 / x 1 span all", nest),
              HasSubstr("a block has at most 1024, 1024 and 64 threads along x, y and z: Tesla K20c."));
  EXPECT_EQ(error_of("z 128 span 1 / x 1 span all", nest, host_shape(2, 1 << 20)), "no error");
  Nest large = nest;
  large.patterns[1].result_bytes = 1024;
  EXPECT_THAT(error_of("y 32 span 1 / x 2 span all", large),
              HasSubstr("a block whose threads combine results has at most 48 threads: Tesla K20c has 49152 bytes"));
  EXPECT_EQ(error_of("y 64 span 1 / x 1 span all", large), "no error"); // each thread reduces a row on its own
}

TEST(Constraints, LimitTheThreadsOfALevelToThoseThatItsPatternsCanUse) {
  Nest nest = sum_rows(matrix_shapes[0]);
  nest.patterns[1].max_threads = 32;
  EXPECT_THAT(error_of("y 1 span 1 / x 64 span all", nest),
              HasSubstr("level 1 has at most 32 threads per block: `reduce j` cannot use more threads."));
  EXPECT_EQ(error_of("y 4 span 1 / x 32 span all", nest), "no error");
}

TEST(Constraints, ReportAnotherNumberOfLevelsAndAllViolations) {
  EXPECT_THAT(error_of("x 32 span 1", sum_rows(matrix_shapes[0])),
              HasSubstr("The mapping `x 32 span 1` has 1 level, but the nest has 2: `map i` and `reduce j`."));
  std::string const error = error_of("y 64 split 2 / x 32 span 1", sum_rows(matrix_shapes[0]));
  EXPECT_THAT(error, HasSubstr("at most 1024 threads"));
  EXPECT_THAT(error, HasSubstr("level 1 has `span all` or `split`"));
  EXPECT_THAT(error, HasSubstr("level 0 has no `split`"));
}

TEST(Constraints, WeighCoalescedAccessesByTheirExecutions) {
  EXPECT_EQ(weights(figure_8(1000, 200), ConstraintKind::coalesced), (std::vector<double>{10 * 1e3, 10 * 2e5}));
  Nest nest = figure_8(1000, 200);
  nest.branches = {{.name = "if", .levels = {1}}};
  nest.accesses[1].branches = {0};
  EXPECT_EQ(weights(nest, ConstraintKind::coalesced), (std::vector<double>{10 * 1e3, 10 * 1e5}));
  EXPECT_EQ(weights(figure_8(1000, 8), ConstraintKind::coalesced), // 8 of 32 lanes
            (std::vector<double>{10 * 1e3, 10 * 8e3 / 4}));
}

TEST(Constraints, OfAssumedSizesUseTheDefaultSize) {
  Nest nest{.patterns = {{.name = "map i"}}, .accesses = {{.name = "a[i]", .pattern = 0, .contiguous_level = 0}}};
  EXPECT_EQ(weights(nest, ConstraintKind::coalesced), std::vector<double>{10 * default_size});
  EXPECT_TRUE(weights(nest, ConstraintKind::no_idle_threads).empty());
  nest.patterns[0].size = 5;
  nest.patterns[0].size_source = SizeSource::hint;
  EXPECT_EQ(weights(nest, ConstraintKind::coalesced), std::vector<double>{10 * 5 * 5. / 32});
  EXPECT_EQ(weights(nest, ConstraintKind::no_idle_threads), std::vector<double>{5 * 5});
}

TEST(Constraints, OmitAccessesWithFlexibleLayout) {
  EXPECT_EQ(weights(page_rank(), ConstraintKind::coalesced).size(), 1); // not that of the buffer `weights`
  EXPECT_EQ(flexible_accesses(page_rank()), std::vector<std::string>{"weights[e]"});
}

bool holds(ConstraintKind kind, Nest const& nest, std::string const& text) {
  MachineShape const machine = k20c_shape();
  for (Constraint const& constraint : constraints_of(nest, machine))
    if (constraint.kind == kind) return is_satisfied(constraint, mapping(text), machine);
  ADD_FAILURE() << "no such constraint";
  return false;
}

TEST(Constraints, HoldForTheRightMappings) {
  Nest const rows = sum_rows({64, 100});
  EXPECT_TRUE(holds(ConstraintKind::coalesced, rows, "y 1 span 1 / x 64 span all"));
  EXPECT_FALSE(holds(ConstraintKind::coalesced, rows, "y 1 span 1 / x 16 span all"));
  EXPECT_FALSE(holds(ConstraintKind::coalesced, rows, "x 64 span 1 / y 32 span all"));
  EXPECT_TRUE(holds(ConstraintKind::min_block_threads, rows, "y 2 span 1 / x 32 span all"));
  EXPECT_FALSE(holds(ConstraintKind::min_block_threads, rows, "y 1 span 1 / x 32 span all"));
  EXPECT_TRUE(holds(ConstraintKind::few_partial_results, rows, "y 1 span 1 / x 8 span all"));
  EXPECT_FALSE(holds(ConstraintKind::few_partial_results, rows, "y 1 span 1 / x 16 span all"));
  EXPECT_TRUE(holds(ConstraintKind::no_idle_threads, sum_rows({100, 100}), "y 128 span 1 / x 1 span all"));
  EXPECT_FALSE(holds(ConstraintKind::no_idle_threads, sum_rows({100, 100}), "y 256 span 1 / x 1 span all"));
}

TEST(Constraints, KeepWarpsUniform) {
  // The number of neighbours depends on the node: nodes are best not mapped to the threads of one warp.
  EXPECT_TRUE(holds(ConstraintKind::uniform, page_rank(), "y 16 span 1 / x 32 span all"));
  EXPECT_FALSE(holds(ConstraintKind::uniform, page_rank(), "y 16 span 1 / x 16 span all"));
  EXPECT_FALSE(holds(ConstraintKind::uniform, page_rank(), "x 32 span 1 / y 32 span all"));
  EXPECT_TRUE(holds(ConstraintKind::uniform, page_rank(), "x 1 span 1 / y 32 span all"));
  Nest branch = figure_8(1000, 1000);
  branch.branches = {{.name = "if (p[i])", .levels = {0}}, {.name = "if (n > 0)"}};
  branch.accesses[1].branches = {0, 1};
  EXPECT_EQ(weights(branch, ConstraintKind::uniform), std::vector<double>{2 * 1e6 / 4}); // none for `n > 0`
  EXPECT_FALSE(holds(ConstraintKind::uniform, branch, "x 32 span 1 / y 1 span 1"));
}

TEST(Constraints, MapIterationsOfSimilarLengthToAWarp) {
  Nest const nest = orbits(20000, 50, {0, 1});
  EXPECT_EQ(weights(nest, ConstraintKind::uniform), std::vector<double>{2 * 1e6 * 256});
  EXPECT_TRUE(holds(ConstraintKind::uniform, nest, "x 32 span 1 / y 1 span 1 / z 1 span all"));
  EXPECT_TRUE(holds(ConstraintKind::uniform, nest, "x 32 span 1 / y 4 span 1 / z 1 span all"));
  EXPECT_FALSE(holds(ConstraintKind::uniform, nest, "x 16 span 1 / y 4 span 1 / z 1 span all"));
  EXPECT_FALSE(holds(ConstraintKind::uniform, nest, "y 1 span 1 / x 32 span 1 / z 1 span all"));
  EXPECT_TRUE(weights(orbits(50, 50, {0, 1}), ConstraintKind::uniform).empty()); // both levels are equally fine
  EXPECT_TRUE(weights(orbits(50, 20000, {}), ConstraintKind::uniform).empty());
}

TEST(Constraints, MapIterationsOfEqualLengthToAWarp) {
  Nest const nest = orbits(20000, 50, {0}); // all threads along level 1 end together
  EXPECT_TRUE(holds(ConstraintKind::uniform, nest, "y 1 span 1 / x 32 span 1 / z 1 span all"));
  EXPECT_FALSE(holds(ConstraintKind::uniform, nest, "x 32 span 1 / y 1 span 1 / z 1 span all"));
}

double alternate_rows(Nest const& nest, MachineShape const& machine = host_shape(2, 1 << 20)) {
  for (Constraint const& constraint : constraints_of(nest, machine))
    if (constraint.kind == ConstraintKind::alternate_rows) return constraint.limit;
  return 0;
}

TEST(Constraints, DivideThePrefetchedPagesOfAHostAmongTheRowsOfArrays) {
  EXPECT_EQ(alternate_rows(matrices({2000, 2000}, 1)), 16);
  EXPECT_EQ(alternate_rows(matrices({2000, 2000}, 3)), 4); // of 5
  EXPECT_EQ(alternate_rows(matrices({2000, 2000}, 8)), 2);
  EXPECT_EQ(alternate_rows(matrices({2000, 2000}, 9)), 0);
  EXPECT_EQ(alternate_rows(matrices({3, 2000}, 1)), 2); // of three rows
  EXPECT_EQ(alternate_rows(matrices({2000, 512}, 1)), 16);
  EXPECT_EQ(alternate_rows(matrices({2000, 511}, 1)), 0); // less than a page
  EXPECT_EQ(alternate_rows(matrices({2000, 2000}, 1), h200_shape()), 0);
  Nest nest = matrices({2000, 2000}, 2);
  nest.accesses[1].levels = {1}; // one row for all iterations of the outer map: 15 are left
  EXPECT_EQ(alternate_rows(nest), 8);
  nest.accesses[0].levels = {1};
  EXPECT_EQ(alternate_rows(nest), 0);
  nest = matrices({2000, 2000}, 1);
  nest.accesses.push_back(nest.accesses[0]); // a further access to the same array
  EXPECT_EQ(alternate_rows(nest), 16);
}

TEST(Constraints, AlternateRowsOnlyInMaps) {
  EXPECT_EQ(alternate_rows(sum_rows({2000, 2000})), 0);
  EXPECT_EQ(alternate_rows(orbits(2000, 2000, {})), 0);
  Nest nest = matrices({2000, 2000}, 1);
  nest.patterns.push_back(exact_pattern("reduce k", 0, 50, true)); // would be executed for each part of a row
  EXPECT_EQ(alternate_rows(nest), 0);
}

TEST(Constraints, OfThePaperAreThoseOfTableII) {
  std::vector<ConstraintKind> soft;
  for (Constraint const& constraint : constraints_of(page_rank(), k20c_shape(), Rules::paper))
    if (constraint.strength == Strength::soft) soft.push_back(constraint.kind);
  EXPECT_EQ(soft, (std::vector{ConstraintKind::coalesced, ConstraintKind::min_block_threads}));
}

TEST(MachineShapes, HaveTheParallelismOfTheDevices) {
  EXPECT_EQ(k20c_shape().min_parallelism, 26624);
  EXPECT_EQ(k20c_shape().max_parallelism, 2662400);
  EXPECT_EQ(h200_shape().min_parallelism, 270336);
  EXPECT_EQ(h200_shape().max_parallelism, 27033600);
  MachineShape const host = host_shape(4, 1 << 20, 8);
  EXPECT_EQ(host.min_parallelism, 32);
  EXPECT_EQ(host.max_parallelism, 3200);
  EXPECT_EQ(host.lanes, 8);
}

} // namespace
} // namespace chemora::patterns
