#include "codegen/wavefront/call_sets.hpp"
#include "codegen/wavefront/schedule.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

namespace chemora::wavefront {

using ir::LinearExpression;

namespace {

using Component = std::map<std::string, LinearExpression>; ///< of an order, by function
using Components = std::vector<LinearExpression>;
using Vectors = std::map<std::string, Components>;
using Group = std::vector<std::string>; ///< names of functions in the order of the system

enum class Effect { violated, respected, increasing };

/// A call that the components chosen so far do not order.
struct Open {
  CallSet const* set = nullptr;
  std::vector<loops::Constraint> domain{}; ///< with the equality of the components chosen so far
};

/// Returns the sizes and the variables of a call.
std::vector<std::string> names_of(recursion::System const& system, CallSet const& set) {
  std::vector<std::string> names = system.sizes;
  names.insert(names.end(), set.variables.begin(), set.variables.end());
  return names;
}

/// Returns a component of the callee for the element that is called.
LinearExpression at_arguments(CallSet const& set, LinearExpression const& component) {
  LinearExpression result = ir::linear(component.constant);
  for (std::size_t axis = 0; axis < set.arguments.size(); ++axis)
    result += component.factor(set.callee->dimensions[axis].name) * set.arguments[axis];
  return result;
}

class OrderSearch {
public:
  OrderSearch(recursion::System const& system, std::vector<std::string> const& outermost)
      : system_(system), outermost_(outermost), sets_(call_sets(system, Conditions::used)) {}

  Order find() {
    Group all;
    for (recursion::Function const& function : system_.functions) all.push_back(function.name);
    std::vector<Open> open;
    for (CallSet const& set : sets_)
      if (!is_empty(set, set.domain)) open.push_back({&set, set.domain});
    Vectors used;
    for (std::string const& name : all) used[name] = {};
    if (!order(all, open, used)) throw base::UserError(system_.functions.front().where, cycle_text(all, open));
    Order result{.vectors = used};
    std::size_t length = 0;
    for (auto const& each : used) length = std::max(length, each.second.size());
    for (auto& each : result.vectors) each.second.resize(length);
    return result;
  }

private:
  bool is_empty(CallSet const& set, std::vector<loops::Constraint> const& domain) const {
    NamedSet points(names_of(system_, set));
    for (loops::Constraint const& constraint : domain) points.add(constraint);
    return points.is_empty();
  }

  LinearExpression difference(Open const& call, LinearExpression const& caller, LinearExpression const& callee) const {
    return caller - at_arguments(*call.set, callee);
  }

  Effect effect(Open const& call, LinearExpression const& caller, LinearExpression const& callee) const {
    LinearExpression const time = difference(call, caller, callee);
    auto const is_possible = [&](LinearExpression const& not_negative) {
      std::vector<loops::Constraint> domain = call.domain;
      domain.push_back({not_negative, false});
      return !is_empty(*call.set, domain);
    };
    if (is_possible(ir::linear(-1) - time)) return Effect::violated;
    return is_possible(ir::linear(0) - time) ? Effect::respected : Effect::increasing;
  }

  /// Returns the dimensions of a function that the components do not determine, preferred ones first.
  std::vector<std::string> other_dimensions(recursion::Function const& function, Components const& vector) const {
    std::vector<std::string> names;
    auto const add = [&](std::string const& name) {
      if (std::ranges::count(names, name) == 0 && !determine(vector, name)) names.push_back(name);
    };
    for (std::string const& name : outermost_)
      if (std::ranges::count(function.dimensions, name, &recursion::Dimension::name) > 0) add(name);
    for (recursion::Dimension const& dimension : function.dimensions) add(dimension.name);
    return names;
  }

  /// Returns the possible next components of a function, preferred ones first.
  Components candidates(recursion::Function const& function, Components const& vector) const {
    std::vector<std::string> const names = other_dimensions(function, vector);
    Components result;
    for (std::string const& name : names) result.push_back(ir::linear(name));
    for (std::string const& name : names) result.push_back(-1 * ir::linear(name));
    for (std::string const& first : names)
      for (std::string const& second : names)
        if (first != second) result.push_back(ir::linear(first) - ir::linear(second));
    return result;
  }

  /// A component for each function of a group that respects all open calls and orders some of them.
  struct Level {
    Component component{};
    bool has_differences = false;
    std::size_t n_increasing = 0;
  };

