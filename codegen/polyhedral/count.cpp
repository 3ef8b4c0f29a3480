#include "codegen/polyhedral/eliminate.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace chemora::polyhedral {

namespace {

constexpr double max_enumerated = 4e6;

struct Range {
  long lower = std::numeric_limits<long>::min(), upper = std::numeric_limits<long>::max();

  bool is_bounded() const {
    return lower != std::numeric_limits<long>::min() && upper != std::numeric_limits<long>::max();
  }
  bool is_empty() const { return lower > upper; }
};

/// Counts the integer points that obey constraints.
class Counter {
public:
  Counter(loops::LoopKernel const& kernel, std::vector<std::string> const& loops,
          std::vector<loops::Constraint> const& constraints, std::map<std::string, long> const& parameters)
      : kernel_(kernel) {
    for (std::string const& loop : loops) ranges_.emplace(loop, Range{});
    for (loops::Constraint constraint : constraints) {
      for (auto const& [name, value] : parameters)
        constraint.expression = constraint.expression.with(name, ir::linear(value));
      for (auto const& [name, factor] : constraint.expression.factors)
        if (!ranges_.contains(name)) fail(name);
      add(constraint.expression);
      if (constraint.is_equality) add(-1 * constraint.expression);
    }
  }

  double n_points() {
    if (is_empty_) return 0;
    find_ranges();
    double result = 1;
    for (std::vector<std::string> const& component : components()) result *= count(component);
    return result;
  }

private:
  [[noreturn]] void fail(std::string const& name) const {
    bool const is_computed = kernel_.find_array(name) != nullptr;
    throw base::UserError(
        fmt::format("The work of kernel `{}` cannot be counted, because the range of a loop depends on "
                    "`{}`{}. Specify a value for `{}`{}.",
                    kernel_.name, name, is_computed ? ", which the kernel computes" : "", name,
                    is_computed ? fmt::format(" with which to count, {}=VALUE", name) : ""));
  }

  void add(ir::LinearExpression const& expression) {
    if (!expression.is_constant())
      constraints_.push_back(expression);
    else if (expression.constant < 0)
      is_empty_ = true;
  }

  /// Tightens the range of `variable` to what the constraint implies for these ranges of the other variables.
  static void tighten(ir::LinearExpression const& constraint, std::string const& variable,
                      std::map<std::string, Range> const& others, Range& range) {
    long max = constraint.constant;
    for (auto const& [name, factor] : constraint.factors) {
      if (name == variable) continue;
      Range const& other = others.at(name);
      long const extreme = factor > 0 ? other.upper : other.lower;
      if (extreme == std::numeric_limits<long>::max() || extreme == std::numeric_limits<long>::min()) return;
      max += factor * extreme;
    }
    long const factor = constraint.factor(variable);
    if (factor > 0) range.lower = std::max(range.lower, -floor_quotient(max, factor));
    if (factor < 0) range.upper = std::min(range.upper, floor_quotient(max, -factor));
  }

  void find_ranges() {
    for (std::size_t n = 0; n <= 2 * ranges_.size() + 2; ++n)
      for (ir::LinearExpression const& constraint : constraints_)
        for (auto const& [name, factor] : constraint.factors) tighten(constraint, name, ranges_, ranges_.at(name));
    for (auto const& [name, range] : ranges_)
      if (!range.is_bounded())
        throw base::UserError(
            fmt::format("The work of kernel `{}` cannot be counted, because loop `{}` has no constant bounds.",
                        kernel_.name, name));
  }

  /// Returns the loops in groups between which there are no constraints.
  std::vector<std::vector<std::string>> components() const {
    std::map<std::string, std::string> group;
    for (auto const& [name, range] : ranges_) group[name] = name;
    for (ir::LinearExpression const& constraint : constraints_) {
      std::string const first = group.at(constraint.factors.begin()->first);
      for (auto const& [name, factor] : constraint.factors)
        for (std::string const old = group.at(name); auto& [other, label] : group)
          if (label == old) label = first;
    }
    std::map<std::string, std::vector<std::string>> members;
    for (auto const& [name, label] : group) members[label].push_back(name);
    std::vector<std::vector<std::string>> result;
    for (auto& [label, names] : members) result.push_back(std::move(names));
    return result;
  }

  double count(std::vector<std::string> component) {
    std::vector<ir::LinearExpression> constraints;
    for (ir::LinearExpression const& constraint : constraints_)
      if (std::find(component.begin(), component.end(), constraint.factors.begin()->first) != component.end())
        constraints.push_back(constraint);
    // The longest range is innermost, because the last loop is not enumerated.
    std::sort(component.begin(), component.end(), [&](std::string const& a, std::string const& b) {
      return ranges_.at(a).upper - ranges_.at(a).lower < ranges_.at(b).upper - ranges_.at(b).lower;
    });
    return enumerate(component, 0, constraints);
  }

