/// The lowering of mapped nests of patterns to loop kernels.
///
///     output sums = map(i < rows: sum(j < columns: m[i, j]))
///
/// with the mapping `y 4 span 1 / x 32 span all` becomes a kernel with the block axis `i_block`, the thread axes
/// `i_thread` and `j_thread`, and sequential loops over the chunks of `j` and their rows.
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "codegen/patterns/mapping.hpp"
#include "codegen/patterns/pattern.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::patterns {

/// A parameter of a kernel that follows from sizes: the number of chunks of as many elements as the product of
/// `counts`.
struct ChunkCount {
  std::string parameter{};
  std::vector<ir::LinearExpression> counts{}; ///< negative numbers stand for 0
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
};

/// Returns the kernel that computes an expression and stores it to `result`. Throws base::UserError for what has no
/// kernel: filter, groupBy, patterns over the grid, and arrays whose extents are no linear expressions of sizes.
///
/// A kernel with a split level has one phase for each reduction of this level, in which blocks store the results of
/// chunks, and a last phase that combines them.
LoweredNest lower_nest(Program const& program, NodePtr const& value, std::string const& result, Mapping const& mapping,
                       NestOptions const& options = {});

} // namespace chemora::patterns
