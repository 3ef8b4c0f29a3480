// The boundary condition Scalar: one value for all boundary points.
#include "conditions.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"

namespace boundary {
namespace {

template <class Type>
void fill(Target const& target, Type value) {
  Type* const data = target.data<Type>();
  for (Zone const& zone : target.zones)
    for_each_line(target.box, zone, [&](std::ptrdiff_t inner, std::ptrdiff_t outward, int n) {
      for (int layer = 1; layer <= n; ++layer) data[inner + layer * outward] = value;
    });
}

} // namespace

void apply_scalar(Target const& target, double value) {
  int const type = CCTK_VarTypeI(target.variable);
  auto const fill_all = [&](auto t) { fill(target, static_cast<typename decltype(t)::type>(value)); };
  if (!thorntools::with_number(type, fill_all))
    CCTK_VERROR("The boundary of %s cannot be a number: it is of type %s.", CCTK_FullVarName(target.variable),
                CCTK_VarTypeName(type));
}

} // namespace boundary
