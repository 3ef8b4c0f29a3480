// Writes the report of all kernels at the end of a run. With --compile-only, compiles the kernels and reports which
// of them are in the cache.
#include "Numerics/ThornTools/src/run_summary.hpp"
#include "cactus_grid_functions.hpp"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "framework/base/errors.hpp"
#include "kernels/runtime/report_input.hpp"
#include "registered_kernels.hpp"
#include "runtime.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>

namespace ca_kernel {

namespace {

/// The value of IO::out_dir; null if there is no such parameter.
char const* const* output_folder() {
  int type = 0;
  return static_cast<char const* const*>(find_parameter("IO", "out_dir", type));
}

void write_files(std::map<std::string, std::string> const& files, char const* folder) {
  for (auto const& [name, text] : files)
    if (!(std::ofstream(fmt::format("{}/{}", folder, name)) << text << std::flush))
      CCTK_VWARN(CCTK_WARN_ALERT, "%s/%s cannot be written.", folder, name.c_str());
}

/// Lines about functions with loops, and those of other thorns.
std::string notes_of(KernelRuntime const& kernels) {
  std::string text = kernels.loops.notes();
  for (auto const& [subject, lines] : kernels.notes) text += lines;
  return text;
}

bool has_contents(runtime::ReportInput const& input) { return !input.records.empty() || !input.notes.empty(); }

/// Prints the summary, and writes the files into IO::out_dir. Without this parameter, prints the whole table.
void print_and_write(runtime::ReportInput const& input, int n_processes) {
  DECLARE_CCTK_PARAMETERS
  auto const files = runtime::report_files(input, n_processes);
  auto const* const out_dir = output_folder();
  if (out_dir) {
    write_files(files, *out_dir);
    CCTK_AddRunFile("Kernel report", fmt::format("{}/kernel_report.txt", *out_dir).c_str());
  }
  bool const is_full = !out_dir || CCTK_EQUALS(report_on_screen, "full") || CCTK_RunIsVerbose();
  std::string const text =
      is_full ? files.at("kernel_report.txt") : chemora::monitor::to_summary(input.records, input.limits);
  if (input.records.empty() && !is_full) return;
  std::printf("\n%s", text.c_str());
  std::fflush(stdout);
}

/// Compiles the kernels that scheduled functions of a later run will launch.
void compile_ahead(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  if (!use_cache) throw base::UserError("--compile-only fills the cache, but CaKernel::use_cache is \"no\".");
  KernelRuntime& kernels = Runtime::instance().kernels(cctkGH);
  auto const& registry = Runtime::instance().registry();
  auto const usage = scheduled_usage(registry);
  std::vector<std::string> unscheduled;
  for (std::size_t i = 0; i < usage.size(); ++i) {
    auto const& kernel = registry.kernels()[i];
    if (usage[i] != Usage::never)
      kernels.launcher.compile(make_request(cctkGH, kernel));
    else
      unscheduled.push_back(kernel.full_name());
  }
  compile_loops(cctkGH);
  auto const text = runtime::compile_only_text(kernels.cache, chemora::jit::cache_folder(cache_dir), unscheduled);
  if (kernels.exchange.rank() != 0) return;
  std::printf("%s", text.c_str());
  std::fflush(stdout);
}

} // namespace
} // namespace ca_kernel

extern "C" void CaKernel_Report(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  using namespace ca_kernel;
  KernelRuntime* const kernels = Runtime::instance().kernels_if_used(); // null on all processes or on no process
  if (!kernels) return;
  for (auto const& sentence : runtime::unused_pins(kernels->cache)) CCTK_VWARN(CCTK_WARN_ALERT, "%s", sentence.c_str());
  kernels->speeds.store();
  kernels->searches.end();
  for (auto& record : kernels->cache.records()) CCTK_AddRunTime("kernels", record.seconds);
  if (!report) return;
  auto const start = std::chrono::steady_clock::now();
  auto const input =
      runtime::gather_report(kernels->launcher, kernels->deferred, Runtime::instance().registry().seconds_of_reading(),
                             runtime::limits_source(machine_limits), kernels->exchange.n_on_node(), notes_of(*kernels));
  if (kernels->exchange.rank() == 0 && has_contents(input)) print_and_write(input, kernels->exchange.size());
  CCTK_AddRunTime("report", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

extern "C" CCTK_INT CaKernelThorn_WriteReport(CCTK_POINTER_TO_CONST) {
  DECLARE_CCTK_PARAMETERS
  using namespace ca_kernel;
  KernelRuntime* const kernels = Runtime::instance().kernels_if_used(); // null on all processes or on no process
  auto const* const out_dir = output_folder();
  if (!kernels || !report || !out_dir) return 1;
  auto const input =
      runtime::gather_report(kernels->launcher, kernels->deferred, Runtime::instance().registry().seconds_of_reading(),
                             runtime::LimitsSource::none, kernels->exchange.n_on_node(), notes_of(*kernels));
  if (kernels->exchange.rank() == 0 && has_contents(input))
    write_files(runtime::report_files(input, kernels->exchange.size()), *out_dir);
  return 0;
}

extern "C" void CaKernel_CompileAhead(CCTK_ARGUMENTS) { ca_kernel::for_c(cctkGH, ca_kernel::compile_ahead); }
