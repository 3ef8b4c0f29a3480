/// Elements of arrays as vectors.
#include "codegen/emit/tree_questions.hpp"
#include "codegen/emit/tree_vectors.hpp"
#include "codegen/emit/vectors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <utility>

namespace chemora::emit {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::Op;
using ir::Type;

std::string TreeVectors::element(ExpressionPtr const& element) const {
  if (vector_->arrays.contains(element->name))
    return has_varying_subscripts(element) ? lane_by_lane(element) : scalars_.element(element);
  if (auto const text = read_where(element)) return *text;
  AccessStride const stride = scalars_.stride_along(element, vector_->variable);
  if (!stride.is_linear)
    for (auto const& text : {lookup(element), lookup_in_matrix(element), picked(element), unclamped(element)})
      if (text) return *text;
  if (!stride.is_linear || element->type == Type::boolean) return lane_by_lane(element);
  return in_memory(element, stride);
}

std::string TreeVectors::in_memory(ExpressionPtr const& element, AccessStride const& stride) const {
  std::string const type = vector_type(element->type), address = "&" + scalars_.element(element);
  if (stride.is_one()) return fmt::format("load<{}>({})", type, address);
  return fmt::format("gather<{}>({}, {}{})", type, address, stride.constant, stride.symbolic);
}

namespace {

struct UnclampedElement {
  /// The element with operands that contain the loop variable in place of minima and maxima.
  ExpressionPtr element{};
  /// Both elements are the same where all of these numbers are at least 0.
  std::vector<ir::LinearExpression> non_negative{};
};

/// Returns an element such as `x[max(i - 1, 0)]` without those minima and maxima of linear expressions that contain the
/// loop variable. Returns nothing if there are none.
std::optional<UnclampedElement> without_clamps(ExpressionPtr const& element, std::string const& variable) {
  UnclampedElement result;
  std::vector<ExpressionPtr> subscripts = element->operands;
  for (ExpressionPtr& subscript : subscripts)
    subscript = without_limits(subscript, variable, [&](ir::LinearExpression const& non_negative) {
      result.non_negative.push_back(non_negative);
      return true;
    });
  if (result.non_negative.empty()) return std::nullopt;
  result.element = ir::make_element(element->type, element->name, std::move(subscripts));
  return result;
}

} // namespace

/// Spells an element with limited subscripts: lanes within the limits are read together.
std::optional<std::string> TreeVectors::unclamped(ExpressionPtr const& element) const {
  auto const inside = without_clamps(element, vector_->variable);
  if (!inside || element->type == Type::boolean) return std::nullopt;
  AccessStride const stride = scalars_.stride_along(inside->element, vector_->variable);
  if (!stride.is_linear) return std::nullopt;
  std::vector<std::string> conditions;
  for (ir::LinearExpression const& number : inside->non_negative) {
    long const factor = number.factor(vector_->variable);
    std::string const of_last = factor < 0 ? fmt::format(" - {}*(lanes - 1)", -factor) : "";
    conditions.push_back(fmt::format("{}{} >= 0", scalars_.linear(number), of_last));
  }
  return fmt::format("({} ? {} : {})", fmt::join(conditions, " && "), in_memory(inside->element, stride),
                     lane_by_lane(element));
}

/// Spells an element of an array of constant size for which processors have instructions.
std::optional<std::string> TreeVectors::picked(ExpressionPtr const& element) const {
  ir::TypedArray const& array = scalars_.array(element->name);
  auto const size = TreeExpressions::constant_size(array);
  bool const has_instructions = ir::is_real(element->type) || element->type == Type::int32;
  if (!has_instructions || !size || *size > std::numeric_limits<int>::max()) return std::nullopt;
  std::vector<ExpressionPtr> const strides = ir::strides(array);
  std::vector<ExpressionPtr> subscripts = element->operands;
  ExpressionPtr index;
  for (std::size_t axis = 0; axis < subscripts.size(); ++axis) {
    if (!varies(subscripts[axis])) continue;
    ExpressionPtr const subscript = std::exchange(subscripts[axis], ir::make_integer(0));
    ExpressionPtr const term =
        strides[axis]->number == 1 ? subscript : ir::make_operation(Op::multiply, {strides[axis], subscript});
    index = index ? ir::make_operation(Op::add, {index, term}) : term;
  }
  has_lookups_ = true;
  std::string const first = scalars_.element(ir::make_element(element->type, element->name, subscripts));
  return fmt::format("picked<{}>(&{}, {})", vector_type(element->type), first, value(index));
}

std::string TreeVectors::lane_by_lane(ExpressionPtr const& expression) const {
  VectorLoop lane = *vector_;
  lane.is_lane = true;
  scalars_.set_vector(&lane);
  std::string const variable = scalars_.identifier(vector_->variable), text = scalars_.value(expression);
  scalars_.set_vector(vector_);
  return fmt::format("each_lane<{}>([&](int lane) {{ long const {} = {} + lane; return {}; }})",
                     vector_type(expression->type), variable, vector_->first,
                     expression->type == Type::boolean ? text + " ? -1 : 0" : text);
}

namespace {

bool contains(ExpressionPtr const& expression, ExpressionPtr const& part) {
  bool result = false;
  ir::for_each(expression, [&](ExpressionPtr const& e) { result |= ir::equal(e, part); });
  return result;
}

/// Returns the subscript without the limit, except in subscripts of the elements that it contains.
ExpressionPtr without_limit(ExpressionPtr const& subscript, ExpressionPtr const& limit) {
  if (ir::equal(subscript, limit)) return limit->operands[0];
  if (subscript->kind != ExpressionKind::operation) return subscript;
  Expression result = *subscript;
  for (ExpressionPtr& operand : result.operands) operand = without_limit(operand, limit);
  return std::make_shared<Expression const>(std::move(result));
}

} // namespace

/// Returns the element that only those lanes read whose subscripts the minimum does not change. Returns nothing if
/// there are no instructions for it.
std::optional<TreeVectors::MaskedRead> TreeVectors::masked_read(ExpressionPtr const& element,
                                                                ExpressionPtr const& minimum) const {
  bool const has_instructions = ir::is_real(element->type) || element->type == Type::int32;
  if (!has_instructions || vector_->arrays.contains(element->name)) return std::nullopt;
  std::vector<ExpressionPtr> subscripts = element->operands;
  for (ExpressionPtr& subscript : subscripts) subscript = without_limit(subscript, minimum);
  MaskedRead result{ir::make_element(element->type, element->name, subscripts)};
  if (scalars_.stride_along(result.first, vector_->variable).is_one()) return result;
  std::vector<ExpressionPtr> const strides = ir::strides(scalars_.array(element->name));
  for (std::size_t axis = 0; axis < subscripts.size(); ++axis) {
    if (!varies(subscripts[axis])) continue;
    bool const is_fastest = strides[axis]->kind == ExpressionKind::number && strides[axis]->number == 1;
    if (result.index || !is_fastest) return std::nullopt;
    result.index = std::exchange(subscripts[axis], ir::make_integer(0));
  }
  if (!result.index) return std::nullopt;
  result.first = ir::make_element(element->type, element->name, subscripts);
  return result;
}

/// Returns whether lanes that read nothing can compute the value from 0 instead: it has no integer division, and all
/// elements that depend on the minimum are read with a mask.
bool TreeVectors::can_mask(ExpressionPtr const& value, ExpressionPtr const& minimum) const {
  bool result = true;
  ir::for_each(value, [&](ExpressionPtr const& e) {
    if (e->kind == ExpressionKind::operation) result = result && !info(e->op).is_integer_division();
    if (e->kind == ExpressionKind::element && contains(e, minimum)) result = result && masked_read(e, minimum);
  });
  return result;
}

std::string TreeVectors::value_where(Expression const& select) const {
  ExpressionPtr const& condition = select.operands[0];
  bool const is_limit = is_operation(condition, Op::less_equal) && condition->operands[0]->type == Type::int32;
  if (lane_limit_ || !is_limit || vector_->has_narrow_lanes) return value(select.operands[1]);
  ExpressionPtr const minimum = ir::make_operation(Op::minimum, condition->operands);
  if (!can_mask(select.operands[1], minimum)) return value(select.operands[1]);
  lane_limit_ = LaneLimit{minimum, value(condition)};
  std::string text = value(select.operands[1]);
  lane_limit_.reset();
  return text;
}

/// Spells an element with a limited subscript: only those lanes are read that the limit does not change.
std::optional<std::string> TreeVectors::read_where(ExpressionPtr const& element) const {
  if (!lane_limit_ || !contains(element, lane_limit_->minimum)) return std::nullopt;
  MaskedRead const read = *masked_read(element, lane_limit_->minimum);
  reads_where_ = true;
  std::string const type = vector_type(element->type), first = "&" + scalars_.element(read.first);
  if (!read.index) return fmt::format("load_where<{}>({}, {})", type, lane_limit_->mask, first);
  return fmt::format("picked_where<{}>({}, {}, {})", type, lane_limit_->mask, first, value(read.index));
}

} // namespace chemora::emit
