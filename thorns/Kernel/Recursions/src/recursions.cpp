#include "recursions.hpp"

#include "Kernel/CaKernel/src/runtime.hpp"
#include "Kernel/Devices/src/processes.hpp"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "framework/base/errors.hpp"
#include "framework/base/words.hpp"
#include "kernels/recursions/sweeps.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ca_recursions {

namespace base = chemora::base;
namespace device_ = chemora::device;
namespace recursions = chemora::recursions;
namespace runtime = chemora::runtime;

namespace {

/// The limit of memory of all solvers of this process; null before the parameters are checked.
std::shared_ptr<recursions::MemoryLimit> memory;

/// Adds the times of launches to the report.
class MeasuredModule final : public device_::Module {
public:
  explicit MeasuredModule(runtime::LoadedSource loaded) : loaded_(std::move(loaded)) {}

  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& arguments) override {
    ++loaded_.measured->record.calls;
    runtime::MeasuredKernel::Launch const measured(*loaded_.measured);
    loaded_.module->launch(inputs, outputs, arguments);
  }
  std::optional<device_::KernelFacts> facts() const override { return loaded_.module->facts(); }

private:
  runtime::LoadedSource loaded_;
};

ca_kernel::KernelRuntime& kernels(cGH const* cctkGH) { return ca_kernel::Runtime::instance().kernels(cctkGH); }

std::unique_ptr<device_::Module> compile(runtime::KernelCache& cache, std::string const& owner, std::string const& name,
                                         std::string const& source, device_::LaunchShape const& shape) {
  DECLARE_CCTK_PARAMETERS
  runtime::SourceKernel kernel;
  kernel.name = owner + "." + name;
  kernel.representation = name;
  kernel.source = source;
  kernel.shape = shape;
  kernel.record.plan = name;
  kernel.record.plan_reason = *plan ? "pinned by Recursions::plan" : "chosen by the solver";
  if (cache.messages().prints("source")) cache.messages().info("source of " + kernel.name + ":\n" + source);
  auto loaded = cache.load_alone(kernel);
  if (verbose)
    CCTK_VINFO("%s was %s.", kernel.name.c_str(),
               loaded.measured->record.is_from_cache ? "read from the cache" : "compiled");
  return std::make_unique<MeasuredModule>(std::move(loaded));
}

} // namespace

device_::Device& device(cGH const* cctkGH) { return kernels(cctkGH).cache.device(); }

recursions::Compile compiler(cGH const* cctkGH, std::string const& owner) {
  runtime::KernelCache& cache = kernels(cctkGH).cache;
  return [&cache, owner](std::string const& name, std::string const& source, device_::LaunchShape const& shape) {
    return compile(cache, owner, name, source, shape);
  };
}

recursions::Settings settings() {
  DECLARE_CCTK_PARAMETERS
  recursions::Settings result;
  result.plan = plan;
  result.threads = omp_get_max_threads();
  result.max_coefficient = max_coefficient;
  result.memory = memory;
  return result;
}

void check_plan(std::vector<std::string> const& functions) {
  DECLARE_CCTK_PARAMETERS
  if (!*plan) return;
  try {
    chemora::wavefront::parse_plan({"Recursions::plan", plan});
  } catch (chemora::base::UserError const&) {
    return; // Recursions_CheckParameters reports this error
  }
  chemora::wavefront::parse_plan({"Recursions::plan", plan}, &functions);
}

std::unique_ptr<recursions::Solver> make_solver(cGH const* cctkGH, chemora::recursion::System system,
                                                chemora::recursion::Inputs shared, std::string const& owner) {
  recursions::Settings own_settings = settings();
  own_settings.warn = [owner](std::string const& reason) {
    static std::set<std::string> printed;
    if (printed.insert(owner + reason).second)
      CCTK_VWARN(CCTK_WARN_ALERT,
                 "Problems of %s are interpreted, which takes long, because no kernel computes them: %s.",
                 owner.c_str(), reason.c_str());
  };
  return std::make_unique<recursions::Solver>(std::move(system), std::move(shared), device(cctkGH),
                                              compiler(cctkGH, owner), std::move(own_settings));
}

void report(cGH const* cctkGH, std::string const& owner, recursions::Statistics const& own_statistics) {
  recursions::Statistics statistics;
  auto const of_processes = devices::gather(recursions::to_text(own_statistics));
  for (std::string const& each : of_processes) statistics.add_concurrent(recursions::parse_statistics(each));
  std::string const processes =
      of_processes.size() > 1 ? fmt::format(" on {} processes", of_processes.size()) : std::string();
  std::string text = fmt::format("\n{}: {:.4g} elements of tables in {:.2f} s ({:.3g} G/s){}, {:.2f} s of compilation",
                                 owner, statistics.cells, statistics.seconds,
                                 statistics.seconds > 0 ? 1e-9 * statistics.cells / statistics.seconds : 0., processes,
                                 statistics.compile_seconds);
  if (statistics.n_repeated > 0)
    text += fmt::format(", {} computed again with wider integers or an exponent for each probability",
                        base::counted(statistics.n_repeated, "problem"));
  text += "\n";
  for (auto const& plan : statistics.plans()) text += "  " + plan + "\n";
  kernels(cctkGH).notes[owner] = text;
}

} // namespace ca_recursions

extern "C" void Recursions_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  try {
    if (*plan) chemora::wavefront::parse_plan({"Recursions::plan", plan});
    if (*sweep_plan) chemora::wavefront::parse_sweep_plan({"Recursions::sweep_plan", sweep_plan});
    constexpr long mebibyte = 1L << 20;
    int const n_processes = ca_kernel::all_processes(cctkGH).n_on_node(); // collective
    ca_recursions::memory = std::make_shared<chemora::recursions::MemoryLimit>(
        max_memory > 0 ? max_memory * mebibyte : chemora::recursions::memory_share(n_processes));
  } catch (std::exception const& error) {
    CCTK_VPARAMWARN("%s", error.what());
  }
}
