// Tests which results of inner maps are stored, in which memory and layout, and the results of kernels that store them.
#include "codegen/patterns/inner_results.hpp"

#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/unit/codegen/patterns/lowered_nests.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

using namespace tests;
using testing::ElementsAre;
using testing::IsEmpty;

std::string const matrix = "input real m[rows, columns]\ninput real v[columns]\n";

/// Returns the names of the stored arrays of an expression.
std::vector<std::string> stored(std::string const& expression, Sizes const& sizes = {}) {
  NestCase nest(matrix + "output s = map(i < rows: " + expression + ")");
  nest.sizes = sizes;
  std::vector<std::string> names;
  for (int const variable : nest.inner_results())
    names.push_back(nest.program.variables[static_cast<std::size_t>(variable)].name);
  return names;
}

TEST(InnerResults, AreStoredIfTheirEvaluationsCostMore) {
  EXPECT_THAT(stored("let w = map(j < columns: exp(m[i, j])); sum(w)"), IsEmpty()) << "one use";
  EXPECT_THAT(stored("let w = map(j < columns: exp(m[i, j])); sum(w) / max(w)"), ElementsAre("w"));
  EXPECT_THAT(stored("let w = zipWith(x in m[i, *], y in v: x * y); sum(w) / max(w)"), IsEmpty()) << "cheap";
  EXPECT_THAT(stored("let w = map(j < columns: sum(k < columns: m[i, k] * v[j])); sum(w) / max(w)"), ElementsAre("w"));
  EXPECT_THAT(stored("let w = map(j < columns: exp(m[i, j])); sum(j < columns: if v[j] > 0 then w[j] else w[0])"),
              IsEmpty())
      << "alternatives";
  EXPECT_THAT(stored("let w = map(j < columns: exp(m[i, j])); size(w) + sum(w)"), IsEmpty()) << "sizes";
}

TEST(InnerResults, AreStoredIfOneUseIsExecutedOften) {
  std::string const uses = "let w = map(j < columns: exp(m[i, j])); sum(k < rows: sum(j < columns: w[j] * m[k, j]))";
  EXPECT_THAT(stored(uses), ElementsAre("w"));
  EXPECT_THAT(stored(uses, {{"rows", 1}, {"columns", 7}}), IsEmpty());
  EXPECT_THAT(stored("let w = map(j < 3: exp(m[i, j])); sum(j < columns: w[mod(j, 3)])"), ElementsAre("w"));
}

TEST(InnerResults, OfOtherResultsAreCountedByTheirUses) {
  std::string const first = "let w = map(j < columns: exp(m[i, j])); let u = map(x in w: log(x)); ";
  EXPECT_THAT(stored(first + "sum(u)"), IsEmpty());
  EXPECT_THAT(stored(first + "sum(u) + max(u)"), ElementsAre("u")) << "each element of w is used once";
  EXPECT_THAT(stored(first + "sum(u) + max(w)"), ElementsAre("w"));
  EXPECT_THAT(stored("let w = map(j < columns: exp(m[i, j])); let same = w; sum(same) + max(same)"), ElementsAre("w"));
}

TEST(InnerResults, HaveExtentsOfSizesAndAreInsidePatterns) {
  EXPECT_THAT(stored("let w = map(j < i: exp(m[i, j])); sum(w) / max(w)"), IsEmpty());
  EXPECT_THAT(stored("let w = filter(j < columns: exp(m[i, j]) > 2); sum(w) / max(w)"), IsEmpty());
  EXPECT_THAT(NestCase(matrix + "output s = let w = map(x in v: exp(x)); sum(w) / max(w)").inner_results(), IsEmpty());
}

// The memory of results.

constexpr char const* one_result = "input real m[rows, columns]\n"
                                   "output s = map(i < rows: let w = map(j < columns: exp(m[i, j])); sum(w) / max(w))";

/// Returns the declarations of the stored arrays, without their copies.
std::vector<std::string> declarations(std::string const& program, std::string const& mapping, Sizes const& max_sizes,
                                      NestOptions options = {}) {
  NestCase nest(program);
  options.max_sizes = max_sizes;
  options.stored = nest.inner_results();
  LoweredNest const lowered =
      lower_nest(nest.program, nest.value, "result", parse_mapping({"mapping", mapping}), options);
  std::vector<std::string> texts;
  for (ir::TypedArray array : lowered.kernel.arrays) {
    array.copies.clear();
    if (array.name.find("_elements") != std::string::npos) texts.push_back(ir::to_text(array));
  }
  return texts;
}

