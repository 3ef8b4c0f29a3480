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
  /// Opens the database of `settings`, unless the settings disable it. If the database cannot be used, the constructor
  /// prints a warning and no plan is found. `device` compiles and runs the kernels.
  TunedPlans(Settings const& settings, device::Device const& device, Messages& messages);

  /// Returns the fastest measured plan of a kernel; empty if there is none. `chosen` is the model's plan.
  std::optional<tuning::TunedPlan> find(std::string const& kernel, ir::Graph const& graph,
                                        tiling::Problem const& problem, plan::Plan const& chosen) const;

private:
  device::Properties const& device_;
  Messages& messages_;
  mutable std::optional<tuning::Database> database_; ///< empty if it is disabled or cannot be used
};

/// The database file: `given` if it is not empty, otherwise `tuning.db` in the cache folder. Empty if there is no
/// cache folder.
std::string tuning_database_file(Settings const& settings);

} // namespace chemora::runtime
