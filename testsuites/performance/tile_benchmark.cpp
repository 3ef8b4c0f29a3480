// Exhaustive search for the best tile beside the choice of the model, for one kernel on one box.
//
// Usage: bench_tiles GRAPH NX NY NZ TYPE ROUNDS FOLDER [compile] [plan=PLAN] [tiles=X Y Z,...] < graphs. The box has NX
// x NY x NZ points, its arrays ghost zones as wide as the stencil around it. Prints one JSON object; see
// scripts/benchmarks/tiles.py. Object code is kept in FOLDER; with `compile` nothing else is done. With 0 rounds
// nothing is measured. PLAN pins decisions of the plan but the tile. `tiles` are tried instead of those of the search.
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include "kernels/tiling/host_model.hpp"
#include "testsuites/performance/benchmark_graph.hpp"
#include "testsuites/performance/kernel_of_any_tile.hpp"
#include "testsuites/performance/tile_race.hpp"

#include "codegen/ir/interpreter.hpp"
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
  std::string plan{};                ///< what is pinned of it
  std::vector<base::Index3> tiles{}; ///< to try; those of the search if there are none
};

/// What divides an axis into 1, 2, 3, 4, 6, 8, 12, ... even parts, and powers of two that are no such length nearly.
std::set<int, std::greater<>> lengths(int extent, int least, int most_parts) {
  std::set<int, std::greater<>> found;
  auto const add = [&](int length) {
    if (length >= std::min(least, extent)) found.insert(length);
  };
  for (int parts = 1; parts <= std::min(extent, most_parts); parts *= 2) {
    add((extent + parts - 1) / parts);
    if (3 * parts <= most_parts) add((extent + 3 * parts - 1) / (3 * parts));
  }
  for (int power = 1; power < std::min(extent, least * most_parts); power *= 2)
    if (std::none_of(found.begin(), found.end(), [&](int n) { return 4 * power < 5 * n && 4 * n < 5 * power; }))
      add(power);
  return found;
}

/// Of rows of `extent` points: parts are whole lines of `line` points, as vectors that lie across their ends take
/// longer.
std::set<int, std::greater<>> whole_lines(std::set<int, std::greater<>> const& lengths, int extent, int line) {
  std::set<int, std::greater<>> rounded;
  for (int const length : lengths) rounded.insert(std::min(extent, (length + line - 1) / line * line));
  return rounded;
}

/// What the search tries: rows of 16 points and tiles of 512 at least, as far as the box has them. Of kernels with much
/// to do, evenly picked ones, so that a search takes seconds.
std::vector<base::Index3> searched_tiles(base::Index3 const& points, std::size_t n_arrays, int line) {
  constexpr int least_row = 16, most_parts_of_rows = 4, any = 1 << 10;
  constexpr double most_work = 1e9; // points of arrays, of all tiles together
  double const n_points = 1.0 * points[0] * points[1] * points[2];
  std::vector<base::Index3> all, picked;
  for (int const x : whole_lines(lengths(points[0], least_row, most_parts_of_rows), points[0], line))
    for (int const y : lengths(points[1], 1, any))
      for (int const z : lengths(points[2], 1, any))
        if (1.0 * x * y * z >= std::min(512.0, n_points)) all.push_back({x, y, z});
  double const most = std::clamp(most_work / n_points / static_cast<double>(n_arrays), 120.0, 400.0);
  std::size_t const n = std::min(all.size(), static_cast<std::size_t>(most));
  for (std::size_t i = 0; i < n; ++i) picked.push_back(all[i * all.size() / n]);
  return picked;
}

/// The kernel with the numbers of a grid put in, its box, and how it is gone through.
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

/// Arrays of all names, touched first by the threads that compute on them.
class Arrays {
public:
  Arrays(device::Device& device, std::size_t n_points, int element_bytes)
      : device_(device), n_points_(n_points), element_bytes_(element_bytes) {}
  ~Arrays() {
    for (auto& [name, memory] : arrays_) device_.release(memory);
  }
  Arrays(Arrays const&) = delete;
  Arrays& operator=(Arrays const&) = delete;

  void* operator[](std::string const& name) {
    auto const [entry, is_new] = arrays_.emplace(name, nullptr);
    if (is_new) {
      entry->second = device_.allocate(n_points_ * static_cast<std::size_t>(element_bytes_));
      element_bytes_ == 4 ? fill(static_cast<float*>(entry->second)) : fill(static_cast<double*>(entry->second));
    }
    return entry->second;
  }

private:
  template <typename Real>
  void fill(Real* array) const {
#pragma omp parallel for schedule(static)
    for (std::size_t p = 0; p < n_points_; ++p) array[p] = static_cast<Real>(1 + 1e-3 * static_cast<double>(p % 1009));
  }

