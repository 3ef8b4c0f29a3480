// Tests prefetches of elements into tile memory by the threads of a device.
#include "kernels/device/cuda/nvrtc.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "kernels/jit/loop_trees.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/unit/codegen/patterns/lowered_nests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

using namespace tests;
using testing::ElementsAre;
using testing::IsEmpty;

std::string const inputs = "input real m[rows, columns]\ninput real v[rows]\ninput real w[columns]\n";
std::string const weighted = inputs + "output s = map(i < rows: sum(j < columns: m[i, j] * v[i]))";
std::string const imperfect = "y 4 span 8 / x 32 span all";

LoweredNest lowered(std::string const& text, std::string const& mapping, NestOptions const& options) {
  NestCase const nest(text);
  return lower_nest(nest.program, nest.value, "result", parse_mapping({"", mapping}), options);
}

/// Returns the arrays of prefetched elements, without their copies.
std::vector<std::string> ahead(std::string const& text, std::string const& mapping = imperfect,
                               NestOptions const& options = {.is_device = true}) {
  std::vector<std::string> result;
  for (ir::TypedArray array : lowered(text, mapping, options).kernel.arrays) {
    if (array.name.find("_ahead") == std::string::npos) continue;
    array.copies.clear();
    result.push_back(ir::to_text(array));
  }
  return result;
}

TEST(Prefetches, AreElementsOfOuterLevels) {
  EXPECT_THAT(ahead(weighted), ElementsAre("v_ahead real64 [32] tile layout N0"));
  EXPECT_THAT(ahead(inputs + "output s = map(x in v: sum(y in w: x * y))"),
              ElementsAre("v_ahead real64 [32] tile layout N0"));
  EXPECT_THAT(ahead(inputs + "output s = map(i < rows: let x = v[i]; map(j < columns: m[i, j] + x))",
                    "y 4 span 1 / x 32 span 1"),
              ElementsAre("v_ahead real64 [32] tile layout N0"));
  EXPECT_THAT(ahead("structure P { real x, real y }\ninput P p[n]\ninput real w[k]\n"
                    "output s = map(i < n: sum(j < k: if w[j] < p[i].x then p[i].y else w[j]))"),
              ElementsAre("p_ahead real64 [32] tile layout N0", "p_ahead_1 real64 [32] tile layout N0"));
}

TEST(Prefetches, HaveGroupsOfIterations) {
  EXPECT_THAT(ahead(weighted, "y 4 span 1000 / x 32 span all"), ElementsAre("v_ahead real64 [256] tile layout N0"));
  EXPECT_THAT(ahead(weighted, "y 4 span all / x 32 span all"), ElementsAre("v_ahead real64 [256] tile layout N0"));
  EXPECT_THAT(ahead(weighted, "sequential / x 8 span all"), ElementsAre("v_ahead real64 [256] tile layout N0"));
}

TEST(Prefetches, NeedThreadsOfAnInnerLevel) {
  EXPECT_THAT(ahead(weighted, "x 4 span 8 / y 32 span all"), IsEmpty()) << "the outer level is coalesced";
  EXPECT_THAT(ahead(weighted, "y 4 span 8 / sequential"), IsEmpty());
  EXPECT_THAT(ahead(weighted, "y 1 span 1 / x 32 span all"), IsEmpty()) << "one element";
  EXPECT_THAT(ahead(weighted, imperfect, {.is_device = false}), IsEmpty());
  EXPECT_THAT(ahead(weighted, imperfect, {.is_device = true, .has_prefetches = false}), IsEmpty());
  EXPECT_THAT(ahead(weighted, imperfect, {.is_device = true, .tile_bytes = 255}), IsEmpty());
}

TEST(Prefetches, AreContiguousAndInsideTheirArray) {
  auto const of = [](std::string const& element) {
    return ahead(inputs + "output s = map(i < rows: sum(j < columns: w[j] * " + element + "))");
  };
  EXPECT_THAT(of("m[j, i]"), IsEmpty()) << "of the inner level";
  EXPECT_THAT(of("m[i, 0]"), IsEmpty()) << "not adjacent";
  EXPECT_THAT(of("v[2 * i]"), IsEmpty());
  EXPECT_THAT(of("(if i > 0 then v[i - 1] else 1.0)"), IsEmpty()) << "outside for i = 0";
  EXPECT_THAT(of("(if i + 1 < rows then v[i + 1] else 1.0)"), IsEmpty());
  EXPECT_THAT(ahead(inputs + "output s = map(i in 1 .. rows - 1: sum(j < columns: w[j] * (v[i] - v[i - 1])))"),
              ElementsAre("v_ahead real64 [32] tile layout N0", "v_ahead_1 real64 [32] tile layout N0"));
}

