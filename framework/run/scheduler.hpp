// The schedule of this run and its execution.
#pragma once

#include "framework/run/scheduled_call.hpp"
#include "framework/schedule/schedule.hpp"

#include <memory>
#include <string>
#include <vector>

namespace chemora::run {

class Scheduler {
public:
  /// Reads the active thorns' schedule.ccl with the parameters' values. Throws base::UserError with all findings.
  void build(parameters::ThornCatalogue const& catalogue, parameters::ParameterTable const& parameters,
             variables::VariableTable const& variables);

  schedule::Schedule const& schedule() const { return schedule_; }
  bool is_built() const { return is_built_; }

  using Caller = int (*)(void* function, cFunctionData* data, void* GH);
  /// Runs a bin or group; `call` returns 1 if it has also synchronised.
  void traverse(std::string const& where, cGH* GH, Caller call);

  /// Name of the bin that runs now, also while its functions run groups; empty between bins.
  std::string const& bin() const { return bin_; }

  /// The scheduled function that runs now; nullptr between functions.
  cFunctionData const* current() const { return current_; }
  void set_current(cFunctionData const* data) { current_ = data; }
  ScheduledCall& call_of(schedule::Item const& item) { return *calls_[item.number]; }

  /// Storage that top-level STORAGE statements ask for: the most time levels of each group.
  std::vector<GroupStorage> const& permanent_storage() const { return permanent_storage_; }

  /// What deserves a warning: items in groups that are not scheduled, names after BEFORE and AFTER without a match.
  std::vector<std::string> remarks(bool with_missing_names) const;

private:
  void add_permanent_storage(GroupStorage const& wanted);

  schedule::Schedule schedule_;
  std::vector<std::unique_ptr<ScheduledCall>> calls_; ///< by number of the item
  std::vector<GroupStorage> permanent_storage_;
  std::string bin_;
  cFunctionData const* current_ = nullptr;
  bool is_built_ = false;
};

/// The one of this process.
Scheduler& scheduler();

/// The timer of the driver's exchanges after SYNC; no function's timer has it. What a driver ends later, as PUGH with
/// `PUGH::overlap`, is in the time of whoever waits for it.
int synchronisation_timer();

} // namespace chemora::run
