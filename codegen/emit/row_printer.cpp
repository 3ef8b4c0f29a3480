// The vectors of a row, in four ways: overlapping, whole, partial, or going on into the next row.
#include "codegen/emit/row_printer.hpp"

#include "codegen/emit/narrow_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::emit {

namespace {

constexpr std::size_t most_statements_of_small_body = 1000;

bool stores_past_caches(ir::Loop const& loop) {
  return std::any_of(loop.body.begin(), loop.body.end(),
                     [](ir::Statement const& statement) { return statement.is_nontemporal; });
}

} // namespace

RowPrinter::RowPrinter(ir::Loops const& loops, Dialect const& dialect)
    : CPrinter(loops, dialect), running_rows_(find_running_rows(loops)),
      has_nontemporal_(stores_past_caches(loops.nest.back())) {
  if (is_large() && !running_rows_ && can_repeat_points()) last_place_ = last_place_of_vector(loops);
}

bool RowPrinter::is_large() const { return innermost().body.size() > most_statements_of_small_body; }

bool RowPrinter::rows_are_alike() const { return running_rows_ && running_rows_->are_alike; }

/// Points done twice have the same values, unless what they are stored to is also read. Lines that are stored past
/// the caches should not be stored in the other way, too: that would bring them back. Plans have large bodies store so
/// only where rows are whole lines and no point is done twice, and for these compilers take long.
bool RowPrinter::can_repeat_points() const {
  return (!has_nontemporal_ || is_large()) && innermost().unroll == 1 &&
         std::none_of(loops_.outputs.begin(), loops_.outputs.end(), [&](auto const& name) {
           return std::find(loops_.inputs.begin(), loops_.inputs.end(), name) != loops_.inputs.end();
         });
}

std::string RowPrinter::place_of_result(std::string const& variable) const {
  return fmt::format("to_{}[place]", output_number(variable));
}

std::size_t RowPrinter::output_number(std::string const& variable) const {
  return static_cast<std::size_t>(std::find(loops_.outputs.begin(), loops_.outputs.end(), variable) -
                                  loops_.outputs.begin());
}

void RowPrinter::print_head_of_rows() {
  if (last_place_) print_places_of_results();
  if (running_rows_) print_whether_rows_run_on();
}

/// Where the vectors of a row go: to the arrays, or to a buffer where they reach beyond the row.
void RowPrinter::print_places_of_results() {
  int const lanes = innermost().lanes;
  line(fmt::format("bool const is_narrow = {} - {} < {};", end_of(0), begin_of(0), lanes));
  line(fmt::format("Real narrow[{}][{}];", loops_.outputs.size(), lanes));
  for (std::size_t n = 0; n < loops_.outputs.size(); ++n)
    line(fmt::format("Real* __restrict const to_{0} = is_narrow ? narrow[{0}] : {1};", n,
                     expressions_.pointer(loops_.outputs[n], true)));
}

/// Between the ends of whole rows there is nobody's memory. Of the next row, so many points may be done before its
/// own vectors begin; never more than it has, wherever the bounds lie: those behind it would be done twice.
void RowPrinter::print_whether_rows_run_on() {
  line(fmt::format("bool const rows_run_on = arguments->box_spans_rows && {} == lower_x && {} == upper_x && "
                   "upper_x >= {} - lower_global_x;",
                   begin_of(0), end_of(0), expressions_.name(running_rows_->upper)));
  std::string const end = end_of(0);
  if (running_rows_->are_alike) return line(fmt::format("int const most_done = {};", end));
  line(fmt::format("int const inside = {} - lower_global_x;", expressions_.name(running_rows_->lower)));
  line(fmt::format("int const most_done = inside < {0} ? inside : {0};", end));
}

void RowPrinter::print_vectors_of_row(std::function<void()> const& print_prefetches_of_ends) {
  if (running_rows_) return print_running_vectors(print_prefetches_of_ends);
  print_prefetches_of_ends();
  if (last_place_) return print_whole_vectors();
  line(fmt::format("int x = {};", begin_of(0)));
  can_repeat_points() ? print_overlapping_vectors() : print_partial_vectors();
}

/// The last vector ends with the row.
void RowPrinter::print_overlapping_vectors() {
  int const lanes = innermost().lanes;
  std::string const end = end_of(0);
  open(fmt::format("if ({} - x >= {})", end, lanes));
  print_loop_over_overlapping_vectors();
  close(" else {");
  line(fmt::format("  points(Some{{{} - x}}, x);", end));
  line("}");
}

