// Flat space, and values that stay: on all time levels that have storage.
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

// The values of the past time level.
void keep(cGH const* cctkGH, char const* group) {
  int const first = CCTK_FirstVarIndex(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(CCTK_GroupIndex(group)); ++variable)
    std::copy_n(values(cctkGH, variable, 1), n_points(cctkGH), values(cctkGH, variable, 0));
}

} // namespace

extern "C" {

void ADMBase_Minkowski(CCTK_ARGUMENTS) {
  for (char const* const one : {"ADMBase::gxx", "ADMBase::gyy", "ADMBase::gzz"}) fill(cctkGH, one, 1);
  for (char const* const zero : {"ADMBase::gxy", "ADMBase::gxz", "ADMBase::gyz", "ADMBase::kxx", "ADMBase::kxy",
                                 "ADMBase::kxz", "ADMBase::kyy", "ADMBase::kyz", "ADMBase::kzz"})
    fill(cctkGH, zero, 0);
}

void ADMBase_LapseOne(CCTK_ARGUMENTS) { fill(cctkGH, "ADMBase::alp", 1); }

void ADMBase_ShiftZero(CCTK_ARGUMENTS) {
  for (char const* const one : {"ADMBase::betax", "ADMBase::betay", "ADMBase::betaz"}) fill(cctkGH, one, 0);
}

void ADMBase_DtLapseZero(CCTK_ARGUMENTS) { fill(cctkGH, "ADMBase::dtalp", 0); }

void ADMBase_DtShiftZero(CCTK_ARGUMENTS) {
  for (char const* const one : {"ADMBase::dtbetax", "ADMBase::dtbetay", "ADMBase::dtbetaz"}) fill(cctkGH, one, 0);
}

void ADMBase_KeepMetric(CCTK_ARGUMENTS) {
  keep(cctkGH, "ADMBase::metric");
  keep(cctkGH, "ADMBase::curv");
}

void ADMBase_KeepLapse(CCTK_ARGUMENTS) { keep(cctkGH, "ADMBase::lapse"); }
void ADMBase_KeepShift(CCTK_ARGUMENTS) { keep(cctkGH, "ADMBase::shift"); }
void ADMBase_KeepDtLapse(CCTK_ARGUMENTS) { keep(cctkGH, "ADMBase::dtlapse"); }
void ADMBase_KeepDtShift(CCTK_ARGUMENTS) { keep(cctkGH, "ADMBase::dtshift"); }

} // extern "C"
} // namespace admbase
