/// Divides a graph into kernels (fission), and then chooses the tile of each kernel.
#pragma once

#include "kernels/tiling/choose_block_plan.hpp"
#include "kernels/tiling/choose_plan.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace chemora::tiling {

/// Rules that divide a graph into kernels. Parameters use the names of the enumerators.
enum class Fission {
  automatic,  ///< `outputs` or `derivatives` if a kernel exceeds the limit and few values are passed between the
              ///< resulting kernels; otherwise `none`
  none,       ///< one kernel
  outputs,    ///< each kernel computes a group of outputs and has at most the limit of operations
  derivatives ///< kernels for the stencils, then kernels for pointwise operations; each has at most the limit of
              ///< operations
};

std::optional<Fission> find_fission(std::string_view name);

/// Limits of operations per kernel. On the host, g++ compiles a kernel of this size in about a minute. On devices that
/// run blocks of threads, registers determine the limit (decision 0005).
constexpr int max_operations_on_host = 15000, max_operations_in_blocks = 2000;

/// A kernel with more grid functions than this constant is fat on the host, because no CPU has enough registers or
/// cache ways for all of them.
constexpr int max_arrays_of_slim_kernel = 64;

/// A kernel with more live values than this constant is fat on devices whose compiler reports no registers. The values
/// fill 200 registers of 32 bits. A thread has 255 registers; addresses and indices need the others.
constexpr int max_live_values_of_real64 = 100, max_live_values_of_real32 = 200;

/// A kernel of the host buffers values that several points need if it then has at most this fraction of its statements
/// per point. Kernels with fewer values than the minimum have no buffers, because memory bandwidth limits them.
constexpr double max_statements_with_buffers = 0.9;
constexpr std::size_t min_values_with_buffers = 150;

struct FissionRule {
  Fission fission = Fission::automatic;
  int max_operations = 0; ///< limit of operations per kernel; 0: the default of the device
};

struct Kernels {
  plan::Plan plan;
  std::string reason;               ///< sentence that explains the number of kernels
  std::vector<std::string> reasons; ///< for each kernel, a text that explains its tile and why it is fat
};

/// Divides the graph by `rule` and chooses the tile of each kernel. If the compiler of a device reports registers,
/// Fission::automatic compares one kernel above the limit with its divisions by the memory traffic: arrays, values
/// passed between kernels, and stacks of threads.
Kernels choose_kernels(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine,
                       FissionRule const& rule);

/// Whether a host kernel has too many grid functions. Sets `reason` to a sentence that states their number and the
/// limit.
bool has_many_arrays(std::size_t n_arrays, std::string& reason);

/// Determines the register requirements of a kernel. On devices, they are reported by the compiler or estimated from
/// the number of live values. On the host, they are estimated from the number of grid functions. The function sets
/// `reason` to a text that states whether the kernel is fat, and why.
Registers registers_of(ir::Graph const& graph, Problem const& problem, std::string& reason);

} // namespace chemora::tiling
