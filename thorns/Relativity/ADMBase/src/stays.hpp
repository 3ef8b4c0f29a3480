// Methods of evolution that are ADMBase's own: nobody evolves what has one of these.
#pragma once

#include "cctk.h"

namespace admbase {

inline bool stays(char const* method) {
  return CCTK_EQUALS(method, "none") || CCTK_EQUALS(method, "static") || CCTK_EQUALS(method, "ID-apply-regrid") ||
         CCTK_EQUALS(method, "ID-apply-always");
}

} // namespace admbase
