#include "codegen/patterns/fixed_mapping.hpp"

#include "codegen/patterns/mapping_search.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/unit/codegen/patterns/nests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

using testing::HasSubstr;

std::string fixed(std::string const& strategy, Nest const& nest, MachineShape const& machine = k20c_shape()) {
  return to_text(fixed_mapping(strategy, nest, machine));
}

std::string error_of(std::string const& request) {
  return testing_support::error_of([&] {
    requested_mapping({"Analysis::mapping", request}, sum_rows(matrix_shapes[0]), k20c_shape());
  });
}

TEST(FixedStrategies, AreThoseOfFigure7) {
  Nest const nest = sum_rows({5000, 700});
  EXPECT_EQ(fixed("1D", nest), "x 256 span 1 / sequential");
  EXPECT_EQ(fixed("thread-block/thread", nest), "y 1 span 1 / x 1024 span all");
  EXPECT_EQ(fixed("warp-based", nest), "y 16 span 1 / x 32 span all");
  std::vector<NestLevel> const levels = levels_of(nest);
  auto const threads = [&](std::string const& strategy) {
    return parallelism(fixed_mapping(strategy, nest, k20c_shape()), levels);
  };
  EXPECT_EQ(threads("1D"), 5000);
  EXPECT_EQ(threads("thread-block/thread"), 5000 * 700); // I min(J, 1024)
  EXPECT_EQ(threads("warp-based"), 5000 * 32);           // I min(J, 32)
}

TEST(FixedStrategies, AreCandidatesOfTheSearch) {
  Nest const nest = sum_rows(matrix_shapes[0]);
  for (MachineShape const& machine : {k20c_shape(), h200_shape(), host_shape(4, 1 << 20), host_shape(4, 1 << 20, 8)})
    for (std::string const& strategy : fixed_strategies()) {
      Mapping const mapping = fixed_mapping(strategy, nest, machine);
      EXPECT_NO_THROW(check_mapping(mapping, nest, machine, strategy)) << strategy;
      EXPECT_GE(find_mapping(nest, machine).score, score_of(mapping, nest, machine)) << strategy;
    }
}

TEST(FixedStrategies, FollowTheNest) {
  Nest const sum{.patterns = {exact_pattern("sum", -1, 1e6, true)}};
  for (std::string const& strategy : fixed_strategies()) EXPECT_EQ(fixed(strategy, sum), "x 256 span all");
  Nest deep = sum_rows(matrix_shapes[0]);
  deep.patterns.push_back(exact_pattern("map k", 1, 10));
  EXPECT_EQ(fixed("warp-based", deep), "y 16 span 1 / x 32 span all / sequential");
  EXPECT_EQ(fixed("1D", deep), "x 256 span 1 / sequential / sequential");
  EXPECT_EQ(fixed("warp-based", deep, host_shape(1, 1 << 20, 8)), "y 16 span 1 / x 8 span all / sequential");
  EXPECT_EQ(fixed("thread-block/thread", page_rank()), "y 1 span 1 / x 1024 span all");
}

TEST(RequestedMappings, AreNamesOrTexts) {
  Nest const nest = sum_rows(matrix_shapes[0]);
  auto const requested = [&](std::string const& text) { return requested_mapping({"p", text}, nest, k20c_shape()); };
  EXPECT_EQ(requested("automatic"), find_mapping(nest, k20c_shape()).mapping);
  EXPECT_EQ(requested(" warp-based "), fixed_mapping("warp-based", nest, k20c_shape()));
  EXPECT_EQ(to_text(requested("x 4 span 1 / y 8 split 3")), "x 4 span 1 / y 8 split 3");
  EXPECT_EQ(to_text(requested_mapping({"p", "sequential"}, {.patterns = {{.name = "map"}}}, k20c_shape())),
            "sequential");
}

TEST(RequestedMappings, ReportWrongRequests) {
  EXPECT_THAT(error_of("warp-basd"),
              HasSubstr("Analysis::mapping: error: `warp-basd` is no mapping; expected automatic, 1D, "
                        "thread-block/thread or warp-based or one mapping for each level such as `y 64 span 1 / x 32 "
                        "span all`. Did you mean `warp-based`?"));
  EXPECT_THAT(error_of("y 64 span 1 / x 32 span all"), HasSubstr("a block has at most 1024 threads: Tesla K20c"));
  EXPECT_THAT(error_of("sequential"), HasSubstr("has 1 level, but the nest has 2"));
  EXPECT_THAT(error_of("y 64 spam 1 / x 32 span all"), HasSubstr("Analysis::mapping:1:6: error: `spam`"));
  EXPECT_THAT(error_of(""), HasSubstr("`` is no mapping"));
}

} // namespace
} // namespace chemora::patterns
