// Searches right-hand sides for NaNs and reports the position of the first one.
#include "arrays.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "integrator.hpp"
#include "updates/registry.hpp"

#include <cmath>
#include <string>

namespace mol {
namespace {

/// False for padding after the ends of rows and columns.
bool is_point(cGroupDynamicData const& data, std::ptrdiff_t i) {
  for (int d = 0; d < data.dim; i /= data.ash[d++])
    if (i % data.ash[d] >= data.lsh[d]) return false;
  return true;
}

/// "(3, 0, 12)": the global index of point number i of a variable.
std::string global_index(cGroupDynamicData const& data, std::ptrdiff_t i) {
  std::string text = "(";
  for (int d = 0; d < data.dim; ++d) {
    text += (d ? ", " : "") + std::to_string(data.lbnd[d] + i % data.ash[d]);
    i /= data.ash[d];
  }
  return text + ")";
}

} // namespace

extern "C" void MoL_NaNCheck(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_NaNCheck);
  int n_variables = 0;
  for (Evolved const& evolved : registry().evolved()) {
    require_on_host(cctkGH, {level(evolved.rhs, 0)});
    auto const* const values = static_cast<double const*>(CCTK_VarDataPtrI(cctkGH, 0, evolved.rhs));
    std::ptrdiff_t const n = values ? n_points(cctkGH, evolved.rhs) : 0;
    cGroupDynamicData data;
    CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(evolved.rhs), &data);
    std::ptrdiff_t first = n, count = 0;
    for (std::ptrdiff_t i = n - 1; i >= 0; --i)
      if (std::isnan(values[i]) && is_point(data, i)) first = i, ++count;
    if (count == 0) continue;
    ++n_variables;
    CCTK_VWARN(CCTK_WARN_ALERT, "%s has %td NaNs on process %d, the first at the point with global index %s",
               CCTK_FullVarName(evolved.rhs), count, CCTK_MyProc(cctkGH), global_index(data, first).c_str());
  }
  if (n_variables > 0)
    CCTK_VERROR("%d right-hand sides contain NaNs in substep %d of iteration %d, time %g.", n_variables,
                integrator().method.n_substeps() - *MoL_Intermediate_Step + 1, cctk_iteration,
                static_cast<double>(cctk_time));
}

} // namespace mol
