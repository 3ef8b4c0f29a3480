/// Formulas of boundary points, written once and evaluated on the host or translated to a graph for devices.
///
/// A formula is an object with a templated call operator. Its argument provides the operands at one boundary point:
///
///     at.input(i, depth)   value of input array i, `depth` points inwards along the normal; at the point itself for 0
///     at.parameter(i)      number i, the same for all points of a face
///     at.is_lower_face     whether the outward normal points in negative direction
///
/// For example, linear extrapolation is
///
///     template <class At> auto operator()(At& at) const { return 2 * at.input(0, 1) - at.input(0, 2); }
///
/// With HostOperands a formula computes a value; with GraphOperands it records the operations as text. Host and
/// devices perform the same floating-point operations, so that results are bitwise equal.
#pragma once

#include "zones.hpp"

#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

namespace boundary {

/// The operands at one point of host arrays with elements of type Type. Coordinates are arrays of type double. Values
/// of type float are converted to double, so that formulas compute in double and the result is rounded once.
template <class Type>
struct HostOperands {
  using Value = std::conditional_t<std::is_same_v<Type, float>, double, Type>;
  static constexpr int max_inputs = 4;

  std::array<void const*, max_inputs> inputs{};
  double const* parameters = nullptr;
  bool is_lower_face = false;
  std::ptrdiff_t point = 0, outward = 0; ///< linear index of the point; distance in memory to the next point outwards
  std::array<bool, max_inputs> is_coordinate{};

  void set_input(std::size_t i, void const* data, bool is_coordinate_array) {
    inputs[i] = data;
    is_coordinate[i] = is_coordinate_array;
  }
  Value input(int i, int depth = 0) const {
    std::ptrdiff_t const at = point - depth * outward;
    if constexpr (std::is_same_v<Type, float>)
      if (is_coordinate[i]) return static_cast<double const*>(inputs[i])[at];
    return static_cast<Type const*>(inputs[i])[at];
  }
  double parameter(int i) const { return parameters[i]; }
};

/// A value of a graph; operators append operations to the text of the graph.
struct GraphValue {
  class GraphOperands* graph;
  int id;
};

/// Operands that record the operations applied to them as a graph (codegen/ir/graph.hpp).
class GraphOperands {
public:
  explicit GraphOperands(int face) : is_lower_face(face % 2 == 0), direction_(face / 2) {}

  bool is_lower_face;

  GraphValue input(int i, int depth = 0) {
    GraphValue const here = unique("load array" + std::to_string(i + 1), inputs_, i);
    if (depth == 0) return here;
    std::string text = "shift %" + std::to_string(here.id) + " [";
    for (int d = 0; d < max_dim; ++d)
      text += (d ? "," : "") + std::to_string(d != direction_ ? 0 : is_lower_face ? depth : -depth);
    return unique(text + "]", shifted_, {i, depth});
  }
  GraphValue parameter(int i) { return unique("parameter parameter" + std::to_string(i), parameters_, i); }
  GraphValue constant(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return unique(std::string("immediate real64 ") + text, constants_, number);
  }
  GraphValue apply(char const* operation, GraphValue a, GraphValue b) {
    return add(std::string(operation) + " %" + std::to_string(a.id) + " %" + std::to_string(b.id));
  }

  /// The graph `Boundary_<name>` that stores `result` in array0. The input arrays are array1, array2, ...: a kernel may
  /// not read a neighbour of a point in an array that it writes, so that the variable itself is an input under another
  /// name. A launch sets one layer only and never reads the points that it writes.
  std::string text(std::string const& name, GraphValue result) const {
    std::string text = "graph Boundary_" + name + " {\n  grid 3\n";
    for (auto const& parameter : parameters_)
      text += "  param real64 parameter" + std::to_string(parameter.first) + "\n";
    if (!inputs_.empty()) text += "  in";
    for (auto const& input : inputs_) text += " array" + std::to_string(input.first + 1);
    if (!inputs_.empty()) text += "\n";
    return text + "  out array0\n" + values_ + "  store array0 %" + std::to_string(result.id) + " boundary\n}\n";
  }

private:
  GraphValue add(std::string const& operation) {
    values_ += "  %" + std::to_string(n_values_) + " = " + operation + "\n";
    return {this, n_values_++};
  }
  template <class Key>
  GraphValue unique(std::string const& operation, std::map<Key, int>& ids, Key const& key) {
    auto position = ids.find(key);
    if (position == ids.end()) position = ids.emplace(key, add(operation).id).first;
    return {this, position->second};
  }

  int direction_;
  int n_values_ = 0;
  std::string values_;
  std::map<int, int> parameters_, inputs_; // ids of values by number
  std::map<std::pair<int, int>, int> shifted_;
  std::map<double, int> constants_;
};

inline GraphValue operator+(GraphValue a, GraphValue b) { return a.graph->apply("add", a, b); }
inline GraphValue operator-(GraphValue a, GraphValue b) { return a.graph->apply("subtract", a, b); }
inline GraphValue operator*(GraphValue a, GraphValue b) { return a.graph->apply("multiply", a, b); }
inline GraphValue operator/(GraphValue a, GraphValue b) { return a.graph->apply("divide", a, b); }
inline GraphValue operator+(double a, GraphValue b) { return b.graph->constant(a) + b; }
inline GraphValue operator-(double a, GraphValue b) { return b.graph->constant(a) - b; }
inline GraphValue operator*(double a, GraphValue b) { return b.graph->constant(a) * b; }
inline GraphValue operator/(double a, GraphValue b) { return b.graph->constant(a) / b; }

/// The graph of a formula at one face. Formulas of depth 0 have the same graph for all faces.
template <class Formula>
std::string graph_of(Formula const& formula, std::string const& name, int face, int depth) {
  GraphOperands at(face);
  GraphValue const result = formula(at);
  if (depth == 0) return at.text(name, result);
  return at.text(name + "_" + "xyz"[face / 2] + (at.is_lower_face ? "_lower" : "_upper"), result);
}

} // namespace boundary
