// The bin that runs; the flesh of another Cactus only tells where a function stands.
#pragma once

#include "cctk.h"

#if __has_include("cctk_Bin.h")
#include "cctk_Bin.h"
#else
inline int CCTK_IsInBin(char const* bin) {
  auto const* const function = CCTK_ScheduleQueryCurrentFunction(nullptr);
  return function && CCTK_EQUALS(function->where, bin);
}
#endif
