#include "kernels/runtime/shared_access_times.hpp"

#include "framework/base/errors.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/runtime/kernel_cache.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace chemora::runtime {

namespace {

constexpr char file_variable[] = "CHEMORA_ACCESS_TIMES";

std::string text_of(std::string const& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf(); // sets a state of `text` if the file cannot be read
  return text.str();
}

/// Returns the text that `find` returns on process 0. The call is collective.
template <class Find>
std::string of_first_process(jit::ProcessGroup& exchange, Find const& find) {
  std::string text;
  if (exchange.rank() == 0) text = find();
  exchange.broadcast(text, 0);
  return text;
}

/// Measures on all processes at the same time, because they share caches and memory, and returns the times of process
/// 0. The call is collective.
machine::AccessTimes measure(jit::ProcessGroup& exchange, int n_on_node) {
  auto const local =
      machine::measure_access_times(machine::this_machine(), n_on_node, [&] { exchange.all_gather({}); });
  return *machine::access_times_from(of_first_process(exchange, [&] { return to_text(local); }));
}

} // namespace

void share_access_times(KernelCache& cache) {
  jit::ProcessGroup& exchange = cache.exchange();
  std::string const file = of_first_process(exchange, [] {
    char const* const name = std::getenv(file_variable);
    return std::string(name ? name : "");
  });
  if (!file.empty()) {
    std::string const text = of_first_process(exchange, [&] { return text_of(file); });
    auto const times = machine::access_times_from(text);
    if (!times)
      throw base::UserError(
          fmt::format("The file {}, which {} names, {}. Change the file or unset {}.", file, file_variable,
                      text.empty() ? "cannot be read or is empty" : machine::expected_access_times(), file_variable));
    return machine::set_access_times(*times);
  }
  auto const nodes = exchange.all_gather(machine::node_name());
  auto const n_on_node = static_cast<int>(std::count(nodes.begin(), nodes.end(), machine::node_name()));
  std::string const key = of_first_process(exchange, [&] {
    return fmt::format("access times 1\n{}, {} threads, {} processes on node", machine::this_machine().identity,
                       omp_get_max_threads(), n_on_node);
  });
  auto times =
      machine::access_times_from(of_first_process(exchange, [&] { return cache.find_data(key).value_or(""); }));
  if (!times) {
    cache.messages().info("The run measures the access times of caches and memory, from which it chooses plans.");
    times = measure(exchange, n_on_node);
    if (exchange.rank() == 0) cache.store_data(key, to_text(*times));
  }
  machine::set_access_times(*times);
}

} // namespace chemora::runtime
