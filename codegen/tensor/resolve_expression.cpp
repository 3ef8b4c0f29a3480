// One function per kind of expression.
#include "codegen/tensor/resolve_expression.hpp"

#include "codegen/edl/expression_parser.hpp"
#include "codegen/tensor/covariant.hpp"
#include "codegen/tensor/definitions.hpp"
#include "codegen/tensor/resolve_name.hpp"
#include "codegen/tensor/tensor_algebra.hpp"
#include "codegen/tensor/tensor_functions.hpp"
#include "framework/base/nearest_name.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

using Maybe = std::optional<Resolved>;

bool is_numeric(ValueType type) { return type == ValueType::real || type == ValueType::integer; }

class Resolver {
public:
  explicit Resolver(Context& context) : context_(context) {}

  Maybe resolve(edl::Expression const& source) {
    Maybe result = by_kind(source);
    if (result) result->expression.where = source.where;
    // What a parenthesis sums is its own affair.
    if (result && source.has_parentheses) result->summed.clear();
    return result;
  }

private:
  Maybe by_kind(edl::Expression const& source) {
    switch (source.kind) {
    case edl::ExpressionKind::number:
      return number(source);
    case edl::ExpressionKind::string:
      return fail(source.where, "The string \"" + source.text + "\" can only be compared with a keyword parameter.");
    case edl::ExpressionKind::name:
      return name(source);
    case edl::ExpressionKind::derivative:
      return derivative(source);
    case edl::ExpressionKind::call:
      return call(source);
    case edl::ExpressionKind::negate:
      return negate(source);
    case edl::ExpressionKind::logical_not:
      return logical(source, "not");
    case edl::ExpressionKind::binary:
      return binary(source);
    case edl::ExpressionKind::conditional:
      return conditional(source);
    }
    return std::nullopt;
  }

  std::nullopt_t fail(base::SourcePosition const& where, std::string const& message) {
    context_.diagnostics.error(where, message);
    return std::nullopt;
  }

  Maybe number(edl::Expression const& source) {
    auto const value = parse_number(source.text);
    if (!value) return fail(source.where, "The number " + source.text + " is outside the range of a double.");
    return Resolved{make_number(*value), {}, {}};
  }

  Maybe name(edl::Expression const& source) {
    std::string const text = edl::to_text(source.name);
    if (text == "true" || text == "false") return truth(text == "true");
    if (auto const argument = context_.arguments.find(text); argument != context_.arguments.end())
      return argument->second;
    if (!source.name.qualifier.empty()) return resolve_foreign_name(source.name, context_);
    auto const used = resolve_name(source.name, context_, true);
    if (!used) return std::nullopt;
    Resolved result;
    result.expression = expression_of(*used, source.where, context_);
    result.expression.where = source.where;
    if (!add_indices(result, used->indices, source.where, context_.letters, context_.diagnostics)) return std::nullopt;
    return result;
  }

  static Resolved truth(bool value) {
    Expression expression = make_number(integer(value ? 1 : 0));
    expression.type = ValueType::boolean;
    return {expression, {}, {}};
  }

  Maybe derivative(edl::Expression const& source) {
    edl::Name const& name = source.name;
    if (name.suffixes.size() == 1 && name.base == "D" && name.suffixes[0].text == "t")
      return fail(source.where,
                  "`D_t` stands only at the start of an equation; on the right, use the variable it equals.");
    if (name.suffixes.size() == 1 && name.base == "D" && name.suffixes[0].text.starts_with("tt"))
      return fail(source.where, "Only first time derivatives are integrated, and only on the left side: introduce a "
                                "variable for `D_t` of the other.");
    auto operand = resolve(source.operands[0]);
    if (!operand || !require_number(*operand, source.operands[0])) return std::nullopt;
    if (name.base == "Lie") return lie_derivative(std::move(*operand), source, context_);
    std::vector<Index> indices;
    for (edl::Suffix const& suffix : name.suffixes)
      if (!read_indices(suffix, indices, context_.diagnostics)) return std::nullopt;
    for (Metric const& metric : context_.system.metrics)
      if (metric.derivative == name.base)
        return covariant_derivative(metric, indices, std::move(*operand), source, context_);
    context_.symbols.mark_used("operator " + name.base);
    if (!check_operator(source, indices)) return std::nullopt;
    if (!context_.system.derivative_operator(name.base).jacobian.empty())
      return through_jacobian(source, indices, std::move(*operand));
    Resolved result;
    result.expression.kind = Kind::derivative;
    result.expression.name = name.base;
    result.expression.indices = indices;
    if (!add_indices(result, indices, source.where, context_.letters, context_.diagnostics)) return std::nullopt;
    return add_operand(std::move(result), std::move(*operand), source.where, context_.letters, context_.diagnostics);
  }

