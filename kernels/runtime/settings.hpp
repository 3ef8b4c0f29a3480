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
  bool has_fixed_strides = true; ///< true: the extents of the local grid are compile-time constants; false: they are
                                 ///< passed at launch
  bool uses_disk_cache = true;
  std::string cache_folder{}; ///< empty: the user's default cache folder
  std::uint64_t max_cache_bytes = UINT64_MAX;
  std::string compiler_disabled{}; ///< sentence with the reason if compilers must not be started; otherwise empty
  int n_compilers = 0;             ///< maximum number of simultaneous compilers; 0: one per available hardware thread
  bool reads_counters = false;     ///< whether hardware counters are read at each launch
  bool only_compiles = false;      ///< whether the run compiles kernels for a later run and launches none
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
