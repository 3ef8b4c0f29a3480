/// The plans that the user pinned to kernels in parameters or files.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/runtime/kernel_registry.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A plan that the user fixed for a kernel.
struct PinnedPlan {
  std::string kernel; ///< name from the input: `kernel` or `thorn::kernel`, with a suffix such as `.interior` for one
                      ///< region
  std::string plan;   ///< lines of a plan, at the line numbers they have in a file
  std::string where;  ///< parameter or file, for messages
  std::string device; ///< from `plan KERNEL on DEVICE`; empty if the plan is for every device
  bool is_from_file = false;
  mutable bool is_used = false;

  bool is_for(std::string const& kind) const { return device.empty() || device == kind; }
};

class PinnedPlans {
public:
  /// `entries` are the values of CaKernel::plan[]: "kernel: tile X Y Z; vector x 4", or the name of a file with plans
  /// as they are written to the output folder (each starts with `plan KERNEL on DEVICE`). Never throws: errors() has
  /// the errors.
  explicit PinnedPlans(std::vector<std::string> const& entries);

  bool are_any() const { return !plans_.empty() || !unreadable_.empty(); }

  /// All errors, one message each: unreadable files, invalid lines, values that no kernel can run with, plans for a
  /// device that is not among `devices` (those of the processes of the run), kernels or regions that are not registered
  /// (with the nearest name), statements that name another kernel, and two entries for one kernel. If `devices` is
  /// empty, checks that need a device are skipped. Fused kernels are not known before the run, so a plan may name any
  /// number after `_update`.
  std::vector<std::string> errors(KernelRegistry const& registry, std::vector<std::string> const& devices) const;

  /// Whether a plan is pinned for this kernel or for one of its regions.
  bool are_for(KernelName const& kernel) const;

  /// `chosen`, changed by what is pinned for this kernel in this region ("interior" and so on); nothing if no plan is
  /// pinned. Plans for other devices than that of `chosen` are ignored. A plan that names the region takes precedence.
  /// Throws base::UserError for a plan that is listed in errors().
  std::optional<plan::Plan> find(KernelName const& kernel, std::string const& region, plan::Plan const& chosen) const;

  /// The parameters or files of the plans that find() uses, separated by commas.
  std::string place_of(KernelName const& kernel, std::string const& region, std::string const& device) const;

  /// A digit for each pinned plan: 1 if find() has returned it, otherwise 0.
  std::string uses() const;
  /// A sentence for each pinned plan that no process has used; the argument has uses() of each process.
  std::vector<std::string> unused(std::vector<std::string> const& uses_of_processes) const;

private:
  void add_entry(std::string const& entry, std::string const& where);
  void add_file(std::string const& path);

  std::vector<PinnedPlan> plans_;
  std::vector<std::string> unreadable_; ///< error messages for files that could not be read
};

/// Runs `check`. The errors that it throws get the place of a pinned plan.
void check_at(std::string const& place, std::function<void()> const& check);

} // namespace chemora::runtime
