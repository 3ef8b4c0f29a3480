/// What a run prints besides messages: cctk_RunSummary.h.
#include "framework/include/cctk_RunSummary.h"

#include "framework/services/services.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace chemora::services {

RunSummary& run_summary() {
  static RunSummary summary;
  return summary;
}

} // namespace chemora::services

using chemora::services::run_summary;

extern "C" {

void CCTK_AddRunTime(char const* part, double seconds) { run_summary().seconds[part] += seconds; }

double CCTK_RunTimeOfPart(char const* part) {
  auto const& seconds = run_summary().seconds;
  auto const found = seconds.find(part);
  return found == seconds.end() ? 0 : found->second;
}

void CCTK_AddRunFile(char const* description, char const* path) {
  auto& files = run_summary().files;
  auto const entry =
      std::find_if(files.begin(), files.end(), [&](auto const& file) { return file.first == description; });
  if (entry == files.end())
    files.emplace_back(description, path);
  else
    entry->second = path;
}

int CCTK_RunIsVerbose(void) { return run_summary().is_verbose; }

int CCTK_OutputIsTerminal(void) {
  if (char const* const given = std::getenv("CHEMORA_TERMINAL")) return std::string_view(given) == "yes";
  // Open MPI connects its processes to a terminal of its own, wherever its output goes.
  for (char const* const name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (std::getenv(name)) return 0;
  return isatty(STDOUT_FILENO);
}

} // extern "C"
