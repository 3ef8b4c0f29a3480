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

#include <algorithm>
#include <ctime>
#include <map>
#include <optional>
#include <string>

namespace ca_kernel {

namespace machine = chemora::machine;
namespace monitor = chemora::monitor;

namespace {

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

monitor::LimitsByDevice measure(MpiExchange& exchange, chemora::device::Device& device, int n_on_node) {
  auto const mine = monitor::measure_limits(device, n_on_node, [&] { exchange.all_gather({}); });
  auto const joined = [&](machine::BestOfRounds const& best) {
    return machine::joined_by_device(measured_by_all(exchange, device.properties().kind, best));
  };
  auto const bandwidth = joined(mine.bandwidth), arithmetic = joined(mine.arithmetic);
  monitor::LimitsByDevice limits;
  for (auto const& [kind, best] : bandwidth) {
    std::string const of_bandwidth = disturbance(best);
    limits[kind] = {.bandwidth = best.rate,
                    .arithmetic = arithmetic.at(kind).rate,
                    .how = {},
                    .when = std::time(nullptr),
                    .disturbance = of_bandwidth.empty() ? disturbance(arithmetic.at(kind)) : of_bandwidth};
  }
  return limits;
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

/// By kind: "2 processes on the host's processors", how many processes on what.
std::map<std::string, std::string> names_of_devices(MpiExchange& exchange, chemora::device::Properties const& mine) {
  std::map<std::string, std::map<std::string, int>> devices;
  for (auto const& text : exchange.all_gather(mine.kind + "\n" + mine.name)) {
    auto const end = text.find('\n');
    ++devices[text.substr(0, end)][text.substr(end + 1)];
  }
  std::map<std::string, std::string> names;
  for (auto const& [kind, of_kind] : devices)
    for (auto const& [name, n] : of_kind)
      names[kind] += fmt::format("{}{} process{} on {}", names[kind].empty() ? "" : ", ", n, n == 1 ? "" : "es", name);
  return names;
}

/// What process 0's cache has, by kind of device.
std::map<std::string, std::optional<monitor::Limits>>
limits_in_cache(MpiExchange& exchange, std::string const& key, std::map<std::string, std::string> const& devices) {
  std::map<std::string, std::optional<monitor::Limits>> kept;
  for (auto const& [kind, names] : devices) {
    std::string known;
    if (exchange.rank() == 0) known = Runtime::instance().find_in_cache(key + kind).value_or("");
    exchange.broadcast(known, 0);
    kept[kind] = monitor::limits_from(known);
  }
  return kept;
}

} // namespace

monitor::LimitsByDevice limits_of_all(MpiExchange& exchange) {
  DECLARE_CCTK_PARAMETERS
  Runtime& runtime = Runtime::instance();
  auto& device = *runtime.device();
  auto const devices = names_of_devices(exchange, device.properties());
  monitor::LimitsByDevice limits;
  if (CCTK_EQUALS(machine_limits, "none")) {
    for (auto const& [kind, names] : devices)
      limits[kind].how = "Limits of the devices are not measured: CaKernel::machine_limits is \"none\".";
    return limits;
  }
  int const n_on_node = exchange.n_on_node();
  std::string const key = key_of(exchange, device, n_on_node) + "of ";
  auto const kept = limits_in_cache(exchange, key, devices);
  std::string now = std::to_string(std::time(nullptr)); // process 0's counts: all must decide alike
  exchange.broadcast(now, 0);
  bool const are_kept =
      CCTK_EQUALS(machine_limits, "kept") && std::all_of(kept.begin(), kept.end(), [&](auto const& one) {
        return one.second && !is_to_be_measured_again(*one.second, std::stoll(now));
      });
  if (!are_kept) limits = measure(exchange, device, n_on_node);
  for (auto const& [kind, names] : devices) {
    limits[kind] = are_kept ? *kept.at(kind) : better_of(limits[kind], kept.at(kind));
    if (!are_kept && exchange.rank() == 0) runtime.keep_in_cache(key + kind, monitor::to_text(limits[kind]));
    limits[kind].how = fmt::format("of {}, measured by {}, {}", names, are_kept ? "an earlier run" : "this run",
                                   calendar_text(limits[kind].when));
  }
  return limits;
}

} // namespace ca_kernel
