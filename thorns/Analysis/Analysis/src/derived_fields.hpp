/// Grid functions that follow from all points of another one. A program declares them with a call as source:
///
///     grid real field = "field"
///     grid real power = "power_of_modes(field)"
///     grid real region = "regions(field, threshold)"
///
/// - power_of_modes(field): the value at the point (i, j, k) is |F|^2 of the mode (i, j, k) of the discrete Fourier
///   transform F of the field, divided by the square of the number of points: the sum of all modes is the mean square
///   of the field. The field is periodic, with the points of the grid as its period.
/// - regions(field, threshold): the number of the connected region of points where the field is larger than the
///   threshold; -1 outside of all regions. Points are connected with their neighbours along the axes, not across
///   periodic boundaries. Regions are numbered from 0 in the order of their first points.
///
/// The values have the same bits for any number of processes and threads.
#pragma once

#include "codegen/patterns/distribute.hpp"

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

namespace analysis {

struct DerivedField {
  std::string function{};
  std::string field{};     ///< grid function of the program
  std::string parameter{}; ///< parameter of the program; empty if the function has none
};

/// Returns the function that a source calls; nothing if the source is no call. Throws chemora::base::UserError for a
/// function that does not exist, and for arguments that are not a grid function and parameters of the program.
std::optional<DerivedField> derived_field(chemora::patterns::Program const& program,
                                          chemora::patterns::Variable const& variable);

/// A grid that is divided among the processes of a communicator.
struct DividedGrid {
  chemora::patterns::Box own{};
  long points[3] = {0, 0, 0}; ///< of the whole grid
  MPI_Comm communicator = MPI_COMM_NULL;
};

/// Sets `values` to the values at the points of this process, with x fastest. A vector that already has their number of
/// elements is overwritten without an allocation. Collective.
void set_derived_values(DerivedField const& derived, chemora::patterns::LocalField const& field, double parameter,
                        DividedGrid const& grid, std::vector<double>& values);

/// Returns a lower bound of the bytes per point of this process that set_derived_values() needs besides the values.
double bytes_per_point(DerivedField const& derived);

} // namespace analysis
