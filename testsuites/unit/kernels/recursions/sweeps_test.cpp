// Sweeps over a divided grid have the bits of values that are computed point by point, for all divisions and plans.
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/recursions/sweeps.hpp"
#include "testsuites/unit/codegen/wavefront/sweep_systems.hpp"
#include "testsuites/unit/kernels/recursions/processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <random>

namespace chemora::recursions {
namespace {

using testing_support::GridValues;

constexpr base::Index3 points{13, 10, 9};
constexpr base::Index3 allocated{16, 12, 11}; ///< of all processes, so that all have the same kernels

/// Compiles each source once for all processes of this program.
std::string object_of(device::Device& device, runtime::SourceKernel const& kernel) {
  static std::mutex mutex;
  static std::map<std::string, std::string> objects;
  std::lock_guard const lock(mutex);
  std::string& object = objects[device.properties().kind + kernel.source];
  if (!object.empty()) return object;
  device::CompileRequest const request{.kernel = kernel.name, .source = kernel.source};
  device::CompiledObject const compiled = device.compile({&request, 1}, 1).front();
  if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
  return object = compiled.object;
}

std::vector<runtime::LoadedSource> load(device::Device& device, std::vector<runtime::SourceKernel> const& sources) {
  std::vector<runtime::LoadedSource> loaded;
  for (auto const& source : sources)
    loaded.push_back({device.load(source.name, object_of(device, source), source.shape), nullptr});
  return loaded;
}

struct Division {
  base::Index3 parts{1, 1, 1};
  int ghosts = 1;
  SweepOptions options{};
  bool own_memory = false;
};

/// The local grid of a process; processes are numbered with x fastest.
launch::LocalGrid local_grid(Division const& division, int rank) {
  launch::LocalGrid grid;
  grid.allocated = allocated;
  for (int axis = 0; axis < 3; ++axis) {
    std::size_t const d = static_cast<std::size_t>(axis);
    int const part = rank % division.parts[d];
    rank /= division.parts[d];
    int lower = points[d] * part / division.parts[d], upper = points[d] * (part + 1) / division.parts[d];
    grid.is_outer[d] = {part == 0, part + 1 == division.parts[d]};
    grid.ghosts[d] = division.ghosts;
    if (!grid.is_outer[d][0]) lower -= division.ghosts;
    if (!grid.is_outer[d][1]) upper += division.ghosts;
    grid.scalars.global_size[d] = points[d];
    grid.scalars.lower_global[d] = lower;
    grid.scalars.spacing[d] = 0.5;
    grid.extent[d] = upper - lower;
  }
  return grid;
}

/// Calls the function with the offsets of each local point in the array of the process and in the array of the grid.
void for_each_point(launch::LocalGrid const& grid, std::function<void(std::size_t, std::size_t)> const& function) {
  for (int k = 0; k < grid.extent[2]; ++k)
    for (int j = 0; j < grid.extent[1]; ++j)
      for (int i = 0; i < grid.extent[0]; ++i) {
        base::Index3 const& lower = grid.scalars.lower_global;
        int const global = (lower[0] + i) + points[0] * ((lower[1] + j) + points[1] * (lower[2] + k));
        function(static_cast<std::size_t>(i + allocated[0] * (j + allocated[1] * k)), static_cast<std::size_t>(global));
      }
}

/// Runs the function on one process. Throws if a point of a local array differs from that of `expected`.
void run_on_process(wavefront::SweepFunction const& function, Division const& division, Processes& processes,
                    GridValues const& initial, GridValues const& expected,
                    std::map<std::string, double> const& scalars) {
  auto const device = device::make_host_device({.own_memory = division.own_memory});
  launch::Scratch memory(*device);
  launch::LocalGrid const grid = local_grid(division, processes.rank());
  Sweeps sweeps(function, "Test::f", grid, {*device, processes, memory}, division.options);
  sweeps.set_kernels(load(*device, sweeps.sources()));
  device::ArrayShape const shape{allocated};
  base::Box const whole{{0, 0, 0}, allocated};
  std::map<std::string, void*> arrays;
  std::vector<double> values(shape.bytes() / sizeof(double));
  for (auto const& [name, global] : initial) {
    std::fill(values.begin(), values.end(), NAN);
    for_each_point(grid, [&](std::size_t local, std::size_t point) { values[local] = global[point]; });
    arrays[name] = device->allocate(shape.bytes());
    device->copy_to_device(arrays[name], values.data(), shape, whole);
  }
  sweeps.run(arrays, scalars);
  device->finish();
  for (auto const& [name, global] : expected) {
    device->copy_to_host(values.data(), arrays.at(name), shape, whole);
    for_each_point(grid, [&](std::size_t local, std::size_t point) {
      EXPECT_EQ(values[local], global[point]) << name << " at point " << point << " on process " << processes.rank();
    });
  }
  for (auto const& [name, array] : arrays) device->release(array);
}

GridValues random_values(wavefront::SweepFunction const& function) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> distribution(0.5, 1.5);
  GridValues grid;
  for (auto const& variable : function.variables)
    for (int n = 0; n < points[0] * points[1] * points[2]; ++n) grid[variable.name].push_back(distribution(random));
  return grid;
}

/// The values after all sweeps, point by point.
GridValues values_after(wavefront::SweepFunction const& function, GridValues grid,
                        std::map<std::string, double> scalars) {
  for (char const axis : {'x', 'y', 'z'}) scalars[std::string("spacing_") + axis] = 0.5;
  for (recursion::Sweep const& sweep : function.sweeps) {
    GridValues const before = grid;
    testing_support::SweepOracle oracle(sweep.system, {points[0], points[1], points[2]}, before, scalars);
    for (auto const& [variable, stored] : sweep.stores)
      for (long n = 0; n < points[0] * points[1] * points[2]; ++n)
        grid[variable][static_cast<std::size_t>(n)] =
            oracle.value(stored, {n % points[0], n / points[0] % points[1], n / points[0] / points[1]});
  }
  return grid;
}

wavefront::SweepFunction read(std::string const& text) { return wavefront::read_sweep_function({"f.rec", text}); }

std::string const eikonal = R"(
grid real T = "Test::T"
grid real s = "Test::s"
real west(axis[x] i, axis[y] j, axis[z] k) = if i == 0 then T[i, j, k] else u(i - 1, j, k)
real east(axis[x] i, axis[y] j, axis[z] k) = if i == points_x - 1 then T[i, j, k] else T[i + 1, j, k]
real south(axis[x] i, axis[y] j, axis[z] k) = if j == 0 then T[i, j, k] else u(i, j - 1, k)
real down(axis[x] i, axis[y] j, axis[z] k) = if k == 0 then T[i, j, k] else u(i, j, k - 1)
real up(axis[x] i, axis[y] j, axis[z] k) = if k == points_z - 1 then T[i, j, k] else T[i, j, k + 1]
real u(axis[x] i, axis[y] j, axis[z] k) =
  T[i, j, k] min ((west(i, j, k) min east(i, j, k)) + 0.5 * (down(i, j, k) min up(i, j, k)) + 0.25 * south(i, j, k)
                  + spacing_x * s[i, j, k])
)";

