/// The transformations of the layout of an array: tag_data_axes, array_of_structures and structure_of_arrays. They
/// change the addresses of elements.
///
///     tag_data_axes(f, "q", "N0,N1,vec,N2")         layouts of all axes; N0 varies fastest
///     tag_data_axes(f, "flux", {"ii": "N0", "jj": "N1"})   layouts of axes by name
///     structure_of_arrays(f, "q", "field")          `field` varies slowest of all axes
#include "codegen/transform/checks.hpp"
#include "codegen/transform/precompute.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

using ir::ArrayAxis;
using ir::AxisLayout;
using loops::LoopKernel;

void set_layout(ArrayAxis& axis, std::string const& tag, Arguments const& arguments) {
  bool const is_nested = tag.size() >= 2 && tag.size() <= 4 && tag[0] == 'N' &&
                         std::all_of(tag.begin() + 1, tag.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_nested && tag != "vec" && tag != "sep")
    arguments.fail(fmt::format("`{}` is not the layout of an axis; expected `N0`, `N1`, ..., `vec` or `sep`.", tag));
  axis.layout = is_nested ? AxisLayout::nested : tag == "vec" ? AxisLayout::vector : AxisLayout::separate;
  axis.nesting = is_nested ? std::stoi(tag.substr(1)) : 0;
}

std::size_t axis_named(ir::TypedArray const& array, std::string const& name, Arguments const& arguments) {
  std::vector<std::string> known;
  for (std::size_t n = 0; n < array.axes.size(); ++n) {
    if (array.axes[n].name == name || std::to_string(n) == name) return n;
    known.push_back(array.axes[n].name.empty() ? std::to_string(n) : array.axes[n].name);
  }
  arguments.fail_unknown(fmt::format("axis of `{}` with the name", array.name), name, known);
}

void set_layouts(ir::TypedArray& array, Value const& tags, Arguments const& arguments) {
  if (tags.kind == Value::Kind::dictionary) {
    for (std::size_t n = 0; n < tags.keys.size(); ++n) {
      if (tags.keys[n].kind != Value::Kind::string || tags.items[n].kind != Value::Kind::string)
        arguments.fail(fmt::format("The dictionary `{}` must have names of axes and their layouts.", to_text(tags)));
      set_layout(array.axes[axis_named(array, tags.keys[n].string, arguments)], tags.items[n].string, arguments);
    }
    return;
  }
  if (tags.kind != Value::Kind::string)
    arguments.fail(fmt::format("The layout of `{}` must be a string such as \"N0,N1,vec\" or a dictionary; found {}.",
                               array.name, kind_name(tags.kind)));
  std::vector<std::string> const parts = comma_separated(tags.string);
  if (parts.size() != array.axes.size())
    arguments.fail(fmt::format("`{}` has {} axes; found {} layouts in `{}`.", array.name, array.axes.size(),
                               parts.size(), tags.string));
  for (std::size_t n = 0; n < parts.size(); ++n) set_layout(array.axes[n], parts[n], arguments);
}

/// Throws if two elements would have the same address, or if lanes of a vector would be apart.
void check_layouts(ir::TypedArray const& array, Arguments const& arguments) {
  std::vector<int> nestings;
  int n_vectors = 0;
  for (ArrayAxis const& axis : array.axes) {
    if (axis.layout == AxisLayout::nested) nestings.push_back(axis.nesting);
    if (axis.layout != AxisLayout::vector) continue;
    ++n_vectors;
    if (!axis.extent.is_constant())
      arguments.fail(fmt::format("The vector axis of `{}` must have a constant extent; found {}.", array.name,
                                 ir::to_text(axis.extent)));
  }
  if (n_vectors > 1) arguments.fail(fmt::format("`{}` can have one vector axis; found {}.", array.name, n_vectors));
  std::sort(nestings.begin(), nestings.end());
  for (std::size_t n = 0; n < nestings.size(); ++n)
    if (nestings[n] != static_cast<int>(n))
      arguments.fail(fmt::format("The nested axes of `{}` must have the layouts N0 to N{}, each once.", array.name,
                                 nestings.size() - 1));
}

/// Gives the nested axes the numbers 0, 1, ... in their present order.
void renumber(ir::TypedArray& array) {
  std::vector<ArrayAxis*> nested;
  for (ArrayAxis& axis : array.axes)
    if (axis.layout == AxisLayout::nested) nested.push_back(&axis);
  std::stable_sort(nested.begin(), nested.end(),
                   [](ArrayAxis const* left, ArrayAxis const* right) { return left->nesting < right->nesting; });
  for (std::size_t n = 0; n < nested.size(); ++n) nested[n]->nesting = static_cast<int>(n);
}

LoopKernel with_axis(LoopKernel kernel, Arguments const& arguments, AxisLayout layout) {
  std::vector<std::string> const names = arguments.names("ary_names");
  for (std::string const& name : names) {
    existing_array(kernel, arguments, name);
    ir::TypedArray& array = kernel.array(name);
    ArrayAxis& axis = array.axes[axis_named(array, arguments.string("axis"), arguments)];
    axis.layout = layout;
    axis.nesting = -1;
    renumber(array);
    if (layout != AxisLayout::nested) axis.nesting = 0;
  }
  return kernel;
}

} // namespace

LoopKernel with_axis_layouts(LoopKernel kernel, std::string const& array, Value const& tags,
                             Arguments const& arguments) {
  existing_array(kernel, arguments, array);
  set_layouts(kernel.array(array), tags, arguments);
  check_layouts(kernel.array(array), arguments);
  return kernel;
}

LoopKernel tag_data_axes(LoopKernel kernel, Arguments const& arguments) {
  for (std::string const& name : arguments.names("ary_names"))
    kernel = with_axis_layouts(std::move(kernel), name, arguments.value("dim_tags"), arguments);
  return kernel;
}

LoopKernel array_of_structures(LoopKernel kernel, Arguments const& arguments) {
  return with_axis(std::move(kernel), arguments, AxisLayout::nested);
}

LoopKernel structure_of_arrays(LoopKernel kernel, Arguments const& arguments) {
  return with_axis(std::move(kernel), arguments, AxisLayout::separate);
}

} // namespace chemora::transform
