#include "codegen/ir/array_parser.hpp"

#include "codegen/ir/expression_parser.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <set>

namespace chemora::ir {

namespace {

std::vector<ArrayAxis> take_axes(LineReader& line, std::vector<std::string> const& sizes) {
  std::vector<ArrayAxis> axes;
  line.expect("[");
  if (line.take_if("]")) return axes;
  do {
    ArrayAxis axis{.nesting = static_cast<int>(axes.size())};
    Token const* colon = line.peek(1);
    if (colon && !colon->is_quoted && colon->text == ":") {
      axis.name = take_any_name(line, "the name of an axis");
      line.expect(":");
    }
    axis.extent = take_linear(line, sizes, "an int32 parameter");
    axes.push_back(std::move(axis));
  } while (line.take_if(","));
  line.expect("]");
  return axes;
}

void take_layout(LineReader& line, TypedArray& array) {
  auto const start = line.where();
  std::set<int> nestings;
  int n_vectors = 0;
  for (std::size_t n = 0; n < array.axes.size(); ++n) {
    if (n > 0) line.expect(",");
    auto const where = line.where();
    std::string const& word = line.take("the layout of an axis").text;
    ArrayAxis& axis = array.axes[n];
    axis.nesting = 0;
    auto const nesting = word.starts_with('N') ? to_integer(std::string_view(word).substr(1)) : std::nullopt;
    if (word == "vec") {
      axis.layout = AxisLayout::vector;
      ++n_vectors;
    } else if (word == "sep") {
      axis.layout = AxisLayout::separate;
    } else if (nesting && *nesting >= 0) {
      axis.nesting = *nesting;
      if (!nestings.insert(*nesting).second)
        LineReader::fail(where, fmt::format("Two axes of `{}` have the layout `{}`.", array.name, word));
    } else {
      LineReader::fail(where,
                       fmt::format("`{}` is not the layout of an axis; expected N0, N1, ..., vec or sep.", word));
    }
  }
  if (n_vectors > 1) LineReader::fail(start, fmt::format("Array `{}` has more than one vector axis.", array.name));
}

} // namespace

TypedArray take_array(LineReader& line, std::vector<std::string> const& sizes, std::vector<std::string> const* loops) {
  TypedArray array;
  array.name = take_any_name(line, "the name of an array");
  array.type = line.take_type();
  array.axes = take_axes(line, sizes);
  auto const scope = line.take_one_of<std::optional<Scope>>(
      "kind of memory",
      {{"argument", std::nullopt}, {"registers", Scope::registers}, {"tile", Scope::tile}, {"grid", Scope::grid}});
  array.is_argument = !scope;
  array.scope = scope.value_or(Scope::registers);
  if (!array.axes.empty() && line.take_if("layout")) take_layout(line, array);
  if (array.is_argument) return array;
  if (line.take_if("copies")) {
    do {
      auto const where = line.where();
      array.copies.push_back(take_any_name(line, "a loop variable"));
      if (loops) require_known(array.copies.back(), *loops, "a loop", where);
    } while (line.take_if(","));
  }
  if (line.take_if("storage")) array.storage = take_any_name(line, "the name of a storage");
  return array;
}

} // namespace chemora::ir
