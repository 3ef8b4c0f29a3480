/// Fortran versions of the functions for messages, parameters, active thorns, strings and numbers.
#include "framework/fortran/calls.hpp"

#include "framework/include/cctk_ActiveThorns.h"
#include "framework/include/cctk_Banner.h"
#include "framework/include/cctk_CommandLine.h"
#include "framework/include/cctk_File.h"
#include "framework/include/cctk_FunctionAliases.h"
#include "framework/include/cctk_Math.h"
#include "framework/include/cctk_Parameter.h"
#include "framework/include/cctk_Termination.h"
#include "framework/include/cctk_WarnLevel.h"

namespace {
using chemora::fortran::Word;
}

FORTRAN_PROCEDURE(8, cctk_warn, CCTK_Warn)
FORTRAN_PROCEDURE(7, cctk_error, CCTK_Error)
FORTRAN_PROCEDURE(4, cctk_info, CCTK_Info)
FORTRAN_PROCEDURE(4, cctk_paramwarn, CCTK_ParamWarn)
FORTRAN_PROCEDURE(1, cctk_terminatenext, CCTK_TerminateNext)
FORTRAN_SUBROUTINE(2, cctk_registerbanner, CCTK_RegisterBanner)
FORTRAN_SUBROUTINE(6, cctk_parameterset, CCTK_ParameterSet)
FORTRAN_SUBROUTINE(6, cctk_parametervalstring, CCTK_ParameterValString)
FORTRAN_SUBROUTINE(2, cctk_parameterfilename, CCTK_ParameterFilename)
FORTRAN_SUBROUTINE(0, cctk_parameterlevel, CCTK_ParameterLevel)
FORTRAN_SUBROUTINE(4, cctk_parameterquerytimesset, CCTK_ParameterQueryTimesSet)
FORTRAN_SUBROUTINE(2, cctk_isfunctionaliased, CCTK_IsFunctionAliased)
FORTRAN_SUBROUTINE(2, cctk_isthorncompiled, CCTK_IsThornCompiled)
FORTRAN_SUBROUTINE(2, cctk_isimplementationactive, CCTK_IsImplementationActive)
FORTRAN_SUBROUTINE(2, cctk_isimplementationcompiled, CCTK_IsImplementationCompiled)
FORTRAN_SUBROUTINE(4, cctk_activatingthorn, CCTK_ActivatingThorn)
FORTRAN_SUBROUTINE(4, cctk_thornimplementation, CCTK_ThornImplementation)
FORTRAN_SUBROUTINE(4, cctk_implementationthorn, CCTK_ImplementationThorn)
FORTRAN_SUBROUTINE(0, cctk_numcompiledthorns, CCTK_NumCompiledThorns)
FORTRAN_SUBROUTINE(0, cctk_numcompiledimplementations, CCTK_NumCompiledImplementations)
FORTRAN_SUBROUTINE(3, cctk_compiledthorn, CCTK_CompiledThorn)
FORTRAN_SUBROUTINE(3, cctk_compiledimplementation, CCTK_CompiledImplementation)
FORTRAN_SUBROUTINE(3, cctk_createdirectory, CCTK_CreateDirectory)
FORTRAN_SUBROUTINE(1, cctk_terminationreached, CCTK_TerminationReached)
FORTRAN_SUBROUTINE(0, cctk_runtime, CCTK_RunTime)
FORTRAN_FUNCTION(2, cctk_copysign, CCTK_copysign)
FORTRAN_FUNCTION(1, cctk_fpclassify, CCTK_fpclassify)
FORTRAN_FUNCTION(1, cctk_isfinite, CCTK_isfinite)
FORTRAN_FUNCTION(1, cctk_isinf, CCTK_isinf)
FORTRAN_FUNCTION(1, cctk_isnan, CCTK_isnan)
FORTRAN_FUNCTION(1, cctk_isnormal, CCTK_isnormal)
FORTRAN_FUNCTION(1, cctk_signbit, CCTK_signbit)
FORTRAN_FUNCTION(1, cctk_ieee_isfinite, CCTK_IEEE_isfinite)
FORTRAN_FUNCTION(1, cctk_ieee_isinf, CCTK_IEEE_isinf)
FORTRAN_FUNCTION(1, cctk_ieee_isnan, CCTK_IEEE_isnan)
FORTRAN_FUNCTION(1, cctk_ieee_isnormal, CCTK_IEEE_isnormal)
FORTRAN_FUNCTION(1, cctk_ieee_signbit, CCTK_IEEE_signbit)
FORTRAN_FUNCTION(2, cctk_isthornactive, CCTK_IsThornActive)
FORTRAN_FUNCTION(0, cctk_nullpointer, CCTK_NullPointer)

extern "C" {

/// CCTK_EQUALS(string parameter, "word")
int cctk_equals_(char const* const* c_string, Word word, Word length) {
  return CCTK_Equals(*c_string, chemora::fortran::Text(word, length).get());
}

void cctk_fortranstring_(int* result, char const* const* c_string, char* fortran_string, CCTK_FORTRAN_STRLEN_T length) {
  *result = *c_string ? CCTK_FortranString(*c_string, fortran_string, length) : -1;
}

void* cctk_pointerto_(void* variable) { return variable; }

} // extern "C"
