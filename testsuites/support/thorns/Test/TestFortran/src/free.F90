! Free form: declared access, a module, long lines.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

subroutine TestFortran_Free(CCTK_ARGUMENTS)
  use numbers
  use sizes
  implicit none
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestFortran_Free)
  DECLARE_CCTK_PARAMETERS
  character(len=200) :: message

  v = twice(u) + 0 * factor + (n_words - 3) ! don't look for && here
  second = first + int(answer)
  write (message, '(a,2i4,a,i4)') 'second is', second(1,1,1), second(X0table,X1table,table_length), &
       ' of size', size(second)
  call CCTK_INFO(message)
  call CCTK_INFO("an exclamation mark! two && and 'quotes' in a string that is long enough for the line to exceed what the standard allows")
end subroutine TestFortran_Free
