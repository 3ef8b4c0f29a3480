/// Searches for the fastest plan of a captured kernel.
#pragma once

#include "kernels/search/measure.hpp"
#include "kernels/tuning/tuned_plan.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace chemora::search {

/// The state of a search, for messages.
struct Progress {
  double seconds = 0, budget = 0;
  int n_measured = 0, n_failed = 0; ///< by this worker
  double best = 0, model = 0;       ///< mean scores: of the fastest plan in the database, and of the model's plan
};

struct SearchOptions {
  double budget = 60; ///< seconds
  std::uint64_t seed = 1;
  Limits limits{};
  std::string lock_file{};
  /// Whether the search ends with a component study: it measures all combinations of the components of the model's plan
  /// and of the fastest plan (tuning::component_mixes). The study takes time beyond the budget.
  bool studies_components = false;
  std::function<void(Progress const&)> report = [](Progress const&) {}; ///< called after each measurement
};

/// The compiler and the version of the code generator, by which the database distinguishes measurements.
tuning::Origin origin_of(device::Properties const& device);

/// Measures the model's plan, then plans that evolution derives from the database until the budget is used or all plans
/// are known. In the last part of the budget, the fastest plans and the model's plan are measured again in turn, so
/// that a plan does not win by chance. At least one derived plan and one such comparison are measured, also beyond the
/// budget. Several processes may search for the same kernel at the same time. Throws
/// base::UserError if the model's plan cannot be measured.
Progress search(LoadedCapture const& loaded, tuning::Database& database, OpenDevice const& open_device,
                tuning::Origin const& origin, SearchOptions const& options);

} // namespace chemora::search
