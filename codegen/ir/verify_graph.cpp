/// Checks the invariants of a graph after each pass.
#include "codegen/ir/graph.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace chemora::ir {

namespace {

class Verifier {
public:
  Verifier(Graph const& graph, std::string const& stage) : graph_(graph), stage_(stage) {}

  void run() {
    check(is_identifier(graph_.name), "its name is not an identifier");
    check(graph_.dimension >= 1 && graph_.dimension <= 3,
          fmt::format("it has {} dimensions; expected 1 to 3", graph_.dimension));
    check(is_real(graph_.real), fmt::format("its element type is {}", to_text(graph_.real)));
    for (Guard const& guard : graph_.guards)
      check(is_identifier(guard.name), fmt::format("a guard names `{}`, which is not a parameter name", guard.name));
    check_values();
    check_stores();
    check_parameters();
    check_inputs();
    check_element_types();
  }

private:
  void check(bool holds, std::string const& otherwise) const {
    if (!holds) fail(otherwise);
  }

  [[noreturn]] void fail(std::string const& what) const {
    throw base::InternalError(
        fmt::format("Graph `{}` violates a rule after stage `{}`: {}.", graph_.name, stage_, what));
  }

  void check_values() const {
    auto const n_values = static_cast<ValueId>(graph_.values.size());
    for (ValueId id = 0; id < n_values; ++id) {
      Value const& value = graph_.values[id];
      std::string error = operand_error(value, id);
      if (error.empty()) error = value_error(graph_, value);
      if (!error.empty()) fail(fmt::format("%{}: {}", id, error));
    }
    auto const varies = varies_over_grid(graph_);
    for (std::size_t id = 0; id < graph_.values.size(); ++id)
      if (graph_.values[id].op == Op::shift && !varies[id])
        fail(fmt::format("%{} shifts a value that does not vary over the grid", id));
  }

  void check_stores() const {
    std::set<std::pair<std::string, Region>> written;
    std::vector<std::string> outputs;
    for (Store const& store : graph_.stores) {
      check(is_variable_name(store.variable),
            fmt::format("a store names `{}`, which is not a variable name", store.variable));
      check(store.value >= 0 && store.value < static_cast<ValueId>(graph_.values.size()),
            fmt::format("`{}` is stored from %{}, which does not exist", store.variable, store.value));
      Type const type = graph_.values[store.value].type;
      check(type == graph_.real, fmt::format("`{}` has type {} but %{} has {}", store.variable, to_text(graph_.real),
                                             store.value, to_text(type)));
      check(written.emplace(store.variable, store.region).second,
            fmt::format("`{}` is stored twice in region {}", store.variable, to_text(store.region)));
      if (!base::contains(outputs, store.variable)) outputs.push_back(store.variable);
    }
    check(outputs == graph_.outputs, "its outputs must be the stored variables in the order of their first store");
  }

  void check_parameters() const {
    std::set<std::string> used;
    for (std::size_t id = 0; id < graph_.values.size(); ++id) {
      Value const& value = graph_.values[id];
      if (value.op != Op::parameter) continue;
      used.insert(value.name);
      auto const declared = std::find_if(graph_.parameters.begin(), graph_.parameters.end(),
                                         [&](Parameter const& parameter) { return parameter.name == value.name; });
      check(declared != graph_.parameters.end(), fmt::format("%{}: parameter `{}` is not declared", id, value.name));
      check(declared->type == value.type,
            fmt::format("%{}: parameter `{}` is declared as {}", id, value.name, to_text(declared->type)));
    }
    std::vector<std::string> declared;
    for (Parameter const& parameter : graph_.parameters) {
      check(parameter.keywords.empty() || parameter.type == Type::int32,
            fmt::format("keyword parameter `{}` must be int32", parameter.name));
      declared.push_back(parameter.name);
    }
    check(declared == std::vector<std::string>(used.begin(), used.end()),
          "its parameters must be exactly those that its values use, sorted by name");
  }

  void check_inputs() const {
    std::set<std::string> loaded;
    for (Value const& value : graph_.values)
      if (value.op == Op::load) loaded.insert(value.name);
    check(graph_.inputs == std::vector<std::string>(loaded.begin(), loaded.end()),
          "its inputs must be exactly the loaded variables, sorted by name");
  }

  void check_element_types() const {
    for (auto const& [array, type] : graph_.element_types) {
      check(base::contains(graph_.inputs, array) || base::contains(graph_.outputs, array),
            fmt::format("the array `{}` has an element type, but is neither loaded nor stored", array));
      Type const other = graph_.real == Type::real64 ? Type::real32 : Type::real64;
      check(type == other,
            fmt::format("the array `{}` is listed with the element type {}; expected {} in a graph of {}", array,
                        to_text(type), to_text(other), to_text(graph_.real)));
    }
  }

  Graph const& graph_;
  std::string const& stage_;
};

} // namespace

void verify(Graph const& graph, std::string const& stage) { Verifier(graph, stage).run(); }

} // namespace chemora::ir
