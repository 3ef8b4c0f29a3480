// Everything CaKernel keeps during a run: registered kernels, compiled ones, and what they did.
#pragma once

#include "cctk.h"
#include "codegen/passes/substitute_known_values.hpp"
#include "kernels/device/device.hpp"
#include "kernels/jit/compile_once.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/local_grid.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "mpi_exchange.hpp"
#include "pinned_plans.hpp"
#include "registry.hpp"

#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ca_kernel {

/// Exists once per process.
class Runtime {
public:
  static Runtime& instance();

  Registry& registry() { return registry_; }
  PinnedPlans const& pinned_plans();

  /// Collective: all processes launch the same kernels in the same order. Compiles at the first launch with the
  /// values of now.
  void launch(cGH const* cctkGH, std::string const& thorn, std::string const& kernel);

  std::list<chemora::monitor::KernelRecord> const& records() const { return records_; }
  /// Text form of every plan in use, in order of first launch; can be given back as CaKernel::plan.
  std::string const& plans() const { return plans_; }

private:
  /// One compiled region of a kernel.
  struct Part {
    chemora::ir::Region region;
    chemora::launch::BoundKernel bound;
    chemora::monitor::KernelRecord* record;
  };
  using Parts = std::vector<Part>;

  void set_up(cGH const* cctkGH);
  Parts prepare(Kernel const& kernel, chemora::ir::Graph const& graph, chemora::launch::LocalGrid const& grid,
                chemora::passes::KnownValues const& known);
  chemora::plan::Plan choose_plan(Kernel const& kernel, chemora::ir::Graph const& graph, chemora::ir::Region region,
                                  chemora::launch::LocalGrid const& grid, std::string& reason);
  /// Collective.
  chemora::jit::Obtained compile(std::string const& name, chemora::ir::Graph const& graph,
                                 chemora::plan::Plan const& plan, chemora::base::Index3 const& allocated);
  chemora::monitor::KernelRecord* note(std::string const& name, chemora::ir::Graph const& graph,
                                       chemora::plan::Plan const& plan, std::string const& reason,
                                       chemora::jit::Obtained const& obtained);
  chemora::monitor::KernelRecord* record_for(std::string const& name);
  void warn_once_about_cache();

  Registry registry_;
  std::unique_ptr<PinnedPlans> pinned_plans_;
  std::unique_ptr<MpiExchange> exchange_;
  chemora::device::Device* device_ = nullptr;
  std::unique_ptr<chemora::jit::DiskCache> cache_;
  bool has_warned_about_cache_ = false;
  std::map<std::string, Parts> prepared_;
  std::list<chemora::monitor::KernelRecord> records_; ///< a list: Parts point into it
  std::string plans_;
};

} // namespace ca_kernel
