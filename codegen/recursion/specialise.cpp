#include "codegen/recursion/specialise.hpp"

#include "codegen/recursion/affine_set.hpp"
#include "codegen/recursion/split_cases.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace chemora::recursion {

namespace {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;

/// A state is not known.
struct Unknown {};

bool is_number(ExpressionPtr const& e) { return e->kind == ExpressionKind::number; }
bool is_number(ExpressionPtr const& e, double number) { return is_number(e) && e->number == number; }

/// Returns the operation, or its value if it is obvious. Factors of 0 are only removed from probabilities, which are
/// finite.
ExpressionPtr folded(Op op, std::vector<ExpressionPtr> const& operands, ir::Type type, bool is_probability) {
  bool const is_real = ir::is_real(type);
  if (op == Op::select && is_number(operands[0])) return operands[operands[0]->number != 0 ? 1 : 2];
  if (std::ranges::all_of(operands, [](auto const& e) { return is_number(e) && std::isfinite(e->number); })) {
    std::vector<double> numbers;
    for (ExpressionPtr const& operand : operands) numbers.push_back(operand->number);
    if (!ir::info(op).is_transcendental() && op != Op::select && !(ir::info(op).is_integer_division()))
      return ir::make_number(type, ir::evaluate(op, operands[0]->type, type, numbers));
  }
  for (std::size_t n : {0u, 1u}) {
    if (operands.size() != 2 || !is_real) break;
    ExpressionPtr const &operand = operands[n], &other = operands[1 - n];
    if (op == Op::multiply && is_number(operand, 1)) return other;
    if (op == Op::multiply && is_number(operand, 0) && is_probability) return operand;
    if ((op == Op::add || op == Op::maximum) && is_number(operand, 0) && is_probability) return other;
  }
  return op == Op::convert ? ir::make_conversion(type, operands[0]) : ir::make_operation(op, operands);
}

/// The numbers of all known elements of an array that a case may read.
struct Box {
  std::vector<long> first{}, last{};
};

class Specialiser {
public:
  Specialiser(System const& system, Inputs const& shared, SpecialiseOptions const& options)
      : system_(system), shared_(shared), options_(options) {
    for (Function const& function : system.functions)
      for (Dimension const& dimension : function.dimensions)
        if (dimension.kind == DimensionKind::state && is_small(dimension.of)) models_.insert(dimension.of);
  }

  System specialise() {
    System result = system_;
    result.functions.clear();
    for (Function const& function : system_.functions) {
      std::vector<long> states;
      add_instances(function, states, result.functions);
    }
    if (result.result)
      for (TableValue& table : result.result->tables) specialise(table);
    remove_unused(result);
    return result;
  }

private:
  bool is_small(std::string const& model) const {
    auto const n_states = shared_.sizes.find("n_states_" + model), n = shared_.sizes.find("n_transitions_" + model);
    return n_states != shared_.sizes.end() && n != shared_.sizes.end() && n->second <= options_.max_transitions &&
           n_states->second <= options_.max_states;
  }

  bool is_state(Dimension const& dimension) const {
    return dimension.kind == DimensionKind::state && models_.contains(dimension.of);
  }

  long n_states(Dimension const& dimension) const { return shared_.sizes.at("n_states_" + dimension.of); }

  /// Adds the functions for all values of the remaining states.
  void add_instances(Function const& function, std::vector<long> const& states, std::vector<Function>& functions) {
    std::vector<Dimension const*> dimensions;
    long n_instances = 1;
    for (Dimension const& dimension : function.dimensions)
      if (is_state(dimension)) {
        dimensions.push_back(&dimension);
        n_instances *= n_states(dimension);
      }
    if (n_instances > options_.max_states) throw Unknown{};
    if (states.size() == dimensions.size()) return functions.push_back(instance(function, states));
    for (long state = 0; state < n_states(*dimensions[states.size()]); ++state) {
      std::vector<long> more = states;
      more.push_back(state);
      add_instances(function, more, functions);
    }
  }

  std::string instance_name(std::string const& function, std::vector<long> const& states) const {
    if (states.empty()) return function;
    std::string name = fmt::format("{}_{}", function, fmt::join(states, "_"));
    auto const is_used = [&] {
      return system_.find_function(name) || std::ranges::count(system_.sizes, name) > 0 ||
             std::ranges::count(system_.arrays, name, &InputArray::name) > 0;
    };
    while (is_used()) name += "_";
    return name;
  }

