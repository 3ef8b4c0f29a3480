#include "codegen/loops/instances.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace chemora::loops {

namespace {

constexpr double infinity = 4294967296; ///< loop variables have 32 bits
constexpr int max_rounds = 100;         ///< of a propagation; further rounds do not change the set of points

} // namespace

IntegerBox::IntegerBox(std::size_t n_variables) : lower_(n_variables, -infinity), upper_(n_variables, infinity) {}

void IntegerBox::add(std::vector<std::pair<std::size_t, double>> const& factors, double constant, bool is_equality) {
  rows_.push_back({factors, constant});
  if (!is_equality) return;
  Row opposite{factors, -constant};
  for (auto& [_, factor] : opposite.factors) factor = -factor;
  rows_.push_back(std::move(opposite));
}

void IntegerBox::fix(std::size_t variable, double value) {
  lower_[variable] = std::max(lower_[variable], value);
  upper_[variable] = std::min(upper_[variable], value);
}

bool IntegerBox::is_bounded(std::size_t variable) const {
  return lower_[variable] > -infinity / 2 && upper_[variable] < infinity / 2;
}

bool IntegerBox::propagate() {
  for (std::size_t n = 0; n < lower_.size(); ++n)
    if (lower_[n] > upper_[n]) return false;
  bool is_changed = true;
  for (int round = 0; is_changed && round < max_rounds; ++round) {
    is_changed = false;
    for (Row const& row : rows_)
      if (!propagate(row, is_changed)) return false;
  }
  return true;
}

bool IntegerBox::propagate(Row const& row, bool& is_changed) {
  double largest = row.constant;
  for (auto const& [variable, factor] : row.factors)
    largest += factor * (factor > 0 ? upper_[variable] : lower_[variable]);
  if (largest < 0) return false;
  for (auto const& [variable, factor] : row.factors) {
    // The other terms are at most `others`: factor * variable >= -others.
    double const others = largest - factor * (factor > 0 ? upper_[variable] : lower_[variable]);
    if (factor > 0) {
      double const bound = std::ceil(-others / factor) + 0.0; // never -0
      is_changed |= bound > lower_[variable];
      lower_[variable] = std::max(lower_[variable], bound);
    } else {
      double const bound = std::floor(others / -factor) + 0.0;
      is_changed |= bound < upper_[variable];
      upper_[variable] = std::min(upper_[variable], bound);
    }
    if (lower_[variable] > upper_[variable]) return false;
  }
  return true;
}

namespace {

[[noreturn]] void fail_unbounded(std::string const& loop) {
  throw base::UserError(fmt::format("Loop `{}` has infinitely many iterations for these parameters. Add a constraint "
                                    "or an assumption that bounds it.",
                                    loop));
}

/// The constraints of a kernel on a list of loops. Constraints on scalar temporaries are added to a box when the
/// scalars have values.
class LoopDomain {
public:
  LoopDomain(LoopKernel const& kernel, std::vector<std::string> const& loops, ir::NameValues const& parameters)
      : kernel_(kernel), parameters_(parameters), loops_(loops) {
    for (Constraint const& constraint : constraints_within(kernel, loops))
      (scalars_of(constraint).empty() ? static_ : dynamic_).push_back(constraint);
  }

  std::vector<std::string> const& loops() const { return loops_; }
  std::vector<Constraint> const& dynamic() const { return dynamic_; }

  IntegerBox box() const {
    IntegerBox result(loops_.size());
    for (Constraint const& constraint : static_) add(result, constraint.expression, constraint.is_equality, {});
    return result;
  }

  /// Adds `expression` >= 0, or == 0, with values of scalars.
  void add(IntegerBox& box, ir::LinearExpression const& expression, bool is_equality,
           ir::NameValues const& scalars) const {
    std::vector<std::pair<std::size_t, double>> factors;
    auto constant = static_cast<double>(expression.constant);
    for (auto const& [name, factor] : expression.factors) {
      auto const loop = std::find(loops_.begin(), loops_.end(), name);
      if (loop != loops_.end())
        factors.emplace_back(static_cast<std::size_t>(loop - loops_.begin()), static_cast<double>(factor));
      else
        constant += static_cast<double>(factor) * value(name, scalars);
    }
    box.add(factors, constant, is_equality);
  }

