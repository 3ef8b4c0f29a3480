/// Mappings of nested patterns to threads and blocks: for each level a dimension, a block size and a span. A mapping
/// does not change the result of a program.
///
///     y 64 span 1 / x 32 span all
///
/// is the mapping of Fig. 9 of Lee et al.: level 0 has dimension y, 64 threads per block and one iteration per thread;
/// the 32 threads along x of a block execute all iterations of level 1.
#pragma once

#include "codegen/patterns/nest.hpp"
#include "framework/base/source_text.hpp"

#include <string>
#include <vector>

namespace chemora::patterns {

inline constexpr int max_block_size = 1024; ///< largest block size of a level; block sizes are powers of two

enum class Dimension {
  x, ///< adjacent threads; vector lanes on the host
  y,
  z,
  sequential ///< each thread executes all iterations of the level one after another
};

enum class SpanKind {
  points, ///< Span(n): a thread executes n iterations, and there are as many blocks as the level needs
  all,    ///< Span(all): the threads of one block execute all iterations
  split   ///< Split(n): the threads of n blocks execute all iterations, and a second kernel combines the results
};

struct Span {
  SpanKind kind = SpanKind::points;
  int count = 1; ///< n; 1 for `all`

  bool operator==(Span const&) const = default;
};

struct LevelMapping {
  Dimension dimension = Dimension::x;
  int block_size = 1;
  Span span{};

  bool operator==(LevelMapping const&) const = default;
};

struct Mapping {
  std::vector<LevelMapping> levels{}; ///< outermost first

  bool operator==(Mapping const&) const = default;
};

/// `y 64 span 1 / x 32 span all / z 4 split 9 / sequential`
std::string to_text(Mapping const& mapping);
std::string to_text(Dimension dimension);
/// Inverse of to_text. Throws base::UserError with a position for words that are no mapping, block sizes that are not
/// 1, 2, 4, ..., 1024, and dimensions of two levels.
Mapping parse_mapping(base::SourceText const& text);

/// Returns the level with the dimension; -1 if there is none.
int level_with(Mapping const& mapping, Dimension dimension);

/// Returns the number of threads of a block.
double block_threads(Mapping const& mapping);

/// Returns the distance of adjacent iterations of a level in the linear index of the threads of a block: the product of
/// the block sizes of all faster dimensions.
double thread_stride(Mapping const& mapping, int level);

/// Number of blocks along a level of this size.
double n_blocks(LevelMapping const& level, double size);
/// Number of blocks of a launch.
double n_blocks(Mapping const& mapping, std::vector<NestLevel> const& levels);

/// Degree of parallelism of a level: threads along its dimension in all blocks that have an iteration to execute. A
/// block that spans all iterations counts its threads, and not the size of the level unless the size is exact: an
/// assumed size does not influence the result (section IV-D).
double parallelism(LevelMapping const& mapping, NestLevel const& level);
double parallelism(Mapping const& mapping, std::vector<NestLevel> const& levels);

} // namespace chemora::patterns
