// Texts for people.
#include "framework/run/information.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_Version.h"
#include "framework/include/util_Network.h"
#include "framework/parameters/parameter_table.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>

namespace chemora::run {

namespace {

using parameters::parameter_table;
using parameters::thorn_catalogue;

bool is_brief() { return parameter_table().find("Cactus", "cctk_brief_output")->text() == "yes"; }

void describe(parameters::Parameter const& parameter, bool with_ranges) {
  auto const& declaration = parameter.declaration();
  fmt::print("{}{}  ({}, default {})\n    {}\n", parameter.full_name(),
             parameter.is_array() ? fmt::format("[{}]", parameter.n_elements()) : "", ccl::to_text(parameter.type()),
             declaration.default_value.empty() ? "\"\"" : declaration.default_value, declaration.description);
  if (!with_ranges) return;
  for (auto const& range : declaration.ranges)
    fmt::print("      {} :: {}\n", parameters::range_text(parameter.type(), range), range.description);
}

/// Every thorn counts as active, so that all parameters and their extensions are there.
void load_all_parameters() {
  for (auto& thorn : thorn_catalogue().thorns()) thorn.is_active = true;
  parameter_table().build(thorn_catalogue());
}

} // namespace

void print_header(CommandLine const& command_line, int n_processes) {
  char host[256];
  Util_GetHostName(host, sizeof host);
  std::error_code ignored;
  char const* const threads = std::getenv("OMP_NUM_THREADS");
  std::string const line(80, '-');
  fmt::print("{}\nChemora {} (compiled {})\n", line, CCTK_FullVersion(), CCTK_CompileDateTime());
  fmt::print("Run date:          {:%Y-%m-%d %H:%M:%S%z}\n", fmt::localtime(std::time(nullptr)));
  fmt::print("Run host:          {} (process {})\n", host, getpid());
  fmt::print("Working directory: {}\n", std::filesystem::current_path(ignored).string());
  fmt::print("Executable:        {}\n", std::filesystem::read_symlink("/proc/self/exe", ignored).string());
  fmt::print("Parameter file:    {}\n", command_line.parameter_file);
  fmt::print("Processes:         {}, of {} threads (OMP_NUM_THREADS {})\n{}\n", n_processes, omp_get_max_threads(),
             threads ? threads : "not set", line);
  std::fflush(stdout);
}

void print_active_thorns(std::vector<std::string> const& activated_for_others) {
  if (is_brief()) return;
  std::string names;
  for (auto const& thorn : thorn_catalogue().thorns())
    if (thorn.is_active && thorn.binding) names += " " + thorn.name;
  fmt::print("Active thorns:{}\n", names.empty() ? " none" : names);
  if (!activated_for_others.empty())
    fmt::print("Activated because others need them: {}\n", fmt::join(activated_for_others, " "));
}

int list_thorns() {
  for (auto const& thorn : thorn_catalogue().thorns())
    if (thorn.binding) fmt::print("{}/{} implements {}\n", thorn.arrangement, thorn.name, thorn.implementation());
  return 0;
}

int test_thorn(std::string const& name) {
  auto const* const thorn = thorn_catalogue().find_thorn(name);
  fmt::print("The thorn {} is {}compiled into this program.\n", name, thorn ? "" : "not ");
  return thorn ? 0 : 1;
}

int describe_all_parameters(bool with_ranges) {
  load_all_parameters();
  for (auto const& parameter : parameter_table().all()) describe(parameter, with_ranges);
  return 0;
}

int describe_parameter(std::string const& full_name) {
  load_all_parameters();
  auto const colons = full_name.find("::");
  if (colons == std::string::npos)
    throw base::UserError("A parameter is named with its thorn, as in thorn::" + full_name + ".");
  std::string const owner = full_name.substr(0, colons), name = full_name.substr(colons + 2);
  auto const* const parameter = parameter_table().find(owner, name);
  if (!parameter) throw base::UserError(parameter_table().why_unknown(owner, name));
  describe(*parameter, true);
  return 0;
}

bool stderr_is_terminal() { return isatty(STDERR_FILENO); }

} // namespace chemora::run
