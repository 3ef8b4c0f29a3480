// Applies the listing of section 3 of the Loo.py paper (docs/tutorials/step-3/fluxes.f90) step by step. Compares the
// work of every level with the paper, and the results of every level with those of level 1.
#include "codegen/fortran/fortran.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/script/script.hpp"
#include "testsuites/unit/codegen/transform/data_support.hpp"

#include <ctime>

namespace chemora::transform {
namespace {

using loops::LoopKernel;

struct Level {
  std::string title{};
  LoopKernel kernel{};
};

std::vector<Level> levels_of(long n_points, ir::Type real, std::string const& device = "opencl") {
  base::SourceText const source = base::read_source(CHEMORA_FLUX_LISTING);
  fortran::Script const script = fortran::script_of(source);
  std::vector<Level> levels;
  script::Environment environment;
  environment.parse_fortran = [&](std::vector<std::string> const& definitions) {
    return fortran::parse(source, {.real = real, .definitions = definitions});
  };
  environment.variables = {{"Nq", make_value(n_points)}, {"device", make_value(device)}};
  environment.report = [&](LoopKernel const& kernel, std::string const& title) { levels.push_back({title, kernel}); };
  script::run({source, script.lines, script.positions}, environment);
  return levels;
}

/// Work per grid point.
struct Work {
  double words = 0, operations = 0;

  bool operator==(Work const&) const = default;
};

void PrintTo(Work const& work, std::ostream* out) {
  *out << work.words << " words, " << work.operations << " operations";
}

Work work_of(LoopKernel const& kernel, long n_points, long n_elements) {
  polyhedral::Counts const counts = polyhedral::count(kernel, {{"Ne", n_elements}});
  double const points = static_cast<double>(n_elements * n_points * n_points * n_points);
  return {(counts.words_read + counts.words_written) / points, counts.operations / points};
}

TEST(PaperListing, HasTheCountsOfThePaper) {
  std::clock_t const start = std::clock();
  std::vector<Level> const levels = levels_of(8, ir::Type::real32);
  double const seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  RecordProperty("seconds", std::to_string(seconds));
  EXPECT_LT(seconds, 2.0) << "processor time of all transformations";

  std::vector<Work> work;
  for (Level const& level : levels) work.push_back(work_of(level.kernel, 8, 6910));
  std::vector<Work> const expected = {{464, 624},     {464, 624},     {448.125, 624}, {1504.125, 1472},
                                      {524.125, 520}, {398.125, 426}, {158.125, 434}, {38.125, 314}};
  EXPECT_EQ(work, expected);

  // The values of the state are read once for both directions.
  for (std::size_t const level : {5UL, 6UL, 7UL})
    EXPECT_EQ(polyhedral::count(levels.at(level).kernel, {{"Ne", 10}}).words_of.at("q"), 8.0 * 512 * 10)
        << levels[level].title;
}

/// Returns the values of an array by their subscripts, as the subroutines of the listing number them.
std::vector<double> by_subscripts(LoopKernel const& kernel, std::string const& name, std::vector<double> const& memory,
                                  bool to_memory, std::vector<double> result) {
  ir::TypedArray const& array = kernel.array(name);
  std::vector<long> extents;
  for (ir::ArrayAxis const& axis : array.axes) extents.push_back(axis.extent.value({{"Ne", 2}}));
  std::vector<long> subscripts(extents.size(), 0);
  for (std::size_t n = 0; n < memory.size(); ++n) {
    std::vector<ir::ExpressionPtr> values;
    for (long const subscript : subscripts) values.push_back(ir::make_integer(subscript));
    ir::ExpressionPtr const offset = ir::with_names(ir::offset_of(array, values), {{"Ne", ir::make_integer(2)}});
    auto const place = static_cast<std::size_t>(ir::as_linear(offset)->constant);
    (to_memory ? result[place] : result[n]) = to_memory ? memory[n] : memory[place];
    for (std::size_t axis = 0; axis < subscripts.size() && ++subscripts[axis] == extents[axis]; ++axis)
      subscripts[axis] = 0;
  }
  return result;
}

using Execution = std::function<void(LoopKernel const&, Data& arrays)>;

/// Executes the kernel for two elements. The arrays are numbered in column-major order, whatever their layout.
std::vector<double> right_hand_side(LoopKernel const& kernel, Execution const& execute) {
  std::map<std::string, std::vector<double>> arrays;
  double value = 1;
  for (std::string const name : {"D", "geo", "q", "rhsq"}) {
    long const n = size_of(kernel.array(name), {{"Ne", 2}});
    std::vector<double> values;
    for (long element = 0; element < n; ++element) {
      value = value * 1.37 > 5.0 ? value * 1.37 - 4.1 : value * 1.37;
      values.push_back(value);
    }
    arrays[name] = by_subscripts(kernel, name, values, true, values);
  }
  execute(kernel, arrays);
  return by_subscripts(kernel, "rhsq", arrays["rhsq"], false, arrays["rhsq"]);
}

void in_order(LoopKernel const& kernel, Data& arrays) { loops::interpret(kernel, {{"Ne", 2}}, arrays); }

void by_schedule(LoopKernel const& kernel, Data& arrays) {
  ir::LoopTree const tree = polyhedral::schedule(kernel);
  ir::verify(tree, "schedule");
  ir::interpret(tree, {{"Ne", 2}}, arrays);
}

TEST(PaperListing, HasASchedule) {
  for (std::string const device : {"opencl", "host"}) {
    std::vector<Level> const levels = levels_of(2, ir::Type::real64, device);
    std::vector<double> const expected = right_hand_side(levels.at(0).kernel, in_order);
    for (Level const& level : levels) {
      SCOPED_TRACE(device + ", " + level.title);
      std::vector<double> const result = right_hand_side(level.kernel, by_schedule);
      ASSERT_EQ(result.size(), expected.size());
      for (std::size_t n = 0; n < result.size(); ++n)
        ASSERT_NEAR(result[n], expected[n], 1e-12 * std::abs(expected[n]));
    }
  }
}

TEST(PaperListing, KeepsTheResultAtEveryLevel) {
  for (std::string const device : {"opencl", "host"}) {
    std::vector<Level> const levels = levels_of(2, ir::Type::real64, device);
    std::vector<double> const expected = right_hand_side(levels.at(0).kernel, in_order);
    for (Level const& level : levels) {
      std::vector<double> const result = right_hand_side(level.kernel, in_order);
      bool const is_reassociated = level.title >= "level 7" || level.title == "fused";
      if (!is_reassociated) {
        EXPECT_EQ(result, expected) << device << ", " << level.title;
        continue;
      }
      ASSERT_EQ(result.size(), expected.size());
      for (std::size_t n = 0; n < result.size(); ++n)
        ASSERT_NEAR(result[n], expected[n], 1e-12 * std::abs(expected[n])) << device << ", " << level.title;
    }
  }
}

TEST(PaperListing, HasTheCountsOfThePaperForOtherDegrees) {
  for (long const n_points : {4L, 12L, 16L}) {
    Work const work = work_of(levels_of(n_points, ir::Type::real32).at(7).kernel, n_points, 100);
    EXPECT_EQ(work, (Work{38 + 1.0 / static_cast<double>(n_points), 32.0 * static_cast<double>(n_points) + 58}));
  }
}

} // namespace
} // namespace chemora::transform
