// Compiles, for a run to come, the kernels that scheduled functions will launch.
//
// A function launches the kernel of its thorn that has its name, as generated ones do, or those that it lists:
// TAGS: Kernels="fill smooth".
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "compile_only.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "report.hpp"
#include "runtime.hpp"
#include "util_Table.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace ca_kernel {

namespace base = chemora::base;

namespace {

std::vector<std::string> names_of_kernels(cFunctionData const& function) {
  std::vector<std::string> names{function.routine};
  constexpr char const* key = "Kernels";
  CCTK_INT type = 0, n = 0;
  if (function.tags < 0 || Util_TableQueryValueInfo(function.tags, &type, &n, key) != 1) return names;
  std::string list(static_cast<std::size_t>(n) + 1, '\0');
  if (type != CCTK_VARIABLE_CHAR ||
      Util_TableGetString(function.tags, static_cast<int>(list.size()), list.data(), key) < 0)
    throw base::UserError(std::string("TAGS of ") + function.thorn + "::" + function.routine +
                          ": Kernels takes names of kernels in quotes.");
  std::istringstream words(list.c_str());
  for (std::string word; words >> word;) {
    Runtime::instance().registry().find(function.thorn, word); // must be there
    names.push_back(word);
  }
  return names;
}

/// By kernel of the registry: whether any function to come launches it.
struct Wanted {
  std::vector<bool> is_wanted;
  std::string error;
};

void mark_kernels(cFunctionData const* function, void* data) {
  auto& wanted = *static_cast<Wanted*>(data);
  auto const& kernels = Runtime::instance().registry().all();
  try {
    for (auto const& name : names_of_kernels(*function))
      for (std::size_t i = 0; i < kernels.size(); ++i)
        if (are_same(kernels[i].thorn, function->thorn) && are_same(kernels[i].name, name)) wanted.is_wanted[i] = true;
  } catch (std::exception const& error) {
    wanted.error = error.what(); // the caller is no C++
  }
}

/// What processes that compile say against their cache, the first of them.
std::string complaint_of_all(MpiExchange& exchange) {
  auto const complaints = exchange.all_gather(Runtime::instance().cache_complaint());
  auto const found = std::find_if(complaints.begin(), complaints.end(), [](auto const& c) { return !c.empty(); });
  return found == complaints.end() ? std::string() : *found;
}

void print_result(MpiExchange& exchange, std::string const& folder, std::string const& left_out) {
  auto const records = joined_records(exchange);
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
  Wanted wanted{std::vector<bool>(kernels.size(), false), {}};
  CCTK_VisitScheduledFunctions(mark_kernels, &wanted);
  if (!wanted.error.empty()) throw base::UserError(wanted.error);
  std::string left_out;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (wanted.is_wanted[i])
      runtime.compile(cctkGH, kernels[i].thorn, kernels[i].name);
    else
      left_out += " " + kernels[i].full_name();
  }
  MpiExchange exchange(cctkGH);
  if (std::string const complaint = complaint_of_all(exchange); !complaint.empty())
    throw base::UserError("--compile-only has not filled the cache. " + complaint);
  print_result(exchange, chemora::jit::cache_folder(cache_dir), left_out);
}

} // namespace
} // namespace ca_kernel

extern "C" void CaKernel_CompileAhead(CCTK_ARGUMENTS) {
  try {
    ca_kernel::compile_ahead(cctkGH);
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}
