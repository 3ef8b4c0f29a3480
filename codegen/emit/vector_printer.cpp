// Rows of points as loops over vectors, several rows at a time where the nest says so.
#include "codegen/emit/vector_printer.hpp"

#include "codegen/emit/c_printer.hpp"
#include "codegen/emit/narrow_rows.hpp"
#include "codegen/emit/prefetches.hpp"
#include "codegen/emit/running_rows.hpp"
#include "codegen/emit/vector_expressions.hpp"
#include "codegen/emit/vector_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace chemora::emit {

namespace {

using ir::Loop;
using ir::Statement;

std::set<ir::RegisterId> registers_of(std::vector<Statement> const& statements) {
  std::set<ir::RegisterId> registers;
  for (Statement const& statement : statements)
    if (!statement.is_store) registers.insert(statement.target);
  return registers;
}

/// What a step along each axis adds to the number of a register's copy: nothing along those whose loop is further in
/// than the register.
std::map<ir::RegisterId, ir::Offset> copy_weights(ir::Loops const& loops) {
  std::map<ir::RegisterId, ir::Offset> weights;
  ir::Offset weight{0, 0, 0};
  int n_copies = 1;
  for (std::size_t n = 0; n < loops.nest.size(); ++n) {
    Loop const& loop = loops.nest[n];
    if (loop.unroll > 1 && n + 1 < loops.nest.size()) {
      weight[static_cast<std::size_t>(loop.axis)] = n_copies;
      n_copies *= loop.unroll;
    }
    for (ir::RegisterId id : registers_of(loop.body)) weights[id] = weight;
  }
  return weights;
}

constexpr std::size_t most_statements_of_small_body = 1000;

/// Indices along x of a vector that may go on into the next row.
constexpr char const* begun_anew = R"(CHEMORA_INLINE Ints begun_anew(Ints index, int end, int to_next_row) {
  return index < wide(end) ? index : index - wide(to_next_row);
}
)";

class VectorPrinter final : public CPrinter {
public:
  VectorPrinter(ir::Loops const& loops, Dialect const& dialect)
      : CPrinter(loops, dialect), weights_(copy_weights(loops)), running_rows_(find_running_rows(loops)),
        vectors_(expressions_, dialect, registers_of(loops.nest.back().body), registers_of(loops.before)) {
    for (Statement const& statement : innermost().body) has_nontemporal_ |= statement.is_nontemporal;
    if (is_large() && !running_rows_ && can_repeat_points()) last_place_ = last_place_of_vector(loops);
  }

  std::string whole() { return print() + vector_ending(needs()); }

private:
  Loop const& innermost() const { return loops_.nest.back(); }
  bool rows_are_alike() const { return running_rows_ && running_rows_->are_alike; }
  bool is_large() const { return innermost().body.size() > most_statements_of_small_body; }

  VectorNeeds needs() const {
    VectorNeeds needs{loops_.real, innermost().lanes, {}, has_nontemporal_, is_large()};
    for (Statement const& statement : innermost().body)
      if (!statement.is_store && is_function(statement.op, statement.type))
        needs.functions.emplace(statement.op, statement.type);
    return needs;
  }

  std::string definitions() const override {
    return vector_definitions(needs()) + (rows_are_alike() ? begun_anew : "");
  }

  void print_nest() override {
    std::size_t n = 0;
    while (loops_.nest[n].over_tiles) open_tile_loop(n++);
    print_tile_head();
    if (last_place_) print_places_of_results();
    print_wide_scalars();
    if (running_rows_) print_whether_rows_run_on();
    print_loop(n, {PointCopy{{0, 0, 0}, &weights_}});
    if (has_nontemporal_) line("fence();");
  }

  /// What is the same everywhere, in all lanes: variables of the thread's own, which the compiler need not read anew
  /// after every store.
  void print_wide_scalars() {
    std::set<ir::RegisterId> const scalars = registers_of(loops_.before);
    std::set<ir::RegisterId> used;
    for (Statement const& statement : innermost().body)
      for (ir::RegisterId operand : statement.operands)
        if (scalars.contains(operand) && used.insert(operand).second)
          line(fmt::format("{} const {} = wide({});", vector_type(expressions_.type(operand)),
                           VectorExpressions::wide_name(operand), expressions_.name(operand)));
  }

  /// Loop `n` and those inside it, for several points at a time.
  void print_loop(std::size_t n, std::vector<PointCopy> const& copies) {
    Loop const& loop = loops_.nest[n];
    if (n + 1 == loops_.nest.size()) return print_row(copies);
    char const axis = "xyz"[loop.axis];
    line(fmt::format("int {} = {};", axis, begin_of(loop.axis)));
    if (running_rows_ && loop.axis == 1) line(fmt::format("int begin = {};", begin_of(0)));
    if (loop.unroll > 1) {
      open(fmt::format("for (; {0} + {1} <= {2}; {0} += {1})", axis, loop.unroll, end_of(loop.axis)));
      print_body_and_inner(n, unrolled(copies, loop));
    }
    open(fmt::format("for (; {0} < {1}; ++{0})", axis, end_of(loop.axis)));
    print_body_and_inner(n, copies);
  }

