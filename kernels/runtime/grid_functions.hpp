/// The interface between kernels and the grid functions of a framework. It provides array addresses and names, and
/// tracks which array points are valid.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"
#include "kernels/launch/local_grid.hpp"

#include <functional>
#include <string>
#include <vector>

namespace chemora::runtime {

/// One time level of a grid function.
struct GridArray {
  int variable = -1;
  int time_level = 0;

  auto operator<=>(GridArray const&) const = default;
};

/// A list of boxes in arrays, stored as one vector for each property. `lower` and `upper` have three elements for each
/// box.
struct BoxList {
  std::vector<int> variables, levels, time_levels, lower, upper;

  void add(GridArray const& array, int level, base::Box const& box);
  int size() const { return static_cast<int>(variables.size()); }
};

/// A list of regions in arrays, stored as one vector for each property.
struct RegionList {
  std::vector<int> variables, levels, time_levels;
  std::vector<ir::Region> regions;

  void add(GridArray const& array, int level, ir::Region region);
  int size() const { return static_cast<int>(variables.size()); }
};

/// Provides access to the grid functions on the current local grid. The framework creates a new object for each call of
/// the kernel run-time. Member functions with default implementations are optional for a framework that does not track
/// valid data.
class GridFunctions {
public:
  virtual ~GridFunctions() = default;

  virtual launch::LocalGrid local_grid() const = 0;
  virtual int level() const = 0; ///< current refinement level
  /// Returns the newest time level of a variable that a graph of `thorn` names. The function throws base::UserError if
  /// the variable does not exist or has a different type than in the graph.
  virtual GridArray find(std::string const& thorn, ir::Graph const& graph, std::string const& variable) const = 0;
  /// Returns the full name of an array, such as `Wave::u`, `Wave::u_p` for the past time level, or `MoL::S_p2[0]`.
  virtual std::string name(GridArray const& array) const = 0;
  /// Returns the address of the array on the device where kernels run; null if the array has no storage.
  virtual void* address(GridArray const& array) const = 0;
  /// Returns the element type of an array, real32 or real64. Throws base::UserError for arrays of another type.
  virtual ir::Type element_type(GridArray const&) const { return ir::Type::real64; }
  /// Returns the allocated extents of an array of real numbers. Directions after the third count as planes along z.
  /// Throws base::UserError for arrays of another type.
  virtual base::Index3 allocated(GridArray const& array) const = 0;

  /// Returns whether the storage of two arrays can be exchanged, which requires equal type, shape and kind of group.
  virtual bool may_swap(GridArray const& a, GridArray const& b) const = 0;
  /// Exchanges the storage of two arrays. Throws base::UserError if this fails.
  virtual void swap(GridArray const& a, GridArray const& b) const = 0;

  virtual bool tracks_validity() const { return false; }
  /// Makes these boxes valid on the kernel device, by copying data and finishing ghost-zone exchanges.
  virtual void require_valid(BoxList const&) const {}
  /// Makes whole arrays valid on the kernel device.
  virtual void require_valid(std::vector<GridArray> const&) const {}
  virtual bool is_any_in_flight() const { return false; }
  /// Returns whether an unfinished ghost-zone exchange will still write into one of these boxes.
  virtual bool are_in_flight(BoxList const&) const { return false; }
  /// Finishes ghost-zone exchanges into these regions before a kernel overwrites them.
  virtual void announce_writes(RegionList const&) const {}
  /// Reports that kernels have written these regions.
  virtual void report_writes(RegionList const&) const {}
  /// Reports that the whole array was written.
  virtual void report_write(GridArray const&) const {}
  /// Marks the contents of these arrays as undefined.
  virtual void invalidate(std::vector<GridArray> const&) const {}
  /// Runs `action` on behalf of a scheduled function. Messages and reports of data copies then name this function.
  virtual void act_for(std::string const& /*function*/, std::function<void()> const& action) const { action(); }
};

/// Returns the grid function for an array name in a graph.
using FindGridArray = std::function<GridArray(std::string const& name)>;

inline void BoxList::add(GridArray const& array, int level, base::Box const& box) {
  variables.push_back(array.variable);
  levels.push_back(level);
  time_levels.push_back(array.time_level);
  lower.insert(lower.end(), box.lower.begin(), box.lower.end());
  upper.insert(upper.end(), box.upper.begin(), box.upper.end());
}

inline void RegionList::add(GridArray const& array, int level, ir::Region region) {
  variables.push_back(array.variable);
  levels.push_back(level);
  time_levels.push_back(array.time_level);
  regions.push_back(region);
}

} // namespace chemora::runtime
