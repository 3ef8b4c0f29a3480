// The shared printer of the C family.
#include "codegen/emit/c_printer.hpp"

#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::emit {

namespace {

using ir::Loop;
using ir::Op;
using ir::Statement;

class Printer {
public:
  Printer(ir::Loops const& loops, Dialect const& dialect)
      : loops_(loops), dialect_(dialect), expressions_(loops, dialect) {
    scan(loops.before);
    for (Loop const& loop : loops.nest) scan(loop.body);
  }

  std::string print() {
    text_ = head_comment() + "\n" + dialect_.preamble(functions_) + "\n" + dialect_.head(loops_);
    indent_ = 1;
    print_scalars();
    for (Statement const& statement : loops_.before) print_statement(statement);
    for (std::size_t n = 0; n < loops_.nest.size(); ++n) open_loop(n);
    while (indent_ > 0) {
      --indent_;
      line("}");
    }
    return text_;
  }

private:
  void scan(std::vector<Statement> const& statements) {
    for (Statement const& statement : statements) {
      if (statement.is_store) continue;
      if (is_function(statement.op, statement.type)) functions_.emplace(statement.op, statement.type);
      bool const needs_all = statement.op == Op::coordinate;
      auto const axis = static_cast<std::size_t>(statement.axis);
      if (needs_all || statement.op == Op::index) needs_index_[axis] = true;
      if (needs_all || statement.op == Op::spacing) needs_spacing_[axis] = true;
      if (needs_all || statement.op == Op::origin) needs_origin_[axis] = true;
    }
  }

  std::string head_comment() const {
    std::string text =
        fmt::format("// Kernel {}, made by Chemora for arrays of {} x {} x {} points.\n//   reads ",
                    mangled("", loops_.kernel), loops_.allocated[0], loops_.allocated[1], loops_.allocated[2]);
    for (std::string const& input : loops_.inputs) text += " " + mangled("", input);
    text += "\n//   writes";
    for (std::string const& output : loops_.outputs) text += " " + mangled("", output);
    return text + "\n";
  }

  void line(std::string const& text) { text_ += std::string(static_cast<std::size_t>(2 * indent_), ' ') + text + "\n"; }

  void print_scalars() {
    line(fmt::format("constexpr long dj = {}L, dk = {}L; // to the next row, to the next plane", loops_.allocated[0],
                     static_cast<long>(loops_.allocated[0]) * loops_.allocated[1]));
    std::string const real = c_type(loops_.real);
    for (int axis = 2; axis >= 0; --axis)
      line(fmt::format("int const lower_{0} = arguments->lower[{1}], upper_{0} = arguments->upper[{1}];", "xyz"[axis],
                       axis));
    for (int axis = 0; axis < 3; ++axis) {
      char const name = "xyz"[axis];
      auto const at = static_cast<std::size_t>(axis);
      if (needs_index_[at]) line(fmt::format("int const lower_global_{} = arguments->lower_global[{}];", name, axis));
      if (needs_origin_[at]) line(fmt::format("{0} const origin_{1} = ({0})arguments->origin[{2}];", real, name, axis));
      if (needs_spacing_[at])
        line(fmt::format("{0} const spacing_{1} = ({0})arguments->spacing[{2}];", real, name, axis));
    }
  }

  void print_statement(Statement const& statement) {
    if (statement.is_store) {
      line(fmt::format("{} = v{};", expressions_.element(statement.access, true), statement.operands[0]));
      return;
    }
    std::string const decimal = statement.op == Op::immediate && is_real(statement.type)
                                    ? " // " + number_text(statement.type, statement.number)
                                : statement.op == Op::parameter ? " // " + mangled("", statement.name)
                                                                : "";
    line(fmt::format("{} const v{} = {};{}", c_type(statement.type), statement.target, expressions_.value(statement),
                     decimal));
  }

  bool has_tiles(int axis) const {
    return std::any_of(loops_.nest.begin(), loops_.nest.end(),
                       [&](Loop const& loop) { return loop.over_tiles && loop.axis == axis; });
  }

  void open_loop(std::size_t n) {
    Loop const& loop = loops_.nest[n];
    char const axis = "xyz"[loop.axis];
    if (!loop.over_tiles && (n == 0 || loops_.nest[n - 1].over_tiles)) print_tile_head();
    text_ += dialect_.before_loop(loops_, n);
    if (loop.over_tiles)
      line(fmt::format("for (int tile_{0} = lower_{0}; tile_{0} < upper_{0}; tile_{0} += {1}) {{", axis, loop.step));
    else if (has_tiles(loop.axis))
      line(fmt::format("for (int {0} = tile_{0}; {0} < end_{0}; ++{0}) {{", axis));
    else
      line(fmt::format("for (int {0} = lower_{0}; {0} < upper_{0}; ++{0}) {{", axis));
    ++indent_;
    if (n + 1 == loops_.nest.size()) line("long const i = x + y*dj + z*dk;");
    for (Statement const& statement : loop.body) print_statement(statement);
  }

  /// Ends of the tile, clipped to the box, and the arguments: pointers declared here are known to be distinct inside.
  void print_tile_head() {
    for (Loop const& loop : loops_.nest)
      if (loop.over_tiles)
        line(fmt::format("int const end_{0} = upper_{0} - tile_{0} < {1} ? upper_{0} : tile_{0} + {1};",
                         "xyz"[loop.axis], loop.step));
    print_arguments(loops_.inputs, loops_.outputs, false);
    print_arguments(loops_.outputs, loops_.inputs, true);
  }

  void print_arguments(std::vector<std::string> const& names, std::vector<std::string> const& others, bool is_output) {
    for (std::size_t n = 0; n < names.size(); ++n) {
      bool const is_shared = std::find(others.begin(), others.end(), names[n]) != others.end();
      std::string const declaration = dialect_.argument(loops_.real, expressions_.pointer(names[n], is_output),
                                                        is_output, static_cast<int>(n), is_shared);
      text_ += std::string(static_cast<std::size_t>(2 * indent_), ' ') + declaration;
    }
  }

  ir::Loops const& loops_;
  Dialect const& dialect_;
  CExpressions expressions_;
  std::set<NeededFunction> functions_;
  std::array<bool, 3> needs_index_{}, needs_origin_{}, needs_spacing_{};
  std::string text_;
  int indent_ = 0;
};

} // namespace

std::string print_kernel(ir::Loops const& loops, Dialect const& dialect) { return Printer(loops, dialect).print(); }

} // namespace chemora::emit
