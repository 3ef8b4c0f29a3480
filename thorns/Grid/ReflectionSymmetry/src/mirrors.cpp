// The mirrors that the parameters ask for.
#include "mirrors.hpp"

#include "cctk_Parameters.h"

namespace reflection {

std::array<Mirror, 6> mirrors() {
  DECLARE_CCTK_PARAMETERS
  return {{{reflection_x != 0, avoid_origin_x != 0},
           {reflection_upper_x != 0, avoid_origin_upper_x != 0},
           {reflection_y != 0, avoid_origin_y != 0},
           {reflection_upper_y != 0, avoid_origin_upper_y != 0},
           {reflection_z != 0, avoid_origin_z != 0},
           {reflection_upper_z != 0, avoid_origin_upper_z != 0}}};
}

} // namespace reflection
