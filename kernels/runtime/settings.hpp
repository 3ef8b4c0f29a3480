/// The interface that the surrounding framework implements for the kernel run-time: values of parameters, output of
/// messages, and exchange of data between processes.
#pragma once

#include "kernels/jit/compiler_pool.hpp"
#include "kernels/tiling/choose_kernels.hpp"

#include <cstdint>
#include <string>

namespace chemora::runtime {

using jit::ProcessGroup;

/// Options that stay the same during a run.
struct Settings {
  tiling::Formula cost_formula = tiling::Formula::corrected;
  tiling::FissionRule fission{};
  bool has_fixed_strides = true; ///< compile kernels for the extents of the local grid; otherwise pass them at launch
  bool uses_disk_cache = true;
  std::string cache_folder{}; ///< empty: the user's default cache folder
  std::uint64_t max_cache_bytes = UINT64_MAX;
  std::string compiler_disabled{}; ///< a sentence if compilers must not be started; empty if they may
  int n_compilers = 0;             ///< compilers at the same time; 0: one per available hardware thread
  bool reads_counters = false;     ///< hardware counters at each launch
  bool only_compiles = false;      ///< compile for a later run and launch nothing
};

/// Output of the kernel run-time on one process.
class Messages {
public:
  virtual ~Messages() = default;

  virtual void info(std::string const& text) = 0;
  virtual void warn(std::string const& text) = 0;
  /// Whether the user requested this stage of compilation as text: `graph`, `specialised`, `plan`, `loops`, `source`.
  virtual bool prints(std::string const& /*stage*/) { return false; }
};

/// Owner of the kernels that belong to no thorn, in reports and pinned plans: `CaKernel::LinearCombination2`.
inline constexpr char own_kernels[] = "CaKernel";

} // namespace chemora::runtime
