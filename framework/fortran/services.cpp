/// Fortran versions of the functions for coordinates, interpolation, reductions, output and timers.
#include "framework/fortran/calls.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Coord.h"
#include "framework/include/cctk_IO.h"
#include "framework/include/cctk_IOMethods.h"
#include "framework/include/cctk_Interp.h"
#include "framework/include/cctk_Reduction.h"
#include "framework/include/cctk_Timers.h"
#include "framework/include/cctk_WarnLevel.h"

#include <cstdarg>

namespace {
using chemora::fortran::Word;
}

FORTRAN_SUBROUTINE(5, cctki_coordregistersystem, CCTKi_CoordRegisterSystem)
FORTRAN_SUBROUTINE(7, cctk_coordregisterdata, CCTK_CoordRegisterData)
FORTRAN_SUBROUTINE(8, cctk_coordregisterrange, CCTK_CoordRegisterRange)
FORTRAN_SUBROUTINE(8, cctk_coordregisterrangephysindex, CCTK_CoordRegisterRangePhysIndex)
FORTRAN_SUBROUTINE(2, cctk_coordsystemhandle, CCTK_CoordSystemHandle)
FORTRAN_SUBROUTINE(2, cctk_coordsystemdim, CCTK_CoordSystemDim)
FORTRAN_SUBROUTINE(3, cctk_coordsystemname, CCTK_CoordSystemName)
FORTRAN_SUBROUTINE(4, cctk_coorddir, CCTK_CoordDir)
FORTRAN_SUBROUTINE(5, cctk_coordindex, CCTK_CoordIndex)
FORTRAN_SUBROUTINE(5, cctk_coordname, CCTK_CoordName)
FORTRAN_SUBROUTINE(8, cctk_coordrange, CCTK_CoordRange)
FORTRAN_SUBROUTINE(8, cctk_coordlocalrange, CCTK_CoordLocalRange)
FORTRAN_SUBROUTINE(8, cctk_coordrangephysindex, CCTK_CoordRangePhysIndex)
FORTRAN_SUBROUTINE(0, cctk_numcoordsystems, CCTK_NumCoordSystems)
FORTRAN_SUBROUTINE(2, cctk_interphandle, CCTK_InterpHandle)
FORTRAN_SUBROUTINE(15, cctk_interplocaluniform, CCTK_InterpLocalUniform)
FORTRAN_SUBROUTINE(13, cctk_interpgridarrays, CCTK_InterpGridArrays)
FORTRAN_SUBROUTINE(0, cctk_numinterpoperators, CCTK_NumInterpOperators)
FORTRAN_SUBROUTINE(2, cctk_reductionhandle, CCTK_ReductionHandle)
FORTRAN_SUBROUTINE(2, cctk_reductionarrayhandle, CCTK_ReductionArrayHandle)
FORTRAN_SUBROUTINE(2, cctk_localarrayreductionhandle, CCTK_LocalArrayReductionHandle)
FORTRAN_SUBROUTINE(0, cctk_numreduceoperators, CCTK_NumReduceOperators)
FORTRAN_SUBROUTINE(0, cctk_numlocalarrayreduceoperators, CCTK_NumLocalArrayReduceOperators)
FORTRAN_SUBROUTINE(6, cctk_reducelocalscalar, CCTK_ReduceLocalScalar)
FORTRAN_SUBROUTINE(6, cctk_reducelocscalar, CCTK_ReduceLocScalar)
FORTRAN_SUBROUTINE(7, cctk_reducelocalarray1d, CCTK_ReduceLocalArray1D)
FORTRAN_SUBROUTINE(7, cctk_reducelocarraytoarray1d, CCTK_ReduceLocArrayToArray1D)
FORTRAN_SUBROUTINE(8, cctk_reducelocarraytoarray2d, CCTK_ReduceLocArrayToArray2D)
FORTRAN_SUBROUTINE(9, cctk_reducelocarraytoarray3d, CCTK_ReduceLocArrayToArray3D)
FORTRAN_SUBROUTINE(10, cctk_reducelocalarrays, CCTK_ReduceLocalArrays)
FORTRAN_SUBROUTINE(9, cctk_reducegridarrays, CCTK_ReduceGridArrays)
FORTRAN_SUBROUTINE(12, cctk_reducearraysglobally, CCTK_ReduceArraysGlobally)
FORTRAN_SUBROUTINE(1, cctk_outputgh, CCTK_OutputGH)
FORTRAN_SUBROUTINE(3, cctk_outputvar, CCTK_OutputVar)
FORTRAN_SUBROUTINE(5, cctk_outputvaras, CCTK_OutputVarAs)
FORTRAN_SUBROUTINE(5, cctk_outputvarbymethod, CCTK_OutputVarByMethod)
FORTRAN_SUBROUTINE(7, cctk_outputvarasbymethod, CCTK_OutputVarAsByMethod)
FORTRAN_SUBROUTINE(4, cctki_registeriomethod, CCTKi_RegisterIOMethod)
FORTRAN_SUBROUTINE(2, cctk_timercreate, CCTK_TimerCreate)
FORTRAN_SUBROUTINE(0, cctk_timercreatei, CCTK_TimerCreateI)
FORTRAN_SUBROUTINE(2, cctk_timerdestroy, CCTK_TimerDestroy)
FORTRAN_SUBROUTINE(1, cctk_timerdestroyi, CCTK_TimerDestroyI)
FORTRAN_SUBROUTINE(2, cctk_timerstart, CCTK_TimerStart)
FORTRAN_SUBROUTINE(1, cctk_timerstarti, CCTK_TimerStartI)
FORTRAN_SUBROUTINE(2, cctk_timerstop, CCTK_TimerStop)
FORTRAN_SUBROUTINE(1, cctk_timerstopi, CCTK_TimerStopI)
FORTRAN_SUBROUTINE(2, cctk_timerreset, CCTK_TimerReset)
FORTRAN_SUBROUTINE(1, cctk_timerreseti, CCTK_TimerResetI)
FORTRAN_SUBROUTINE(2, cctk_timerisrunning, CCTK_TimerIsRunning)
FORTRAN_SUBROUTINE(1, cctk_timerisrunningi, CCTK_TimerIsRunningI)
FORTRAN_SUBROUTINE(4, cctk_timerprintdata, CCTK_TimerPrintData)
FORTRAN_SUBROUTINE(2, cctk_timerprintdatai, CCTK_TimerPrintDataI)
FORTRAN_SUBROUTINE(0, cctk_numtimers, CCTK_NumTimers)
FORTRAN_SUBROUTINE(0, cctk_numclocks, CCTK_NumClocks)

/// The variable arguments are the addresses of the indices of the variables.
extern "C" void cctk_reduce_(int* result, cGH const* const* grid, int const* process, int const* operation,
                             int const* n_values, int const* value_type, void* values, int const* n_variables, ...) {
  constexpr int max_variables = 10;
  if (*n_variables > max_variables)
    CCTK_VError(__LINE__, __FILE__, "Cactus",
                "CCTK_Reduce is called from Fortran with %d variables; at most %d are supported.", *n_variables,
                max_variables);
  int variables[max_variables] = {};
  va_list list;
  va_start(list, n_variables);
  for (int n = 0; n < *n_variables; ++n) variables[n] = *va_arg(list, int const*);
  va_end(list);
  *result = CCTK_Reduce(*grid, *process, *operation, *n_values, *value_type, values, *n_variables, variables[0],
                        variables[1], variables[2], variables[3], variables[4], variables[5], variables[6],
                        variables[7], variables[8], variables[9]);
}
