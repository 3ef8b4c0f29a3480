// How fast this process computes: the sum of three arrays that no cache holds.
#include "cctk.h"
#include "cctk_Functions.h"
#include "joined_by_node.hpp"
#include "kernels/machine/machine.hpp"
#include "linear_combination.hpp"
#include "mpi_exchange.hpp"
#include "runtime.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace ca_kernel {

namespace device = chemora::device;
namespace launch = chemora::launch;
namespace machine = chemora::machine;

namespace {

constexpr int extent = 160; // 33 MB an array: three of them are more than the last cache of a processor's core or a GPU
constexpr int n_points = extent * extent * extent;

/// Arrays of their own, as there is no grid yet.
class Arrays {
public:
  Arrays(device::Device& device, std::size_t bytes) : device_(device) {
    for (auto const* name : {"target", "source0", "source1"}) memory_[name] = device.allocate(bytes);
  }
  ~Arrays() {
    for (auto const& [name, memory] : memory_) device_.release(memory);
  }
  Arrays(Arrays const&) = delete;
  Arrays& operator=(Arrays const&) = delete;

  std::map<std::string, void*> const& all() const { return memory_; }

private:
  device::Device& device_;
  std::map<std::string, void*> memory_;
};

/// Equal for processes on processors of the same kind with as many threads, and for those that share one device.
int kind_of_process(MpiExchange& exchange) {
  auto const& device = Runtime::instance().device()->properties();
  std::string const mine =
      fmt::format("{} {} {} {}", machine::this_machine().identity, device.kind, device.name, omp_get_max_threads());
  auto const all = exchange.all_gather(mine);
  return static_cast<int>(std::find(all.begin(), all.end(), mine) - all.begin());
}

struct Speed {
  double points_per_second = 0;
  bool is_disturbed = false; ///< by something else that runs on the same node
};

/// Of all processes at the same time; again while anyone is disturbed, unless that takes long.
Speed measure(MpiExchange& exchange, std::function<void()> const& sum) {
  constexpr int most_attempts = 3;
  constexpr double most_seconds = 5;
  Speed speed;
  auto const start = std::chrono::steady_clock::now();
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    auto const mine = machine::best_of_rounds(n_points, sum, [&] { exchange.all_gather({}); });
    bool const is_disturbed = joined_by_node(exchange, mine).at(name_of_node()).is_disturbed();
    if (mine.rate > speed.points_per_second) speed = {mine.rate, is_disturbed};
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    auto const wishes = exchange.all_gather(seconds > most_seconds ? "end" : is_disturbed ? "again" : "");
    auto const has = [&](char const* wish) { return std::find(wishes.begin(), wishes.end(), wish) != wishes.end(); };
    if (has("end") || !has("again")) break;
  }
  return speed;
}

Speed speed_of_process(MpiExchange& exchange) {
  auto& device = *static_cast<device::Device*>(Device_Interface(nullptr));
  launch::LocalGrid grid;
  grid.extent = grid.allocated = {extent, extent, extent};
  std::array const whole{chemora::base::Box{{0, 0, 0}, grid.extent}};
  Arrays const arrays(device, sizeof(double) * n_points);
  Runtime& runtime = Runtime::instance();
  auto const zero = linear_combination(0, false), sum = linear_combination(2, true);
  for (auto const& [name, memory] : arrays.all())
    runtime.run_generic(nullptr, zero, grid, whole, {}, [&](std::string const&) { return memory; });
  std::map<std::string, double> const parameters{{"scale", 0.5}, {"factor0", 0.25}, {"factor1", 0.125}};
  auto const run = [&] {
    runtime.run_generic(nullptr, sum, grid, whole, parameters,
                        [&](std::string const& name) { return arrays.all().at(name); });
    device.finish();
  };
  run(); // compiles
  return measure(exchange, run);
}

} // namespace

} // namespace ca_kernel

extern "C" CCTK_REAL CaKernelThorn_MeasureProcessSpeed(CCTK_INT* kind, CCTK_INT* is_disturbed) {
  try {
    ca_kernel::MpiExchange exchange(nullptr);
    auto const speed = ca_kernel::speed_of_process(exchange);
    *kind = ca_kernel::kind_of_process(exchange);
    *is_disturbed = speed.is_disturbed;
    return speed.points_per_second;
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}
