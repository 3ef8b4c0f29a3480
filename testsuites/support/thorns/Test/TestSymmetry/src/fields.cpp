// Fills the variables in front of the mirrors and checks them everywhere.
#include "fields.hpp"

#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <cmath>

namespace test_symmetry {

std::vector<Field> const& fields() {
  static std::vector<Field> const all = {
      {"rho", {}},
      {"vx", {0}},
      {"vy", {1}},
      {"vz", {2}},
      {"bx", {0}, false, true},
      {"by", {1}, false, true},
      {"bz", {2}, false, true},
      {"gxx", {0, 0}, true},
      {"gxy", {0, 1}, true},
      {"gxz", {0, 2}, true},
      {"gyy", {1, 1}, true},
      {"gyz", {1, 2}, true},
      {"gzz", {2, 2}, true},
      {"u[0]", {0}},
      {"u[1]", {1}},
      {"u[2]", {2}},
      {"xz", {0, 2}},
  };
  return all;
}

// Returns the exact value at the point x. The value of an axial field is multiplied by the sign of x y z.
double value(Field const& field, double const (&x)[3]) {
  double product = 1 / (1 + x[0] * x[0] + x[1] * x[1] + 2 * x[2] * x[2]);
  for (int const d : field.factors) product *= x[d];
  return field.is_axial ? product * std::copysign(1.0, x[0] * x[1] * x[2]) : product;
}

namespace {

// Sets the value of a variable at a point. Complex variables are set to value + 2 value i.
void set(void* data, bool is_complex, int point, double number) {
  if (is_complex)
    static_cast<CCTK_COMPLEX*>(data)[point] = {number, 2 * number};
  else
    static_cast<CCTK_REAL*>(data)[point] = number;
}

bool holds(void* data, bool is_complex, int point, double number) {
  double const tolerance = 1e-14;
  if (is_complex)
    return std::abs(static_cast<CCTK_COMPLEX*>(data)[point] - CCTK_COMPLEX(number, 2 * number)) < tolerance;
  return std::abs(static_cast<CCTK_REAL*>(data)[point] - number) < tolerance;
}

void* data_of(cGH const* gh, Field const& field) {
  return CCTK_VarDataPtr(gh, 0, ("TestSymmetry::" + field.name).c_str());
}

} // namespace

extern "C" void TestSymmetry_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for (int point = 0; point < cctk_ash[0] * cctk_ash[1] * cctk_ash[2]; ++point) {
    double const here[] = {x[point], y[point], z[point]};
    bool const is_behind = here[0] < 0 || here[1] < 0 || here[2] < 0;
    for (Field const& field : fields())
      set(data_of(cctkGH, field), field.is_complex, point, is_behind ? -12345 : value(field, here));
  }
}

extern "C" void TestSymmetry_Select(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  for (char const* const group : {"density", "velocity", "axial", "metric", "elements", "odd"})
    Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, 0, -1, (std::string("TestSymmetry::") + group).c_str(), "None");
  if (select_wrong) Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, 0, -1, "TestSymmetry::wrong", "None");
}

extern "C" void TestSymmetry_Check(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for (int point = 0; point < cctk_ash[0] * cctk_ash[1] * cctk_ash[2]; ++point) {
    double const here[] = {x[point], y[point], z[point]};
    for (Field const& field : fields())
      if (!holds(data_of(cctkGH, field), field.is_complex, point, value(field, here)))
        CCTK_VERROR("TestSymmetry: %s is wrong at (%g, %g, %g)", field.name.c_str(), here[0], here[1], here[2]);
  }
  CCTK_INFO("All points beyond the mirrors are right");
}

} // namespace test_symmetry
