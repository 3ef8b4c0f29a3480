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
  Box box{};

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
  PointSet(LocalGrid const& grid, long const points[3]);

  long size() const { return is_whole_ ? box_.n_points() : static_cast<long>(orders_.size()); }
  /// Whether a sweep needs the orders and indices of points.
  static bool has_orders(Sweep const& sweep);
  /// Sets the list to the points from `first` to `end`, excluded.
  void fill(long first, long end, PointList& list) const;

  /// Adds the points of the list for which the condition holds.
  void add_where(std::int32_t const* condition, PointList const& list);
  void add(PointSet const& other);

private:
  void fill_rows(long first, long end, PointList& list) const;

  bool is_whole_ = false;
  Box box_{};
  long points_[3] = {0, 0, 0};
  std::array<std::vector<std::int32_t>, 3> indices_{};
  std::vector<long> orders_{};
};

} // namespace chemora::patterns
