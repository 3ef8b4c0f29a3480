/// The fastest measured plans: those of a database, and the one of a kernel.
#pragma once

#include "kernels/tuning/database.hpp"
#include "kernels/tuning/search_space.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::tuning {

/// The fastest individual (winner) of each kernel and problem.
class Winners {
public:
  Winners() = default;
  /// Reads the winner of each subject on these machines (Subject::machine). Individuals that were measured with the
  /// compiler and version `origin` take precedence.
  Winners(Database const& database, Origin const& origin, std::vector<std::string> const& machines);

  /// Reads the result of to_text().
  static Winners from_text(std::string const& text);
  /// The text is empty if there is no winner. It contains no scores except the means.
  std::string to_text() const;

  bool is_empty() const { return by_subject_.empty(); }
  /// Returns null if there is no winner.
  Winner const* find(Subject const& subject) const;

private:
  std::map<std::string, Winner> by_subject_;
};

/// A kernel on the box and the device of this process.
struct Target {
  std::string kernel; ///< thorn, name and region, as in Subject
  ir::Graph const& graph;
  tiling::Problem const& problem;
  machine::Machine const& machine;
  std::string device_name{}; ///< product name of a device that runs blocks of threads; ignored on the host
  int n_kernels = 1;         ///< number of kernels in the model's plan
  int n_scratch_arrays = 0;  ///< arrays for values that the model's plan passes between its kernels

  SearchSpace search_space() const { return {graph, problem, machine, std::max(max_kernels, n_kernels)}; }
};

/// Subject::machine of kernels on the host.
std::string host_name(machine::Machine const& machine);

Subject subject_of(Target const& target, SearchSpace const& space);

/// Throws base::UserError if the plan is not legal, exceeds the limits of the device, or needs much more memory than
/// the model's plan: more scratch arrays than this plan and than a quarter of the kernel's arrays.
void check_usable(Target const& target, plan::Plan const& plan);

/// Returns why the plan of a winner was chosen, as a text for reports. `origin` is that of the run.
std::string reason_of(Winner const& winner, Origin const& origin);

struct TunedPlan {
  plan::Plan plan;
  std::string reason; ///< why this plan was chosen, as a text for reports
};

/// Returns the plan of the fastest individual for the target, applied to the extents of its box. Returns nothing if
/// there is no individual for the target. Throws base::UserError if check_usable() does.
std::optional<TunedPlan> find_tuned_plan(Winners const& winners, Target const& target, Origin const& origin);

} // namespace chemora::tuning
