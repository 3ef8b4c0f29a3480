#include "codegen/patterns/array_bytes.hpp"

#include "codegen/patterns/bind_inputs.hpp"

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

private:
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
  double bytes = Estimate(program, inputs, own_points).of(program.statements);
  for (auto const& [name, array] : inputs.arrays) bytes += static_cast<double>(array.numbers.size() * sizeof(double));
  return bytes;
}

} // namespace chemora::patterns
