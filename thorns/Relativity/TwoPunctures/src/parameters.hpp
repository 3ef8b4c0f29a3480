/// The parameters of the thorn in the types of the solver, and the coordinates of the solver.
#pragma once

#include "solver/binary.hpp"

namespace twopunctures {

Binary binary_from_parameters();
BinaryOptions options_from_parameters();
Softening softening_from_parameters();

/// Converts a position on the grid to the coordinates of the solver, whose punctures are on the x axis around the
/// origin.
Point in_solver_coordinates(double x, double y, double z);

/// Converts components from the coordinates of the solver to those of the grid.
SymmetricTensor on_grid(SymmetricTensor const& tensor);
Point on_grid(Point const& axial_vector);

} // namespace twopunctures
