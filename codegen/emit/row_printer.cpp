/// Prints the loop over the vectors of a row for the vector printer: alignment, first and last partial vectors.
#include "codegen/emit/c_printer.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::emit {

namespace {

constexpr std::size_t max_statements_of_small_body = 1000;

bool has_nontemporal_stores(ir::Loop const& loop) {
  return std::any_of(loop.body.begin(), loop.body.end(),
                     [](ir::Statement const& statement) { return statement.is_nontemporal; });
}

} // namespace

RowPrinter::RowPrinter(ir::Loops const& loops, Dialect const& dialect)
    : CPrinter(loops, dialect), wraparound_(find_row_wraparound(loops)),
      has_nontemporal_(has_nontemporal_stores(loops.nest.back())) {
  bool const has_one_type = loops.element_types.empty(); // destinations are pointers to one type
  has_full_vectors_ = is_large() && !wraparound_ && can_repeat_points() && has_one_type && may_exceed_rows(loops);
}

bool RowPrinter::is_large() const {
  std::size_t n = innermost().body.size();
  for (EmittedBuffer const& buffer : expressions_.buffers().buffers()) n += buffer.buffer->body.size();
  return n > max_statements_of_small_body;
}

bool RowPrinter::has_equivalent_rows() const { return wraparound_ && wraparound_->has_equivalent_rows; }

/// Returns whether points may be computed twice. Points may not be computed twice if an output is also an input. A
/// cache line written by non-temporal stores should not be written by ordinary stores too, because they would load it.
/// For large bodies, plans use non-temporal stores only if rows consist of whole vectors, so that no point is computed
/// twice.
bool RowPrinter::can_repeat_points() const {
  return (!has_nontemporal_ || is_large()) && innermost().unroll == 1 &&
         std::none_of(loops_.outputs.begin(), loops_.outputs.end(),
                      [&](auto const& name) { return base::contains(loops_.inputs, name); });
}

std::string RowPrinter::destination_of(std::string const& variable) const {
  return fmt::format("to_{}[destination]", output_number(variable));
}

std::size_t RowPrinter::output_number(std::string const& variable) const {
  return static_cast<std::size_t>(std::find(loops_.outputs.begin(), loops_.outputs.end(), variable) -
                                  loops_.outputs.begin());
}

void RowPrinter::print_head_of_rows() {
  print_buffers();
  if (has_full_vectors_) print_destinations();
  if (wraparound_) print_whether_rows_wrap();
}

/// Declares the destinations of a vector: the arrays, or a buffer if the vector reaches beyond the row.
void RowPrinter::print_destinations() {
  int const lanes = innermost().lanes;
  line(fmt::format("bool const is_narrow = {} - {} < {};", end_of(0), begin_of(0), lanes));
  line(fmt::format("Real narrow[{}][{}];", loops_.outputs.size(), lanes));
  for (std::size_t n = 0; n < loops_.outputs.size(); ++n)
    line(fmt::format("Real* __restrict const to_{0} = is_narrow ? narrow[{0}] : {1};", n,
                     expressions_.pointer(loops_.outputs[n], true)));
}

/// Prints whether a vector may run across the unused padding between rows into the next row. `max_done` limits how many
/// points of the next row the vector may compute; further points would be computed twice.
void RowPrinter::print_whether_rows_wrap() {
  line(fmt::format("bool const rows_wrap = arguments->box_spans_rows && {} == lower_x && {} == upper_x && "
                   "upper_x >= {} - lower_global_x;",
                   begin_of(0), end_of(0), expressions_.name(wraparound_->upper)));
  std::string const end = end_of(0);
  if (wraparound_->has_equivalent_rows) return line(fmt::format("int const max_done = {};", end));
  line(fmt::format("int const inside = {} - lower_global_x;", expressions_.name(wraparound_->lower)));
  line(fmt::format("int const max_done = inside < {0} ? inside : {0};", end));
}

void RowPrinter::print_vectors_of_row(std::function<void()> const& print_prefetches_of_ends) {
  if (wraparound_) return print_wrapping_vectors(print_prefetches_of_ends);
  print_prefetches_of_ends();
  if (has_full_vectors_) return print_full_vectors();
  line(fmt::format("int x = {};", begin_of(0)));
  can_repeat_points() ? print_overlapping_vectors(end_of(0)) : print_partial_vectors();
}

/// Prints the calls for a row whose last vector ends at its last point.
void RowPrinter::print_overlapping_vectors(std::string const& end) {
  open(fmt::format("if ({} - x >= {})", end, innermost().lanes));
  print_loop_over_overlapping_vectors(end);
  close(" else {");
  line(fmt::format("  points(Some{{{} - x}}, x);", end));
  line("}");
}