  void print_body_and_inner(std::size_t n, std::vector<PointCopy> const& copies) {
    for (PointCopy const& copy : copies) {
      expressions_.set_copy(copy);
      for (Statement const& statement : loops_.nest[n].body) print_statement(statement);
    }
    expressions_.set_copy({});
    print_loop(n + 1, copies);
    close();
  }

  static std::vector<PointCopy> unrolled(std::vector<PointCopy> const& copies, Loop const& loop) {
    std::vector<PointCopy> result;
    for (int step = 0; step < loop.unroll; ++step)
      for (PointCopy copy : copies) {
        copy.offset[static_cast<std::size_t>(loop.axis)] += step;
        result.push_back(copy);
      }
    return result;
  }

  /// One row of each copy, vector by vector.
  void print_row(std::vector<PointCopy> const& copies) {
    int const inner = loops_over_rows(loops_).inner.axis;
    Prefetches const prefetches(loops_, expressions_, copies, {begin_of(0), end_of(0)},
                                {begin_of(inner), end_of(inner)});
    for (std::string const& text : prefetches.before_row()) line(text);
    print_points(copies, prefetches);
    if (running_rows_) return print_running_vectors(copies, prefetches);
    print_prefetches_of_ends(copies, prefetches);
    if (last_place_) return print_whole_vectors();
    line(fmt::format("int x = {};", begin_of(0)));
    can_repeat_points() ? print_overlapping_vectors() : print_partial_vectors();
  }

  /// Points done twice have the same values, unless what they are stored to is also read. Lines that are stored past
  /// the caches must not be stored in the other way, too: that would bring them back.
  bool can_repeat_points() const {
    return !has_nontemporal_ && innermost().unroll == 1 &&
           std::none_of(loops_.outputs.begin(), loops_.outputs.end(), [&](auto const& name) {
             return std::find(loops_.inputs.begin(), loops_.inputs.end(), name) != loops_.inputs.end();
           });
  }

  /// The last vector ends with the row.
  void print_overlapping_vectors() {
    int const lanes = innermost().lanes;
    std::string const end = end_of(0);
    open(fmt::format("if ({} - x >= {})", end, lanes));
    print_loop_over_overlapping_vectors();
    close(" else {");
    line(fmt::format("  points(Some{{{} - x}}, x);", end));
    line("}");
  }

  /// At least one vector, whatever the row.
  void print_loop_over_overlapping_vectors() {
    int const lanes = innermost().lanes;
    std::string const end = end_of(0);
    open(fmt::format("for (int next = x + {0};; next += {0})", lanes));
    line("points(All(), x);");
    line(fmt::format("if (next >= {}) break;", end));
    line(fmt::format("x = next < {0} - {1} ? next : {0} - {1};", end, lanes));
    close();
  }

  std::size_t output_number(std::string const& variable) const {
    return static_cast<std::size_t>(std::find(loops_.outputs.begin(), loops_.outputs.end(), variable) -
                                    loops_.outputs.begin());
  }

  /// Where the vectors of a row go: to the arrays, or to a buffer where they reach beyond the row.
  void print_places_of_results() {
    int const lanes = innermost().lanes;
    line(fmt::format("bool const is_narrow = {} - {} < {};", end_of(0), begin_of(0), lanes));
    line(fmt::format("Real narrow[{}][{}];", loops_.outputs.size(), lanes));
    for (std::size_t n = 0; n < loops_.outputs.size(); ++n)
      line(fmt::format("Real* __restrict const to_{0} = is_narrow ? narrow[{0}] : {1};", n,
                       expressions_.pointer(loops_.outputs[n], true)));
  }

