#include "codegen/patterns/expressions.hpp"

#include "codegen/patterns/language.hpp"
#include "codegen/patterns/typed_expressions.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

namespace {

using syntax::Node;
using syntax::NodeKind;
using Ptr = syntax::NodePtr;
using SyntaxKind = syntax::StatementKind;

std::vector<std::string> const reductions{"sum", "min", "max", "count", "any", "all", "argmin", "argmax"};
std::vector<std::string> const coordinates{"x", "y", "z"};

bool is_reduction(Node const& node) {
  return node.kind == NodeKind::call && node.operands.size() == 1 && base::contains(reductions, node.text);
}

class ExpressionRewriter {
public:
  ExpressionRewriter(std::map<std::string, std::string> const& fields, base::Diagnostics& diagnostics)
      : fields_(fields), diagnostics_(diagnostics) {}

  void rewrite(std::vector<syntax::Statement>& statements) {
    for (syntax::Statement const& statement : statements) collect(statement);
    while (defined_.contains(point_) || fields_.contains(point_)) point_ += "_";
    std::vector<syntax::Statement> result;
    for (syntax::Statement& statement : statements) {
      statement.value = rewritten(statement.value);
      for (auto& [name, value] : statement.columns) value = rewritten(value);
      statement.function.body = rewritten(statement.function.body);
      add(std::move(statement), result);
    }
    statements = declarations();
    statements.insert(statements.end(), result.begin(), result.end());
  }

private:
  /// Collects the names that the statement defines. They hide grid functions with the same names.
  void collect(syntax::Statement const& statement) {
    bool const is_output = statement.kind == SyntaxKind::assign && statement.target->kind == NodeKind::name;
    if (is_output) defined_.insert(statement.target->text);
    for (syntax::Name const& name : {statement.name, statement.declaration.name, statement.function.name})
      defined_.insert(name.text);
    for (syntax::Declaration const& parameter : statement.function.parameters) defined_.insert(parameter.name.text);
    for (syntax::Generator const& generator : statement.generators) defined_.insert(generator.variable.text);
    for (Ptr const& part : {statement.value, statement.target, statement.function.body}) collect(part);
    for (auto const& [name, value] : statement.columns) collect(value);
    for (syntax::Statement const& inner : statement.body) collect(inner);
    for (syntax::Statement const& inner : statement.otherwise) collect(inner);
  }

  void collect(Ptr const& node) {
    if (!node) return;
    if (node->kind == NodeKind::let) defined_.insert(node->text);
    for (Ptr const& operand : node->operands) collect(operand);
    if (!node->pattern) return;
    for (syntax::Generator const& generator : node->pattern->generators)
      if (!is_comparison(*node)) defined_.insert(generator.variable.text);
    defined_.insert(node->pattern->left.text);
    defined_.insert(node->pattern->right.text);
    for (Ptr const& part : {node->pattern->body, node->pattern->key, node->pattern->combined}) collect(part);
  }

  /// `count(rho < 1)` is parsed like a pattern with the variable `rho`.
  static bool is_comparison(Node const& node) {
    syntax::Pattern const& pattern = *node.pattern;
    return base::contains(reductions, node.text) && !pattern.body && !pattern.key && pattern.generators.size() == 1 &&
           pattern.generators[0].count;
  }

  bool is_field(std::string const& name) const { return fields_.contains(name) && !defined_.contains(name); }

  static Ptr make(Node node) { return std::make_shared<Node const>(std::move(node)); }

  Ptr rewritten(Ptr const& node) {
    if (!node) return nullptr;
    if (node->kind == NodeKind::name) return name(node);
    if (node->kind == NodeKind::pattern && is_comparison(*node)) return comparison(*node);
    if (is_reduction(*node)) return reduction(*node, node->operands[0]);
    Node result = *node;
    bool const is_subscript = node->kind == NodeKind::subscript;
    bool const is_grid = is_subscript && node->operands[0]->kind == NodeKind::name && is_field(node->operands[0]->text);
    if (is_grid) used_.insert(node->operands[0]->text);
    for (std::size_t n = is_grid ? 1 : 0; n < result.operands.size(); ++n)
      result.operands[n] = rewritten(node->operands[n]);
    if (node->kind == NodeKind::call && node->text == "where" && node->operands.size() == 3)
      result.kind = NodeKind::conditional;
    if (node->pattern) result.pattern = rewritten_pattern(*node->pattern);
    return make(std::move(result));
  }

  std::shared_ptr<syntax::Pattern const> rewritten_pattern(syntax::Pattern pattern) {
    for (Ptr* const part : {&pattern.key, &pattern.n_groups, &pattern.body, &pattern.initial, &pattern.combined})
      *part = rewritten(*part);
    for (syntax::Generator& generator : pattern.generators)
      for (Ptr* const part : {&generator.count, &generator.first, &generator.last}) *part = rewritten(*part);
    return std::make_shared<syntax::Pattern const>(std::move(pattern));
  }

