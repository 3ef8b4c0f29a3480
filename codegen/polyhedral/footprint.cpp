#include "codegen/polyhedral/integer_set.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::polyhedral {

namespace {

/// Loops, parameters and further variables by name, and constraints on them as rows.
class NamedSet {
public:
  explicit NamedSet(std::vector<std::string> names) : names_(std::move(names)) {}

  /// Adds a name if it is new; returns its index.
  std::size_t index(std::string const& name) {
    auto const found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    names_.push_back(name);
    return names_.size() - 1;
  }

  void add(ir::LinearExpression const& expression, bool is_equality) {
    rows_.push_back({row(expression), is_equality});
  }

  Row row(ir::LinearExpression const& expression) {
    Row result{expression.constant};
    for (auto const& [name, factor] : expression.factors) {
      std::size_t const n = index(name);
      if (result.size() < n + 2) result.resize(n + 2, 0);
      result[n + 1] += factor;
    }
    return result;
  }

  IntegerSet set() const {
    IntegerSet result(names_.size());
    for (RowConstraint const& row : rows_) result.add(row);
    return result;
  }

  std::vector<bool> all_except(std::vector<std::string> const& removed) const {
    std::vector<bool> result;
    for (std::string const& name : names_)
      result.push_back(std::find(removed.begin(), removed.end(), name) == removed.end());
    return result;
  }

  std::vector<std::string> const& names() const { return names_; }

  ir::LinearExpression expression(Row const& row) const {
    ir::LinearExpression result = ir::linear(row[0]);
    for (std::size_t n = 1; n < row.size(); ++n)
      if (row[n] != 0) result += row[n] * ir::linear(names_[n - 1]);
    return result;
  }

private:
  std::vector<std::string> names_;
  std::vector<RowConstraint> rows_{};
};

std::vector<std::string> all_names(loops::LoopKernel const& kernel, std::vector<std::string> const& loops) {
  std::vector<std::string> names;
  for (loops::Parameter const& parameter : kernel.parameters)
    if (parameter.type == ir::Type::int32) names.push_back(parameter.name);
  names.insert(names.end(), loops.begin(), loops.end());
  return names;
}

std::string axis_name(std::size_t axis) { return fmt::format("axis {}", axis); } // not a name of a kernel

class FootprintSearch {
public:
  FootprintSearch(loops::LoopKernel const& kernel, std::vector<std::vector<ir::LinearExpression>> const& subscripts,
                  std::vector<std::string> const& within, std::vector<std::string> const& sweep)
      : kernel_(kernel), subscripts_(subscripts), within_(within), sweep_(sweep) {
    for (std::vector<ir::LinearExpression> const& access : subscripts) {
      NamedSet& set = sets_.emplace_back(all_names(kernel, within));
      for (loops::Constraint const& assumption : kernel.assumptions)
        set.add(assumption.expression, assumption.is_equality);
      for (loops::Constraint const& constraint : loops::constraints_within(kernel, within))
        set.add(constraint.expression, constraint.is_equality);
      for (std::size_t axis = 0; axis < access.size(); ++axis) set.index(axis_name(axis));
      for (std::size_t axis = 0; axis < access.size(); ++axis)
        set.add(ir::linear(axis_name(axis)) - access[axis], true);
    }
  }

  Footprint run(base::SourcePosition const& where, std::string const& what) {
    Footprint result;
    for (std::size_t axis = 0; axis < subscripts_.front().size(); ++axis) {
      auto const range = range_of(axis);
      if (!range)
        throw base::UserError(
            where, fmt::format("The elements of {} that the loops {} access have no linear bounds along axis {}. "
                               "Add an assumption about the parameters, or fix them.",
                               what, fmt::join(sweep_, ", "), axis));
      result.lower.push_back(range->first);
      result.extent.push_back(range->second);
    }
    result.is_exact = is_exact(result);
    return result;
  }

private:
  using Range = std::pair<ir::LinearExpression, ir::LinearExpression>; // first subscript, number of subscripts

  bool is_parameter_only(ir::LinearExpression const& expression) const {
    return std::all_of(expression.factors.begin(), expression.factors.end(),
                       [&](auto const& factor) { return kernel_.find_parameter(factor.first) != nullptr; });
  }

