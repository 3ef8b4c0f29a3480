#include "codegen/recursion/split_cases.hpp"

#include <algorithm>

namespace chemora::recursion {

namespace {

using ir::ExpressionPtr;
using ir::is_operation;
using ir::Op;

struct TooManyCases {};

class Splitter {
public:
  Splitter(std::set<std::string> const& names, Constraints const& known) : names_(names), known_(known) {}

  std::vector<Case> split(ExpressionPtr const& value, Constraints const& domain) {
    if (!has_affine_choice(value)) return {{domain, value}};
    if (is_operation(value, Op::select) && has_affine_atom(value->operands[0]))
      return choose(value->operands[0], value->operands[1], value->operands[2], domain);
    return split_operands(value, domain);
  }

private:
  static constexpr std::size_t max_pieces = 4 * max_cases;

  /// Returns the difference of the operands of a comparison of integers, if it is linear in dimensions and sizes.
  std::optional<ir::LinearExpression> difference(ExpressionPtr const& expression) const {
    static std::set<Op> const comparisons{Op::less, Op::less_equal, Op::equal, Op::not_equal};
    if (expression->kind != ir::ExpressionKind::operation || !comparisons.contains(expression->op)) return std::nullopt;
    auto const left = ir::as_linear(expression->operands[0]), right = ir::as_linear(expression->operands[1]);
    if (!left || !right) return std::nullopt;
    ir::LinearExpression const result = *left - *right;
    bool const is_affine = std::all_of(result.factors.begin(), result.factors.end(),
                                       [&](auto const& factor) { return names_.contains(factor.first); });
    return is_affine ? std::optional(result) : std::nullopt;
  }

  static bool is_logical(ExpressionPtr const& expression) {
    return is_operation(expression, Op::logical_and) || is_operation(expression, Op::logical_or) ||
           is_operation(expression, Op::logical_not);
  }

  bool has_affine_atom(ExpressionPtr const& condition) const {
    if (difference(condition) || condition->kind == ir::ExpressionKind::number) return true;
    return is_logical(condition) && std::any_of(condition->operands.begin(), condition->operands.end(),
                                                [&](auto const& operand) { return has_affine_atom(operand); });
  }

  bool has_affine_choice(ExpressionPtr const& expression) const {
    if (is_operation(expression, Op::select) && has_affine_atom(expression->operands[0])) return true;
    return std::any_of(expression->operands.begin(), expression->operands.end(),
                       [&](auto const& operand) { return has_affine_choice(operand); });
  }

  static ExpressionPtr select(ExpressionPtr const& condition, ExpressionPtr const& then,
                              ExpressionPtr const& otherwise) {
    return ir::make_operation(Op::select, {condition, then, otherwise});
  }

  std::vector<Case> choose(ExpressionPtr const& condition, ExpressionPtr const& then, ExpressionPtr const& otherwise,
                           Constraints const& domain) {
    if (std::optional<ir::LinearExpression> const sum = difference(condition))
      return choose(condition->op, *sum, then, otherwise, domain);
    if (condition->kind == ir::ExpressionKind::number) return split(condition->number != 0 ? then : otherwise, domain);
    if (is_operation(condition, Op::logical_not)) return choose_if(condition->operands[0], otherwise, then, domain);
    ExpressionPtr first = condition->operands[0], second = condition->operands[1];
    // Conditions on data may only be valid where the linear conditions hold.
    if (!has_affine_atom(first)) std::swap(first, second);
    if (is_operation(condition, Op::logical_and))
      return choose_if(first, select(second, then, otherwise), otherwise, domain);
    return choose_if(first, then, select(second, then, otherwise), domain);
  }

  std::vector<Case> choose_if(ExpressionPtr const& condition, ExpressionPtr const& then, ExpressionPtr const& otherwise,
                              Constraints const& domain) {
    if (has_affine_atom(condition)) return choose(condition, then, otherwise, domain);
    return split(select(condition, then, otherwise), domain);
  }

  std::vector<Case> choose(Op op, ir::LinearExpression const& difference, ExpressionPtr const& then,
                           ExpressionPtr const& otherwise, Constraints const& domain) {
    loops::Constraint const less{ir::linear(-1) - difference, false}, greater{difference - ir::linear(1), false};
    loops::Constraint const not_greater{-1 * difference, false}, not_less{difference, false};
    loops::Constraint const same{difference, true};
    std::vector<Case> result;
    auto const add = [&](ExpressionPtr const& value, loops::Constraint const& constraint) {
      Constraints const part = joined(domain, {constraint});
      if (is_empty(joined(part, known_))) return;
      for (Case& piece : split(value, part)) result.push_back(std::move(piece));
      if (++n_pieces_ > max_pieces) throw TooManyCases{};
    };
    if (op == Op::less || op == Op::less_equal) {
      add(then, op == Op::less ? less : not_greater);
      add(otherwise, op == Op::less ? not_less : greater);
    } else {
      bool const is_equal = op == Op::equal;
      add(is_equal ? then : otherwise, same);
      add(is_equal ? otherwise : then, less);
      add(is_equal ? otherwise : then, greater);
    }
    return result;
  }

  /// Splits the operands one after another, each within the domains of the cases of the previous ones.
  std::vector<Case> split_operands(ExpressionPtr const& value, Constraints const& domain) {
    struct Partial {
      Constraints domain;
      std::vector<ExpressionPtr> operands;
    };
    std::vector<Partial> partial{{domain, {}}};
    for (ExpressionPtr const& operand : value->operands) {
      std::vector<Partial> next;
      for (Partial const& piece : partial)
        for (Case& part : split(operand, piece.domain)) {
          next.push_back({part.domain, piece.operands});
          next.back().operands.push_back(part.value);
        }
      if (next.size() > max_pieces) throw TooManyCases{};
      partial = std::move(next);
    }
    std::vector<Case> result;
    for (Partial& piece : partial) {
      ir::Expression copy = *value;
      copy.operands = std::move(piece.operands);
      result.push_back({std::move(piece.domain), std::make_shared<ir::Expression const>(std::move(copy))});
    }
    return result;
  }

  std::set<std::string> const& names_;
  Constraints const& known_;
  std::size_t n_pieces_ = 0;
};

} // namespace

std::optional<std::vector<Case>> split_cases(ExpressionPtr const& value, std::set<std::string> const& names,
                                             Constraints const& known) {
  std::vector<Case> cases;
  try {
    cases = Splitter(names, known).split(value, {});
  } catch (TooManyCases const&) {
    return std::nullopt;
  }
  if (cases.size() > max_cases) return std::nullopt;
  for (Case& part : cases) part.domain = simplified(part.domain, known);
  return cases;
}

Constraints box_of(std::vector<Dimension> const& dimensions) {
  Constraints result;
  for (Dimension const& dimension : dimensions) {
    result.push_back(at_least(ir::linear(dimension.name), dimension.lower));
    result.push_back(at_least(dimension.upper, ir::linear(dimension.name)));
  }
  return result;
}

Constraints assumptions(std::set<std::string> const& sizes) {
  Constraints result;
  for (std::string const& size : sizes) {
    bool const is_positive = size.starts_with("length_") || size.starts_with("points_");
    long const lower = size.starts_with("n_states_") ? 2 : is_positive ? 1 : 0;
    result.push_back(at_least(ir::linear(size), ir::linear(lower)));
  }
  return result;
}

} // namespace chemora::recursion
