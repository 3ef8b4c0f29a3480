/// Searches for the plans of kernels during a run (CaKernel::tuning = "search").
///
/// A kernel without a measured plan runs with the plan of the cost model in the first step that launches it. The first
/// process stores the data of this launch. Between this step and the next one, it starts the program `tuning_search` on
/// these data, while the other processes wait. All processes then replace the kernel by the fastest one.
#pragma once

#include "kernels/runtime/launcher.hpp"
#include "kernels/runtime/tuned_plans.hpp"

#include <string>
#include <vector>

namespace chemora::runtime {

/// Returns why a run with these settings cannot search for plans or capture data for a search, and what to change. The
/// list is empty if the run can, or need not.
std::vector<std::string> tuning_errors(Settings const& settings);

/// The searches of one run.
class PlanSearches {
public:
  /// The arguments must outlive the object. Prints a warning if the kernels of this process cannot be searched.
  PlanSearches(Launcher& launcher, TunedPlans& tuned);

  /// Searches for the plans of the kernels whose data were stored since the last call. Kernels with less than 2% of the
  /// work of all these kernels are omitted. A search that fails is a warning. The call is collective.
  void run();

  /// Removes stored data. Prints a message if the run has ended before the search.
  void end();

private:
  std::vector<Captures::Captured> choose(std::vector<Captures::Captured> const& kernels);
  bool search(Captures::Captured const& kernel, std::string const& position, double seconds_of_others);
  bool is_first() const { return launcher_.cache().exchange().rank() == 0; }
  Messages& messages() const { return launcher_.cache().messages(); }

  Launcher& launcher_;
  TunedPlans& tuned_;
  double all_work_ = 0; ///< of all captured kernels of this run
};

} // namespace chemora::runtime
