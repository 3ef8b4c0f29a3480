#include "codegen/patterns/mapping.hpp"

#include "testsuites/support/errors.hpp"
#include "testsuites/unit/codegen/patterns/nests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

using testing::HasSubstr;

Mapping mapping(std::string const& text) { return parse_mapping({"mapping", text}); }

std::string error_in(std::string const& text) {
  return testing_support::error_of([&] { mapping(text); });
}

TEST(MappingText, ParsesWhatItPrints) {
  Mapping const paper{{{Dimension::y, 64, {SpanKind::points, 1}}, {Dimension::x, 32, {SpanKind::all, 1}}}};
  EXPECT_EQ(to_text(paper), "y 64 span 1 / x 32 span all");
  EXPECT_EQ(mapping(to_text(paper)), paper);
  Mapping const deep{{{Dimension::sequential, 1, {SpanKind::all, 1}},
                      {Dimension::z, 1, {SpanKind::points, 26}},
                      {Dimension::x, 1024, {SpanKind::split, 9}}}};
  EXPECT_EQ(to_text(deep), "sequential / z 1 span 26 / x 1024 split 9");
  EXPECT_EQ(mapping(to_text(deep)), deep);
}

TEST(MappingText, ReportsWrongTexts) {
  EXPECT_THAT(error_in(""), HasSubstr("mapping: error: A mapping is one line such as `y 64 span 1 / x 32 span all`; "
                                      "found 0 lines."));
  EXPECT_THAT(error_in("x 32 span 1\ny 1 span 1"), HasSubstr("found 2 lines"));
  EXPECT_THAT(error_in("w 32 span 1"),
              HasSubstr("mapping:1:1: error: `w` is not a dimension; expected x, y, z, sequential."));
  EXPECT_THAT(error_in("sequentiel"), HasSubstr("Did you mean `sequential`?"));
  EXPECT_THAT(error_in("x 48 span 1"),
              HasSubstr("mapping:1:3: error: The block size is 48; allowed are the powers of two from 1 to 1024."));
  EXPECT_THAT(error_in("x 2048 span 1"), HasSubstr("The block size is 2048"));
  EXPECT_THAT(error_in("x 0 span 1"), HasSubstr("a whole number of at least 1 is expected"));
  EXPECT_THAT(error_in("x 32 spam 1"), HasSubstr("mapping:1:6: error: `spam` is not a kind of span; expected span, "
                                                 "split. Did you mean `span`?"));
  EXPECT_THAT(error_in("x 32 split all"), HasSubstr("`all` is found where a whole number of at least 1 is expected"));
  EXPECT_THAT(error_in("x 32 span 0"), HasSubstr("mapping:1:11: error: "));
  EXPECT_THAT(error_in("x 32"), HasSubstr("a kind of span"));
  EXPECT_THAT(error_in("x 32 span 1 / x 2 span 1"), HasSubstr("mapping:1:15: error: Two levels have the dimension x."));
  EXPECT_THAT(error_in("x 32 span 1 y 2 span 1"), HasSubstr("mapping:1:13: error: `y` is found where `/`"));
  EXPECT_THAT(error_in("x 32 span 1 /"), HasSubstr("a dimension"));
  EXPECT_EQ(mapping("sequential / x 32 span 1 / sequential").levels.size(), 3); // several sequential levels
}

/// Sizes M (level 0, dimension y) and N (level 1, dimension x), both multiples of all blocks of Fig. 6.
std::vector<NestLevel> levels_of_figure_6(double m, double n) {
  NestLevel level{.size = m, .n_patterns = 1};
  NestLevel inner = level;
  inner.size = n;
  return {level, inner};
}

TEST(Spans, HaveTheMeaningOfFigure6) {
  double const m = 2048, n = 9 * 64 * 32; // points along x and along y in the notation of the paper
  std::vector<NestLevel> const levels = levels_of_figure_6(n, m); // level 0 along y, level 1 along x
  Mapping const a = mapping("y 16 span 1 / x 64 span 1");
  EXPECT_EQ(n_blocks(a, levels), m / 64 * n / 16);
  EXPECT_EQ(parallelism(a, levels), m * n);
  Mapping const b = mapping("y 16 span 2 / x 64 span all");
  EXPECT_EQ(n_blocks(b, levels), n / 32);
  EXPECT_EQ(parallelism(b, levels), 32 * n);
  Mapping const c = mapping("y 16 span 2 / x 64 split 3");
  EXPECT_EQ(n_blocks(c, levels), 3 * n / 32);
  EXPECT_EQ(parallelism(c, levels), 96 * n);
  EXPECT_EQ(block_threads(a), 1024);
}

