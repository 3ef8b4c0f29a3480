#include "framework/run/stages.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/words.hpp"
#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_CompileOnly.h"
#include "framework/include/cctk_GHExtensions.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_IO.h"
#include "framework/include/cctk_ParamCheck.h"
#include "framework/include/cctk_Schedule.h"
#include "framework/include/cctk_WarnLevel.h"
#include "framework/parameters/parameter_table.hpp"
#include "framework/run/scheduler.hpp"
#include "framework/run/termination.hpp"
#include "framework/services/registry.hpp"
#include "framework/services/services.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

namespace chemora::run {

namespace {

int loop_index = 0;
int get_loop_index() { return loop_index; }
int set_loop_index(int index) { return loop_index = index; }

std::vector<double> durations; ///< seconds of each step
bool compiles_only = false;
bool only_checks = false;
int n_checked_processes = 0;

parameters::Parameter const& framework_parameter(char const* name) {
  return *parameters::parameter_table().find("Cactus", name);
}

/// Concatenates the texts of all processes on process 0.
std::string gather(std::string const& own_text) {
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  auto const length = static_cast<int>(own_text.size());
  std::vector<int> lengths(static_cast<std::size_t>(size)), offsets(lengths.size());
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (std::size_t process = 1; process < offsets.size(); ++process)
    offsets[process] = offsets[process - 1] + lengths[process - 1];
  std::string text(rank == 0 ? static_cast<std::size_t>(offsets.back() + lengths.back()) : 0, ' ');
  MPI_Gatherv(own_text.data(), length, MPI_CHAR, text.data(), lengths.data(), offsets.data(), MPI_CHAR, 0,
              MPI_COMM_WORLD);
  return text;
}

/// Splits the concatenated texts, each of which ends with a null character, and removes duplicates.
std::set<std::string> split(std::string const& texts) {
  std::set<std::string> parts;
  for (std::size_t at = 0; at < texts.size(); at = texts.find('\0', at) + 1) parts.insert(texts.c_str() + at);
  return parts;
}

/// Collective: process 0 prints the parameter errors that only other processes have found. Returns to every
/// process the number of distinct errors in the whole run.
int share_parameter_errors() {
  std::string own_texts;
  for (std::string const& sentence : services::parameter_errors()) own_texts += sentence + '\0';
  std::set<std::string> const own = split(own_texts);
  std::set<std::string> const of_all = split(gather(own_texts));
  for (std::string const& sentence : of_all)
    if (!own.count(sentence)) fmt::print(stderr, "{}\n", sentence);
  auto n = static_cast<int>(of_all.size());
  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return n;
}

void check_parameters(cGH* cctkGH) {
  CCTK_Traverse(cctkGH, "CCTK_PARAMCHECK");
  CCTKi_FinaliseParamWarn();
  if (!only_checks) return;
  fmt::print("The parameters are correct.\n");
  services::end_run(0, "");
}

/// Returns the bins that run after BASEGRID and before the first time step.
std::vector<char const*> initial_bins(bool has_recovered) {
  bool const is_strict = framework_parameter("recovery_mode").text() == "strict";
  std::vector<char const*> bins;
  if (!has_recovered || !is_strict)
    bins = {"CCTK_INITIAL", "CCTK_POSTINITIAL", "CCTK_POSTPOSTINITIAL", "CCTK_POSTSTEP"};
  if (has_recovered) bins.insert(bins.end(), {"CCTK_RECOVER_VARIABLES", "CCTK_POST_RECOVER_VARIABLES"});
  bins.push_back("CCTK_CPINITIAL");
  return bins;
}

constexpr char const* compile_bin = "CCTK_COMPILE";
constexpr std::array step_bins{"CCTK_PRESTEP", "CCTK_EVOL", "CCTK_POSTSTEP", "CCTK_CHECKPOINT"};

void analyse(cGH* cctkGH) {
  CCTK_Traverse(cctkGH, "CCTK_ANALYSIS");
  CCTK_OutputGH(cctkGH);
}

} // namespace

void set_parameter_check(bool exits_after_check, int n_processes) {
  only_checks = exits_after_check;
  n_checked_processes = n_processes;
}

cGH* set_up_grid(tFleshConfig* config) {
  cGH* const cctkGH = CCTK_SetupGH(config, 0);
  if (!cctkGH) services::end_run(services::internal_error, "The driver did not make a grid hierarchy.");
  cctkGH->cctk_iteration = CCTK_SetMainLoopIndex(0);
  cctkGH->cctk_time = std::get<double>(framework_parameter("cctk_initial_time").value());
  CCTKi_AddGH(config, 0, cctkGH);
  CCTKi_ScheduleGHInit(cctkGH);
  CCTKi_InitGHExtensions(cctkGH);
  CCTK_Traverse(cctkGH, "CCTK_WRAGH");
  check_parameters(cctkGH);
  CCTK_Traverse(cctkGH, "CCTK_BASEGRID");
  return cctkGH;
}

std::vector<char const*> bins_after_set_up(tFleshConfig const& config) {
  auto bins = initial_bins(config.recovered != 0);
  if (!is_end(*config.GH[0])) bins.insert(bins.end(), step_bins.begin(), step_bins.end());
  bins.insert(bins.end(), {"CCTK_ANALYSIS", "CCTK_TERMINATE"});
  return bins;
}

int initialise(tFleshConfig* config) {
  cGH* const cctkGH = set_up_grid(config);
  for (char const* bin : initial_bins(config->recovered != 0)) CCTK_Traverse(cctkGH, bin);
  return 0;
}

int evolve(tFleshConfig* config) {
  cGH* const cctkGH = config->GH[0];
  analyse(cctkGH);
  while (!is_end(*cctkGH)) {
    auto const start = std::chrono::steady_clock::now();
    rotate_time_levels(cctkGH);
    cctkGH->cctk_iteration = CCTK_SetMainLoopIndex(CCTK_MainLoopIndex() + 1);
    cctkGH->cctk_time += cctkGH->cctk_delta_time / cctkGH->cctk_timefac;
    for (char const* bin : step_bins) CCTK_Traverse(cctkGH, bin);
    analyse(cctkGH);
    durations.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    record_step(durations.back());
  }
  record_memory();
  int const signal = signal_of_any_process();
  if (signal != 0 && CCTK_MyProc(cctkGH) == 0)
    CCTK_VInfo("Cactus", "The run ends at iteration %d: it received %s", cctkGH->cctk_iteration,
               signal_name(signal).c_str());
  return 0;
}

int shut_down(tFleshConfig* config) {
  for (unsigned int level = 0; level < config->nGHs; ++level) CCTK_Traverse(config->GH[level], "CCTK_TERMINATE");
  CCTK_ScheduleTraverse("CCTK_SHUTDOWN", nullptr, nullptr);
  return 0;
}

std::vector<double> const& seconds_of_steps() { return durations; }

void set_compile_only(bool value) { compiles_only = value; }

void compile_ahead(tFleshConfig* config) {
  if (driver_replaces_simulation())
    throw base::UserError("--compile-only needs a driver that leaves initialisation and evolution to the framework, as "
                          "PUGH does. The active "
                          "driver replaces them, so the functions that it would call are not known in advance.");
  cGH* const cctkGH = set_up_grid(config);
  bool const has_compilers = !scheduler().schedule().items(compile_bin).empty();
  CCTK_Traverse(cctkGH, compile_bin);
  if (CCTK_MyProc(cctkGH) == 0)
    fmt::print("{}The run ends here because of --compile-only.\n",
               has_compilers ? ""
                             : "No active thorn compiles anything, because none schedules a function AT COMPILE. ");
  services::end_run(0, "");
}

} // namespace chemora::run