  double enumerate(std::vector<std::string> const& loops, std::size_t depth,
                   std::vector<ir::LinearExpression> const& constraints) {
    std::string const& loop = loops[depth];
    Range range = ranges_.at(loop);
    for (ir::LinearExpression const& constraint : constraints) {
      if (constraint.is_constant() && constraint.constant < 0) return 0;
      if (constraint.uses(loop)) tighten(constraint, loop, ranges_, range);
    }
    if (range.is_empty()) return 0;
    if (depth + 1 == loops.size()) return static_cast<double>(range.upper - range.lower + 1);
    double sum = 0;
    for (long value = range.lower; value <= range.upper; ++value) {
      if (++n_enumerated_ > max_enumerated)
        throw base::UserError(
            fmt::format("The work of kernel `{}` cannot be counted, because more than {} points would "
                        "be enumerated. Count with smaller parameters.",
                        kernel_.name, max_enumerated));
      std::vector<ir::LinearExpression> fixed;
      for (ir::LinearExpression const& constraint : constraints)
        fixed.push_back(constraint.with(loop, ir::linear(value)));
      sum += enumerate(loops, depth + 1, fixed);
    }
    return sum;
  }

  loops::LoopKernel const& kernel_;
  std::map<std::string, Range> ranges_{};
  std::vector<ir::LinearExpression> constraints_{}; ///< each is at least 0
  bool is_empty_ = false;
  double n_enumerated_ = 0;
};

/// Adds the work of expressions to Counts.
class WorkCounter {
public:
  WorkCounter(loops::LoopKernel const& kernel, std::map<std::string, long> const& parameters)
      : kernel_(kernel), parameters_(parameters) {}

  Counts count() {
    for (loops::Instruction const& instruction : kernel_.instructions) add(instruction);
    return counts_;
  }

private:
  void add(loops::Instruction const& instruction) {
    if (!instruction.target) return;
    double const n_visits = n_points(instruction.within, {});
    std::vector<loops::Constraint> guard;
    for (ir::ExpressionPtr const& condition : instruction.conditions) {
      add(loops::expanded(kernel_, condition), instruction.within, guard, n_visits);
      add_guard(loops::expanded(kernel_, condition), guard);
    }
    double const n_instances = n_points(instruction.within, guard);
    counts_.instances += n_instances;
    add(loops::expanded(kernel_, instruction.value), instruction.within, guard, n_instances);
    for (ir::ExpressionPtr const& subscript : instruction.target->operands)
      add(loops::expanded(kernel_, subscript), instruction.within, guard, n_instances);
    if (!kernel_.array(instruction.target->name).is_argument) return;
    counts_.words_written += n_instances;
    counts_.words_of[instruction.target->name] += n_instances;
  }

  double n_points(std::vector<std::string> const& loops, std::vector<loops::Constraint> const& guard) {
    auto const [found, is_new] = known_.try_emplace({loops, texts(guard)}, 0);
    if (!is_new) return found->second;
    std::vector<loops::Constraint> constraints = loops::constraints_within(kernel_, loops);
    constraints.insert(constraints.end(), guard.begin(), guard.end());
    return found->second = Counter(kernel_, loops, constraints, parameters_).n_points();
  }

  static std::vector<std::string> texts(std::vector<loops::Constraint> const& constraints) {
    std::vector<std::string> result;
    for (loops::Constraint const& constraint : constraints)
      result.push_back(ir::to_text(constraint.expression) + (constraint.is_equality ? "=" : ">"));
    return result;
  }

  /// Adds the conditions that are linear.
  static void add_guard(ir::ExpressionPtr const& condition, std::vector<loops::Constraint>& guard) {
    if (condition->kind != ir::ExpressionKind::operation) return;
    if (condition->op == ir::Op::logical_and)
      for (ir::ExpressionPtr const& part : condition->operands) add_guard(part, guard);
    if (condition->op != ir::Op::less && condition->op != ir::Op::less_equal && condition->op != ir::Op::equal) return;
    auto const left = ir::as_linear(condition->operands[0]), right = ir::as_linear(condition->operands[1]);
    if (!left || !right) return;
    ir::LinearExpression difference = *right - *left;
    if (condition->op == ir::Op::less) difference.constant -= 1;
    guard.push_back({difference, condition->op == ir::Op::equal});
  }

  void add(ir::ExpressionPtr const& expression, std::vector<std::string> const& loops,
           std::vector<loops::Constraint> const& guard, double n_times) {
    if (expression->kind == ir::ExpressionKind::reduction) {
      std::vector<std::string> inner = loops;
      inner.insert(inner.end(), expression->loops.begin(), expression->loops.end());
      double const n_inner = n_points(inner, guard);
      if (ir::is_real(expression->type)) counts_.operations += n_inner;
      add(expression->operands[0], inner, guard, n_inner);
      return;
    }
    if (expression->kind == ir::ExpressionKind::operation && ir::is_real(expression->type) &&
        ir::info(expression->op).flops > 0)
      counts_.operations += n_times;
    if (expression->kind == ir::ExpressionKind::element && kernel_.array(expression->name).is_argument) {
      counts_.words_read += n_times;
      counts_.words_of[expression->name] += n_times;
    }
    for (ir::ExpressionPtr const& operand : expression->operands) add(operand, loops, guard, n_times);
  }

  loops::LoopKernel const& kernel_;
  std::map<std::string, long> const& parameters_;
  std::map<std::pair<std::vector<std::string>, std::vector<std::string>>, double> known_{};
  Counts counts_{};
};

} // namespace

Counts count(loops::LoopKernel const& kernel, std::map<std::string, long> const& parameters) {
  return WorkCounter(kernel, parameters).count();
}

double n_points(loops::LoopKernel const& kernel, std::vector<std::string> const& loops,
                std::map<std::string, long> const& parameters) {
  return Counter(kernel, loops, loops::constraints_within(kernel, loops), parameters).n_points();
}

} // namespace chemora::polyhedral