  Maybe through_jacobian(edl::Expression const& source, std::vector<Index> const& indices, Resolved operand) {
    std::vector<Index> own;
    for (std::size_t n = 0; n < indices.size(); ++n) own.push_back(fresh_index(context_, false));
    Resolved result = differentiated(source.name.base, own, std::move(operand), context_);
    return with_indices(std::move(result), own, indices, source.where, context_);
  }

  bool check_operator(edl::Expression const& source, std::vector<Index> const& indices) {
    auto const& operators = context_.system.operators;
    auto const known = std::find_if(operators.begin(), operators.end(), [&](DerivativeOperator const& derivative) {
      return derivative.name == source.name.base;
    });
    if (known == operators.end()) return false; // its definition has been reported
    if (!known->wind.empty()) context_.symbols.mark_used(known->wind);
    if (known->is_sum_over_axes) return true; // the grammar reads no index
    std::size_t const most = known->side == Side::centred ? 2 : 1;
    for (Index const& index : indices)
      if (index.is_upper) {
        fail(source.where, "The index of a derivative is a lower one; raise it with `delta^ij`.");
        return false;
      }
    if (indices.empty() || indices.size() > most) {
      fail(source.where, "The operator `" + source.name.base + "` takes " +
                             (most == 2 ? "one or two indices" : "one index") + "; `" + edl::to_text(source.name) +
                             "` has " + std::to_string(indices.size()) + ".");
      return false;
    }
    return true;
  }

  bool require_number(Resolved const& operand, edl::Expression const& source) {
    if (is_numeric(operand.expression.type)) return true;
    fail(source.where, "A number is needed here; `" + edl::to_text(source) + "` is of type " +
                           to_text(operand.expression.type) + ".");
    return false;
  }

  bool require_boolean(Resolved const& operand, edl::Expression const& source) {
    if (operand.expression.type == ValueType::boolean) return true;
    fail(source.where, "A truth value is needed here; `" + edl::to_text(source) + "` is of type " +
                           to_text(operand.expression.type) + ".");
    return false;
  }

  bool require_scalar(Resolved const& operand, edl::Expression const& source, std::string const& role) {
    if (operand.free.empty()) return true;
    fail(source.where,
         role + " must be a scalar; `" + edl::to_text(source) + "` has the free indices " + listed(operand.free) + ".");
    return false;
  }

  Maybe call(edl::Expression const& source) {
    bool const is_of_file =
        context_.symbols.contains(source.text) && context_.symbols[source.text].kind == SymbolKind::function;
    if (is_of_file || is_tensor_function(source.text)) return tensor_function(source, is_of_file);
    if (!edl::is_function(source.text)) {
      if (context_.symbols.contains(source.text))
        return fail(source.where,
                    "`" + source.text + "` is not a function; to multiply it, leave a blank before `(` or write `*`.");
      auto names = edl::function_names();
      for (std::string const& name : tensor_function_names()) names.push_back(name);
      for (auto const& [name, definition] : context_.definitions)
        if (definition.source.is_function) names.push_back(name);
      return fail(source.where, "`" + source.text + "` is not a function." + base::did_you_mean(source.text, names));
    }
    int const arity = edl::arity_of_function(source.text);
    auto const count = static_cast<int>(source.operands.size());
    if (arity > 0 ? count != arity : count < 2)
      return fail(source.where, "`" + source.text + "` takes " + (arity > 0 ? std::to_string(arity) : "two or more") +
                                    (arity == 1 ? " argument" : " arguments") + ", found " + std::to_string(count) +
                                    ".");
    if (source.text == "if") return conditional(source);
    std::vector<Expression> operands;
    for (edl::Expression const& operand : source.operands) {
      auto resolved = resolve(operand);
      if (!resolved) continue;
      bool const fits = require_number(*resolved, operand) &&
                        require_scalar(*resolved, operand, "The argument of `" + source.text + "`");
      if (fits) operands.push_back(std::move(resolved->expression));
    }
    if (operands.size() != source.operands.size()) return std::nullopt;
    return Resolved{function(source.text, std::move(operands)), {}, {}};
  }

