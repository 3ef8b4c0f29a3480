// The aliased functions by which host code of other thorns runs kernels on boxes of arrays that may be on a device.
#include "cactus_grid_functions.hpp"
#include "local_grid.hpp"
#include "runtime.hpp"

#include <vector>

using namespace ca_kernel;

extern "C" CCTK_INT CaKernelThorn_CanUpdateBoxes(CCTK_POINTER_TO_CONST grid_hierarchy) {
  return for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    static bool const can = Runtime::instance().kernels(cctkGH).cache.compiles_for_all();
    return can;
  });
}

extern "C" CCTK_INT CaKernelThorn_BoxKernel(CCTK_POINTER_TO_CONST grid_hierarchy, CCTK_STRING graph,
                                            CCTK_INT thin_axis) {
  return for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    auto& launcher = Runtime::instance().kernels(cctkGH).launcher;
    CCTK_INT const number = launcher.number_of(graph, thin_axis);
    launcher.compile(launcher.box_kernel(number), local_grid(cctkGH));
    return number;
  });
}

extern "C" CCTK_INT CaKernelThorn_UpdateBoxes(CCTK_POINTER_TO_CONST grid_hierarchy, CCTK_INT const* kernels,
                                              CCTK_INT const* n_arrays, CCTK_INT const* variables, CCTK_INT const* tls,
                                              CCTK_INT const* n_parameters, CCTK_REAL const* parameters,
                                              CCTK_INT n_updates, CCTK_INT const* which, CCTK_INT const* lower,
                                              CCTK_INT const* upper, CCTK_INT n_boxes) {
  if (CCTK_CompilesOnly()) return 0;
  for_c(grid_hierarchy, [&](cGH const* cctkGH) {
    auto& launcher = Runtime::instance().kernels(cctkGH).launcher;
    CactusGridFunctions const functions(cctkGH);
    std::vector<runtime::BoxUpdate> updates(static_cast<std::size_t>(n_updates));
    for (auto& update : updates) {
      update.kernel = launcher.box_kernel(*kernels++);
      for (CCTK_INT i = *n_arrays++; i > 0; --i) update.arrays.push_back(functions.address({*variables++, *tls++}));
      update.parameters.assign(parameters, parameters + *n_parameters);
      parameters += *n_parameters++;
    }
    std::vector<runtime::UpdatedBox> boxes(static_cast<std::size_t>(n_boxes));
    for (auto& [update, box] : boxes) {
      update = static_cast<std::size_t>(*which++);
      for (std::size_t d = 0; d < 3; ++d) box.lower[d] = *lower++, box.upper[d] = *upper++;
    }
    launcher.update_boxes(updates, boxes, local_grid(cctkGH));
  });
  return 0;
}
