// What a row of vectors asks memory for before it needs it.
#pragma once

#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/leading_rows.hpp"

#include <string>
#include <vector>

namespace chemora::emit {

/// Where the points of a loop begin and end: `tile_x`, `end_x`.
struct LoopBounds {
  std::string begin, end;
};

/// The lines of source that ask for what `Loop::prefetch` of the vector loop says, for a row with these copies of the
/// point. Beyond the end of a row the next one of the tile begins: what lies behind it in memory is another tile's, and
/// gone when that is gone through. Beyond the last row of a plane that is the row beside the tile, which the stencil
/// reaches, too; where rows beside the tile are asked for by themselves, it is the next plane's first.
///
/// Processors wait for few lines at a time from beyond the first-level cache, asked for or not. So a vector does not
/// ask for all at once: `asks` are to be spread over its statements.
class Prefetches {
public:
  /// `expressions` are set to no copy when this returns.
  Prefetches(ir::Loops const& loops, CExpressions& expressions, std::vector<PointCopy> const& copies,
             LoopBounds const& x, LoopBounds const& inner);

  /// How far it is from a row to the next one of the tile: of C's type long.
  std::string const& to_next_row() const { return to_next_row_; }
  std::vector<std::string> const& before_row() const { return before_row_; }
  std::vector<std::string> const& before_vector() const { return before_vector_; } ///< behind i, the vector's index
  std::vector<std::string> const& asks() const { return asks_; }

private:
  void ask_for_loads();
  void ask_for_stores();
  void ask_for_edges(LoopBounds const& inner);
  std::string next_row(LoopBounds const& inner) const;
  int edges_at_a_time(int n_edges) const;

  ir::Loops const& loops_;
  CExpressions& expressions_;
  std::vector<PointCopy> const& copies_;
  RowLoops rows_;
  std::string to_next_row_;
  std::vector<std::string> before_row_, before_vector_, asks_;
};

} // namespace chemora::emit
