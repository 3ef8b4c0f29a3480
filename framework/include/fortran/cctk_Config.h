/* Types and precisions of the Fortran compiler. */
#ifndef CCTK_FORTRAN_CONFIG_H
#define CCTK_FORTRAN_CONFIG_H

#include "cctk_Types.h"

#endif
