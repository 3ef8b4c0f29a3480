/// Reductions over elements of one row, which the loop that computes these elements can combine:
///
///     for k: m[k] = ...; d[k] = ...              for k: m = ...; d = ...; e = e + (m + d)
///     for k: e = e + (m[k] + d[k])         ->
#include "codegen/wavefront/ordered_lowering.hpp"

#include <algorithm>
#include <functional>

namespace chemora::wavefront {

using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::LinearExpression;
using recursion::at_least;
using recursion::Constraints;
using recursion::Function;
using recursion::implies;
using recursion::joined;

namespace {

ir::ExpressionPtr call_in(ExpressionPtr const& expression, recursion::System const& system) {
  ExpressionPtr found;
  ir::for_each(expression, [&](ExpressionPtr const& e) {
    if (e->kind == ExpressionKind::element && system.find_function(e->name)) found = e;
  });
  return found;
}

bool has_reduction(ExpressionPtr const& expression) {
  bool result = false;
  ir::for_each(expression, [&](ExpressionPtr const& e) { result |= e->kind == ExpressionKind::reduction; });
  return result;
}

} // namespace

void OrderedLowering::find_fused_reductions() {
  std::function<void(Function const&, recursion::Case const&, ExpressionPtr const&)> const visit =
      [&](Function const& function, recursion::Case const& part, ExpressionPtr const& e) {
        if (e->kind != ExpressionKind::reduction) {
          for (ExpressionPtr const& operand : e->operands) visit(function, part, operand);
          return;
        }
        if (auto found = fused_reduction(function, part, e)) {
          found->total = declare_reduction(*e);
          builder_.scalar(found->total, reduction_type(*e));
          fused_.push_back(std::move(*found));
        }
      };
  for (Function const& function : original_.functions)
    for (recursion::Case const& part : function.cases) visit(function, part, part.value);
}

/// Returns the reduction if all calls are of elements of the current row that one inner loop computes before the
/// reduction, one iteration per term.
std::optional<OrderedLowering::FusedReduction> OrderedLowering::fused_reduction(Function const& function,
                                                                                recursion::Case const& part,
                                                                                ExpressionPtr const& reduction) const {
  ExpressionPtr const &body = reduction->operands.front(), call = call_in(body, original_);
  OrderedStorage const& own = space_.storage(function.name);
  if (!call || has_reduction(body) || !own.is_scalar) return std::nullopt;
  auto const range = std::ranges::find(function.ranges, reduction->loops.front(), &recursion::Range::variable);
  auto const first = ir::as_linear(range->first), last = ir::as_linear(range->last);
  if (!first || !last || values_.varies(*first) || values_.varies(*last)) return std::nullopt;
  OrderedStorage const& storage = space_.storage(call->name);
  if (!storage.inner_level || storage.level != own.level) return std::nullopt;
  FusedReduction result{.function = &function,
                        .part = &part,
                        .reduction = reduction,
                        .range = &*range,
                        .callee = call->name,
                        .level = *storage.inner_level};
  std::optional<LinearExpression> shift;
  bool is_possible = space_.is_computed_before(call->name, function.name);
  ir::for_each(body, [&](ExpressionPtr const& e) {
    Function const* const callee = original_.find_function(e->name);
    if (e->kind != ExpressionKind::element || !callee) return;
    std::optional<LinearExpression> const own_shift =
        space_.iteration_of_call(function.name, *e, call->name, result.level, range->variable);
    is_possible = is_possible && own_shift && (!shift || shift == own_shift);
    shift = own_shift;
  });
  if (!is_possible) return std::nullopt;
  result.shift = *shift;
  return result;
}

std::vector<OrderedLowering::FusedReduction*> OrderedLowering::fused_reductions(Places const& places, std::size_t level,
                                                                                Constraints const& domain) {
  std::vector<FusedReduction*> result;
  for (FusedReduction& each : fused_) {
    auto const place = current_.find(each.function->name);
    bool const is_loop = each.level == level && std::ranges::any_of(places, [&](OrderedPlace const& other) {
                           return other.function->name == each.callee;
                         });
    if (!is_loop || place == current_.end()) continue;
    bool const is_possible = std::ranges::none_of(each.part->domain, [&](loops::Constraint const& constraint) {
      loops::Constraint const here{own_sizes(place->second.at(constraint.expression)), constraint.is_equality};
      return recursion::is_empty(joined(domain, {here}));
    });
    if (!is_possible) continue;
    assign(scalar(each.total), neutral(*each.reduction, *each.function));
    each.is_complete = true;
    result.push_back(&each);
  }
  return result;
}

Constraints OrderedLowering::range_of(FusedReduction const& fused, LinearExpression const& time) const {
  OrderedPlace const& place = current_.at(fused.function->name);
  LinearExpression const variable = time - fused.shift;
  return {at_least(variable, place.at(*ir::as_linear(fused.range->first))),
          at_least(place.at(*ir::as_linear(fused.range->last)), variable)};
}

void OrderedLowering::update_fused_reduction(FusedReduction const& fused, LinearExpression const& time,
                                             Constraints const& domain) {
  Constraints conditions;
  for (loops::Constraint const& constraint : range_of(fused, time)) {
    if (recursion::is_empty(joined(domain, {constraint}))) return;
    if (!implies(domain, constraint)) conditions.push_back(constraint);
  }
  OrderedPlace const& place = current_.at(fused.function->name);
  Scope scope{
      .place = &place, .domain = joined(domain, conditions), .indices = place.indices, .is_in_loop_of_calls = true};
  scope.indices[fused.range->variable] = time - fused.shift;
  if (!conditions.empty()) conditions_.push_back(uniform_condition(conditions));
  ExpressionPtr const term = converted(
      fused.reduction->operands.front(),
      fused.reduction->type == ir::Type::int32 ? recursion::ValueType::integer : recursion::ValueType::real, scope);
  combine(scalar(fused.total), fused.reduction->op, term, *fused.function);
  conditions_.clear();
}

} // namespace chemora::wavefront
