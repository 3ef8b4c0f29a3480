// Compares the kernels of filters and groups with the interpreter of patterns.
#include "codegen/patterns/lower_selection.hpp"

#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/unit/codegen/patterns/lowered_nests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

using namespace tests;

/// Members of all groups, and the number of the first member of each group.
struct Selected {
  std::vector<double> members{}, first{};
  bool operator==(Selected const&) const = default;
};

Selected expected_of(NestCase const& nest) {
  Program program = nest.program;
  Statement& output = program.statements.back();
  ArrayValue const value = interpret(program, nest.inputs).back().columns[0].second;
  if (output.columns[0].second->pattern->kind == PatternKind::filter)
    return {value.numbers, {0, static_cast<double>(value.extents[0])}};
  return {};
}

/// A host with one thread has chunks of up to 2048 reals.
NestOptions options_for(Sizes const& sizes, bool is_device) {
  return {.is_device = is_device, .max_sizes = sizes, .chunk_bytes = 16 * 1024};
}

Selected run_selection(NestCase const& nest, NodePtr const& value, long n_elements, long n_groups, bool is_device,
                       Run const& run) {
  LoweredSelection const lowered = lower_selection(nest.program, value, "result", options_for(nest.sizes, is_device));
  loops::verify(lowered.kernel, "lowering");
  std::map<std::string, double> parameters = selection_sizes(lowered, n_elements, n_groups);
  for (auto const& [name, size] : nest.sizes) parameters[name] = static_cast<double>(size);
  std::map<std::string, long> integers;
  for (auto const& [name, number] : parameters) integers[name] = static_cast<long>(number);
  Arrays arrays;
  for (ir::TypedArray const& array : lowered.kernel.arrays) {
    if (!array.is_argument) continue;
    std::size_t n = 1;
    for (ir::ArrayAxis const& axis : array.axes) n *= static_cast<std::size_t>(axis.extent.value(integers));
    arrays[array.name].assign(n, array.type == ir::Type::real64 ? std::nan("") : 12345);
  }
  for (std::string const& input : lowered.inputs) arrays[input] = nest.inputs.arrays.at(input).numbers;
  run(lowered.kernel, parameters, arrays);
  Selected selected{arrays.at("result"), arrays.at(lowered.first)};
  std::size_t const n_fields = lowered.kernel.array("result").axes.size() > 1 ? 2 : 1;
  selected.members.resize(static_cast<std::size_t>(selected.first.back()) * n_fields);
  return selected;
}

struct SelectionCase {
  std::string text; ///< the last output is the selection, or the members and starts of its groups
  long n_groups = 1;
};

std::vector<SelectionCase> const selections{
    {"output s = filter(x in a: x > 0.25)"},
    {"output s = filter(x in a: x > 2)"},
    {"output s = filter(i < n: a[i] > 0 or sum(j < 3: a[j]) > 100)"},
    {"structure P { real x, real y }\noutput s = filter(p in map(i < n: P(a[i], real(i))): p.x + p.y > 20)"},
    {"let g = groupBy(x in a by int(floor(8 * x)) into 5)\noutput f = g.first\noutput s = g.members", 5},
    {"let g = groupBy(i < n by k[i] into 9: a[i])\noutput f = g.first\noutput s = g.members", 9},
    {"let g = groupBy(i < n, j < 3 by mod(i + j, 4) into 4: i * 10 + j)\noutput f = g.first\noutput s = g.members", 4},
    {"let g = groupBy(i < n by k[i] into 1: a[i] > 0)\noutput f = g.first\noutput s = g.members", 1},
};

void compare_all(Run const& run, std::vector<long> const& sizes, bool is_device,
                 std::vector<SelectionCase> const& cases = selections) {
  for (SelectionCase const& each : cases)
    for (long const n : sizes) {
      NestCase nest("input real a[n]\ninput int k[n]\n" + each.text);
      nest.bind({{"n", n}});
      Statement const& first = nest.program.statements.front();
      bool const is_group = first.kind == StatementKind::let;
      NodePtr const value = is_group ? first.value : nest.value;
      Selected expected;
      if (is_group) {
        auto const outputs = interpret(nest.program, nest.inputs);
        expected = {outputs[1].columns[0].second.numbers, outputs[0].columns[0].second.numbers};
      } else {
        expected = expected_of(nest);
      }
      long const n_elements = value->pattern->generators.size() > 1 ? 3 * n : n;
      EXPECT_EQ(run_selection(nest, value, n_elements, each.n_groups, is_device, run), expected)
          << each.text << ", n = " << n;
    }
}

TEST(LoweredSelections, DefineTheResultOfTheInterpreter) { compare_all(loops::interpret, {0, 1, 1030}, false); }

TEST(LoweredSelections, KeepTheResultInAnyOrderOfInstances) { compare_all(interpreted_in_random_order(1), {3}, false); }

TEST(LoweredSelections, HaveSchedulesForHostsAndDevices) {
  compare_all(interpret_tree, {0, 7, 2050}, false);
  compare_all(interpret_tree, {0, 7, 2050}, true);
}

TEST(LoweredSelections, HaveTheResultOfTheInterpreterOnTheHost) {
  auto const host = device::make_host_device();
  compare_all(compiled(*host), {5000, 9000}, false, {selections[0], selections[4]});
}

TEST(LoweredSelections, HaveLargerChunksOnHosts) {
  NestCase const nest("input real a[n]\noutput s = filter(x in a: x > 0)");
  auto const chunk_size = [&](NestOptions const& options) {
    return lower_selection(nest.program, nest.value, "result", options).chunk_size;
  };
  EXPECT_EQ(chunk_size(options_for({{"n", 5000}}, false)), 1024); // four chunks for each thread
  EXPECT_EQ(chunk_size(options_for({{"n", 9000}}, false)), 2048);
  EXPECT_EQ(chunk_size(options_for({{"n", 1 << 20}}, false)), 2048);
  EXPECT_EQ(chunk_size(options_for({{"n", 1 << 20}}, true)), 1024);
  EXPECT_EQ(chunk_size(options_for({}, false)), 1024);
  NestOptions threads = options_for({{"n", 9000}}, false);
  threads.n_threads = 2;
  EXPECT_EQ(chunk_size(threads), 1024);
}

TEST(LoweredSelections, HaveTheResultOfTheInterpreterWithOpencl) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  compare_all(compiled(*opencl.device), {5000}, true, {selections[5]});
}

/// Returns the error of a selection that is the value of `let`.
std::string error_in(std::string const& text) {
  NestCase nest("input real a[n]\n" + text + "\noutput t = 1");
  return testing_support::findings_of(
      [&] { lower_selection(nest.program, nest.program.statements[0].value, "result"); });
}

TEST(LoweredSelections, ReportSelectionsWithoutKernel) {
  using testing::HasSubstr;
  EXPECT_THAT(error_in("let s = filter(r in map(i < n, j < 2: a[i]): true)"),
              HasSubstr("no kernel for filters of arrays"));
  EXPECT_THAT(error_in("let s = groupBy(x in a by int(x))"), HasSubstr("no kernel for groups with any keys"));
  EXPECT_THAT(error_in("grid real u = \"Wave::phi\"\nlet s = filter(c in grid: u[c] > 0)"),
              HasSubstr("no kernel for patterns over the grid"));
}

} // namespace
} // namespace chemora::patterns
