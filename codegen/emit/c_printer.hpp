/// Prints loops in the languages of the C family.
#pragma once

#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/dialect.hpp"
#include "codegen/emit/rows.hpp"

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::emit {

/// Returns the complete source: a head comment, the preamble of the dialect, and the kernel.
std::string print_kernel(ir::Loops const& loops, Dialect const& dialect);

/// Returns the complete source for a device, which describes the work of one thread. Loops over tiles become the
/// indices of its block. Loops over points that are distributed over threads start at the index of the thread. Throws
/// base::InternalError for a nest without blocks, in which every thread would do all of the work.
std::string print_block_kernel(ir::Loops const& loops, BlockDialect const& dialect);

/// Whether the innermost loop is a vector loop.
bool has_vectors(ir::Loops const& loops);

/// Returns the complete source for the host, with explicit vectors (vectors.hpp). A loop over points along y or z with
/// `unroll` > 1 computes that many rows per iteration, which share the loads of neighbouring rows (unroll and jam). The
/// loop along x with `unroll` > 1 computes that many vectors per iteration.
std::string print_vector_kernel(ir::Loops const& loops, Dialect const& dialect);

/// Prints a kernel. Derived printers print the nest in different ways.
class CPrinter {
public:
  CPrinter(ir::Loops const& loops, Dialect const& dialect);
  virtual ~CPrinter() = default;
  CPrinter(CPrinter const&) = delete;
  CPrinter& operator=(CPrinter const&) = delete;

  std::string print();

protected:
  /// Returns the definitions between the preamble of the dialect and the head of the kernel.
  virtual std::string definitions() const { return {}; }
  virtual void print_nest();

  /// Adds a line at the current indentation.
  void line(std::string const& text);
  /// Adds `head` with an opening brace and indents the following lines.
  void open(std::string const& head);
  void close(std::string const& after = "");
  /// Prints a statement that sets a register or writes an element.
  void print_statement(ir::Statement const& statement);
  /// Declares the linear indices of the point in the arrays and in the tile buffers that the statements access.
  void print_indices(std::vector<ir::Statement> const& statements);
  /// Declares the buffers of a host kernel.
  void print_buffers();
  /// Prints the code that fills the buffers of loop `n` of a host kernel.
  void print_fills(std::size_t n);
  /// Prints the loop along x that fills one row of fused buffers.
  virtual void print_fill_of_row(std::vector<ir::Buffer const*> const& buffers);
  /// Opens loop `n` of the nest, which must be over tiles. The lines that the dialect requires before this loop precede
  /// it.
  void open_tile_loop(std::size_t n);
  /// Declares the bounds of the tile, clipped to the box, and pointers to the arrays. Because the pointers are declared
  /// inside the loops over tiles, compilers treat them as distinct within these loops.
  void print_tile_head();
  /// Return the bounds of the loop over points along an axis: `tile_x` and `end_x`, or the bounds of the box.
  std::string begin_of(int axis) const;
  std::string end_of(int axis) const;

  ir::Loops const& loops_;
  Dialect const& dialect_;
  CExpressions expressions_;

private:
  void scan(std::vector<ir::Statement> const& statements);
  std::string head_comment() const;
  void print_scalars();
  bool has_tiles(int axis) const;
  std::vector<Argument> arguments() const;

  std::set<NeededFunction> functions_;
  std::array<bool, 3> needs_index_{}, needs_origin_{}, needs_spacing_{};
  std::string text_;
  int indent_ = 0;
};

/// Prints the rows of points of a vector loop. The printer determines where each vector starts and how a row ends.
///
/// A row ends in one of four ways. The derived printer emits a function `points(lanes, x)` that computes one vector.
/// The argument `lanes` of this function is All(), or Some{n} for the first n lanes.
/// - Overlapping vectors: the last vector ends at the last point of the row, so that it computes some points twice.
/// - Partial vectors: the last vector of a row computes only the remaining points of the row. The first vector is
///   partial too where non-temporal stores must be aligned.
/// - Full vectors: used for large bodies, because compiling a second copy of the body would take long. A vector may
///   reach beyond a row that is narrower than the vector. The results of such a vector go to a buffer first.
/// - Wrapping vectors: the last vector of a row continues in the next row (RowWraparound).
class RowPrinter : public CPrinter {
protected:
  RowPrinter(ir::Loops const& loops, Dialect const& dialect);

  ir::Loop const& innermost() const { return loops_.nest.back(); }
  bool is_large() const; ///< whether the body is too long to be emitted twice
  bool has_nontemporal() const { return has_nontemporal_; }
  bool may_wrap() const { return wraparound_.has_value(); }
  bool has_equivalent_rows() const;
  bool has_destinations() const { return has_full_vectors_; }
  /// Returns the element to which `points` stores a variable if has_destinations(). The function points() declares
  /// `destination`.
  std::string destination_of(std::string const& variable) const;

  /// Prints declarations before the loops over rows.
  void print_head_of_rows();
  /// Prints the calls of `points` that fill a row of buffers, including the points of `halo` at both ends of the row.
  /// `statements` compute the elements.
  void print_vectors_of_fill(std::vector<ir::Statement> const& statements, ir::Halo const& halo);
  /// Prints the calls of `points` for a row. `print_prefetches_of_ends` prints the prefetches of both ends of the row.
  void print_vectors_of_row(std::function<void()> const& print_prefetches_of_ends);

private:
  bool can_repeat_points() const;
  std::size_t output_number(std::string const& variable) const;
  void print_destinations();
  void print_whether_rows_wrap();
  void print_bounds_of_row(std::vector<ir::Statement> const& statements, ir::Halo const& halo);
  void print_overlapping_vectors(std::string const& end);
  void print_loop_over_overlapping_vectors(std::string const& end);
  void print_full_vectors();
  void print_partial_vectors();
  void print_wrapping_vectors(std::function<void()> const& print_prefetches_of_ends);
  void print_points_before_alignment();

  std::optional<RowWraparound> wraparound_;
  bool has_nontemporal_;
  bool has_full_vectors_ = false; ///< whether all vectors are full, even in narrow rows
};

} // namespace chemora::emit
