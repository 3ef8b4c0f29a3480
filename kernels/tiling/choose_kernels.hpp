// How many kernels a graph becomes, and the plan of each: fission first, then the tile of every piece.
#pragma once

#include "kernels/tiling/choose_plan.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace chemora::tiling {

/// Names of the ways to part a graph, as parameters spell them.
enum class Fission {
  automatic,  ///< outputs or derivatives, where a kernel is above the limit and few values lie in between; else none
  none,       ///< one kernel
  outputs,    ///< groups of outputs, each within the limit
  derivatives ///< stencils first, then what needs only points themselves, each in groups within the limit
};

std::optional<Fission> find_fission(std::string_view name);

/// Operations of a kernel that g++ compiles in about a minute. A thread of a device has registers for far fewer. The
/// measurements are in docs/decisions/0005-fission.md.
constexpr int most_operations_on_host = 15000, most_operations_in_blocks = 2000;

/// A kernel with more grid functions than this is fat: no processor has registers, or ways of a cache, for all of them.
constexpr int most_arrays_of_slim_kernel = 64;

struct FissionRule {
  Fission fission = Fission::automatic;
  int most_operations = 0; ///< of a kernel; 0: those above, by the device
};

struct Kernels {
  plan::Plan plan;
  std::string reason;               ///< one sentence: why so many kernels
  std::vector<std::string> reasons; ///< by kernel: of its tile, and of `fat`
};

/// The plan with the pieces that `rule` says and the tile that choose_plan finds for each of them.
Kernels choose_kernels(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine,
                       FissionRule const& rule);

/// True for graphs with many grid functions; `reason` says it in words with the numbers.
bool is_fat(ir::Graph const& graph, std::string& reason);
bool is_fat(std::size_t n_arrays, std::string& reason);

} // namespace chemora::tiling
