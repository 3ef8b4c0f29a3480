// cctk_Main.h, cctk_Flesh.h and cctk_ParamCheck.h: the default course of a run.
#include "framework/run/evolution.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_CompileOnly.h"
#include "framework/include/cctk_GHExtensions.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_IO.h"
#include "framework/include/cctk_Main.h"
#include "framework/include/cctk_ParamCheck.h"
#include "framework/include/cctk_Schedule.h"
#include "framework/include/cctk_WarnLevel.h"
#include "framework/parameters/parameter_table.hpp"
#include "framework/run/default_driver.hpp"
#include "framework/run/parameter_errors.hpp"
#include "framework/run/signals.hpp"
#include "framework/run/termination.hpp"
#include "framework/services/end_of_run.hpp"
#include "framework/services/overloadable.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace chemora::run {

namespace {

int loop_index = 0;
int get_loop_index() { return loop_index; }
int set_loop_index(int index) { return loop_index = index; }

bool only_checks = false;
int n_checked_processes = 0;

parameters::Parameter const& framework_parameter(char const* name) {
  return *parameters::parameter_table().find("Cactus", name);
}

void check_parameters(cGH* GH) {
  CCTK_Traverse(GH, "CCTK_PARAMCHECK");
  CCTKi_FinaliseParamWarn();
  if (!only_checks) return;
  fmt::print("The parameters are in order.\n");
  services::end_run(0, "");
}

/// After BASEGRID and before the first step.
std::vector<char const*> initial_bins(bool has_recovered) {
  bool const is_strict = framework_parameter("recovery_mode").text() == "strict";
  std::vector<char const*> bins;
  if (!has_recovered || !is_strict)
    bins = {"CCTK_INITIAL", "CCTK_POSTINITIAL", "CCTK_POSTPOSTINITIAL", "CCTK_POSTSTEP"};
  if (has_recovered) bins.insert(bins.end(), {"CCTK_RECOVER_VARIABLES", "CCTK_POST_RECOVER_VARIABLES"});
  bins.push_back("CCTK_CPINITIAL");
  return bins;
}

constexpr std::array step_bins{"CCTK_PRESTEP", "CCTK_EVOL", "CCTK_POSTSTEP", "CCTK_CHECKPOINT"};

void analyse(cGH* GH) {
  CCTK_Traverse(GH, "CCTK_ANALYSIS");
  CCTK_OutputGH(GH);
}

} // namespace

void set_parameter_check(bool exits_after_check, int n_processes) {
  only_checks = exits_after_check;
  n_checked_processes = n_processes;
}

cGH* set_up_grid(tFleshConfig* config) {
  cGH* const GH = CCTK_SetupGH(config, 0);
  if (!GH) services::end_run(services::internal_error, "The driver has made no grid hierarchy.");
  GH->cctk_iteration = CCTK_SetMainLoopIndex(0);
  GH->cctk_time = std::get<double>(framework_parameter("cctk_initial_time").value());
  CCTKi_AddGH(config, 0, GH);
  CCTKi_ScheduleGHInit(GH);
  CCTKi_InitGHExtensions(GH);
  CCTK_Traverse(GH, "CCTK_WRAGH");
  check_parameters(GH);
  CCTK_Traverse(GH, "CCTK_BASEGRID");
  return GH;
}

std::vector<char const*> bins_ahead(tFleshConfig const& config) {
  auto bins = initial_bins(config.recovered != 0);
  if (!is_end(*config.GH[0])) bins.insert(bins.end(), step_bins.begin(), step_bins.end());
  bins.insert(bins.end(), {"CCTK_ANALYSIS", "CCTK_TERMINATE"});
  return bins;
}

int initialise(tFleshConfig* config) {
  cGH* const GH = set_up_grid(config);
  for (char const* bin : initial_bins(config->recovered != 0)) CCTK_Traverse(GH, bin);
  return 0;
}

int evolve(tFleshConfig* config) {
  cGH* const GH = config->GH[0];
  analyse(GH);
  while (!is_end(*GH)) {
    auto const start = std::chrono::steady_clock::now();
    rotate_time_levels(GH);
    GH->cctk_iteration = CCTK_SetMainLoopIndex(CCTK_MainLoopIndex() + 1);
    GH->cctk_time += GH->cctk_delta_time / GH->cctk_timefac;
    for (char const* bin : step_bins) CCTK_Traverse(GH, bin);
    analyse(GH);
    note_step(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  int const signal = signal_of_any_process();
  if (signal != 0 && CCTK_MyProc(GH) == 0)
    CCTK_VInfo("Cactus", "The run ends at iteration %d: it received %s", GH->cctk_iteration,
               signal_name(signal).c_str());
  return 0;
}

int shut_down(tFleshConfig* config) {
  for (unsigned int level = 0; level < config->nGHs; ++level) CCTK_Traverse(config->GH[level], "CCTK_TERMINATE");
  CCTK_ScheduleTraverse("CCTK_SHUTDOWN", nullptr, nullptr);
  return 0;
}

} // namespace chemora::run

namespace run = chemora::run;

CHEMORA_OVERLOADABLE(int, Initialise, (tFleshConfig * config), (config), run::initialise)
CHEMORA_OVERLOADABLE(int, Evolve, (tFleshConfig * config), (config), run::evolve)
CHEMORA_OVERLOADABLE(int, Shutdown, (tFleshConfig * config), (config), run::shut_down)
CHEMORA_OVERLOADABLE(int, MainLoopIndex, (), (), run::get_loop_index)
CHEMORA_OVERLOADABLE(int, SetMainLoopIndex, (int main_loop_index), (main_loop_index), run::set_loop_index)

extern "C" {

int CCTKi_AddGH(tFleshConfig* config, unsigned int convergence_level, cGH* GH) {
  if (convergence_level >= config->nGHs) {
    auto* const grown = std::realloc(config->GH, (convergence_level + 1) * sizeof(cGH*));
    if (!grown) return -1;
    config->GH = static_cast<cGH**>(grown);
    config->nGHs = convergence_level + 1;
  }
  config->GH[convergence_level] = GH;
  return CCTKi_SetupGHExtensions(config, static_cast<int>(convergence_level), GH);
}

void CCTKi_FinaliseParamWarn(void) {
  int const n = run::share_parameter_errors();
  bool const ends_run = run::only_checks || run::framework_parameter("cctk_strong_param_check").text() == "yes";
  if (n > 0 && ends_run)
    chemora::services::end_run(chemora::services::user_error,
                               fmt::format("The run ends because of {} wrong parameter{}.", n, n == 1 ? "" : "s"));
}

int CCTK_ParamChecking(void) { return run::only_checks || CCTK_CompilesOnly(); }
int CCTK_ParamCheckNProcs(void) {
  return run::n_checked_processes > 0 ? run::n_checked_processes : CCTK_nProcs(nullptr);
}

} // extern "C"
