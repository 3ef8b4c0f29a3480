#include "array_bytes.hpp"

#include "codegen/patterns/bind_inputs.hpp"

#include <optional>

namespace analysis {

namespace patterns = chemora::patterns;

namespace {

class Estimate {
public:
  Estimate(patterns::Program const& program, patterns::Inputs const& inputs, double own_points)
      : program_(program), own_points_(own_points),
        numbers_(patterns::bind_inputs(program, inputs, patterns::GridInputs::separate).numbers) {}

  double of(std::vector<patterns::Statement> const& statements) const {
    double bytes = 0;
    for (patterns::Statement const& statement : statements) {
      if (statement.kind == patterns::StatementKind::repeat) bytes += of(statement.body);
      bool const is_kept = statement.kind == patterns::StatementKind::let || statement.is_declaration;
      if (is_kept && statement.value) bytes += of(*statement.value);
      if (statement.kind == patterns::StatementKind::output)
        for (auto const& [name, value] : statement.columns) bytes += of(*value);
    }
    return bytes;
  }

private:
  double of(patterns::Node const& node) const {
    if (node.kind == patterns::NodeKind::let) return of(*node.operands[1]);
    if (node.kind != patterns::NodeKind::pattern) return 0;
    patterns::Pattern const& pattern = *node.pattern;
    if (pattern.kind != patterns::PatternKind::map) return 0;
    // A map with several axes is a map of maps.
    double n = pattern.body->type.is_array()
                   ? of(*pattern.body)
                   : static_cast<double>(sizeof(double) * patterns::n_components(program_, pattern.body->type));
    for (patterns::Generator const& generator : pattern.generators) n *= size_of(generator);
    return n;
  }

  /// Returns 0 for a size that follows from data.
  double size_of(patterns::Generator const& generator) const {
    if (generator.kind == patterns::GeneratorKind::point) return own_points_;
    if (generator.kind != patterns::GeneratorKind::range) return 0;
    if (generator.count) return value_of(*generator.count).value_or(0);
    auto const first = value_of(*generator.first), last = value_of(*generator.last);
    return first && last ? *last - *first + 1 : 0;
  }

  std::optional<double> value_of(patterns::Node const& node) const {
    if (node.kind == patterns::NodeKind::number) return node.number;
    if (node.kind == patterns::NodeKind::variable) {
      auto const found = numbers_.find(node.variable);
      return found == numbers_.end() ? std::nullopt : std::optional(found->second);
    }
    if (node.kind != patterns::NodeKind::operation || node.type.kind != patterns::Kind::integer) return std::nullopt;
    std::vector<double> operands;
    for (patterns::NodePtr const& operand : node.operands) {
      std::optional<double> const value = value_of(*operand);
      if (!value || operand->type.kind != patterns::Kind::integer) return std::nullopt;
      operands.push_back(*value);
    }
    return chemora::ir::evaluate(node.op, chemora::ir::Type::int32, chemora::ir::Type::int32, operands);
  }

  patterns::Program const& program_;
  double own_points_;
  std::map<int, double> numbers_;
};

} // namespace

double array_bytes(patterns::Program const& program, patterns::Inputs const& inputs, double own_points) {
  double bytes = Estimate(program, inputs, own_points).of(program.statements);
  for (auto const& [name, array] : inputs.arrays) bytes += static_cast<double>(array.numbers.size() * sizeof(double));
  return bytes;
}

} // namespace analysis