  void add_dynamic(IntegerBox& box, Constraint const& constraint, ScalarValue const& scalar) const {
    ir::NameValues values;
    for (std::string const& name : scalars_of(constraint)) {
      values[name] = scalar(name, fixed_loops(box));
      if (std::isnan(values[name]))
        throw base::UserError(
            fmt::format("The scalar `{}` has no value when the range of a loop is computed from it.", name));
    }
    add(box, constraint.expression, constraint.is_equality, values);
  }

  ir::NameValues fixed_loops(IntegerBox const& box) const {
    ir::NameValues values;
    for (std::size_t n = 0; n < loops_.size(); ++n)
      if (box.is_fixed(n)) values[loops_[n]] = box.lower(n);
    return values;
  }

  std::set<std::string> scalars_of(Constraint const& constraint) const {
    std::set<std::string> names;
    for (auto const& [name, _] : constraint.expression.factors)
      if (kernel_.find_array(name)) names.insert(name);
    return names;
  }

  /// Calls `visit` for all points of the box in lexicographic order.
  void for_each_point(IntegerBox box, std::size_t first,
                      std::function<void(ir::NameValues const&)> const& visit) const {
    if (!box.propagate()) return;
    while (first < loops_.size() && box.is_fixed(first)) ++first;
    if (first == loops_.size()) return visit(fixed_loops(box));
    if (!box.is_bounded(first)) fail_unbounded(loops_[first]);
    for (double value = box.lower(first); value <= box.upper(first); ++value) {
      IntegerBox part = box;
      part.fix(first, value);
      for_each_point(part, first + 1, visit);
    }
  }

private:
  double value(std::string const& name, ir::NameValues const& scalars) const {
    if (auto const found = scalars.find(name); found != scalars.end()) return found->second;
    auto const found = parameters_.find(name);
    if (found == parameters_.end())
      throw base::InternalError(fmt::format("Interpreting `{}`: parameter `{}` has no value.", kernel_.name, name));
    return found->second;
  }

  LoopKernel const& kernel_;
  ir::NameValues const& parameters_;
  std::vector<std::string> loops_;
  std::vector<Constraint> static_, dynamic_;
};

/// Executes instructions in the lexicographic order of Instruction::order, one position of the order after another.
class OrderedInstances {
public:
  using Visit = std::function<void(Instruction const&, ir::NameValues const&)>;

  OrderedInstances(LoopKernel const& kernel, ir::NameValues const& parameters, ScalarValue const& scalar,
                   Visit const& visit)
      : scalar_(scalar), visit_(visit) {
    for (Instruction const& instruction : kernel.instructions) {
      items_.push_back({&instruction, LoopDomain(kernel, instruction.within, parameters)});
      n_positions_ = std::max(n_positions_, instruction.order.size());
    }
  }

  void run() {
    std::vector<Part> parts;
    for (Item const& item : items_) parts.push_back({&item, item.domain.box()});
    run(0, std::move(parts));
  }

private:
  struct Item {
    Instruction const* instruction;
    LoopDomain domain;
  };
  /// The instances of an instruction with given values of the first positions of the order.
  struct Part {
    Item const* item;
    IntegerBox box;
  };

  /// Executes the instances of `parts`, which agree in the positions before `position`.
  void run(std::size_t position, std::vector<Part> parts) {
    if (position == n_positions_) return run_equal(parts);
    double first = 1, last = 0;
    std::vector<std::pair<double, double>> ranges;
    for (auto part = parts.begin(); part != parts.end();) {
      add_dynamic(*part, position);
      if (!part->box.propagate()) {
        part = parts.erase(part);
        continue;
      }
      auto const range = range_of(*part, position);
      first = ranges.empty() ? range.first : std::min(first, range.first);
      last = ranges.empty() ? range.second : std::max(last, range.second);
      ranges.push_back(range);
      ++part;
    }
    for (double value = first; value <= last; value = next_value(value, ranges)) {
      std::vector<Part> inner;
      for (std::size_t n = 0; n < parts.size(); ++n) {
        if (value < ranges[n].first || value > ranges[n].second) continue;
        inner.push_back(parts[n]);
        if (ranges[n].first != ranges[n].second) restrict_to(inner.back(), position, value);
      }
      run(position + 1, std::move(inner));
    }
  }

