#include "codegen/ir/graph_builder.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace chemora::ir {

namespace {

void mix(std::size_t& seed, std::size_t more) { seed ^= more + 0x9e3779b97f4a7c15u + (seed << 6) + (seed >> 2); }

std::size_t hash_of(Value const& value) {
  std::size_t seed = static_cast<std::size_t>(value.op) * 8 + static_cast<std::size_t>(value.type);
  for (ValueId operand : value.operands) mix(seed, static_cast<std::size_t>(operand));
  mix(seed, std::hash<double>{}(value.number)); // 0 and -0 may have the same hash, but are different values
  mix(seed, std::hash<std::string>{}(value.name));
  mix(seed, static_cast<std::size_t>(value.axis));
  for (int step : value.offset) mix(seed, static_cast<std::size_t>(step));
  return seed;
}

} // namespace

GraphBuilder::GraphBuilder(std::string name, int dimension, Type real) {
  graph_.name = std::move(name);
  graph_.dimension = dimension;
  graph_.real = real;
}

GraphBuilder::GraphBuilder(Graph const& like) : GraphBuilder(like.name, like.dimension, like.real) {
  graph_.element_types = like.element_types;
  graph_.guards = like.guards;
  graph_.parameters = like.parameters;
}

void GraphBuilder::add_guard(Guard guard) { graph_.guards.push_back(std::move(guard)); }

void GraphBuilder::set_element_type(std::string const& array, Type type) {
  if (type != graph_.real) graph_.element_types[array] = type;
}

ValueId GraphBuilder::real(double number) {
  if (graph_.real == Type::real32) number = static_cast<double>(static_cast<float>(number));
  return add({.op = Op::immediate, .type = graph_.real, .number = number});
}

ValueId GraphBuilder::integer(int number) {
  return add({.op = Op::immediate, .type = Type::int32, .number = static_cast<double>(number)});
}

ValueId GraphBuilder::boolean(bool truth) {
  return add({.op = Op::immediate, .type = Type::boolean, .number = truth ? 1.0 : 0.0});
}

ValueId GraphBuilder::parameter(std::string const& name, Type type) {
  declare({name, type, {}});
  return add({.op = Op::parameter, .type = type, .name = name});
}

ValueId GraphBuilder::keyword_parameter(std::string const& name, std::vector<std::string> keywords) {
  declare({name, Type::int32, std::move(keywords)});
  return add({.op = Op::parameter, .type = Type::int32, .name = name});
}

void GraphBuilder::declare(Parameter parameter) {
  for (Parameter& known : graph_.parameters) {
    if (known.name != parameter.name) continue;
    bool const agrees = known.type == parameter.type &&
                        (known.keywords == parameter.keywords || known.keywords.empty() || parameter.keywords.empty());
    if (!agrees)
      throw base::InternalError(
          fmt::format("Graph `{}`: parameter `{}` is declared twice and differently.", graph_.name, parameter.name));
    if (known.keywords.empty()) known.keywords = std::move(parameter.keywords);
    return;
  }
  graph_.parameters.push_back(std::move(parameter));
}

ValueId GraphBuilder::load(std::string const& variable) { return add({.op = Op::load, .name = variable}); }

ValueId GraphBuilder::leaf(Op op, int axis) { return add({.op = op, .axis = axis}); }

ValueId GraphBuilder::shift(ValueId value, Offset offset) {
  return add({.op = Op::shift, .operands = {value}, .offset = offset});
}

ValueId GraphBuilder::convert(ValueId value, Type type) {
  return add({.op = Op::convert, .type = type, .operands = {value}});
}

ValueId GraphBuilder::apply(Op op, std::vector<ValueId> operands) {
  return add({.op = op, .operands = std::move(operands)});
}

ValueId GraphBuilder::add(Value value) {
  auto const id = static_cast<ValueId>(graph_.values.size());
  std::string error = operand_error(value, id);
  if (error.empty()) {
    if (auto const type = deduced_type(graph_, value)) value.type = *type;
    error = value_error(graph_, value);
  }
  if (!error.empty()) throw base::InternalError(fmt::format("Building graph `{}`: {}.", graph_.name, error));
  if (info(value.op).is_commutative && value.operands[0] > value.operands[1])
    std::swap(value.operands[0], value.operands[1]);
  std::size_t const hash = hash_of(value);
  auto const [first, last] = ids_.equal_range(hash);
  for (auto at = first; at != last; ++at)
    if ((*this)[at->second] == value) return at->second;
  axes_.push_back(axes_of_variation(value, axes_));
  graph_.values.push_back(std::move(value));
  ids_.emplace(hash, id);
  return id;
}

void GraphBuilder::store(std::string const& variable, ValueId value, Region region) {
  graph_.stores.push_back({variable, value, region});
}

Graph GraphBuilder::finish() {
  std::set<std::string> loaded, used;
  for (Value const& value : graph_.values) {
    if (value.op == Op::load) loaded.insert(value.name);
    if (value.op == Op::parameter) used.insert(value.name);
  }
  graph_.inputs.assign(loaded.begin(), loaded.end());
  std::erase_if(graph_.parameters, [&](Parameter const& parameter) { return !used.contains(parameter.name); });
  std::sort(graph_.parameters.begin(), graph_.parameters.end(),
            [](Parameter const& a, Parameter const& b) { return a.name < b.name; });
  for (Store const& store : graph_.stores)
    if (!base::contains(graph_.outputs, store.variable)) graph_.outputs.push_back(store.variable);
  std::erase_if(graph_.element_types, [&](auto const& entry) {
    return !loaded.contains(entry.first) && !base::contains(graph_.outputs, entry.first);
  });
  verify(graph_, "building");
  return std::move(graph_);
}

} // namespace chemora::ir
