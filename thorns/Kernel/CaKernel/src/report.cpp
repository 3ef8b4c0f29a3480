// Prints and writes what each kernel did, at the end of the run.
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "kernels/runtime/report_input.hpp"
#include "runtime.hpp"
#include "thorn_parameters.hpp"

#include <cstdio>
#include <fstream>
#include <string>

namespace ca_kernel {

namespace monitor = chemora::monitor;

namespace {

runtime::LimitsSource limits_source() {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_EQUALS(machine_limits, "none")) return runtime::LimitsSource::none;
  return CCTK_EQUALS(machine_limits, "measured") ? runtime::LimitsSource::measured : runtime::LimitsSource::cached;
}

void write(std::string const& path, std::string const& text) {
  std::ofstream file(path);
  if (!(file << text << std::flush)) CCTK_VWARN(CCTK_WARN_ALERT, "%s cannot be written.", path.c_str());
}

void print_and_write(runtime::ReportInput const& input, int n_processes) {
  std::printf("\nKernels, all %d processes together:\n%s%s", n_processes,
              monitor::to_table(input.records, input.limits, input.counters).c_str(), input.notes.c_str());
  std::fflush(stdout);
  int type = 0;
  void const* const out_dir = find_parameter("IO", "out_dir", type);
  if (!out_dir) return;
  std::string const folder = *static_cast<char const* const*>(out_dir);
  write(folder + "/kernel_plans.txt", input.plans);
  write(folder + "/kernel_report.json", monitor::to_json(input.records, input.limits, input.counters, input.seconds));
}

} // namespace
} // namespace ca_kernel

extern "C" void CaKernel_Report(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  using namespace ca_kernel;
  KernelRuntime* const kernels = Runtime::instance().kernels_if_used(); // on all processes or on none
  if (!kernels) return;
  for (auto const& sentence : runtime::unused_pins(kernels->cache)) CCTK_VWARN(CCTK_WARN_ALERT, "%s", sentence.c_str());
  kernels->speeds.store();
  if (!report) return;
  auto const input =
      runtime::gather_report(kernels->launcher, kernels->deferred, Runtime::instance().registry().seconds_of_reading(),
                             limits_source(), kernels->exchange.n_on_node());
  if (kernels->exchange.rank() == 0 && !input.records.empty()) print_and_write(input, kernels->exchange.size());
}
