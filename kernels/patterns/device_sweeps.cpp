#include "kernels/patterns/device_sweeps.hpp"

#include "codegen/patterns/sweep_reductions.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace chemora::patterns {

namespace {

/// Reads the outputs of a sweep in their order.
class ResultReader {
public:
  ResultReader(std::vector<Output> const& outputs, Box const& box, long const (&points)[3])
      : outputs_(outputs), box_(box), points_(points) {}

  /// Adds the outputs of a part. Returns false if a sum is not exact.
  bool add_to(PartResults& results, Sweep::Part const& part, long n_groups) {
    std::vector<double> keys{0};
    if (part.key && !part.n_groups) {
      keys = next();
    } else if (part.key) {
      keys.resize(static_cast<std::size_t>(n_groups));
      std::iota(keys.begin(), keys.end(), 0.0);
    }
    auto const is_gathered = [](Sweep::Result const& result) { return result.kind == Sweep::Kind::gather; };
    bool const is_exact = std::ranges::all_of(part.results, is_gathered) ||
                          results.add_partial_results(keys, next(), [this](double number, double value) {
                            return candidate(static_cast<long>(number), value);
                          });
    for (std::size_t n = 0; n < part.results.size(); ++n)
      if (is_gathered(part.results[n])) set_gathered(results, n, part.results[n].values.size());
    return is_exact;
  }

private:
  std::vector<double> const& next() { return outputs_.at(next_++).columns.at(0).second.numbers; }

  void set_gathered(PartResults& results, std::size_t result, std::size_t n_fields) {
    std::vector<long> orders;
    for (double const number : next()) orders.push_back(candidate(static_cast<long>(number), 0).order);
    std::vector<double> numbers(orders.size() * n_fields);
    for (std::size_t field = 0; field < n_fields; ++field) {
      std::vector<double> const& values = next();
      for (std::size_t n = 0; n < orders.size(); ++n) numbers[n * n_fields + field] = values[n];
    }
    results.set_gathered(result, std::move(orders), std::move(numbers));
  }

  ExtremumCandidate candidate(long number, double value) const {
    long const i = box_.first[0] + number % box_.extent(0), row = number / box_.extent(0);
    long const j = box_.first[1] + row % box_.extent(1), k = box_.first[2] + row / box_.extent(1);
    return {value,
            i + points_[0] * (j + points_[1] * k),
            {static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)}};
  }

  std::vector<Output> const& outputs_;
  Box const& box_;
  long const (&points_)[3];
  std::size_t next_ = 0;
};

} // namespace

DeviceSweep::DeviceSweep(GridProgram const& program, Sweep const& sweep, std::string const& name,
                         std::vector<long> const& n_groups, KernelPlace& place)
    : sweep_(sweep) {
  try {
    program_ = array_sweep(program, sweep, name, n_groups);
    runner_ = std::make_unique<ProgramRunner>(*program_, place, RunOptions{.has_checks = false});
  } catch (base::UserError const& error) {
    stop(error.diagnostics()[0].message);
  }
}

/// From now on, the host computes the sweep.
void DeviceSweep::stop(std::string const& reason) {
  reason_ = reason;
  runner_.reset();
}

std::vector<Variable const*> DeviceSweep::inputs() const {
  std::vector<Variable const*> result;
  if (!program_) return result;
  for (Variable const& variable : program_->variables)
    if (variable.role == Role::parameter || variable.role == Role::input) result.push_back(&variable);
  return result;
}

std::string DeviceSweep::notes() const {
  return runner_ ? runner_->notes() : "  a sweep is computed on the host: " + reason_ + "\n";
}

bool DeviceSweep::run(Inputs inputs, Box const& box, long const (&points)[3], DeviceGrid const& grid,
                      std::vector<long> const& n_groups, std::vector<PartResults>& results) {
  auto const n_elements = [](DeviceGrid::Field const& field) {
    return field.extents[0] * field.extents[1] * field.extents[2];
  };
  bool const is_too_large =
      box.n_points() > max_sweep_points ||
      std::ranges::any_of(grid.fields, [&](auto const& item) { return n_elements(item.second) > max_sweep_points; });
  if (runner_ && is_too_large) stop("A process has too many points.");
  if (!runner_) return false;
  std::map<std::string, std::shared_ptr<KernelArray>> arrays;
  for (int axis = 0; axis < 3; ++axis) {
    inputs.parameters[box_points[axis]] = static_cast<double>(box.extent(axis));
    inputs.parameters[box_first[axis]] = static_cast<double>(box.first[axis]);
  }
  for (std::size_t part = 0; part < n_groups.size(); ++part)
    if (sweep_.parts[part].n_groups) inputs.parameters[number_of_groups(part)] = static_cast<double>(n_groups[part]);
  for (auto const& [name, field] : grid.fields) {
    if (program_->find(name) < 0) continue;
    for (int axis = 0; axis < 3; ++axis)
      inputs.parameters[first_in_memory(name, axis)] = static_cast<double>(field.first[axis]);
    if (program_->variables[static_cast<std::size_t>(program_->find(name))].role != Role::input) continue;
    inputs.arrays[name] = {.extents = {field.extents[2], field.extents[1], field.extents[0]}, .is_on_device = true};
    arrays[name] = field.values;
  }
  std::vector<Output> outputs;
  try {
    outputs = runner_->run(inputs, arrays);
  } catch (device::DeviceMemoryError const& error) {
    stop(error.what());
    return false;
  }
  for (RunReport::Value const& value : runner_->report().values)
    if (!value.reason.empty()) { // statements without kernels copy whole grid functions
      stop(value.reason);
      return false;
    }
  ResultReader reader(outputs, box, points);
  bool is_exact = true;
  for (std::size_t n = 0; n < results.size(); ++n)
    is_exact = reader.add_to(results[n], sweep_.parts[n], n_groups[n]) && is_exact;
  if (!is_exact) stop(fmt::format("{} numbers cannot represent a sum.", max_parts));
  return is_exact;
}

} // namespace chemora::patterns
