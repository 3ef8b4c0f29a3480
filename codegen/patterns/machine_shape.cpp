#include "codegen/patterns/machine_shape.hpp"

#include "codegen/ir/ordered_reduction.hpp"
#include "codegen/patterns/mapping.hpp"

#include <algorithm>
#include <cmath>

namespace chemora::patterns {

namespace {

constexpr double max_to_min_parallelism = 100; ///< section IV-D of the paper
/// The prefetcher of the second-level cache of Intel processors has 32 streams, a forward and a backward one for each
/// page (Intel 64 and IA-32 Architectures Optimization Reference Manual).
constexpr int prefetched_pages = 16;

} // namespace

MachineShape gpu_shape(std::string const& name, int n_multiprocessors, int threads_per_multiprocessor) {
  MachineShape shape{.name = name};
  shape.min_parallelism = static_cast<double>(n_multiprocessors) * threads_per_multiprocessor;
  shape.max_parallelism = max_to_min_parallelism * shape.min_parallelism;
  shape.parallel_blocks = n_multiprocessors;
  return shape;
}

MachineShape k20c_shape() { return gpu_shape("Tesla K20c", 13, 2048); }

MachineShape h200_shape() { return gpu_shape("H200", 132, 2048); }

MachineShape host_shape(int n_threads, double cache_bytes, int lanes) {
  MachineShape shape{.name = "host"};
  shape.max_dimension_threads.fill(shape.max_block_threads);
  shape.lanes = lanes;
  shape.min_block_threads = lanes;
  shape.min_parallelism = static_cast<double>(n_threads) * lanes;
  shape.max_parallelism = max_to_min_parallelism * shape.min_parallelism;
  shape.shared_bytes = cache_bytes;
  shape.parallel_blocks = n_threads;
  double const fitting = cache_bytes / 2 / (ir::reduction_lanes * bytes_of_number);
  shape.row_threads = static_cast<int>(std::min<double>(max_block_size, std::exp2(std::floor(std::log2(fitting)))));
  shape.row_streams = prefetched_pages;
  return shape;
}

} // namespace chemora::patterns
