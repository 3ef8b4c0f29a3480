/// Provides the plans that a search has measured to the choice of plans.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/runtime/settings.hpp"
#include "kernels/tuning/tuned_plan.hpp"

#include <optional>
#include <string>

namespace chemora::runtime {

class TunedPlans {
public:
  /// Reads the database of `settings`, unless the settings disable it or choose_plans(). The call is collective: the
  /// first process of each kind of machine reads the file for all of them. If a file cannot be used, the first process
  /// of the run prints a warning. `device` compiles and runs the kernels.
  TunedPlans(Settings const& settings, device::Device const& device, jit::ProcessGroup& processes, Messages& messages);

  /// Returns the fastest measured plan of a kernel; empty if there is none. `chosen` is the model's plan. A plan that
  /// cannot be used is ignored with a warning.
  std::optional<tuning::TunedPlan> find(std::string const& kernel, ir::Graph const& graph,
                                        tiling::Problem const& problem, plan::Plan const& chosen);

  /// Ignores all plans from now on, and prints a warning with the reason. Returns false if no process of the run had a
  /// plan. All processes must call the function.
  bool disable(std::string const& reason);

private:
  std::string read(Settings const& settings, std::string& error) const;
  void warn(std::string const& text);

  device::Properties const& device_;
  Messages& messages_;
  tuning::Winners winners_;
  bool is_enabled_ = false; ///< whether any process has a plan; equal on all processes
  bool is_leader_ = false;  ///< whether this process reads the database and prints warnings about its plans
  bool has_warned_ = false;
};

/// Whether the user has changed a parameter by which the cost model chooses plans. Such runs do not use the plans of
/// searches, which assume the default values.
bool choose_plans(Settings const& settings);

/// The database file: `given` if it is not empty, otherwise `tuning.db` in the cache folder. Empty if there is no
/// cache folder.
std::string tuning_database_file(Settings const& settings);

} // namespace chemora::runtime