namespace run = chemora::run;

CHEMORA_OVERLOADABLE(int, Initialise, (tFleshConfig * config), (config), run::initialise)
CHEMORA_OVERLOADABLE(int, Evolve, (tFleshConfig * config), (config), run::evolve)
CHEMORA_OVERLOADABLE(int, Shutdown, (tFleshConfig * config), (config), run::shut_down)
CHEMORA_OVERLOADABLE(int, MainLoopIndex, (), (), run::get_loop_index)
CHEMORA_OVERLOADABLE(int, SetMainLoopIndex, (int main_loop_index), (main_loop_index), run::set_loop_index)

extern "C" {

int CCTKi_AddGH(tFleshConfig* config, unsigned int convergence_level, cGH* cctkGH) {
  if (convergence_level >= config->nGHs) {
    auto* const grown = std::realloc(config->GH, (convergence_level + 1) * sizeof(cGH*));
    if (!grown) return -1;
    config->GH = static_cast<cGH**>(grown);
    config->nGHs = convergence_level + 1;
  }
  config->GH[convergence_level] = cctkGH;
  return CCTKi_SetupGHExtensions(config, static_cast<int>(convergence_level), cctkGH);
}

void CCTKi_FinaliseParamWarn(void) {
  int const n = run::share_parameter_errors();
  bool const ends_run = run::only_checks || run::framework_parameter("cctk_strong_param_check").text() == "yes";
  if (n == 0 || !ends_run) return;
  chemora::services::remove_created_folders();
  chemora::services::end_run(chemora::services::user_error,
                             fmt::format("The run ends because of {}.", chemora::base::counted(n, "wrong parameter")));
}

int CCTK_CompilesOnly(void) { return run::compiles_only; }
int CCTK_ParamChecking(void) { return run::only_checks || run::compiles_only; }
int CCTK_ParamCheckNProcs(void) {
  return run::n_checked_processes > 0 ? run::n_checked_processes : CCTK_nProcs(nullptr);
}

} // extern "C"
