// Graphs of the conditions for devices (codegen/ir/graph.hpp): each sets one layer of points at a face.
#pragma once

#include "conditions.hpp"

#include <string>
#include <vector>

namespace boundary {

// Kernels do not read beside a point what they write. As a layer is all that a launch sets, what it reads of the same
// variable are other points, of an array by another name.
// Each text is made once and stays.
std::string const& scalar_graph();                         // array0 <- parameter0
std::string const& flat_graph(int direction, int outward); // array0 <- array1 one point inside
std::string const& copy_graph();                           // array0 <- array1
// array0 <- the value that extrapolation.cpp gives from array1
std::string const& extrapolation_graph(int direction, int outward);

// array0 <- the value that radiation.cpp gives, with array1 the present, array2 the past, array3 the coordinate along
// the normal, array4 the radius. `incoming`: with waves that come in (power > 0).
std::string const& radiation_graph(int direction, int outward, bool incoming);
std::vector<CCTK_REAL> radiation_parameters(Radiation const& options, double time_step, double spacing, int outward);

} // namespace boundary
