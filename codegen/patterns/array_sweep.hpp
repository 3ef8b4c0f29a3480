/// A sweep over the points of a process as a program on arrays, for devices.
///
///     sweep: sum of rho[c] for the points with rho[c] > 1
///
/// becomes
///
///     let selected = filter(p < box.points_x * box.points_y * box.points_z: rho[...] > 1)
///     output sums = map(t < 16384: iterate(results from Results(0, ...), q < ...: ... selected[t + 16384 * q] ...))
///
/// where p is the number of a point in the box of the process, x fastest. The grid functions are inputs with the axes
/// z, y and x, with all points in the memory of the process.
#pragma once

#include "codegen/patterns/grid_program.hpp"

#include <string>
#include <vector>

namespace chemora::patterns {

/// Parameters of the program: the numbers of points of the box, the indices of its first point in the whole grid, and
/// the indices of this point in the memory of a grid function.
constexpr char const* box_points[] = {"box.points_x", "box.points_y", "box.points_z"};
constexpr char const* box_first[] = {"box.first_x", "box.first_y", "box.first_z"};
std::string first_in_memory(std::string const& field, int axis);
/// Parameter: the number of groups of a part.
std::string number_of_groups(std::size_t part);

/// The largest numbers of points of a process and of elements of its grid functions.
constexpr long max_sweep_points = (1L << 31) - (1L << 15);

/// Returns the program of a sweep. The names of its statements begin with `name`. For each part, `n_groups` has the
/// number of groups, or -1 if it follows from the keys. The outputs are in this order, for each part:
///
/// - with a key whose groups have no fixed number: the keys of the groups
/// - unless all results are gathered: an array of partial results (sweep_reductions.hpp), for each group
/// - for each gathered result: the numbers of the points, and each field.
///
/// Throws base::UserError for sweeps that need sparse matrices, structures of statements, or filters with variables
/// that change.
Program array_sweep(GridProgram const& program, Sweep const& sweep, std::string const& name,
                    std::vector<long> const& n_groups);

} // namespace chemora::patterns
