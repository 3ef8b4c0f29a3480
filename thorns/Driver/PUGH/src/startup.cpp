// What is scheduled at start-up, and the aliased functions.
#include "overloads.hpp"

extern "C" int PUGH_Startup() {
  pugh::replace_flesh_functions();
  int const handle = CCTK_RegisterGHExtension("PUGH");
  CCTK_RegisterGHExtensionSetupGH(handle, pugh::setup_extension);
  CCTK_RegisterGHExtensionInitGH(handle, pugh::initialise_extension);
  CCTK_RegisterGHExtensionScheduleTraverseGH(handle, pugh::traverse);
  return 0;
}

extern "C" CCTK_POINTER_TO_CONST PUGH_GetMPICommWorld(CCTK_POINTER_TO_CONST /* cctkGH */) {
  static MPI_Comm const own = pugh::communicator();
  return &own;
}