/// Prints a loop that computes at least one vector, even if the row is narrower than a vector.
void RowPrinter::print_loop_over_overlapping_vectors(std::string const& end) {
  int const lanes = innermost().lanes;
  open(fmt::format("for (int next = x + {0};; next += {0})", lanes));
  line("points(All(), x);");
  line(fmt::format("if (next >= {}) break;", end));
  line(fmt::format("x = next < {0} - {1} ? next : {0} - {1};", end, lanes));
  close();
}

/// Prints the first index of a row and the end of its points. A row narrower than a vector is extended to a whole
/// vector, which starts before the row if it would otherwise load beyond the arrays.
void RowPrinter::print_bounds_of_row(std::vector<ir::Statement> const& statements, ir::Halo const& halo) {
  std::string const begin = begin_of(0);
  line(fmt::format("long const first = {} + y*dj + z*dk;", begin));
  line(fmt::format("int const skipped = is_narrow && first > {0}L ? first - {0}L : 0;",
                   last_vector_start(loops_, statements, halo).value()));
  line(fmt::format("int const first_x = {} - skipped, stop_x = is_narrow ? first_x + {} : {};", begin,
                   innermost().lanes, end_of(0)));
}

void RowPrinter::print_vectors_of_fill(std::vector<ir::Statement> const& statements, ir::Halo const& halo) {
  std::string const from = step_text(halo.from[0]), to = step_text(halo.to[0]);
  if (has_full_vectors_) print_bounds_of_row(statements, halo);
  line(fmt::format("int x = {}{};", has_full_vectors_ ? "first_x" : begin_of(0), from));
  has_full_vectors_ ? print_loop_over_overlapping_vectors("stop_x" + to) : print_overlapping_vectors(end_of(0) + to);
}

/// Prints a loop that contains the body once. A row narrower than a vector is computed by one vector. The points of
/// this vector are copied from the buffer to the arrays.
void RowPrinter::print_full_vectors() {
  std::string const begin = begin_of(0);
  print_bounds_of_row(innermost().body, {});
  line("int x = first_x;");
  print_loop_over_overlapping_vectors("stop_x");
  open("if (is_narrow)");
  open(fmt::format("for (int lane = 0; lane < {} - {}; ++lane)", end_of(0), begin));
  for (std::size_t n = 0; n < loops_.outputs.size(); ++n)
    line(fmt::format("{}[first + lane] = to_{}[skipped + lane];", expressions_.pointer(loops_.outputs[n], true), n));
  close();
  close();
}

/// Prints the calls for a row whose last vector may be partial. The first vector may be partial if non-temporal stores
/// must be aligned.
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

/// Prints the calls for a row whose last vector continues in the next row of the tile. The next row then starts after
/// that vector. All vectors therefore cover whole cache lines, except the first vector of the first row and the last
/// vector of the last row.
void RowPrinter::print_wrapping_vectors(std::function<void()> const& print_prefetches_of_ends) {
  int const lanes = innermost().lanes;
  std::string const end = end_of(0);
  line("int x = begin;");
  print_points_before_alignment();
  line(fmt::format("int const to_line = {};", has_nontemporal_ ? "n_before" : "rows_wrap ? n_before : 0"));
  line(fmt::format("int const n_first = to_line < {0} - x ? to_line : {0} - x;", end));
  line(fmt::format("int const over = -({} - x - n_first) & {};", end, lanes - 1));
  line(fmt::format("long const next = {} + over - dj;", end));
  line(fmt::format("bool const wraps = rows_wrap && y + 1 < {} && next <= max_done;", end_of(1)));
  open("if (!wraps)");
  print_prefetches_of_ends();
  close();
  line("if (n_first > 0) points(Some{n_first}, x);");
  line("x += n_first;");
  line(fmt::format("int const stop = wraps ? {0} + over : {0};", end));
  line(fmt::format("for (; stop - x >= {0}; x += {0}) points(All(), x);", lanes));
  line("if (x < stop) points(Some{stop - x}, x);");
  line(fmt::format("begin = wraps ? (int)(next + ({0} - next) / {1} * {1}) : {0};", begin_of(0), lanes));
}

/// Prints the number of points before the first aligned vector. Non-temporal stores need aligned vectors. Ordinary
/// stores need them only in wrapping rows: two partial vectors per row cost more than stores that touch two cache
/// lines.
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