  Function instance(Function const& function, std::vector<long> const& states) {
    function_ = &function;
    known_.clear();
    for (std::string const& model : models_) known_["n_states_" + model] = shared_.sizes.at("n_states_" + model);
    Function result{.name = instance_name(function.name, states),
                    .type = function.type,
                    .calling = function.calling,
                    .where = function.where};
    std::size_t n = 0;
    for (Dimension const& dimension : function.dimensions)
      if (is_state(dimension))
        known_[dimension.name] = states[n++];
      else
        result.dimensions.push_back(dimension);
    if (states.empty()) result.schedule = function.schedule;
    ranges_.clear();
    for (Case const& part : function.cases) {
      std::optional<Constraints> const domain = known_domain(part.domain);
      if (!domain) continue;
      domain_ = joined(*domain, box_of(result.dimensions));
      result.cases.push_back({*domain, value(part.value)});
    }
    for (Range const& range : function.ranges)
      if (ranges_.contains(range.variable))
        result.ranges.push_back({range.variable, value(range.first), value(range.last), range.where});
    return result;
  }

  /// Returns the constraints without those that always hold, or nothing if one of them never holds.
  std::optional<Constraints> known_domain(Constraints const& domain) const {
    Constraints result;
    for (loops::Constraint constraint : domain) {
      for (auto const& [name, number] : known_)
        constraint.expression = constraint.expression.with(name, ir::linear(number));
      long const constant = constraint.expression.constant;
      if (!constraint.expression.is_constant())
        result.push_back(constraint);
      else if (constraint.is_equality ? constant != 0 : constant < 0)
        return std::nullopt;
    }
    return result;
  }

  ExpressionPtr value(ExpressionPtr const& e) {
    switch (e->kind) {
    case ExpressionKind::name:
      return known_.contains(e->name) ? ir::make_integer(known_.at(e->name)) : e;
    case ExpressionKind::element:
      return element(*e);
    case ExpressionKind::reduction:
      return reduction(*e);
    case ExpressionKind::operation: {
      std::vector<ExpressionPtr> operands;
      for (ExpressionPtr const& operand : e->operands) operands.push_back(value(operand));
      return folded(e->op, operands, e->type, is_probability());
    }
    default:
      return e;
    }
  }

  bool is_probability() const { return function_->type == ValueType::probability; }

  ExpressionPtr element(Expression const& e) {
    std::vector<ExpressionPtr> operands;
    for (ExpressionPtr const& operand : e.operands) operands.push_back(value(operand));
    if (Function const* const function = system_.find_function(e.name)) return call(*function, e.type, operands);
    ExpressionPtr const result = ir::make_element(e.type, e.name, operands);
    std::optional<double> const number = known_number(e.name, operands);
    return number ? ir::make_number(e.type, *number) : result;
  }

  ExpressionPtr call(Function const& function, ir::Type type, std::vector<ExpressionPtr> const& operands) const {
    std::vector<long> states;
    std::vector<ExpressionPtr> others;
    for (std::size_t axis = 0; axis < operands.size(); ++axis) {
      bool const is_unrolled = is_state(function.dimensions[axis]);
      if (is_unrolled && !is_number(operands[axis])) throw Unknown{};
      if (is_unrolled)
        states.push_back(static_cast<long>(operands[axis]->number));
      else
        others.push_back(operands[axis]);
    }
    return ir::make_element(type, instance_name(function.name, states), others);
  }

  /// Returns the number that all elements with these subscripts have.
  std::optional<double> known_number(std::string const& name, std::vector<ExpressionPtr> const& subscripts) const {
    auto const values = shared_.arrays.find(name);
    InputArray const& array = system_.array(name);
    if (values == shared_.arrays.end() || array.kind == InputArray::Kind::letters ||
        array.kind == InputArray::Kind::grid)
      return std::nullopt;
    std::vector<long> extents;
    long n_others = 1, unknown = -1;
    for (std::size_t axis = 0; axis < subscripts.size(); ++axis) {
      bool const is_known = array.extents[axis] != LinearExpression{};
      if (!is_known && unknown >= 0) return std::nullopt;
      if (!is_known) unknown = static_cast<long>(axis);
      extents.push_back(is_known ? array.extents[axis].value(shared_.sizes) : 0);
      n_others *= is_known ? extents.back() : 1;
    }
    auto const n_values = static_cast<long>(values->second.size());
    if (unknown >= 0) extents[static_cast<std::size_t>(unknown)] = n_values / std::max(n_others, 1L);
    Box box;
    for (std::size_t axis = 0; axis < subscripts.size(); ++axis) add_range(box, subscripts[axis], extents[axis]);
    return common_number(values->second, extents, box);
  }

  /// Adds the smallest and the largest value of a subscript.
  void add_range(Box& box, ExpressionPtr const& subscript, long extent) const {
    long first = 0, last = extent - 1;
    auto const linear = ir::as_linear(subscript);
    if (linear && linear->is_constant()) first = last = linear->constant;
    bool const is_index = linear && std::ranges::all_of(linear->factors, [&](auto const& factor) {
                            return shared_.sizes.contains(factor.first) ||
                                   std::ranges::count(function_->dimensions, factor.first, &Dimension::name) > 0;
                          });
    Constraints domain = domain_;
    for (auto const& [name, size] : shared_.sizes) domain.push_back(equals(ir::linear(name), ir::linear(size)));
    auto const is_excluded = [&](long number) {
      return is_index && is_empty(joined(domain, {equals(*linear, ir::linear(number))}));
    };
    constexpr int max_excluded = 3; // at each end
    for (int n = 0; n < max_excluded && first < last && is_excluded(first); ++n) ++first;
    for (int n = 0; n < max_excluded && first < last && is_excluded(last); ++n) --last;
    box.first.push_back(first);
    box.last.push_back(last);
  }

