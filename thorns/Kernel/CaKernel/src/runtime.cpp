// From a registered graph to a launched kernel, at the first launch with new values by way of the compiler.
#include "runtime.hpp"

#include "cctk_Parameters.h"
#include "framework/base/errors.hpp"
#include "kernels/jit/compile_once.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include "local_grid.hpp"
#include "thorn_parameters.hpp"

#include <algorithm>
#include <chrono>
#include <omp.h>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;
namespace jit = chemora::jit;
namespace launch = chemora::launch;
namespace monitor = chemora::monitor;
using chemora::passes::KnownValues;

namespace {

/// The variant whose guards hold now; its number tells compiled kernels apart.
std::size_t choose_variant(Kernel const& kernel) {
  std::vector<std::size_t> holding;
  for (std::size_t i = 0; i < kernel.variants.size(); ++i)
    if (guards_hold(kernel.thorn, kernel.variants[i])) holding.push_back(i);
  if (holding.size() == 1) return holding.front();
  std::string guards;
  for (auto const& variant : kernel.variants)
    for (auto const& guard : variant.guards) guards += " " + guard.name + "=" + guard.value;
  throw base::UserError("Kernel " + kernel.full_name() + " has " + std::to_string(holding.size()) +
                        " variants for the parameters of this run; one is needed. Its variants are for:" + guards +
                        ".");
}

std::string one_line(chemora::plan::Plan const& plan) {
  return "tile " + std::to_string(plan.tile[0]) + " " + std::to_string(plan.tile[1]) + " " +
         std::to_string(plan.tile[2]) + ", vector " + std::to_string(plan.vector_width) +
         (plan.threads_over_tiles ? "" : ", one thread");
}

/// Prints a stage if CaKernel::dump asks for it.
void dump_stage(char const* stage, std::string const& kernel, std::string const& text) {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_EQUALS(dump, "all") || CCTK_EQUALS(dump, stage))
    CCTK_VINFO("%s of %s:\n%s", stage, kernel.c_str(), text.c_str());
}

/// Memory of a grid function at the current time level, on the device. Checks that it is what the graph says.
void* find_array(cGH const* cctkGH, std::string const& thorn, ir::Graph const& graph, std::string const& variable) {
  std::string const full_name = variable.find("::") != std::string::npos
                                    ? variable
                                    : std::string(CCTK_ThornImplementation(thorn.c_str())) + "::" + variable;
  int index = CCTK_VarIndex(full_name.c_str());
  if (index < 0 && variable.find("::") == std::string::npos) index = CCTK_VarIndex((thorn + "::" + variable).c_str());
  if (index < 0)
    throw base::UserError("Kernel " + thorn + "::" + graph.name + " uses " + full_name + ", which does not exist.");
  int const type = CCTK_VarTypeI(index);
  bool const is_right = graph.real == ir::Type::real32 ? type == CCTK_VARIABLE_REAL4
                                                       : type == CCTK_VARIABLE_REAL || type == CCTK_VARIABLE_REAL8;
  if (!is_right || CCTK_GroupTypeFromVarI(index) != CCTK_GF)
    throw base::UserError("Kernel " + thorn + "::" + graph.name + " uses " + full_name +
                          ", which is not a grid function of its type.");
  int const level = CCTK_IsFunctionAliased("GetRefinementLevel") ? GetRefinementLevel(cctkGH) : 0;
  return Device_Array(cctkGH, index, level, 0);
}

std::string specialisation(Kernel const& kernel, std::size_t variant, KnownValues const& known,
                           base::Index3 const& allocated) {
  std::string text = kernel.full_name() + " " + std::to_string(variant) + " " + jit::to_text(known);
  for (int const n : allocated) text += " " + std::to_string(n);
  return text;
}

} // namespace

Runtime& Runtime::instance() {
  static Runtime runtime;
  return runtime;
}

PinnedPlans const& Runtime::pinned_plans() {
  DECLARE_CCTK_PARAMETERS
  if (!pinned_plans_) {
    constexpr int n_plans = 100; // length of the array parameter
    pinned_plans_ = std::make_unique<PinnedPlans>(std::vector<std::string>(plan, plan + n_plans));
  }
  return *pinned_plans_;
}

void Runtime::set_up(cGH const* cctkGH) {
  if (device_) return;
  DECLARE_CCTK_PARAMETERS
  exchange_ = std::make_unique<MpiExchange>(cctkGH);
  device_ = static_cast<chemora::device::Device*>(Device_Interface(cctkGH));
  if (!device_) throw base::UserError("The active device thorn has no device for this process.");
  // Only processes that compile use the cache; making the object touches the folder, so others do without.
  auto const processors = exchange_->all_gather(chemora::machine::this_machine().identity);
  auto const first = std::find(processors.begin(), processors.end(), chemora::machine::this_machine().identity);
  bool const compiles = first - processors.begin() == exchange_->rank();
  if (compiles && use_cache) cache_ = std::make_unique<jit::DiskCache>(jit::cache_folder(cache_dir));
}

monitor::KernelRecord* Runtime::record_for(std::string const& name) {
  for (auto& record : records_)
    if (record.kernel == name) return &record;
  records_.emplace_back();
  records_.back().kernel = name;
  return &records_.back();
}

