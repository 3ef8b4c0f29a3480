// Rows of points vector by vector: where each begins, and what becomes of a row's end.
#pragma once

#include "codegen/emit/c_printer.hpp"
#include "codegen/emit/running_rows.hpp"

#include <functional>
#include <optional>

namespace chemora::emit {

/// What a vector does is the derived printer's: a function `points(lanes, x)` in the source, where lanes are All() or
/// Some{n}, the first n.
class RowPrinter : public CPrinter {
protected:
  RowPrinter(ir::Loops const& loops, Dialect const& dialect);

  ir::Loop const& innermost() const { return loops_.nest.back(); }
  bool is_large() const; ///< too long a body to have it twice
  bool has_nontemporal() const { return has_nontemporal_; }
  bool rows_may_run_on() const { return running_rows_.has_value(); }
  bool rows_are_alike() const;
  bool has_places_of_results() const { return last_place_.has_value(); }
  /// Where `points` stores a variable's element if it has such places; `place` is told there.
  std::string place_of_result(std::string const& variable) const;

  /// Once, before the loops over rows.
  void print_head_of_rows();
  /// The calls of `points` for a row. The prefetches are those of both ends of it.
  void print_vectors_of_row(std::function<void()> const& print_prefetches_of_ends);

private:
  bool can_repeat_points() const;
  std::size_t output_number(std::string const& variable) const;
  void print_places_of_results();
  void print_whether_rows_run_on();
  void print_overlapping_vectors();
  void print_loop_over_overlapping_vectors();
  void print_whole_vectors();
  void print_partial_vectors();
  void print_running_vectors(std::function<void()> const& print_prefetches_of_ends);
  void print_points_before_alignment();

  std::optional<RunningRows> running_rows_;
  bool has_nontemporal_;
  std::optional<long> last_place_; ///< where the last vector of narrow rows may begin, if whole ones do these
};

} // namespace chemora::emit
