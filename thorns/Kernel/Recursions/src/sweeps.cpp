// Registers, compiles and executes the sweeps of other thorns (docs/sweeps.md).
#include "kernels/recursions/sweeps.hpp"
#include "Kernel/CaKernel/src/cactus_grid_functions.hpp"
#include "Kernel/CaKernel/src/loop_arguments.hpp"
#include "Kernel/CaKernel/src/registered_kernels.hpp"
#include "Kernel/CaKernel/src/runtime.hpp"
#include "Numerics/ThornTools/src/communicator.hpp"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "mpi_processes.hpp"

#include <fmt/format.h>

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ca_recursions {

namespace {

namespace base = chemora::base;
namespace recursions = chemora::recursions;
namespace runtime = chemora::runtime;
namespace wavefront = chemora::wavefront;
using ca_kernel::for_c;

/// A registered function. The members after the file follow from the run.
struct RegisteredSweeps {
  std::string thorn;
  wavefront::SweepFunction function;
  std::map<std::string, runtime::GridArray> arrays{};       ///< by name in the file
  std::map<std::string, ca_kernel::FindValue> parameters{}; ///< scalars with a value from the framework
  std::unique_ptr<recursions::Sweeps> sweeps{};

  std::string full_name() const { return thorn + "::" + function.name; }
};

/// The registered functions and what they share. The instance is never destroyed, because its memory belongs to a
/// device that may be destroyed earlier.
struct Registry {
  std::list<RegisteredSweeps> functions{};
  std::vector<std::string> errors{};
  std::unique_ptr<MpiProcesses> processes{};
  std::unique_ptr<chemora::launch::Scratch> memory{};

  static Registry& instance() {
    static Registry& registry = *new Registry;
    return registry;
  }
  RegisteredSweeps& find(std::string const& thorn, std::string const& function) {
    std::vector<std::string> names;
    for (RegisteredSweeps& each : functions) {
      if (runtime::are_equal_names(each.thorn, thorn) && runtime::are_equal_names(each.function.name, function))
        return each;
      names.push_back(each.full_name());
    }
    throw base::UserError("Thorn " + thorn + " has no sweeps for the function " + function + "." +
                          base::did_you_mean(thorn + "::" + function, names));
  }
};

/// Finds the variables and parameters to which the names of the file refer.
void find_names(RegisteredSweeps& sweeps) {
  base::Diagnostics errors(&sweeps.function.source);
  for (wavefront::SweepVariable const& each : sweeps.function.variables)
    if (auto const array = ca_kernel::find_variable(sweeps.thorn, each.variable))
      sweeps.arrays[each.name] = *array;
    else
      errors.error(each.where, fmt::format("There is no variable {} in this run. Activate its thorn.", each.variable));
  for (auto const& scalar : sweeps.function.scalars)
    if (auto source = ca_kernel::find_scalar(sweeps.thorn, scalar.name)) sweeps.parameters[scalar.name] = source;
  errors.throw_if_errors();
}

/// The axes at whose ends the grid ends: neither periodic nor with a symmetry.
recursions::Axes axes_with_ends(cGH const* cctkGH) {
  recursions::Axes result{true, true, true};
  auto const is_outer =
      thorntools::outer_faces(cctkGH, 3, cctkGH->cctk_bbox,
                              {thorntools::is_periodic(0), thorntools::is_periodic(1), thorntools::is_periodic(2)});
  for (std::size_t d = 0; d < 3; ++d) result[d] = cctkGH->cctk_gsh[d] == 1 || (is_outer[2 * d] && is_outer[2 * d + 1]);
  return result;
}

/// Plans the sweeps of a function for the grid, and compiles their kernels. Collective.
void compile(cGH const* cctkGH, RegisteredSweeps& registered) {
  DECLARE_CCTK_PARAMETERS
  if (thorntools::has_refinement_levels())
    throw base::UserError(
        fmt::format("The sweeps of {} need a uniform grid, but the driver has refined grids.", registered.full_name()));
  find_names(registered);
  Registry& registry = Registry::instance();
  auto& kernels = ca_kernel::Runtime::instance().kernels(cctkGH);
  chemora::device::Device& device = kernels.cache.device();
  if (!registry.processes) registry.processes = std::make_unique<MpiProcesses>(thorntools::communicator(cctkGH));
  if (!registry.memory) registry.memory = std::make_unique<chemora::launch::Scratch>(device);
  registered.sweeps = std::make_unique<recursions::Sweeps>(
      registered.function, registered.full_name(), ca_kernel::local_grid(cctkGH),
      recursions::SweepTools{device, *registry.processes, *registry.memory},
      recursions::SweepOptions{.has_ends = axes_with_ends(cctkGH), .plan = sweep_plan});
  for (auto const& source : registered.sweeps->sources()) {
    if (kernels.messages.prints("loops")) kernels.messages.info("loops of " + source.name + ":\n" + source.plan);
    if (kernels.messages.prints("source")) kernels.messages.info("source of " + source.name + ":\n" + source.source);
  }
  registered.sweeps->set_kernels(kernels.cache.load(registered.sweeps->sources()));
  kernels.notes[registered.full_name()] = registered.sweeps->notes();
}

void run(cGH const* cctkGH, RegisteredSweeps& registered) {
  if (!registered.sweeps) compile(cctkGH, registered);
  if (ca_kernel::Runtime::instance().kernels(cctkGH).cache.settings().only_compiles) return;
  ca_kernel::CactusGridFunctions const functions(cctkGH);
  std::map<std::string, void*> arrays;
  for (wavefront::SweepVariable const& each : registered.function.variables) {
    void* const address = arrays[each.name] = functions.address(registered.arrays.at(each.name));
    if (!address)
      throw base::UserError(each.where, fmt::format("{} has no storage when {} runs. Add STORAGE for its group to "
                                                    "schedule.ccl.",
                                                    each.variable, registered.full_name()));
  }
  std::map<std::string, double> scalars;
  for (auto const& scalar : registered.function.scalars) {
    auto const parameter = registered.parameters.find(scalar.name);
    scalars[scalar.name] = parameter == registered.parameters.end() ? scalar.value : parameter->second(cctkGH);
  }
  registered.sweeps->run(arrays, scalars);
}

} // namespace
} // namespace ca_recursions

using namespace ca_recursions;

extern "C" CCTK_INT RecursionsThorn_RegisterSweeps(CCTK_STRING thorn, CCTK_STRING file, CCTK_STRING text) {
  Registry& registry = Registry::instance();
  try {
    registry.functions.push_back({.thorn = thorn, .function = wavefront::read_sweep_function({file, text})});
  } catch (base::UserError const& error) {
    registry.errors.push_back(runtime::warning_text(error));
  }
  return 0;
}

extern "C" CCTK_INT RecursionsThorn_RunSweeps(CCTK_POINTER_TO_CONST grid_hierarchy, CCTK_STRING thorn,
                                              CCTK_STRING function) {
  for_c(grid_hierarchy, [&](cGH const* cctkGH) { run(cctkGH, Registry::instance().find(thorn, function)); });
  return 0;
}

extern "C" void Recursions_CheckSweeps(CCTK_ARGUMENTS) {
  (void)cctkGH;
  for (auto const& message : Registry::instance().errors) CCTK_VPARAMWARN("%s", message.c_str());
}

extern "C" void Recursions_CompileSweeps(CCTK_ARGUMENTS) {
  for_c(cctkGH, [](cGH const* hierarchy) {
    for (RegisteredSweeps& registered : Registry::instance().functions)
      if (ca_kernel::is_scheduled(registered.thorn, registered.function.name)) compile(hierarchy, registered);
  });
}
