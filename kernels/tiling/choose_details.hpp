// How the host goes through a tile: planes at a time, memory asked for ahead, stores past the caches.
#pragma once

#include "kernels/tiling/choose_plan.hpp"

#include <string>

namespace chemora::tiling {

struct Details {
  int planes = 1; ///< done at a time: unrolling along z
  ir::Prefetch prefetch{};
};

/// Planes at a time: 1, 2 or 4. Rows of other planes come from the second-level cache, and planes done together share
/// them: per point, a stencil of radius r needs 2r + 1 of them for one plane, (2r + 4) / 4 for four. More planes are
/// taken as long as that spares a twentieth of all rows, what is shared has room in the registers, and few rows of all
/// arrays are open at a time: a right-hand side of the wave equation joined with sums of RK4, 20 arrays, took twice the
/// time with two planes.
///
/// Memory is asked for eight lines ahead by stencils on arrays that do not fit the caches of a core, where a vector is
/// a line (else several vectors would ask for the same one): rows that are read for the first time. With more arrays
/// than a processor follows by itself, four lines ahead, and rows that are stored or beside the tile, too.
///
/// Rows that are stored also with few arrays, where stores_rows_unasked: of the time without, by kernels of order 2 in
/// the last cache, 0.76 to 0.94, and 0.6 to 0.7 where four planes are done together; by others as long, or less.
Details choose_details(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine);

/// Whether a variable is stored neither past the caches nor into what the kernel reads, of which it asks for rows
/// anyhow.
bool stores_rows_unasked(ir::Graph const& graph, std::vector<std::string> const& nontemporal);

/// Variables that tiles with rows of `row` points store past the caches: outputs that the kernel does not read, which
/// saves reading them first, when all arrays together are more than a quarter of the last cache: who reads them next
/// might still find them in a whole one, but reading first and writing back cost as much. Past the caches over the
/// usual way, 105 MB shared with others, one thread: wave equation in three arrays that take turns, 7, 23 and 54
/// MB: 1.0, 1.2, 1.5; RK4 of the wave system joined, 10, 22 and 53 MB: 0.9, 1.0, 1.24. Not those of a boundary: the
/// next layer or face reads them at once.
///
/// Parts of lines at the ends of rows are stored the other way, so short rows are left alone, and where a vector is
/// less than a line all rows that are not whole lines. Of RK4 joined with the wave equation, order 4, at 192^3 and
/// 256^3, this made 1.2 times as many points in a second, rows beginning and ending within lines. Not so where a point
/// takes more than 1000 values: parts of lines are vectors more, which cost more than is saved (the Einstein equations,
/// order 4, 64^3, one thread and two: 1.30 and 1.23 of the time; with rows of whole lines 0.86 and 0.93).
std::vector<std::string> choose_nontemporal(ir::Graph const& graph, Problem const& problem, int row,
                                            machine::Machine const& machine);

/// Whether these stores past the caches leave parts of lines at both ends of a row, which take a vector more.
bool leaves_parts_of_lines(ir::Graph const& graph, Problem const& problem, int row, machine::Machine const& machine);

} // namespace chemora::tiling
