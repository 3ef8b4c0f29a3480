/// Flat space, and values that are not evolved, on all time levels with storage.
#include "cctk.h"
#include "cctk_Arguments.h"

#include <algorithm>
#include <cstddef>

namespace admbase {
namespace {

std::size_t n_points(cGH const* cctkGH) {
  std::size_t product = 1;
  for (int d = 0; d < cctkGH->cctk_dim; ++d) product *= static_cast<std::size_t>(cctkGH->cctk_ash[d]);
  return product;
}

CCTK_REAL* values(cGH const* cctkGH, int variable, int time_level) {
  return static_cast<CCTK_REAL*>(CCTK_VarDataPtrI(cctkGH, time_level, variable));
}

void fill(cGH const* cctkGH, char const* variable, CCTK_REAL value) {
  int const index = CCTK_VarIndex(variable);
  for (int level = 0; level < CCTK_ActiveTimeLevelsVI(cctkGH, index); ++level)
    std::fill_n(values(cctkGH, index, level), n_points(cctkGH), value);
}

/// Copies the values of the past time level to the current one.
void copy_past_level(cGH const* cctkGH, char const* group) {
  int const first = CCTK_FirstVarIndex(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(CCTK_GroupIndex(group)); ++variable)
    std::copy_n(values(cctkGH, variable, 1), n_points(cctkGH), values(cctkGH, variable, 0));
}

} // namespace

extern "C" {

void ADMBase_Minkowski(CCTK_ARGUMENTS) {
  for (char const* const diagonal : {"ADMBase::gxx", "ADMBase::gyy", "ADMBase::gzz"}) fill(cctkGH, diagonal, 1);
  for (char const* const other : {"ADMBase::gxy", "ADMBase::gxz", "ADMBase::gyz", "ADMBase::kxx", "ADMBase::kxy",
                                  "ADMBase::kxz", "ADMBase::kyy", "ADMBase::kyz", "ADMBase::kzz"})
    fill(cctkGH, other, 0);
}

void ADMBase_LapseOne(CCTK_ARGUMENTS) { fill(cctkGH, "ADMBase::alp", 1); }

void ADMBase_ShiftZero(CCTK_ARGUMENTS) {
  for (char const* const component : {"ADMBase::betax", "ADMBase::betay", "ADMBase::betaz"}) fill(cctkGH, component, 0);
}

void ADMBase_DtLapseZero(CCTK_ARGUMENTS) { fill(cctkGH, "ADMBase::dtalp", 0); }

void ADMBase_DtShiftZero(CCTK_ARGUMENTS) {
  for (char const* const component : {"ADMBase::dtbetax", "ADMBase::dtbetay", "ADMBase::dtbetaz"})
    fill(cctkGH, component, 0);
}

void ADMBase_KeepMetric(CCTK_ARGUMENTS) {
  copy_past_level(cctkGH, "ADMBase::metric");
  copy_past_level(cctkGH, "ADMBase::curv");
}

void ADMBase_KeepLapse(CCTK_ARGUMENTS) { copy_past_level(cctkGH, "ADMBase::lapse"); }
void ADMBase_KeepShift(CCTK_ARGUMENTS) { copy_past_level(cctkGH, "ADMBase::shift"); }
void ADMBase_KeepDtLapse(CCTK_ARGUMENTS) { copy_past_level(cctkGH, "ADMBase::dtlapse"); }
void ADMBase_KeepDtShift(CCTK_ARGUMENTS) { copy_past_level(cctkGH, "ADMBase::dtshift"); }

} // extern "C"
} // namespace admbase
