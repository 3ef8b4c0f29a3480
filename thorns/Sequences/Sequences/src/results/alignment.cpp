#include "alignment.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sequences {

namespace {

bool is_same(char a, char b) {
  return std::toupper(static_cast<unsigned char>(a)) == std::toupper(static_cast<unsigned char>(b));
}

/// Appends the columns between two points. Letters that both rows consume are side by side; the remaining letters of
/// one row follow, opposite to gaps.
void add_columns(Segment& segment, PathPoint const& from, PathPoint const& to, std::string const& query,
                 std::string const& target) {
  if (to.query < from.query || to.target < from.target)
    throw chemora::base::UserError("The path of the result runs backwards, so that it is not an alignment. Use `print "
                                   "map` without `align`.");
  if (segment.query_row.empty() && to.query + to.target > from.query + from.target)
    segment.query_begin = from.query + 1, segment.target_begin = from.target + 1;
  for (long i = from.query, j = from.target; i < to.query || j < to.target;) {
    segment.query_row += i < to.query ? query.at(static_cast<std::size_t>(i++)) : '-';
    segment.target_row += j < to.target ? target.at(static_cast<std::size_t>(j++)) : '-';
  }
  segment.query_end = to.query, segment.target_end = to.target;
}

bool is_aligned(PathPoint const& point) { return point.query >= 0 && point.target >= 0; }

} // namespace

std::vector<Segment> segments_of(std::vector<PathPoint> const& path, std::string const& query,
                                 std::string const& target) {
  std::vector<Segment> segments;
  bool is_open = false;
  for (std::size_t n = 0; n < path.size(); ++n) {
    PathPoint const& point = path[n];
    if (!is_aligned(point)) {
      is_open = false;
      continue;
    }
    PathPoint before = point;
    if (is_open)
      before = path[n - 1];
    else {
      segments.emplace_back();
      // A path that enters the tables of both dimensions with a letter of the target consumes a position of the query.
      if (n > 0 && path[n - 1].target >= 0 && path[n - 1].target < point.target)
        before.target = path[n - 1].target, before.query = std::max(0L, point.query - 1);
    }
    add_columns(segments.back(), before, point, query, target);
    is_open = true;
  }
  segments.erase(std::remove_if(segments.begin(), segments.end(), [](Segment const& s) { return s.query_row.empty(); }),
                 segments.end());
  return segments;
}

Identity identity_of(std::vector<Segment> const& segments) {
  Identity result;
  for (Segment const& segment : segments)
    for (std::size_t i = 0; i < segment.query_row.size(); ++i) {
      char const a = segment.query_row[i], b = segment.target_row[i];
      ++result.n_columns;
      if (a == '-' || b == '-')
        ++result.n_gaps;
      else if (is_same(a, b))
        ++result.n_identical;
    }
  return result;
}

std::string to_text(Segment const& segment, std::size_t width) {
  std::string text;
  long query = segment.query_begin, target = segment.target_begin;
  for (std::size_t begin = 0; begin < segment.query_row.size(); begin += width) {
    std::string const a = segment.query_row.substr(begin, width), b = segment.target_row.substr(begin, width);
    std::string marks;
    for (std::size_t i = 0; i < a.size(); ++i) marks += a[i] != '-' && b[i] != '-' && is_same(a[i], b[i]) ? '|' : ' ';
    long const n_a = std::count_if(a.begin(), a.end(), [](char c) { return c != '-'; });
    long const n_b = std::count_if(b.begin(), b.end(), [](char c) { return c != '-'; });
    marks.erase(marks.find_last_not_of(' ') + 1);
    text += fmt::format("query  {:>9} {} {}\n", query, a, query + n_a - 1);
    text += marks.empty() ? "\n" : fmt::format("{:17}{}\n", "", marks);
    text += fmt::format("target {:>9} {} {}\n\n", target, b, target + n_b - 1);
    query += n_a, target += n_b;
  }
  return text;
}

std::string cigar_of(Segment const& segment, long query_length) {
  std::string text;
  if (segment.query_begin > 1) text += fmt::format("{}S", segment.query_begin - 1);
  for (std::size_t i = 0; i < segment.query_row.size();) {
    auto const kind = [&](std::size_t k) {
      return segment.query_row[k] == '-' ? 'D' : segment.target_row[k] == '-' ? 'I' : 'M';
    };
    std::size_t const begin = i;
    while (i < segment.query_row.size() && kind(i) == kind(begin)) ++i;
    text += fmt::format("{}{}", i - begin, kind(begin));
  }
  if (segment.query_end < query_length) text += fmt::format("{}S", query_length - segment.query_end);
  return text;
}

std::vector<StateRun> runs_of(std::vector<PathPoint> const& path, long n_letters) {
  std::vector<StateRun> runs;
  long before = 0;
  for (PathPoint const& point : path) {
    long const end = std::min(point.target, n_letters);
    if (end <= before || point.state.empty()) continue;
    std::size_t const end_of_name = point.state.rfind('_');
    std::string const state = end_of_name == 0 ? point.state : point.state.substr(0, end_of_name);
    if (runs.empty() || runs.back().state != state) runs.push_back({state, before + 1, end});
    runs.back().end = end;
    before = end;
  }
  return runs;
}

} // namespace sequences
