/// Chooses unrolling and prefetches of a kernel on the host before its tile, and streaming stores after its tile.
#include "kernels/tiling/choose_plan.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace chemora::tiling {

namespace {

constexpr int max_planes = 4;
constexpr double max_remaining_rows = 0.95; ///< more planes must reduce the number of rows at least to this fraction
constexpr int max_operations = 150;         ///< operations per point; a longer loop exceeds the instruction cache when
                                            ///< it is unrolled
constexpr int min_prefetch_lines = 4, max_prefetch_lines = 8; ///< rule of thumb: more prefetched lines would evict
                                                              ///< others from the first-level cache
constexpr int min_lines_of_rows = 8;      ///< minimum row length for non-temporal stores, because the ends use
                                          ///< ordinary stores
constexpr double max_cached_share = 0.25; ///< fraction of the last-level cache; smaller arrays stay in this cache
                                          ///< after ordinary stores
constexpr int min_groups_of_planes = 4;   ///< groups of planes in a box; with fewer groups, most of the work is in
                                          ///< the remaining planes
constexpr std::size_t max_values_with_partial_lines = 1000; ///< values of a graph whose rows may end with partial lines

/// Returns the offsets along z at which the graph reads each variable.
std::map<std::string, std::set<int>> planes_read(ir::Graph const& graph) {
  std::map<std::string, std::set<int>> planes;
  for (ir::Value const& value : graph.values) {
    if (value.op == ir::Op::shift)
      planes[graph.values[static_cast<std::size_t>(value.operands[0])].name].insert(value.offset[2]);
  }
  for (ir::Value const& value : graph.values) {
    bool const is_load = value.op == ir::Op::load;
    if (is_load && !planes.contains(value.name)) planes[value.name].insert(0);
  }
  return planes;
}

/// Returns the z offsets of all planes that a group of `n` planes reads.
std::set<int> combined(std::set<int> const& planes, int n) {
  std::set<int> offsets;
  for (int const plane : planes)
    for (int step = 0; step < n; ++step) offsets.insert(plane + step);
  return offsets;
}

/// Returns the number of rows read and written per row of points, if `n` planes are computed at a time.
double rows(ir::Graph const& graph, std::map<std::string, std::set<int>> const& planes, int n) {
  auto count = static_cast<double>(graph.outputs.size());
  for (auto const& [name, offsets] : planes) count += static_cast<double>(combined(offsets, n).size()) / n;
  return count;
}

/// Returns the number of values that several of the `n` planes use.
int shared(std::map<std::string, std::set<int>> const& planes, int n) {
  std::size_t count = 0;
  for (auto const& [name, offsets] : planes)
    if (offsets.size() > 1) count += combined(offsets, n).size();
  return static_cast<int>(count);
}

int vector_registers(machine::Machine const& machine) {
#if defined(__aarch64__)
  return 32;
#endif
  return machine.vector_bytes == 64 ? 32 : 16;
}

int count_arrays(ir::Graph const& graph) {
  std::set<std::string> arrays(graph.inputs.begin(), graph.inputs.end());
  arrays.insert(graph.outputs.begin(), graph.outputs.end());
  return static_cast<int>(arrays.size());
}

int choose_planes(ir::Graph const& graph, base::Box const& box, machine::Machine const& machine) {
  auto const planes = planes_read(graph);
  auto const n_operations = static_cast<int>(graph.values.size());
  int const n_arrays = count_arrays(graph);
  int best = 1;
  for (int n = 2; n <= max_planes; n *= 2) {
    bool const fits_registers = shared(planes, n) <= vector_registers(machine) / n;
    bool const has_few_rows = n * n_arrays <= machine.access.n_streams;
    bool const is_long = box.extent(2) >= n * min_groups_of_planes && n_operations <= max_operations;
    if (!fits_registers || !has_few_rows || !is_long ||
        rows(graph, planes, n) > max_remaining_rows * rows(graph, planes, best))
      break;
    best = n;
  }
  return best;
}

/// Returns the bytes of all arrays of the graph in the box.
double bytes_of(ir::Graph const& graph, base::Box const& box) {
  return 1.0 * count_arrays(graph) * static_cast<double>(box.n_points()) * element_bytes(graph);
}

bool is_vector_a_line(machine::Machine const& machine) { return machine.vector_bytes == machine.line_bytes(); }

/// Returns the number of lines that memory transfers during its latency, as a power of two, so that small differences
/// between measurements do not change plans.
int prefetch_lines(machine::Machine const& machine) {
  auto const lines = static_cast<int>(std::exp2(std::round(std::log2(std::max(1.0, machine.access.latency)))));
  return std::clamp(lines, min_prefetch_lines, max_prefetch_lines);
}

/// Chooses prefetching. If most rows of a stencil are in the second-level cache, the row from main memory is one of
/// many streams, which hardware prefetchers do not follow well.
ir::Prefetch choose_prefetch(ir::Graph const& graph, double bytes, machine::Machine const& machine) {
  bool const is_stencil = std::any_of(graph.values.begin(), graph.values.end(), [](ir::Value const& value) {
    return value.op == ir::Op::shift && value.offset[2] != 0;
  });
  bool const is_far = bytes > static_cast<double>(machine::capacity_per_thread(machine));
  if (!is_stencil || !is_vector_a_line(machine) || !is_far) return {};
  bool const is_broad = count_arrays(graph) > machine.access.n_streams;
  int const lines = prefetch_lines(machine) / (is_broad ? 2 : 1);
  return {.distance = lines * machine.line_bytes() / element_bytes(graph), .stores = is_broad, .edges = is_broad};
}

bool are_whole_lines(Problem const& problem, int row, int line) {
  auto const begins_line = [&](int x) { return (x - problem.line_begin) % line == 0; };
  bool const is_divided = row < problem.box.extent(0);
  return problem.allocated[0] % line == 0 && begins_line(problem.box.lower[0]) && begins_line(problem.box.upper[0]) &&
         (!is_divided || row % line == 0);
}

bool may_store_nontemporally(ir::Graph const& graph, Problem const& problem, int row, machine::Machine const& machine) {
  int const line = machine.line_bytes() / element_bytes(graph); // length of a cache line in elements
  bool const may_have_partial_lines = is_vector_a_line(machine) && graph.values.size() <= max_values_with_partial_lines;
  return !stay_in_cache(graph, problem.box, machine) && row >= min_lines_of_rows * line &&
         (may_have_partial_lines || are_whole_lines(problem, row, line));
}

bool is_of_boundary(ir::Graph const& graph, std::string const& output) {
  return std::any_of(graph.stores.begin(), graph.stores.end(), [&](ir::Store const& store) {
    return store.variable == output && store.region == ir::Region::boundary;
  });
}

} // namespace

