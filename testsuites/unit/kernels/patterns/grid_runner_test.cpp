// Compares programs that sweeps compute with the interpreter.
#include "kernels/patterns/grid_runner.hpp"

#include "kernels/device/host/host_device.hpp"
#include "testsuites/support/device_grid.hpp"
#include "testsuites/support/grid_patterns.hpp"
#include "testsuites/support/interpreted_place.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace chemora::patterns {
namespace {

using namespace testing_support;

using SetKernels = std::function<void(GridRunner&)>;

/// Evaluates the program on several divisions of the grid. Returns the notes of a process.
std::string expect_same_results(std::string const& text, Inputs const& inputs, unsigned seed,
                                SetKernels const& set_kernels = interpret_kernels) {
  Program const program = read_program({"t.pat", text});
  std::vector<Output> const expected = interpret(program, inputs);
  std::string notes;
  for (int const n_processes : {1, 3}) {
    std::vector<std::unique_ptr<GridRunner>> runners;
    for (int n = 0; n < n_processes; ++n) {
      runners.push_back(std::make_unique<GridRunner>(program, inputs.parameters));
      set_kernels(*runners.back());
    }
    auto const results = Divided(inputs, n_processes, seed)
                             .evaluate([&](std::size_t process, Inputs const& own, LocalGrid const& grid,
                                           Exchange& exchange) { return runners[process]->run(own, grid, exchange); });
    for (std::vector<Output> const& outputs : results) EXPECT_TRUE(are_equal(outputs, expected)) << text;
    notes = runners[0]->notes();
  }
  return notes;
}

TEST(GridRunner, KeepsTheBitsOfPrograms) {
  for (std::string const& text : local_grid_programs)
    for (unsigned seed = 1; seed <= 3; ++seed) expect_same_results(grid_fields + text, random_grid_inputs(seed), seed);
}

TEST(GridRunner, KeepsTheBitsOnDevices) {
  InterpretedPlace place(true);
  int n_on_device = 0;
  for (std::size_t n = 0; n < local_grid_programs.size(); n += 3) // their kernels are interpreted slowly
    n_on_device += expect_same_results_on_device(grid_fields + local_grid_programs[n], random_grid_inputs(1), 1, place);
  EXPECT_GT(n_on_device, 10);
}

TEST(GridRunner, ComputesSumsThatAreNotFiniteOnTheHost) {
  InterpretedPlace place(true);
  Inputs inputs{.points = {3, 2, 2}};
  for (char const* const name : {"rho", "phi"})
    inputs.arrays[name] = {{3, 2, 2}, {1e300, 1e200, 1e100, 1, 1e-100, 1e-200, 3, 4, 5, 6, 7, 8}};
  inputs.arrays["phi"].numbers[4] = HUGE_VAL;
  auto const n_on_device = [&](std::string const& field) {
    return expect_same_results_on_device(grid_fields + "let f = filter(c in grid: " + field + "[c] > 0)\n" +
                                             "output s = sum(c in f: " + field + "[c])",
                                         inputs, 1, place);
  };
  EXPECT_EQ(n_on_device("rho"), 2) << "two processes";
  EXPECT_EQ(n_on_device("phi"), 1);
}

TEST(GridRunner, SelectsPointsOnDevicesBeforeAVariableChanges) {
  InterpretedPlace place(true);
  std::string const program =
      "var t = -0.5\nlet f = filter(c in grid: rho[c] > t)\nlet g = filter(c in f: phi[c] > 0)\n"
      "t = 0.5\noutput s = sum(c in g: rho[c])\noutput n = size(f)\n";
  EXPECT_EQ(expect_same_results_on_device(grid_fields + program, random_grid_inputs(2), 1, place), 0);
}

/// A device with memory for two grid functions only.
class SmallPlace final : public KernelPlace {
public:
  MachineShape machine() const override { return place_.machine(); }
  bool is_device() const override { return place_.is_device(); }
  std::unique_ptr<KernelArray> allocate(ir::Type type, std::size_t n) override {
    if (++n_arrays_ > 2) throw device::DeviceMemoryError("The device is too small.");
    return place_.allocate(type, n);
  }
  std::unique_ptr<KernelArray> view(void* memory, std::size_t n) override { return place_.view(memory, n); }
  std::unique_ptr<LoadedKernel> load(loops::LoopKernel const& kernel) override { return place_.load(kernel); }

private:
  InterpretedPlace place_{true};
  int n_arrays_ = 0;
};

TEST(GridRunner, UsesTheHostIfADeviceHasTooLittleMemory) {
  SmallPlace place;
  std::string const program = grid_fields + "output s = sum(c in filter(c in grid: rho[c] > 0): phi[c])\n";
  EXPECT_EQ(expect_same_results_on_device(program, random_grid_inputs(3), 1, place, 1), 0);
}

TEST(GridRunner, KeepsTheBitsOfRandomPrograms) {
  std::mt19937 random(11);
  for (unsigned round = 0; round < 40; ++round)
    expect_same_results(random_grid_program(random), random_grid_inputs(round), round);
}

/// The shipped programs on a small grid, without the interpreter.
TEST(GridRunner, ComputesShippedPrograms) {
  int n_programs = 0;
  for (auto const& entry : std::filesystem::directory_iterator(CHEMORA_ANALYSES)) {
    if (!entry.is_regular_file()) continue; // the folder of programs on arrays
    std::string text = base::read_source(entry.path().string()).contents;
    Program const program = read_program({entry.path().string(), text});
    Inputs inputs = random_grid_inputs(5);
    ArrayValue const values = inputs.arrays["rho"];
    inputs.arrays.clear();
    for (Variable const& variable : program.variables)
      if (variable.role == Role::grid) inputs.arrays[variable.name] = values;
    // Numbers of regions are small.
    if (auto const region = inputs.arrays.find("region"); region != inputs.arrays.end())
      for (double& number : region->second.numbers) number = std::floor(std::clamp(number, -1.0, 5.0));
    std::string const notes = expect_same_results(text, inputs, 5);
    EXPECT_THAT(notes, testing::Not(testing::HasSubstr("interpreted"))) << entry.path();
    ++n_programs;
  }
  EXPECT_EQ(n_programs, 15);
}

TEST(GridRunner, ComputesWithCompiledKernels) {
  auto const host = device::make_host_device({});
  if (!host->properties().no_compiler.empty()) GTEST_SKIP() << "[SKIP] no compiler: " << host->properties().no_compiler;
  auto const compile = [&](GridRunner& runner) {
    std::vector<device::CompileRequest> requests;
    for (KernelSource const& source : runner.sources())
      requests.push_back({.kernel = source.name, .source = source.source});
    std::vector<std::unique_ptr<PointKernel>> kernels;
    auto const objects = host->compile(requests, 2);
    for (std::size_t n = 0; n < objects.size(); ++n) {
      ASSERT_EQ(objects[n].error, "");
      kernels.push_back(make_point_kernel(host->load(requests[n].kernel, objects[n].object, {})));
    }
    runner.set_kernels(std::move(kernels));
  };
  std::mt19937 random(3);
  for (unsigned round = 0; round < 3; ++round)
    expect_same_results(random_grid_program(random), random_grid_inputs(round), round, compile);
  expect_same_results(grid_fields + "let groups = groupBy(c in grid by mod(c.i + c.k, 7) into 5: phi[c])\n"
                                    "output s = sum(rho)\noutput m = map(g in groups: sum(g))\n"
                                    "output least = argmin(c in grid: phi[c])",
                      large_grid_inputs(), 1, compile);
}

TEST(GridRunner, ComputesReductionsOfSeveralStatementsInOneSweep) {
  Program const program = read_program(
      {"t.pat", grid_fields +
                    "let a = sum(rho)\nlet b = max(phi)\nlet e = sum(c in grid: rho[c] * a)\noutput d = e + b\n"
                    "output n = count(c in grid: rho[c] > 0)"});
  GridRunner const runner(program, {});
  std::vector<std::size_t> sizes;
  for (auto const& [number, sweep] : runner.program().sweeps) sizes.push_back(sweep.parts[0].results.size());
  EXPECT_THAT(sizes, testing::ElementsAre(3, 1));
}

TEST(GridRunner, CopiesOnlyFieldsThatReductionsUse) {
  auto const names_of_fields = [](std::string const& sum) {
    std::string const text = grid_fields +
                             "structure Pair { real first, real second }\n"
                             "let groups = groupBy(c in grid by mod(c.i, 2) into 2: Pair(rho[c], phi[c]))\n"
                             "output m = map(g in groups: " +
                             sum + ")";
    expect_same_results(text, random_grid_inputs(2), 2);
    GridRunner const runner(read_program({"t.pat", text}), {});
    std::vector<std::string> names;
    for (SweepKernel const* const kernel : runner.needed_kernels())
      for (auto const& [name, argument] : kernel->lowered.fields) names.push_back(name);
    return names;
  };
  EXPECT_THAT(names_of_fields("sum(p in g: 2 * p.second)"), testing::ElementsAre("phi"));
  EXPECT_THAT(names_of_fields("sum(p in g: p.first * p.second)"), testing::ElementsAre("phi", "rho"));
}

TEST(GridRunner, InterpretsWhatHasNoKernel) {
  std::string const notes =
      expect_same_results(grid_fields + "let list = [1, 2, 3, 4, 5, 6, 7]\noutput s = sum(c in grid: list[c.i])\n"
                                        "output t = sum(c in grid, n < 3: rho[c] * n)\noutput u = sum(rho)\n"
                                        "output v = map(m < 2: sum(c in grid: rho[c] * m))",
                          random_grid_inputs(1), 1);
  EXPECT_THAT(notes, testing::HasSubstr("interpreted: t.pat:4:12: it has subscripts or divisors that are checked"));
  EXPECT_THAT(notes, testing::HasSubstr("interpreted: t.pat:5:12: it has several variables"));
  EXPECT_THAT(notes,
              testing::HasSubstr("interpreted: t.pat:7:23: it reads `m`, which is not the value of a statement"));
  EXPECT_THAT(notes, testing::HasSubstr("1 sweep over"));
}

TEST(GridRunner, ComputesElementsWhoseSubscriptsAreLimited) {
  auto const notes_of = [](std::string const& range, std::string const& subscript) {
    return expect_same_results(grid_fields + "parameter int bins = 3 in " + range +
                                   "\nlet list = map(k < bins: 0.5 * k)\noutput s = sum(c in grid: list[" + subscript +
                                   "])",
                               random_grid_inputs(1), 1);
  };
  for (char const* const subscript :
       {"max(0, min(c.i - 2, bins - 1))", "min(bins - 1, max(c.j, 0))", "min(0, bins - 1)"})
    EXPECT_THAT(notes_of("1 .. *", subscript), testing::Not(testing::HasSubstr("interpreted"))) << subscript;
  for (char const* const subscript : {"max(0, min(c.i, 2))", "min(max(c.i, 1), 2)"})
    EXPECT_THAT(notes_of("1 .. 3", subscript), testing::HasSubstr("subscripts or divisors")) << subscript;
  EXPECT_THAT(notes_of("0 .. *", "max(0, min(c.i, bins - 1))"), testing::HasSubstr("subscripts or divisors"));
}

} // namespace
} // namespace chemora::patterns
