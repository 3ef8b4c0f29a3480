/// The interface between kernels and the grid functions of a framework: addresses, names, and where data is valid.
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

/// Boxes of arrays, as parallel lists: `lower` and `upper` have three entries for each box.
struct BoxList {
  std::vector<int> variables, levels, time_levels, lower, upper;

  void add(GridArray const& array, int level, base::Box const& box);
  int size() const { return static_cast<int>(variables.size()); }
};

/// Regions of arrays, as parallel lists.
struct RegionList {
  std::vector<int> variables, levels, time_levels;
  std::vector<ir::Region> regions;

  void add(GridArray const& array, int level, ir::Region region);
  int size() const { return static_cast<int>(variables.size()); }
};

/// The grid functions on the current local grid. An object is valid for one call of the run-time: the framework makes
/// a new one whenever it passes control. The second part has defaults for a framework that does not track where data
/// is valid.
class GridFunctions {
public:
  virtual ~GridFunctions() = default;

  virtual launch::LocalGrid local_grid() const = 0;
  virtual int level() const = 0; ///< current refinement level
  /// The newest time level of the variable that a graph of `thorn` names. Throws base::UserError if it does not exist
  /// or has another type than the graph.
  virtual GridArray find(std::string const& thorn, ir::Graph const& graph, std::string const& variable) const = 0;
  /// Returns the full name of an array, such as `Wave::u`, `Wave::u_p` for the past time level, or `MoL::S_p2[0]`.
  virtual std::string name(GridArray const& array) const = 0;
  /// Returns the address of the array on the device where kernels run; null if the array has no storage.
  virtual void* address(GridArray const& array) const = 0;
  /// Allocated points of an array of real64, in up to three directions. Throws base::UserError for other arrays.
  virtual base::Index3 allocated(GridArray const& array) const = 0;

  /// Whether the storage of two arrays can be exchanged: same type, shape and kind of group.
  virtual bool may_swap(GridArray const& a, GridArray const& b) const = 0;
  /// Exchanges the storage of two arrays. Throws base::UserError if this fails.
  virtual void swap(GridArray const& a, GridArray const& b) const = 0;

  virtual bool tracks_validity() const { return false; }
  /// Makes these boxes valid where kernels run: copies data and finishes exchanges of ghost zones.
  virtual void require_valid(BoxList const&) const {}
  /// Makes whole arrays valid where kernels run.
  virtual void require_valid(std::vector<GridArray> const&) const {}
  virtual bool is_any_in_flight() const { return false; }
  /// Whether an exchange of ghost zones that has started will still write into one of these boxes.
  virtual bool are_in_flight(BoxList const&) const { return false; }
  /// Finishes exchanges into these regions, before a kernel overwrites them.
  virtual void announce_writes(RegionList const&) const {}
  /// Reports that kernels have written these regions.
  virtual void report_writes(RegionList const&) const {}
  /// Reports that the whole array was written.
  virtual void report_write(GridArray const&) const {}
  /// Marks the contents of these arrays as undefined.
  virtual void invalidate(std::vector<GridArray> const&) const {}
  /// Runs `action` on behalf of a scheduled function, which messages and reports of copies then name.
  virtual void act_for(std::string const& /*function*/, std::function<void()> const& action) const { action(); }
};

/// Finds the array for a name in a graph.
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
