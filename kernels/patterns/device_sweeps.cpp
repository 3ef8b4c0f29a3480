#include "kernels/patterns/device_sweeps.hpp"

#include "codegen/patterns/exact_sum.hpp"
#include "codegen/patterns/extremum.hpp"
#include "codegen/patterns/sweep_reductions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace chemora::patterns {

namespace {

using SweepKind = Sweep::Kind;

/// Reads the outputs of a sweep in their order, and writes them as a message.
class ResultWriter {
public:
  ResultWriter(std::vector<Output> const& outputs, Box const& box, long const (&points)[3])
      : outputs_(outputs), box_(box), points_(points) {}

  void put(Sweep::Part const& part) {
    std::vector<double> const keys = part.key ? next() : std::vector<double>{0};
    writer_.put(static_cast<long>(keys.size()));
    for (double const key : keys) writer_.put(static_cast<long>(key));
    std::vector<long> orders;
    for (Sweep::Result const& result : part.results) {
      if (result.kind == SweepKind::sum)
        put_sums(keys.size());
      else if (result.kind == SweepKind::arg_min || result.kind == SweepKind::arg_max)
        put_extremum(result.kind == SweepKind::arg_min);
      else if (result.kind == SweepKind::gather)
        orders = put_gathered(result.values.size());
      else
        put_numbers(result.kind == SweepKind::minimum || result.kind == SweepKind::maximum);
    }
    writer_.put(static_cast<long>(orders.size()));
    for (long const order : orders) writer_.put(order);
  }

  bool is_complete() const { return is_complete_; }
  std::string const& text() const { return writer_.text(); }

private:
  std::vector<double> const& next() { return outputs_.at(next_++).columns.at(0).second.numbers; }

  void put_sums(std::size_t n_groups) {
    constexpr std::size_t n_fields = max_parts + 1;
    std::vector<double> const& sums = next();
    std::size_t const n_of_group = n_groups == 0 ? 0 : sums.size() / n_groups;
    for (std::size_t group = 0; group < n_groups; ++group) {
      ExactSum sum;
      for (std::size_t n = group * n_of_group; n < (group + 1) * n_of_group; n += n_fields) {
        std::span const parts(sums.data() + n, max_parts);
        bool const is_finite = std::ranges::all_of(parts, [](double part) { return std::isfinite(part); });
        is_complete_ = is_complete_ && is_finite && sums[n + max_parts] == 0;
        sum.add(parts);
      }
      writer_.put(sum.terms());
    }
  }

  void put_numbers(bool are_reals) {
    for (double const number : next()) are_reals ? writer_.put(number) : writer_.put(static_cast<long>(number));
  }

  void put_extremum(bool is_minimum) {
    auto const first = static_cast<long>(next().at(0));
    double const first_value = next().at(0), best_value = next().at(0);
    auto const best = static_cast<long>(next().at(0));
    Extremum extremum{.is_minimum = is_minimum};
    if (first < std::numeric_limits<int>::max()) extremum.add(candidate(first, first_value));
    if (best < std::numeric_limits<int>::max()) extremum.add(candidate(best, best_value));
    extremum.put_into(writer_);
  }

  std::vector<long> put_gathered(std::size_t n_fields) {
    std::vector<long> orders;
    for (double const number : next()) orders.push_back(candidate(static_cast<long>(number), 0).order);
    std::vector<double> numbers(orders.size() * n_fields);
    for (std::size_t field = 0; field < n_fields; ++field) {
      std::vector<double> const& values = next();
      for (std::size_t n = 0; n < orders.size(); ++n) numbers[n * n_fields + field] = values[n];
    }
    writer_.put(numbers);
    return orders;
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
  MessageWriter writer_{};
  std::size_t next_ = 0;
  bool is_complete_ = true;
};

} // namespace

DeviceSweep::DeviceSweep(GridProgram const& program, Sweep const& sweep, KernelPlace& place)
    : sweep_(sweep), program_(array_sweep(program, sweep)) {
  if (program_) runner_ = std::make_unique<ProgramRunner>(*program_, place, RunOptions{.has_checks = false});
}

std::vector<Variable const*> DeviceSweep::inputs() const {
  std::vector<Variable const*> result;
  if (!program_) return result;
  for (Variable const& variable : program_->variables)
    if (variable.role == Role::parameter || variable.role == Role::input) result.push_back(&variable);
  return result;
}

std::string DeviceSweep::notes() const {
  if (!program_) return "  on the host: a sweep that has no form for devices\n";
  return runner_ ? runner_->notes() : "  on the host, because statements have no kernels:\n" + notes_on_host_;
}

std::optional<std::string> DeviceSweep::run(Inputs inputs, Box const& box, long const (&points)[3],
                                            DeviceGrid const& grid, std::vector<long> const& n_groups) {
  if (!runner_ || box.n_points() > std::numeric_limits<int>::max()) return std::nullopt;
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
  std::vector<Output> const outputs = runner_->run(inputs, arrays);
  // Statements without kernels copy whole grid functions.
  bool const has_kernels =
      std::ranges::all_of(runner_->report().values, [](RunReport::Value const& value) { return value.reason.empty(); });
  if (!has_kernels) {
    notes_on_host_ = runner_->notes();
    runner_.reset();
  }
  ResultWriter writer(outputs, box, points);
  for (Sweep::Part const& part : sweep_.parts) writer.put(part);
  return writer.is_complete() ? std::optional(writer.text()) : std::nullopt;
}

} // namespace chemora::patterns
