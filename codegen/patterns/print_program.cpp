#include "codegen/patterns/nodes.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace chemora::patterns {

namespace {

using ir::Op;

class Printer {
public:
  explicit Printer(Program const& program) : program_(program) {}

  std::string text() {
    for (Structure const& structure : program_.structures) print(structure);
    for (Variable const& variable : program_.variables) print(variable);
    print(program_.statements, 0);
    return std::move(text_);
  }

private:
  // Declarations.

  void print(Structure const& structure) {
    auto const field = [](Structure::Field const& item) { return to_text(Type{.kind = item.kind}) + " " + item.name; };
    text_ += fmt::format("structure {} {{ {} }}\n", structure.name, base::join(structure.fields, ", ", field));
  }

  void print(Variable const& variable) {
    if (variable.role == Role::parameter) {
      text_ += fmt::format("parameter {} {} = {}", to_text(variable.type), variable.name,
                           number(variable.type.kind, variable.value));
      auto const end = [&](double value) { return std::isinf(value) ? "*" : number(variable.type.kind, value); };
      auto const [min, max] = variable.range;
      if (std::isfinite(min) || std::isfinite(max)) text_ += fmt::format(" in {} .. {}", end(min), end(max));
      text_ += "\n";
    }
    if (variable.role == Role::grid) text_ += fmt::format("grid real {} = \"{}\"\n", variable.name, variable.source);
    if (variable.role != Role::input) return;
    std::string type = to_text(*variable.type.element), name = variable.name;
    std::vector<NodePtr> extents = variable.extents;
    if (std::size_t const dot = name.find('.'); dot != std::string::npos) {
      // The arrays of a CSR matrix are declared by one statement, which the array of values has the type of.
      if (!name.ends_with(".value")) return;
      name.resize(dot);
      type = "csr " + type;
      for (Program::Csr const& matrix : program_.matrices)
        if (matrix.name == name) extents = {matrix.rows, matrix.columns};
    }
    text_ += fmt::format("input {} {}[{}]{}\n", type, name, list(extents),
                         variable.source.empty() ? "" : fmt::format(" = \"{}\"", variable.source));
  }

  // Statements.

  void print(std::vector<Statement> const& statements, int depth) {
    for (Statement const& statement : statements) {
      text_ += std::string(static_cast<std::size_t>(2 * depth), ' ');
      print(statement, depth);
    }
  }

  void print_block(std::vector<Statement> const& statements, int depth) {
    text_ += "{\n";
    print(statements, depth + 1);
    text_ += std::string(static_cast<std::size_t>(2 * depth), ' ') + "}";
  }

  void print(Statement const& statement, int depth) {
    switch (statement.kind) {
    case StatementKind::let:
      text_ += fmt::format("let {} = {}\n", name(statement.variable), text_of(statement.value));
      return;
    case StatementKind::assign:
      text_ += fmt::format("{}{} = {}\n", statement.is_declaration ? "var " : "", name(statement.variable),
                           text_of(statement.value));
      return;
    case StatementKind::store:
      return print_store(statement);
    case StatementKind::foreach:
      text_ += fmt::format("foreach ({}) ", generators(statement.generators));
      print_block(statement.body, depth);
      break;
    case StatementKind::condition:
      text_ += fmt::format("if {} ", text_of(statement.value));
      print_block(statement.body, depth);
      if (!statement.otherwise.empty()) {
        text_ += " else ";
        print_block(statement.otherwise, depth);
      }
      break;
    case StatementKind::repeat:
      text_ += fmt::format("repeat {} < {} ", name(statement.variable), text_of(statement.count));
      if (statement.value) text_ += fmt::format("until {} ", text_of(statement.value));
      print_block(statement.body, depth);
      break;
    case StatementKind::output:
      return print_output(statement);
    }
    text_ += "\n";
  }

  void print_store(Statement const& statement) {
    text_ += name(statement.variable);
    if (!statement.subscripts.empty()) text_ += fmt::format("[{}]", list(statement.subscripts));
    std::string const sign = !statement.update                  ? "="
                             : *statement.update == Op::add     ? "+="
                             : *statement.update == Op::minimum ? "min="
                                                                : "max=";
    text_ += fmt::format(" {} {}\n", sign, text_of(statement.value));
  }

  void print_output(Statement const& statement) {
    auto const column = [&](auto const& item) { return item.first + " = " + text_of(item.second); };
    if (statement.columns[0].first.empty())
      text_ += fmt::format("output {} = {}\n", statement.name, text_of(statement.columns[0].second));
    else
      text_ += fmt::format("output table {}({})\n", statement.name, base::join(statement.columns, ", ", column));
  }

  // Expressions.

  std::string name(int variable) const { return program_.variables[static_cast<std::size_t>(variable)].name; }

