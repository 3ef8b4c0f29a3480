/* The end of the parameter checks, which cctk_Flesh.h declares. */
#ifndef CCTKI_WARNLEVEL_H
#define CCTKI_WARNLEVEL_H

#include "cctk_Flesh.h"

#endif
