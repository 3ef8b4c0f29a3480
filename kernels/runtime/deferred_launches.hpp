/// Kernels whose launch is deferred until the updates of the time integrator are known, so that both can be fused.
#pragma once

#include "kernels/runtime/fused_launch.hpp"

#include <memory>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A launch is deferred after the integrator has announced an update, until a function is called that may access the
/// results. The deferred work then runs in its original order. All processes make the same decisions: these follow from
/// the schedule and the graphs, or, where devices differ, from an exchange of messages.
class DeferredLaunches {
public:
  /// `launcher` and `updater` must outlive the object.
  DeferredLaunches(Launcher& launcher, ArrayUpdater& updater) : launcher_(launcher), updater_(updater) {}

  /// The integrator will call update(). If `may_defer`, launches are deferred until then.
  void expect_update(bool may_defer) { is_expecting_ = may_defer; }

  /// Launches the kernel now, or defers it. In a run that only compiles, it is compiled.
  void launch(GridFunctions const& functions, LaunchRequest request);

  /// Returns for each update whether this object performs it: immediately, or, if all updates have `may_defer`, before
  /// its result is accessed. The caller must perform the other updates in order. The values of `unneeded` arrays may be
  /// lost.
  std::vector<bool> update(GridFunctions const& functions, std::vector<ArrayUpdate> updates,
                           std::vector<GridArray> unneeded, bool may_defer);

  /// Whether launches or updates are deferred, or the next launch may be deferred.
  bool is_active() const { return has_pending() || is_expecting_; }
  /// Runs all deferred launches and updates, because the scheduled function `caller` may access their results.
  void finish(GridFunctions const& functions, std::string const& caller);

  /// For the report, a sentence or two each: kernels that are fused with updates, kernels that updates follow
  /// separately, and reasons why others are neither.
  std::vector<std::string> const& fused() const { return fused_; }
  std::vector<std::string> const& separate() const { return separate_; }
  std::vector<std::string> const& reasons() const { return reasons_; }

private:
  bool has_pending() const { return !pending_.initial.empty() || !pending_.launches.empty(); }
  void defer_initial(GridFunctions const& functions, std::vector<ArrayUpdate> const& updates);
  FusedLaunch* find_or_fuse(GridFunctions const& functions, SubstepRequest const& request);
  /// Null, with a reason in reasons(), if the request cannot be fused.
  std::unique_ptr<FusedLaunch> fuse(GridFunctions const& functions, SubstepRequest const& request);
  void run_initial(GridFunctions const& functions, SubstepRequest const& request, std::vector<bool> const& is_fused);
  void run_in_order(GridFunctions const& functions, SubstepRequest const& request);
  std::vector<bool> run(GridFunctions const& functions, SubstepRequest const& request);
  void add_reason(SubstepRequest const& request, std::string const& reason);

  Launcher& launcher_;
  ArrayUpdater& updater_;
  FusionTables tables_;
  bool is_expecting_ = false;
  bool is_running_ = false; ///< while deferred work runs, requests for data must not run it again
  SubstepRequest pending_;
  struct KnownRequest {
    SubstepRequest request;
    std::unique_ptr<FusedLaunch> launch; ///< null if it cannot be fused
  };
  std::vector<KnownRequest> known_; ///< known requests; two entries differ in more than the factors of updates
  std::vector<std::string> fused_, separate_, reasons_;
};

} // namespace chemora::runtime