/// At least one vector, whatever the row.
void RowPrinter::print_loop_over_overlapping_vectors() {
  int const lanes = innermost().lanes;
  std::string const end = end_of(0);
  open(fmt::format("for (int next = x + {0};; next += {0})", lanes));
  line("points(All(), x);");
  line(fmt::format("if (next >= {}) break;", end));
  line(fmt::format("x = next < {0} - {1} ? next : {0} - {1};", end, lanes));
  close();
}

/// The body is there once. A row narrower than a vector has one, which begins before the row if the arrays end too
/// soon behind it; its points are then moved from the buffer to the arrays.
void RowPrinter::print_whole_vectors() {
  std::string const begin = begin_of(0);
  line(fmt::format("long const first = {} + y*dj + z*dk;", begin));
  line(fmt::format("int const skipped = is_narrow && first > {0}L ? first - {0}L : 0;", *last_place_));
  line(fmt::format("int x = {} - skipped;", begin));
  print_loop_over_overlapping_vectors();
  open("if (is_narrow)");
  open(fmt::format("for (int lane = 0; lane < {} - {}; ++lane)", end_of(0), begin));
  for (std::size_t n = 0; n < loops_.outputs.size(); ++n)
    line(fmt::format("{}[first + lane] = to_{}[skipped + lane];", expressions_.pointer(loops_.outputs[n], true), n));
  close();
  close();
}

/// The last vector may be a partial one, and so may the first where non-temporal stores must be aligned.
void RowPrinter::print_partial_vectors() {
  int const lanes = innermost().lanes, unroll = innermost().unroll;
  std::string const end = end_of(0);
  if (has_nontemporal_) {
    print_points_before_alignment();
    line(fmt::format("int const n_first = n_before < {0} - x ? n_before : {0} - x;", end));
    line("if (n_first > 0) points(Some{n_first}, x);");
    line("x += n_first;");
  }
  if (unroll > 1) {
    open(fmt::format("for (; {} - x >= {}; x += {})", end, unroll * lanes, unroll * lanes));
    for (int step = 0; step < unroll; ++step) line(fmt::format("points(All(), x + {});", step * lanes));
    close();
  }
  line(fmt::format("for (; {0} - x >= {1}; x += {1}) points(All(), x);", end, lanes));
  line(fmt::format("if (x < {0}) points(Some{{{0} - x}}, x);", end));
}

/// The vector at the end of a row goes on into the next one of the tile, which begins behind it: whole lines all
/// along. So do the first and the last row, which only begin and end with partial vectors.
void RowPrinter::print_running_vectors(std::function<void()> const& print_prefetches_of_ends) {
  int const lanes = innermost().lanes;
  std::string const end = end_of(0);
  line("int x = begin;");
  print_points_before_alignment();
  line(fmt::format("int const to_line = {};", has_nontemporal_ ? "n_before" : "rows_run_on ? n_before : 0"));
  line(fmt::format("int const n_first = to_line < {0} - x ? to_line : {0} - x;", end));
  line(fmt::format("int const over = -({} - x - n_first) & {};", end, lanes - 1));
  line(fmt::format("long const next = {} + over - dj;", end));
  line(fmt::format("bool const runs_on = rows_run_on && y + 1 < {} && next <= most_done;", end_of(1)));
  open("if (!runs_on)");
  print_prefetches_of_ends();
  close();
  line("if (n_first > 0) points(Some{n_first}, x);");
  line("x += n_first;");
  line(fmt::format("int const stop = runs_on ? {0} + over : {0};", end));
  line(fmt::format("for (; stop - x >= {0}; x += {0}) points(All(), x);", lanes));
  line("if (x < stop) points(Some{stop - x}, x);");
  line(fmt::format("begin = runs_on ? (int)(next + ({0} - next) / {1} * {1}) : {0};", begin_of(0), lanes));
}

/// Stores past the caches need whole lines: how many points come before the first. Other stores need not, unless rows
/// run on: two partial vectors per row cost more than stores that touch two lines.
void RowPrinter::print_points_before_alignment() {
  auto const& body = innermost().body;
  auto const store = std::find_if(body.begin(), body.end(), [&](ir::Statement const& statement) {
    return statement.is_store && (statement.is_nontemporal || !has_nontemporal_);
  });
  line("long const i = x + y*dj + z*dk;");
  line(fmt::format("int const n_before = (int)(-(unsigned long)&{} % sizeof(Reals) / sizeof(Real));",
                   expressions_.element(store->access, true)));
}

} // namespace chemora::emit
