#include "kernels/runtime/tuned_plans.hpp"

#include "codegen/plan/fission.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/runtime/kernel_registry.hpp"
#include "kernels/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace chemora::runtime {

std::string tuning_database_file(Settings const& settings) {
  if (!settings.tuning_database.empty()) return settings.tuning_database;
  std::string const folder = jit::cache_folder(settings.cache_folder);
  return folder.empty() ? folder : folder + "/tuning.db";
}

bool has_changed_planner(Settings const& settings) {
  Settings const defaults;
  return settings.cost_formula != defaults.cost_formula || settings.fission.fission != defaults.fission.fission ||
         settings.fission.max_operations != defaults.fission.max_operations ||
         settings.has_fixed_strides != defaults.has_fixed_strides;
}

TunedPlans::TunedPlans(Settings const& settings, device::Device const& device, jit::ProcessGroup& processes,
                       Messages& messages)
    : settings_(settings), device_(device.properties()), processes_(processes), messages_(messages),
      is_disabled_(!settings.uses_tuned_plans || has_changed_planner(settings)) {
  update();
}

void TunedPlans::update() {
  if (is_disabled_) return;
  std::string const kind = fmt::format("{}\n{}\n{}\n{}", tuning::host_name(machine::this_machine()), device_.kind,
                                       device_.product, search::origin_of(device_).compiler);
  auto const kinds = processes_.all_gather(kind);
  auto const leader = static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
  is_leader_ = static_cast<int>(leader) == processes_.rank();
  std::string own_error;
  auto const texts = processes_.all_gather(is_leader_ ? read(own_error) : "");
  auto const is_present = [](std::string const& text) { return !text.empty(); };
  is_enabled_ = std::any_of(texts.begin(), texts.end(), is_present);
  winners_ = tuning::Winners::from_text(texts[leader]);
  auto const errors = processes_.all_gather(own_error);
  auto const error = std::find_if(errors.begin(), errors.end(), is_present);
  if (error != errors.end() && processes_.rank() == 0)
    messages_.warn(*error + " The run continues without plans of earlier searches.");
}

/// Returns the winners as text. If the database cannot be used, sets `error`.
std::string TunedPlans::read(std::string& error) const {
  std::string const file = tuning_database_file(settings_);
  if (file.empty()) return {};
  bool const must_exist = !settings_.tuning_database.empty() && settings_.search_seconds == 0;
  if (must_exist && !std::filesystem::exists(file)) {
    error = fmt::format("The tuning database {} does not exist.", file);
    return {};
  }
  try {
    tuning::Database const database(file, tuning::Database::Access::read);
    return tuning::Winners(database, search::origin_of(device_),
                           {tuning::host_name(machine::this_machine()), device_.product})
        .to_text();
  } catch (base::UserError const& failure) {
    error = warning_text(failure);
    return {};
  }
}

std::optional<tuning::TunedPlan> TunedPlans::find(std::string const& kernel, ir::Graph const& graph,
                                                  tiling::Problem const& problem, plan::Plan const& chosen) {
  if (!is_enabled_ || winners_.is_empty()) return {};
  std::string error;
  try {
    return tuning::find_tuned_plan(winners_,
                                   {.kernel = kernel,
                                    .graph = graph,
                                    .problem = problem,
                                    .machine = machine::this_machine(),
                                    .device_name = device_.product,
                                    .n_kernels = static_cast<int>(chosen.kernels.size()),
                                    .n_scratch_arrays = plan::split(graph, chosen).n_slots},
                                   search::origin_of(device_));
  } catch (base::UserError const& failure) {
    error = warning_text(failure);
  } catch (base::InternalError const& failure) {
    error = failure.what();
  }
  warn(fmt::format("The measured plan of kernel {} cannot be used: {} The run uses the plan of the cost model.", kernel,
                   error));
  return {};
}

bool TunedPlans::disable(std::string const& reason) {
  is_disabled_ = true;
  if (!std::exchange(is_enabled_, false)) return false;
  warn("A kernel with a measured plan cannot be compiled. The run continues without plans of earlier searches. " +
       reason);
  return true;
}

/// Prints the first warning about plans.
void TunedPlans::warn(std::string const& text) {
  if (is_leader_ && !std::exchange(has_warned_, true)) messages_.warn(text);
}

} // namespace chemora::runtime
