// Counts planes and bytes.
#include "kernels/tiling/choose_details.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace chemora::tiling {

namespace {

constexpr int most_planes = 4;
constexpr double worth_it = 0.95;         ///< of the rows that fewer planes need
constexpr int most_operations = 150;      ///< at a point: a longer loop leaves the cache of instructions when repeated
constexpr int lines_ahead = 8;            ///< asked for: some 100 ns at the speed at which memory gives them
constexpr int lines_ahead_if_broad = 4;   ///< where a vector takes longer than that; 2 and 4 were alike, 8 took longer
constexpr int most_open_rows = 24;        ///< of all arrays: a processor follows, and fetches ahead, few more
constexpr int least_lines_of_rows = 8;    ///< of a tile, to store past the caches: their ends go the other way
constexpr double kept_share = 0.25;       ///< of the last cache: if all arrays are less, it keeps what is stored
constexpr int least_rounds_of_planes = 4; ///< of a box: fewer leave most of the work to the planes left over
constexpr std::size_t most_values_in_parts = 1000; ///< of a graph, to store parts of lines beside whole ones

/// Along z, the offsets at which each variable is read.
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

/// Offsets of all planes read for `n` planes at a time.
std::set<int> joined(std::set<int> const& planes, int n) {
  std::set<int> all;
  for (int const plane : planes)
    for (int step = 0; step < n; ++step) all.insert(plane + step);
  return all;
}

/// Rows read and written per row of points.
double rows(ir::Graph const& graph, std::map<std::string, std::set<int>> const& planes, int n) {
  auto count = static_cast<double>(graph.outputs.size());
  for (auto const& [name, offsets] : planes) count += static_cast<double>(joined(offsets, n).size()) / n;
  return count;
}

/// Numbers that lie on one another and are used by several of the planes at a time.
int shared(std::map<std::string, std::set<int>> const& planes, int n) {
  std::size_t count = 0;
  for (auto const& [name, offsets] : planes)
    if (offsets.size() > 1) count += joined(offsets, n).size();
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
  for (int n = 2; n <= most_planes; n *= 2) {
    bool const has_room = shared(planes, n) <= vector_registers(machine) / n;
    bool const has_few_rows = n * n_arrays <= most_open_rows;
    bool const is_long = box.extent(2) >= n * least_rounds_of_planes && n_operations <= most_operations;
    if (!has_room || !has_few_rows || !is_long || rows(graph, planes, n) > worth_it * rows(graph, planes, best)) break;
    best = n;
  }
  return best;
}

int element_bytes(ir::Graph const& graph) { return graph.real == ir::Type::real32 ? 4 : 8; }

/// Of all arrays, in the box.
double bytes_of(ir::Graph const& graph, base::Box const& box) {
  return 1.0 * count_arrays(graph) * static_cast<double>(box.n_points()) * element_bytes(graph);
}

bool is_line_by_line(machine::Machine const& machine) { return machine.vector_bytes == machine.line_bytes(); }

/// Where rows of a stencil lie in the second-level cache, the row that comes from farther away is one of many streams,
/// which the processor's own prefetching does not follow well.
ir::Prefetch choose_prefetch(ir::Graph const& graph, double bytes, machine::Machine const& machine) {
  bool const is_stencil = std::any_of(graph.values.begin(), graph.values.end(), [](ir::Value const& value) {
    return value.op == ir::Op::shift && value.offset[2] != 0;
  });
  bool const is_far = bytes > static_cast<double>(machine::capacity_per_thread(machine));
  if (!is_stencil || !is_line_by_line(machine) || !is_far) return {};
  bool const is_broad = count_arrays(graph) > most_open_rows;
  int const lines = is_broad ? lines_ahead_if_broad : lines_ahead;
  return {.ahead = lines * machine.line_bytes() / element_bytes(graph), .stores = is_broad, .edges = is_broad};
}

bool are_whole_lines(Problem const& problem, int row, int line) {
  auto const begins_line = [&](int x) { return (x - problem.line_begin) % line == 0; };
  bool const is_divided = row < problem.box.extent(0);
  return problem.allocated[0] % line == 0 && begins_line(problem.box.lower[0]) && begins_line(problem.box.upper[0]) &&
         (!is_divided || row % line == 0);
}

/// Of a tile with rows of so many points.
bool may_go_past_caches(ir::Graph const& graph, Problem const& problem, int row, machine::Machine const& machine) {
  int const line = machine.line_bytes() / element_bytes(graph); // in elements
  bool const fits = bytes_of(graph, problem.box) <= kept_share * static_cast<double>(machine.caches.back().bytes);
  bool const may_take_parts = is_line_by_line(machine) && graph.values.size() <= most_values_in_parts;
  return !fits && row >= least_lines_of_rows * line && (may_take_parts || are_whole_lines(problem, row, line));
}

bool is_of_boundary(ir::Graph const& graph, std::string const& output) {
  return std::any_of(graph.stores.begin(), graph.stores.end(), [&](ir::Store const& store) {
    return store.variable == output && store.region == ir::Region::boundary;
  });
}

} // namespace

Details choose_details(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine) {
  return {.planes = choose_planes(graph, problem.box, machine),
          .prefetch = choose_prefetch(graph, bytes_of(graph, problem.box), machine)};
}

bool stores_rows_unasked(ir::Graph const& graph, std::vector<std::string> const& nontemporal) {
  auto const contains = [](auto const& names, std::string const& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return std::any_of(graph.outputs.begin(), graph.outputs.end(), [&](std::string const& output) {
    return !contains(graph.inputs, output) && !contains(nontemporal, output);
  });
}

bool leaves_parts_of_lines(ir::Graph const& graph, Problem const& problem, int row, machine::Machine const& machine) {
  int const line = machine.line_bytes() / element_bytes(graph);
  return !are_whole_lines(problem, row, line) && !choose_nontemporal(graph, problem, row, machine).empty();
}

std::vector<std::string> choose_nontemporal(ir::Graph const& graph, Problem const& problem, int row,
                                            machine::Machine const& machine) {
  std::vector<std::string> names;
  if (!may_go_past_caches(graph, problem, row, machine)) return names;
  for (std::string const& output : graph.outputs) {
    bool const is_read = std::find(graph.inputs.begin(), graph.inputs.end(), output) != graph.inputs.end();
    if (!is_read && !is_of_boundary(graph, output)) names.push_back(output);
  }
  return names;
}

} // namespace chemora::tiling
