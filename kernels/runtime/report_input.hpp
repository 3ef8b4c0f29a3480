/// Gathers what all processes measured, for the report at the end of a run.
#pragma once

#include "kernels/jit/compiler_pool.hpp"
#include "kernels/machine/measured_rates.hpp"
#include "kernels/runtime/deferred_launches.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::runtime {

/// The contents of the report. Only on process 0 they include the data of all processes.
struct ReportInput {
  std::vector<monitor::KernelRecord> records; ///< combined records of all processes
  monitor::LimitsByDevice limits;
  std::string counters; ///< what hardware counters count, or why they are not read
  std::string plans;    ///< for each kind of device, the plans of the first process that uses it
  std::string notes;    ///< lines after the table: built-in kernels, errors of the cache, fusion, times, scratch memory
  monitor::StageSeconds seconds;
};

/// The source of the limits of devices in the report.
enum class LimitsSource {
  cached,   ///< an earlier run with as many processes and threads on such devices; measured if there is none
  measured, ///< this run
  none
};

/// Collective: the records of all processes together.
std::vector<monitor::KernelRecord> gather_records(KernelCache& cache);

/// The output of --compile-only: for each kernel of all processes, whether it was compiled or found in the cache.
std::string compile_only_text(std::vector<monitor::KernelRecord> const& records, int n_processes,
                              std::string const& folder);

/// Collective. `n_on_node`: number of processes that share the memory of this one.
ReportInput gather_report(Launcher const& launcher, DeferredLaunches const& deferred, double seconds_of_reading,
                          LimitsSource source, int n_on_node);

/// Collective: a sentence, on process 0, for each pinned plan that no process has used. Fused kernels and those of the
/// run-time are made during a run, some of them on one kind of device only, so this cannot be checked earlier.
std::vector<std::string> unused_pins(KernelCache& cache);

/// Measurements of all processes on their nodes, equal on all processes.
std::string node_name();
/// Collective. `device` is the kind of this process' device.
std::vector<machine::Measurement> gather_measurements(jit::ProcessGroup& exchange, std::string const& device,
                                                      machine::BestOfRounds const& local);

} // namespace chemora::runtime
