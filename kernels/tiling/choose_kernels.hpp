// How many kernels a graph becomes, and the plan of each: fission first, then the tile of every piece.
#pragma once

#include "kernels/tiling/choose_block_plan.hpp"
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

/// A kernel with more grid functions than this is fat on the host: no processor has registers, or ways of a cache, for
/// all of them.
constexpr int most_arrays_of_slim_kernel = 64;

/// A kernel with more live values than this is fat on devices whose compiler reports no registers: 200 registers of 32
/// bits, where a thread has 255 and addresses and indices take the others.
constexpr int max_live_values_of_real64 = 100, max_live_values_of_real32 = 200;

struct FissionRule {
  Fission fission = Fission::automatic;
  int most_operations = 0; ///< of a kernel; 0: those above, by the device
};

struct Kernels {
  plan::Plan plan;
  std::string reason;               ///< one sentence: why so many kernels
  std::vector<std::string> reasons; ///< by kernel: of its tile, and of `fat`
};

/// The plan with the pieces that `rule` says and the tile that choose_plan finds for each of them. Where the compiler
/// of a device reports registers, Fission::automatic compares a kernel above the limit with its parts by what both
/// move: arrays, values in between and stacks of threads.
Kernels choose_kernels(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine,
                       FissionRule const& rule);

/// Whether so many grid functions are too many for one kernel of the host; `reason` has the numbers.
bool has_many_arrays(std::size_t n_arrays, std::string& reason);

/// What is known of the registers of a kernel: by the compiler of the device, by an estimate of live values on devices
/// whose compiler does not report them, by the number of grid functions on the host. `reason` says whether it is fat,
/// and why.
Registers registers_of(ir::Graph const& graph, Problem const& problem, std::string& reason);

} // namespace chemora::tiling
