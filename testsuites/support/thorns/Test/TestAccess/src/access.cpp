// Tests which parts of a variable are valid: a function writes the interior of u, and the driver must fill all other
// points.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

namespace {

void check(bool is_right, char const* what) {
  if (!is_right) CCTK_VERROR("%s", what);
}

int valid(cGH const* gh, char const* variable, int level = 0) {
  return Driver_GetValidRegion(gh, CCTK_VarIndex(variable), level);
}

bool is_inside(cGH const* gh, int axis, int i) {
  return i >= gh->cctk_nghostzones[axis] && i < gh->cctk_lsh[axis] - gh->cctk_nghostzones[axis];
}

/// Sets the points that are neither in ghost zones nor on the boundary.
void fill_interior(cGH const* gh, CCTK_REAL* u, CCTK_REAL value) {
  for (int k = 0; k < gh->cctk_lsh[2]; ++k)
    for (int j = 0; j < gh->cctk_lsh[1]; ++j)
      for (int i = 0; i < gh->cctk_lsh[0]; ++i)
        if (is_inside(gh, 0, i) && is_inside(gh, 1, j) && is_inside(gh, 2, k)) u[CCTK_GFINDEX3D(gh, i, j, k)] = value;
}

bool is_everywhere(cGH const* gh, CCTK_REAL const* u, CCTK_REAL value) {
  for (int n = 0; n < gh->cctk_lsh[0] * gh->cctk_lsh[1] * gh->cctk_lsh[2]; ++n)
    if (u[n] != value) return false;
  return true;
}

} // namespace

extern "C" void TestAccess_Select(CCTK_ARGUMENTS) {
  int const status = Driver_SelectVarForBC(cctkGH, CCTK_ALL_FACES, 1, -1, "TestAccess::u", "flat");
  check(status == 0, "The condition has not been selected.");
  check(Driver_SelectVarForBC(cctkGH, CCTK_ALL_FACES, 1, -1, "TestAccess::none", "flat") < 0,
        "A variable that does not exist has been selected.");
}

extern "C" void TestAccess_Write(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  bool const is_binding = CCTK_EQUALS(presync_mode, "presync-only");
  check((hidden == nullptr) == is_binding, "Undeclared variables are to be accessible, but not with presync-only.");
  check(CCTK_HasAccess(cctkGH, CCTK_VarIndex("TestAccess::hidden")) == !is_binding, "CCTK_HasAccess differs.");
  check(valid(cctkGH, "TestAccess::u") == CCTK_VALID_NOWHERE, "u is valid before it is written.");
  fill_interior(cctkGH, u, 7);
}

extern "C" void TestAccess_Read(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestAccess_Read)
  check(valid(cctkGH, "TestAccess::u") == CCTK_VALID_EVERYWHERE, "u is not valid everywhere where it is read.");
  check(is_everywhere(cctkGH, u, 7), "Ghost zones or boundary of u have not been filled.");
  for (int n = 0; n < cctk_lsh[0] * cctk_lsh[1] * cctk_lsh[2]; ++n) v[n] = u[n];
}

extern "C" void TestAccess_Evolve(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestAccess_Evolve)
  check(valid(cctkGH, "TestAccess::v") == CCTK_VALID_EVERYWHERE, "v has been written everywhere.");
  check(valid(cctkGH, "TestAccess::u", 1) == CCTK_VALID_EVERYWHERE,
        "The past level of u does not have the valid region that u had.");
  check(valid(cctkGH, "TestAccess::u") == CCTK_VALID_NOWHERE, "u is valid at the start of a time step.");
  check(is_everywhere(cctkGH, u_p, 6 + cctk_iteration), "u_p does not have the values that u had.");
  fill_interior(cctkGH, u, 7 + cctk_iteration);
}

extern "C" void TestAccess_Require(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestAccess_Require)
  check(valid(cctkGH, "TestAccess::u") == CCTK_VALID_INTERIOR, "Only the interior of u has been written.");
  CCTK_INT const variable = CCTK_VarIndex("TestAccess::u"), level = 0, region = CCTK_VALID_EVERYWHERE;
  Driver_RequireValidData(cctkGH, &variable, &level, 1, &region);
  check(valid(cctkGH, "TestAccess::u") == CCTK_VALID_EVERYWHERE, "u is not valid where it is required.");
  check(is_everywhere(cctkGH, u, 7 + cctk_iteration), "Ghost zones or boundary of u have not been filled.");
  check(valid(cctkGH, "TestAccess::v") == CCTK_VALID_EVERYWHERE, "v has lost its validity.");
  check(CCTK_DisableGroupStorage(cctkGH, "TestAccess::brief") == 1, "brief has storage before it is allocated.");
  check(CCTK_EnableGroupStorage(cctkGH, "TestAccess::brief") == 0, "The storage of brief is not allocated.");
  check(valid(cctkGH, "TestAccess::w") == CCTK_VALID_NOWHERE, "New memory is valid before it is written.");
  CCTK_INT const w = CCTK_VarIndex("TestAccess::w");
  Driver_NotifyDataModified(cctkGH, &w, &level, 1, &region);
  check(valid(cctkGH, "TestAccess::w") == CCTK_VALID_EVERYWHERE, "w was written.");
  CCTK_DisableGroupStorage(cctkGH, "TestAccess::brief");
  check(valid(cctkGH, "TestAccess::w") == CCTK_VALID_NOWHERE, "A variable without storage is valid.");
  CCTK_EnableGroupStorage(cctkGH, "TestAccess::brief");
  check(valid(cctkGH, "TestAccess::w") == CCTK_VALID_NOWHERE, "New memory is valid because an earlier allocation was.");
  CCTK_DisableGroupStorage(cctkGH, "TestAccess::brief");
  CCTK_VINFO("u is right everywhere in iteration %d", cctk_iteration);
}

extern "C" void TestAccess_Unwritten(CCTK_ARGUMENTS) { (void)cctkGH; }
extern "C" void TestAccess_Twice(CCTK_ARGUMENTS) { (void)cctkGH; }
