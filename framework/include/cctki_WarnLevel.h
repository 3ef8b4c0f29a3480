/* The end of checking parameters; declared in cctk_Flesh.h. */
#ifndef CCTKI_WARNLEVEL_H
#define CCTKI_WARNLEVEL_H

#include "cctk_Flesh.h"

#endif