  /// Returns the smallest value after `value` that is in a range; a value after all ranges if there is none.
  static double next_value(double value, std::vector<std::pair<double, double>> const& ranges) {
    double next = infinity * infinity;
    for (auto const& [first, last] : ranges)
      if (last > value) next = std::min(next, std::max(first, value + 1));
    return next;
  }

  /// Instances of equal order are executed in the order of the instructions.
  void run_equal(std::vector<Part> const& parts) {
    for (Part part : parts) {
      add_dynamic(part, n_positions_);
      part.item->domain.for_each_point(part.box, 0,
                                       [&](ir::NameValues const& loops) { visit_(*part.item->instruction, loops); });
    }
  }

  static ir::LinearExpression position_of(Part const& part, std::size_t position) {
    auto const& order = part.item->instruction->order;
    return position < order.size() ? order[position] : ir::LinearExpression{};
  }

  static std::pair<double, double> range_of(Part const& part, std::size_t position) {
    ir::LinearExpression const expression = position_of(part, position);
    auto first = static_cast<double>(expression.constant), last = first;
    auto const& loops = part.item->domain.loops();
    for (auto const& [name, whole] : expression.factors) {
      auto const loop = static_cast<std::size_t>(std::find(loops.begin(), loops.end(), name) - loops.begin());
      if (!part.box.is_bounded(loop)) fail_unbounded(name);
      auto const factor = static_cast<double>(whole);
      first += factor * (factor > 0 ? part.box.lower(loop) : part.box.upper(loop));
      last += factor * (factor > 0 ? part.box.upper(loop) : part.box.lower(loop));
    }
    return {first, last};
  }

  static void restrict_to(Part& part, std::size_t position, double value) {
    ir::LinearExpression expression = position_of(part, position);
    expression.constant -= static_cast<long>(value);
    part.item->domain.add(part.box, expression, true, {});
  }

  /// Adds the constraints with scalars whose loops all occur up to this position, and not before.
  void add_dynamic(Part& part, std::size_t position) const {
    for (Constraint const& constraint : part.item->domain.dynamic())
      if (position_of_constraint(part, constraint) == position)
        part.item->domain.add_dynamic(part.box, constraint, scalar_);
  }

  std::size_t position_of_constraint(Part const& part, Constraint const& constraint) const {
    std::size_t position = 0;
    for (std::string const& loop : part.item->domain.loops()) {
      if (!constraint.expression.uses(loop)) continue;
      auto const& order = part.item->instruction->order;
      auto const first =
          std::find_if(order.begin(), order.end(), [&](auto const& expression) { return expression.uses(loop); });
      std::size_t const found = first == order.end() ? n_positions_ : static_cast<std::size_t>(first - order.begin());
      position = std::max(position, found);
    }
    return position;
  }

  ScalarValue const& scalar_;
  Visit const& visit_;
  std::vector<Item> items_;
  std::size_t n_positions_ = 0;
};

} // namespace

void for_each_instance(LoopKernel const& kernel, ir::NameValues const& parameters, ScalarValue const& scalar,
                       std::function<void(Instruction const&, ir::NameValues const& loops)> const& visit) {
  OrderedInstances(kernel, parameters, scalar, visit).run();
}

void for_each_point(LoopKernel const& kernel, std::vector<std::string> const& loops, ir::NameValues const& outer,
                    ir::NameValues const& parameters, ScalarValue const& scalar,
                    std::function<void(ir::NameValues const& loops)> const& visit) {
  std::vector<std::string> all;
  for (auto const& [name, _] : outer)
    if (kernel.find_loop(name)) all.push_back(name);
  std::size_t const n_outer = all.size();
  all.insert(all.end(), loops.begin(), loops.end());
  LoopDomain const domain(kernel, all, parameters);
  IntegerBox box = domain.box();
  for (std::size_t n = 0; n < n_outer; ++n) box.fix(n, outer.at(all[n]));
  for (Constraint const& constraint : domain.dynamic()) domain.add_dynamic(box, constraint, scalar);
  domain.for_each_point(std::move(box), n_outer, visit);
}

std::string instance_text(Instruction const& instruction, ir::NameValues const& loops) {
  std::string values;
  for (std::string const& loop : instruction.within)
    values += fmt::format("{}{}={}", values.empty() ? "" : ", ", loop, loops.at(loop));
  return values.empty() ? instruction.id : fmt::format("{}[{}]", instruction.id, values);
}

} // namespace chemora::loops