  /// The arguments of a function of the file or of `trace` and the like may have indices.
  Maybe tensor_function(edl::Expression const& source, bool is_of_file) {
    if (source.text == "det") return determinant(source, context_);
    std::vector<Resolved> arguments;
    for (edl::Expression const& operand : source.operands)
      if (auto resolved = resolve(operand); resolved && require_number(*resolved, operand))
        arguments.push_back(std::move(*resolved));
    if (arguments.size() != source.operands.size()) return std::nullopt;
    if (!is_of_file) return apply_tensor_function(source, std::move(arguments), context_);
    context_.symbols.mark_used(source.text);
    return apply_function(source, std::move(arguments), context_);
  }

  static Expression function(std::string const& name, std::vector<Expression> operands) {
    if (name == "fabs") return make_apply("abs", std::move(operands));
    if (name == "pow") return make_apply("**", std::move(operands));
    if (name != "min" && name != "max") return make_apply(name, std::move(operands));
    Expression result = operands[0];
    for (std::size_t n = 1; n < operands.size(); ++n) result = make_apply(name, {std::move(result), operands[n]});
    return result;
  }

  Maybe negate(edl::Expression const& source) {
    auto operand = resolve(source.operands[0]);
    if (!operand || !require_number(*operand, source.operands[0])) return std::nullopt;
    operand->expression = make_apply("neg", {std::move(operand->expression)});
    return operand;
  }

  Maybe logical(edl::Expression const& source, std::string const& name) {
    std::vector<Expression> operands;
    for (edl::Expression const& operand : source.operands) {
      auto resolved = resolve(operand);
      if (resolved && require_boolean(*resolved, operand)) operands.push_back(std::move(resolved->expression));
    }
    if (operands.size() != source.operands.size()) return std::nullopt;
    return Resolved{make_apply(name, std::move(operands), ValueType::boolean), {}, {}};
  }

  Maybe binary(edl::Expression const& source) {
    std::string const& symbol = source.text;
    if (symbol == "and" || symbol == "or") return logical(source, symbol);
    if (symbol == "==" || symbol == "!=")
      if (auto const keyword = keyword_comparison(source); keyword.first) return keyword.second;
    auto left = resolve(source.operands[0]);
    auto right = resolve(source.operands[1]);
    if (!left || !right) return std::nullopt;
    bool const is_comparison = symbol.find_first_of("=<>!") != std::string::npos;
    bool const both_boolean =
        left->expression.type == ValueType::boolean && right->expression.type == ValueType::boolean;
    if (!(is_comparison && both_boolean && (symbol == "==" || symbol == "!=")) &&
        (!require_number(*left, source.operands[0]) || !require_number(*right, source.operands[1])))
      return std::nullopt;
    if (symbol == "+" || symbol == "-") return sum(source, std::move(*left), std::move(*right));
    if (symbol == "*") return product(source, std::move(*left), std::move(*right));
    if (symbol == "/" && !require_scalar(*right, source.operands[1], "A divisor")) return std::nullopt;
    if (symbol == "/") return product(source, std::move(*left), std::move(*right));
    std::string const role = is_comparison ? "Each side of a comparison" : "Each side of `**`";
    if (!require_scalar(*left, source.operands[0], role) || !require_scalar(*right, source.operands[1], role))
      return std::nullopt;
    return Resolved{make_apply(symbol, {std::move(left->expression), std::move(right->expression)},
                               is_comparison ? ValueType::boolean : ValueType::real),
                    {},
                    {}};
  }

