/// Finds the parts of a program that need whole grid functions on each process.
#include "codegen/patterns/distribute.hpp"
#include "codegen/patterns/nodes.hpp"

#include <set>

namespace chemora::patterns {

namespace {

constexpr std::size_t n_axes = 3;

bool is_over_grid(Type const& type) { return type.is_over_grid && (type.is_array() || type.kind == Kind::group); }

/// Thrown at the first part that is not local.
struct NonlocalPart {
  base::Diagnostic reason;
};

class LocalityCheck {
public:
  explicit LocalityCheck(Program const& program) : program_(program) {}

  void check(std::vector<Statement> const& statements) {
    for (Statement const& statement : statements) check(statement);
  }

private:
  [[noreturn]] static void fail(base::SourcePosition const& where, std::string const& reason) {
    throw NonlocalPart{{.where = where, .message = reason, .excerpt = ""}};
  }

  void check(Statement const& statement) {
    bool const is_change = statement.kind == StatementKind::assign || statement.kind == StatementKind::store;
    if (is_change && is_over_grid(program_.variables[static_cast<std::size_t>(statement.variable)].type))
      fail(statement.where, "a variable contains values of all points");
    for (Generator const& generator : statement.generators) {
      if (generator.is_over_grid) fail(statement.where, "`foreach` visits all points");
      for_each_part(generator, [&](NodePtr const& part) { check(part); });
    }
    for (NodePtr const& part : {statement.value, statement.count}) check(part);
    for (NodePtr const& part : statement.subscripts) check(part);
    for (auto const& [name, value] : statement.columns) check(value);
    check(statement.body);
    check(statement.otherwise);
  }

  void check(NodePtr const& node) {
    if (!node) return;
    if (is_inside_ && is_over_grid(node->type) && node->kind != NodeKind::element)
      fail(node->where, "an expression for each point needs values of other points");
    switch (node->kind) {
    case NodeKind::variable:
      if (program_.variables[static_cast<std::size_t>(node->variable)].role == Role::grid)
        fail(node->where, "a grid function is used as a whole");
      return;
    case NodeKind::element:
      return check_element(*node);
    case NodeKind::pattern:
      return check_pattern(*node);
    case NodeKind::size:
      if (is_inside_ && is_over_grid(node->operands[0]->type))
        fail(node->where, "an expression for each point needs values of other points");
      break;
    case NodeKind::let:
      if (node->operands[0]->kind == NodeKind::variable && local_points_.contains(node->operands[0]->variable))
        local_points_.insert(node->variable);
      break;
    default:
      break;
    }
    for (NodePtr const& operand : node->operands) check(operand);
  }

  void check_element(Node const& node) {
    Node const& array = *node.operands[0];
    bool const is_field = array.kind == NodeKind::variable &&
                          program_.variables[static_cast<std::size_t>(array.variable)].role == Role::grid;
    if (is_field) {
      for (std::size_t axis = 0; axis < n_axes; ++axis)
        if (!is_coordinate_of_point(node.operands[axis + 1], axis))
          fail(node.where, "a grid function is read at another point than that of the pattern");
      return;
    }
    if (is_over_grid(array.type)) fail(node.where, "an element of all values on the grid is selected");
    for (NodePtr const& operand : node.operands) check(operand);
  }

  bool is_coordinate_of_point(NodePtr const& subscript, std::size_t axis) const {
    if (!subscript || subscript->kind != NodeKind::field || static_cast<std::size_t>(subscript->index) != axis)
      return false;
    Node const& point = *subscript->operands[0];
    return point.kind == NodeKind::variable && local_points_.contains(point.variable);
  }

  void check_pattern(Node const& node) {
    Pattern const& pattern = *node.pattern;
    bool const is_distributed = pattern.generators[0].is_over_grid;
    bool const was_inside = is_inside_;
    if (is_distributed && was_inside) fail(node.where, "a pattern over the grid is nested in another one");
    check_generator(node, pattern.generators[0]);
    is_inside_ = is_inside_ || is_distributed;
    for (std::size_t n = 1; n < pattern.generators.size(); ++n) {
      if (pattern.generators[n].is_over_grid) fail(node.where, "a pattern combines values of different points");
      check_generator(node, pattern.generators[n]);
    }
    for (NodePtr const& part : {pattern.body, pattern.key, pattern.initial, pattern.combine}) check(part);
    is_inside_ = was_inside;
    check(pattern.n_groups);
  }

  void check_generator(Node const& node, Generator const& generator) {
    if (!generator.is_over_grid) return for_each_part(generator, [&](NodePtr const& part) { check(part); });
    if (generator.kind == GeneratorKind::axis) fail(node.where, "a pattern visits the planes of the grid");
    PatternKind const kind = node.pattern->kind;
    bool const is_point = generator.kind == GeneratorKind::point;
    bool const is_extremum = kind == PatternKind::arg_min || kind == PatternKind::arg_max;
    if (kind == PatternKind::zip || (kind == PatternKind::map && is_point) || (is_extremum && !is_point))
      fail(node.where, "the result of a pattern has the values of all points");
    bool const is_flat =
        !is_point && node.type.rank == 1 && !node.type.element->is_array() && node.type.element->kind != Kind::group;
    if (kind == PatternKind::map && !is_flat) fail(node.where, "a pattern makes an array for each point");
    if (!is_point) {
      if (generator.set->type.rank > 1) fail(node.where, "a pattern visits the planes of the grid");
      check(generator.set);
    }
    Type const& type = program_.variables[static_cast<std::size_t>(generator.variable)].type;
    if (type.kind == Kind::structure && type.structure == point_structure().name)
      local_points_.insert(generator.variable);
  }

  Program const& program_;
  std::set<int> local_points_{}; ///< variables that are points of the process
  bool is_inside_ = false;       ///< whether the node is evaluated for each point
};

} // namespace

std::optional<base::Diagnostic> find_nonlocal_part(Program const& program) {
  try {
    LocalityCheck(program).check(program.statements);
  } catch (NonlocalPart const& part) {
    return part.reason;
  }
  return std::nullopt;
}

} // namespace chemora::patterns