void Runtime::warn_once_about_cache() {
  if (!cache_ || has_warned_about_cache_ || cache_->complaint().empty()) return;
  has_warned_about_cache_ = true;
  CCTK_VINFO("%s The run goes on without.", cache_->complaint().c_str());
}

chemora::plan::Plan Runtime::choose_plan(Kernel const& kernel, ir::Graph const& graph, ir::Region region,
                                         launch::LocalGrid const& grid, std::string& reason) {
  DECLARE_CCTK_PARAMETERS
  auto const& machine = chemora::machine::this_machine();
  // Not the box at hand but the one between ghost zones: processes with equal extents then share one compiled kernel.
  base::Box box{{0, 0, 0}, grid.extent};
  if (region != ir::Region::everywhere)
    for (std::size_t d = 0; d < 3; ++d) {
      box.lower[d] += grid.ghosts[d];
      box.upper[d] -= grid.ghosts[d];
    }
  auto const formula =
      CCTK_EQUALS(cost_model, "printed") ? chemora::tiling::Formula::printed : chemora::tiling::Formula::corrected;
  auto choice = chemora::tiling::choose_plan(graph, {grid.allocated, box, omp_get_max_threads(), formula}, machine);
  reason = choice.reason;
  if (auto const pinned = pinned_plans().find(kernel, ir::to_text(region), choice.plan)) {
    choice.plan = *pinned;
    reason = "pinned by CaKernel::plan";
  }
  chemora::plan::check_legality(graph, choice.plan);
  return choice.plan;
}

jit::Obtained Runtime::compile(std::string const& name, ir::Graph const& graph, chemora::plan::Plan const& chosen,
                               base::Index3 const& allocated) {
  DECLARE_CCTK_PARAMETERS
  auto const& machine = chemora::machine::this_machine();
  auto const lowered = jit::lower_to_source(graph, chosen, allocated);
  dump_stage("loops", name, lowered.loops);
  dump_stage("source", name, lowered.source);
  std::string const key = jit::make_key(ir::to_text(graph), chemora::plan::to_text(chosen), lowered.source,
                                        device_->properties(), machine.identity);
  int const n_compilers = compilers > 0 ? compilers : machine.n_available;
  auto obtained =
      jit::compile_once({name, lowered.source, key}, machine.identity, *device_, cache_.get(), *exchange_, n_compilers);
  warn_once_about_cache();
  return obtained;
}

monitor::KernelRecord* Runtime::note(std::string const& name, ir::Graph const& graph, chemora::plan::Plan const& plan,
                                     std::string const& reason, jit::Obtained const& obtained) {
  auto* const record = record_for(name);
  bool const is_first = record->calls == 0 && record->compile_seconds == 0;
  record->is_from_cache = obtained.is_from_cache && (is_first || record->is_from_cache);
  record->compile_seconds += obtained.seconds;
  record->plan = one_line(plan);
  record->plan_reason = reason;
  auto const counts = ir::count(graph);
  record->bytes_per_point = counts.bytes;
  record->flops_per_point = counts.flops;
  plans_ += "# " + reason + "\n" + chemora::plan::to_text(plan) + "\n";
  return record;
}

Runtime::Parts Runtime::prepare(Kernel const& kernel, ir::Graph const& graph, launch::LocalGrid const& grid,
                                KnownValues const& known) {
  dump_stage("graph", kernel.full_name(), ir::to_text(graph));
  auto const regions = jit::specialise(graph, known);
  Parts parts;
  for (auto const& [region, special] : regions) {
    std::string const name = regions.size() > 1 ? kernel.full_name() + "." + ir::to_text(region) : kernel.full_name();
    dump_stage("specialised", name, ir::to_text(special));
    std::string reason;
    auto plan = choose_plan(kernel, special, region, grid, reason);
    plan.kernel = name;
    dump_stage("plan", name, chemora::plan::to_text(plan) + "  # " + reason + "\n");
    auto const obtained = compile(name, special, plan, grid.allocated);
    auto* const record = note(name, special, plan, reason, obtained);
    parts.push_back({region, launch::BoundKernel(special, grid.extent, device_->load(name, obtained.object)), record});
  }
  return parts;
}

void Runtime::launch(cGH const* cctkGH, std::string const& thorn, std::string const& kernel_name) {
  set_up(cctkGH);
  Kernel const& kernel = registry_.find(thorn, kernel_name);
  std::size_t const variant = choose_variant(kernel);
  ir::Graph const& graph = kernel.variants[variant];
  launch::LocalGrid const grid = local_grid(cctkGH);
  auto const parameters = parameter_values(kernel.thorn, graph);
  KnownValues const known{
      .parameters = parameters, .spacing = grid.scalars.spacing, .global_size = grid.scalars.global_size};
  std::string const key = specialisation(kernel, variant, known, grid.allocated);
  auto found = prepared_.find(key);
  if (found == prepared_.end()) found = prepared_.emplace(key, prepare(kernel, graph, grid, known)).first;

  auto const array = [&](std::string const& variable) { return find_array(cctkGH, kernel.thorn, graph, variable); };
  for (auto& part : found->second) {
    auto const boxes = launch::boxes_of(part.region, grid);
    auto const start = std::chrono::steady_clock::now();
    part.bound.run(boxes, grid.scalars, parameters, array);
    part.record->seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ++part.record->calls;
    for (auto const& box : boxes) part.record->points += box.n_points();
  }
}

} // namespace ca_kernel
