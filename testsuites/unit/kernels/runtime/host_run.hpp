/// Simulates a run of one process on the host without the framework. Grid functions are vectors, and all requests for
/// their data are recorded.
#pragma once

#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/runtime/deferred_launches.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace chemora::runtime {

class RecordedMessages final : public Messages {
public:
  void info(std::string const& text) override { texts.push_back(text); }
  void warn(std::string const& text) override { texts.push_back(text); }

  std::vector<std::string> texts;
};

/// Grid functions `a`, `b`, ... with any number of time levels. The number of a variable is the index of its name.
class HostGridFunctions final : public GridFunctions {
public:
  explicit HostGridFunctions(base::Index3 const& extent, int ghosts) {
    grid.extent = grid.allocated = extent;
    grid.ghosts = {ghosts, ghosts, ghosts};
    grid.is_outer = {{{true, true}, {true, true}, {true, true}}};
    for (auto& widths : grid.boundary) widths = {ghosts, ghosts};
    grid.scalars.global_size = extent;
  }

  /// Returns the values of an array. The first access creates the array with values that depend on its name and the
  /// point.
  std::vector<double>& values(GridArray const& array) const {
    auto& values = arrays_[array];
    if (values) return *values;
    std::size_t n = 1;
    for (int const points : grid.allocated) n *= static_cast<std::size_t>(points);
    values = std::make_unique<std::vector<double>>(n);
    for (std::size_t i = 0; i < n; ++i)
      (*values)[i] = 1 + array.variable + 0.1 * array.time_level + 1e-3 * static_cast<double>(i * i % 1009);
    return *values;
  }
  GridArray array(std::string const& name, int time_level = 0) const {
    auto position = std::find(names_.begin(), names_.end(), name);
    if (position == names_.end()) position = names_.insert(names_.end(), name);
    return {static_cast<int>(position - names_.begin()), time_level};
  }
  std::vector<double>& values(std::string const& name) const { return values(array(name)); }

  launch::LocalGrid local_grid() const override { return grid; }
  int level() const override { return 0; }
  GridArray find(std::string const&, ir::Graph const&, std::string const& variable) const override {
    return array(variable.substr(variable.find("::") == std::string::npos ? 0 : variable.find("::") + 2));
  }
  std::string name(GridArray const& array) const override {
    return names_[static_cast<std::size_t>(array.variable)] +
           (array.time_level > 0 ? "_p" + std::to_string(array.time_level) : "");
  }
  void* address(GridArray const& array) const override { return values(array).data(); }
  base::Index3 allocated(GridArray const&) const override { return grid.allocated; }
  bool may_swap(GridArray const&, GridArray const&) const override { return true; }
  void swap(GridArray const& a, GridArray const& b) const override {
    events.push_back("swap " + name(a) + " " + name(b));
    values(a).swap(values(b));
  }

  bool tracks_validity() const override { return true; }
  void require_valid(BoxList const& boxes) const override {
    if (boxes.size() > 0) events.push_back("require"), in_flight = {};
  }
  bool is_any_in_flight() const override { return !in_flight.is_empty(); }
  bool are_in_flight(BoxList const& boxes) const override {
    for (std::size_t n = 0; n < boxes.variables.size(); ++n) {
      base::Box box;
      std::copy_n(boxes.lower.begin() + static_cast<std::ptrdiff_t>(3 * n), 3, box.lower.begin());
      std::copy_n(boxes.upper.begin() + static_cast<std::ptrdiff_t>(3 * n), 3, box.upper.begin());
      if (!intersect(box, in_flight).is_empty()) return true;
    }
    return false;
  }
  void report_writes(RegionList const& regions) const override {
    for (std::size_t n = 0; n < regions.variables.size(); ++n)
      events.push_back("wrote " + name({regions.variables[n], regions.time_levels[n]}) + " " +
                       ir::to_text(regions.regions[n]));
  }
  void act_for(std::string const& function, std::function<void()> const& action) const override {
    if (!function.empty()) events.push_back("for " + function);
    action();
  }

  launch::LocalGrid grid;
  mutable base::Box
      in_flight; ///< ghost points that are part of an unfinished exchange; a request for any data finishes the exchange
  mutable std::vector<std::string> events;

private:
  mutable std::vector<std::string> names_;
  mutable std::map<GridArray, std::unique_ptr<std::vector<double>>> arrays_;
};

/// All objects of the run-time, connected as in a simulation.
struct HostRun {
  explicit HostRun(std::vector<std::string> const& plans = {}, Settings const& given = {.uses_disk_cache = false})
      : settings(given), pinned(plans) {}

  Settings settings;
  RecordedMessages messages;
  jit::SingleProcess exchange;
  std::unique_ptr<device::Device> device = device::make_host_device();
  KernelRegistry registry;
  PinnedPlans pinned;
  BuiltInFunctions built_in;
  TunedPlans tuned{settings, *device, exchange, messages};
  PlanChooser plans{settings, pinned, &tuned};
  KernelCache cache{*device, exchange, settings, messages, plans, built_in};
  Launcher launcher{cache};
  ArrayUpdater updater{launcher, built_in};
  DeferredLaunches deferred{launcher, updater};

  /// Returns a launch request for a registered kernel of the thorn Wave.
  LaunchRequest request(GridFunctions const& functions, std::string const& kernel,
                        std::map<std::string, double> const& parameters = {}) {
    return {&registry.find("Wave", kernel), 0, functions.local_grid(), parameters, "Wave::" + kernel, {}};
  }
};

/// Returns the text of a kernel. In the interior, the kernel sets `to` to the difference of `from` along x, multiplied
/// by `factor`.
inline std::string difference_kernel(std::string const& name, std::string const& from, std::string const& to) {
  return "graph " + name + " {\ngrid 3\nparam real64 factor\nin " + from + "\nout " + to + "\n%0 = load " + from +
         "\n%1 = shift %0 [1,0,0]\n%2 = shift %0 [-1,0,0]\n%3 = subtract %1 %2\n%4 = parameter factor\n%5 = multiply "
         "%3 "
         "%4\nstore " +
         to + " %5 interior\n}\n";
}

} // namespace chemora::runtime
