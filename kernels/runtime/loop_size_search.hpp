/// Searches for the fastest values of the free sizes of a function with loops, during a run.
///
/// All processes execute each combination of sizes at the same time, on the arrays of the run. The times of process 0
/// are the scores. Arrays that the kernels write have their earlier values after the search.
#pragma once

#include "kernels/runtime/kernel_cache.hpp"
#include "kernels/runtime/loop_sizes.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace chemora::runtime {

/// An array that a function writes, in the memory of the device.
struct WrittenArray {
  void* address = nullptr;
  long n_elements = 0;
  std::size_t element_size = sizeof(double);
};

/// A function with loops whose free sizes are searched.
struct SizeTrials {
  /// Compiled kernels with one combination of sizes. The function executes them once.
  using Execute = std::function<void()>;

  /// Transforms the loops with these sizes and generates sources. Throws an exception derived from std::exception if
  /// this is impossible. Returns a function that compiles the sources, which is collective.
  std::function<std::function<Execute()>(script::Sizes const&)> prepare;
  std::vector<WrittenArray> written; ///< on this process
  double points = 1;                 ///< elements of the largest array that the function writes
};

/// Measures the first choices of all sizes, then other combinations in a reproducible random order, until
/// Settings::loop_search_seconds have passed or all are measured. At least two combinations are measured. The fastest
/// ones are measured again in turns. Process 0 records all of them in the database; a combination that cannot be
/// compiled, or whose results differ from those of the first choices, is recorded as a failure. Returns the fastest
/// sizes, which are equal on all processes; nothing after a failure, about which process 0 has printed a warning. The
/// call is collective.
std::optional<TunedSizes> search_sizes(KernelCache& cache, LoopSizes const& sizes, SizeTrials const& trials);

/// Returns the numbers of up to `max` of `n` combinations in the order of a search: 0, then others in random order.
/// Equal arguments give equal results.
std::vector<std::size_t> search_order(std::size_t n, std::size_t max);

} // namespace chemora::runtime
