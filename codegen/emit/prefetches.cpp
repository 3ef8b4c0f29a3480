/// Prints the prefetch instructions for the rows that a host kernel reads next.
#include "codegen/emit/rows.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::emit {

namespace {

/// Returns the distance `dj`, or `2*dk`.
std::string steps(int n, ir::Loop const& loop) {
  return fmt::format("{}{}", n > 1 ? fmt::format("{}*", n) : "", loop.axis == 1 ? "dj" : "dk");
}

} // namespace

Prefetches::Prefetches(ir::Loops const& loops, CExpressions& expressions, std::vector<PointCopy> const& copies,
                       LoopBounds const& x, LoopBounds const& inner)
    : loops_(loops), expressions_(expressions), copies_(copies), rows_(loops_over_rows(loops)),
      to_next_row_(next_row(inner)) {
  ir::Prefetch const& prefetch = loops.nest.back().prefetch;
  if (prefetch.distance == 0) return;
  expressions_.set_copy({});
  prefetch_loads();
  if (prefetch.stores) prefetch_stores();
  // Statements that fill row buffers read the whole row before the first vector. Prefetching it would be too late.
  bool const has_rows_in_buffers = !loops.nest[loops.nest.size() - 2].buffers.empty();
  if (!prefetches_.empty()) {
    before_row_ = {fmt::format("int const row = {} - {};", x.end, x.begin),
                   has_rows_in_buffers ? "int const ahead = row;"
                                       : fmt::format("int const ahead = row < {0} ? row : {0};", prefetch.distance),
                   fmt::format("long const to_next = {};",
                               prefetch.edges ? to_next_row_ : steps(step_of(rows_.inner, copies_), rows_.inner))};
    before_vector_ = {fmt::format("long const asked = i + ahead + (x + ahead < {} ? 0 : to_next - row);", x.end)};
  }
  if (prefetch.edges) prefetch_edges(inner);
}

std::string Prefetches::next_row(LoopBounds const& inner) const {
  auto const& [outer, along] = rows_;
  int const step = step_of(along, copies_);
  char const axis = "xyz"[along.axis];
  return fmt::format("{0} + {1} < {2} ? {3} : {4} - ({0} - {5})*{6}", axis, step, inner.end, steps(step, along),
                     steps(step_of(outer, copies_), outer), inner.begin, steps(1, along));
}

/// Prefetches the rows that are read for the first time. The caches already hold the other rows.
void Prefetches::prefetch_loads() {
  for (ir::Access const& access : leading_rows(loops_, copies_))
    prefetches_.push_back(fmt::format("__builtin_prefetch(&{});", expressions_.element(access, false, "asked")));
}

/// Prefetches the rows that are only written. prefetch_loads() prefetches rows that are read as well.
void Prefetches::prefetch_stores() {
  auto const is_read = [&](std::string const& name) { return base::contains(loops_.inputs, name); };
  for (PointCopy const& copy : copies_) {
    expressions_.set_copy(copy);
    for (ir::Statement const& statement : loops_.nest.back().body)
      if (statement.is_store && !statement.is_nontemporal && !is_read(statement.access.variable))
        prefetches_.push_back(
            fmt::format("__builtin_prefetch(&{}, 1);", expressions_.element(statement.access, true, "asked")));
  }
  expressions_.set_copy({});
}

/// Prefetches the rows next to the tile. The first rows of the tile share this work. Every further row prefetches a row
/// one plane back, which is already in the cache, because this costs less than a branch.
void Prefetches::prefetch_edges(LoopBounds const& inner) {
  EdgeRows const edges = edge_rows(loops_, copies_);
  if (edges.leading.empty()) return;
  auto const& [outer, along] = rows_;
  char const axis = "xyz"[along.axis], plane = "xyz"[outer.axis];
  int const n_edges = edges.before + edges.after, n = edges_per_row(n_edges), step = step_of(along, copies_);
  std::string first = fmt::format("{} - {}", axis, inner.begin);
  if (step > 1) first = fmt::format("({})/{}", first, step);
  if (n > 1) first = fmt::format("({})*{}", first, n);
  for (int k = 0; k < n; ++k) {
    std::string const place = fmt::format("beside_{}", k), number = fmt::format("edge_{}", k);
    before_row_.push_back(fmt::format("int const {} = {}{};", number, first, k > 0 ? fmt::format(" + {}", k) : ""));
    before_row_.push_back(fmt::format("long const {0} = {1} < {2} ? ({1} + ({1} < {3} ? {4} : {5}) - {3})*{6} + "
                                      "{7}*{8} : {9}*{6} + ({7} - {10})*{8};",
                                      place, number, n_edges, edges.before, inner.begin, inner.end, steps(1, along),
                                      plane, steps(1, outer), axis, step_of(outer, copies_)));
    for (ir::Access const& access : edges.leading)
      prefetches_.push_back(
          fmt::format("__builtin_prefetch(&{});", expressions_.element(access, false, ("x + " + place).c_str())));
  }
}

/// Returns how many edge rows each row prefetches, so that all edge rows are prefetched by the end of the tile's last
/// row.
int Prefetches::edges_per_row(int n_edges) const {
  auto const& along = rows_.inner;
  int rows = n_edges;
  for (ir::Loop const& loop : loops_.nest)
    if (loop.over_tiles && loop.axis == along.axis) rows = loop.step;
  int const iterations = std::max(1, rows / step_of(along, copies_));
  return (n_edges + iterations - 1) / iterations;
}

} // namespace chemora::emit
