/* Grid extensions as drivers use them; declared in cctk_Flesh.h. */
#ifndef CCTKI_GHEXTENSIONS_H
#define CCTKI_GHEXTENSIONS_H

#include "cctk_Flesh.h"

#endif