TEST(Spans, CountTheIterationsOfTheLastBlock) {
  std::vector<NestLevel> const levels = levels_of_figure_6(33, 7);
  Mapping const partial = mapping("y 16 span 1 / x 4 span 3");
  EXPECT_EQ(n_blocks(partial, levels), 3 * 1);
  EXPECT_EQ(parallelism(partial, levels), 33 * 3);
  EXPECT_EQ(n_blocks(partial, levels_of_figure_6(0, 7)), 0);
}

TEST(Spans, OfAllCountTheBlockUnlessTheSizeIsExact) {
  Mapping const all = mapping("x 1024 span all");
  NestLevel level{.size = 100, .n_patterns = 1};
  EXPECT_EQ(parallelism(all, {level}), 100); // J of I * min(J, 1024)
  level.size_source = SizeSource::assumed;
  EXPECT_EQ(parallelism(all, {level}), 1024);
  level.size_source = SizeSource::hint;
  EXPECT_EQ(parallelism(all, {level}), 1024);
}

TEST(Mappings, LinearIndicesVaryFastestAlongX) {
  Mapping const three = mapping("z 2 span 1 / x 8 span 1 / y 4 span 1 / sequential");
  EXPECT_EQ(thread_stride(three, 0), 32);
  EXPECT_EQ(thread_stride(three, 1), 1);
  EXPECT_EQ(thread_stride(three, 2), 8);
  EXPECT_EQ(level_with(three, Dimension::y), 2);
  EXPECT_EQ(level_with(mapping("y 4 span 1"), Dimension::x), -1);
  EXPECT_EQ(block_threads(three), 64);
}

TEST(Nests, NumberLevelsFromTheOutermostPattern) {
  Nest const nest = page_rank();
  EXPECT_EQ(level_of(nest, 0), 0);
  EXPECT_EQ(level_of(nest, 1), 1);
  EXPECT_EQ(level_of(nest, 2), 1);
  std::vector<NestLevel> const levels = levels_of(nest);
  ASSERT_EQ(levels.size(), 2);
  EXPECT_EQ(levels[0].n_patterns, 1);
  EXPECT_FALSE(levels[0].needs_whole_span());
  EXPECT_EQ(levels[1].n_patterns, 2);
  EXPECT_TRUE(levels[1].needs_synchronisation);
  EXPECT_FALSE(levels[1].is_size_known_at_launch);
}

TEST(Nests, CountExecutionsByEnclosingSizesAndBranches) {
  Nest nest = figure_8(100, 30);
  EXPECT_EQ(n_executions(nest, nest.accesses[0]), 100);
  EXPECT_EQ(n_executions(nest, nest.accesses[1]), 3000);
  nest.branches = {{.name = "if", .levels = {0}}, {.name = "else", .levels = {1}, .probability = 0.25}};
  nest.patterns[1].branches = {0};
  nest.accesses[1].branches = {1};
  EXPECT_EQ(n_executions(nest, nest.accesses[0]), 100);
  EXPECT_EQ(n_executions(nest, 1), 1500);
  EXPECT_EQ(n_executions(nest, nest.accesses[1]), 375);
  EXPECT_EQ(n_executions(page_rank(), 2), default_size * default_size);
}

std::string broken(Nest const& nest) {
  try {
    verify(nest);
  } catch (base::InternalError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(Nests, AreVerified) {
  EXPECT_EQ(broken(figure_8(2, 3)), "no error");
  EXPECT_THAT(broken({}), HasSubstr("no pattern"));
  Nest nest = figure_8(2, 3);
  nest.patterns[1].parent = 1;
  EXPECT_THAT(broken(nest), HasSubstr("parent after the pattern of `map j`"));
  nest = figure_8(2, -3);
  EXPECT_THAT(broken(nest), HasSubstr("negative size of `map j`"));
  nest = figure_8(2, 3);
  nest.accesses[0].contiguous_level = 1;
  EXPECT_THAT(broken(nest), HasSubstr("contiguous level inside the access of `array1D[i]`"));
  nest = figure_8(2, 3);
  nest.patterns[1].branches = {0};
  EXPECT_THAT(broken(nest), HasSubstr("unknown branch of `map j`"));
  nest.branches = {{.name = "if", .levels = {1}}};
  EXPECT_THAT(broken(nest), HasSubstr("condition of a branch that depends on an inner level"));
}

} // namespace
} // namespace chemora::patterns
