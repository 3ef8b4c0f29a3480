// Searches for the best tile of one kernel on one box, and compares it with the tile that the cost model chooses.
//
// Usage: bench_tiles GRAPH NX NY NZ TYPE ROUNDS FOLDER [compile] [plan=PLAN] [tiles=X Y Z,...] < graphs. The box has NX
// x NY x NZ points, surrounded by ghost zones as wide as the stencil. Prints a JSON object (see
// scripts/benchmarks/tiles.py). FOLDER caches object code; with `compile` the program only fills this cache. With 0
// rounds it prints costs without measurements. PLAN pins decisions of the plan other than the tile. `tiles` replaces
// the tiles of the search.
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include "kernels/tiling/host_model.hpp"
#include "testsuites/performance/arrays.hpp"
#include "testsuites/performance/benchmark_kernel.hpp"
#include "testsuites/performance/tile_search.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

using namespace chemora;

namespace {

struct Case {
  std::string graph;
  base::Index3 points;
  ir::Type real;
  int n_rounds;
  std::string folder;
  bool only_compile = false;
  std::string plan{};                ///< pinned decisions
  std::vector<base::Index3> tiles{}; ///< instead of the tiles of the search
};

/// Returns candidate tile lengths of at least `min_length`. The lengths divide an axis into 1, 2, 3, 4, 6, 8, 12, ...
/// equal parts, or are powers of two that are not close to such a length.
std::set<int, std::greater<>> lengths(int extent, int min_length, int max_parts) {
  std::set<int, std::greater<>> found;
  auto const add = [&](int length) {
    if (length >= std::min(min_length, extent)) found.insert(length);
  };
  for (int parts = 1; parts <= std::min(extent, max_parts); parts *= 2) {
    add((extent + parts - 1) / parts);
    if (3 * parts <= max_parts) add((extent + 3 * parts - 1) / (3 * parts));
  }
  for (int power = 1; power < std::min(extent, min_length * max_parts); power *= 2)
    if (std::none_of(found.begin(), found.end(), [&](int n) { return 4 * power < 5 * n && 4 * n < 5 * power; }))
      add(power);
  return found;
}

/// Returns the lengths, rounded up to whole cache lines of `line` points, because vectors that cross a line boundary
/// take longer.
std::set<int, std::greater<>> whole_lines(std::set<int, std::greater<>> const& lengths, int extent, int line) {
  std::set<int, std::greater<>> rounded;
  for (int const length : lengths) rounded.insert(std::min(extent, (length + line - 1) / line * line));
  return rounded;
}

/// The tiles of a search: tiles have at least 16 points along x and at least 512 points in total, if the box is large
/// enough. At most 120 to 400 tiles are evenly selected, so that the search takes only seconds for an expensive kernel.
std::vector<base::Index3> searched_tiles(base::Index3 const& points, std::size_t n_arrays, int line) {
  constexpr int min_row = 16, max_parts_of_rows = 4, any = 1 << 10;
  constexpr double max_work = 1e9; // points times arrays times tiles
  double const n_points = 1.0 * points[0] * points[1] * points[2];
  std::vector<base::Index3> all, selected;
  for (int const x : whole_lines(lengths(points[0], min_row, max_parts_of_rows), points[0], line))
    for (int const y : lengths(points[1], 1, any))
      for (int const z : lengths(points[2], 1, any))
        if (1.0 * x * y * z >= std::min(512.0, n_points)) all.push_back({x, y, z});
  double const max_tiles = std::clamp(max_work / n_points / static_cast<double>(n_arrays), 120.0, 400.0);
  std::size_t const n = std::min(all.size(), static_cast<std::size_t>(max_tiles));
  for (std::size_t i = 0; i < n; ++i) selected.push_back(all[i * all.size() / n]);
  return selected;
}

/// The specialised kernel, its box and the chosen plan.
struct Task {
  ir::Graph graph;
  base::Index3 allocated;
  base::Box box;
  tiling::Choice choice;
};

Task make_task(Case const& problem, std::string const& graphs) {
  ir::Graph const general =
      performance::with_element_type(performance::find_graph(graphs, problem.graph, 0), problem.real);
  ir::Reach reach;
  for (auto const& [name, one] : ir::stencils(general))
    for (std::size_t a = 0; a < 3; ++a)
      reach.high[a] = std::max({reach.high[a], reach.low[a], one.low[a], one.high[a]});
  Task task;
  for (std::size_t a = 0; a < 3; ++a) {
    task.allocated[a] = problem.points[a] + 2 * reach.high[a];
    task.box.lower[a] = reach.high[a];
    task.box.upper[a] = reach.high[a] + problem.points[a];
  }
  passes::KnownValues known;
  known.spacing = {0.01, 0.01, 0.01};
  known.global_size = task.allocated;
  known.time_step = 0.001;
  task.graph = jit::specialise(general, known).front().graph;
  task.choice =
      tiling::choose_plan(task.graph, {task.allocated, task.box, omp_get_max_threads()}, machine::this_machine());
  if (!problem.plan.empty()) task.choice.plan = plan::parse_plan(problem.plan, task.choice.plan, "PLAN");
  return task;
}

template <typename Real>
performance::SearchResult search(Task const& task, device::Device& device, device::Module& kernel,
                                 std::vector<base::Index3> const& tiles, std::size_t chosen, int n_rounds) {
  performance::Fields<Real> arrays(device, task.allocated, 0);
  std::vector<void const*> inputs;
  std::vector<void*> outputs;
  for (auto const& name : task.graph.inputs) inputs.push_back(arrays[name]);
  for (auto const& name : task.graph.outputs) outputs.push_back(arrays[name]);
  chemora_kernel_arguments arguments{};
  std::copy(task.box.lower.begin(), task.box.lower.end(), arguments.lower);
  std::copy(task.box.upper.begin(), task.box.upper.end(), arguments.upper);
  auto const run = [&](base::Index3 const& tile) {
    double const parameters[] = {1.0 * tile[0], 1.0 * tile[1], 1.0 * tile[2]};
    arguments.parameters = parameters;
    kernel.launch(inputs, outputs, arguments);
  };
  return performance::search(tiles, chosen, n_rounds, run);
}

performance::SearchResult search(Case const& problem, Task const& task, device::Device& device, device::Module& kernel,
                                 std::vector<base::Index3> const& tiles) {
  auto const chosen = static_cast<std::size_t>(
      std::find(tiles.begin(), tiles.end(), task.choice.plan.kernels.front().tile) - tiles.begin());
  if (problem.n_rounds == 0) {
    performance::SearchResult without_times;
    for (auto const& tile : tiles) without_times.tiles.push_back({tile, 0, 0, 0});
    without_times.best = chosen;
    return without_times;
  }
  auto const typed = problem.real == ir::Type::real32 ? search<float> : search<double>;
  return typed(task, device, kernel, tiles, chosen, problem.n_rounds);
}

std::string to_json(std::string const& prefix, performance::RatioOfTimes const& ratio) {
  return fmt::format(R"("{0}ratio": {1:.4f}, "{0}quartiles": [{2:.4f}, {3:.4f}])", prefix, ratio.median,
                     ratio.lower_quartile, ratio.upper_quartile);
}

int run(Case const& problem) {
  std::string const graphs{std::istreambuf_iterator<char>(std::cin), {}};
  Task const task = make_task(problem, graphs);
  auto const device = device::make_host_device();
  plan::KernelPlan const& plan = task.choice.plan.kernels.front();
  std::string const object = performance::compiled_once(
      *device, task.graph.name, performance::source_for_any_tile(task.graph, plan, task.allocated), problem.folder);
  if (problem.only_compile) return 0;

  auto tiles = problem.tiles;
  if (tiles.empty()) {
    int const line = machine::this_machine().line_bytes() / (problem.real == ir::Type::real32 ? 4 : 8);
    tiles = searched_tiles(problem.points, task.graph.inputs.size() + task.graph.outputs.size(), line);
  }
  if (std::find(tiles.begin(), tiles.end(), plan.tile) == tiles.end()) tiles.push_back(plan.tile);
  auto const kernel = device->load(task.graph.name, object, {});
  auto const result = search(problem, task, *device, *kernel, tiles);

  auto const model_by = [&](tiling::Formula formula) {
    return tiling::HostModel(task.graph, {task.allocated, task.box, omp_get_max_threads(), formula}, plan.unroll[2],
                             machine::this_machine());
  };
  auto corrected = model_by(tiling::Formula::corrected), printed = model_by(tiling::Formula::printed);
  auto const text = [](base::Index3 const& tile) { return fmt::format("{}", fmt::join(tile, " ")); };
  fmt::print(R"({{"chosen": "{}", "best": "{}", "planes": {}, )", text(plan.tile), text(result.tiles[result.best].tile),
             plan.unroll[2]);
  fmt::print(R"({}, {}, "reason": "{}", "tiles": [)", to_json("", result.chosen_to_best),
             to_json("itself_", result.chosen_to_itself), task.choice.reason);
  for (auto const& measured : result.tiles)
    fmt::print(
        R"({}{{"tile": [{}], "cost": {:.6g}, "cost_printed": {:.6g}, "seconds": {:.6g}, "min_seconds": {:.6g}, "runs": {}}})",
        &measured == &result.tiles.front() ? "" : ", ", fmt::join(measured.tile, ", "),
        corrected.cost(measured.tile).cost, printed.cost(measured.tile).cost, measured.median_seconds,
        measured.min_seconds, measured.n_runs);
  fmt::print("]}}\n");
  return 0;
}

/// `X Y Z,...`
std::vector<base::Index3> parse_tiles(std::string const& text) {
  std::vector<base::Index3> tiles;
  std::istringstream stream(text);
  for (std::string one; std::getline(stream, one, ',');) {
    std::istringstream numbers(one);
    base::Index3 tile;
    if (!(numbers >> tile[0] >> tile[1] >> tile[2]) || *std::min_element(tile.begin(), tile.end()) < 1)
      throw base::UserError(fmt::format("`{}` is not a tile: expected three numbers of points, X Y Z.", one));
    tiles.push_back(tile);
  }
  return tiles;
}

int parse_and_run(int argc, char** argv) {
  std::vector<std::string> const words(argv + 1, argv + argc);
  if (words.size() < 7) {
    std::fputs("usage: bench_tiles GRAPH NX NY NZ real64|real32 ROUNDS FOLDER [compile] [plan=PLAN] [tiles=X Y Z,...] "
               "< graphs\n",
               stderr);
    return 1;
  }
  ir::Type const real = performance::element_type(words[4]);
  Case problem{
      words[0], {std::stoi(words[1]), std::stoi(words[2]), std::stoi(words[3])}, real, std::stoi(words[5]), words[6]};
  for (auto word = words.begin() + 7; word != words.end(); ++word) {
    if (*word == "compile")
      problem.only_compile = true;
    else if (word->starts_with("plan="))
      problem.plan = word->substr(5);
    else if (word->starts_with("tiles="))
      problem.tiles = parse_tiles(word->substr(6));
    else
      throw base::UserError(
          fmt::format("`{}` is not an option; expected compile, plan=PLAN or tiles=X Y Z,...", *word));
  }
  return run(problem);
}

} // namespace

int main(int argc, char** argv) {
  try {
    performance::prepare_cost_model();
    return parse_and_run(argc, argv);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "bench_tiles: %s\n", error.what());
    return 1;
  }
}
