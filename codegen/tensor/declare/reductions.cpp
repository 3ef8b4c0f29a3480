/// Separates reductions over the grid from the calculations that compute their terms.
#include "codegen/tensor/declare/declare.hpp"
#include "codegen/tensor/declare/symbols.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace chemora::tensor {

namespace {

struct Operation {
  char const* name;
  char const* neutral; ///< value that does not change results below 3.4e38 (min) or above -3.4e38 (max); a real32
};
constexpr std::array operations{Operation{"min", "3.4e38"}, Operation{"max", "-3.4e38"}, Operation{"sum", "0"}};

bool is_reduction(edl::Expression const& expression) {
  return expression.kind == edl::ExpressionKind::call && expression.text == "reduce";
}

class Separator {
public:
  Separator(edl::SyntaxTree& tree, base::Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  void run() {
    for (edl::VariableDeclaration const& scalar : tree_.scalars) {
      check_shape(scalar);
      check_names(scalar);
    }
    if (diagnostics_.has_errors()) return;
    for (edl::Calculation& calculation : tree_.calculations)
      for (edl::Equation& equation : calculation.equations)
        if (find_scalar(equation.left) && equation.more_left.empty())
          separate(equation, calculation);
        else
          check_no_reduction(equation.right);
    for (edl::Definition const& definition : tree_.definitions) check_no_reduction(definition.right);
    for (edl::Function const& function : tree_.functions)
      for (edl::LocalDefinition const& local : function.body) check_no_reduction(local.right);
    for (edl::FaceBlock const& faces : tree_.faces)
      for (edl::LocalDefinition const& local : faces.definitions) check_no_reduction(local.right);
    for (edl::VariableDeclaration const& scalar : tree_.scalars) add_terms(scalar);
  }

private:
  /// A scalar with its reductions in all calculations.
  struct Use {
    std::string operation;
    std::vector<std::optional<edl::Expression>> conditions; ///< conditions of the calculations
  };

  edl::VariableDeclaration const* find_scalar(edl::Name const& name) const {
    auto const found = std::find_if(tree_.scalars.begin(), tree_.scalars.end(),
                                    [&](auto const& scalar) { return scalar.name == name; });
    return found == tree_.scalars.end() ? nullptr : &*found;
  }

  void check_shape(edl::VariableDeclaration const& scalar) {
    DeclaredName const declared = read_declared_name(scalar.name, diagnostics_);
    if (declared.shape.rank() > 0 || !scalar.weight.empty() || scalar.is_pseudo)
      diagnostics_.error(scalar.name.where,
                         "The scalar `" + edl::to_text(scalar.name) + "` must not have indices, a weight or a parity.");
  }

  /// Reports names that the thorn would declare twice: the scalar, the variable with its terms, and the calculation
  /// that initialises this variable.
  void check_names(edl::VariableDeclaration const& scalar) {
    std::string const name = edl::to_text(scalar.name);
    for (auto other = tree_.scalars.begin(); &*other != &scalar; ++other)
      if (base::lower_case(edl::to_text(other->name)) == base::lower_case(name)) {
        diagnostics_.error(scalar.name.where, "The scalar `" + name +
                                                  "` is declared a second time (case is ignored); the "
                                                  "first declaration is in line " +
                                                  std::to_string(other->name.where.line) + ".");
        return;
      }
    if (!scalar.name.qualifier.empty())
      diagnostics_.error(scalar.name.where, "The scalar `" + name +
                                                "` must not have the name of an implementation; write `" +
                                                name.substr(scalar.name.qualifier.size() + 2) + "`.");
    for (edl::VariableBlock const& block : tree_.blocks)
      for (edl::VariableDeclaration const& variable : block.variables)
        check_generated(scalar, "terms", edl::to_text(variable.name), variable.name.where);
    for (edl::ParameterDeclaration const& parameter : tree_.parameters)
      check_generated(scalar, "terms", edl::to_text(parameter.name), parameter.name.where);
    for (edl::Calculation const& calculation : tree_.calculations)
      check_generated(scalar, "Fill", calculation.name, calculation.where);
  }

  /// Reports `name` if it is the generated name SCALAR_SUFFIX.
  void check_generated(edl::VariableDeclaration const& scalar, std::string const& suffix, std::string const& name,
                       base::SourcePosition const& where) {
    std::string const scalar_name = edl::to_text(scalar.name), generated = scalar_name + "_" + suffix;
    if (base::lower_case(generated) == base::lower_case(name))
      diagnostics_.error(where, "The scalar `" + scalar_name + "` needs the name `" + generated +
                                    "` in the generated thorn; choose another name than `" + name + "`.");
  }

  void separate(edl::Equation& equation, edl::Calculation& calculation) {
    std::string const scalar = edl::to_text(equation.left);
    if (equation.is_evolution || !is_reduction(equation.right)) {
      diagnostics_.error(equation.where, "`" + scalar + "` is a scalar, which only a reduction can assign, as in `" +
                                             scalar + " = reduce(max, u)`.");
      return;
    }
    auto const operation = operation_of(equation.right);
    if (!operation) return;
    edl::Expression terms = equation.right.operands[1];
    check_no_reduction(terms);
    Use& use = uses_[scalar];
    if (!use.operation.empty() && use.operation != *operation) {
      diagnostics_.error(equation.where, "`" + scalar + "` is also the result of `reduce(" + use.operation +
                                             ", ...)`; use a scalar for each operation.");
      return;
    }
    use.operation = *operation;
    use.conditions.push_back(calculation.condition);
    equation.left = terms_of(equation.left);
    equation.right = std::move(terms);
    calculation.reductions.push_back({scalar, *operation, edl::to_text(equation.left)});
  }

  /// The operation of `reduce(max, E)`. Reports any other form.
  std::optional<std::string> operation_of(edl::Expression const& call) {
    std::vector<std::string> names;
    for (Operation const& operation : operations) names.emplace_back(operation.name);
    std::string const form = "`reduce` takes min, max or sum and an expression, as in `reduce(max, u)`";
    if (call.operands.size() != 2) {
      diagnostics_.error(call.where, form + "; found " + base::counted(call.operands.size(), "argument") + ".");
      return std::nullopt;
    }
    edl::Expression const& first = call.operands[0];
    std::string const name = edl::to_text(first);
    if (first.kind == edl::ExpressionKind::name && base::contains(names, name)) return name;
    diagnostics_.error(first.where,
                       form + "; found `" + name + "` as the operation." + base::did_you_mean(name, names));
    return std::nullopt;
  }

  void check_no_reduction(edl::Expression const& expression) {
    if (is_reduction(expression)) {
      diagnostics_.error(expression.where,
                         "`reduce` must be the whole right side of an equation for a scalar of a block "
                         "`scalars`, as in `s = reduce(max, u)`.");
      return;
    }
    for (edl::Expression const& operand : expression.operands) check_no_reduction(operand);
  }

  static edl::Name terms_of(edl::Name name) {
    edl::Suffix suffix;
    suffix.text = "terms";
    suffix.where = name.where;
    for (char const letter : suffix.text) {
      suffix.symbols.emplace_back();
      suffix.symbols.back().name = letter;
    }
    name.suffixes.push_back(suffix);
    return name;
  }

  /// Declares the variable with the terms of the scalar, and the calculation that sets it at all points.
  void add_terms(edl::VariableDeclaration const& scalar) {
    auto const use = uses_.find(edl::to_text(scalar.name));
    if (use == uses_.end()) {
      if (!diagnostics_.has_errors())
        diagnostics_.error(scalar.name.where, "The scalar `" + edl::to_text(scalar.name) +
                                                  "` is declared, but no calculation assigns it a reduction.");
      return;
    }
    edl::Name const terms = terms_of(scalar.name);
    edl::VariableBlock block{
        "", "", 0, {{terms, "Values that are reduced to " + edl::to_text(scalar.name), ""}}, scalar.name.where};
    if (use->second.conditions.size() == 1) block.condition = use->second.conditions[0];
    edl::Calculation fill;
    fill.name = edl::to_text(scalar.name) + "_Fill";
    fill.preposition = "at";
    fill.bin = "basegrid";
    fill.region = "everywhere";
    fill.condition = block.condition;
    fill.where = scalar.name.where;
    fill.equations.push_back({.left = terms, .right = neutral(use->second.operation), .where = scalar.name.where});
    tree_.blocks.push_back(std::move(block));
    tree_.calculations.insert(tree_.calculations.begin(), std::move(fill));
  }

  static edl::Expression neutral(std::string const& operation) {
    std::string text;
    for (Operation const& known : operations)
      if (known.name == operation) text = known.neutral;
    edl::Expression number;
    number.text = text.starts_with("-") ? text.substr(1) : text;
    if (!text.starts_with("-")) return number;
    edl::Expression negative;
    negative.kind = edl::ExpressionKind::negate;
    negative.operands = {number};
    return negative;
  }

  edl::SyntaxTree& tree_;
  base::Diagnostics& diagnostics_;
  std::map<std::string, Use> uses_;
};

} // namespace

edl::SyntaxTree separate_reductions(edl::SyntaxTree tree, base::Diagnostics& diagnostics) {
  Separator(tree, diagnostics).run();
  return tree;
}

} // namespace chemora::tensor
