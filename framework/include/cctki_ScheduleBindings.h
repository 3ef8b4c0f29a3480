/* Allocation of the storage at the top level of schedule.ccl, which cctk_Flesh.h declares. */
#ifndef CCTKI_SCHEDULEBINDINGS_H
#define CCTKI_SCHEDULEBINDINGS_H

#include "cctk_Flesh.h"

#endif
