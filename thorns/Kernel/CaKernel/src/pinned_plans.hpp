// Plans that the parameter file pins.
#pragma once

#include "codegen/plan/plan.hpp"
#include "registry.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ca_kernel {

/// What was pinned for one kernel.
struct PinnedPlan {
  std::string kernel; ///< as written: kernel or thorn::kernel, for one region with `.interior` and so on behind it
  std::string plan;   ///< lines of a plan, at the line numbers they have in a file
  std::string where;  ///< parameter or file, for messages
  std::string device; ///< that it names (`plan KERNEL on DEVICE`); empty: it is for any
  mutable bool is_used = false; ///< a kernel has it

  bool is_for(std::string const& kind) const { return device.empty() || device == kind; }
};

class PinnedPlans {
public:
  /// `entries` are the values of CaKernel::plan[]: "kernel: tile X Y Z; vector x 4", or the name of a file with plans
  /// as they are written to the output folder (each begins with `plan KERNEL on DEVICE`). Never throws: what is wrong
  /// is told by problems().
  explicit PinnedPlans(std::vector<std::string> const& entries);

  bool are_any() const { return !plans_.empty() || !unreadable_.empty(); }

  /// Everything that is wrong, one message each: files that cannot be read, lines that are none of a plan, values no
  /// kernel can be run with, plans for a device that is none of `devices`, on which the processes of the run compute,
  /// kernels that nobody registered or that do not have the region (with the nearest name). What depends on devices is
  /// not checked where there are none. Kernels joined with the updates of an integrator are not known ahead: a pin may
  /// be for any number after `_update`.
  std::vector<std::string> problems(Registry const& registry, std::vector<std::string> const& devices) const;

  /// Whether a plan is pinned for this kernel or a part of it.
  bool are_for(KernelName const& kernel) const;

  /// `chosen` with what is pinned for this kernel (in this region, "interior" and so on) put over it; nothing if
  /// nothing is. Pins for other devices than that of `chosen` do not count. A pin that names the region goes before one
  /// that does not. Throws base::UserError for a plan that problems() told of.
  std::optional<chemora::plan::Plan> find(KernelName const& kernel, std::string const& region,
                                          chemora::plan::Plan const& chosen) const;

  /// A digit for each pin: 1 if a call of find() has given it.
  std::string uses() const;
  /// Pins that no process has used, whose uses() these are, a sentence each.
  std::vector<std::string> unused(std::vector<std::string> const& uses_of_processes) const;

private:
  void add_entry(std::string const& entry, std::string const& where);
  void add_file(std::string const& path);

  std::vector<PinnedPlan> plans_;
  std::vector<std::string> unreadable_; ///< messages
};

} // namespace ca_kernel
