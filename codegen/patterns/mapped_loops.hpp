/// The loops of a level of a mapped nest.
#pragma once

#include "codegen/loops/kernel_builder.hpp"
#include "codegen/patterns/mapping.hpp"

#include <functional>
#include <optional>

namespace chemora::patterns {

/// The index of a level, and the loop variables that determine it.
struct LevelIndex {
  ir::LinearExpression index{};
  ir::LinearExpression block{}, thread{}; ///< 0 if the level has no such loop
};

/// The variable of the loop over the blocks of a level, if this loop is open.
using OpenBlock = std::optional<ir::LinearExpression>;

/// Instructions that are inserted before each group of adjacent iterations of a level, such as prefetches.
struct IterationGroups {
  int max_size = 1; ///< largest number of iterations of a group, or the number of threads if it is larger
  /// Adds instructions before the `size` iterations from index `first`. The last group may have fewer iterations.
  std::function<void(ir::LinearExpression const& first, int size)> start{};
};

/// Opens the loops of levels. The index of a level is the sum of
///
///     threads * span * (index of the block) + threads * (iteration of the thread) + (index of the thread)
///
/// Blocks are loops of block axes. Threads along x are lanes of vectors on the host; all other threads of the host are
/// iterations.
class MappedLoops {
public:
  /// Without vectors, threads along x of the host are iterations as well. Sequential loops around a vector need bounds
  /// that do not depend on data.
  MappedLoops(loops::KernelBuilder& builder, bool is_device, bool has_vectors)
      : builder_(builder), is_device_(is_device), has_vectors_(has_vectors) {}

  bool has_vectors() const { return has_vectors_; }
  /// Whether threads along a dimension work at the same time: those of a device, and lanes of vectors.
  bool are_parallel(Dimension dimension) const {
    return dimension != Dimension::sequential && (is_device_ || (dimension == Dimension::x && has_vectors_));
  }

  /// Opens the loops of a level and returns its index, from `lower` to `upper`, included. `block` is the loop over its
  /// blocks if it is open.
  LevelIndex open_level(LevelMapping const& mapping, std::string const& name, ir::LinearExpression const& lower,
                        ir::LinearExpression const& upper, IterationGroups const& groups = {},
                        OpenBlock const& block = {});

  /// Opens the loop over the blocks of a level with `n_iterations` iterations. Instructions of outer levels are inside
  /// the blocks of all levels.
  ir::LinearExpression open_blocks_of(LevelMapping const& mapping, std::string const& name,
                                      ir::LinearExpression const& n_iterations);

  /// Opens a loop of `count` threads along a dimension.
  ir::LinearExpression open_threads(Dimension dimension, std::string const& name, int count);

  /// Opens a loop over `count` blocks along a dimension.
  ir::LinearExpression open_blocks(Dimension dimension, std::string const& name, int count);

  /// The lanes of a vector, or threads along a dimension.
  struct Lanes {
    std::string loop{};
    int count = 1;
  };
  /// Returns the lanes of the vector loop that is open, if there is one.
  std::optional<Lanes> open_lanes() const;
  /// Returns the open loops over given numbers of blocks and of threads of devices.
  std::vector<Lanes> open_axes() const;

private:
  /// Opens a loop from 0 with the tag.
  ir::LinearExpression open(std::string const& name, loops::Tag tag, int axis);

  loops::KernelBuilder& builder_;
  bool is_device_, has_vectors_;
  std::vector<Lanes> lanes_{}, axes_{}; ///< all vector loops, and all loops over blocks and threads
};

} // namespace chemora::patterns
