/// Builds the graph of a stencil, the weighted sum of shifted values, for the discretisation of a derivative.
#include "codegen/discretisation/stencil.hpp"

#include <cmath>
#include <iterator>
#include <map>
#include <optional>

namespace chemora::discretisation {

namespace {

using ir::Offset;
using ir::Op;
using ir::ValueId;

/// Returns factor * h^power. The factor may be missing if the power is positive.
ValueId times_spacing(ir::GraphBuilder& builder, std::optional<ValueId> factor, int axis, int power) {
  for (int n = 0; n < power; ++n) {
    ValueId const spacing = builder.leaf(Op::spacing, axis);
    factor = factor ? builder.apply(Op::multiply, {*factor, spacing}) : spacing;
  }
  return *factor;
}

/// Returns 1 / (denominator h^derivative), or h^-derivative / denominator for a negative derivative. The value is the
/// same at all points.
ValueId scale(ir::GraphBuilder& builder, Stencil const& stencil, int axis) {
  if (stencil.derivative < 0) {
    ValueId const above = times_spacing(builder, std::nullopt, axis, -stencil.derivative);
    return builder.apply(Op::divide, {above, builder.real(stencil.denominator)});
  }
  ValueId const denominator = builder.real(stencil.denominator);
  bool const is_omitted = stencil.denominator == 1 && stencil.derivative > 0;
  ValueId const below =
      times_spacing(builder, is_omitted ? std::nullopt : std::optional(denominator), axis, stencil.derivative);
  return builder.apply(Op::divide, {builder.real(1), below});
}

/// Returns sum + factor * term, without products by 1 and -1.
ValueId accumulated(ir::GraphBuilder& builder, std::optional<ValueId> const& sum, ValueId term, double factor) {
  bool const is_unit = std::abs(factor) == 1;
  if (!is_unit) term = builder.apply(Op::multiply, {builder.real(sum ? std::abs(factor) : factor), term});
  if (!sum) return is_unit && factor < 0 ? builder.apply(Op::negate, {term}) : term;
  return builder.apply(factor < 0 ? Op::subtract : Op::add, {*sum, term});
}

ValueId weighted_sum(ir::GraphBuilder& builder, Stencil const& stencil, int axis, Offset const& offset,
                     AtOffset const& at) {
  std::map<int, double> remaining;
  for (std::size_t n = 0; n < stencil.offsets.size(); ++n) remaining[stencil.offsets[n]] = stencil.numerators[n];
  std::optional<ValueId> sum;
  auto const value_at = [&](int distance) { return at(displaced(offset, axis, distance)); };
  while (!remaining.empty()) {
    bool const lowest_is_outermost = -remaining.begin()->first > remaining.rbegin()->first;
    auto const outermost = lowest_is_outermost ? remaining.begin() : std::prev(remaining.end());
    int distance = outermost->first;
    double factor = outermost->second;
    remaining.erase(outermost);
    auto const mirror = remaining.find(-distance);
    bool const is_pair = mirror != remaining.end() && std::abs(mirror->second) == std::abs(factor);
    if (!is_pair) {
      sum = accumulated(builder, sum, value_at(distance), factor);
      continue;
    }
    bool const is_even = mirror->second == factor;
    remaining.erase(mirror);
    if (!is_even && factor < 0) {
      distance = -distance;
      factor = -factor;
    }
    ValueId const near = value_at(distance);
    ValueId const far = value_at(-distance);
    sum = accumulated(builder, sum, builder.apply(is_even ? Op::add : Op::subtract, {near, far}), factor);
  }
  return sum ? *sum : builder.real(0);
}

} // namespace

Offset displaced(Offset offset, int axis, int distance) {
  offset[static_cast<std::size_t>(axis)] += distance;
  return offset;
}

ValueId derivative_along(ir::GraphBuilder& builder, Stencil const& stencil, int axis, Offset const& offset,
                         AtOffset const& at) {
  ValueId const sum = weighted_sum(builder, stencil, axis, offset, at);
  return builder.apply(Op::multiply, {sum, scale(builder, stencil, axis)});
}

ValueId mixed_derivative(ir::GraphBuilder& builder, Stencil const& first, int axis, int other, Offset const& offset,
                         AtOffset const& at) {
  auto const inner = [&](Offset const& where) { return weighted_sum(builder, first, other, where, at); };
  ValueId const sum = weighted_sum(builder, first, axis, offset, inner);
  ValueId const factor = builder.apply(Op::multiply, {scale(builder, first, axis), scale(builder, first, other)});
  return builder.apply(Op::multiply, {sum, factor});
}

ValueId diagonal_derivative(ir::GraphBuilder& builder, Stencil const& second, int axis, int other, Offset const& offset,
                            AtOffset const& at) {
  auto const corner = [&](int a, int b) { return at(displaced(displaced(offset, axis, a), other, b)); };
  std::optional<ValueId> sum;
  for (std::size_t n = second.offsets.size() - 1; second.offsets[n] > 0; --n) {
    int const k = second.offsets[n];
    ValueId const rising = builder.apply(Op::add, {corner(k, k), corner(-k, -k)});
    ValueId const falling = builder.apply(Op::add, {corner(k, -k), corner(-k, k)});
    sum = accumulated(builder, sum, builder.apply(Op::subtract, {rising, falling}), second.numerators[n]);
  }
  ValueId const quarter = builder.real(4 * second.denominator);
  ValueId const below = times_spacing(builder, times_spacing(builder, quarter, axis, 1), other, 1);
  ValueId const factor = builder.apply(Op::divide, {builder.real(1), below});
  return builder.apply(Op::multiply, {*sum, factor});
}

} // namespace chemora::discretisation