/// Returns the declaration of the only stored array.
std::string declaration(std::string const& mapping, Sizes const& max_sizes, NestOptions const& options = {}) {
  std::vector<std::string> const texts = declarations(one_result, mapping, max_sizes, options);
  return texts.empty() ? "none" : texts.at(0);
}

TEST(InnerResults, AreInPrivateMemoryOfTheHost) {
  Sizes const sizes{{"rows", 100}, {"columns", 1000}};
  EXPECT_EQ(declaration("y 4 span 1 / x 32 span all", sizes), "w_elements real64 [1000] tile layout N0");
  EXPECT_EQ(declaration("y 4 span 1 / sequential", sizes), "w_elements real64 [1000] registers layout N0");
  EXPECT_EQ(declaration("x 8 span 1 / sequential", sizes), "w_elements real64 [1000, 8] registers layout N1,N0")
      << "lanes of the outer level are adjacent";
  EXPECT_EQ(declaration("y 4 span 1 / sequential", {}), "w_elements real64 [columns] registers layout N0");
}

TEST(InnerResults, AreNotStoredOnTheHostIfTheyAreTooLarge) {
  auto const host = [](std::string const& mapping, long columns) {
    return declaration(mapping, {{"rows", 100}, {"columns", columns}});
  };
  EXPECT_NE(host("y 4 span 1 / sequential", (1 << 23) - 1), "none");
  EXPECT_EQ(host("y 4 span 1 / sequential", 1 << 23), "none");
  EXPECT_NE(host("x 8 span 1 / sequential", (1 << 20) - 1), "none");
  EXPECT_EQ(host("x 8 span 1 / sequential", 1 << 20), "none");
}

TEST(InnerResults, AreNotStoredOnTheHostIfTheyAreTooLargeTogether) {
  auto const n_stored = [](long columns) {
    return declarations("input real m[rows, columns]\noutput s = map(i < rows: let w = map(j < columns: exp(m[i, j])); "
                        "let u = map(j < columns: log(m[i, j])); sum(w) / max(w) + sum(u) / max(u))",
                        "y 4 span 1 / sequential", {{"rows", 100}, {"columns", columns}})
        .size();
  };
  EXPECT_EQ(n_stored((1 << 22) - 1), 2U);
  EXPECT_EQ(n_stored(1 << 22), 1U);
}

TEST(InnerResults, AreInTheSmallestMemoryOfDevices) {
  auto const device = [](std::string const& mapping, long columns) {
    return declaration(mapping, {{"rows", 100}, {"columns", columns}}, {.is_device = true});
  };
  EXPECT_EQ(device("x 64 span 1 / sequential", 64), "w_elements real64 [64] registers layout N0");
  EXPECT_EQ(device("y 4 span 1 / x 32 span all", 512), "w_elements real64 [512] tile layout N0");
  EXPECT_EQ(device("y 4 span 1 / x 32 span all", 513), "w_elements real64 [rows, columns] grid layout N1,N0");
  EXPECT_EQ(device("x 64 span 1 / sequential", 0), "w_elements real64 [1] registers layout N0");
}

TEST(InnerResults, HaveTheLayoutOfTheMapping) {
  auto const layout = [](std::string const& mapping) {
    return declaration(mapping, {{"rows", 65536}, {"columns", 65536}}, {.is_device = true});
  };
  // Fig. 11 of the paper.
  EXPECT_EQ(layout("y 4 span 1 / x 32 span all"), "w_elements real64 [rows, columns] grid layout N1,N0");
  EXPECT_EQ(layout("x 64 span 1 / y 4 span all"), "w_elements real64 [rows, columns] grid layout N0,N1");
  EXPECT_EQ(layout("x 64 span 1 / sequential"), "w_elements real64 [rows, columns] grid layout N0,N1");
  // Iterations that a thread executes one after another share the memory.
  EXPECT_EQ(layout("y 4 span 8 / x 32 span all"), "w_elements real64 [4*n_blocks, columns] grid layout N1,N0");
  EXPECT_EQ(layout("x 64 span all / y 4 span all"), "w_elements real64 [64, columns] grid layout N0,N1");
}

