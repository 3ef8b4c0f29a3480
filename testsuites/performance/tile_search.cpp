#include "testsuites/performance/tile_search.hpp"

#include "codegen/emit/c_printer.hpp"
#include "codegen/plan/lower.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/hash.hpp"
#include "testsuites/performance/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <unistd.h>

namespace performance {

using namespace chemora;

namespace {

using base::Index3;

/// Takes the extents of the tile from the first three parameters.
class AnyTile final : public emit::CppDialect {
public:
  std::string head(ir::Loops const& loops, std::vector<emit::Argument> const& arguments) const override {
    std::string text = CppDialect::head(loops, arguments);
    for (int axis = 0; axis < 3; ++axis)
      text += fmt::format("  int const chosen_{} = (int)arguments->parameters[{}];\n", "xyz"[axis], axis);
    return text;
  }
  std::string step(ir::Loop const& loop) const override { return std::string("chosen_") + "xyz"[loop.axis]; }
};

constexpr double min_seconds = 1e-3; ///< minimum time of a measurement
constexpr double too_slow = 1.5;     ///< tiles slower than this multiple of the best time are dropped
constexpr int n_rounds_for_all = 3;
constexpr std::size_t n_finalists = 4;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Measures tiles in rounds and stores the times of all tiles.
class Measurements {
public:
  Measurements(std::vector<Index3> const& tiles, std::function<void(Index3 const&)> const& run)
      : tiles_(tiles), run_(run), seconds_(tiles.size()) {
    run_(tiles_.front());
    n_times_ = std::max(1, static_cast<int>(std::ceil(min_seconds / measure(0, 1))));
  }

  void add_rounds(int n, std::vector<std::size_t> entrants) {
    for (int round = 0; round < n; ++round) {
      std::shuffle(entrants.begin(), entrants.end(), random_);
      for (std::size_t const entrant : entrants) seconds_[entrant].push_back(measure(entrant, n_times_));
    }
  }

  double time(std::size_t entrant) const { return median(seconds_[entrant]); }
  double min_time(std::size_t entrant) const {
    return *std::min_element(seconds_[entrant].begin(), seconds_[entrant].end());
  }
  int n_runs(std::size_t entrant) const { return static_cast<int>(seconds_[entrant].size()); }
  void clear() {
    for (auto& seconds : seconds_) seconds.clear();
  }

  /// The entrants, the fastest first.
  std::vector<std::size_t> ranking(std::vector<std::size_t> entrants) const {
    std::sort(entrants.begin(), entrants.end(), [&](std::size_t a, std::size_t b) { return time(a) < time(b); });
    return entrants;
  }

  RatioOfTimes ratio(std::size_t of, std::size_t over, int n) {
    std::vector<double> result;
    for (int round = 0; round < n; ++round) {
      double const first = measure(of, n_times_), second = measure(over, n_times_);
      double const third = measure(over, n_times_), fourth = measure(of, n_times_);
      result.push_back((first + fourth) / (second + third));
    }
    std::sort(result.begin(), result.end());
    return {result[result.size() / 2], result[result.size() / 4], result[result.size() * 3 / 4]};
  }

private:
  double measure(std::size_t entrant, int n_times) const {
    double const start = seconds_now();
    for (int n = 0; n < n_times; ++n) run_(tiles_[entrant]);
    return (seconds_now() - start) / n_times;
  }

  std::vector<Index3> const& tiles_;
  std::function<void(Index3 const&)> const& run_;
  int n_times_ = 1;
  std::mt19937 random_;                      ///< uses the default seed, so that every search has the same order
  std::vector<std::vector<double>> seconds_; ///< measured times, indexed by tile and round
};

} // namespace

std::string source_for_any_tile(ir::Graph const& graph, plan::KernelPlan const& plan, base::Index3 const& allocated) {
  if (!graph.parameters.empty())
    throw base::InternalError("A graph with parameters cannot be searched: the tile is passed as its parameters.");
  ir::Loops const loops = plan::lower(graph, plan, {allocated});
  return emit::has_vectors(loops) ? emit::print_vector_kernel(loops, AnyTile()) : emit::print_kernel(loops, AnyTile());
}

std::string compiled_once(device::Device& device, std::string const& name, std::string const& source,
                          std::filesystem::path const& folder) {
  auto const& properties = device.properties();
  std::filesystem::create_directories(folder);
  auto const path = folder / fmt::format("{:016x}.so", base::hash(properties.compiler + source));
  if (std::ifstream known(path, std::ios::binary); known)
    return {std::istreambuf_iterator<char>(known), std::istreambuf_iterator<char>()};
  device::CompileRequest const request{name, source};
  auto const compiled = device.compile({&request, 1}, 1).front();
  if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
  auto const draft = folder / fmt::format("{}.{}", path.filename().string(), getpid());
  std::ofstream(draft, std::ios::binary) << compiled.object;
  std::filesystem::rename(draft, path);
  return compiled.object;
}

SearchResult search(std::vector<Index3> const& tiles, std::size_t chosen, int n_rounds,
                    std::function<void(Index3 const&)> const& run) {
  Measurements measurements(tiles, run);
  std::vector<std::size_t> all(tiles.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  measurements.add_rounds(n_rounds_for_all, all);
  double limit = measurements.min_time(0);
  for (auto const n : all) limit = std::min(limit, measurements.min_time(n));
  limit *= too_slow;
  std::vector<std::size_t> remaining;
  std::copy_if(all.begin(), all.end(), std::back_inserter(remaining),
               [&](auto n) { return measurements.min_time(n) <= limit; });
  measurements.add_rounds(n_rounds - n_rounds_for_all, remaining);

  SearchResult result;
  for (std::size_t const n : all)
    result.tiles.push_back({tiles[n], measurements.time(n), measurements.min_time(n), measurements.n_runs(n)});
  auto finalists = measurements.ranking(remaining);
  finalists.resize(std::min(finalists.size(), n_finalists));
  if (std::find(finalists.begin(), finalists.end(), chosen) == finalists.end()) finalists.push_back(chosen);
  measurements.clear();
  measurements.add_rounds(n_rounds, finalists);
  result.best = measurements.ranking(finalists).front();
  if (result.best != chosen) result.chosen_to_best = measurements.ratio(chosen, result.best, 2 * n_rounds);
  result.chosen_to_itself = measurements.ratio(chosen, chosen, 2 * n_rounds);
  return result;
}

} // namespace performance
