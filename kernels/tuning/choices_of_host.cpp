/// The choices of a kernel on the host.
#include "kernels/tuning/choice_kinds.hpp"

#include <algorithm>

namespace chemora::tuning {

namespace {

using plan::KernelPlan;

constexpr int max_planes = 8; ///< planes computed at a time; more exceed the registers of all processors
/// Prefetch distances in cache lines.
constexpr int prefetch_lines[] = {0, 1, 2, 4, 8, 16, 32, 64};

/// Returns 1, 2, 3, 4, 6, 8, 12, 16, ... up to `largest`, then the number of threads and its double: the divisors of
/// tiling::even_candidates.
std::vector<int> numbers_of_parts(int largest, int n_threads) {
  if (largest == 1) return {1};
  std::vector<int> parts{1};
  for (int k = 2; k <= largest; k *= 2) {
    parts.push_back(k);
    if (k < largest) parts.push_back(k + k / 2);
  }
  parts.push_back(n_threads);
  parts.push_back(2 * n_threads);
  return parts;
}

/// A row is divided by 1, 2, 4, ... into pieces of whole cache lines, of which a piece has at least two.
Choice tile_x(std::size_t kernel, int extent, int line) {
  int n = 1;
  while (class_of(extent) >> n > line) ++n;
  return choice_of_member(
      "tile x", kernel, n, [](KernelPlan& mapping) -> int& { return mapping.tile[0]; },
      [=](KernelPlan const&, int k) {
        if (k == 0) return extent;
        int const part = divide_up(divide_up(extent, 1 << k), line) * line;
        return std::min(extent, std::max(part, 2 * line));
      });
}

/// Lengths along y and z. Tiles contain whole groups of the planes that are computed at a time.
Choice tile_across(std::size_t axis, std::size_t kernel, int extent, int n_threads) {
  auto const parts = numbers_of_parts(class_of(extent), n_threads);
  return choice_of_member(
      fmt::format("tile {}", "xyz"[axis]), kernel, static_cast<int>(parts.size()),
      [axis](KernelPlan& mapping) -> int& { return mapping.tile[axis]; },
      [=](KernelPlan const& mapping, int k) {
        int const planes = axis == 2 ? mapping.unroll[2] : 1;
        return std::min(extent, divide_up(divide_up(extent, parts[static_cast<std::size_t>(k)]), planes) * planes);
      });
}

std::vector<int> powers_of_two(int largest) {
  std::vector<int> powers;
  for (int n = 1; n <= largest; n *= 2) powers.push_back(n);
  return powers;
}

/// Whether values that several points need are in the tile. SearchSpace::finish names the values.
Choice values_in_tile(std::size_t kernel) {
  constexpr auto tile = tiling::Buffering::tile;
  Choice choice{.name = fmt::format("values in the tile of kernel {}", kernel + 1), .n_alternatives = 2};
  choice.set = [=](Draft& draft, int n) { draft.buffering[kernel] = n == 1 ? tile : tiling::Buffering::none; };
  choice.get = [=](Draft const& draft) { return draft.buffering[kernel] == tile ? 1 : 0; };
  return choice;
}

/// `stores` and `edges` have an effect only if the kernel prefetches.
template <class Flag>
Choice prefetch_option(std::string name, std::size_t kernel, Flag flag) {
  return choice_of_member(std::move(name), kernel, 2, flag,
                          [](KernelPlan const& mapping, int k) { return mapping.prefetch.distance > 0 && k == 1; });
}

} // namespace

std::vector<Choice> choices_of_host_kernel(std::size_t kernel, ir::Graph const& graph, tiling::Problem const& problem,
                                           machine::Machine const& machine) {
  base::Index3 const extent = tiling::extent_of(problem.box);
  int const line = machine.line_bytes() / tiling::element_bytes(graph);
  int const lanes = std::clamp(machine.vector_bytes / tiling::element_bytes(graph), 1, plan::max_lanes / 2);
  std::vector<int> distances;
  for (int const lines : prefetch_lines) distances.push_back(lines * line);
  return {
      choice_of_values<int>("vector", kernel, powers_of_two(2 * lanes),
                            [](KernelPlan& mapping) -> int& { return mapping.vector_width; }),
      choice_of_values<int>("unroll y", kernel, {1, 2}, [](KernelPlan& mapping) -> int& { return mapping.unroll[1]; }),
      choice_of_values<int>("unroll z", kernel, powers_of_two(max_planes),
                            [](KernelPlan& mapping) -> int& { return mapping.unroll[2]; }),
      tile_x(kernel, extent[0], line),
      tile_across(1, kernel, extent[1], problem.n_threads),
      tile_across(2, kernel, extent[2], problem.n_threads),
      choice_of_values<int>("stream", kernel, {plan::no_axis, 1},
                            [](KernelPlan& mapping) -> int& { return mapping.stream; }),
      choice_of_values<int>("prefetch", kernel, distances,
                            [](KernelPlan& mapping) -> int& { return mapping.prefetch.distance; }),
      prefetch_option("prefetch stores", kernel, [](KernelPlan& mapping) -> bool& { return mapping.prefetch.stores; }),
      prefetch_option("prefetch edges", kernel, [](KernelPlan& mapping) -> bool& { return mapping.prefetch.edges; }),
      choice_of_values<bool>("threads", kernel, {true, false},
                             [](KernelPlan& mapping) -> bool& { return mapping.threads_over_tiles; }),
      choice_of_values<bool>("strides", kernel, {false, true},
                             [](KernelPlan& mapping) -> bool& { return mapping.has_run_time_strides; }),
      choice_of_values<bool>("fat", kernel, {false, true}, [](KernelPlan& mapping) -> bool& { return mapping.is_fat; }),
      values_in_tile(kernel),
  };
}

} // namespace chemora::tuning
