// Kernels whose stencils reach across an outer boundary zone end a run at the parameter check, not at their launch.
#include "Kernel/Devices/src/boundary_widths.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "local_grid.hpp"
#include "mpi_exchange.hpp"
#include "runtime.hpp"
#include "thorn_parameters.hpp"
#include "wanted_kernels.hpp"

#include <algorithm>
#include <exception>
#include <string>

namespace ca_kernel {

namespace {

namespace ir = chemora::ir;
namespace launch = chemora::launch;

/// Faces that are an outer boundary of some process, 1 or 0 each: x-, x+, y-, ...
std::string outer_faces(cGH const* cctkGH) {
  std::string outer(6, '0');
  auto const grid = local_grid(cctkGH);
  for (std::size_t face = 0; face < 6; ++face)
    if (grid.is_outer[face / 2][face % 2] && grid.scalars.global_size[face / 2] > 1) outer[face] = '1';
  for (auto const& other : MpiExchange(cctkGH).all_gather(outer))
    for (std::size_t face = 0; face < 6; ++face) outer[face] = std::max(outer[face], other[face]);
  return outer;
}

/// What a kernel of this run reads beyond the points that it computes: nothing if it computes other points than those
/// of the interior, or is never launched.
ir::Reach reach_of(Kernel const& kernel) {
  auto const& graph = kernel.variants[choose_variant(kernel)].graph();
  bool const is_interior = std::all_of(graph.stores.begin(), graph.stores.end(),
                                       [](ir::Store const& store) { return store.region == ir::Region::interior; });
  return is_interior ? ir::union_of(ir::stencils(graph)) : ir::Reach{};
}

/// The face at which most points are missing.
struct Shortage {
  std::string kernel;
  std::size_t face = 0;
  int reach = 0, width = 0;
  int missing() const { return reach - width; }
};

Shortage worst_shortage(cGH const* cctkGH, launch::FaceWidths const& widths) {
  auto const& registry = Runtime::instance().registry();
  auto const wants = wanted_kernels(registry);
  std::string const outer = outer_faces(cctkGH);
  Shortage worst;
  for (std::size_t k = 0; k < wants.size(); ++k) {
    if (wants[k] == Want::never) continue;
    Kernel const& kernel = registry.all()[k];
    ir::Reach const reach = reach_of(kernel);
    for (std::size_t face = 0; face < 6; ++face) {
      std::size_t const axis = face / 2;
      Shortage const found{kernel.name, face, face % 2 == 0 ? reach.low[axis] : reach.high[axis],
                           widths[axis][face % 2]};
      if (outer[face] == '1' && found.missing() > worst.missing()) worst = found;
    }
  }
  return worst;
}

} // namespace

} // namespace ca_kernel

// Without CoordBase the zones are as wide as the ghost zones, which thorns compare with their stencils themselves.
extern "C" void CaKernel_CheckBoundaryWidths(CCTK_ARGUMENTS) {
  auto const widths = devices::boundary_widths();
  if (!widths) return;
  try {
    auto const worst = ca_kernel::worst_shortage(cctkGH, *widths);
    if (worst.missing() <= 0) return;
    char const axis = "xyz"[worst.face / 2];
    char const* const side = worst.face % 2 == 0 ? "lower" : "upper";
    CCTK_VPARAMWARN("Kernel %s reads %d points beyond those that it computes, but the outer boundary at the %s face of "
                    "direction %c is %d points wide: set CoordBase::boundary_size_%c_%s, and those of the other "
                    "outer faces, to at least %d.",
                    worst.kernel.c_str(), worst.reach, side, axis, worst.width, axis, side, worst.reach);
  } catch (std::exception const& error) {
    CCTK_VPARAMWARN("%s", error.what());
  }
}