  /// Returns the smallest range that contains the subscripts of all accesses, or nothing.
  std::optional<Range> range_of(std::size_t axis) {
    std::vector<ir::LinearExpression> lower, upper;
    for (NamedSet& set : sets_)
      for (RowConstraint const& constraint : bounds_of(set, axis)) add_bounds(set, axis, constraint, lower, upper);
    keep_valid(axis, lower, true);
    keep_valid(axis, upper, false);
    std::optional<Range> best;
    for (ir::LinearExpression const& first : lower)
      for (ir::LinearExpression const& last : upper) {
        ir::LinearExpression const extent = last - first + ir::linear(1);
        if (is_parameter_only(extent) && (!best || is_smaller(extent, best->second))) best = Range{first, extent};
      }
    return best;
  }

  std::vector<RowConstraint> bounds_of(NamedSet& set, std::size_t axis) {
    std::vector<std::string> removed = sweep_;
    for (std::size_t other = 0; other < subscripts_.front().size(); ++other)
      if (other != axis) removed.push_back(axis_name(other));
    return set.set().projected(set.all_except(removed));
  }

  static void add_bounds(NamedSet& set, std::size_t axis, RowConstraint const& constraint,
                         std::vector<ir::LinearExpression>& lower, std::vector<ir::LinearExpression>& upper) {
    ir::LinearExpression rest = set.expression(constraint.row);
    long const factor = rest.factor(axis_name(axis));
    if (factor != 1 && factor != -1) return;
    rest = rest.with(axis_name(axis), ir::linear(0));
    ir::LinearExpression const bound = factor == 1 ? -1 * rest : rest;
    auto const add = [&](std::vector<ir::LinearExpression>& bounds) {
      if (std::find(bounds.begin(), bounds.end(), bound) == bounds.end()) bounds.push_back(bound);
    };
    if (factor == 1 || constraint.is_equality) add(lower);
    if (factor == -1 || constraint.is_equality) add(upper);
  }

  /// Removes bounds that one of the accesses violates.
  void keep_valid(std::size_t axis, std::vector<ir::LinearExpression>& bounds, bool is_lower) {
    std::erase_if(bounds, [&](ir::LinearExpression const& bound) {
      return !std::all_of(sets_.begin(), sets_.end(), [&](NamedSet& set) {
        ir::LinearExpression const subscript = ir::linear(axis_name(axis));
        Row const row = set.row(is_lower ? subscript - bound : bound - subscript);
        return set.set().implies({row, false});
      });
    });
  }

  /// Whether `a` is at most `b` for all parameters, or simpler if they cannot be compared.
  bool is_smaller(ir::LinearExpression const& a, ir::LinearExpression const& b) {
    NamedSet set(all_names(kernel_, {}));
    for (loops::Constraint const& assumption : kernel_.assumptions)
      set.add(assumption.expression, assumption.is_equality);
    Row const smaller = set.row(b - a), larger = set.row(a - b);
    bool const is_at_most = set.set().implies({smaller, false}), is_at_least = set.set().implies({larger, false});
    return is_at_most != is_at_least ? is_at_most : a.factors.size() < b.factors.size();
  }

  bool is_exact(Footprint const& footprint) {
    std::vector<IntegerSet> parts;
    for (NamedSet const& set : sets_) parts.push_back(set.set());
    NamedSet box(sets_.front().names());
    // The outer loops and parameters for which the sweep has at least one iteration.
    for (loops::Constraint const& assumption : kernel_.assumptions)
      box.add(assumption.expression, assumption.is_equality);
    for (loops::Constraint const& constraint : loops::constraints_within(kernel_, within_))
      box.add(constraint.expression, constraint.is_equality);
    for (std::size_t axis = 0; axis < footprint.lower.size(); ++axis) {
      ir::LinearExpression const offset = ir::linear(axis_name(axis)) - footprint.lower[axis];
      box.add(offset, false);
      box.add(footprint.extent[axis] - ir::linear(1) - offset, false);
    }
    return IntegerSet::cover(parts, box.set(), sets_.front().all_except(sweep_));
  }

  loops::LoopKernel const& kernel_;
  std::vector<std::vector<ir::LinearExpression>> const& subscripts_;
  std::vector<std::string> const& within_;
  std::vector<std::string> const& sweep_;
  std::vector<NamedSet> sets_{};
};

} // namespace