bool stay_in_cache(ir::Graph const& graph, base::Box const& box, machine::Machine const& machine) {
  return bytes_of(graph, box) <= max_cached_share * static_cast<double>(machine.caches.back().bytes);
}

Traversal choose_traversal(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine) {
  return {.planes = choose_planes(graph, problem.box, machine),
          .prefetch = choose_prefetch(graph, bytes_of(graph, problem.box), machine)};
}

bool has_cached_write_only_output(ir::Graph const& graph, std::vector<std::string> const& nontemporal) {
  return std::any_of(graph.outputs.begin(), graph.outputs.end(), [&](std::string const& output) {
    return !base::contains(graph.inputs, output) && !base::contains(nontemporal, output);
  });
}

bool has_partial_lines(ir::Graph const& graph, Problem const& problem, int row, machine::Machine const& machine) {
  int const line = machine.line_bytes() / element_bytes(graph);
  return !are_whole_lines(problem, row, line) && !choose_nontemporal(graph, problem, row, machine).empty();
}

std::vector<std::string> choose_nontemporal(ir::Graph const& graph, Problem const& problem, int row,
                                            machine::Machine const& machine) {
  std::vector<std::string> names;
  if (!may_store_nontemporally(graph, problem, row, machine)) return names;
  for (std::string const& output : graph.outputs)
    if (!base::contains(graph.inputs, output) && !is_of_boundary(graph, output)) names.push_back(output);
  return names;
}

} // namespace chemora::tiling
