/* Functions of drivers for GH extensions, which cctk_Flesh.h declares. */
#ifndef CCTKI_GHEXTENSIONS_H
#define CCTKI_GHEXTENSIONS_H

#include "cctk_Flesh.h"

#endif
