#include "kernels/recursions/within_cost.hpp"

#include "codegen/wavefront/wave_space.hpp"

#include <algorithm>
#include <cmath>

namespace chemora::recursions {

namespace {

/// Costs in the unit of WithinTime: a vector within a problem, which reads and writes all tables, and the loops of one
/// time. The latter are smaller for strips, most of whose times have whole vectors.
constexpr double cost_of_vector = 2, cost_of_time = 20, cost_of_whole_time = 5;
/// Largest ratio of the time with strips to that without strips, if integers may overflow.
constexpr double factor_of_stops = 1.5;

/// Returns the bytes that the window and the letters need for one row.
double bytes_of_row(recursion::System const& system, wavefront::Plan const& plan) {
  double bytes = 0;
  for (recursion::Function const& function : system.functions)
    bytes += ir::element_bytes(function.type == recursion::ValueType::integer ? plan.integers
                                                                              : recursion::ir_type(function.type));
  bytes *= static_cast<double>(wavefront::window(system, plan.schedule).value_or(0) + 1);
  for (recursion::InputArray const& array : system.arrays)
    bytes += array.kind == recursion::InputArray::Kind::letters ? 1 : 0;
  return bytes;
}

SizeExpression number_of_times(wavefront::WaveSpace const& space, std::vector<std::string> const& parameters,
                               PlanFacts const& facts) {
  return {space.last() - space.base() + ir::linear(1), parameters, facts.shared.sizes};
}

} // namespace

WithinCost::WithinCost(recursion::System const& system, wavefront::Plan const& plan, int vector_lanes,
                       PlanFacts const& facts, std::vector<std::string> const& parameters)
    : vector_lanes_(vector_lanes), n_workers_(facts.n_workers), bytes_per_row_(bytes_of_row(system, plan)),
      lanes_(plan.lanes), first_cache_bytes_(static_cast<double>(facts.first_cache_bytes)),
      cache_bytes_(static_cast<double>(facts.cache_bytes)), sizes_(system, parameters, facts.shared.sizes),
      n_times_(number_of_times({system, plan.schedule, facts.varying}, parameters, facts)) {
  wavefront::WaveSpace const space(system, plan.schedule, facts.varying);
  recursion::Function const& function = system.functions.front();
  wavefront::WaveAxes const& axes = space.axes(function.name);
  if (!axes.eliminated || axes.space.size() != 1) return;
  auto const extent_of = [&](std::size_t axis) {
    recursion::Dimension const& dimension = function.dimensions[axis];
    return SizeExpression(dimension.upper - dimension.lower + ir::linear(1), parameters, facts.shared.sizes);
  };
  n_rows_ = extent_of(axes.space.front());
  n_columns_ = extent_of(*axes.eliminated);
}

WithinTime WithinCost::time(long strip_rows, Lengths lengths) const {
  if (strip_rows == 0) {
    double const time = sizes_.largest(lengths) * cost_of_vector / vector_lanes_ +
                        static_cast<double>(n_times_.value(lengths)) * cost_of_time;
    return {time, time};
  }
  auto const n_columns = static_cast<double>(n_columns_->value(lengths)), rows = static_cast<double>(strip_rows);
  double const n_strips = std::ceil(static_cast<double>(n_rows_->value(lengths)) / rows);
  double const time = n_strips * (n_columns + rows) * (rows * cost_of_vector / vector_lanes_ + cost_of_whole_time);
  // A launch computes one tile of each strip that has started and not ended. Tiles have as many times as rows.
  double const n_tiles = std::min(n_strips, std::floor(n_columns / (2 * rows)) + 1);
  return {time, time / n_tiles * std::ceil(n_tiles / n_workers_)};
}

int WithinCost::best_strip_rows(Lengths lengths, bool can_overflow) const {
  auto const n_rows = static_cast<double>(n_rows_->value(lengths));
  int best = 0;
  double const factor = can_overflow ? factor_of_stops : 1;
  double best_time = n_rows * bytes_per_row_ > cache_bytes_ ? HUGE_VAL : factor * time(0, lengths).of_all;
  for (int rows = lanes_; rows < n_rows && rows * bytes_per_row_ <= first_cache_bytes_ / 2; rows *= 2)
    if (double const found = time(rows, lengths).of_all; found < best_time) {
      best = rows;
      best_time = found;
    }
  return best;
}

} // namespace chemora::recursions
