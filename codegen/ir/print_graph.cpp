/// Writes the text form of graphs.
#include "codegen/ir/graph.hpp"

#include "codegen/ir/text_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace chemora::ir {

namespace {

std::string guard_value(std::string const& value) {
  bool const is_word = !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
  });
  return is_word ? value : quoted(value);
}

std::string parameter_line(Parameter const& parameter) {
  if (parameter.keywords.empty()) return fmt::format("  param {} {}\n", to_text(parameter.type), parameter.name);
  std::string line = fmt::format("  param keyword {}", parameter.name);
  for (std::string const& keyword : parameter.keywords) line += " " + quoted(keyword);
  return line + "\n";
}

std::string payload(Value const& value) {
  switch (value.op) {
  case Op::immediate:
    return fmt::format(" {} {}", to_text(value.type), number_text(value.type, value.number));
  case Op::parameter:
  case Op::load:
    return " " + value.name;
  case Op::spacing:
  case Op::origin:
  case Op::size:
  case Op::index:
  case Op::coordinate:
    return fmt::format(" {}", "xyz"[value.axis]);
  case Op::convert:
    return fmt::format(" {}", to_text(value.type));
  default:
    return {};
  }
}

} // namespace

std::string number_text(Type type, double number) {
  switch (type) {
  case Type::real64:
    return fmt::format("{}", number);
  case Type::real32:
    return fmt::format("{}", static_cast<float>(number));
  case Type::int32:
  case Type::int16:
  case Type::int8:
    return fmt::format("{}", static_cast<int>(number));
  case Type::boolean:
    return number != 0 ? "true" : "false";
  }
  return {};
}

std::string to_text(Region region) {
  switch (region) {
  case Region::interior:
    return "interior";
  case Region::boundary:
    return "boundary";
  case Region::everywhere:
    return "everywhere";
  }
  return {};
}

std::string to_text(ElementTypes const& types) {
  std::string text;
  for (Type const type : {Type::real64, Type::real32}) {
    std::string names;
    for (auto const& [name, of_array] : types)
      if (of_array == type) names += " " + name;
    if (!names.empty()) text += fmt::format("  elements {}{}\n", to_text(type), names);
  }
  return text;
}

std::string to_text(Graph const& graph) {
  std::string text = fmt::format("graph {} {{\n  grid {}", graph.name, graph.dimension);
  text += graph.real == Type::real64 ? "\n" : fmt::format(" {}\n", to_text(graph.real));
  text += to_text(graph.element_types);
  for (Guard const& guard : graph.guards) text += fmt::format("  when {} = {}\n", guard.name, guard_value(guard.value));
  for (Parameter const& parameter : graph.parameters) text += parameter_line(parameter);
  text += line_of_names("in", graph.inputs) + line_of_names("out", graph.outputs);
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    Value const& value = graph.values[id];
    text += fmt::format("  %{} = {}{}", id, info(value.op).name, payload(value));
    for (ValueId operand : value.operands) text += fmt::format(" %{}", operand);
    if (value.op == Op::shift) text += fmt::format(" [{},{},{}]", value.offset[0], value.offset[1], value.offset[2]);
    text += "\n";
  }
  for (Store const& store : graph.stores)
    text += fmt::format("  store {} %{} {}\n", store.variable, store.value, to_text(store.region));
  return text + "}\n";
}

} // namespace chemora::ir
