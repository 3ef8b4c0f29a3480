// Computes the values of each step from all values of the previous step, so that an error in a checkpoint changes later
// values.
#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <cmath>

namespace {

template <class Action>
void for_points(cGH const* cctkGH, Action action) {
  for (int k = 0; k < cctkGH->cctk_lsh[2]; ++k)
    for (int j = 0; j < cctkGH->cctk_lsh[1]; ++j)
      for (int i = 0; i < cctkGH->cctk_lsh[0]; ++i) {
        int const place =
            (i + cctkGH->cctk_lbnd[0]) + 31 * (j + cctkGH->cctk_lbnd[1]) + 997 * (k + cctkGH->cctk_lbnd[2]);
        action(CCTK_GFINDEX3D(cctkGH, i, j, k), place);
      }
}

} // namespace

extern "C" void TestCheckpoint_Initialise(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for_points(cctkGH, [&](int at, int place) {
    field[at] = std::sin(0.1 * place);
    field_p[at] = std::sin(0.2 * place);
    field_p_p[at] = std::sin(0.3 * place);
    psi[at] = CCTK_Cmplx(std::cos(0.1 * place), std::sin(0.1 * place));
    single[at] = static_cast<CCTK_REAL4>(0.1 * place);
    visits[at] = place;
    long_visits[at] = static_cast<CCTK_INT8>(place) << 33;
    octet[at] = static_cast<CCTK_BYTE>(place);
    for (int n = 0; n < 2; ++n)
      for (auto* const values : {&even[at], &odd[at], &even_p[at], &odd_p[at]})
        values[n * cctk_ash[0] * cctk_ash[1] * cctk_ash[2]] = 1 + n + 0.01 * place;
  });
  cGroupDynamicData data;
  CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndex("TestCheckpoint::line"), &data);
  for (int i = 0; i < data.lsh[0]; ++i) row[i] = std::sin(1. + data.lbnd[0] + i);
  for (int i = 0; i < 12; ++i) same_everywhere[i] = 1000 + i;
  *sum = 1;
  *sum_p = 2;
  *letter = 'a';
}

extern "C" void TestCheckpoint_Scratch(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for_points(cctkGH, [&](int at, int) { scratch[at] = 0.5 * field_p[at]; });
}

extern "C" void TestCheckpoint_Step(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  auto const a = factor[0], b = factor[1];
  if (cctk_iteration == 2) CCTK_EnableGroupStorage(cctkGH, "TestCheckpoint::late");
  auto* const late = static_cast<CCTK_REAL*>(CCTK_VarDataPtr(cctkGH, 0, "TestCheckpoint::joined"));
  for_points(cctkGH, [&](int at, int place) {
    field[at] = std::sin(scratch[at] + a * field_p_p[at] + cctk_time);
    psi[at] = CCTK_Cmplx(std::cos(field[at]), std::sin(b * field[at]));
    single[at] = static_cast<CCTK_REAL4>(std::sin(single[at] + a));
    visits[at] += 1 + place % 7;
    long_visits[at] = 3 * long_visits[at] + 1;
    octet[at] = static_cast<CCTK_BYTE>(5 * octet[at] + 1);
    for (int n = 0; n < 2; ++n) {
      int const element = at + n * cctk_ash[0] * cctk_ash[1] * cctk_ash[2];
      even[element] = std::sin(odd_p[element] + n);
      odd[element] = std::cos(even_p[element] + a);
    }
    if (late != nullptr) late[at] = std::sin(late[at] + place);
  });
  cGroupDynamicData data;
  CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndex("TestCheckpoint::line"), &data);
  for (int i = 0; i < data.lsh[0]; ++i) row[i] = std::sin(row[i] + cctk_time);
  for (int i = 0; i < 12; ++i) same_everywhere[i] = (7 * same_everywhere[i] + i) % 10007;
  *sum = 0.5 * *sum_p + std::sin(*sum_p);
  *letter = static_cast<CCTK_CHAR>('a' + (*letter - 'a' + 3) % 26);
}