  static std::optional<double> common_number(std::vector<double> const& values, std::vector<long> const& extents,
                                             Box const& box) {
    std::vector<long> position = box.first;
    std::optional<double> result;
    while (true) {
      long offset = 0;
      for (std::size_t axis = 0; axis < extents.size(); ++axis) offset = offset * extents[axis] + position[axis];
      if (offset < 0 || offset >= static_cast<long>(values.size())) return std::nullopt;
      double const number = values[static_cast<std::size_t>(offset)];
      if (result && *result != number) return std::nullopt;
      result = number;
      std::size_t axis = extents.size();
      while (axis > 0 && position[axis - 1] == box.last[axis - 1]) --axis, position[axis] = box.first[axis];
      if (axis == 0) return result;
      ++position[axis - 1];
    }
  }

  ExpressionPtr reduction(Expression const& e) {
    auto const range = std::ranges::find(function_->ranges, e.loops.front(), &Range::variable);
    ExpressionPtr const first = value(range->first), last = value(range->last);
    bool const is_of_model = std::ranges::any_of(models_, [&](std::string const& model) {
      bool result = false;
      for (ExpressionPtr const& bound : {range->first, range->last})
        ir::for_each(bound, [&](ExpressionPtr const& part) {
          result |= part->name.starts_with(model + "_first_") || part->name == "n_states_" + model;
        });
      return result;
    });
    if (!is_of_model) {
      ranges_.insert(range->variable);
      return ir::make_reduction(e.op, e.loops, value(e.operands.front()));
    }
    if (!is_number(first) || !is_number(last)) throw Unknown{};
    ExpressionPtr result = ir::make_number(e.type, neutral(e.op));
    bool is_first = true;
    for (auto k = static_cast<long>(first->number); k <= static_cast<long>(last->number); ++k) {
      known_[range->variable] = k;
      ExpressionPtr const term = value(e.operands.front());
      result = is_first ? term : folded(e.op, {result, term}, e.type, is_probability());
      is_first = false;
    }
    known_.erase(range->variable);
    return result;
  }

  /// The value without any terms. Probabilities are not negative.
  double neutral(Op op) const {
    if (op == Op::add || (op == Op::maximum && is_probability())) return 0;
    return op == Op::minimum ? HUGE_VAL : -HUGE_VAL;
  }

  void specialise(TableValue& table) const {
    Function const& function = system_.function(table.function);
    std::vector<long> states;
    std::vector<LinearExpression> others;
    for (std::size_t axis = 0; axis < table.arguments.size(); ++axis) {
      LinearExpression argument = table.arguments[axis];
      if (!is_state(function.dimensions[axis])) {
        others.push_back(argument);
        continue;
      }
      for (std::string const& model : models_)
        argument = argument.with("n_states_" + model, ir::linear(shared_.sizes.at("n_states_" + model)));
      if (!argument.is_constant()) throw Unknown{};
      states.push_back(argument.constant);
    }
    table.function = instance_name(table.function, states);
    table.arguments = std::move(others);
  }

  static void remove_unused(System& system) {
    std::set<std::string> used;
    std::vector<std::string> next;
    auto const add = [&](std::string const& name) {
      if (used.insert(name).second) next.push_back(name);
    };
    if (!system.result) return;
    for (TableValue const& table : system.result->tables) add(table.function);
    while (!next.empty()) {
      Function const& function = system.function(next.back());
      next.pop_back();
      for (Case const& part : function.cases)
        ir::for_each(part.value, [&](ExpressionPtr const& e) {
          if (e->kind == ExpressionKind::element && system.find_function(e->name)) add(e->name);
        });
    }
    std::erase_if(system.functions, [&](Function const& function) { return !used.contains(function.name); });
  }

  System const& system_;
  Inputs const& shared_;
  SpecialiseOptions const& options_;
  std::set<std::string> models_{}; ///< of which each state has a function
  // The function and case that are being specialised.
  Function const* function_ = nullptr;
  std::map<std::string, long> known_{}; ///< states and variables of ranges
  std::set<std::string> ranges_{};      ///< variables of reductions that remain
  Constraints domain_{};
};

} // namespace

System specialised(System const& system, Inputs const& shared, SpecialiseOptions const& options) {
  try {
    return Specialiser(system, shared, options).specialise();
  } catch (Unknown const&) {
    SpecialiseOptions without_states = options;
    without_states.max_states = 0;
    return options.max_states == 0 ? system : specialised(system, shared, without_states);
  }
}

} // namespace chemora::recursion
