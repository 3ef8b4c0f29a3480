// Lists the variables of the test and defines the value that each variable must have at a point.
#pragma once

#include "cctk.h"

#include <string>
#include <vector>

namespace test_symmetry {

struct Field {
  std::string name;
  std::vector<int> factors; // axes of the coordinates whose product is the field
  bool is_complex = false;
  bool is_axial = false; // whether every reflection changes the sign of the field additionally
};

std::vector<Field> const& fields();

// Where the mirrors lie: coordinates count from there.
double value(Field const& field, double const (&x)[3]);

} // namespace test_symmetry
