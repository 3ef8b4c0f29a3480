#include "kernels/tuning/search_space.hpp"

#include "codegen/plan/fission.hpp"
#include "framework/base/hash.hpp"
#include "framework/base/words.hpp"
#include "kernels/tiling/tile_values.hpp"
#include "kernels/tuning/choice_kinds.hpp"

#include <algorithm>

namespace chemora::tuning {

namespace {

/// Non-temporal stores of one output. The kernel that stores the output determines where the name is listed.
Choice choice_of_nontemporal(std::string const& output) {
  Choice choice{.name = "nontemporal " + output, .n_alternatives = 2};
  choice.set = [=](Draft& draft, int n) {
    for (auto& mapping : draft.mappings)
      if (n == 1) mapping.nontemporal.push_back(output);
  };
  choice.get = [=](Draft const& draft) {
    return std::any_of(draft.mappings.begin(), draft.mappings.end(),
                       [&](auto const& mapping) { return base::contains(mapping.nontemporal, output); })
               ? 1
               : 0;
  };
  return choice;
}

/// The box with the largest extents of the shape class.
base::Box largest_box_of_class(base::Box const& box) {
  base::Box largest = box;
  for (int axis = 0; axis < 3; ++axis) largest.upper[axis] = box.lower[axis] + class_of(box.extent(axis));
  return largest;
}

Choice choice_of_storage(ir::ValueId value) {
  auto const id = static_cast<std::size_t>(value);
  Choice choice{.name = "store " + plan::grid_name(value), .component = Component::storage, .n_alternatives = 2};
  choice.set = [=](Draft& draft, int n) { draft.division.is_stored[id] = n == 1; };
  choice.get = [=](Draft const& draft) { return draft.division.is_stored[id] ? 1 : 0; };
  return choice;
}

/// The kernel of an entry of a list of kernels, which is numbered from `first`.
Choice choice_of_kernel(std::string const& name, std::vector<int> Division::*list, std::size_t index, int first,
                        std::size_t n_kernels) {
  Choice choice{.name = "kernel of " + name,
                .component = Component::kernels,
                .n_alternatives = static_cast<int>(n_kernels) - first};
  choice.set = [=](Draft& draft, int n) { (draft.division.*list)[index] = n + first; };
  choice.get = [=](Draft const& draft) { return (draft.division.*list)[index] - first; };
  return choice;
}

void add(std::vector<Choice>& choices, std::vector<Choice> const& more) {
  choices.insert(choices.end(), more.begin(), more.end());
}

tiling::Buffering buffering_of(plan::KernelPlan const& kernel) {
  if (!kernel.in_tile.empty()) return tiling::Buffering::tile;
  return kernel.in_registers.empty() ? tiling::Buffering::none : tiling::Buffering::registers;
}

/// Buffers the values that the planner would buffer, if the block moves plane by plane and the buffers fit.
void add_buffers(plan::KernelPlan& kernel, ir::Graph const& graph, tiling::Buffering buffering,
                 tiling::Problem const& problem) {
  int const iterations = kernel.tile[2] / kernel.block[2];
  if (buffering == tiling::Buffering::none || kernel.block[2] != 1 || iterations == 1) return;
  auto const& limits = problem.blocks->limits;
  auto const buffered = tiling::with_buffers({.plan = kernel, .iterations = iterations}, buffering, graph,
                                             tiling::offsets_read(graph), limits);
  if (buffered && tiling::excess(graph, buffered->plan, problem.allocated, limits).empty()) kernel = buffered->plan;
}

} // namespace

int n_bits(Choice const& choice) { return std::bit_width(static_cast<unsigned>(choice.n_alternatives - 1)); }

SearchSpace::SearchSpace(ir::Graph const& graph, tiling::Problem const& problem, machine::Machine const& machine,
                         int n_kernels)
    : graph_(graph), problem_(problem), device_(problem.blocks ? problem.blocks->device : "host") {
  if (problem.box.is_empty())
    throw base::InternalError("The search space of kernel `" + graph.name + "` has an empty box.");
  auto const values = storable_values(graph);
  n_kernels_ = std::min(static_cast<std::size_t>(n_kernels), graph.stores.size() + values.size());
  for (std::size_t k = 0; k < n_kernels_; ++k)
    add(choices_,
        problem.blocks ? choices_of_block_kernel(k, problem) : choices_of_host_kernel(k, graph, problem, machine));
  // A search repeats one kernel, and does not measure that the next kernel has to read such outputs from memory.
  if (!problem.blocks && !tiling::stay_in_cache(graph, largest_box_of_class(problem.box), machine))
    for (std::string const& output : graph.outputs) choices_.push_back(choice_of_nontemporal(output));
  if (n_kernels_ > 1) {
    for (ir::ValueId const value : values) choices_.push_back(choice_of_storage(value));
    for (std::size_t n = 0; n < graph.stores.size(); ++n)
      choices_.push_back(choice_of_kernel(graph.stores[n].variable, &Division::kernel_of_store, n, 0, n_kernels_));
    for (ir::ValueId const value : values)
      choices_.push_back(choice_of_kernel(plan::grid_name(value), &Division::kernel_of_value,
                                          static_cast<std::size_t>(value), Division::first_kernel, n_kernels_));
  }
  for (Choice const& choice : choices_) size_ += static_cast<std::size_t>(n_bits(choice));
}

Draft SearchSpace::empty_draft() const {
  return {std::vector<plan::KernelPlan>(n_kernels_), std::vector<tiling::Buffering>(n_kernels_), undivided(graph_)};
}

plan::Plan SearchSpace::decode(Genome const& genome) const {
  Draft draft = empty_draft();
  std::size_t position = 0;
  for (Choice const& choice : choices_) {
    int const bits = n_bits(choice);
    choice.set(draft, static_cast<int>(genome.number(position, bits)) % choice.n_alternatives);
    position += static_cast<std::size_t>(bits);
  }
  auto [plan, kernels] = to_plan(graph_, draft.division, draft.mappings, device_);
  std::vector<tiling::Buffering> buffering;
  for (std::size_t const k : kernels) buffering.push_back(draft.buffering[k]);
  finish(plan, buffering);
  return plan;
}

/// Makes the decisions that depend on what each kernel of the plan stores and reads.
void SearchSpace::finish(plan::Plan& plan, std::vector<tiling::Buffering> const& buffering) const {
  for (plan::KernelPlan& kernel : plan.kernels)
    std::erase_if(kernel.nontemporal, [&](std::string const& name) {
      return !kernel.stores.empty() && !base::contains(kernel.stores, name);
    });
  if (std::all_of(buffering.begin(), buffering.end(), [](auto kind) { return kind == tiling::Buffering::none; }))
    return;
  if (!problem_.blocks) {
    // The names of values are those of the whole graph, which is that of a single kernel.
    if (plan.kernels.size() > 1) return;
    if (auto kernel = tiling::with_values_in_tile(graph_, plan.kernels.front(), problem_.allocated))
      plan.kernels.front() = std::move(*kernel);
    return;
  }
  auto const pieces = plan::split(graph_, plan).pieces;
  for (std::size_t k = 0; k < pieces.size(); ++k) add_buffers(plan.kernels[k], pieces[k].graph, buffering[k], problem_);
}

Genome SearchSpace::encode(plan::Plan const& plan) const {
  if (plan.kernels.size() > n_kernels_)
    throw base::UserError(fmt::format("The plan of kernel `{}` has {} kernels; the search allows at most {}.",
                                      plan.kernel, plan.kernels.size(), n_kernels_));
  plan::Plan const known = canonical(graph_, plan);
  Draft draft = empty_draft();
  draft.division = division_of(graph_, known);
  // A kernel that the plan does not have starts with the decisions of the first kernel if a later genome uses it.
  for (std::size_t k = 0; k < n_kernels_; ++k) {
    draft.mappings[k] = known.kernels[k < known.kernels.size() ? k : 0];
    draft.buffering[k] = buffering_of(draft.mappings[k]);
  }
  Genome genome;
  for (Choice const& choice : choices_)
    genome.set_number(genome.size(), n_bits(choice), static_cast<unsigned>(choice.get(draft)));
  return genome;
}

Genome SearchSpace::combine(Genome const& a, Genome const& b, std::vector<Component> const& from_b) const {
  Genome genome;
  for (Choice const& choice : choices_) {
    Genome const& source = base::contains(from_b, choice.component) ? b : a;
    int const bits = n_bits(choice);
    genome.set_number(genome.size(), bits, source.number(genome.size(), bits));
  }
  return genome;
}

std::string SearchSpace::identity() const {
  std::string text;
  for (Choice const& choice : choices_) text += fmt::format("{}: {}\n", choice.name, choice.n_alternatives);
  return base::to_digest(text);
}

std::string shape_class(tiling::Problem const& problem) {
  base::Index3 const extent = tiling::extent_of(problem.box);
  std::string text = fmt::format("{} {} {}", class_of(extent[0]), class_of(extent[1]), class_of(extent[2]));
  if (problem.blocks) return text;
  return text + ", " + base::counted(problem.n_threads, "thread");
}

} // namespace chemora::tuning