  Ptr comparison(Node const& node) {
    syntax::Generator const& generator = node.pattern->generators[0];
    syntax::Name const& left = generator.variable;
    Ptr const name = make({.kind = NodeKind::name, .text = left.text, .where = left.where});
    return reduction(
        node, make({.kind = NodeKind::binary, .text = "<", .operands = {name, generator.count}, .where = left.where}));
  }

  /// `sum(a)` becomes `sum(point in grid: a)` if `a` depends on the point.
  Ptr reduction(Node const& node, Ptr const& argument) {
    if (is_inside_) {
      diagnostics_.error(node.where, fmt::format("`{0}` is inside another reduction; give it a name in a statement "
                                                 "before, as in `mean = {0}(...)`.",
                                                 node.text));
      return make(node);
    }
    std::size_t const n_uses = n_uses_;
    is_inside_ = true;
    Ptr const body = rewritten(argument);
    is_inside_ = false;
    Node result = node;
    result.operands = {body};
    if (n_uses_ == n_uses) return make(std::move(result));
    syntax::Pattern pattern{.body = body};
    Ptr const grid = make({.kind = NodeKind::name, .text = "grid", .where = node.where});
    pattern.generators.push_back({.variable = {point_, node.where}, .set = grid});
    result.kind = NodeKind::pattern;
    result.operands.clear();
    result.pattern = std::make_shared<syntax::Pattern const>(std::move(pattern));
    return make(std::move(result));
  }

  Ptr name(Ptr const& node) {
    std::string const& text = node->text;
    if (defined_.contains(text)) return node;
    bool const is_coordinate = base::contains(coordinates, text) || text == "dV";
    if ((is_field(text) || is_coordinate) && !is_inside_) {
      diagnostics_.error(node->where, fmt::format("`{0}` has a value at each point of the grid; reduce it to a number, "
                                                  "as in `sum({0})` or `max({0})`.",
                                                  text));
      return node;
    }
    Ptr const point = make({.kind = NodeKind::name, .text = point_, .where = node->where});
    if (is_field(text)) {
      used_.insert(text);
      ++n_uses_;
      return make({.kind = NodeKind::subscript, .operands = {node, point}, .where = node->where, .source = text});
    }
    if (is_coordinate) {
      ++n_uses_;
      return make(
          {.kind = NodeKind::field, .text = text == "dV" ? "volume" : text, .operands = {point}, .where = node->where});
    }
    check_unknown(*node);
    return node;
  }

  void check_unknown(Node const& node) {
    bool const belongs_to_grid = node.text == "grid" || node.text.starts_with("points_") ||
                                 node.text.starts_with("origin_") || node.text.starts_with("spacing_");
    if (belongs_to_grid) return;
    std::vector<std::string> known{"x", "y", "z", "dV"};
    for (auto const& [field, source] : fields_) known.push_back(field);
    known.insert(known.end(), defined_.begin(), defined_.end());
    diagnostics_.error(node.where, fmt::format("There is no grid function or variable `{}`.{}", node.text,
                                               base::did_you_mean(node.text, known)));
  }

  /// An assignment becomes a definition and an output.
  static void add(syntax::Statement statement, std::vector<syntax::Statement>& statements) {
    bool const is_output =
        statement.kind == SyntaxKind::assign && statement.target->kind == NodeKind::name && statement.text.text == "=";
    if (!is_output) return statements.push_back(std::move(statement));
    syntax::Name const name{statement.target->text, statement.target->where};
    statements.push_back({.kind = SyntaxKind::let, .where = name.where, .name = name, .value = statement.value});
    Ptr const value = make({.kind = NodeKind::name, .text = name.text, .where = name.where});
    statements.push_back({.kind = SyntaxKind::output, .where = name.where, .name = name, .value = value});
  }

  std::vector<syntax::Statement> declarations() const {
    std::vector<syntax::Statement> result;
    for (std::string const& name : used_) {
      syntax::Statement statement{.kind = SyntaxKind::grid};
      statement.declaration.type = {"real", {}};
      statement.declaration.name = {name, {}};
      statement.text = {fields_.at(name), {}};
      result.push_back(std::move(statement));
    }
    return result;
  }

  std::map<std::string, std::string> const& fields_;
  base::Diagnostics& diagnostics_;
  std::set<std::string> defined_{}, used_{}; ///< names that the text defines; grid functions that it uses
  std::string point_ = "cell";               ///< variable of the points
  bool is_inside_ = false;                   ///< whether the expression is the argument of a reduction
  std::size_t n_uses_ = 0;                   ///< of grid functions and coordinates so far
};

} // namespace

Program read_expressions(base::SourceText const& source, std::map<std::string, std::string> const& fields) {
  return read_program(source, [&](std::vector<syntax::Statement>& statements, base::Diagnostics& diagnostics) {
    ExpressionRewriter(fields, diagnostics).rewrite(statements);
  });
}

} // namespace chemora::patterns
