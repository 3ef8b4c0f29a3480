// Grid functions in the memory of a device, and programs that are evaluated there.
#pragma once

#include "codegen/patterns/interpreter.hpp"
#include "framework/base/number.hpp"
#include "kernels/patterns/grid_runner.hpp"
#include "testsuites/support/interpreted_points.hpp"
#include "testsuites/support/shared_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace chemora::testing_support {

inline bool are_equal(std::vector<patterns::Output> const& a, std::vector<patterns::Output> const& b) {
  auto const same = [](double x, double y) { return (x != x && y != y) || base::same_bits(x, y); };
  if (a.size() != b.size()) return false;
  for (std::size_t n = 0; n < a.size(); ++n) {
    if (a[n].name != b[n].name || a[n].columns.size() != b[n].columns.size()) return false;
    for (std::size_t c = 0; c < a[n].columns.size(); ++c) {
      patterns::ArrayValue const &x = a[n].columns[c].second, &y = b[n].columns[c].second;
      if (x.extents != y.extents ||
          !std::equal(x.numbers.begin(), x.numbers.end(), y.numbers.begin(), y.numbers.end(), same))
        return false;
    }
  }
  return true;
}

/// Copies the points of a process to an array on a device, with other points around them.
inline patterns::DeviceGrid::Field with_ghosts(patterns::Box const& box, patterns::LocalField const& field,
                                               patterns::KernelPlace& place) {
  patterns::DeviceGrid::Field result;
  long n = 1;
  for (int axis = 0; axis < 3; ++axis) {
    result.first[axis] = axis + 1;
    result.extents[axis] = box.extent(axis) + 2 * axis + 2;
    n *= result.extents[axis];
  }
  std::vector<double> numbers(static_cast<std::size_t>(n), 1e30);
  for (long k = 0; k < box.extent(2); ++k)
    for (long j = 0; j < box.extent(1); ++j)
      for (long i = 0; i < box.extent(0); ++i)
        numbers[static_cast<std::size_t>(i + 1 + result.extents[0] * (j + 2 + result.extents[1] * (k + 3)))] =
            field.first[i * field.strides[0] + j * field.strides[1] + k * field.strides[2]];
  result.values = place.allocate(ir::Type::real64, numbers.size());
  result.values->write(numbers);
  return result;
}

/// Evaluates the program with grid functions in the memory of a device. Threads stand for processes.
/// Returns the number of reductions there by all of them.
inline int expect_same_results_on_device(std::string const& text, patterns::Inputs const& inputs, unsigned seed,
                                         patterns::KernelPlace& place, int n_processes = 2) {
  patterns::Program const program = patterns::read_program({"t.pat", text});
  std::vector<patterns::Output> const expected = patterns::interpret(program, inputs);
  std::vector<std::unique_ptr<patterns::GridRunner>> runners;
  for (int n = 0; n < n_processes; ++n) {
    runners.push_back(std::make_unique<patterns::GridRunner>(program, inputs.parameters));
    interpret_kernels(*runners.back());
  }
  auto const results = Divided(inputs, n_processes, seed)
                           .evaluate([&](std::size_t process, patterns::Inputs const& own,
                                         patterns::LocalGrid const& grid, patterns::Exchange& exchange) {
                             patterns::LocalGrid on_host = grid;
                             patterns::DeviceGrid device{.place = &place, .copy_to_host = [&] { on_host = grid; }};
                             for (auto const& [name, field] : grid.fields)
                               device.fields[name] = with_ghosts(grid.box, field, place);
                             for (auto& [name, field] : on_host.fields) field.first = nullptr;
                             return runners[process]->run(own, on_host, exchange, &device);
                           });
  for (std::vector<patterns::Output> const& outputs : results) EXPECT_TRUE(are_equal(outputs, expected)) << text;
  int n_on_device = 0;
  for (auto const& runner : runners) n_on_device += runner->report().n_on_device;
  return n_on_device;
}

} // namespace chemora::testing_support
