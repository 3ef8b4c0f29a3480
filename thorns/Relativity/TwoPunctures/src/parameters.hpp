// What the parameters of the thorn say, in the terms of the solver.
#pragma once

#include "solver/binary.hpp"

namespace twopunctures {

Binary binary_from_parameters();
BinaryOptions options_from_parameters();
Softening softening_from_parameters();

// A place on the grid in the coordinates of the solver: its punctures are on the x axis around the origin.
Point in_solver_coordinates(double x, double y, double z);

// Components in the coordinates of the grid, from those in the solver's.
SymmetricTensor on_grid(SymmetricTensor const& tensor);
Point on_grid(Point const& axial_vector);

} // namespace twopunctures
