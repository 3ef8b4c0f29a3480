#include "codegen/ir/array.hpp"

#include "codegen/ir/expression_parser.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace chemora::ir {

namespace {

/// Returns the axes from the fastest to the slowest.
std::vector<std::size_t> axes_by_speed(TypedArray const& array) {
  std::vector<std::size_t> axes(array.axes.size());
  std::iota(axes.begin(), axes.end(), 0);
  auto const key = [&](std::size_t n) {
    ArrayAxis const& axis = array.axes[n];
    int const group = axis.layout == AxisLayout::vector ? 0 : axis.layout == AxisLayout::nested ? 1 : 2;
    return std::pair(group, axis.layout == AxisLayout::nested ? axis.nesting : 0);
  };
  std::stable_sort(axes.begin(), axes.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return axes;
}

ExpressionPtr product(ExpressionPtr const& left, ExpressionPtr const& right) {
  auto const one = [](ExpressionPtr const& factor) {
    return factor->kind == ExpressionKind::number && factor->number == 1;
  };
  if (one(left)) return right;
  if (one(right)) return left;
  if (left->kind == ExpressionKind::number && right->kind == ExpressionKind::number)
    return make_integer(static_cast<long>(left->number * right->number));
  return make_operation(Op::multiply, {left, right});
}

std::string layout_text(TypedArray const& array) {
  std::string text;
  for (ArrayAxis const& axis : array.axes) {
    if (!text.empty()) text += ",";
    text += axis.layout == AxisLayout::vector     ? "vec"
            : axis.layout == AxisLayout::separate ? "sep"
                                                  : fmt::format("N{}", axis.nesting);
  }
  return text;
}

} // namespace

std::vector<ExpressionPtr> strides(TypedArray const& array) {
  std::vector<ExpressionPtr> result(array.axes.size());
  ExpressionPtr next = make_integer(1);
  for (std::size_t const axis : axes_by_speed(array)) {
    result[axis] = next;
    next = product(next, make_linear(array.axes[axis].extent));
  }
  return result;
}

ExpressionPtr n_elements(TypedArray const& array) {
  ExpressionPtr result = make_integer(1);
  for (ArrayAxis const& axis : array.axes) result = product(result, make_linear(axis.extent));
  return result;
}

ExpressionPtr offset_of(TypedArray const& array, std::vector<ExpressionPtr> const& subscripts) {
  if (subscripts.size() != array.axes.size())
    throw base::InternalError(fmt::format("array `{}` has {} axes, but an element has {} subscripts", array.name,
                                          array.axes.size(), subscripts.size()));
  std::vector<ExpressionPtr> const factors = strides(array);
  ExpressionPtr sum;
  for (std::size_t n = 0; n < subscripts.size(); ++n) {
    ExpressionPtr const term = product(factors[n], subscripts[n]);
    sum = sum ? make_operation(Op::add, {sum, term}) : term;
  }
  return sum ? sum : make_integer(0);
}

std::string to_text(TypedArray const& array) {
  std::string axes;
  for (ArrayAxis const& axis : array.axes)
    axes += (axes.empty() ? "" : ", ") + (axis.name.empty() ? "" : name_text(axis.name) + ": ") + to_text(axis.extent);
  std::string text = fmt::format("{} {} [{}] {}", name_text(array.name), to_text(array.type), axes,
                                 array.is_argument ? "argument" : to_text(array.scope));
  if (!array.axes.empty()) text += " layout " + layout_text(array);
  if (!array.copies.empty()) text += " copies " + base::join(array.copies, ", ", name_text);
  if (!array.storage.empty()) text += " storage " + name_text(array.storage);
  return text;
}

} // namespace chemora::ir
