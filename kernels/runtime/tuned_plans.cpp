#include "kernels/runtime/tuned_plans.hpp"

#include "framework/base/errors.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/runtime/kernel_registry.hpp"
#include "kernels/search/search.hpp"

namespace chemora::runtime {

namespace {

/// Calls `use`. If the database cannot be used, prints a warning once and closes it.
template <class Use>
void use_database(std::optional<tuning::Database>& database, Messages& messages, Use const& use) {
  try {
    use();
  } catch (base::UserError const& error) {
    messages.warn(warning_text(error) + " The run continues without plans of earlier searches.");
    database.reset();
  }
}

} // namespace

std::string tuning_database_file(Settings const& settings) {
  if (!settings.tuning_database.empty()) return settings.tuning_database;
  std::string const folder = jit::cache_folder(settings.cache_folder);
  return folder.empty() ? folder : folder + "/tuning.db";
}

TunedPlans::TunedPlans(Settings const& settings, device::Device const& device, Messages& messages)
    : device_(device.properties()), messages_(messages) {
  std::string const file = tuning_database_file(settings);
  if (!settings.uses_tuned_plans || file.empty()) return;
  use_database(database_, messages_, [&] { database_.emplace(file, tuning::Database::Access::read); });
}

std::optional<tuning::TunedPlan> TunedPlans::find(std::string const& kernel, ir::Graph const& graph,
                                                  tiling::Problem const& problem, plan::Plan const& chosen) const {
  std::optional<tuning::TunedPlan> found;
  if (!database_) return found;
  use_database(database_, messages_, [&] {
    found = tuning::find_tuned_plan(*database_,
                                    {.kernel = kernel,
                                     .graph = graph,
                                     .problem = problem,
                                     .machine = machine::this_machine(),
                                     .device_name = device_.name,
                                     .n_kernels = static_cast<int>(chosen.kernels.size())},
                                    search::origin_of(device_));
  });
  return found;
}

} // namespace chemora::runtime
