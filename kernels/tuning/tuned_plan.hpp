/// Looks up the fastest measured plan of a kernel.
#pragma once

#include "kernels/tuning/database.hpp"
#include "kernels/tuning/search_space.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace chemora::tuning {

/// A kernel on the box and the device of this process.
struct Target {
  std::string kernel; ///< thorn, name and region, as in Subject
  ir::Graph const& graph;
  tiling::Problem const& problem;
  machine::Machine const& machine;
  std::string device_name{}; ///< product name of a device that runs blocks of threads; ignored on the host
  int n_kernels = 1;         ///< number of kernels in the model's plan

  SearchSpace search_space() const { return {graph, problem, machine, std::max(max_kernels, n_kernels)}; }
};

Subject subject_of(Target const& target, SearchSpace const& space);

struct TunedPlan {
  plan::Plan plan;
  std::string reason; ///< why this plan was chosen, as a text for reports
};

/// Returns the plan of the fastest individual for the target, applied to the extents of its box. Returns nothing if the
/// database has no individual for the target.
std::optional<TunedPlan> find_tuned_plan(Database const& database, Target const& target, Origin const& origin);

} // namespace chemora::tuning