TEST(InnerResults, AreNotStoredIfBlocksDivideTheirLevel) {
  Sizes const sizes{{"rows", 100}, {"columns", 1000}};
  for (bool const is_device : {false, true}) {
    EXPECT_EQ(declaration("y 4 span 1 / x 32 split 3", sizes, {.is_device = is_device}), "none");
    EXPECT_EQ(declaration("y 4 span 1 / x 32 span 1", sizes, {.is_device = is_device}), "none");
  }
}

TEST(InnerResults, ArePatternsWithFlexibleAccesses) {
  NestCase nest(one_result);
  nest.sizes = {{"rows", 100}, {"columns", 1000}};
  Nest const computed = nest.nest(), stored = nest.nest(nest.inner_results());
  EXPECT_EQ(computed.patterns.size() + 1, stored.patterns.size());
  EXPECT_THAT(flexible_accesses(computed), IsEmpty());
  EXPECT_THAT(flexible_accesses(stored), ElementsAre("w", "w", "w"));
  EXPECT_TRUE(levels_of(stored)[1].is_stored);
  EXPECT_FALSE(levels_of(stored)[1].can_be_split);
  Mapping const found = find_mapping(stored, h200_shape()).mapping;
  EXPECT_EQ(found.levels[1].span.kind, SpanKind::all) << to_text(found);
  Nest only_maps;
  only_maps.patterns = {{.name = "map i"}, {.name = "map j", .parent = 0, .is_stored = true}};
  EXPECT_THAT(testing_support::error_of([&] {
                check_mapping(parse_mapping({"", "y 4 span 1 / x 32 span 1"}), only_maps, h200_shape(), "mapping");
              }),
              testing::HasSubstr("the threads of a block share the results of `map j`"));
}

TEST(InnerResults, AreNotStoredIfOneBlockWouldHaveTooMuchWork) {
  NestCase nest("input real m[rows, columns]\noutput s = map(i < rows: let w = map(j < columns: exp(m[i, j]));\n"
                "  map(j < columns: w[j] - w[columns - 1 - j] * w[0]))");
  auto const n_stored = [&](double rows) {
    KnownNumbers const known{.exact = {{"rows", rows}, {"columns", 1e5}}};
    return stored_inner_results(nest.program, nest.value, known, h200_shape()).size();
  };
  EXPECT_EQ(n_stored(2), 0U);
  EXPECT_EQ(n_stored(1e5), 1U);
}

// Results of kernels.

struct Nested {
  std::string text;
  std::vector<std::string> mappings;
};

std::vector<std::string> const two_levels{"y 4 span 1 / x 32 span all",  "x 4 span 1 / sequential",
                                          "x 2 span 3 / y 16 span all",  "sequential / x 8 span all",
                                          "y 2 span 2 / x 8 span all",   "x 8 span all / y 4 span all",
                                          "z 1 span all / y 64 span all"};
std::vector<std::string> const three_levels{
    "y 4 span 1 / x 32 span all / sequential", "x 4 span 1 / sequential / sequential",
    "y 2 span 2 / sequential / x 8 span all", "z 2 span 1 / y 2 span all / x 4 span all"};

