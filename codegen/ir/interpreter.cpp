#include "codegen/ir/interpreter.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

namespace chemora::ir {

namespace {

using Point = base::Index3;
using Arrays = std::map<std::string, std::vector<double>>;

std::size_t linear_index(Point const& point, base::Index3 const& extent) {
  auto const [x, y, z] = point;
  return static_cast<std::size_t>(x) +
         static_cast<std::size_t>(extent[0]) *
             (static_cast<std::size_t>(y) + static_cast<std::size_t>(extent[1]) * static_cast<std::size_t>(z));
}

class Evaluator {
public:
  Evaluator(Graph const& graph, InterpreterInput const& input, Arrays const& arrays)
      : graph_(graph), input_(input), arrays_(arrays) {}

  /// Discards all values before the next point is evaluated.
  void begin_point() { known_.clear(); }

  double at(ValueId id, Point const& point) {
    auto const key = std::make_pair(id, point);
    if (auto const found = known_.find(key); found != known_.end()) return found->second;
    double const number = compute(graph_.values[id], point);
    known_.emplace(key, number);
    return number;
  }

private:
  double compute(Value const& value, Point const& point) {
    GridScalars const& scalars = input_.scalars;
    auto const axis = static_cast<std::size_t>(value.axis);
    int const global_index = scalars.lower_global[axis] + point[axis];
    switch (value.op) {
    case Op::immediate:
      return value.number;
    case Op::parameter:
      return rounded_to(value.type, parameter(value.name));
    case Op::spacing:
      return rounded_to(value.type, scalars.spacing[axis]);
    case Op::origin:
      return rounded_to(value.type, scalars.origin[axis]);
    case Op::time:
      return rounded_to(value.type, scalars.time);
    case Op::time_step:
      return rounded_to(value.type, scalars.time_step);
    case Op::iteration:
      return scalars.iteration;
    case Op::size:
      return scalars.global_size[axis];
    case Op::index:
      return global_index;
    case Op::coordinate:
      return coordinate(value.type, scalars.origin[axis], global_index, scalars.spacing[axis]);
    case Op::load:
      return rounded_to(graph_.real, element(value.name, point));
    case Op::shift:
      return shifted(value, point);
    default:
      return operation(value, point);
    }
  }

  double operation(Value const& value, Point const& point) {
    std::vector<double> numbers;
    for (ValueId operand : value.operands) numbers.push_back(at(operand, point));
    Type const type = graph_.values[value.operands[0]].type;
    return evaluate(value.op, type, value.type, numbers);
  }

  double shifted(Value const& value, Point point) {
    for (std::size_t axis = 0; axis < 3; ++axis) point[axis] += value.offset[axis];
    return at(value.operands[0], point);
  }

  double parameter(std::string const& name) const {
    auto const found = input_.parameters.find(name);
    if (found == input_.parameters.end())
      throw base::InternalError(fmt::format("Interpreting `{}`: parameter `{}` has no value.", graph_.name, name));
    return found->second;
  }

  double element(std::string const& name, Point const& point) const {
    auto const found = arrays_.find(name);
    if (found == arrays_.end())
      throw base::InternalError(fmt::format("Interpreting `{}`: there is no array `{}`.", graph_.name, name));
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (point[axis] < 0 || point[axis] >= input_.extent[axis])
        throw base::InternalError(
            fmt::format("Interpreting `{}`: `{}` is read at [{},{},{}], outside its extent {} x {} x {}.", graph_.name,
                        name, point[0], point[1], point[2], input_.extent[0], input_.extent[1], input_.extent[2]));
    return found->second.at(linear_index(point, input_.extent));
  }

  Graph const& graph_;
  InterpreterInput const& input_;
  Arrays const& arrays_;
  std::map<std::pair<ValueId, Point>, double> known_;
};

} // namespace

void interpret(Graph const& graph, InterpreterInput const& input, base::Box const& box, Arrays& arrays) {
  Evaluator evaluator(graph, input, arrays);
  std::vector<std::vector<double>> results(graph.stores.size());
  std::vector<std::size_t> places;
  for (int z = box.lower[2]; z < box.upper[2]; ++z)
    for (int y = box.lower[1]; y < box.upper[1]; ++y)
      for (int x = box.lower[0]; x < box.upper[0]; ++x) {
        evaluator.begin_point();
        places.push_back(linear_index({x, y, z}, input.extent));
        for (std::size_t n = 0; n < graph.stores.size(); ++n)
          results[n].push_back(rounded_to(element_type(graph, graph.stores[n].variable),
                                          evaluator.at(graph.stores[n].value, {x, y, z})));
      }
  for (std::size_t n = 0; n < graph.stores.size(); ++n) {
    auto const target = arrays.find(graph.stores[n].variable);
    if (target == arrays.end())
      throw base::InternalError(
          fmt::format("Interpreting `{}`: there is no array `{}`.", graph.name, graph.stores[n].variable));
    for (std::size_t at = 0; at < places.size(); ++at) target->second.at(places[at]) = results[n][at];
  }
}

} // namespace chemora::ir
