#include "codegen/ir/array_values.hpp"

#include "codegen/ir/expression_evaluator.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <limits>

namespace chemora::ir {

namespace {

constexpr double max_elements = 1e9; ///< larger arrays are errors of the caller

/// Returns the value of an int32 expression of the parameters.
double size_of(ExpressionPtr const& expression, NameValues const& parameters) {
  double size = 1;
  if (std::optional<LinearExpression> const sum = as_linear(expression)) return value_of(*sum, parameters);
  // Strides are products of extents.
  for (ExpressionPtr const& factor : expression->operands) size *= size_of(factor, parameters);
  return size;
}

} // namespace

ArrayValues::ArrayValues(std::vector<TypedArray> const& arrays, NameValues const& parameters,
                         std::map<std::string, std::vector<double>>& arguments, bool shares_storage) {
  std::map<std::string, std::size_t> storages;
  for (TypedArray const& array : arrays) {
    Item item{.type = array.type, .copies = array.copies, .storage = items_.size()};
    double n_elements = 1;
    for (ArrayAxis const& axis : array.axes) {
      double const extent = value_of(axis.extent, parameters);
      n_elements *= std::max(extent, 0.0);
      if (n_elements > max_elements)
        throw base::InternalError(fmt::format("array `{}` has more than {} elements", array.name, max_elements));
      item.extents.push_back(static_cast<long>(extent));
    }
    for (ExpressionPtr const& stride : strides(array))
      item.strides.push_back(static_cast<long>(size_of(stride, parameters)));
    item.n_elements = static_cast<std::size_t>(n_elements);
    if (array.is_argument) {
      auto const found = arguments.find(array.name);
      if (found == arguments.end()) throw base::InternalError(fmt::format("argument `{}` has no elements", array.name));
      if (found->second.size() != item.n_elements)
        throw base::InternalError(fmt::format("argument `{}` has {} elements; expected {}", array.name,
                                              found->second.size(), item.n_elements));
      item.argument = &found->second;
    } else if (shares_storage && !array.storage.empty()) {
      item.storage = storages.emplace(array.storage, items_.size()).first->second;
    }
    numbers_.emplace(array.name, items_.size());
    items_.push_back(std::move(item));
  }
}

ElementPlace ArrayValues::place(std::string const& array, std::vector<double> const& subscripts,
                                NameValues const& names, std::string& error) const {
  auto const number = numbers_.find(array);
  if (number == numbers_.end()) throw base::InternalError(fmt::format("there is no array `{}`", array));
  Item const& item = items_[number->second];
  ElementPlace place{.array = item.storage};
  long offset = 0;
  for (std::size_t n = 0; n < item.extents.size(); ++n) {
    if (!(subscripts[n] >= 0 && subscripts[n] < static_cast<double>(item.extents[n]))) {
      error = fmt::format("subscript {} of `{}` is {}; allowed are 0 to {}", n + 1, array, subscripts[n],
                          item.extents[n] - 1);
      return place;
    }
    offset += item.strides[n] * static_cast<long>(subscripts[n]);
  }
  place.offset = static_cast<std::size_t>(offset);
  for (std::string const& loop : item.copies) {
    auto const value = names.find(loop);
    place.copy.push_back(value == names.end() ? -1 : static_cast<long>(value->second));
  }
  return place;
}

double ArrayValues::read(ElementPlace const& place) const {
  Item const& item = items_[place.array];
  if (item.argument) return rounded_to(item.type, (*item.argument)[place.offset]);
  auto const found = temporaries_.find({place.array, place.copy});
  if (found == temporaries_.end() || place.offset >= found->second.size())
    return std::numeric_limits<double>::quiet_NaN();
  return found->second[place.offset];
}

void ArrayValues::write(ElementPlace const& place, double value) {
  Item const& item = items_[place.array];
  if (item.argument) {
    (*item.argument)[place.offset] = value;
    return;
  }
  std::vector<double>& elements = temporaries_[{place.array, place.copy}];
  std::size_t const n_elements = std::max(item.n_elements, place.offset + 1);
  if (elements.size() < n_elements) elements.resize(n_elements, std::numeric_limits<double>::quiet_NaN());
  elements[place.offset] = value;
}

} // namespace chemora::ir
