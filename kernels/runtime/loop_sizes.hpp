/// The sizes that the script of a function with loops leaves free, as the subject of a search (docs/tuning.md).
#pragma once

#include "codegen/loop_functions/loop_function.hpp"
#include "codegen/script/free_sizes.hpp"
#include "kernels/device/device.hpp"
#include "kernels/jit/compiler_pool.hpp"
#include "kernels/tuning/tuned_plan.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::runtime {

/// The free sizes of one function with the values of a run. Equal subjects have equal lists of sizes.
struct LoopSizes {
  std::vector<script::FreeSize> free{}; ///< not empty
  tuning::Subject subject{};
};

/// A function with loops in a run on this process.
struct LoopTarget {
  std::string name; ///< full name of the function
  loop_functions::LoopFunction const& function;
  loop_functions::ScriptVariables const& variables;
  std::map<std::string, long> const& integers; ///< integer arguments on this process
  device::Properties const& device;
};

/// Returns the subject of a search for these sizes. Its digest of operations contains the file of the function and the
/// variables that its script uses. Its shape contains the integers in the extents of arrays: variables of the script
/// exactly, and other integers, such as the number of elements on this process, rounded up to powers of two.
tuning::Subject subject_of(LoopTarget const& target, std::vector<script::FreeSize> const& free);

/// Returns the genome that contains the index of the value of each size. The values must be choices.
tuning::Genome genome_of(std::vector<script::FreeSize> const& free, script::Sizes const& sizes);

/// Inverse of genome_of(). Returns nothing if the genome is not that of a combination.
std::optional<script::Sizes> sizes_of(std::vector<script::FreeSize> const& free, tuning::Genome const& genome);

/// The fastest measured sizes.
struct TunedSizes {
  script::Sizes sizes;
  std::string reason; ///< why these sizes were chosen, as a text for reports
};

/// Returns the sizes of a winner, which may be null. `origin` is that of the run.
std::optional<TunedSizes> tuned_sizes(std::vector<script::FreeSize> const& free, tuning::Winner const* winner,
                                      tuning::Origin const& origin);

/// Returns the sizes of process 0 on all processes. The call is collective.
std::optional<TunedSizes> broadcast(std::optional<TunedSizes> const& own, std::vector<script::FreeSize> const& free,
                                    jit::ProcessGroup& processes);

} // namespace chemora::runtime
