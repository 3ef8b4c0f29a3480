/// The work of the kernels of functions with loops, for reports.
#pragma once

#include "codegen/polyhedral/polyhedral.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "kernels/runtime/loop_kernels.hpp"

#include <map>
#include <string>

namespace chemora::runtime {

/// Work of one launch.
struct Work {
  double points = 1;           ///< elements of the largest array that the kernel writes
  double compulsory_bytes = 0; ///< each array is read once, written once, or both
  polyhedral::Counts counts{};
};

/// Returns the elements of an array on a process with these integers.
double n_elements(ir::TypedArray const& array, std::map<std::string, long> const& integers);

Work work_of(CompiledLoopKernel const& compiled, std::map<std::string, long> const& integers);

/// `reason` states why the kernel has its transformations.
monitor::KernelRecord record_of(CompiledLoopKernel const& compiled, Work const& work, std::string const& reason);

/// The reason for the transformations of a script without tuned sizes.
inline constexpr char script_reason[] = "script";

/// Returns lines with the work and the transformations of the kernel `name`, and with the reason for them.
std::string note_of(std::string const& name, CompiledLoopKernel const& compiled, Work const& work,
                    std::string const& reason);

} // namespace chemora::runtime
