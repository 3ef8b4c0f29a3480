#include "testsuites/performance/fused_step.hpp"

#include "codegen/passes/fusion.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include "testsuites/performance/benchmark_kernel.hpp"

#include <omp.h>

namespace performance {

using namespace chemora;

namespace {

std::string name_of(std::string const& variable, int value) {
  switch (value) {
  case mol::current:
    return variable;
  case mol::previous:
    return variable + "_p";
  case mol::rhs:
    return variable + "rhs";
  default:
    return variable + "_s";
  }
}

/// Returns substep `number` as the thorn MoL passes it to the fusion. Adds the coefficients of the substep to
/// `numbers`.
passes::Substep step_of(mol::Method<double> const& method, std::size_t number, ir::Graph const& rhs,
                        std::vector<std::string> const& variables, double dt, std::map<std::string, double>& numbers) {
  passes::Substep step{.name = "update" + std::to_string(number + 1),
                       .copies = {},
                       .zeros = {},
                       .kernel = rhs,
                       .updates = {},
                       .unneeded = {},
                       .read_later = {},
                       .may_swap = [](auto const&, auto const&) { return true; }};
  bool const is_last = number + 1 == method.substeps.size();
  for (auto const& variable : variables) {
    if (number == 0) step.copies[variable] = name_of(variable, mol::previous);
    step.zeros.insert(name_of(variable, mol::rhs));
    step.unneeded.push_back(name_of(variable, is_last ? static_cast<int>(mol::scratch) : mol::rhs));
    for (auto const& assignment : method.substeps[number].update) {
      std::size_t const n = step.updates.size();
      step.updates.push_back({name_of(variable, assignment.target), assignment.scale != 0, {}});
      numbers[passes::scale_name(n)] = assignment.scale;
      for (auto const& term : assignment.terms) {
        numbers[passes::factor_name(n, step.updates.back().sources.size())] =
            mol::is_rhs(term.source) ? term.coefficient * dt : term.coefficient;
        step.updates.back().sources.push_back(name_of(variable, term.source));
      }
    }
  }
  return step;
}

} // namespace

FusedStep::FusedStep(device::Device& device, ir::Graph const& rhs, std::vector<std::string> const& variables,
                     mol::Method<double> const& method, double dt, Grid const& grid)
    : grid_(grid) {
  auto const& n = grid.extent;
  base::Box box{{0, grid.ghosts, grid.ghosts}, {n[0], n[1] - grid.ghosts, n[2] - grid.ghosts}};
  for (std::size_t number = 0; number < method.substeps.size(); ++number) {
    Substep& substep = substeps_.emplace_back();
    auto const fused = passes::fuse_updates(step_of(method, number, rhs, variables, dt, substep.parameters));
    if (!fused.covers_whole_rows || fused.regions.size() != 1)
      throw base::InternalError("The right-hand side stores more than the interior.");
    substep.parameters[passes::inside_lower] = grid.ghosts;
    substep.parameters[passes::inside_upper] = n[0] - grid.ghosts;
    substep.kernels.push_back(compile(device, fused.regions.front(), {box}, true));
    substep.kernels.push_back(compile(device, fused.remainder, base::subtract({{0, 0, 0}, n}, box), false));
    substep.swaps = fused.swaps;
    auto const& graph = fused.regions.front();
    n_numbers_ += static_cast<int>(graph.inputs.size() + graph.outputs.size());
  }
}

FusedStep::Kernel FusedStep::compile(device::Device& device, ir::Graph const& graph, std::vector<base::Box> boxes,
                                     bool gets_whole_rows) {
  ir::Graph const special = jit::specialise(graph, {}).front().graph;
  base::Box const planned = gets_whole_rows ? boxes.front() : base::Box{{0, 0, 0}, grid_.extent};
  tiling::Problem const problem{
      .allocated = grid_.allocated, .box = planned, .n_threads = omp_get_max_threads(), .line_begin = grid_.line_begin};
  auto const plan = tiling::choose_plan(special, problem, machine::this_machine()).plan;
  if (gets_whole_rows && substeps_.size() <= 2)
    plans_ += (plans_.empty() ? "" : " | ") + plan::to_text(plan.kernels.front());
  return {bind_kernel(device, special, plan.kernels.front(), grid_.extent, grid_.allocated), std::move(boxes),
          gets_whole_rows ? launch::RowEnds::may_be_read : launch::RowEnds::must_not_be_read};
}

std::string const& FusedStep::location(std::string const& name) const {
  auto const found = locations_.find(name);
  return found == locations_.end() ? name : found->second;
}

void FusedStep::run(std::function<void*(std::string const&)> const& array) {
  auto const storage = [&](std::string const& name) { return array(location(name)); };
  for (auto& substep : substeps_) {
    for (auto& kernel : substep.kernels)
      kernel.kernel.run(kernel.boxes, grid_.scalars, substep.parameters, storage, kernel.row_ends);
    for (auto const& [a, b] : substep.swaps) {
      std::string const of_a = location(a), of_b = location(b);
      locations_[a] = of_b;
      locations_[b] = of_a;
    }
  }
}

} // namespace performance
