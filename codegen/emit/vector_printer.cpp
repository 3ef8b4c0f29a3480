/// Prints kernels for the host with explicit vectors.
#include "codegen/emit/c_printer.hpp"
#include "codegen/emit/vectors.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

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

/// Returns the weight of each register along each axis: one step of an unrolled loop increases the number of the
/// register's copy by this weight. The weight is 0 for loops inside the loop of the register.
std::map<ir::RegisterId, ir::Offset> copy_weights(ir::Loops const& loops) {
  std::map<ir::RegisterId, ir::Offset> weights;
  ir::Offset weight{0, 0, 0};
  int n_copies = 1;
  for (std::size_t n = 0; n < loops.nest.size(); ++n) {
    Loop const& loop = loops.nest[n];
    if (loop.unroll > 1 && n + 1 < loops.nest.size()) {
      weight[loop.axis] = n_copies;
      n_copies *= loop.unroll;
    }
    for (ir::RegisterId id : registers_of(loop.body)) weights[id] = weight;
  }
  return weights;
}

/// Emitted function that returns the indices along x of a vector that may continue in the next row.
constexpr char const* wrapped_indices = R"(CHEMORA_INLINE Ints wrapped_indices(Ints index, int end, int to_next_row) {
  return index < wide(end) ? index : index - wide(to_next_row);
}
)";

/// Prints the code that computes rows of points: loops over vectors, for several rows at a time if the nest is
/// unrolled.
class VectorPrinter final : public RowPrinter {
public:
  VectorPrinter(ir::Loops const& loops, Dialect const& dialect)
      : RowPrinter(loops, dialect), weights_(copy_weights(loops)),
        vectors_(expressions_, dialect, registers_of(loops.nest.back().body), registers_of(loops.before)) {}

  std::string whole() { return print() + vector_ending(needs()); }

private:
  VectorNeeds needs() const {
    VectorNeeds needs{.real = loops_.real,
                      .lanes = innermost().lanes,
                      .functions = {},
                      .has_nontemporal_stores = has_nontemporal(),
                      .has_other_elements = !loops_.element_types.empty(),
                      .is_large = is_large()};
    for (auto const* statements : bodies())
      for (Statement const& statement : *statements)
        if (!statement.is_store && is_function(statement.op, statement.type))
          needs.functions.emplace(statement.op, statement.type);
    return needs;
  }

  /// Returns the statements of the innermost loop and those that fill buffers.
  std::vector<std::vector<Statement> const*> bodies() const {
    std::vector<std::vector<Statement> const*> all{&innermost().body};
    for (EmittedBuffer const& buffer : expressions_.buffers().buffers()) all.push_back(&buffer.buffer->body);
    return all;
  }

  std::string definitions() const override {
    return vector_definitions(needs()) + (has_equivalent_rows() ? wrapped_indices : "");
  }

  void print_nest() override {
    std::size_t n = 0;
    while (loops_.nest[n].over_tiles) open_tile_loop(n++);
    print_tile_head();
    print_head_of_rows();
    print_wide_scalars();
    print_loop(n, {PointCopy{{0, 0, 0}, &weights_}});
    if (has_nontemporal()) line("fence();");
  }

  /// Declares local variables that hold a uniform value in all lanes, so that the compiler does not reload it after
  /// each store.
  void print_wide_scalars() {
    std::set<ir::RegisterId> const scalars = registers_of(loops_.before);
    std::set<ir::RegisterId> used;
    for (auto const* statements : bodies())
      for (Statement const& statement : *statements)
        for (ir::RegisterId operand : statement.operands)
          if (scalars.contains(operand) && used.insert(operand).second)
            line(fmt::format("{} const {} = wide({});", vector_type(expressions_.type(operand)),
                             VectorExpressions::wide_name(operand), expressions_.name(operand)));
  }

  /// Prints loop `n` and the loops inside it, for several copies of the point.
  void print_loop(std::size_t n, std::vector<PointCopy> const& copies) {
    Loop const& loop = loops_.nest[n];
    if (n + 1 == loops_.nest.size()) return print_row(copies);
    char const axis = "xyz"[loop.axis];
    line(fmt::format("int {} = {};", axis, begin_of(loop.axis)));
    if (may_wrap() && loop.axis == 1) line(fmt::format("int begin = {};", begin_of(0)));
    if (loop.unroll > 1) {
      open(fmt::format("for (; {0} + {1} <= {2}; {0} += {1})", axis, loop.unroll, end_of(loop.axis)));
      print_body_and_inner(n, unrolled(copies, loop));
    }
    open(fmt::format("for (; {0} < {1}; ++{0})", axis, end_of(loop.axis)));
    print_body_and_inner(n, copies);
  }

