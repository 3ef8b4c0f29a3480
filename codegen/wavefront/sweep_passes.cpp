#include "codegen/wavefront/sweep_passes.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace chemora::wavefront {

namespace {

using base::Index3;
using recursion::Function;
using recursion::System;

bool precedes(Index3 const& offset, Index3 const& direction, int n_axes) {
  for (int axis = 0; axis < n_axes; ++axis)
    if (offset[axis] * (direction[axis] == 0 ? 1 : direction[axis]) > 0) return false;
  return true;
}

/// Divides the functions of a system among passes.
class Division {
public:
  explicit Division(recursion::Sweep const& sweep) : sweep_(sweep), system_(sweep.system) {}

  SweepPasses run() {
    check_dimensions();
    errors_.throw_if_errors();
    for (Function const& function : system_.functions) collect_reads(function);
    errors_.throw_if_errors();
    for (auto const& component : components())
      if (!add_axis_component(component)) add_component(component);
    errors_.throw_if_errors();
    for (SweepPass& pass : result_.axis_passes) pass.functions = in_order_at_point(pass);
    for (SweepPass& pass : result_.passes) pass.functions = in_order_at_point(pass);
    remove_reads_of_axis_functions();
    choose_arrays();
    errors_.throw_if_errors();
    find_overwritten_reads();
    return std::move(result_);
  }

private:
  void check_dimensions() {
    result_.n_axes = static_cast<int>(system_.functions.front().dimensions.size());
    for (Function const& function : system_.functions) {
      bool is_valid = static_cast<int>(function.dimensions.size()) == result_.n_axes && result_.n_axes <= 3;
      for (std::size_t n = 0; is_valid && n < function.dimensions.size(); ++n)
        is_valid = function.dimensions[n].kind == recursion::DimensionKind::axis &&
                   function.dimensions[n].of == std::string(1, base::axis_names[n]);
      if (!is_valid)
        errors_.error(function.where, fmt::format("`{}` does not have the parameters of a sweep over {} axes. All "
                                                  "functions of a sweep have the parameters `axis[x]`, `axis[y]`, "
                                                  "`axis[z]`, in this order and without others.",
                                                  function.name, result_.n_axes));
      if (function.type != recursion::ValueType::real)
        errors_.error(function.where, fmt::format("`{}` has the type {}. The functions of a sweep are `real`.",
                                                  function.name, recursion::to_text(function.type)));
    }
  }

  void collect_reads(Function const& function) {
    for (recursion::Case const& each : function.cases)
      ir::for_each(each.value, [&](ir::ExpressionPtr const& e) {
        if (e->kind == ir::ExpressionKind::reduction)
          errors_.error(function.where, fmt::format("`{}` has a sum, minimum or maximum over a range, which functions "
                                                    "of a sweep cannot have. Write a recursion instead.",
                                                    function.name));
        if (e->kind == ir::ExpressionKind::element) add_read(function, *e);
      });
  }

  void add_read(Function const& function, ir::Expression const& element) {
    bool const is_call = system_.find_function(element.name) != nullptr;
    SweepRead read{element.name, {0, 0, 0}, is_call};
    bool is_uniform = static_cast<int>(element.operands.size()) == result_.n_axes;
    for (std::size_t n = 0; is_uniform && n < element.operands.size(); ++n) {
      auto const subscript = ir::as_linear(element.operands[n]);
      is_uniform = subscript && subscript->factors == std::map<std::string, long>{{function.dimensions[n].name, 1}};
      if (is_uniform) read.offset[n] = static_cast<int>(subscript->constant);
    }
    if (!is_uniform) {
      std::string const point =
          base::join(function.dimensions, ", ", [](recursion::Dimension const& each) { return each.name; });
      errors_.error(position_of(function, element),
                    fmt::format("`{}` reads {}, which is not at a constant distance from the point ({}). In a sweep, "
                                "each subscript is the axis at its place plus a constant.",
                                function.name, element_text(element, is_call), point));
      return;
    }
    auto& reads = result_.reads[function.name];
    auto const is_same = [&](SweepRead const& each) { return each.name == read.name && each.offset == read.offset; };
    if (std::none_of(reads.begin(), reads.end(), is_same)) reads.push_back(read);
  }

