/// Gathers the measurements of all processes for the performance report at the end of a run.
#pragma once

#include "kernels/jit/compiler_pool.hpp"
#include "kernels/machine/measured_rates.hpp"
#include "kernels/runtime/deferred_launches.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::runtime {

/// The contents of the performance report. All processes have the combined records; `seconds` belongs to this process.
struct ReportInput {
  std::vector<monitor::KernelRecord> records; ///< combined records of all processes, by their times
  monitor::LimitsByDevice limits;
  std::string counters; ///< the quantities that hardware counters measure, or the reason why the counters are not read
  std::string plans;    ///< for each kind of device, the plans of the first process that uses it
  std::string notes; ///< text after the table, about built-in kernels, cache errors, fusion, times and scratch memory
  monitor::StageSeconds seconds;
};

/// Specifies where the bandwidth and arithmetic limits of devices in the report come from.
enum class LimitsSource {
  /// limits of an earlier run with equal numbers of processes and threads on equal devices; measured if not cached
  cached,
  measured, ///< this run measures; the report uses the larger of measured and cached limits
  none
};

/// Returns the source with this name: "none" or "measured"; any other text means "cached".
LimitsSource limits_source(std::string const& name);

/// Returns one record for each kernel and device kind, combined from all processes. The call is collective.
std::vector<monitor::KernelRecord> gather_records(KernelCache& cache);

/// Returns the output of --compile-only, which states for each kernel whether it was compiled or found in the cache in
/// `folder`. `unscheduled` contains the names of kernels that no scheduled function launches. The call is collective.
/// Throws base::UserError if a kernel was not compiled, or not stored in the cache.
std::string compile_only_text(KernelCache& cache, std::string const& folder,
                              std::vector<std::string> const& unscheduled);

/// Returns the contents of the report. The call is collective. `n_on_node` is the number of processes on the node of
/// this process. `notes_on_loops` becomes part of the report.
ReportInput gather_report(Launcher const& launcher, DeferredLaunches const& deferred, double seconds_of_reading,
                          LimitsSource source, int n_on_node, std::string const& notes_on_loops = {});

/// Returns the texts of the files of the report, by name: the table, the values for programs, and the plans.
std::map<std::string, std::string> report_files(ReportInput const& report, int n_processes);

/// Returns, on process 0, one sentence for each pinned plan that no process has used. The call is collective. The
/// function must be called at the end of a run, because fused kernels and kernels of the run-time are created during a
/// run.
std::vector<std::string> unused_pins(KernelCache& cache);

/// Returns the measurements of all processes, on every process. The call is collective. `device` is the device kind of
/// the calling process.
std::vector<machine::Measurement> gather_measurements(jit::ProcessGroup& exchange, std::string const& device,
                                                      machine::BestOfRounds const& local);

} // namespace chemora::runtime
