// Sets the points beyond reflecting faces of the grid, and checks that every process has enough points for that.
#include "domain.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"

#include <string>

namespace cartgrid {
namespace {

template <class Type>
void reflect_values(Type* values, cGroupDynamicData const& data, Reflection const& reflection) {
  int const face = reflection.face, turned = reflection.turned;
  int const d = face / 2, ghosts = data.nghostzones[d];
  int extent[3] = {1, 1, 1};
  ptrdiff_t stride[3] = {1, 1, 1}, step = 1;
  for (int i = 0; i < data.dim; ++i) extent[i] = data.lsh[i], stride[i] = step, step *= data.ash[i];
  // The sum of the indices of a point and its image, counted from the face.
  int const index_sum = 2 * ghosts - (reflection.avoids_origin ? 1 : 0);
  int const last = data.lsh[d] - 1;
  int const last_turned = turned < 0 ? 0 : extent[turned] - 1;
  extent[d] = ghosts;
#pragma omp parallel for if (ptrdiff_t(extent[0]) * extent[1] * extent[2] > 4096)
  for (int k = 0; k < extent[2]; ++k)
    for (int j = 0; j < extent[1]; ++j)
      for (int i = 0; i < extent[0]; ++i) {
        int const from_face = d == 0 ? i : d == 1 ? j : k;
        int const image = index_sum - from_face;
        ptrdiff_t const offset_along_face = i * stride[0] + j * stride[1] + k * stride[2] - from_face * stride[d];
        ptrdiff_t const point = face % 2 == 0 ? from_face : last - from_face;
        ptrdiff_t const source = face % 2 == 0 ? image : last - image;
        int const along = turned < 0 ? 0 : turned == 0 ? i : turned == 1 ? j : k;
        ptrdiff_t const turn = turned < 0 ? 0 : (last_turned - 2 * along) * stride[turned];
        values[offset_along_face + point * stride[d]] = static_cast<Type>(
            static_cast<Type>(reflection.parity) * values[offset_along_face + turn + source * stride[d]]);
      }
}

/// An error message if this process has too few points for the mirror at this face; otherwise empty.
std::string thickness_error(int const* lsh, int const* bbox, int const* ghosts, int face) {
  int const d = face / 2;
  if (!bbox[face] || lsh[d] <= 1) return {};
  // The ghost zones of a neighbour must not contain images, because they are exchanged before the mirror is applied.
  bool const has_neighbour = !bbox[face ^ 1];
  if (lsh[d] >= (has_neighbour ? 3 * ghosts[d] : 2 * ghosts[d] + 1)) return {};
  return "A process has " + std::to_string(lsh[d]) + " points in direction " + "xyz"[d] +
         ", too few for the mirror with " + std::to_string(ghosts[d]) +
         " ghost points. Use fewer processes in this direction, or more points.";
}

} // namespace

void check_thickness(cGH const* cctkGH) {
  DomainSymmetry const symmetry = domain_symmetry();
  for (int face = 0; face < 2 * cctkGH->cctk_dim; ++face)
    if (symmetry.mirror[static_cast<std::size_t>(face)])
      if (auto const error = thickness_error(cctkGH->cctk_lsh, cctkGH->cctk_bbox, cctkGH->cctk_nghostzones, face);
          !error.empty())
        CCTK_VPARAMWARN("%s", error.c_str());
}

void reflect(cGH const* cctkGH, int variable, Reflection const& reflection) {
  cGroupDynamicData data;
  CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(variable), &data);
  int const d = reflection.face / 2;
  void* const values = CCTK_VarDataPtrI(cctkGH, 0, variable);
  if (!data.bbox[reflection.face] || data.lsh[d] <= 1 || !values) return;
  if (auto const error = thickness_error(data.lsh, data.bbox, data.nghostzones, reflection.face); !error.empty())
    CCTK_VERROR("%s: %s", CCTK_FullVarName(variable), error.c_str());
  auto const reflect_all = [&](auto t) {
    reflect_values(static_cast<typename decltype(t)::type*>(values), data, reflection);
  };
  if (!thorntools::with_number(CCTK_VarTypeI(variable), reflect_all))
    CCTK_VERROR("%s cannot be reflected: it is of type %s. Variables at mirrors must have a numeric type.",
                CCTK_FullVarName(variable), CCTK_VarTypeName(CCTK_VarTypeI(variable)));
}

} // namespace cartgrid