  /// The position of a call in the file, or of the function.
  base::SourcePosition position_of(Function const& function, ir::Expression const& element) const {
    for (recursion::Call const& call : recursion::calls(system_)) {
      if (call.caller != function.name || call.callee != element.name) continue;
      bool is_equal = call.arguments.size() == element.operands.size();
      for (std::size_t n = 0; is_equal && n < element.operands.size(); ++n)
        is_equal = call.arguments[n] == ir::as_linear(element.operands[n]);
      if (is_equal) return call.where;
    }
    return function.where;
  }

  bool calls(std::string const& caller, std::string const& callee) const {
    auto const found = result_.reads.find(caller);
    return found != result_.reads.end() &&
           std::any_of(found->second.begin(), found->second.end(),
                       [&](SweepRead const& read) { return read.is_call && read.name == callee; });
  }

  /// The strongly connected components of the graph of calls, callees first.
  std::vector<std::vector<std::string>> components() const {
    std::vector<std::string> names;
    for (Function const& function : system_.functions) names.push_back(function.name);
    std::map<std::string, std::set<std::string>> reachable;
    for (auto const& caller : names)
      for (auto const& callee : names)
        if (calls(caller, callee)) reachable[caller].insert(callee);
    for (auto const& middle : names) // transitive closure
      for (auto const& caller : names)
        if (reachable[caller].contains(middle))
          reachable[caller].insert(reachable[middle].begin(), reachable[middle].end());
    std::vector<std::vector<std::string>> result;
    std::set<std::string> done;
    while (done.size() < names.size())
      for (auto const& name : names) {
        if (done.contains(name)) continue;
        std::vector<std::string> component{name};
        for (auto const& other : names)
          if (other != name && reachable[name].contains(other) && reachable[other].contains(name))
            component.push_back(other);
        bool const is_next =
            std::all_of(reachable[name].begin(), reachable[name].end(), [&](std::string const& callee) {
              return done.contains(callee) || base::contains(component, callee);
            });
        if (!is_next) continue;
        done.insert(component.begin(), component.end());
        result.push_back(component);
      }
    return result;
  }

  /// The calls between these functions.
  std::vector<Index3> offsets_within(std::vector<std::string> const& functions) const {
    std::vector<Index3> offsets;
    for (auto const& caller : functions)
      if (auto const found = result_.reads.find(caller); found != result_.reads.end())
        for (SweepRead const& read : found->second)
          if (read.is_call && base::contains(functions, read.name)) offsets.push_back(read.offset);
    return offsets;
  }

  /// The pass of these functions, if their calls have a common direction.
  std::optional<SweepPass> pass_of(std::vector<std::string> const& functions) const {
    SweepPass pass{.functions = functions};
    for (Index3 const& offset : offsets_within(functions))
      for (int axis = 0; axis < 3; ++axis) {
        if (offset[axis] == 0) continue;
        int const direction = offset[axis] < 0 ? 1 : -1;
        if (pass.direction[axis] == -direction) return std::nullopt;
        pass.direction[axis] = direction;
        pass.reach[axis] = std::max(pass.reach[axis], std::abs(offset[axis]));
      }
    return pass;
  }

  /// The axes on which the value of a function depends, except through its calls.
  std::set<int> axes_in(Function const& function) const {
    std::set<int> axes;
    auto const add = [&](std::string const& name) {
      for (std::size_t axis = 0; axis < function.dimensions.size(); ++axis)
        if (function.dimensions[axis].name == name) axes.insert(static_cast<int>(axis));
    };
    std::function<void(ir::ExpressionPtr const&)> const add_names = [&](ir::ExpressionPtr const& e) {
      if (e->kind == ir::ExpressionKind::name) add(e->name);
      if (e->kind == ir::ExpressionKind::element) return; // its subscripts are distances from the point
      for (ir::ExpressionPtr const& operand : e->operands) add_names(operand);
    };
    for (recursion::Case const& each : function.cases) {
      for (loops::Constraint const& constraint : each.domain)
        for (auto const& [name, factor] : constraint.expression.factors) add(name);
      add_names(each.value);
    }
    return axes;
  }