  static std::string number(Kind kind, double value) {
    if (kind == Kind::boolean) return value != 0 ? "true" : "false";
    if (kind == Kind::integer) return fmt::format("{}", static_cast<long>(value));
    if (std::isinf(value)) return value < 0 ? "-infinity" : "infinity";
    std::string const text = fmt::format("{}", value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }

  std::string list(std::vector<NodePtr> const& nodes) const {
    return base::join(nodes, ", ", [&](NodePtr const& node) { return node ? text_of(node) : "*"; });
  }

  std::string generators(std::vector<Generator> const& items) const {
    return base::join(items, ", ", [&](Generator const& item) { return text_of(item); });
  }

  std::string text_of(Generator const& generator) const {
    std::string const variable = name(generator.variable);
    switch (generator.kind) {
    case GeneratorKind::range:
      if (generator.count) return fmt::format("{} < {}", variable, operand(generator.count));
      return fmt::format("{} in {} .. {}", variable, operand(generator.first), operand(generator.last));
    case GeneratorKind::element:
      return fmt::format("{} in {}", variable, operand(generator.set));
    case GeneratorKind::point:
      return variable + " in grid";
    case GeneratorKind::axis:
      break;
    }
    return fmt::format("{} in grid.{}", variable, static_cast<char>('x' + generator.axis));
  }

  /// Returns the text in parentheses unless it is a single operand.
  std::string operand(NodePtr const& node) const {
    if (node->kind == NodeKind::checked) return operand(node->operands[0]);
    bool const is_negative = node->kind == NodeKind::number && std::signbit(node->number);
    bool const is_infix = node->kind == NodeKind::operation && !is_call(*node);
    bool const is_compound = node->kind == NodeKind::conditional || node->kind == NodeKind::let;
    std::string const text = text_of(node);
    return is_negative || is_infix || is_compound ? "(" + text + ")" : text;
  }

  static bool is_call(Node const& node) {
    ir::OpInfo const& info = ir::info(node.op);
    return node.op == Op::convert || info.is_integer_division() || info.edl_operator.empty() || (node.op == Op::power);
  }

  std::string operation(Node const& node) const {
    ir::OpInfo const& info = ir::info(node.op);
    if (node.op == Op::convert) return fmt::format("{}({})", to_text(node.type), text_of(node.operands[0]));
    if (info.is_integer_division())
      return fmt::format("{}({})", node.op == Op::modulo ? "mod" : "div", list(node.operands));
    if (is_call(node)) return fmt::format("{}({})", info.edl_function, list(node.operands));
    if (node.op == Op::negate) return "-" + operand(node.operands[0]);
    if (node.op == Op::logical_not) return "not " + operand(node.operands[0]);
    return fmt::format("{} {} {}", operand(node.operands[0]), info.edl_operator, operand(node.operands[1]));
  }

  std::string text_of(NodePtr const& pointer) const {
    Node const& node = *pointer;
    switch (node.kind) {
    case NodeKind::number:
      return number(node.type.kind, node.number);
    case NodeKind::variable:
      return name(node.variable);
    case NodeKind::operation:
      return operation(node);
    case NodeKind::conditional:
      return fmt::format("if {} then {} else {}", text_of(node.operands[0]), text_of(node.operands[1]),
                         text_of(node.operands[2]));
    case NodeKind::let:
      return fmt::format("let {} = {}; {}", name(node.variable), operand(node.operands[0]), text_of(node.operands[1]));
    case NodeKind::construct:
      return fmt::format("{}({})", node.type.structure, list(node.operands));
    case NodeKind::field: {
      auto const& fields = program_.structure(node.operands[0]->type.structure).fields;
      return operand(node.operands[0]) + "." + fields[static_cast<std::size_t>(node.index)].name;
    }
    case NodeKind::element:
      return fmt::format("{}[{}]", operand(node.operands[0]), list({node.operands.begin() + 1, node.operands.end()}));
    case NodeKind::checked:
      return text_of(node.operands[0]);
    case NodeKind::group_part:
      return operand(node.operands[0]) +
             std::vector<std::string>{".first", ".members", ".keys"}[static_cast<std::size_t>(node.index)];
    case NodeKind::key:
      return operand(node.operands[0]) + ".key";
    case NodeKind::size:
      return fmt::format("size({}, {})", text_of(node.operands[0]), node.index);
    case NodeKind::list:
      return fmt::format("[{}]", list(node.operands));
    case NodeKind::pattern:
      return pattern(*node.pattern);
    }
    return "";
  }

  std::string pattern(Pattern const& pattern) const {
    if (pattern.kind == PatternKind::iterate)
      return fmt::format("iterate({} from {}, {}{}: {})", name(pattern.left), operand(pattern.initial),
                         generators(pattern.generators), pattern.key ? " while " + operand(pattern.key) : "",
                         text_of(pattern.body));
    std::string text = pattern_word(pattern) + "(" + generators(pattern.generators);
    if (pattern.key) text += " by " + operand(pattern.key);
    if (pattern.n_groups) text += " into " + operand(pattern.n_groups);
    text += ": " + text_of(pattern.body);
    if (pattern.combine)
      text += fmt::format(" with ({}, {}: {}) from {}", name(pattern.left), name(pattern.right),
                          text_of(pattern.combine), text_of(pattern.initial));
    return text + ")";
  }

  Program const& program_;
  std::string text_;
};

} // namespace

std::string to_text(Program const& program) { return Printer(program).text(); }

} // namespace chemora::patterns