  void print_body_and_inner(std::size_t n, std::vector<PointCopy> const& copies) {
    print_fills(n);
    for (PointCopy const& copy : copies) {
      expressions_.set_copy(copy);
      for (Statement const& statement : loops_.nest[n].body) print_statement(statement);
    }
    expressions_.set_copy({});
    print_loop(n + 1, copies);
    close();
  }

  void print_fill_of_row(std::vector<ir::Buffer const*> const& buffers) override {
    std::vector<Statement> statements;
    for (ir::Buffer const* buffer : buffers)
      statements.insert(statements.end(), buffer->body.begin(), buffer->body.end());
    VectorExpressions const vectors(expressions_, dialect_, registers_of(statements), registers_of(loops_.before));
    open("auto const points = [&](auto lanes, int const x) __attribute__((always_inline))");
    print_indices(statements);
    std::map<std::string, std::string> loaded;
    for (Statement const& statement : statements) print_vector_statement(statement, loaded, vectors);
    close(";");
    print_vectors_of_fill(statements, buffers.front()->halo);
  }

  static std::vector<PointCopy> unrolled(std::vector<PointCopy> const& copies, Loop const& loop) {
    std::vector<PointCopy> result;
    for (int step = 0; step < loop.unroll; ++step)
      for (PointCopy copy : copies) {
        copy.offset[loop.axis] += step;
        result.push_back(copy);
      }
    return result;
  }

  /// Prints one row of each copy of the point.
  void print_row(std::vector<PointCopy> const& copies) {
    int const inner = loops_over_rows(loops_).inner.axis;
    Prefetches const prefetches(loops_, expressions_, copies, {begin_of(0), end_of(0)},
                                {begin_of(inner), end_of(inner)});
    for (std::string const& text : prefetches.before_row()) line(text);
    print_points(copies, prefetches);
    print_vectors_of_row([&] { print_prefetches_of_ends(copies, prefetches); });
  }

  void print_points(std::vector<PointCopy> const& copies, Prefetches const& prefetches) {
    open("auto const points = [&](auto lanes, int const x) __attribute__((always_inline))");
    print_indices(innermost().body);
    if (has_destinations()) line("long const destination = is_narrow ? 0 : i;");
    for (std::string const& text : prefetches.before_vector()) line(text);
    std::map<std::string, std::string> loaded;
    std::size_t const n_statements = copies.size() * innermost().body.size(),
                      n_prefetches = prefetches.prefetches().size();
    std::size_t n_printed = 0, n_prefetched = 0;
    for (PointCopy const& copy : copies) {
      expressions_.set_copy(copy);
      for (Statement const& statement : innermost().body) {
        for (; n_prefetched < n_prefetches && n_prefetched * n_statements / n_prefetches <= n_printed; ++n_prefetched)
          line(prefetches.prefetches()[n_prefetched]);
        print_vector_statement(statement, loaded, vectors_);
        ++n_printed;
      }
    }
    expressions_.set_copy({});
    close(";");
  }

  /// Prefetches the cache lines at the end of this row and at the start of the next row that non-temporal stores cannot
  /// write as a whole. Without these prefetches, all following stores wait for these cache lines.
  void print_prefetches_of_ends(std::vector<PointCopy> const& copies, Prefetches const& prefetches) {
    if (!has_nontemporal() || loops_.nest.size() < 2 || loops_.nest[loops_.nest.size() - 2].over_tiles) return;
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

  /// `loaded` maps the text of each element that was loaded to the register that holds its value.
  void print_vector_statement(Statement const& statement, std::map<std::string, std::string>& loaded,
                              VectorExpressions const& vectors) {
    if (statement.is_store) {
      bool const has_destination = has_destinations() && !expressions_.buffers().find(statement.access.variable);
      std::string const element =
          has_destination ? destination_of(statement.access.variable) : expressions_.element(statement.access, true);
      line(fmt::format("{}(lanes, &{}, {});", statement.is_nontemporal ? "stream" : "store", element,
                       vectors.operand(statement.operands[0])));
      return;
    }
    std::string const name = expressions_.name(statement.target);
    std::string value = vectors.value(statement);
    if (has_equivalent_rows() && statement.op == ir::Op::index)
      value = fmt::format("wrapped_indices({}, {} + lower_global_x, (int)dj)", value, end_of(0));
    if (statement.op == ir::Op::load) {
      auto const [element, is_new] = loaded.emplace(value, name);
      if (!is_new) value = element->second;
    }
    line(fmt::format("{} const {} = {};", vector_type(statement.type), name, value));
  }

  std::map<ir::RegisterId, ir::Offset> weights_; ///< weight of each register, as copy_weights() returns it
  VectorExpressions vectors_;
};

} // namespace

bool has_vectors(ir::Loops const& loops) {
  return !loops.nest.empty() && loops.nest.back().mapping == ir::Mapping::vector;
}

std::string print_vector_kernel(ir::Loops const& loops, Dialect const& dialect) {
  return VectorPrinter(loops, dialect).whole();
}

} // namespace chemora::emit