std::vector<Nested> const nests{
    {"input real m[rows, columns]\noutput s = map(i < rows: let w = map(j < columns: sqrt(m[i, j] + 2)); sum(w) / "
     "max(w))",
     two_levels},
    {"input real m[rows, columns]\noutput s = map(i < rows: let w = map(j < columns: m[i, j] > 0); count(x in w: x) -"
     " (if any(x in w: not x) then 1 else 0))",
     two_levels},
    {"input real m[rows, columns]\nstructure P { real x, real y }\noutput s = map(i < rows:\n"
     "  let w = map(j < columns: P(m[i, j], 1 - m[i, j])); sum(p in w: p.x) - max(p in w: p.y))",
     two_levels},
    {"input real m[rows, columns]\noutput s = map(i < rows: if mod(i, 2) == 1 then 2.0 else\n"
     "  let w = map(j < columns: 3 * m[i, j]); if columns > 2 then w[columns - 1] - sum(w) * w[1] else sum(w))",
     two_levels},
    {"input real m[rows, columns]\noutput s = map(i < rows: let w = map(j < columns: 3 * m[i, j]);\n"
     "  map(j < columns: w[columns - 1 - j] - w[j]))",
     two_levels},
    {"input real m[rows, columns]\noutput s = map(i < rows: let w = map(j < columns: 3 * m[i, j]);\n"
     "  let u = map(x in w: x * x); sum(u) - max(w) * min(u))",
     two_levels},
    {"input real m[rows, columns]\noutput s = map(i < rows: let w = map(j < columns: sum(k < columns: m[i, k] - "
     "m[i, j]));\n  sum(k < rows: sum(j < columns: w[j] * m[k, j])))",
     three_levels},
    {"input real m[rows, columns]\noutput s = map(i < rows: let w = map(j < columns, k < 3: m[i, j] * k);\n"
     "  sum(j < columns: sum(k < 3: w[j, k] * w[0, k])))",
     three_levels},
    {"input real m[rows, columns]\noutput s = sum(i < rows: let w = map(j < columns: 3 * m[i, j]); sum(w) - max(w))",
     {"y 4 span all / x 8 span all", "x 8 span all / sequential", "sequential / x 32 span all",
      "sequential / sequential"}},
};

std::vector<Sizes> const shapes{{{"rows", 0}, {"columns", 3}},
                                {{"rows", 1}, {"columns", 1}},
                                {{"rows", 5}, {"columns", 37}},
                                {{"rows", 7}, {"columns", 0}}};

/// Compares all kernels with stored results, on the host and on devices alternately.
void compare_all(std::vector<Sizes> const& sizes, Run const& run, bool starts_on_device, NestOptions options = {}) {
  bool is_device = starts_on_device;
  for (Nested const& each : nests) {
    NestCase nest(each.text);
    for (Sizes const& shape : sizes) {
      nest.bind(shape);
      std::vector<double> const expected = nest.expected();
      for (std::string const& text : each.mappings) {
        options.is_device = std::exchange(is_device, !is_device);
        options.max_sizes = nest.sizes;
        options.stored = nest.inner_results(true);
        EXPECT_FALSE(options.stored.empty()) << each.text;
        expect_equal_bits(nest.result(parse_mapping({"", text}), options, run), expected, each.text + " with " + text);
      }
    }
  }
}

TEST(KernelsOfInnerResults, DefineTheBitsOfTheInterpreter) { compare_all(shapes, loops::interpret, false); }

TEST(KernelsOfInnerResults, HaveSchedulesForHostsAndDevices) {
  compare_all({shapes[2]}, interpret_tree, false);
  compare_all({shapes[2]}, interpret_tree, true);
}

TEST(KernelsOfInnerResults, MayHaveGridMemory) {
  compare_all({shapes[2]}, interpret_tree, true, {.tile_bytes = 0});
  compare_all({shapes[1]}, interpreted_in_random_order(3), false, {.tile_bytes = 0});
}

/// Compares kernels that a device compiles.
void run_on(device::Device& device, bool is_device, NestOptions options = {}) {
  for (Nested const& each : nests)
    for (std::size_t n = 0; n < 2; ++n) {
      NestCase nest(each.text);
      nest.bind({{"rows", 13}, {"columns", 67}});
      options.is_device = is_device;
      options.max_sizes = nest.sizes;
      options.stored = nest.inner_results(true);
      expect_equal_bits(
          nest.result(parse_mapping({"", each.mappings[n]}), options, compiled(device)), nest.expected(),
          fmt::format("{} with {} and {} bytes of tiles", each.text, each.mappings[n], options.tile_bytes));
    }
}

TEST(KernelsOfInnerResults, HaveTheBitsOfTheInterpreterOnTheHost) { run_on(*device::make_host_device(), false); }

TEST(KernelsOfInnerResults, HaveTheBitsOfTheInterpreterWithOpencl) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  run_on(*opencl.device, true);
  run_on(*opencl.device, true, {.tile_bytes = 0});
}

} // namespace
} // namespace chemora::patterns