  /// The body is there once. A row narrower than a vector has one, which begins before the row if the arrays end too
  /// soon behind it; its points are then moved from the buffer to the arrays.
  void print_whole_vectors() {
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
  void print_partial_vectors() {
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

  /// Between the ends of whole rows there is nobody's memory. Of the next row, so many points may be done before its
  /// own vectors begin.
  void print_whether_rows_run_on() {
    line(fmt::format("bool const rows_run_on = arguments->has_whole_rows && {} == lower_x && {} == upper_x && "
                     "upper_x >= {} - lower_global_x;",
                     begin_of(0), end_of(0), expressions_.name(running_rows_->upper)));
    line(fmt::format("int const most_done = {};",
                     running_rows_->are_alike
                         ? end_of(0)
                         : fmt::format("{} - lower_global_x", expressions_.name(running_rows_->lower))));
  }

  /// The vector at the end of a row goes on into the next one of the tile, which begins behind it: whole lines all
  /// along. So do the first and the last row, which only begin and end with partial vectors.
  void print_running_vectors(std::vector<PointCopy> const& copies, Prefetches const& prefetches) {
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
    print_prefetches_of_ends(copies, prefetches);
    close();
    line("if (n_first > 0) points(Some{n_first}, x);");
    line("x += n_first;");
    line(fmt::format("int const stop = runs_on ? {0} + over : {0};", end));
    line(fmt::format("for (; stop - x >= {0}; x += {0}) points(All(), x);", lanes));
    line("if (x < stop) points(Some{stop - x}, x);");
    line(fmt::format("begin = runs_on ? (int)(next + ({0} - next) / {1} * {1}) : {0};", begin_of(0), lanes));
  }

  void print_points(std::vector<PointCopy> const& copies, Prefetches const& prefetches) {
    open("auto const points = [&](auto lanes, int const x) __attribute__((always_inline))");
    line("long const i = x + y*dj + z*dk;");
    if (last_place_) line("long const place = is_narrow ? 0 : i;");
    for (std::string const& text : prefetches.before_vector()) line(text);
    std::map<std::string, std::string> loaded;
    std::size_t const n_statements = copies.size() * innermost().body.size(), n_asks = prefetches.asks().size();
    std::size_t n_printed = 0, n_asked = 0;
    for (PointCopy const& copy : copies) {
      expressions_.set_copy(copy);
      for (Statement const& statement : innermost().body) {
        for (; n_asked < n_asks && n_asked * n_statements / n_asks <= n_printed; ++n_asked)
          line(prefetches.asks()[n_asked]);
        print_vector_statement(statement, loaded);
        ++n_printed;
      }
    }
    expressions_.set_copy({});
    close(";");
  }

  /// Parts of lines, at the end of this row and the beginning of the next one, are not stored past the caches: unless
  /// they are asked for in time, all stores behind them wait until they come.
  void print_prefetches_of_ends(std::vector<PointCopy> const& copies, Prefetches const& prefetches) {
    if (!has_nontemporal_ || loops_.nest.size() < 2 || loops_.nest[loops_.nest.size() - 2].over_tiles) return;
    expressions_.set_copy({});
    line(fmt::format("long const row_end = {} + y*dj + z*dk;", end_of(0)));
    line(fmt::format("long const next_row = {} + y*dj + z*dk + ({});", begin_of(0), prefetches.to_next_row()));
    for (PointCopy const& copy : copies) {
      expressions_.set_copy(copy);
      for (Statement const& statement : innermost().body)
        if (statement.is_nontemporal)
          for (char const* place : {"row_end", "next_row"})
            line(fmt::format("if ((unsigned long)&{0} % sizeof(Reals) != 0) __builtin_prefetch(&{0}, 1);",
                             expressions_.element(statement.access, true, place)));
    }
    expressions_.set_copy({});
  }

  /// `loaded`: the register that holds an element already, by the element's text.
  void print_vector_statement(Statement const& statement, std::map<std::string, std::string>& loaded) {
    if (statement.is_store) {
      std::string const element = last_place_ ? fmt::format("to_{}[place]", output_number(statement.access.variable))
                                              : expressions_.element(statement.access, true);
      line(fmt::format("{}(lanes, &{}, {});", statement.is_nontemporal ? "stream" : "store", element,
                       vectors_.operand(statement.operands[0])));
      return;
    }
    std::string const name = expressions_.name(statement.target);
    std::string value = vectors_.value(statement);
    if (rows_are_alike() && statement.op == ir::Op::index)
      value = fmt::format("begun_anew({}, {} + lower_global_x, (int)dj)", value, end_of(0));
    if (statement.op == ir::Op::load) {
      auto const [known, is_new] = loaded.emplace(value, name);
      if (!is_new) value = known->second;
    }
    line(fmt::format("{} const {} = {};", vector_type(statement.type), name, value));
  }

  /// Stores past the caches need whole lines: how many points come before the first. Other stores need not, unless rows
  /// run on: two partial vectors per row cost more than stores that touch two lines.
  void print_points_before_alignment() {
    auto const& body = innermost().body;
    auto const store = std::find_if(body.begin(), body.end(), [&](Statement const& statement) {
      return statement.is_store && (statement.is_nontemporal || !has_nontemporal_);
    });
    line("long const i = x + y*dj + z*dk;");
    line(fmt::format("int const n_before = (int)(-(unsigned long)&{} % sizeof(Reals) / sizeof(Real));",
                     expressions_.element(store->access, true)));
  }

  std::map<ir::RegisterId, ir::Offset> weights_; ///< of the numbers of copies
  std::optional<RunningRows> running_rows_;
  VectorExpressions vectors_;
  bool has_nontemporal_ = false;
  std::optional<long> last_place_; ///< where the last vector of narrow rows may begin, if whole ones do these
};

} // namespace

bool has_vectors(ir::Loops const& loops) {
  return !loops.nest.empty() && loops.nest.back().mapping == ir::Mapping::vector;
}

std::string print_vector_kernel(ir::Loops const& loops, Dialect const& dialect) {
  return VectorPrinter(loops, dialect).whole();
}

} // namespace chemora::emit
