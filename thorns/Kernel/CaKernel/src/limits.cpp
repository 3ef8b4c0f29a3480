// Measures on all processes at the same time, so that each gets its share of its node and its device, and keeps the
// sums.
#include "limits.hpp"

#include "cctk.h"
#include "cctk_Parameters.h"
#include "joined_by_node.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/monitor/device_limits.hpp"
#include "kernels/monitor/kept_limits.hpp"
#include "runtime.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <ctime>
#include <map>
#include <string>

namespace ca_kernel {

namespace machine = chemora::machine;
namespace monitor = chemora::monitor;

namespace {

/// Node by node, then all nodes.
machine::BestOfRounds join(MpiExchange& exchange, machine::BestOfRounds const& mine) {
  machine::BestOfRounds all;
  for (auto const& [node, of_node] : joined_by_node(exchange, mine)) all = machine::joined_on_two_nodes(all, of_node);
  return all;
}

std::string calendar_text(std::int64_t when) {
  auto const seconds = static_cast<std::time_t>(when);
  std::tm calendar{};
  localtime_r(&seconds, &calendar);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &calendar);
  return text;
}

/// What disturbed the measurement; empty if nothing did.
std::string disturbance(machine::BestOfRounds const& best) {
  if (!best.is_disturbed()) return {};
  return fmt::format("rounds differed by {:.0f}%, and {:.1f} processors were busy with something else",
                     100 * best.spread, best.others());
}

monitor::Limits measure(MpiExchange& exchange, chemora::device::Device& device, int n_on_node) {
  auto const mine = monitor::measure_limits(device, n_on_node, [&] { exchange.all_gather({}); });
  auto const bandwidth = join(exchange, mine.bandwidth), arithmetic = join(exchange, mine.arithmetic);
  std::string const of_bandwidth = disturbance(bandwidth);
  return {.bandwidth = bandwidth.rate,
          .arithmetic = arithmetic.rate,
          .how = {},
          .when = std::time(nullptr),
          .disturbance = of_bandwidth.empty() ? disturbance(arithmetic) : of_bandwidth};
}

/// Equal for runs that share machine and devices in the same way.
std::string key_of(MpiExchange& exchange, chemora::device::Device& device, int n_on_node) {
  auto const& properties = device.properties();
  std::string key = "limits of devices 1\n";
  for (auto const& process : exchange.all_gather(fmt::format("{}, {} threads, {} processes on node, {} {}\n",
                                                             machine::this_machine().identity, omp_get_max_threads(),
                                                             n_on_node, properties.kind, properties.name)))
    key += process;
  return key;
}

/// "the host's processors", "2 opencl:...": how many processes on what.
std::string name_of_devices(MpiExchange& exchange, std::string const& mine) {
  std::map<std::string, int> devices;
  for (auto const& name : exchange.all_gather(mine)) ++devices[name];
  std::string text;
  for (auto const& [name, n] : devices)
    text += fmt::format("{}{} process{} on {}", text.empty() ? "" : ", ", n, n == 1 ? "" : "es", name);
  return text;
}

} // namespace

monitor::Limits limits_of_all(MpiExchange& exchange) {
  DECLARE_CCTK_PARAMETERS
  Runtime& runtime = Runtime::instance();
  if (CCTK_EQUALS(machine_limits, "none"))
    return {.how = "Limits of the devices are not measured: CaKernel::machine_limits is \"none\"."};
  auto& device = *runtime.device();
  int const n_on_node = exchange.n_on_node();
  std::string const key = key_of(exchange, device, n_on_node);
  std::string const of = name_of_devices(exchange, device.properties().name);
  std::string known;
  if (exchange.rank() == 0) known = runtime.find_in_cache(key).value_or("");
  exchange.broadcast(known, 0);
  std::string now = std::to_string(std::time(nullptr)); // process 0's counts: all must decide alike
  exchange.broadcast(now, 0);
  auto const kept = monitor::limits_from(known);
  if (kept && CCTK_EQUALS(machine_limits, "kept") && !is_to_be_measured_again(*kept, std::stoll(now))) {
    auto limits = *kept;
    limits.how = fmt::format("of {}, measured by an earlier run, {}", of, calendar_text(limits.when));
    return limits;
  }
  auto limits = better_of(measure(exchange, device, n_on_node), kept);
  limits.how = fmt::format("of {}, measured by this run, {}", of, calendar_text(limits.when));
  if (exchange.rank() == 0) runtime.keep_in_cache(key, monitor::to_text(limits));
  return limits;
}

} // namespace ca_kernel
