// Measures on all processes at the same time, so that each gets its share of its node, and keeps the sums.
#include "limits.hpp"

#include "cctk.h"
#include "cctk_Parameters.h"
#include "kernels/machine/arithmetic.hpp"
#include "kernels/machine/bandwidth.hpp"
#include "kernels/machine/machine.hpp"
#include "runtime.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>

namespace ca_kernel {

namespace monitor = chemora::monitor;

namespace {

double sum_over_all(MpiExchange& exchange, double mine) {
  double sum = 0;
  for (auto const& text : exchange.all_gather(fmt::format("{}", mine))) sum += std::stod(text);
  return sum;
}

monitor::Limits measure(MpiExchange& exchange, int n_on_node) {
  auto const wait_for_all = [&] { exchange.all_gather({}); };
  double const bandwidth = chemora::machine::measured_bandwidth(n_on_node, wait_for_all);
  double const arithmetic = chemora::machine::measured_arithmetic(wait_for_all);
  return {sum_over_all(exchange, bandwidth), sum_over_all(exchange, arithmetic), "by this run"};
}

/// Equal for runs that share the machine in the same way.
std::string key_of(MpiExchange& exchange, int n_on_node) {
  std::string key = "limits of a machine 1\n";
  for (auto const& process :
       exchange.all_gather(fmt::format("{}, {} threads, {} processes on node\n",
                                       chemora::machine::this_machine().identity, omp_get_max_threads(), n_on_node)))
    key += process;
  return key;
}

std::optional<monitor::Limits> from_text(std::string const& text) {
  std::istringstream words(text);
  monitor::Limits limits{0, 0, "by an earlier run"};
  if (words >> limits.bandwidth >> limits.arithmetic) return limits;
  return {};
}

} // namespace

monitor::Limits limits_of_all(MpiExchange& exchange) {
  DECLARE_CCTK_PARAMETERS
  Runtime& runtime = Runtime::instance();
  if (CCTK_EQUALS(machine_limits, "none"))
    return {0, 0, "Limits of the machine are not measured: CaKernel::machine_limits is \"none\"."};
  auto const kinds = exchange.all_gather(runtime.kind_of_device());
  if (auto const other = std::find_if(kinds.begin(), kinds.end(), [](auto const& kind) { return kind != "host"; });
      other != kinds.end())
    return {0, 0, "Limits are measured for the host only, not for " + *other + "."};
  int const n_on_node = exchange.n_on_node();
  std::string const key = key_of(exchange, n_on_node);
  std::string known;
  if (exchange.rank() == 0 && CCTK_EQUALS(machine_limits, "kept")) known = runtime.find_in_cache(key).value_or("");
  exchange.broadcast(known, 0);
  if (auto const limits = from_text(known)) return *limits;
  auto const limits = measure(exchange, n_on_node);
  if (exchange.rank() == 0) runtime.keep_in_cache(key, fmt::format("{} {}\n", limits.bandwidth, limits.arithmetic));
  return limits;
}

} // namespace ca_kernel
