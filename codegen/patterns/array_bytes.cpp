#include "codegen/patterns/array_bytes.hpp"

#include "codegen/patterns/bind_inputs.hpp"
#include "codegen/patterns/flatten.hpp"
#include "codegen/patterns/inner_results.hpp"
#include "codegen/patterns/nodes.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace chemora::patterns {

namespace {

class Estimate {
public:
  Estimate(Program const& program, Inputs const& inputs, double own_points)
      : program_(program), own_points_(own_points),
        numbers_(bind_inputs(program, inputs, GridInputs::separate).numbers) {}

  double of(std::vector<Statement> const& statements) const {
    double bytes = 0;
    for (Statement const& statement : statements) {
      if (statement.kind == StatementKind::repeat) bytes += of(statement.body);
      bool const is_kept = statement.kind == StatementKind::let || statement.is_declaration;
      if (is_kept && statement.value) bytes += of(*statement.value);
      if (statement.kind == StatementKind::output)
        for (auto const& [name, value] : statement.columns) bytes += of(*value);
    }
    return bytes;
  }

  /// Returns the largest number of bytes of inner results that a statement stores for one iteration of its outer
  /// levels.
  double of_inner_results(std::vector<Statement> const& statements) const {
    KnownNumbers known;
    for (auto const& [variable, value] : numbers_)
      known.exact[program_.variables[static_cast<std::size_t>(variable)].name] = value;
    double bytes = 0;
    for (Statement const& statement : statements) {
      if (statement.value) bytes = std::max(bytes, of_inner_results(statement.value, known));
      for (auto const& [name, value] : statement.columns) bytes = std::max(bytes, of_inner_results(value, known));
      if (statement.kind == StatementKind::foreach) continue;
      bytes = std::max({bytes, of_inner_results(statement.body), of_inner_results(statement.otherwise)});
    }
    return bytes;
  }

private:
  double of_inner_results(NodePtr const& value, KnownNumbers const& known) const {
    auto const [program, flat_value] = flattened(program_, value);
    std::set<int> const stored = stored_inner_results(program, flat_value, known);
    return of_inner_results(flat_value, stored, false);
  }

  double of_inner_results(NodePtr const& node, std::set<int> const& stored, bool is_inside) const {
    double bytes = 0;
    if (node->kind == NodeKind::let && stored.contains(node->variable)) bytes += of(*node->operands[0]);
    if (is_inside && node->kind == NodeKind::let && is_selection(*node->operands[0]))
      bytes += of_selection(*node->operands[0]->pattern);
    bool const is_pattern = node->kind == NodeKind::pattern;
    for_each_part(*node,
                  [&](NodePtr const& part) { bytes += of_inner_results(part, stored, is_inside || is_pattern); });
    return bytes;
  }

  /// Returns the bytes of the members of a filter or groupBy, and of their keys and the starts of the groups.
  double of_selection(Pattern const& pattern) const {
    bool const is_group = pattern.kind == PatternKind::group;
    Type const& member = is_group ? pattern.body->type
                                  : program_.variables[static_cast<std::size_t>(pattern.generators[0].variable)].type;
    double n = 1;
    for (Generator const& generator : pattern.generators) n *= size_of(generator);
    double const bytes = n * static_cast<double>(sizeof(double) * n_components(program_, member));
    if (!is_group) return bytes;
    double const n_groups = pattern.n_groups ? value_of(*pattern.n_groups).value_or(0) : 0;
    return bytes + sizeof(std::int32_t) * (n + n_groups + 2);
  }

  double of(Node const& node) const {
    if (node.kind == NodeKind::let) return of(*node.operands[1]);
    if (node.kind != NodeKind::pattern) return 0;
    Pattern const& pattern = *node.pattern;
    if (pattern.kind != PatternKind::map) return 0;
    // A map with several axes is a map of maps.
    double n = pattern.body->type.is_array()
                   ? of(*pattern.body)
                   : static_cast<double>(sizeof(double) * n_components(program_, pattern.body->type));
    for (Generator const& generator : pattern.generators) n *= size_of(generator);
    return n;
  }

  /// Returns 0 for a size that follows from data.
  double size_of(Generator const& generator) const {
    if (generator.kind == GeneratorKind::point) return own_points_;
    if (generator.kind == GeneratorKind::element) {
      std::vector<NodePtr> const& extents = generator.set->extents;
      return extents.empty() || !extents[0] ? 0 : value_of(*extents[0]).value_or(0);
    }
    if (generator.kind != GeneratorKind::range) return 0;
    if (generator.count) return value_of(*generator.count).value_or(0);
    auto const first = value_of(*generator.first), last = value_of(*generator.last);
    return first && last ? *last - *first + 1 : 0;
  }

  std::optional<double> value_of(Node const& node) const {
    if (node.kind == NodeKind::number) return node.number;
    if (node.kind == NodeKind::variable) {
      auto const found = numbers_.find(node.variable);
      return found == numbers_.end() ? std::nullopt : std::optional(found->second);
    }
    if (node.kind != NodeKind::operation || node.type.kind != Kind::integer) return std::nullopt;
    std::vector<double> operands;
    for (NodePtr const& operand : node.operands) {
      std::optional<double> const value = value_of(*operand);
      if (!value || operand->type.kind != Kind::integer) return std::nullopt;
      operands.push_back(*value);
    }
    return ir::evaluate(node.op, ir::Type::int32, ir::Type::int32, operands);
  }

  Program const& program_;
  double own_points_;
  std::map<int, double> numbers_;
};

} // namespace

double array_bytes(Program const& program, Inputs const& inputs, double own_points) {
  Estimate const estimate(program, inputs, own_points);
  double bytes = estimate.of(program.statements);
  // Statements over the grid store no inner results.
  bool const has_grid = std::ranges::any_of(program.variables, [](Variable const& variable) {
    return variable.role == Role::grid || variable.role == Role::grid_number;
  });
  if (!has_grid) bytes += estimate.of_inner_results(program.statements);
  for (auto const& [name, array] : inputs.arrays) bytes += static_cast<double>(array.numbers.size() * sizeof(double));
  return bytes;
}

} // namespace chemora::patterns
