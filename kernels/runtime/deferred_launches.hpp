/// Defers kernel launches until the time integrator requests its updates, so that kernels and updates can be fused.
#pragma once

#include "kernels/runtime/fused_launch.hpp"

#include <memory>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A launch is deferred after the integrator has announced an update, until a function is called that may access the
/// results. The deferred work then runs in its original order. All processes make the same decisions. The decisions
/// depend on the schedule and the graphs. Processes with different devices exchange messages to agree.
class DeferredLaunches {
public:
  /// `launcher` and `updater` must outlive the object.
  DeferredLaunches(Launcher& launcher, ArrayUpdater& updater) : launcher_(launcher), updater_(updater) {}

  /// The integrator calls this function before update(). If `may_defer` is true, launches are deferred until update()
  /// is called.
  void expect_update(bool may_defer) { is_expecting_ = may_defer; }

  /// Launches the kernel or defers its launch. A kernel that uses a scalar of the grid is not deferred, because the
  /// scalar may change. In a run that only compiles, the function compiles the kernel.
  void launch(GridFunctions const& functions, LaunchRequest request);

  /// Returns for each update whether this object performs it. The caller must perform all other updates in order. If
  /// `may_defer` is true and all updates are copies or zeros, this object may postpone them until their results are
  /// accessed. The function
  /// may overwrite the arrays in `unneeded`.
  std::vector<bool> update(GridFunctions const& functions, std::vector<ArrayUpdate> updates,
                           std::vector<GridArray> unneeded, bool may_defer);

  /// Returns whether launches or updates are deferred, or the next launch may be deferred.
  bool is_active() const { return has_pending() || is_expecting_; }
  /// Runs all deferred launches and updates, because the scheduled function `caller` may access their results.
  void finish(GridFunctions const& functions, std::string const& caller);

  /// These functions return sentences for the report. fused() lists kernels that are fused with updates, separate()
  /// lists kernels with separate updates, and reasons() states why other kernels are neither.
  std::vector<std::string> const& fused() const { return fused_; }
  std::vector<std::string> const& separate() const { return separate_; }
  std::vector<std::string> const& reasons() const { return reasons_; }

private:
  bool has_pending() const { return !pending_.initial.empty() || !pending_.launches.empty(); }
  void defer_initial(GridFunctions const& functions, std::vector<ArrayUpdate> const& updates);
  FusedLaunch* find_or_fuse(GridFunctions const& functions, SubstepRequest const& request);
  /// Returns null and adds a reason to reasons() if the request cannot be fused.
  std::unique_ptr<FusedLaunch> fuse(GridFunctions const& functions, SubstepRequest const& request);
  void run_initial(GridFunctions const& functions, SubstepRequest const& request, std::vector<bool> const& is_fused);
  void run_in_order(GridFunctions const& functions, SubstepRequest const& request);
  std::vector<bool> run(GridFunctions const& functions, SubstepRequest const& request);
  void add_reason(SubstepRequest const& request, std::string const& reason);

  Launcher& launcher_;
  ArrayUpdater& updater_;
  FusionTables tables_;
  bool is_expecting_ = false;
  /// true while deferred launches run, because their own data requests must not start them again
  bool is_running_ = false;
  SubstepRequest pending_;
  struct KnownRequest {
    SubstepRequest request;
    std::unique_ptr<FusedLaunch> launch; ///< null if the request cannot be fused
  };
  std::vector<KnownRequest> known_; ///< earlier requests; any two entries differ in more than the factors of updates
  std::vector<std::string> fused_, separate_, reasons_;
};

} // namespace chemora::runtime
