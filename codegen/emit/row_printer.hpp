// Prints the rows of points of a vector loop: where each vector starts, and how a row ends.
#pragma once

#include "codegen/emit/c_printer.hpp"
#include "codegen/emit/rows.hpp"

#include <functional>
#include <optional>

namespace chemora::emit {

/// A row ends in one of four ways. The derived printer emits a function `points(lanes, x)` that computes one vector;
/// lanes are All(), or Some{n} for the first n.
/// - Overlapping vectors: the last vector ends with the row and computes some points twice.
/// - Partial vectors: the last vector computes the remaining points only. Also the first one, where non-temporal stores
///   must be aligned.
/// - Full vectors, for large bodies, of which a second copy would take long to compile: a vector may reach beyond a row
///   that is narrower than the vector. Its results go to a buffer first.
/// - Wrapping vectors: the last vector continues in the next row (RowWraparound).
class RowPrinter : public CPrinter {
protected:
  RowPrinter(ir::Loops const& loops, Dialect const& dialect);

  ir::Loop const& innermost() const { return loops_.nest.back(); }
  bool is_large() const; ///< whether the body is too long to be emitted twice
  bool has_nontemporal() const { return has_nontemporal_; }
  bool may_wrap() const { return wraparound_.has_value(); }
  bool has_equivalent_rows() const;
  bool has_destinations() const { return last_start_.has_value(); }
  /// The element to which `points` stores a variable if has_destinations(); `destination` is declared there.
  std::string destination_of(std::string const& variable) const;

  /// Prints declarations before the loops over rows.
  void print_head_of_rows();
  /// Prints the calls of `points` for a row. `print_prefetches_of_ends` prints the prefetches of both ends of the row.
  void print_vectors_of_row(std::function<void()> const& print_prefetches_of_ends);

private:
  bool can_repeat_points() const;
  std::size_t output_number(std::string const& variable) const;
  void print_destinations();
  void print_whether_rows_wrap();
  void print_overlapping_vectors();
  void print_loop_over_overlapping_vectors();
  void print_full_vectors();
  void print_partial_vectors();
  void print_wrapping_vectors(std::function<void()> const& print_prefetches_of_ends);
  void print_points_before_alignment();

  std::optional<RowWraparound> wraparound_;
  bool has_nontemporal_;
  std::optional<long> last_start_; ///< last_vector_start if narrow rows are computed by full vectors
};

} // namespace chemora::emit
