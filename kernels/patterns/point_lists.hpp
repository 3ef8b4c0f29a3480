/// Lists of points that a sweep visits, and the values of grid functions at these points.
#pragma once

#include "codegen/patterns/distribute.hpp"
#include "kernels/patterns/point_kernels.hpp"
#include "kernels/patterns/sweep_results.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace chemora::patterns {

constexpr long list_size = max_listed_points;

/// Adjacent points of a process along x.
struct PointRun {
  long first = 0; ///< number of the first point in the box of the process, x fastest
  long n = 0;
};

/// The arguments of a kernel for a list of points.
class PointList {
public:
  PointList(LocalGrid const& grid, SweepKernel const& kernel, bool has_orders);
  PointList(PointList const&) = delete;
  PointList& operator=(PointList const&) = delete;

  void* array(std::string const& name);
  /// The values of the sweep after the kernel has run.
  PointValues values() const;

  std::size_t n_points = 0;
  std::vector<PointRun> runs{}; ///< the points of the list
  /// Indices of the points; those along an axis without array are not set.
  std::array<std::vector<std::int32_t>, 3> indices{};
  bool has_indices[3] = {false, false, false};
  std::vector<long> orders{};
  bool has_orders = false;
  struct Field {
    LocalField from{};
    std::vector<double> values{};
  };
  std::map<std::string, Field> fields{}; ///< by name of the grid function

private:
  SweepKernel const& kernel_;
  std::map<std::string, std::vector<double>> reals_{};
  std::map<std::string, std::vector<std::int32_t>> integers_{};
  std::vector<void const*> values_{};
};

/// Points of this process: all, or those that a filter has selected, in the order of the grid.
class PointSet {
public:
  PointSet() = default;
  /// The set of all points of this process if `is_whole`, otherwise the empty set. The grid has `points` points along
  /// each axis.
  PointSet(LocalGrid const& grid, long const (&points)[3], bool is_whole);

  long size() const { return is_whole_ ? box_.n_points() : size_; }
  /// Whether a sweep needs the orders and indices of points.
  static bool has_orders(Sweep const& sweep);
  /// Sets the list to the points from `first` to `end`, excluded.
  void fill(long first, long end, PointList& list) const;

  /// Adds the points of the list for which the condition holds.
  void add_where(std::int32_t const* condition, PointList const& list);
  void add(PointSet const& other);

private:
  struct SelectedRun {
    PointRun run{};
    long n_before = 0; ///< selected points before the run
  };

  void add(PointRun const& run);
  void find_runs(long first, long end, std::vector<PointRun>& runs) const;
  void fill(PointRun const& run, std::size_t place, PointList& list) const;

  bool is_whole_ = false;
  Box box_{};
  long points_[3] = {0, 0, 0};
  std::vector<SelectedRun> runs_{};
  long size_ = 0; ///< selected points
};

} // namespace chemora::patterns
