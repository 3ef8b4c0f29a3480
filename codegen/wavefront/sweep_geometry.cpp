#include "codegen/wavefront/sweep_geometry.hpp"

#include <algorithm>

namespace chemora::wavefront {

namespace {

/// The axes that have a direction in one of the passes of a kernel.
std::array<bool, 3> directed_axes(SweepPasses const& passes, std::size_t pass, SweepPlan const& plan) {
  return plan.is_fused ? passes.directed_axes() : passes.directed_axes(pass);
}

} // namespace

bool has_fronts(SweepPasses const& passes, std::size_t pass, SweepPlan const& plan) {
  auto const directed = directed_axes(passes, pass, plan);
  bool const are_all = std::all_of(directed.begin(), directed.begin() + passes.n_axes, [](bool is) { return is; });
  return are_all && passes.n_axes >= (plan.is_device ? 2 : 3);
}

SweepGeometry::SweepGeometry(recursion::Sweep const& of_sweep, SweepPasses const& its_passes, std::size_t its_pass,
                             SweepPlan const& its_plan, SweepSpace const& its_space)
    : sweep(of_sweep), passes(its_passes), kernel_pass(its_pass), plan(its_plan), space(its_space),
      directed(directed_axes(its_passes, its_pass, its_plan)), uses_fronts(has_fronts(its_passes, its_pass, its_plan)) {
}

ir::LinearExpression SweepGeometry::local_index(std::size_t pass, SweepNest const& nest, int axis) const {
  return passes.passes[pass].direction[axis] < 0
             ? parameter("last_", axis) - nest.steps[static_cast<std::size_t>(axis)]
             : parameter("first_", axis) + nest.steps[static_cast<std::size_t>(axis)];
}

bool SweepGeometry::is_decided(std::size_t pass, Place const& place) const {
  for (std::string const& name : passes.passes[pass].functions) {
    recursion::Function const& function = sweep.system.function(name);
    for (recursion::Case const& each : function.cases)
      if (!excludes(function, each, place, space.sizes) && !undecided(function, each, place, space.sizes).empty())
        return false;
  }
  return true;
}

loops::Instruction instruction_in(SweepNest const& nest, std::string const& id, ir::ExpressionPtr const& target,
                                  ir::ExpressionPtr const& value, long number, base::SourcePosition const& where) {
  loops::Instruction instruction;
  instruction.id = id;
  instruction.within = nest.loops;
  instruction.target = target;
  instruction.value = value;
  instruction.order = nest.order;
  instruction.order.push_back(ir::linear(number));
  instruction.where = where;
  return instruction;
}

base::Index3 offset_of(ir::Expression const& element) {
  base::Index3 offset{0, 0, 0};
  for (std::size_t n = 0; n < element.operands.size(); ++n)
    offset[static_cast<int>(n)] = static_cast<int>(ir::as_linear(element.operands[n])->constant);
  return offset;
}

} // namespace chemora::wavefront
