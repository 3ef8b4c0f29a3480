// The boundary condition Scalar: one value for all boundary points.
#include "conditions.hpp"

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

template <class Type>
void fill_converted(Target const& target, double value) {
  fill<Type>(target, static_cast<Type>(value));
}

} // namespace

void apply_scalar(Target const& target, double value) {
  switch (CCTK_VarTypeI(target.variable)) {
  case CCTK_VARIABLE_BYTE:
    return fill_converted<CCTK_BYTE>(target, value);
  case CCTK_VARIABLE_INT:
    return fill_converted<CCTK_INT>(target, value);
  case CCTK_VARIABLE_INT1:
    return fill_converted<CCTK_INT1>(target, value);
  case CCTK_VARIABLE_INT2:
    return fill_converted<CCTK_INT2>(target, value);
  case CCTK_VARIABLE_INT4:
    return fill_converted<CCTK_INT4>(target, value);
  case CCTK_VARIABLE_INT8:
    return fill_converted<CCTK_INT8>(target, value);
  case CCTK_VARIABLE_REAL:
    return fill_converted<CCTK_REAL>(target, value);
  case CCTK_VARIABLE_REAL4:
    return fill_converted<CCTK_REAL4>(target, value);
  case CCTK_VARIABLE_REAL8:
    return fill_converted<CCTK_REAL8>(target, value);
  case CCTK_VARIABLE_REAL16:
    return fill_converted<CCTK_REAL16>(target, value);
  case CCTK_VARIABLE_COMPLEX:
    return fill_converted<CCTK_COMPLEX>(target, value);
  case CCTK_VARIABLE_COMPLEX8:
    return fill_converted<CCTK_COMPLEX8>(target, value);
  case CCTK_VARIABLE_COMPLEX16:
    return fill_converted<CCTK_COMPLEX16>(target, value);
  case CCTK_VARIABLE_COMPLEX32:
    return fill_converted<CCTK_COMPLEX32>(target, value);
  default:
    CCTK_VERROR("The boundary of %s cannot be a number: it is of type %s.", CCTK_FullVarName(target.variable),
                CCTK_VarTypeName(CCTK_VarTypeI(target.variable)));
  }
}

} // namespace boundary
