/// Provides the plans that a search has measured to the choice of plans.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/runtime/settings.hpp"
#include "kernels/tuning/tuned_plan.hpp"

#include <optional>
#include <string>

namespace chemora::runtime {

/// The measured plans of a run, from the database of earlier searches.
class TunedPlans {
public:
  /// Reads the database of `settings`, unless the settings disable measured plans or has_changed_planner() is true. The
  /// call is collective: the first process on each kind of machine reads the file for all processes on such machines.
  /// If a file cannot be used, the first process of the run prints a warning. `device` compiles and runs the kernels.
  TunedPlans(Settings const& settings, device::Device const& device, jit::ProcessGroup& processes, Messages& messages);

  /// Reads the database again after a search, unless disable() was called. The call is collective.
  void update();

  /// Returns the fastest measured plan of a kernel; empty if there is none. `chosen` is the cost model's plan. A plan
  /// that cannot be used is ignored with a warning.
  std::optional<tuning::TunedPlan> find(std::string const& kernel, ir::Graph const& graph,
                                        tiling::Problem const& problem, plan::Plan const& chosen);

  /// Returns the fastest individual of a subject without a graph; null if there is none.
  tuning::Winner const* find(tuning::Subject const& subject) const {
    return is_enabled_ ? winners_.find(subject) : nullptr;
  }

  /// Ignores all plans in later calls of find(), and prints a warning with the reason. Returns false if no process of
  /// the run had a plan. All processes must call the function.
  bool disable(std::string const& reason);

private:
  std::string read(std::string& error) const;
  void warn(std::string const& text);

  Settings const& settings_;
  device::Properties const& device_;
  jit::ProcessGroup& processes_;
  Messages& messages_;
  tuning::Winners winners_;
  bool is_enabled_ = false; ///< whether any process has a plan; equal on all processes
  bool is_leader_ = false;  ///< whether this process reads the database for its kind of machine and prints warnings
  bool has_warned_ = false;
  bool is_disabled_ = false; ///< by disable(), or by the settings
};

/// Returns whether a setting with which the cost model chooses plans has another value than the default. Such runs do
/// not use measured plans, because searches assume the default values.
bool has_changed_planner(Settings const& settings);

/// Returns the database file: `settings.tuning_database` if it is not empty, otherwise `tuning.db` in the cache folder.
/// The result is empty if there is no cache folder.
std::string tuning_database_file(Settings const& settings);

} // namespace chemora::runtime