std::string lines(char axis) {
  std::string const name(1, static_cast<char>('i' + (axis - 'x')));
  auto const at = [&](std::string const& function, std::string const& offset) {
    std::string text = function + "(";
    for (char const letter : {'i', 'j', 'k'}) {
      text += letter;
      if (name[0] == letter) text += offset;
      text += letter == 'k' ? ")" : ", ";
    }
    return text;
  };
  std::string const axes = "(axis[x] i, axis[y] j, axis[z] k)";
  return "grid real v = \"Test::v\"\nlet r = 0.75\nreal c" + axes + " = if " + name +
         " == 0 then -r / (1 + 2 * r) else -r / (1 + 2 * r + r * " + at("c", " - 1") + ")\nreal d" + axes + " = if " +
         name + " == 0 then v[i, j, k] / (1 + 2 * r) else (v[i, j, k] + r * " + at("d", " - 1") +
         ") / (1 + 2 * r + r * " + at("c", " - 1") + ")\nreal w" + axes + " = if " + name + " == points_" + axis +
         " - 1 then d(i, j, k) else d(i, j, k) - c(i, j, k) * " + at("w", " + 1") + "\nsweep v = w\n";
}

void expect_equal(std::string const& text, std::vector<Division> const& divisions) {
  wavefront::SweepFunction const function = read(text);
  GridValues const initial = random_values(function);
  std::map<std::string, double> scalars;
  for (auto const& scalar : function.scalars) scalars[scalar.name] = scalar.value;
  GridValues const expected = values_after(function, initial, scalars);
  for (Division const& division : divisions) {
    SCOPED_TRACE(testing::Message() << division.parts[0] << " x " << division.parts[1] << " x " << division.parts[2]
                                    << ", plan " << division.options.plan);
    testing_support::run_processes(
        division.parts[0] * division.parts[1] * division.parts[2],
        [&](Processes& processes) { run_on_process(function, division, processes, initial, expected, scalars); });
  }
}

TEST(Sweeps, HaveEqualBitsForAllDivisionsOfTheGrid) {
  expect_equal(eikonal + "sweep T = u\nsweep T = u along (-x, +y, -z)\n",
               {{},
                {.parts = {2, 1, 1}},
                {.parts = {1, 3, 1}},
                {.parts = {1, 1, 4}, .ghosts = 2},
                {.parts = {2, 2, 2}},
                {.parts = {1, 2, 2}, .options = {.plan = "blocks 5"}},
                {.parts = {2, 1, 2}, .own_memory = true}});
}

