// Sets the points outside of the mirrors for variables that are selected for boundary conditions.
#include "mirrors.hpp"

#include "Numerics/ThornTools/src/host_access.hpp"
#include "Numerics/ThornTools/src/mirror_tags.hpp"
#include "Numerics/ThornTools/src/variable_type.hpp"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <cstddef>
#include <vector>

namespace reflection {
namespace {

/// The reflection of a variable at one face. If the mirror is between points, the i-th point outside (i = 1, 2, ...) is
/// the image of the i-th point inside. If the mirror is at a point, points are counted from this point, which is
/// point 0.
struct Reflection {
  cGroupDynamicData const* data;
  int face;
  bool is_between_points;
  int sign;
};

template <typename Value>
void reflect(Value* values, Reflection const& reflection) {
  cGroupDynamicData const& data = *reflection.data;
  int const direction = reflection.face / 2, width = data.nghostzones[direction];
  int begin[3] = {0, 0, 0}, end[3] = {1, 1, 1}, extent[3] = {1, 1, 1};
  for (int d = 0; d < data.dim; ++d) end[d] = data.lsh[d], extent[d] = data.ash[d];
  int const n = data.lsh[direction], on_point = reflection.is_between_points ? 0 : 1;
  bool const is_upper = reflection.face % 2 == 1;
  (is_upper ? begin : end)[direction] = is_upper ? n - width : width;
  int const index_sum =
      is_upper ? 2 * (n - width) - 1 - on_point : 2 * width - 1 + on_point; // index sum with the image
  std::ptrdiff_t const stride[3] = {1, extent[0], std::ptrdiff_t(extent[0]) * extent[1]};
  auto const sign = static_cast<Value>(reflection.sign);
#pragma omp parallel for collapse(2)
  for (int k = begin[2]; k < end[2]; ++k)
    for (int j = begin[1]; j < end[1]; ++j)
      for (int i = begin[0]; i < end[0]; ++i) {
        std::ptrdiff_t const point = i + stride[1] * j + stride[2] * k;
        int const here = direction == 0 ? i : direction == 1 ? j : k;
        values[point] = static_cast<Value>(sign * values[point + stride[direction] * (index_sum - 2 * here)]);
      }
}

/// Returns false for types without sign.
bool reflect_values(void* values, int type, Reflection const& reflection) {
  auto const visit = [&](auto t) { reflect(static_cast<typename decltype(t)::type*>(values), reflection); };
  return type != CCTK_VARIABLE_BYTE && thorntools::with_number(type, visit);
}

/// Checks that points outside of a mirror are images of points inside of all mirrors. Ghost zones of a neighbour must
/// not contain images, because they are exchanged before the mirror is applied.
void check_points(cGroupDynamicData const& data, int face, std::array<Mirror, 6> const& mirror) {
  int const direction = face / 2, width = data.nghostzones[direction];
  int const on_points = !mirror[2 * direction].is_between_points + !mirror[2 * direction + 1].is_between_points;
  bool const has_neighbour = !data.bbox[face ^ 1];
  int const min_local_points = has_neighbour ? 3 * width : 2 * width + 1;
  if (data.gsh[direction] < 3 * width + on_points || data.lsh[direction] < min_local_points)
    CCTK_VERROR(
        "Direction %c has %d points, %d of them on this process: too few for a mirror with %d ghost points. Use "
        "more points, or fewer processes in this direction.",
        "xyz"[direction], data.gsh[direction], data.lsh[direction], data.nghostzones[direction]);
}

void apply(cGH const* cctkGH, int variable) {
  DECLARE_CCTK_PARAMETERS
  cGroupDynamicData data;
  CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(variable), &data);
  if (data.dim > 3)
    CCTK_VERROR("'%s' has %d dimensions; mirrors are possible for up to 3.", CCTK_FullVarName(variable), data.dim);
  void* const values = CCTK_VarDataPtrI(cctkGH, 0, variable);
  if (!values) CCTK_VERROR("'%s' cannot be reflected: it has no storage.", CCTK_FullVarName(variable));
  if (verbose) CCTK_VINFO("Reflecting '%s'", CCTK_FullVarName(variable));
  auto const mirror = mirrors(cctkGH->cctk_gsh);
  thorntools::Signs const signs = thorntools::signs_of_variable(variable);
  for (int face = 0; face < 2 * data.dim && face < 6; ++face) {
    if (!mirror[face].exists || !data.bbox[face]) continue;
    check_points(data, face, mirror);
    bool const is_between = mirror[face].is_between_points != thorntools::is_shifted(variable, face / 2);
    if (!reflect_values(values, CCTK_VarTypeI(variable), {&data, face, is_between, signs[face / 2]}))
      CCTK_VERROR("'%s' cannot be reflected: it is of type %s. Variables at mirrors must have a signed numeric type.",
                  CCTK_FullVarName(variable), CCTK_VarTypeName(CCTK_VarTypeI(variable)));
  }
}

} // namespace

extern "C" void ReflectionSymmetry_Apply(CCTK_ARGUMENTS) {
  int const n = Boundary_SelectedGVs(cctkGH, 0, nullptr, nullptr, nullptr, nullptr, nullptr);
  if (n < 0) CCTK_ERROR("Thorn Boundary could not provide the variables that are selected for boundary conditions.");
  std::vector<CCTK_INT> variables(n), faces(n), widths(n), tables(n);
  if (n > 0) Boundary_SelectedGVs(cctkGH, n, variables.data(), faces.data(), widths.data(), tables.data(), nullptr);
  thorntools::HostBoundary const data(cctkGH, variables, 0);
  data.before_reading();
  for (CCTK_INT const variable : variables) apply(cctkGH, static_cast<int>(variable));
  data.after_writing();
}

} // namespace reflection
