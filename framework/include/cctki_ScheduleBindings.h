/* Storage that schedule.ccl asks for at its top level; declared in cctk_Flesh.h. */
#ifndef CCTKI_SCHEDULEBINDINGS_H
#define CCTKI_SCHEDULEBINDINGS_H

#include "cctk_Flesh.h"

#endif
