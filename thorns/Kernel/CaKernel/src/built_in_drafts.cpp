// The kernels of the program itself in place of compiled ones.
#include "framework/base/errors.hpp"
#include "runtime.hpp"
#include "thorn_parameters.hpp"

#include <algorithm>

namespace ca_kernel {

namespace ahead = chemora::ahead;
namespace base = chemora::base;
namespace ir = chemora::ir;
namespace plan = chemora::plan;

namespace {

bool are_built_in(std::vector<ahead::BuiltInPart> const& parts, BuiltInFunctions const& functions) {
  for (auto const& part : parts)
    for (auto const& kernel : part.kernels)
      if (!functions.find(kernel.identity)) return false;
  return true;
}

plan::KernelPlan const& plan_for(std::string const& instructions, ahead::BuiltInKernel const& kernel) {
  auto const& sets = ahead::instruction_sets();
  auto const set = std::find_if(sets.begin(), sets.end(), [&](auto const& s) { return s.name == instructions; });
  return kernel.plans[set == sets.end() ? 0 : static_cast<std::size_t>(set - sets.begin())];
}

} // namespace

void Runtime::draft_built_in_region(std::string const& name, ahead::BuiltInPart built_in, Drafts& drafts) {
  Part part{built_in.region, KernelData(built_in.graph), {}, {}, {}, built_in.n_slots};
  for (auto const& temporary : built_in.temporaries) part.slots[temporary.variable] = temporary.slot;
  for (std::size_t n = 0; n < built_in.kernels.size(); ++n) {
    auto& kernel = built_in.kernels[n];
    BuiltInFunction const& function = *built_in_functions_.find(kernel.identity);
    auto& plan = built_in.plan.kernels[n] = plan_for(function.instructions, kernel);
    drafts.kernels.push_back({.name = built_in.kernels.size() > 1 ? name + "." + std::to_string(n + 1) : name,
                              .piece = {std::move(kernel.graph), plan},
                              .reason = "built in, default plan: " + no_compiler(),
                              .lowered = {},
                              .make_built_in = function.make_module});
    drafts.part_of.push_back(drafts.parts.size());
  }
  built_in.plan.kernel = name;
  drafts.plans += "# built in, default plan\n" + plan::to_text(built_in.plan) + "\n";
  drafts.parts.push_back(std::move(part));
}

Runtime::Drafts Runtime::draft_built_in(KernelName const& kernel, ir::Graph const& graph) {
  if (device_->properties().kind != "host")
    throw base::UserError("Kernel " + kernel.full_name() + " is needed for " + device_->properties().kind +
                          ", for which none are built in. " + no_compiler());
  auto parts = ahead::built_in_parts(graph);
  if (!are_built_in(parts, built_in_functions_)) throw_missing(kernel.full_name(), no_compiler());
  Drafts drafts;
  bool const has_several = parts.size() > 1;
  for (auto& part : parts) {
    std::string const region = ir::to_text(part.region);
    std::string const name = kernel.full_name() + (has_several ? "." + region : std::string());
    if (pinned_plans().find(kernel, region, part.plan))
      CCTK_VWARN(CCTK_WARN_ALERT,
                 "The plan pinned for %s is not followed: the kernel is built in, with its default plan.",
                 name.c_str());
    draft_built_in_region(name, std::move(part), drafts);
  }
  return drafts;
}

std::vector<std::string> Runtime::missing_kernels(cGH const* cctkGH, std::vector<Kernel const*> const& wanted) {
  set_up(cctkGH);
  std::vector<std::string> missing;
  if (!workshop_.compiler.empty()) return missing; // what its compiler left in the cache is known at the launch
  for (Kernel const* const kernel : wanted)
    if (!are_built_in(ahead::built_in_parts(kernel->variants[choose_variant(*kernel)].graph()), built_in_functions_))
      missing.push_back(kernel->full_name());
  return missing;
}

} // namespace ca_kernel