TEST(Sweeps, PassValuesThroughCornersBetweenProcesses) {
  std::string const text =
      "grid real T = \"Test::T\"\nreal u(axis[x] i, axis[y] j, axis[z] k) = if i == 0 or j < 2 or k == "
      "0 then T[i, j, k] else 0.5 * u(i - 1, j - 2, k) + 0.25 * u(i, j - 1, k - 1) + "
      "T[i, j, k]\nsweep T = u along (+x, -y, +z)\n";
  expect_equal(text,
               {{.parts = {2, 2, 2}, .ghosts = 2}, {.parts = {3, 1, 2}, .ghosts = 2, .options = {.plan = "blocks 3"}}});
}

TEST(Sweeps, SolveLinesAcrossProcesses) {
  expect_equal(lines('x'), {{}, {.parts = {2, 2, 1}}, {.parts = {3, 1, 1}, .ghosts = 2}});
  expect_equal(lines('z'), {{.parts = {2, 1, 1}}, {.parts = {1, 2, 3}, .own_memory = true}});
}

TEST(Sweeps, HaveEqualBitsForAllPlans) {
  expect_equal(eikonal + "sweep T = u along (+x, -y, +z)\n",
               {{.parts = {1, 2, 1}, .options = {.plan = "lanes 4 tile 4 4 2 separate"}}});
  for (char const* const plan : {"tile 8 2 5", "tile 4 4 4 lanes 2 separate"})
    expect_equal(lines('y'), {{.options = {.plan = plan}}});
}

/// The lines of the report on process 0.
std::string notes(std::string const& text, Division const& division) {
  wavefront::SweepFunction const function = read(text);
  std::string result;
  testing_support::run_processes(division.parts[0] * division.parts[1] * division.parts[2], [&](Processes& processes) {
    auto const device = device::make_host_device();
    launch::Scratch memory(*device);
    Sweeps const sweeps(function, "Test::f", local_grid(division, processes.rank()), {*device, processes, memory},
                        division.options);
    if (processes.rank() == 0) result = sweeps.notes();
  });
  return result;
}

TEST(Sweeps, ReportWhyAPlanIsNotFused) {
  using testing::HasSubstr;
  SweepOptions const fused{.plan = "fused lanes 4"};
  EXPECT_THAT(notes(lines('z'), {}), HasSubstr("fused (chosen for the machine)\n"));
  EXPECT_THAT(notes(lines('z'), {.parts = {2, 1, 1}, .options = fused}),
              HasSubstr("lanes 4 fused (pinned by Recursions::sweep_plan)\n"));
  EXPECT_THAT(
      notes(lines('z'), {.parts = {1, 1, 2}, .options = fused}),
      HasSubstr("lanes 4 separate (pinned by Recursions::sweep_plan, but `separate` instead of `fused`, because "
                "the grid is divided among processes along z, which has a direction)"));
  EXPECT_THAT(notes(eikonal + "sweep T = u\n", {.options = fused}), HasSubstr("because all axes have a direction)"));
  EXPECT_THAT(
      notes("grid real T = \"Test::T\"\nreal u(axis[x] i, axis[y] j, axis[z] k) = 2 * T[i, j, k]\nsweep T = u\n",
            {.options = fused}),
      HasSubstr("because no axis has a direction)"));
  expect_equal(lines('z'), {{.parts = {1, 1, 2}, .options = fused}});
}

TEST(Sweeps, ReportGridsThatTheyCannotCompute) {
  wavefront::SweepFunction const function = read(lines('x'));
  auto const message = [&](Division const& division) {
    auto const device = device::make_host_device();
    launch::Scratch memory(*device);
    std::string text;
    testing_support::run_processes(1, [&](Processes& processes) {
      try {
        Sweeps(function, "Test::f", local_grid(division, 0), {*device, processes, memory}, division.options);
      } catch (base::UserError const& error) {
        text = error.what();
      }
    });
    return text;
  };
  EXPECT_THAT(message({.options = {.has_ends = {false, true, true}}}),
              testing::HasSubstr("f.rec:6:1: error: The sweep reads other points along x, but axis x of the grid "
                                 "is periodic or has a symmetry"));
  EXPECT_EQ(message({.options = {.has_ends = {true, false, false}}}), "");
  EXPECT_THAT(
      message({.ghosts = 0}),
      testing::HasSubstr("f.rec:6:1: error: The sweep reads points at a distance of 1 along x, but the grid has 0 "
                         "ghost zones. Set driver::ghost_size to at least 1."));
  EXPECT_THAT(message({.options = {.plan = "lane 8"}}), testing::HasSubstr("Recursions::sweep_plan:1:1: error:"));
}

} // namespace
} // namespace chemora::recursions