  device::Device& device_;
  std::size_t n_points_;
  int element_bytes_;
  std::map<std::string, void*> arrays_;
};

/// The chosen tile, which a pinned plan may name, and the model's best with rows of other lengths.
std::vector<base::Index3> rivals_of(Task const& task) {
  std::vector<base::Index3> rivals{task.choice.plan.kernels.front().tile};
  for (auto const& tile : task.choice.by_rows)
    if (tile[0] != rivals.front()[0]) rivals.push_back(tile);
  return rivals;
}

performance::RaceResult race(Case const& problem, Task const& task, device::Device& device, device::Module& kernel,
                             std::vector<base::Index3> const& tiles) {
  std::vector<std::size_t> rivals;
  for (auto const& tile : rivals_of(task))
    rivals.push_back(static_cast<std::size_t>(std::find(tiles.begin(), tiles.end(), tile) - tiles.begin()));
  if (problem.n_rounds == 0) {
    performance::RaceResult nothing;
    for (auto const& tile : tiles) nothing.tiles.push_back({tile, 0, 0, 0});
    nothing.best = nothing.winner = rivals.front();
    return nothing;
  }
  Arrays arrays(device, static_cast<std::size_t>(task.allocated[0]) * task.allocated[1] * task.allocated[2],
                problem.real == ir::Type::real32 ? 4 : 8);
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
  return performance::race(tiles, rivals, problem.n_rounds, run);
}

std::string to_json(std::string const& prefix, performance::RatioOfTimes const& ratio) {
  return fmt::format(R"("{0}ratio": {1:.4f}, "{0}least": {2:.4f}, "{0}most": {3:.4f})", prefix, ratio.median,
                     ratio.least, ratio.most);
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
  for (auto const& tile : rivals_of(task))
    if (std::find(tiles.begin(), tiles.end(), tile) == tiles.end()) tiles.push_back(tile);
  auto const kernel = device->load(task.graph.name, object, {});
  auto const result = race(problem, task, *device, *kernel, tiles);

  auto const model_by = [&](tiling::Formula formula) {
    return tiling::HostModel(task.graph, {task.allocated, task.box, omp_get_max_threads(), formula}, plan.unroll[2],
                             machine::this_machine());
  };
  auto corrected = model_by(tiling::Formula::corrected), printed = model_by(tiling::Formula::printed);
  auto const text = [](base::Index3 const& tile) { return fmt::format("{}", fmt::join(tile, " ")); };
  fmt::print(R"({{"chosen": "{}", "best": "{}", "planes": {}, )", text(plan.tile), text(result.tiles[result.best].tile),
             plan.unroll[2]);
  fmt::print(R"({}, "winner": "{}", {}, {}, "reason": "{}", "tiles": [)", to_json("", result.chosen_to_best),
             text(result.tiles[result.winner].tile), to_json("winner_", result.winner_to_best),
             to_json("itself_", result.chosen_to_itself), task.choice.reason);
  for (auto const& raced : result.tiles)
    fmt::print(
        R"({}{{"tile": [{}], "cost": {:.6g}, "cost_printed": {:.6g}, "seconds": {:.6g}, "least": {:.6g}, "runs": {}}})",
        &raced == &result.tiles.front() ? "" : ", ", fmt::join(raced.tile, ", "), corrected.cost(raced.tile).cost,
        printed.cost(raced.tile).cost, raced.seconds, raced.least, raced.n_runs);
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
      throw base::UserError(fmt::format("`{}` is no tile: expected three numbers of points, X Y Z.", one));
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
  auto const real = ir::find_type(words[4]);
  if (!real || !ir::is_real(*real)) throw base::UserError(fmt::format("`{}` is neither real64 nor real32.", words[4]));
  Case problem{
      words[0], {std::stoi(words[1]), std::stoi(words[2]), std::stoi(words[3])}, *real, std::stoi(words[5]), words[6]};
  for (auto word = words.begin() + 7; word != words.end(); ++word) {
    if (*word == "compile")
      problem.only_compile = true;
    else if (word->starts_with("plan="))
      problem.plan = word->substr(5);
    else if (word->starts_with("tiles="))
      problem.tiles = parse_tiles(word->substr(6));
    else
      throw base::UserError(fmt::format("`{}` is none of compile, plan=PLAN, tiles=X Y Z,...", *word));
  }
  return run(problem);
}

} // namespace

int main(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "bench_tiles: %s\n", error.what());
    return 1;
  }
}