/// A program with elements of outer levels, and mappings.
struct Nested {
  std::string text;
  std::vector<std::string> mappings;
  /// PoCL 3.1 computes wrong values, also without prefetches, if a barrier is inside two sequential loops and the last
  /// block is incomplete.
  bool is_for_opencl = true;
};

std::vector<Nested> const nests{
    {weighted,
     {imperfect, "y 4 span 1 / x 32 span all", "y 2 span 300 / x 4 span all", "sequential / x 8 span all",
      "y 4 span all / x 4 span all", "y 4 span 3 / x 8 split 2"}},
    {inputs + "output s = map(i in 1 .. rows - 1: let d = v[i] - v[i - 1]; map(j < columns: m[i, j] * d))",
     {"y 4 span 3 / x 8 span 1", "y 4 span 1 / x 8 span 2", "sequential / x 8 span all"}},
    {inputs + "output s = map(i < rows: max(j < columns: m[i, j] * v[i]) - sum(y in w: y * v[i]))",
     {imperfect, "y 2 span all / x 16 span all"}},
    {"input real a[n, k]\ninput real b[k, m]\ninput int c[n]\noutput r = map(i < n, l < k: sum(j < m: a[i, l] * b[l, j]"
     " - c[i]))",
     {"z 2 span 2 / y 2 span 3 / x 4 span all", "y 2 span 2 / sequential / x 8 span all",
      "y 4 span all / z 4 span 1 / x 4 span all"},
     false},
    {inputs + "output s = map(i < rows: let u = map(j < columns: m[i, j] * v[i]); sum(u) - max(u) * v[i])",
     {imperfect, "y 2 span all / x 8 span all"}},
};

std::vector<Sizes> const shapes{{{"rows", 0}, {"columns", 3}, {"n", 0}, {"k", 2}, {"m", 3}},
                                {{"rows", 1}, {"columns", 1}, {"n", 1}, {"k", 1}, {"m", 1}},
                                {{"rows", 31}, {"columns", 7}, {"n", 5}, {"k", 7}, {"m", 3}},
                                {{"rows", 613}, {"columns", 3}, {"n", 13}, {"k", 11}, {"m", 5}}};

void compare_all(Run const& run, std::size_t first_shape, std::size_t n_shapes, bool is_opencl = false) {
  for (Nested const& each : nests) {
    if (is_opencl && !each.is_for_opencl) continue;
    NestCase nest(each.text);
    for (std::size_t n = first_shape; n < first_shape + n_shapes; ++n) {
      nest.bind(shapes[n]);
      for (std::string const& text : each.mappings) {
        NestOptions const options{.is_device = true, .max_sizes = nest.sizes, .stored = nest.inner_results(true)};
        EXPECT_THAT(ahead(each.text, text, options), testing::Not(IsEmpty())) << each.text << text;
        expect_equal_bits(nest.result(parse_mapping({"", text}), options, run), nest.expected(),
                          each.text + " with " + text);
      }
    }
  }
}

TEST(Prefetches, KeepTheBitsOfTheInterpreter) { compare_all(loops::interpret, 0, 3); }

TEST(Prefetches, KeepBitsInAnyOrderOfInstances) { compare_all(interpreted_in_random_order(1), 1, 1); }

TEST(Prefetches, HaveSchedulesWithBarriers) {
  compare_all(interpret_tree, 2, 2);
  std::string const tree = ir::to_text(
      polyhedral::schedule(lowered(weighted, imperfect, {.is_device = true, .max_sizes = {{"columns", 3}}}).kernel));
  EXPECT_LT(tree.find("v_ahead["), tree.find("barrier tile"));
  EXPECT_LT(tree.find("barrier tile"), tree.rfind("v_ahead["));
}

TEST(Prefetches, KeepBitsWithOpencl) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  compare_all(compiled(*opencl.device), 2, 2, true);
}

TEST(Prefetches, CompileForCuda) {
  if (std::string const reason = testing_support::reason_without_nvrtc(); !reason.empty()) GTEST_SKIP() << reason;
  for (Nested const& each : nests) {
    NestCase nest(each.text);
    nest.bind(shapes[2]);
    NestOptions const options{.is_device = true, .max_sizes = nest.sizes, .stored = nest.inner_results(true)};
    for (std::string const& mapping : each.mappings) {
      auto const source =
          jit::lower_to_source(polyhedral::schedule(lowered(each.text, mapping, options).kernel), plan::Language::cuda);
      EXPECT_EQ(device::compile_cuda({"result", source.source}, "sm_90").error, "") << source.source;
    }
  }
}

} // namespace
} // namespace chemora::patterns
