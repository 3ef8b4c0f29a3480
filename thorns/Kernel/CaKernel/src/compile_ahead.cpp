// Compiles, for a run to come, the kernels that scheduled functions will launch.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "compile_only.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "report.hpp"
#include "runtime.hpp"
#include "waiting.hpp"
#include "wanted_kernels.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace ca_kernel {

namespace base = chemora::base;

namespace {

/// What processes that compile say against their cache, the first of them.
std::string complaint_of_all(MpiExchange& exchange) {
  auto const complaints = exchange.all_gather(Runtime::instance().cache_complaint());
  auto const found = std::find_if(complaints.begin(), complaints.end(), [](auto const& c) { return !c.empty(); });
  return found == complaints.end() ? std::string() : *found;
}

void print_result(MpiExchange& exchange, std::vector<chemora::monitor::KernelRecord> const& records,
                  std::string const& folder, std::string const& left_out) {
  if (exchange.rank() != 0) return;
  std::printf("\nKernels for a run of %d process%s, in %s:\n", exchange.size(), exchange.size() == 1 ? "" : "es",
              folder.c_str());
  for (auto const& record : records) {
    if (record.is_from_cache)
      std::printf("  %s: was there\n", record.kernel.c_str());
    else
      std::printf("  %s: compiled in %.2f s\n", record.kernel.c_str(), record.compile_seconds);
  }
  if (!left_out.empty())
    std::printf("No scheduled function has the name of, or lists in TAGS: Kernels=\"...\", these, which are left "
                "out:%s.\n",
                left_out.c_str());
  std::fflush(stdout);
}

void compile_ahead(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  if (!use_cache) throw base::UserError("--compile-only fills the cache, but CaKernel::use_cache is \"no\".");
  Runtime& runtime = Runtime::instance();
  auto const& kernels = runtime.registry().all();
  auto const wants = wanted_kernels(runtime.registry());
  std::string left_out;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (wants[i] != Want::never)
      runtime.compile(cctkGH, runtime.describe(cctkGH, kernels[i].thorn, kernels[i].name));
    else
      left_out += " " + kernels[i].full_name();
  }
  MpiExchange exchange(cctkGH);
  auto const records = joined_records(exchange);
  if (std::any_of(records.begin(), records.end(), [](auto const& record) { return record.is_built_in; }))
    throw base::UserError("--compile-only has not compiled all kernels. " + runtime.no_compilers_text());
  if (std::string const complaint = complaint_of_all(exchange); !complaint.empty())
    throw base::UserError("--compile-only has not filled the cache. " + complaint);
  print_result(exchange, records, chemora::jit::cache_folder(cache_dir), left_out);
}

void launch_kernels(cGH const* cctkGH, cFunctionData const& function) {
  Waiting::instance().before(cctkGH, function);
  auto const& kernels = Runtime::instance().registry().all();
  for (std::size_t const i : kernels_of(Runtime::instance().registry(), function))
    Waiting::instance().launch(cctkGH, kernels[i].thorn, kernels[i].name);
}

} // namespace
} // namespace ca_kernel

extern "C" CCTK_INT CaKernelThorn_CompileLaunches(CCTK_POINTER_TO_CONST gh, CCTK_POINTER_TO_CONST attribute) {
  try {
    ca_kernel::launch_kernels(static_cast<cGH const*>(gh), *static_cast<cFunctionData const*>(attribute));
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
  return 0;
}

extern "C" void CaKernel_CompileAhead(CCTK_ARGUMENTS) {
  try {
    ca_kernel::compile_ahead(cctkGH);
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}
