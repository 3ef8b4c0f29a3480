// Functions of IOUtil that other thorns reach by the names of the standard thorn.
#pragma once

#include <cctk.h>

extern "C" CCTK_INT IOUtil_TruncateOutputFiles(CCTK_POINTER_TO_CONST cctkGH);
