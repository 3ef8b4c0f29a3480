#include "codegen/wavefront/scaled_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace chemora::wavefront {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::Op;
using recursion::Function;
using recursion::ValueType;

namespace {

/// How a value changes if all probabilities that it reads are multiplied by a factor f: it is multiplied by f^n.
struct Degree {
  bool is_valid = true;
  bool is_any = false; ///< 0 and infinity
  int n = 0;
};

constexpr Degree invalid{.is_valid = false};

Degree common(Degree const& a, Degree const& b) {
  if (!a.is_valid || !b.is_valid) return invalid;
  if (a.is_any) return b;
  return b.is_any || a.n == b.n ? a : invalid;
}

class DegreeFinder {
public:
  explicit DegreeFinder(recursion::System const& system) : system_(system) {}

  Degree find(ExpressionPtr const& e) const {
    switch (e->kind) {
    case ExpressionKind::number:
      return {.is_any = e->number == 0 || std::isinf(e->number)};
    case ExpressionKind::element: {
      Function const* const function = system_.find_function(e->name);
      return {.n = function && function->type == ValueType::probability ? 1 : 0};
    }
    case ExpressionKind::reduction:
      return e->op == Op::multiply ? constant(find(e->operands[0])) : find(e->operands[0]);
    case ExpressionKind::operation:
      return operation(*e);
    default:
      return {};
    }
  }

private:
  static Degree constant(Degree const& degree) { return degree.is_any || degree.n == 0 ? degree : invalid; }

  Degree operation(Expression const& e) const {
    std::vector<Degree> degrees;
    for (ExpressionPtr const& operand : e.operands) degrees.push_back(find(operand));
    if (std::ranges::any_of(degrees, [](Degree const& degree) { return !degree.is_valid; })) return invalid;
    switch (e.op) {
    case Op::multiply:
    case Op::divide: {
      bool const is_any = degrees[0].is_any || degrees[1].is_any;
      return {.is_any = is_any, .n = degrees[0].n + (e.op == Op::multiply ? degrees[1].n : -degrees[1].n)};
    }
    case Op::add:
    case Op::subtract:
    case Op::minimum:
    case Op::maximum:
      return common(degrees[0], degrees[1]);
    case Op::select:
      return common(degrees[1], degrees[2]);
    case Op::negate:
      return degrees[0];
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::not_equal:
      return common(degrees[0], degrees[1]).is_valid ? Degree{} : invalid;
    default:
      for (Degree const& degree : degrees)
        if (!constant(degree).is_valid) return invalid;
      return {};
    }
  }

  recursion::System const& system_;
};

} // namespace

std::optional<std::string> why_not_scaled(recursion::System const& system, IsAtStart const& is_at_start) {
  DegreeFinder const degrees(system);
  for (Function const& function : system.functions) {
    bool const is_probability = function.type == ValueType::probability;
    for (recursion::Case const& part : function.cases) {
      Degree const degree = degrees.find(part.value);
      bool const is_scaled = degree.is_valid && (degree.is_any || degree.n == (is_probability ? 1 : 0));
      bool const is_constant = is_probability && degree.is_valid && degree.n == 0;
      if (!is_scaled && !(is_constant && is_at_start(function, part)))
        return fmt::format("`{}` is no sum of multiples of probabilities", function.name);
    }
  }
  return std::nullopt;
}

ExpressionPtr too_small(ExpressionPtr const& element) {
  ExpressionPtr const is_small =
      ir::make_operation(Op::less, {element, ir::make_number(ir::Type::real64, smallest_scaled)});
  return ir::make_operation(Op::select, {is_small, element, ir::make_number(ir::Type::real64, 0)});
}

bool reads_probabilities(recursion::System const& system, ExpressionPtr const& expression) {
  bool result = false;
  ir::for_each(expression, [&](ExpressionPtr const& e) {
    if (e->kind != ExpressionKind::element) return;
    Function const* const function = system.find_function(e->name);
    result |= function && function->type == ValueType::probability;
  });
  return result;
}

} // namespace chemora::wavefront
