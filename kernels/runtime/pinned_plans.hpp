/// Stores the execution plans that the user fixed ("pinned") for kernels in parameters or files.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/runtime/kernel_registry.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace chemora::runtime {

/// An execution plan that the user fixed for a kernel.
struct PinnedPlan {
  /// kernel name from the input, as `kernel` or `thorn::kernel`; a suffix such as `.interior` selects one region
  std::string kernel;
  std::string plan;   ///< text of the plan, with empty lines before it so that line numbers agree with the file
  std::string where;  ///< name of the parameter or file that contains the plan, for messages
  std::string device; ///< device name from the line `plan KERNEL on DEVICE`; empty if the plan applies to every device
  bool is_from_file = false;
  mutable bool is_used = false;

  bool is_for(std::string const& kind) const { return device.empty() || device == kind; }
};

class PinnedPlans {
public:
  /// `entries` contains the values of the parameter CaKernel::plan[]. An entry is a plan such as "kernel: tile X Y Z;
  /// vector x 4" or the name of a plan file in the format that runs write to the output folder. Each plan in such a
  /// file starts with `plan KERNEL on DEVICE`. The constructor does not throw; errors() returns the errors.
  explicit PinnedPlans(std::vector<std::string> const& entries);

  bool are_any() const { return !plans_.empty() || !unreadable_.empty(); }

  /// Returns one message for each error in the pinned plans. Errors are unreadable files, invalid lines and values that
  /// no kernel supports. Plans for a device that no process of the run uses, and kernels or regions that are not
  /// registered, are errors as well. `loop_functions` contains the full names of functions with loops, whose plans are
  /// scripts that are checked when they run. A statement that names a different kernel is an error, and so are two
  /// entries that contain the same decision for one kernel. `devices` contains the devices of all processes; if it is
  /// empty, checks that need a device are skipped. Fused kernels do not exist before the run, so the check accepts
  /// every number after `_update` in a kernel name.
  std::vector<std::string> errors(KernelRegistry const& registry, std::vector<std::string> const& devices,
                                  std::vector<std::string> const& loop_functions = {}) const;

  /// The text of a plan, and the parameter or file that contains it.
  struct Text {
    std::string text, where;
  };
  /// Returns the last plan that is pinned for this function with loops on this device, without its line
  /// `plan KERNEL on DEVICE`.
  std::optional<Text> find_text(KernelName const& function, std::string const& device) const;

  /// Returns whether a plan is pinned for this kernel or for one of its regions.
  bool are_for(KernelName const& kernel) const;

  /// Returns the plan `chosen` with the changes that the user pinned for this kernel and region (such as "interior").
  /// The result is empty if no plan is pinned. Pinned plans for devices other than the device of `chosen` are ignored.
  /// A pinned plan that names the region takes precedence. The function throws base::UserError for a plan that errors()
  /// reports.
  std::optional<plan::Plan> find(KernelName const& kernel, std::string const& region, plan::Plan const& chosen) const;

  /// Returns the names of the parameters or files whose plans find() uses, separated by commas.
  std::string place_of(KernelName const& kernel, std::string const& region, std::string const& device) const;

  /// Returns a string with one digit for each pinned plan. The digit is 1 if find() has returned the plan, otherwise 0.
  std::string uses() const;
  /// Returns one sentence for each pinned plan that no process has used. The argument contains the result of uses() on
  /// each process.
  std::vector<std::string> unused(std::vector<std::string> const& uses_of_processes) const;

private:
  void add_entry(std::string const& entry, std::string const& where);
  void add_file(std::string const& path);

  std::vector<PinnedPlan> plans_;
  std::vector<std::string> unreadable_; ///< error messages for files that could not be read
};

/// Runs `check`. If `check` throws an error, the parameter or file name `place` is added to the error message.
void check_at(std::string const& place, std::function<void()> const& check);

} // namespace chemora::runtime