Footprint footprint(loops::LoopKernel const& kernel, std::vector<std::vector<ir::LinearExpression>> const& subscripts,
                    std::vector<std::string> const& within, std::vector<std::string> const& sweep,
                    base::SourcePosition const& where, std::string const& what) {
  if (subscripts.empty() || subscripts.front().empty()) return {};
  return FootprintSearch(kernel, subscripts, within, sweep).run(where, what);
}

bool have_equal_ranges(loops::LoopKernel const& left, loops::LoopKernel const& right,
                       std::vector<std::string> const& common) {
  std::vector<std::string> names = common;
  for (loops::LoopKernel const* kernel : {&left, &right}) {
    std::set<std::string> symbols = loops::scalars_in_ranges(*kernel, common);
    for (std::string const& name : all_names(*kernel, {})) symbols.insert(name);
    for (std::string const& name : symbols)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::size_t const n_kept = names.size();
  auto const set_of = [&](loops::LoopKernel const& kernel) {
    NamedSet set(names);
    for (loops::LoopKernel const* other : {&left, &right})
      for (loops::Constraint const& assumption : other->assumptions)
        set.add(assumption.expression, assumption.is_equality);
    for (loops::Constraint const& constraint : loops::constraints_within(kernel, common))
      set.add(constraint.expression, constraint.is_equality);
    return set;
  };
  NamedSet a = set_of(left), b = set_of(right);
  for (std::string const& name : b.names()) a.index(name);
  for (std::string const& name : a.names()) b.index(name); // the order of further names is not important
  std::vector<bool> kept(a.names().size(), false);
  std::fill(kept.begin(), kept.begin() + static_cast<long>(n_kept), true);
  return IntegerSet::have_equal_projections(a.set(), b.set(), kept);
}

loops::LoopKernel simplified(loops::LoopKernel kernel) {
  std::vector<std::string> names;
  for (loops::Loop const& loop : kernel.loops) names.push_back(loop.name);
  for (std::size_t n = kernel.constraints.size(); n-- > 0;) {
    loops::Constraint const candidate = kernel.constraints[n];
    std::vector<std::string> within;
    for (auto const& [name, factor] : candidate.expression.factors)
      if (kernel.find_loop(name)) within.push_back(name);
    // Only constraints that every instruction within these loops obeys can make the constraint needless.
    loops::LoopKernel others = kernel;
    others.constraints.erase(others.constraints.begin() + static_cast<long>(n));
    NamedSet set(all_names(kernel, names));
    for (loops::Constraint const& assumption : kernel.assumptions)
      set.add(assumption.expression, assumption.is_equality);
    for (loops::Constraint const& constraint : loops::constraints_within(others, within))
      set.add(constraint.expression, constraint.is_equality);
    Row const row = set.row(candidate.expression);
    // Without iterations, the others imply every constraint; then the loops keep their bounds.
    if (!set.set().is_empty() && set.set().implies({row, candidate.is_equality})) kernel = std::move(others);
  }
  for (loops::Instruction& instruction : kernel.instructions) {
    NamedSet set(all_names(kernel, names));
    for (loops::Constraint const& assumption : kernel.assumptions)
      set.add(assumption.expression, assumption.is_equality);
    for (loops::Constraint const& constraint : loops::constraints_within(kernel, instruction.within))
      set.add(constraint.expression, constraint.is_equality);
    std::erase_if(instruction.conditions, [&](ir::ExpressionPtr const& condition) {
      bool const is_comparison =
          condition->kind == ir::ExpressionKind::operation &&
          (condition->op == ir::Op::less || condition->op == ir::Op::less_equal || condition->op == ir::Op::equal);
      if (!is_comparison) return false;
      auto const left = ir::as_linear(condition->operands[0]), right = ir::as_linear(condition->operands[1]);
      if (!left || !right) return false;
      ir::LinearExpression difference = *right - *left;
      if (condition->op == ir::Op::less) difference.constant -= 1;
      Row const row = set.row(difference);
      return set.set().implies({row, condition->op == ir::Op::equal});
    });
  }
  return kernel;
}

} // namespace chemora::polyhedral
