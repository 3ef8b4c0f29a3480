/// Evaluates a program on a grid that is divided among processes. The results have the same bits as those of
/// `interpret` on one process, for any division.
///
/// All processes execute all statements. A pattern over the points of the grid visits the points of its own process;
/// the partial results of all processes are then combined: sums are exact (exact_sum.hpp), the position of an extremum
/// is the first one in the order of the whole grid, groups have the keys of all processes, and the elements of a filter
/// remain distributed until an output gathers them.
///
/// The kernels of `kernels/patterns/grid_runner.hpp` compute the same results faster.
///
/// A program that reads values of other points, such as `rho[c.i + 1, c.j, c.k]`, or nests patterns over the grid in
/// each other, is evaluated after all processes have received whole grid functions.
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <functional>

namespace chemora::patterns {

/// Exchanges messages between the processes that share the grid.
class Exchange {
public:
  virtual ~Exchange() = default;
  /// Returns the messages of all processes in the order of the processes. Collective.
  virtual std::vector<std::string> gather(std::string const& message) = 0;
};

/// The points of the grid that belong to this process: first[d] <= index < end[d] for the global index of axis d. The
/// boxes of all processes cover each point once.
struct Box {
  long first[3] = {0, 0, 0}, end[3] = {0, 0, 0};

  long extent(int axis) const { return end[axis] > first[axis] ? end[axis] - first[axis] : 0; }
  long n_points() const { return extent(0) * extent(1) * extent(2); }
  bool operator==(Box const&) const = default;
};

/// The values of a grid function at the points of the box.
struct LocalField {
  double const* first = nullptr; ///< the value at the first point of the box
  long strides[3] = {0, 0, 0};   ///< in numbers
};

struct LocalGrid {
  Box box{};
  std::map<std::string, LocalField> fields{}; ///< by the name of the grid function in the program
};

/// Returns the position and description of the first expression that needs whole grid functions on each process;
/// nothing if each process needs only its own points.
std::optional<base::Diagnostic> find_nonlocal_part(Program const& program);

/// Computes all outputs on all processes. `inputs` has no grid functions; its points are those of the whole grid.
/// Throws base::UserError like `interpret`, on all processes. Collective.
std::vector<Output> evaluate(Program const& program, Inputs const& inputs, LocalGrid const& grid, Exchange& exchange);

} // namespace chemora::patterns