  /// Adds the component of one function to a level. Returns false if it violates a call.
  bool add_component(Level& level, std::string const& function, LinearExpression const& component,
                     std::vector<Open> const& open) const {
    level.component[function] = component;
    level.has_differences |= component.factors.size() > 1;
    for (Open const& call : open) {
      std::string const &caller = call.set->call.caller, &callee = call.set->call.callee;
      if ((caller != function && callee != function) || !level.component.contains(caller) ||
          !level.component.contains(callee))
        continue;
      Effect const found = effect(call, level.component.at(caller), level.component.at(callee));
      if (found == Effect::violated) return false;
      level.n_increasing += found == Effect::increasing ? 1 : 0;
    }
    return true;
  }

  static void sort(std::vector<Level>& levels) {
    std::ranges::stable_sort(levels, [](Level const& left, Level const& right) {
      return std::pair(left.has_differences, -static_cast<long>(left.n_increasing)) <
             std::pair(right.has_differences, -static_cast<long>(right.n_increasing));
    });
  }

  /// Returns the levels in which all functions have the same component.
  std::vector<Level> common_levels(Group const& group, std::vector<Open> const& open, Vectors const& vectors) const {
    std::vector<Level> found;
    for (LinearExpression const& candidate : candidates(system_.function(group.front()), vectors.at(group.front()))) {
      Level level;
      bool const is_possible = std::ranges::all_of(group, [&](std::string const& name) {
        Components const own = candidates(system_.function(name), vectors.at(name));
        return std::ranges::count(own, candidate) > 0 && add_component(level, name, candidate, open);
      });
      if (is_possible && level.n_increasing > 0) found.push_back(std::move(level));
    }
    sort(found);
    return found;
  }

  /// Returns levels in which functions have any components or the constant 0.
  std::vector<Level> any_levels(Group const& group, std::vector<Open> const& open, Vectors const& vectors) const {
    std::vector<Level> found;
    std::function<void(std::size_t, Level const&)> const choose = [&](std::size_t n, Level const& level) {
      std::size_t constexpr enough = 64;
      if (found.size() >= enough) return;
      if (n == group.size()) {
        if (level.n_increasing > 0) found.push_back(level);
        return;
      }
      Components own = candidates(system_.function(group[n]), vectors.at(group[n]));
      own.push_back(ir::linear(0));
      for (LinearExpression const& candidate : own)
        if (Level extended = level; add_component(extended, group[n], candidate, open)) choose(n + 1, extended);
    };
    choose(0, {});
    sort(found);
    return found;
  }

  /// Returns the calls that remain open after the component.
  std::vector<Open> remaining(std::vector<Open> const& open, Component const& component) const {
    std::vector<Open> result;
    for (Open call : open) {
      LinearExpression const time =
          difference(call, component.at(call.set->call.caller), component.at(call.set->call.callee));
      call.domain.push_back({time, true});
      if (!is_empty(*call.set, call.domain)) result.push_back(std::move(call));
    }
    return result;
  }

  static std::vector<Open> inside(Group const& group, std::vector<Open> const& open) {
    std::vector<Open> result;
    for (Open const& call : open)
      if (std::ranges::count(group, call.set->call.caller) > 0 && std::ranges::count(group, call.set->call.callee) > 0)
        result.push_back(call);
    return result;
  }

  /// Returns the groups of functions that call each other, callees first, then in the order of the system.
  static std::vector<Group> components(Group const& group, std::vector<Open> const& open) {
    std::map<std::string, std::set<std::string>> reached;
    for (std::string const& name : group) reached[name] = {name};
    for (std::size_t round = 0; round < group.size(); ++round)
      for (Open const& call : open)
        for (auto& each : reached)
          if (each.second.contains(call.set->call.caller)) each.second.insert(call.set->call.callee);
    std::vector<Group> result;
    std::set<std::string> ordered;
    while (ordered.size() < group.size())
      for (std::string const& name : group) {
        if (ordered.contains(name)) continue;
        Group cycle;
        bool is_ready = true;
        for (std::string const& other : group) {
          bool const is_mutual = reached[name].contains(other) && reached[other].contains(name);
          if (is_mutual) cycle.push_back(other);
          is_ready &= is_mutual || !reached[name].contains(other) || ordered.contains(other);
        }
        if (!is_ready) continue;
        ordered.insert(cycle.begin(), cycle.end());
        result.push_back(std::move(cycle));
      }
    return result;
  }