  /// Adds functions that depend on at most one axis. Returns false if they depend on more, on grid functions, or are
  /// stored.
  bool add_axis_component(std::vector<std::string> const& component) {
    std::set<int> axes;
    for (std::string const& name : component) {
      for (auto const& [grid_function, stored] : sweep_.stores)
        if (stored == name) return false;
      axes.merge(axes_in(system_.function(name)));
      for (SweepRead const& read : result_.reads[name]) {
        bool const is_own = base::contains(component, read.name);
        auto const called = result_.axis_of.find(read.name);
        if (!read.is_call || (!is_own && called == result_.axis_of.end())) return false;
        if (!is_own && called->second >= 0) axes.insert(called->second);
        for (int axis = 0; axis < 3; ++axis)
          if (read.offset[axis] != 0 && (is_own || called->second == axis)) axes.insert(axis);
      }
    }
    auto const pass = pass_of(component);
    if (axes.size() > 1 || !pass) return false;
    for (std::string const& name : component) result_.axis_of[name] = axes.empty() ? -1 : *axes.begin();
    result_.axis_passes.push_back(*pass);
    return true;
  }

  void remove_reads_of_axis_functions() {
    for (auto const& [name, axis] : result_.axis_of) result_.reads.erase(name);
    for (auto& [caller, reads] : result_.reads)
      std::erase_if(reads, [&](SweepRead const& read) { return read.is_call && result_.axis_of.contains(read.name); });
  }

  void add_component(std::vector<std::string> const& component) {
    auto pass = pass_of(component);
    if (!pass) return report_opposite_calls(component);
    if (!result_.passes.empty()) {
      SweepPass& last = result_.passes.back();
      std::vector<std::string> both = last.functions;
      both.insert(both.end(), component.begin(), component.end());
      auto const fused = pass_of(both);
      if (fused && (covers(*fused, last) || covers(*fused, *pass))) {
        last = *fused;
        return;
      }
    }
    result_.passes.push_back(*pass);
  }

  /// Whether the same axes have a direction.
  static bool covers(SweepPass const& fused, SweepPass const& part) {
    for (int axis = 0; axis < 3; ++axis)
      if ((fused.direction[axis] == 0) != (part.direction[axis] == 0)) return false;
    return true;
  }

  void report_opposite_calls(std::vector<std::string> const& component) {
    for (int axis = 0; axis < result_.n_axes; ++axis) {
      std::string up, down;
      for (auto const& caller : component)
        for (recursion::Case const& each : system_.function(caller).cases)
          ir::for_each(each.value, [&](ir::ExpressionPtr const& e) {
            if (e->kind != ir::ExpressionKind::element || !base::contains(component, e->name)) return;
            long const constant = ir::as_linear(e->operands[static_cast<std::size_t>(axis)])->constant;
            if (constant < 0) up = element_text(*e, true);
            if (constant > 0) down = element_text(*e, true);
          });
      if (up.empty() || down.empty()) continue;
      errors_.error(system_.function(component.front()).where,
                    fmt::format("A sweep cannot compute `{}`: the calls {} and {} go in opposite directions along axis "
                                "{}. All calls between {} must go to the same side. Read the values before the sweep "
                                "from the grid function instead, with square brackets.",
                                component.front(), up, down, base::axis_names[static_cast<std::size_t>(axis)],
                                component.size() == 1 ? "points of `" + component.front() + "`"
                                                      : base::list_in_words(component)));
    }
  }

  /// The functions of a pass, each after those that it calls at the point itself.
  std::vector<std::string> in_order_at_point(SweepPass const& pass) {
    std::vector<std::string> ordered;
    while (ordered.size() < pass.functions.size()) {
      std::size_t const n_before = ordered.size();
      for (auto const& name : pass.functions) {
        bool is_ready = !base::contains(ordered, name);
        for (SweepRead const& read : result_.reads[name])
          is_ready = is_ready && !(read.is_call && read.offset == Index3{0, 0, 0} &&
                                   base::contains(pass.functions, read.name) && !base::contains(ordered, read.name));
        if (is_ready) ordered.push_back(name);
      }
      if (ordered.size() > n_before) continue;
      std::vector<std::string> cycle;
      for (auto const& name : pass.functions)
        if (!base::contains(ordered, name)) cycle.push_back("`" + name + "`");
      errors_.error(system_.where, fmt::format("The value of {} at a point depends on itself at the same point. Each "
                                               "cycle of calls needs a call of another point.",
                                               base::list_in_words(cycle)));
      return pass.functions;
    }
    return ordered;
  }

