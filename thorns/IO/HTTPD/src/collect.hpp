/// Reads parameters, variables, schedule, timers and slices from the flesh for the page.
#pragma once

#include "web/board.hpp"

#include <cctk.h>

#include <map>
#include <string>
#include <vector>

namespace httpd {

/// All parameters of the run with values, types, descriptions and ranges, as JSON.
std::string parameters_json();

/// The grid functions with storage whose slices the page can draw, as JSON: names, points, coordinates.
std::string variables_json(cGH const* cctkGH);

/// A number that changes if variables_json() may change.
std::size_t storage_state(cGH const* cctkGH);

/// The functions of each bin in the order in which the run calls them, as JSON.
std::string schedule_json();

/// The timers of this process with the longest times, as JSON: scheduled functions, exchange and output.
std::string timers_json();

/// Collects a slice on rank 0, with at most 256 points per axis of a plane and 1024 points of a line. Rank 0 returns
/// the points. Collective.
Slice collect_slice(cGH const* cctkGH, SliceRequest const& request);

/// The variables and reductions that the page plots.
class PlottedVariables {
public:
  /// Reports errors in HTTPD::out_vars and HTTPD::out_reductions.
  static void check();

  /// Reads the parameters, which are steerable. Returns true if the variables or reductions have changed.
  bool update();

  std::vector<std::string> names() const; ///< "wave::rho norm2", one per value

  /// The plotted variables whose values are current only after output triggers a function AT ANALYSIS.
  std::vector<int> triggered_variables() const;
  /// Computes the reductions of one variable. Must be called while output triggers the function AT ANALYSIS that sets
  /// the variable. Collective.
  void trigger(cGH const* cctkGH, int variable);
  /// Whether trigger() was called since the last call of values().
  bool has_triggered() const { return !triggered_.empty(); }

  /// Computes all values. NaN: the variable has no storage, or nothing has triggered it since the last call.
  /// Collective.
  std::vector<double> values(cGH const* cctkGH);

private:
  struct Plot {
    int variable = -1;
    std::vector<std::string> reductions = {}; ///< {""} for a grid scalar
    bool is_triggered = false;
  };
  static std::vector<double> values(cGH const* cctkGH, Plot const& plot);

  std::string text_;
  std::vector<Plot> plots_;
  std::map<int, std::vector<double>> triggered_;
};

} // namespace httpd
