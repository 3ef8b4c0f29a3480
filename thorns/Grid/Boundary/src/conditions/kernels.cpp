// Text of graphs, an operation a line, in the order in which the host's functions do them.
#include "kernels.hpp"

#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace boundary {
namespace {

class GraphText {
public:
  struct Value {
    GraphText* graph;
    int id;
  };

  Value parameter(int i) { return unique("parameter parameter" + std::to_string(i), parameters_, i); }
  Value constant(char const* number) { return add("immediate real64 " + std::string(number)); }
  // `inside`: how many points from the one that is set along the normal.
  Value array(int i, int inside = 0) {
    Value const here = unique("load array" + std::to_string(i), arrays_, i);
    if (inside == 0) return here;
    std::string text = "shift %" + std::to_string(here.id) + " [";
    for (int d = 0; d < max_dim; ++d) text += (d ? "," : "") + std::to_string(d == direction_ ? -outward_ * inside : 0);
    return unique(text + "]", shifted_, i + 100 * inside);
  }
  Value apply(char const* operation, Value a, Value b) {
    return add(std::string(operation) + " %" + std::to_string(a.id) + " %" + std::to_string(b.id));
  }

  GraphText() = default;
  GraphText(int direction, int outward) : direction_(direction), outward_(outward) {}

  std::string store(std::string const& name, Value value) const {
    std::string text = "graph Boundary_" + name + (outward_ == 0 ? "" : face()) + " {\n  grid 3\n";
    for (auto const& [i, id] : parameters_) text += "  param real64 parameter" + std::to_string(i) + "\n";
    if (!arrays_.empty()) text += "  in";
    for (auto const& [i, id] : arrays_) text += " array" + std::to_string(i);
    if (!arrays_.empty()) text += "\n";
    return text + "  out array0\n" + values_ + "  store array0 %" + std::to_string(value.id) + " boundary\n}\n";
  }

private:
  std::string face() const { return std::string("_") + "xyz"[direction_] + (outward_ < 0 ? "_lower" : "_upper"); }
  Value add(std::string const& text) {
    values_ += "  %" + std::to_string(n_) + " = " + text + "\n";
    return {this, n_++};
  }
  Value unique(std::string const& text, std::map<int, int>& known, int key) {
    auto found = known.find(key);
    if (found == known.end()) found = known.emplace(key, add(text).id).first;
    return {this, found->second};
  }

  int direction_ = 0, outward_ = 0;
  int n_ = 0;
  std::string values_;
  std::map<int, int> parameters_, arrays_, shifted_; // numbers of values
};

using Value = GraphText::Value;
Value operator+(Value a, Value b) { return a.graph->apply("add", a, b); }
Value operator-(Value a, Value b) { return a.graph->apply("subtract", a, b); }
Value operator*(Value a, Value b) { return a.graph->apply("multiply", a, b); }
Value operator/(Value a, Value b) { return a.graph->apply("divide", a, b); }

// The numbers of radiation_parameters.
enum { v_dt, half_v_dt, rho, absolute_rho, limit, v_dt_limit, fall_factor };

// The functions of radiation.cpp, with the point that is set at 0, those inside at 1 and 2.
class RadiationText {
public:
  RadiationText(int direction, int outward) : graph_(direction, outward), outward_(outward) {}

  std::string text(bool incoming) {
    Value const one = graph_.constant("1");
    Value const per_r0 = one / r(0), per_r1 = one / r(1);
    Value const c0 = x(0) * per_r0, c1 = x(1) * per_r1;
    Value const d0 = parameter(half_v_dt) * per_r0, d1 = parameter(half_v_dt) * per_r1;
    Value const x_over_r2_0 = x(0) * (per_r0 * per_r0), x_over_r2_1 = x(1) * (per_r1 * per_r1);
    Value const source =
        incoming ? parameter(v_dt_limit) + extrapolated(one, x_over_r2_0 + x_over_r2_1) : parameter(v_dt_limit);
    Value const sum = source * (x_over_r2_0 + x_over_r2_1) + present(1) * (parameter(rho) - c1 * (one + d1)) +
                      past(0) * (c0 * (one - d0) - parameter(rho)) + past(1) * (parameter(rho) + c1 * (one - d1));
    return graph_.store(incoming ? "RadiationBothWays" : "Radiation", sum / (parameter(rho) + c0 * (one + d0)));
  }

private:
  Value present(int i) { return graph_.array(1, i); }
  Value past(int i) { return graph_.array(2, i); }
  Value x(int i) { return graph_.array(3, i); }
  Value r(int i) { return graph_.array(4, i); }
  Value parameter(int i) { return graph_.parameter(i); }

  Value extrapolated(Value one, Value both_x_over_r2) {
    Value const fall = parameter(fall_factor) * both_x_over_r2;
    return (one - fall) / (one + fall) * incoming();
  }

  Value incoming() {
    Value const quarter = graph_.constant("0.25"), half = graph_.constant("0.5");
    Value const mean = quarter * (present(1) + present(2) + past(1) + past(2));
    Value const in_time = half * (r(1) * (present(1) - past(1)) + r(2) * (present(2) - past(2)));
    int const a = outward_ < 0 ? 2 : 1, b = 3 - a; // in the direction of increasing x, b before a
    Value const difference = present(a) - present(b) + past(a) - past(b);
    Value const in_space = quarter * difference * parameter(absolute_rho) * (r(1) * r(1) / x(1) + r(2) * r(2) / x(2));
    return parameter(v_dt) * (mean - parameter(limit)) + in_time + in_space;
  }

  GraphText graph_;
  int outward_;
};

} // namespace

std::string const& scalar_graph() {
  static std::string const text = [] {
    GraphText graph;
    return graph.store("Scalar", graph.parameter(0));
  }();
  return text;
}

std::string const& flat_graph(int direction, int outward) {
  static std::map<std::pair<int, int>, std::string> texts;
  std::string& text = texts[{direction, outward}];
  if (text.empty()) {
    GraphText graph(direction, outward);
    text = graph.store("Flat", graph.array(1, 1));
  }
  return text;
}

std::string const& extrapolation_graph(int direction, int outward) {
  static std::map<std::pair<int, int>, std::string> texts;
  std::string& text = texts[{direction, outward}];
  if (text.empty()) {
    GraphText graph(direction, outward);
    text = graph.store("Extrapolation", graph.constant("2") * graph.array(1, 1) - graph.array(1, 2));
  }
  return text;
}

std::string const& copy_graph() {
  static std::string const text = [] {
    GraphText graph;
    return graph.store("Copy", graph.array(1));
  }();
  return text;
}

std::string const& radiation_graph(int direction, int outward, bool incoming) {
  static std::map<std::tuple<int, int, bool>, std::string> texts;
  std::string& text = texts[{direction, outward, incoming}];
  if (text.empty()) text = RadiationText(direction, outward).text(incoming);
  return text;
}

std::vector<CCTK_REAL> radiation_parameters(Radiation const& options, double time_step, double spacing, int outward) {
  double const v_times_dt = options.speed * time_step, ratio = outward * (v_times_dt / spacing);
  double const sign = ratio < 0 ? -1 : 1;
  std::vector<CCTK_REAL> values(fall_factor + 1);
  values[v_dt] = v_times_dt;
  values[half_v_dt] = 0.5 * v_times_dt;
  values[rho] = ratio;
  values[absolute_rho] = std::abs(ratio);
  values[limit] = options.limit;
  values[v_dt_limit] = v_times_dt * options.limit;
  values[fall_factor] = sign * 0.25 * options.power * spacing;
  return values;
}

} // namespace boundary