  /// 0 is the zero of every tensor.
  static bool is_zero(Resolved const& resolved) {
    return resolved.expression.kind == Kind::number && resolved.expression.number.is(0) && resolved.free.empty();
  }

  Maybe sum(edl::Expression const& source, Resolved left, Resolved right) {
    if (!same_indices(left.free, right.free))
      return fail(source.where, "The two sides of `" + source.text + "` have different free indices: " +
                                    listed(left.free) + " on the left, " + listed(right.free) + " on the right.");
    // Each term sums on its own, so that `a^i b_i + c^i d_i` uses one letter twice.
    left.summed.insert(right.summed.begin(), right.summed.end());
    left.expression = make_apply(source.text, {std::move(left.expression), std::move(right.expression)});
    return left;
  }

  Maybe product(edl::Expression const& source, Resolved left, Resolved right) {
    Resolved result;
    result.expression = make_apply(source.text, {});
    result.expression.where = source.where;
    auto first = add_operand(std::move(result), std::move(left), source.where, context_.letters, context_.diagnostics);
    if (!first) return std::nullopt;
    return add_operand(std::move(*first), std::move(right), source.operands[1].where, context_.letters,
                       context_.diagnostics);
  }

  Maybe conditional(edl::Expression const& source) {
    auto condition = resolve(source.operands[0]);
    auto then = resolve(source.operands[1]);
    auto otherwise = resolve(source.operands[2]);
    if (!condition || !then || !otherwise || !require_boolean(*condition, source.operands[0]) ||
        !require_number(*then, source.operands[1]) || !require_number(*otherwise, source.operands[2]))
      return std::nullopt;
    if (is_zero(*then)) then->free = otherwise->free;
    if (!is_zero(*otherwise) && !same_indices(then->free, otherwise->free))
      return fail(source.where, "The two values of the condition have different free indices: " + listed(then->free) +
                                    " and " + listed(otherwise->free) + ".");
    then->summed.insert(otherwise->summed.begin(), otherwise->summed.end());
    then->expression = make_apply(
        "if", {std::move(condition->expression), std::move(then->expression), std::move(otherwise->expression)});
    return then;
  }

  /// `initial == "gaussian"`: first says whether it is one.
  std::pair<bool, Maybe> keyword_comparison(edl::Expression const& source) {
    edl::Expression const* string = nullptr;
    edl::Expression const* other = nullptr;
    for (std::size_t n = 0; n < 2; ++n)
      if (source.operands[n].kind == edl::ExpressionKind::string) {
        string = &source.operands[n];
        other = &source.operands[1 - n];
      }
    if (!string || other->kind == edl::ExpressionKind::string) return {false, std::nullopt};
    auto parameter = resolve(*other);
    if (!parameter) return {true, std::nullopt};
    if (parameter->expression.type != ValueType::keyword)
      return {true, fail(other->where, "`" + edl::to_text(*other) +
                                           "` is not a keyword parameter and cannot be compared "
                                           "with the string \"" +
                                           string->text + "\".")};
    auto const values = context_.system.parameter(parameter->expression.name).keywords();
    auto const at = std::find(values.begin(), values.end(), string->text);
    if (at == values.end())
      return {true, fail(string->where, "\"" + string->text + "\" is not a value of `" + parameter->expression.name +
                                            "`." + base::did_you_mean(string->text, values))};
    Expression value = make_number(integer(at - values.begin()));
    value.kind = Kind::keyword;
    value.type = ValueType::keyword;
    value.name = parameter->expression.name;
    return {true,
            Resolved{make_apply(source.text, {std::move(parameter->expression), std::move(value)}, ValueType::boolean),
                     {},
                     {}}};
  }

  Context& context_;
};

} // namespace

std::optional<Resolved> resolve_expression(edl::Expression const& expression, Context& context) {
  return Resolver(context).resolve(expression);
}

} // namespace chemora::tensor
