// Scheduled functions before the first step: banner, parameter check, initialisation, report.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "integrator.hpp"
#include "updates/registry.hpp"

namespace mol {
namespace {

void report(char const* what, std::vector<int> const& variables, bool show_names) {
  if (variables.empty()) return;
  CCTK_VINFO("%d %s variables", static_cast<int>(variables.size()), what);
  if (!show_names) return;
  for (int const variable : variables) CCTK_VINFO("   %s", CCTK_FullVarName(variable));
}

} // namespace

extern "C" int MoL_Startup() {
  CCTK_RegisterBanner("MoL: integration in time by the method of lines");
  return 0;
}

extern "C" void MoL_ParamCheck(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  for (auto const& error : integrator().errors) CCTK_PARAMWARN(error.c_str());
}

extern "C" void MoL_SetupIndexArrays(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_SetupIndexArrays);
  *Original_Time = cctk_time;
  *Original_Delta_Time = cctk_delta_time;
  *MoL_Intermediate_Step = 0;
  *MoL_Stepsize_Bad = 0;
  *MoL_SlowStep = 1;
  *MoL_SlowPostStep = 1;
}

extern "C" void MoL_ReportNumberVariables(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (CCTK_Equals(verbose, "none")) return;
  bool const show_names = CCTK_Equals(verbose, "register") || CCTK_Equals(verbose, "extreme");
  CCTK_VINFO("Method %s, %d substeps", ODE_Method, integrator().method.n_substeps());
  std::vector<int> evolved, slow;
  for (Evolved const& entry : registry().evolved()) (entry.is_slow ? slow : evolved).push_back(entry.variable);
  report("evolved", evolved, show_names);
  report("slowly evolved", slow, show_names);
  report("constrained", registry().constrained(), show_names);
  report("save-and-restore", registry().saved(), show_names);
}

extern "C" void MoL_FreeIndexArrays(CCTK_ARGUMENTS) { registry() = Registry(); }

} // namespace mol
