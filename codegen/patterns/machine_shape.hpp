/// The properties of a device or host from which the constraints of a mapping follow.
///
/// | property | device with blocks | host |
/// |---|---|---|
/// | block | block of threads of a multiprocessor | points that a thread processes together, in its cache |
/// | thread of a block | thread | lane of a vector, or iteration of a short loop |
/// | lanes | threads of a warp | lanes of the vectors that a thread uses together |
/// | blocks side by side | multiprocessors | OpenMP threads |
/// | shared memory | memory of a block | cache of a core |
///
/// One search of mappings therefore serves both.
#pragma once

#include <array>
#include <string>

namespace chemora::patterns {

inline constexpr int n_dimensions = 3; ///< dimensions of threads: x, y and z

struct MachineShape {
  std::string name{};
  int max_block_threads = 1024;
  std::array<int, n_dimensions> max_dimension_threads{1024, 1024, 64}; ///< threads of a block along x, y and z
  int lanes = 32;             ///< threads whose accesses to adjacent elements are one access to memory
  int min_block_threads = 64; ///< smaller blocks leave parts of the machine unused; MIN_BLOCK_SIZE of the paper
  double min_parallelism = 1; ///< MIN_DOP: threads that the machine needs to hide latencies
  double max_parallelism = 1; ///< MAX_DOP: more threads only cost the launch of their blocks
  double shared_bytes = 48 * 1024;
  int parallel_blocks = 1; ///< blocks side by side: multiprocessors of a device, threads of a host
  /// Threads along x of a block of a host whose partial results of an inner reduction fill at most half of the cache; 0
  /// on devices, where threads do not read rows of adjacent elements one after another.
  int row_threads = 0;
  /// Rows of adjacent elements that a host prefetches at the same time; 0 on devices, where threads hide latencies.
  int row_streams = 0;

  bool operator==(MachineShape const&) const = default;
};

/// Returns the shape of a GPU. The minimum parallelism is the number of threads that all multiprocessors hold, and the
/// maximum is 100 times as much, as in section IV-D of the paper.
MachineShape gpu_shape(std::string const& name, int n_multiprocessors, int threads_per_multiprocessor);

MachineShape k20c_shape(); ///< NVIDIA Tesla K20c, the device of the paper: 13 multiprocessors of 2048 threads
MachineShape h200_shape(); ///< NVIDIA H200: 132 multiprocessors of 2048 threads

/// Returns the shape of a host whose process has `n_threads` threads with `cache_bytes` of cache each. The default of
/// `lanes` is the number of interleaved partial sums in the definition of floating-point sums, so that a reduction
/// along x needs no other order.
MachineShape host_shape(int n_threads, double cache_bytes, int lanes = 32);

} // namespace chemora::patterns
