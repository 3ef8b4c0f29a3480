// What kernels are prepared with, and those that are ready.
#include "runtime.hpp"

#include "cctk_Parameters.h"
#include "compile_only.hpp"
#include "framework/base/errors.hpp"
#include "kernels/machine/machine.hpp"

#include <algorithm>
#include <utility>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;
namespace device = chemora::device;
namespace jit = chemora::jit;
namespace launch = chemora::launch;
namespace monitor = chemora::monitor;
using chemora::passes::KnownValues;

namespace {

std::uint64_t most_bytes_in_cache() {
  DECLARE_CCTK_PARAMETERS
  return cache_size_limit > 0 ? 1'000'000 * static_cast<std::uint64_t>(cache_size_limit) : UINT64_MAX;
}

} // namespace

std::string Runtime::key_of(KernelName const& kernel, std::size_t variant, KnownValues const& known,
                            base::Index3 const& allocated) {
  std::string text = kernel.full_name() + " " + std::to_string(variant) + " " + jit::to_text(known);
  for (int const n : allocated) text += " " + std::to_string(n);
  return text;
}

std::string Runtime::Launch::key() const { return key_of(*kernel, variant, known(), grid.allocated); }

Runtime& Runtime::instance() {
  // Never destroyed: modules and scratch arrays belong to a device, which may be gone by then.
  static Runtime& runtime = *new Runtime;
  return runtime;
}

Runtime::Rehearsal::Rehearsal(Runtime& runtime) : runtime_(runtime) { exchange(); }

Runtime::Rehearsal::~Rehearsal() { exchange(); }

void Runtime::Rehearsal::exchange() {
  std::swap(runtime_.prepared_, prepared_);
  std::swap(runtime_.generic_, generic_);
  std::swap(runtime_.measured_, measured_);
  std::swap(runtime_.plans_, plans_);
}

void Runtime::register_kernel(std::string const& thorn, std::string const& graph_text) {
  registry_.add(thorn, graph_text);
}

chemora::monitor::StageSeconds Runtime::seconds() const {
  auto all = seconds_;
  all.read = registry_.seconds_of_reading();
  return all;
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
  scratch_ = std::make_unique<launch::Scratch>(*device_);
  meters_ = std::make_unique<Meters>(*device_, counters && !CCTK_CompilesOnly());
  auto const& properties = device_->properties();
  auto const& machine = chemora::machine::this_machine();
  std::string processor = machine.identity + ", " + machine.c_library;
  if (properties.kind != "host") processor += " with " + properties.kind + ", " + properties.compiler;
  bool const may_compile = !CCTK_EQUALS(compiler, "none");
  craftsman_ = {processor, properties.compiler,
                may_compile ? properties.no_compiler : "CaKernel::compiler is \"none\"."};
  workshop_ = jit::open_compiler_pool(craftsman_, *exchange_, [&] {
    if (use_cache) cache_ = std::make_unique<jit::DiskCache>(jit::cache_folder(cache_dir), most_bytes_in_cache());
    return cache_.get();
  });
  tell_once_who_compiles_nothing();
}

void Runtime::tell_once_who_compiles_nothing() {
  std::string const text = jit::to_text(workshop_);
  if (text == told_) return;
  told_ = text;
  if (exchange_->rank() == 0 && !CCTK_CompilesOnly())
    CCTK_VINFO("%s What the cache does not have is done by kernels that are built in, with their default plans.",
               text.c_str());
}

MeasuredKernel* Runtime::measured_kernel(std::string const& name) {
  for (auto& kernel : measured_)
    if (kernel.record.kernel == name) return &kernel;
  measured_.push_back(meters_->make(name));
  return &measured_.back();
}

std::vector<monitor::KernelRecord> Runtime::records() {
  std::vector<monitor::KernelRecord> records;
  for (auto& kernel : measured_) records.push_back(kernel.whole_record());
  return records;
}

std::optional<std::string> Runtime::find_in_cache(std::string const& key) const {
  return cache_ ? cache_->find(key) : std::nullopt;
}

void Runtime::keep_in_cache(std::string const& key, std::string const& text) {
  if (cache_) cache_->store(key, text);
}

void Runtime::warn_once_about_cache() {
  if (CCTK_CompilesOnly() || has_warned_about_cache_) return; // --compile-only ends with this error
  for (auto const& error : exchange_->all_gather(cache_complaint())) {
    if (error.empty()) continue;
    has_warned_about_cache_ = true;
    if (exchange_->rank() == 0) CCTK_VINFO("%s The run goes on without.", error.c_str());
    return;
  }
}

Runtime::Parts* Runtime::ready(cGH const* cctkGH, std::string const& key, std::vector<NamedGraph> const& graphs,
                               launch::LocalGrid const& grid, std::string& reason) {
  set_up(cctkGH);
  if (auto const found = prepared_.find(key); found != prepared_.end()) return &found->second;
  std::string complaint;
  auto parts = prepare(graphs, grid, complaint);
  auto const missing = exchange_->all_gather(parts ? "" : "missing");
  if (std::all_of(missing.begin(), missing.end(), [](std::string const& text) { return text.empty(); }))
    return &prepared_.emplace(key, std::move(*parts)).first->second;
  reason = graphs.front().name + " is not built in. " + (complaint.empty() ? no_compilers_text() : complaint);
  return nullptr;
}

Runtime::Parts& Runtime::ready(cGH const* cctkGH, Launch const& launch) {
  set_up(cctkGH);
  std::string const key = launch.key();
  auto found = prepared_.find(key);
  if (found == prepared_.end())
    found = prepared_.emplace(key, prepare(*launch.kernel, launch.graph(), launch.grid, launch.known())).first;
  return found->second;
}

void Runtime::compile(cGH const* cctkGH, Launch const& launch) { ready(cctkGH, launch); }

bool Runtime::compiles_for_all(cGH const* cctkGH) {
  set_up(cctkGH);
  return jit::to_text(workshop_).empty();
}

} // namespace ca_kernel