  std::size_t pass_number(std::string const& function) const {
    for (std::size_t n = 0; n < result_.passes.size(); ++n)
      if (base::contains(result_.passes[n].functions, function)) return n;
    return result_.passes.size();
  }

  void choose_arrays() {
    for (auto const& [grid_function, function] : sweep_.stores) {
      if (auto const [known, is_new] = result_.arrays.emplace(function, grid_function); !is_new)
        errors_.error(sweep_.where, fmt::format("The sweep stores `{}` in `{}` and in `{}`. It can store a function in "
                                                "one grid function.",
                                                function, known->second, grid_function));
      result_.grid.push_back(grid_function);
    }
    for (auto const& [caller, reads] : result_.reads)
      for (SweepRead const& read : reads) {
        if (!read.is_call && !base::contains(result_.grid, read.name)) result_.grid.push_back(read.name);
        bool const is_elsewhere =
            read.is_call && (read.offset != Index3{0, 0, 0} || pass_number(caller) != pass_number(read.name));
        if (is_elsewhere) result_.arrays.emplace(read.name, read.name);
      }
    std::sort(result_.grid.begin(), result_.grid.end());
    result_.grid.erase(std::unique(result_.grid.begin(), result_.grid.end()), result_.grid.end());
  }

  /// A read of a stored grid function returns the value before the sweep. It needs no copy in earlier passes, and in
  /// the pass that stores it at points that follow the caller along every axis.
  void find_overwritten_reads() {
    for (auto const& [grid_function, function] : sweep_.stores) {
      std::size_t const storing = pass_number(function);
      SweepPass const& pass = result_.passes[storing];
      for (auto const& [caller, reads] : result_.reads)
        for (SweepRead const& read : reads) {
          std::size_t const reading = pass_number(caller);
          if (read.is_call || read.name != grid_function || reading < storing) continue;
          Index3 const offset = read.offset;
          bool const is_here = offset == Index3{0, 0, 0};
          bool is_free = true; // the distance is along axes with a direction
          for (int axis = 0; axis < 3; ++axis) is_free = is_free && (offset[axis] == 0 || pass.direction[axis] != 0);
          bool const is_after =
              is_free && precedes({-offset[0], -offset[1], -offset[2]}, pass.direction, result_.n_axes);
          if (reading > storing || (!is_here && !is_after)) result_.copied.insert(grid_function);
          if (reading == storing && is_here && reads_after_store(pass, caller, function))
            result_.copied.insert(grid_function);
        }
    }
  }

  static bool reads_after_store(SweepPass const& pass, std::string const& reader, std::string const& stored) {
    auto const place = [&](std::string const& name) {
      return std::find(pass.functions.begin(), pass.functions.end(), name) - pass.functions.begin();
    };
    return place(reader) > place(stored);
  }

  recursion::Sweep const& sweep_;
  System const& system_;
  SweepPasses result_;
  base::Diagnostics errors_;
};

} // namespace

/// The text of an element as in the file: `u(i - 1, j)` for a table, `phi[i - 1, j]` for a grid function.
std::string element_text(ir::Expression const& element, bool is_call) {
  std::string const subscripts =
      base::join(element.operands, ", ", [](ir::ExpressionPtr const& operand) { return ir::to_text(operand); });
  return fmt::format("`{}{}{}{}`", element.name, is_call ? '(' : '[', subscripts, is_call ? ')' : ']');
}

bool SweepPasses::is_stored(std::string const& grid_function) const {
  return std::any_of(arrays.begin(), arrays.end(), [&](auto const& array) { return array.second == grid_function; });
}

SweepPasses divide_into_passes(recursion::Sweep const& sweep) { return Division(sweep).run(); }

std::array<bool, 3> SweepPasses::directed_axes(std::optional<std::size_t> pass) const {
  std::array<bool, 3> directed{};
  for (std::size_t n = 0; n < passes.size(); ++n)
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (!pass || n == *pass) directed[axis] |= passes[n].direction[axis] != 0;
  return directed;
}

} // namespace chemora::wavefront