  /// Returns whether the functions have the same dimensions, at least one, that the components do not determine.
  bool have_equal_dimensions(Group const& group, Vectors const& vectors) const {
    auto const dimensions = [&](std::string const& name) {
      std::vector<std::string> names = other_dimensions(system_.function(name), vectors.at(name));
      return std::set<std::string>(names.begin(), names.end());
    };
    std::set<std::string> const first = dimensions(group.front());
    return !first.empty() &&
           std::ranges::all_of(group, [&](std::string const& name) { return dimensions(name) == first; });
  }

  /// Joins successive groups that may share the loop of a dimension.
  std::vector<Group> fused(std::vector<Group> const& groups, std::vector<Open> const& open,
                           Vectors const& vectors) const {
    std::vector<Group> result;
    for (Group const& group : groups) {
      if (!result.empty()) {
        Group joined = result.back();
        joined.insert(joined.end(), group.begin(), group.end());
        std::vector<Open> const calls = inside(joined, open);
        if (have_equal_dimensions(joined, vectors) &&
            (calls.empty() || !common_levels(joined, calls, vectors).empty())) {
          result.back() = std::move(joined);
          continue;
        }
      }
      result.push_back(group);
    }
    return result;
  }

  /// Appends components to `vectors` that order all open calls of the group. Returns whether this is possible.
  bool order(Group const& group, std::vector<Open> const& open, Vectors& vectors) {
    if (open.empty()) {
      for (std::string const& name : group)
        for (std::string const& dimension : other_dimensions(system_.function(name), vectors[name]))
          vectors[name].push_back(ir::linear(dimension));
      return true;
    }
    if (order_by_levels(common_levels(group, open, vectors), group, open, vectors)) return true;
    std::vector<Group> const groups = fused(components(group, open), open, vectors);
    if (groups.size() > 1) return order_groups(groups, open, vectors);
    return order_by_levels(any_levels(group, open, vectors), group, open, vectors);
  }

  bool order_by_levels(std::vector<Level> const& levels, Group const& group, std::vector<Open> const& open,
                       Vectors& vectors) {
    return std::ranges::any_of(levels, [&](Level const& level) {
      Vectors extended = vectors;
      for (std::string const& name : group) extended[name].push_back(level.component.at(name));
      if (!order(group, remaining(open, level.component), extended)) return false;
      vectors = std::move(extended);
      return true;
    });
  }

  /// Orders the groups one after another, by a constant.
  bool order_groups(std::vector<Group> const& groups, std::vector<Open> const& open, Vectors& vectors) {
    Vectors extended = vectors;
    for (std::size_t n = 0; n < groups.size(); ++n) {
      for (std::string const& name : groups[n]) extended[name].push_back(ir::linear(static_cast<long>(n)));
      if (!order(groups[n], inside(groups[n], open), extended)) return false;
    }
    vectors = std::move(extended);
    return true;
  }

  /// Returns whether the values of the components determine that of a dimension. Components have at most two
  /// dimensions.
  static bool determine(Components const& vector, std::string const& dimension) {
    std::set<std::string> determined;
    for (std::size_t round = 0; round <= vector.size(); ++round)
      for (LinearExpression const& component : vector) {
        std::vector<std::string> unknown;
        for (auto const& factor : component.factors)
          if (!determined.contains(factor.first)) unknown.push_back(factor.first);
        if (unknown.size() == 1) determined.insert(unknown.front());
      }
    return determined.contains(dimension);
  }

  /// Returns a message with a smallest set of the calls that have no order.
  std::string cycle_text(Group const& all, std::vector<Open> open) {
    for (std::size_t n = open.size(); n-- > 0;) {
      std::vector<Open> fewer = open;
      fewer.erase(fewer.begin() + static_cast<long>(n));
      Vectors vectors;
      for (std::string const& name : all) vectors[name] = {};
      if (!order(all, fewer, vectors)) open = std::move(fewer);
    }
    std::vector<std::string> texts;
    for (Open const& call : open)
      texts.push_back(fmt::format("`{}` calls `{}`", call.set->call.caller, call.set->call.text));
    return fmt::format("There is no order in which each element is computed after all elements that it calls, because "
                       "{}.",
                       fmt::join(texts, " and "));
  }

  recursion::System const& system_;
  std::vector<std::string> const& outermost_;
  std::vector<CallSet> sets_;
};

} // namespace

Order find_order(recursion::System const& system, std::vector<std::string> const& outermost) {
  return OrderSearch(system, outermost).find();
}

} // namespace chemora::wavefront
