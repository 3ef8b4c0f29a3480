/// The lowering of mapped nests of patterns to loop kernels.
///
///     output sums = map(i < rows: sum(j < columns: m[i, j]))
///
/// with the mapping `y 4 span 1 / x 32 span all` becomes a kernel with the block axis `i_block`, the thread axes
/// `i_thread` and `j_thread`, and sequential loops over the chunks of `j` and their rows.
#pragma once

#include "codegen/ir/ordered_reduction.hpp"
#include "codegen/loops/loop_kernel.hpp"
#include "codegen/patterns/mapping.hpp"
#include "codegen/patterns/pattern.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace chemora::patterns {

/// A parameter of a kernel that follows from sizes: the number of chunks of as many elements as the product of
/// `counts`. With chunks of one element, it is the product.
struct ChunkCount {
  std::string parameter{};
  std::vector<ir::LinearExpression> counts{}; ///< negative numbers stand for 0
  long chunk = ir::reduction_chunk;           ///< elements of a chunk
  long value(std::map<std::string, long> const& sizes) const;
};

struct LoweredNest {
  loops::LoopKernel kernel{};
  /// Argument with the result: the elements of an array, the last axis fastest, or one element. A structure has its
  /// fields along the last axis. Booleans are int32.
  std::string result{};
  /// Arrays that the kernel reads, which are arguments with the names of variables. The parameters of the kernel are
  /// the sizes and parameters of the program that it uses.
  std::vector<std::string> inputs{};
  std::vector<ChunkCount> chunk_counts{};
};

struct NestOptions {
  bool is_device = false; ///< whether threads of a block exist; otherwise those along x are lanes of vectors
  /// Largest values of sizes for which the kernel is used, by name. Reductions of fewer elements need fewer loops.
  std::map<std::string, long> max_sizes{};
  /// Variables of arrays whose elements are stored (inner_results.hpp) where the mapping permits it.
  std::set<int> stored{};
  /// Whether threads of a device prefetch elements for several iterations of an outer level into tile memory.
  bool has_prefetches = true;
  /// Bytes of tile memory of a block for results of inner maps and prefetched elements.
  long tile_bytes = 16 * 1024;
  long n_threads = 1;   ///< of a host
  long chunk_bytes = 0; ///< largest size of a chunk of filters and groups on a host (lower_selection.hpp)
};

/// Returns the kernel that computes an expression and stores it to `result`. Throws base::UserError for what has no
/// kernel: filter, groupBy, patterns over the grid, and arrays whose extents are no linear expressions of sizes.
///
/// An inner map whose elements are stored is computed by the threads of a block, with the mapping of its level. The
/// memory of the elements is the first of these that suffices:
///
/// | kernel | memory | contents |
/// |---|---|---|
/// | host | memory of a thread, below 64 MiB for all maps | one iteration of the outer levels, or those of all lanes |
/// | device, one thread computes the map | private memory, up to 512 bytes | one iteration |
/// | device, several threads compute it | tile memory | the iterations of a block |
/// | device | grid memory | all iterations that run at the same time |
///
/// Lanes of an outer level are the fastest axis of the array on the host. In grid memory, the level with dimension x is
/// the fastest one.
///
/// The elements are computed where they are used, instead of stored, if one of the levels of the map is divided among
/// blocks, if the kernel has a split level, and on the host if they are too large.
///
/// The members of a filter or groupBy inside another pattern (inner_selections.hpp) are stored by one thread in such
/// memory, of which a device has up to 4 GiB for them.
///
/// A kernel with a split level has one phase for each reduction of this level, in which blocks store the results of
/// chunks, and a last phase that combines them.
LoweredNest lower_nest(Program const& program, NodePtr const& value, std::string const& result, Mapping const& mapping,
                       NestOptions const& options = {});

} // namespace chemora::patterns
