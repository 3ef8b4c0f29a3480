#include "framework/run/stages.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_CommandLine.h"
#include "framework/include/cctk_Misc.h"
#include "framework/include/cctk_Parameter.h"
#include "framework/include/cctk_Version.h"
#include "framework/include/util_Network.h"
#include "framework/parameters/parameter_table.hpp"
#include "framework/services/services.hpp"

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

int argument_count = 0;
char** argument_values = nullptr;
std::string parameter_file_name;

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

/// Returns `beginning` followed by `words`, wrapped at 100 columns.
std::string in_lines(std::string const& beginning, std::vector<std::string> const& words) {
  constexpr std::size_t max_width = 100;
  std::string text = beginning;
  std::size_t width = beginning.size();
  for (auto const& word : words) {
    bool const is_full = width + 1 + word.size() > max_width;
    text += (is_full ? "\n  " : " ") + word;
    width = (is_full ? 2 : width + 1) + word.size();
  }
  return text + "\n";
}

/// Activates every thorn, so that all parameters and their extensions exist.
void load_all_parameters() {
  for (auto& thorn : thorn_catalogue().thorns()) thorn.is_active = true;
  parameter_table().build(thorn_catalogue());
}

} // namespace

void set_invocation(int argc, char** argv, std::string const& parameter_file) {
  argument_count = argc;
  argument_values = argv;
  parameter_file_name = parameter_file;
}

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

void print_active_thorns(std::vector<std::string> const& activated_as_providers) {
  if (is_brief()) return;
  std::vector<std::string> names;
  for (auto const& thorn : thorn_catalogue().thorns())
    if (thorn.is_active && thorn.binding) names.push_back(thorn.name);
  if (names.empty()) names.emplace_back("none");
  fmt::print("{}", in_lines("Active thorns:", names));
  if (!activated_as_providers.empty())
    fmt::print("{}", in_lines("Activated as requirements of other thorns:", activated_as_providers));
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
    throw base::UserError("Write the parameter with its thorn, as in thorn::" + full_name + ".");
  std::string const owner = full_name.substr(0, colons), name = full_name.substr(colons + 2);
  auto const* const parameter = parameter_table().find(owner, name);
  if (!parameter) throw base::UserError(parameter_table().why_unknown(owner, name));
  describe(*parameter, true);
  return 0;
}

} // namespace chemora::run

namespace run = chemora::run;

extern "C" {

int CCTK_CommandLine(char*** argv) {
  *argv = run::argument_values;
  return run::argument_count;
}

int CCTK_ParameterFilename(int length, char* filename) {
  return chemora::services::copy_text(run::parameter_file_name, length, filename);
}

int CCTK_RunTitle(int length, char* title) {
  char* const text = CCTK_ParameterValString("cctk_run_title", "Cactus");
  std::string const chosen = text && *text ? text : run::parameter_file_name;
  std::free(text);
  return chemora::services::copy_text(chosen, length, title);
}

} // extern "C"
