#include "codegen/wavefront/sweep_places.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::wavefront {

namespace {

using base::Index3;
using recursion::Function;
using recursion::System;

/// The constraint on a single axis, `factor * index + constant`, if it is one.
struct AxisConstraint {
  std::size_t axis = 0;
  long factor = 0, constant = 0;
  bool is_equality = false;

  bool holds(long index) const {
    long const value = factor * index + constant;
    return is_equality ? value == 0 : value >= 0;
  }
};

std::optional<AxisConstraint> axis_constraint(Function const& function, loops::Constraint const& constraint,
                                              std::map<std::string, long> const& sizes) {
  ir::LinearExpression expression = constraint.expression;
  for (auto const& [name, value] : sizes) expression = expression.with(name, ir::linear(value));
  if (expression.factors.size() != 1) return std::nullopt;
  for (std::size_t axis = 0; axis < function.dimensions.size(); ++axis)
    if (long const factor = expression.factor(function.dimensions[axis].name))
      return AxisConstraint{axis, factor, expression.constant, constraint.is_equality};
  return std::nullopt;
}

} // namespace

std::vector<Segment> segments_of(System const& system, int axis, std::map<std::string, long> const& sizes) {
  long const points = sizes.at(fmt::format("points_{}", base::axis_names[static_cast<std::size_t>(axis)]));
  std::set<long> starts{0};
  for (Function const& function : system.functions)
    for (recursion::Case const& each : function.cases)
      for (loops::Constraint const& constraint : each.domain) {
        auto const found = axis_constraint(function, constraint, sizes);
        if (!found || static_cast<int>(found->axis) != axis) continue;
        for (long index = 1; index < points; ++index)
          if (found->holds(index) != found->holds(index - 1)) starts.insert(index);
      }
  std::vector<Segment> segments;
  for (auto start = starts.begin(); start != starts.end(); ++start) {
    auto const next = std::next(start);
    segments.push_back({*start, (next == starts.end() ? points : *next) - 1});
  }
  return segments;
}

bool excludes(Function const& function, recursion::Case const& each, Place const& place,
              std::map<std::string, long> const& sizes) {
  return std::any_of(each.domain.begin(), each.domain.end(), [&](loops::Constraint const& constraint) {
    auto const found = axis_constraint(function, constraint, sizes);
    return found && place[found->axis] && !found->holds(place[found->axis]->lower);
  });
}

std::vector<loops::Constraint> undecided(Function const& function, recursion::Case const& each, Place const& place,
                                         std::map<std::string, long> const& sizes) {
  std::vector<loops::Constraint> result;
  for (loops::Constraint const& constraint : each.domain) {
    auto const found = axis_constraint(function, constraint, sizes);
    if (!found || !place[found->axis]) result.push_back(constraint);
  }
  return result;
}

void check_reads(recursion::Sweep const& sweep, SweepPasses const& passes, std::map<std::string, long> const& sizes) {
  base::Diagnostics errors;
  std::array<std::vector<Segment>, 3> segments;
  for (int axis = 0; axis < passes.n_axes; ++axis)
    segments[static_cast<std::size_t>(axis)] = segments_of(sweep.system, axis, sizes);
  for (Function const& function : sweep.system.functions)
    for (recursion::Case const& each : function.cases)
      for (int axis = 0; axis < passes.n_axes; ++axis)
        for (Segment const& segment : segments[static_cast<std::size_t>(axis)]) {
          Place place{};
          place[static_cast<std::size_t>(axis)] = segment;
          if (excludes(function, each, place, sizes)) continue;
          std::size_t const n = static_cast<std::size_t>(axis);
          long const last = sizes.at(fmt::format("points_{}", base::axis_names[n])) - 1;
          ir::for_each(each.value, [&](ir::ExpressionPtr const& e) {
            if (e->kind != ir::ExpressionKind::element) return;
            long const offset = ir::as_linear(e->operands[n])->constant;
            if (segment.lower + offset >= 0 && segment.upper + offset <= last) return;
            long const index = segment.lower + offset < 0 ? segment.lower : segment.upper;
            errors.error(
                function.where,
                fmt::format("`{}` reads {} at {} = {}, which is outside of the grid: axis {} has the indices 0 "
                            "to {}. Add a condition on {} in front of this expression: `if {} == {} then ... "
                            "else ...`. Both values of a condition on data are computed.",
                            function.name, element_text(*e, sweep.system.find_function(e->name) != nullptr),
                            function.dimensions[n].name, index, base::axis_names[n], last, function.dimensions[n].name,
                            function.dimensions[n].name, index));
          });
        }
  errors.throw_if_errors();
}

Place main_place(recursion::Sweep const& sweep, SweepPasses const& passes, SweepPlan const& plan,
                 std::map<std::string, long> const& sizes) {
  auto const directed = passes.directed_axes();
  Place place{};
  for (int axis = 0; axis < passes.n_axes; ++axis) {
    if (plan.is_fused && directed[axis]) continue;
    for (Segment const& segment : segments_of(sweep.system, axis, sizes))
      if (auto& longest = place[axis]; !longest || segment.upper - segment.lower > longest->upper - longest->lower)
        longest = segment;
  }
  return place;
}

namespace {

void add_parts(SweepPasses const& passes, std::size_t pass, Place const& main, base::Box const& box,
               Index3 const& lower, int axis, std::vector<SweepPart>& parts) {
  if (box.is_empty()) return;
  if (axis < 0) return parts.push_back({box, true});
  if (!main[axis]) return add_parts(passes, pass, main, box, lower, axis - 1, parts);
  auto const local = [&](long global) {
    return static_cast<int>(std::clamp<long>(global - lower[axis], box.lower[axis], box.upper[axis]));
  };
  base::Box low = box, middle = box, high = box;
  middle.lower[axis] = low.upper[axis] = local(main[axis]->lower);
  middle.upper[axis] = high.lower[axis] = local(main[axis]->upper + 1);
  if (passes.passes[pass].direction[axis] < 0) std::swap(low, high);
  if (!low.is_empty()) parts.push_back({low, false});
  add_parts(passes, pass, main, middle, lower, axis - 1, parts);
  if (!high.is_empty()) parts.push_back({high, false});
}

} // namespace

std::vector<SweepPart> parts_of(SweepPasses const& passes, std::size_t pass, Place const& main, base::Box const& box,
                                Index3 const& lower) {
  std::vector<SweepPart> parts;
  add_parts(passes, pass, main, box, lower, 2, parts);
  return parts;
}

} // namespace chemora::wavefront
