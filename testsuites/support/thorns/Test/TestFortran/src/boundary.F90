! The older interface of thorn Boundary: one call of each list of arguments, by index and by name.
#include "cctk.h"
#include "cctk_Arguments.h"

subroutine TestFortran_Boundary(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  CCTK_REAL, parameter :: mark = -999, past = 4, value = 2.5, speed = 0.5, source = 3
  integer, parameter :: width = 1, power = 2, lower_x = -1
  integer :: error, n_calls, n_failed, variable, group, copied, copied_group, widths(3)
  character(len=200) :: message

  widths = width
  n_calls = 0
  n_failed = 0
  call CCTK_VarIndex(variable, "testfortran::v")
  call CCTK_GroupIndex(group, "testfortran::fields")
  call CCTK_VarIndex(copied, "testfortran::w[0]")
  call CCTK_GroupIndex(copied_group, "testfortran::w")

  call prepare()
  call BndScalarVI(error, cctkGH, widths, value, variable)
  call expect("BndScalarVI", value)
  call BndScalarGN(error, cctkGH, widths, value, "testfortran::fields")
  call expect("BndScalarGN", value)
  call BndScalarDirGI(error, cctkGH, width, lower_x, value, group)
  call expect("BndScalarDirGI", value)
  call BndScalarDirVN(error, cctkGH, width, lower_x, value, "testfortran::v")
  call expect("BndScalarDirVN", value)
  call BndFlatVI(error, cctkGH, widths, variable)
  call expect("BndFlatVI", past)
  call BndFlatGN(error, cctkGH, widths, "testfortran::fields")
  call expect("BndFlatGN", past)
  call BndFlatDirGI(error, cctkGH, width, lower_x, group)
  call expect("BndFlatDirGI", past)
  call BndFlatDirVN(error, cctkGH, width, lower_x, "testfortran::v")
  call expect("BndFlatDirVN", past)
  call BndStaticVN(error, cctkGH, widths, "testfortran::v")
  call expect("BndStaticVN", past)
  call BndStaticDirGI(error, cctkGH, width, lower_x, group)
  call expect("BndStaticDirGI", past)
  call BndCopyVI(error, cctkGH, widths, variable, copied)
  call expect("BndCopyVI", source)
  call BndCopyGN(error, cctkGH, widths, "testfortran::fields", "testfortran::w")
  call expect("BndCopyGN", source)
  call BndCopyDirGI(error, cctkGH, width, lower_x, group, copied_group)
  call expect("BndCopyDirGI", source)
  call BndCopyDirVN(error, cctkGH, width, lower_x, "testfortran::v", "testfortran::w[0]")
  call expect("BndCopyDirVN", source)
  call BndRadiativeVI(error, cctkGH, widths, past, speed, variable, variable)
  call expect("BndRadiativeVI", past)
  call BndRadiativeVN(error, cctkGH, widths, past, speed, "testfortran::v", "testfortran::v")
  call expect("BndRadiativeVN", past)
  call BndRadiativeDirGI(error, cctkGH, width, lower_x, past, speed, group, group)
  call expect("BndRadiativeDirGI", past)
  call BndRadiativeDirGN(error, cctkGH, width, lower_x, past, speed, "testfortran::fields", "testfortran::fields")
  call expect("BndRadiativeDirGN", past)
  call BndRobinVI(error, cctkGH, widths, past, power, variable)
  call expect("BndRobinVI", past)
  call BndRobinGN(error, cctkGH, widths, past, power, "testfortran::fields")
  call expect("BndRobinGN", past)

  write (message, '(a,i3,a,i3,a)') "boundary", n_calls, " calls", n_failed, " failed"
  call CCTK_INFO(message)

contains

  ! The fields have the same value now and in the past, except for marked points of the lower x boundary.
  subroutine prepare()
    u = past
    v = past
    v_p = past
    u(1,:,:) = mark
    v(1,:,:) = mark
    w = source
  end subroutine prepare

  ! Compares a point of the lower x boundary, if this process has one, and prepares the fields for the next call.
  subroutine expect(name, boundary_value)
    character(len=*), intent(in) :: name
    CCTK_REAL, intent(in) :: boundary_value
    CCTK_REAL :: expected

    expected = merge(boundary_value, mark, cctk_bbox(1) .eq. 1)
    n_calls = n_calls + 1
    if (error .ne. 0 .or. abs(v(1,3,3) - expected) .gt. 1d-12 .or. abs(v(2,3,3) - past) .gt. 0) then
       n_failed = n_failed + 1
       write (message, '(2a,i4,2g20.10)') name, " fails:", error, v(1,3,3), v(2,3,3)
       call CCTK_INFO(message)
    end if
    call prepare()
  end subroutine expect
end subroutine TestFortran_Boundary
