/// Chooses how many kernels a graph becomes, and the plan of each: fission first, then the tile of every piece.
#pragma once

#include "kernels/tiling/choose_block_plan.hpp"
#include "kernels/tiling/choose_plan.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace chemora::tiling {

/// Rules that divide a graph into kernels, with the names that parameters use.
enum class Fission {
  automatic, ///< outputs or derivatives if a kernel exceeds the limit and few values are passed between the parts; else
             ///< none
  none,      ///< one kernel
  outputs,   ///< groups of outputs, each within the limit
  derivatives ///< first the stencils, then pointwise operations, each in groups within the limit
};

std::optional<Fission> find_fission(std::string_view name);

/// Limits of operations per kernel: on the host, as many as g++ compiles in about a minute; on devices with blocks of
/// threads, as many as their registers permit (decision 0005).
constexpr int max_operations_on_host = 15000, max_operations_in_blocks = 2000;

/// A kernel with more grid functions than this is fat on the host: no processor has enough registers or cache ways for
/// all of them.
constexpr int max_arrays_of_slim_kernel = 64;

/// A kernel with more live values than this is fat on devices whose compiler reports no registers: 200 registers of 32
/// bits; a thread has 255, and addresses and indices need the others.
constexpr int max_live_values_of_real64 = 100, max_live_values_of_real32 = 200;

struct FissionRule {
  Fission fission = Fission::automatic;
  int max_operations = 0; ///< of a kernel; 0: the default of the device
};

struct Kernels {
  plan::Plan plan;
  std::string reason;               ///< one sentence: why this number of kernels
  std::vector<std::string> reasons; ///< for each kernel: why this tile, and why it is fat
};

/// Divides the graph by `rule` and chooses the tile of each piece by choose_plan. If the compiler of a device reports
/// registers, Fission::automatic compares a kernel above the limit with its parts by the data that they move: arrays,
/// values passed between parts, and stacks of threads.
Kernels choose_kernels(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine,
                       FissionRule const& rule);

/// Whether one kernel of the host has too many grid functions; sets `reason` to a sentence with the numbers.
bool has_many_arrays(std::size_t n_arrays, std::string& reason);

/// The register requirements of a kernel: from the compiler of the device; from an estimate of live values on devices
/// whose compiler does not report registers; from the number of grid functions on the host. `reason` states whether the
/// kernel is fat, and why.
Registers registers_of(ir::Graph const& graph, Problem const& problem, std::string& reason);

} // namespace chemora::tiling
