/// The lowering of filter and groupBy to loop kernels.
///
/// The elements are divided into chunks. First, each chunk counts its members of each group and sorts them by
/// group into a buffer. Then the numbers of all groups and chunks are added up, the groups one after another and their
/// chunks in order, which gives the place of the members of a group in a chunk. Last, blocks of members are copied from
/// the buffer; binary searches find the groups and chunks that a block begins and ends with. A filter has one
/// group, whose members are the elements for which its condition holds.
///
/// A chunk has at least 1024 elements. On hosts, chunks are larger if the cache of a thread holds their members and the
/// largest number of elements is known. Then more members of a group are adjacent in the buffer.
///
/// No thread writes to a place that depends on data of another one, so that the order is that of the elements for any
/// number of threads.
#pragma once

#include "codegen/patterns/lower_nest.hpp"

namespace chemora::patterns {

/// The arguments of the kernel are the arrays `inputs`, `result`, `first` and `temporaries`. Besides the parameters of
/// the program, it has parameters with the numbers of elements, groups, chunks (at least 1), and pairs of the last two.
struct LoweredSelection {
  loops::LoopKernel kernel{};
  std::string result{}; ///< members of all groups one after another; has n_elements elements
  std::string first{};  ///< number of the first member of each group, and number of all members
  std::vector<std::string> inputs{}, temporaries{};
  std::string n_elements{}, n_groups{}, n_chunks{}, n_cells{};
  std::vector<ChunkCount> chunk_counts{};
  long chunk_size = 0; ///< elements
};

/// Returns the values of these parameters. The number of elements is that of all generators together.
std::map<std::string, double> selection_sizes(LoweredSelection const& selection, long n_elements, long n_groups);

/// Returns the kernel of a pattern filter, or groupBy with a number of groups. Throws base::UserError as lower_nest,
/// and for groups with any keys.
LoweredSelection lower_selection(Program const& program, NodePtr const& value, std::string const& result,
                                 NestOptions const& options = {});

} // namespace chemora::patterns
