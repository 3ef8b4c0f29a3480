#include "codegen/patterns/mapping_search.hpp"

#include "testsuites/unit/codegen/patterns/nests.hpp"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

namespace chemora::patterns {
namespace {

using testing::HasSubstr;

Mapping mapping(std::string const& text) { return parse_mapping({"mapping", text}); }

/// Calls `visit` with all 968 candidates for a nest of two levels, in lexicographic order, without the search.
template <class Visit>
void for_each_candidate_of_two_levels(Visit visit) {
  for (auto const& [outer, inner] : {std::pair{Dimension::x, Dimension::y}, std::pair{Dimension::y, Dimension::x}})
    for (int a = 0; a <= 10; ++a)
      for (SpanKind const outer_span : {SpanKind::points, SpanKind::all})
        for (int b = 0; b <= 10; ++b)
          for (SpanKind const inner_span : {SpanKind::points, SpanKind::all})
            visit(Mapping{{{outer, 1 << a, {outer_span, 1}}, {inner, 1 << b, {inner_span, 1}}}});
}

/// The best candidate of a nest whose inner level is a reduction, with the constraints of Table II written out.
SearchResult brute_force(double outer, double inner, int contiguous, int lanes = 32) {
  SearchResult best{.score = -1};
  double parallelism_of_best = 0;
  for_each_candidate_of_two_levels([&](Mapping const& candidate) {
    ++best.n_candidates;
    LevelMapping const &first = candidate.levels[0], &second = candidate.levels[1];
    int const threads = first.block_size * second.block_size;
    if (threads > 1024 || second.span.kind != SpanKind::all) return;
    ++best.n_legal;
    LevelMapping const& adjacent = candidate.levels[static_cast<std::size_t>(contiguous)];
    double score = 0;
    if (adjacent.dimension == Dimension::x && adjacent.block_size % lanes == 0) score += 10 * outer * inner;
    if (threads >= 64) score += outer * inner;
    double const parallelism =
        (first.span.kind == SpanKind::points ? outer : std::min<double>(first.block_size, outer)) *
        std::min<double>(second.block_size, inner);
    if (score < best.score) return;
    best.n_best = score == best.score ? best.n_best + 1 : 1;
    if (score == best.score && parallelism <= parallelism_of_best) return;
    best.candidate = candidate;
    best.score = score;
    parallelism_of_best = parallelism;
  });
  return best;
}

void expect_equal(SearchResult const& found, SearchResult const& expected) {
  EXPECT_EQ(to_text(found.candidate), to_text(expected.candidate));
  EXPECT_EQ(found.score, expected.score);
  EXPECT_EQ(found.n_candidates, expected.n_candidates);
  EXPECT_EQ(found.n_legal, expected.n_legal);
  EXPECT_EQ(found.n_best, expected.n_best);
}

TEST(MappingSearch, HasTheCountsOfThePaper) {
  for (MatrixShape const shape : matrix_shapes) {
    for (Nest const& nest : {sum_rows(shape), sum_columns(shape)}) {
      SearchResult const result = find_mapping(nest, k20c_shape(), Rules::paper);
      EXPECT_EQ(result.n_candidates, 968);
      EXPECT_EQ(result.n_legal, 264);
      EXPECT_EQ(result.n_best, 40);
    }
    EXPECT_EQ(to_text(find_mapping(sum_rows(shape), k20c_shape(), Rules::paper).candidate),
              "y 1 span 1 / x 1024 span all");
    EXPECT_EQ(to_text(find_mapping(sum_columns(shape), k20c_shape(), Rules::paper).candidate),
              "x 32 span 1 / y 32 span all");
  }
}

TEST(MappingSearch, AgreesWithBruteForce) {
  std::mt19937 random(7);
  for (int attempt = 0; attempt < 100; ++attempt) {
    double const outer = std::floor(std::exp2(std::uniform_real_distribution(0.0, 20.0)(random)));
    double const inner = std::floor(std::exp2(std::uniform_real_distribution(0.0, 20.0)(random)));
    MatrixShape const by_rows{outer, inner}, by_columns{inner, outer};
    expect_equal(find_mapping(sum_rows(by_rows), k20c_shape(), Rules::paper), brute_force(outer, inner, 1));
    expect_equal(find_mapping(sum_columns(by_columns), k20c_shape(), Rules::paper), brute_force(outer, inner, 0));
  }
}

TEST(MappingSearch, AgreesWithBruteForceForAllConstraints) {
  Nest const nest = page_rank();
  MachineShape const machine = h200_shape();
  SearchResult best{.score = -1};
  double parallelism_of_best = 0;
  for_each_candidate_of_two_levels([&](Mapping const& candidate) {
    ++best.n_candidates;
    LevelMapping const &nodes = candidate.levels[0], &neighbours = candidate.levels[1];
    if (block_threads(candidate) > 1024 || neighbours.span.kind != SpanKind::all) return;
    ++best.n_legal;
    bool const is_x = neighbours.dimension == Dimension::x;
    bool const is_uniform = nodes.block_size == 1 || (is_x && neighbours.block_size >= 32);
    double score = 0;
    if (is_x && neighbours.block_size >= 32) score += 10;
    score += is_uniform ? 2 * 2 : 0; // of the map and the reduce
    if (neighbours.block_size <= 125) score += 0.5;
    if (block_threads(candidate) >= 64) score += 1;
    double const parallelism =
        std::min((nodes.span.kind == SpanKind::points ? default_size : nodes.block_size) * neighbours.block_size,
                 machine.max_parallelism);
    if (score * 1e6 < best.score) return;
    best.n_best = score * 1e6 == best.score ? best.n_best + 1 : 1;
    if (score * 1e6 == best.score && parallelism <= parallelism_of_best) return;
    best.candidate = candidate;
    best.score = score * 1e6;
    parallelism_of_best = parallelism;
  });
  SearchResult const found = find_mapping(nest, machine);
  expect_equal(found, best);
  EXPECT_EQ(to_text(found.mapping), "y 1 span 1 / x 64 span all");
}

TEST(MappingSearch, SelectsXForAdjacentElementsAtAllShapes) {
  for (MachineShape const& machine : {k20c_shape(), h200_shape(), host_shape(2, 1 << 20), host_shape(64, 1 << 20, 8)})
    for (MatrixShape const shape : matrix_shapes) {
      EXPECT_EQ(level_with(find_mapping(sum_rows(shape), machine).mapping, Dimension::x), 1) << machine.name;
      EXPECT_EQ(level_with(find_mapping(sum_columns(shape), machine).mapping, Dimension::x), 0) << machine.name;
    }
}

TEST(MappingSearch, GivesXToTheAccessThatIsExecutedMoreOften) {
  Mapping const found = find_mapping(figure_8(4096, 512), k20c_shape()).mapping; // alpha I against alpha I J
  EXPECT_EQ(level_with(found, Dimension::x), 1);
  Nest rare = figure_8(4096, 512); // a branch that is executed for one of a million
  rare.branches = {{.name = "if", .probability = 1e-6}};
  rare.accesses[1].branches = {0};
  EXPECT_EQ(level_with(find_mapping(rare, k20c_shape()).mapping, Dimension::x), 0);
  Nest flexible = figure_8(4096, 512);
  flexible.accesses[1].has_flexible_layout = true;
  EXPECT_EQ(level_with(find_mapping(flexible, k20c_shape()).mapping, Dimension::x), 0);
}

TEST(MappingSearch, FindsAMappingWithoutSoftConstraints) {
  Nest nest{.patterns = {exact_pattern("map i", -1, 0)}}; // no iterations: all weights are 0
  SearchResult const result = find_mapping(nest, k20c_shape());
  EXPECT_EQ(result.score, 0);
  EXPECT_EQ(result.n_legal, result.n_best);
  EXPECT_EQ(to_text(result.mapping), "x 1 span 1");
  nest.patterns[0] = {.name = "map i"};
  EXPECT_EQ(find_mapping(nest, k20c_shape()).mapping.levels.size(), 1);
}

TEST(MappingSearch, DoesNotExceedTheLimitsOfTheMachine) {
  std::mt19937 random(11);
  for (int attempt = 0; attempt < 20; ++attempt) {
    Nest nest;
    int const n_patterns = std::uniform_int_distribution(1, 3)(random);
    for (int number = 0; number < n_patterns; ++number) {
      NestPattern pattern =
          exact_pattern("p", number - 1, std::uniform_int_distribution(0, 5000)(random), random() % 2);
      pattern.size_source = static_cast<SizeSource>(random() % 3);
      pattern.is_size_known_at_launch = random() % 4 != 0;
      nest.patterns.push_back(pattern);
      nest.accesses.push_back(
          {.name = "a", .pattern = number, .contiguous_level = std::uniform_int_distribution(0, number)(random)});
    }
    for (MachineShape const& machine : {k20c_shape(), host_shape(3, 1 << 18)}) {
      Mapping const found = find_mapping(nest, machine).mapping;
      EXPECT_NO_THROW(check_mapping(found, nest, machine, "found"));
      EXPECT_EQ(find_mapping(nest, machine).mapping, found);
      EXPECT_EQ(parse_mapping({"text", to_text(found)}), found);
    }
  }
}

Nest deep_nest(int depth) {
  Nest nest;
  for (int level = 0; level < depth; ++level) {
    nest.patterns.push_back(exact_pattern("map", level - 1, 200));
    nest.accesses.push_back({.name = "a", .pattern = level, .contiguous_level = level});
  }
  return nest;
}

TEST(MappingSearch, TriesAllCandidatesOfThreeLevels) {
  SearchResult const result = find_mapping(deep_nest(3), k20c_shape());
  EXPECT_EQ(result.n_candidates, 6 * 22 * 22 * 22);
  EXPECT_EQ(level_with(result.mapping, Dimension::x), 2);
}

TEST(MappingSearch, ExecutesFurtherLevelsSequentially) {
  SearchResult const result = find_mapping(deep_nest(4), k20c_shape());
  EXPECT_EQ(result.n_candidates, 24 * 22 * 22 * 22);
  EXPECT_EQ(level_with(result.mapping, Dimension::x), 3);
  EXPECT_EQ(std::ranges::count(result.mapping.levels, Dimension::sequential, &LevelMapping::dimension), 1);
}

TEST(MappingSearch, DoesNotFillWarpsWithIdleThreads) {
  // Three components per point: a warp along the components would have 29 idle threads.
  Mapping const found = find_mapping(figure_8(1 << 20, 3), k20c_shape()).mapping;
  EXPECT_LE(found.levels[1].block_size, 4);
  EXPECT_GE(block_threads(found), 64);
}

TEST(ControlledParallelism, SplitsReductionsBelowTheMinimum) {
  Nest const nest = sum_rows({1024, 65536});
  Mapping const candidate = mapping("y 32 span 1 / x 32 span all"); // 32768 threads
  EXPECT_EQ(parallelism(candidate, levels_of(nest)), 32768);
  EXPECT_EQ(control_parallelism(candidate, nest, k20c_shape()), candidate);
  EXPECT_EQ(to_text(control_parallelism(candidate, nest, h200_shape())), "y 32 span 1 / x 32 split 9");
  EXPECT_EQ(to_text(control_parallelism(mapping("x 64 span all"), {.patterns = {exact_pattern("sum", -1, 1e6, true)}},
                                        k20c_shape())),
            "x 64 split 416"); // 26624 / 64
}

TEST(ControlledParallelism, DoesNotSplitIntoEmptyBlocks) {
  Nest const nest = sum_rows({10, 200});
  EXPECT_EQ(to_text(control_parallelism(mapping("y 1 span 1 / x 32 span all"), nest, k20c_shape())),
            "y 1 span 1 / x 32 split 7");
  EXPECT_EQ(to_text(control_parallelism(mapping("y 1 span 1 / x 32 span all"), page_rank(), h200_shape())),
            "y 1 span 1 / x 32 span all"); // the size is unknown at launch
}

TEST(ControlledParallelism, IncreasesSpansAboveTheMaximum) {
  Nest const nest = sum_rows({65536, 1024});
  Mapping const found = control_parallelism(mapping("y 1 span 1 / x 1024 span all"), nest, k20c_shape());
  EXPECT_EQ(to_text(found), "y 1 span 26 / x 1024 span all"); // 65536 * 1024 / 2662400 = 25.2
  EXPECT_LE(parallelism(found, levels_of(nest)), 2662400);
  Nest const map = figure_8(1 << 20, 64); // the inner level first, at most one block
  EXPECT_EQ(to_text(control_parallelism(mapping("y 4 span 1 / x 32 span 1"), map, k20c_shape())),
            "y 4 span 13 / x 32 span 2");
}

TEST(AdjustedMappings, KeepTheStructure) {
  Nest assumed = sum_rows({1024, 65536});
  for (NestPattern& pattern : assumed.patterns)
    pattern = {.name = pattern.name, .parent = pattern.parent, .needs_synchronisation = pattern.needs_synchronisation};
  Mapping const compiled = find_mapping(assumed, h200_shape()).mapping;
  EXPECT_EQ(compiled.levels[1].span.kind, SpanKind::split); // 1000 rows alone do not fill the device
  for (MatrixShape const shape : {matrix_shapes[0], matrix_shapes[1], matrix_shapes[2], MatrixShape{3, 7}, {0, 0}}) {
    Nest const nest = sum_rows(shape);
    Mapping const adjusted = adjust_mapping(compiled, nest, h200_shape());
    for (std::size_t level = 0; level < 2; ++level) {
      EXPECT_EQ(adjusted.levels[level].dimension, compiled.levels[level].dimension);
      EXPECT_EQ(adjusted.levels[level].span.kind, compiled.levels[level].span.kind);
    }
    EXPECT_NO_THROW(check_mapping(adjusted, nest, h200_shape(), "adjusted"));
    if (shape.rows * shape.columns > 1e6) {
      EXPECT_GE(parallelism(adjusted, levels_of(nest)), h200_shape().min_parallelism) << to_text(adjusted);
      EXPECT_LE(parallelism(adjusted, levels_of(nest)), h200_shape().max_parallelism) << to_text(adjusted);
    }
  }
}

TEST(AdjustedMappings, HaveTheBestScoreOfTheirStructure) {
  Nest const nest = sum_rows({5000, 40});
  Mapping const adjusted = adjust_mapping(mapping("y 1 span 1 / x 1024 span all"), nest, k20c_shape());
  double const score = score_of(adjusted, nest, k20c_shape());
  for_each_candidate_of_two_levels([&](Mapping const& candidate) {
    if (candidate.levels[0].dimension != Dimension::y || candidate.levels[0].span.kind != SpanKind::points ||
        candidate.levels[1].span.kind != SpanKind::all || block_threads(candidate) > 1024)
      return;
    EXPECT_LE(score_of(candidate, nest, k20c_shape()), score) << to_text(candidate);
  });
}

TEST(MappingTrace, ListsEveryConstraintAndTheDecision) {
  Nest const nest = sum_rows({1024, 65536});
  std::string const trace = trace_of(find_mapping(nest, h200_shape(), Rules::paper), nest, h200_shape(), Rules::paper);
  EXPECT_EQ(
      trace,
      "level 0: map i of size 1024 (exact)\n"
      "level 1: reduce j of size 65536 (exact)\n"
      "+ local hard: level 1 has `span all` or `split`: `reduce j` combines all of its iterations\n"
      "+ local hard: level 0 has no `split`: no pattern of the level has results to combine\n"
      "+ global hard: levels have different dimensions, and sequential levels have one thread: indices of threads "
      "have one level each\n"
      "+ global hard: a block has at most 1024 threads: H200\n"
      "+ global hard: a block has at most 1024, 1024 and 64 threads along x, y and z: H200\n"
      "+ global hard: a block whose threads combine results has at most 6144 threads: H200 has 49152 bytes of "
      "shared memory\n"
      "+ local weight 6.71089e+08: level 1 has dimension x and a multiple of 32 threads: `m[i, j]` accesses "
      "adjacent elements\n"
      "+ global weight 6.71089e+07: a block has at least 64 threads: H200\n"
      "score 7.38198e+08: y 1 span 1 / x 1024 span all, 1.04858e+06 threads at the same time (machine: 270336 to "
      "2.70336e+07), 1024 blocks of 1024\n"
      "968 candidates, 264 satisfy the hard constraints, 40 have the highest score\n");
  std::string const other = trace_of(mapping("x 32 span 1 / y 64 span all"), page_rank(), k20c_shape());
  EXPECT_THAT(other, HasSubstr("- global hard: a block has at most 1024 threads"));
  EXPECT_THAT(other, HasSubstr("- local weight 1e+07: level 1 has dimension x"));
  EXPECT_THAT(other, HasSubstr("- local weight 2e+06: 32 adjacent threads have the same index of level 0: the size of "
                               "`map neighbours` differs between iterations of the patterns around it"));
  EXPECT_THAT(other, HasSubstr("no constraint: the layout of the array of `weights[e]` follows the mapping"));
}

TEST(MappingTrace, StatesTheControlledParallelism) {
  Nest const nest = sum_columns({65536, 1024});
  std::string const trace = trace_of(find_mapping(nest, h200_shape()), nest, h200_shape());
  EXPECT_THAT(trace, HasSubstr("changed from x 32 span 1 / y 32 span all for the parallelism of the machine"));
  EXPECT_THAT(trace, HasSubstr("x 32 span 1 / y 32 split 9, 294912 threads at the same time"));
}

TEST(MappingSearch, GivesXToIterationsOfSimilarLength) {
  for (MachineShape const& machine : {k20c_shape(), h200_shape(), host_shape(2, 1 << 20), host_shape(64, 1 << 20, 8)}) {
    Mapping const long_columns = find_mapping(orbits(20000, 50, {0, 1}), machine).mapping;
    EXPECT_EQ(level_with(long_columns, Dimension::x), 0) << machine.name;
    EXPECT_EQ(long_columns.levels[0].block_size % machine.lanes, 0) << to_text(long_columns);
    EXPECT_EQ(level_with(find_mapping(orbits(50, 20000, {0, 1}), machine).mapping, Dimension::x), 1) << machine.name;
    EXPECT_EQ(level_with(find_mapping(orbits(20000, 50, {0}), machine).mapping, Dimension::x), 1) << machine.name;
    EXPECT_EQ(level_with(find_mapping(orbits(20000, 50, {}), machine).mapping, Dimension::x), 1) << machine.name;
  }
  SearchResult const found = find_mapping(orbits(20000, 50, {0, 1}), h200_shape());
  EXPECT_THAT(trace_of(found, orbits(20000, 50, {0, 1}), h200_shape()),
              HasSubstr("+ local weight 5.12e+08: 32 adjacent threads have the same index of level 1: the number of "
                        "iterations of `iterate z` depends on it, and less on a level of size 20000"));
}

TEST(MappingSearch, AlternatesRowsOfAHost) {
  MachineShape const host = host_shape(1, 1 << 20);
  Nest const nest = matrices({2000, 2000}, 3);
  SearchResult const found = find_mapping(nest, host);
  EXPECT_EQ(to_text(found.mapping), "y 4 span 1 / x 32 span 1"); // the parallelism above the maximum is not reduced
  EXPECT_THAT(trace_of(found, nest, host),
              HasSubstr("+ local weight 200000: level 0 has at least 4 threads per block, and level 1 has `span 1`: "
                        "rows of `a`, `b` and `c` are prefetched"));
  EXPECT_EQ(to_text(control_parallelism(mapping("y 1 span 1 / x 32 span 1"), nest, host)),
            "y 1 span 20 / x 32 span 63");
  EXPECT_EQ(to_text(adjust_mapping(found.mapping, matrices({3, 2000}, 3), host)), "y 2 span 1 / x 32 span 1");
}

TEST(MappingSearch, LimitsTheNumberOfBlocksOfAHost) {
  MachineShape const host = host_shape(2, 1 << 20);
  auto const columns = [&](long n) { return to_text(find_mapping(sum_columns({1024, n}), host).mapping); };
  EXPECT_EQ(columns(65536), "x 1024 span 1 / y 1 span all");    // 64 blocks
  EXPECT_EQ(columns(1L << 20), "x 1024 span 6 / y 1 span all"); // at most 200 blocks
}

TEST(MappingSearch, DividesRowsAmongTheThreadsOfAHost) {
  auto const block_size = [](MatrixShape const& shape, MachineShape const& host) {
    LevelMapping const columns = find_mapping(sum_columns(shape), host).mapping.levels[0];
    EXPECT_EQ(columns.dimension, Dimension::x);
    return columns.block_size;
  };
  constexpr double cache = 1 << 20, small_cache = 1 << 16;
  for (MatrixShape const& shape : matrix_shapes) {
    EXPECT_EQ(block_size(shape, host_shape(1, cache)), 1024);
    EXPECT_EQ(block_size(shape, host_shape(1, small_cache)), 128); // 32 partial sums of each column fill half of it
    LevelMapping const elements = find_mapping(sum_rows(shape), host_shape(1, cache)).mapping.levels[1];
    EXPECT_EQ(elements.block_size, 32); // no inner level
  }
  EXPECT_EQ(block_size({65536, 1024}, host_shape(2, cache)), 512);
  EXPECT_EQ(block_size({1000, 300}, host_shape(1, cache)), 512);
  EXPECT_EQ(block_size({1000, 300}, host_shape(2, cache)), 32); // in larger blocks, one thread is idle for too long
  EXPECT_EQ(block_size({1000, 700}, host_shape(2, cache)), 128);
}

} // namespace
} // namespace chemora::patterns
