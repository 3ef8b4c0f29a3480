! Texts, names and tables through the C interface; parameters that change.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

subroutine TestFortran_Strings(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  DECLARE_CCTK_FUNCTIONS
  character(len=30) :: word, name
  character(len=4) :: short
  character(len=200) :: message
  integer :: length, index, n, handle, status, lsh(3), one, bytes
  CCTK_INT :: numbers(3), three(3)
  CCTK_REAL :: x, y
  CCTK_POINTER :: address, data

  call CCTK_FortranString(length, text, word)
  call CCTK_FortranString(n, text, short)
  call TestFortran_OneText(one, "text with blanks   ")
  write (message, '(a,i3,1x,3a,i3)') "text", length, trim(word), "|", short, one
  call CCTK_INFO(message)

  call CCTK_VarIndex(index, "testfortran::v")
  call CCTK_VarName(n, index, word)
  call CCTK_FullName(length, index, name)
  call CCTK_VarIndex(status, "testfortran::nothing")
  write (message, '(4a,3i3)') "variable ", trim(word), " ", trim(name), n, length, status
  call CCTK_INFO(message)
  call CCTK_VarDataPtr(address, cctkGH, 0, "testfortran::v")
  call CCTK_VarDataPtrI(data, cctkGH, 0, index)
  call CCTK_GrouplshGN(status, cctkGH, 3, lsh, "testfortran::fields")
  call CCTK_VarTypeSize(bytes, CCTK_VARIABLE_COMPLEX)
  write (message, '(a,4l2,2i3)') "addresses", address .eq. CCTK_PointerTo(v), address .eq. data, all(lsh .eq. cctk_lsh), &
       CCTK_PointerTo(without_storage) .eq. CCTK_NullPointer(), status, bytes
  call CCTK_INFO(message)

  numbers = (/ 1, -2, 3 /)
  call Util_TableCreate(handle, UTIL_TABLE_FLAGS_CASE_INSENSITIVE)
  call Util_TableSetString(status, handle, "a value", "Key")
  call Util_TableSetReal(status, handle, 2.5d0, "x")
  call Util_TableSetIntArray(status, handle, 3, numbers, "n")
  call Util_TableSetPointer(status, handle, address, "address")
  call Util_TableGetString(length, handle, word, "key")
  call Util_TableGetReal(status, handle, x, "X")
  call Util_TableGetIntArray(n, handle, 3, three, "n")
  call Util_TableGetPointer(status, handle, data, "address")
  call Util_TableGetReal(status, handle, y, "nothing")
  write (message, '(2a,i3,f5.1,4i3,l2,l2)') "table ", trim(word), length, x, three, n, data .eq. address, &
       status .eq. UTIL_ERROR_TABLE_NO_SUCH_KEY
  call CCTK_INFO(message)
  call Util_TableDestroy(status, handle)

  write (message, '(a,4i2)') "processes and thorns", merge(1, 0, CCTK_MyProc(cctkGH) .lt. CCTK_nProcs(cctkGH)), &
       CCTK_IsThornActive("TestFortran"), CCTK_IsThornActive(CCTK_THORNSTRING), CCTK_IsThornActive("NoThorn")
  call CCTK_INFO(message)
  call CCTK_WARN(CCTK_WARN_ALERT, "a warning && no __LINE__ of strings.F90")
end subroutine TestFortran_Strings

subroutine TestFortran_Steer(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  integer :: status(3)
  character(len=200) :: message

  call CCTK_ParameterSet(status(1), "factor", CCTK_THORNSTRING, "-2.25")
  call CCTK_ParameterSet(status(2), "weights[1]", CCTK_THORNSTRING, "8")
  call CCTK_ParameterSet(status(3), "mode", CCTK_THORNSTRING, "slow")
  write (message, '(a,3i3)') "steering", status
  call CCTK_INFO(message)
end subroutine TestFortran_Steer

subroutine TestFortran_Steered(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  DECLARE_CCTK_FUNCTIONS
  character(len=200) :: message

  write (message, '(a,4f6.2,l2)') "steered", factor, weights, CCTK_EQUALS(mode, "quick")
  call CCTK_INFO(message)
end subroutine TestFortran_Steered
