/// The interface that a framework implements for the kernel run-time. It provides options, prints messages, and
/// exchanges data between processes.
#pragma once

#include "kernels/jit/compiler_pool.hpp"
#include "kernels/tiling/choose_kernels.hpp"

#include <cstdint>
#include <string>

namespace chemora::runtime {

using jit::ProcessGroup;

/// Options of the kernel run-time, which do not change during a run.
struct Settings {
  tiling::Formula cost_formula = tiling::Formula::corrected;
  tiling::FissionRule fission{};
  /// true if the extents of the local grid are compile-time constants; false if they are passed at launch
  bool has_fixed_strides = true;
  bool uses_tuned_plans = false; ///< whether plans of earlier searches take precedence over the cost model
  std::string tuning_database{}; ///< file of these plans; empty: tuning.db in the cache folder
  std::string capture_folder{};  ///< folder for captures of kernels; empty: kernels are not captured
  /// seconds of the search for the plan of each kernel without a measured plan, during the run; 0: no search
  double search_seconds = 0;
  /// seconds of the search for the free sizes of each function with loops, during the run; 0: no search
  double loop_search_seconds = 0;
  bool uses_disk_cache = true;
  std::string cache_folder{}; ///< empty: the user's default cache folder
  std::uint64_t max_cache_bytes = UINT64_MAX;
  /// a sentence that states why compilers must not be started; empty if they may be started
  std::string compiler_disabled{};
  int n_compilers = 0;         ///< maximum number of simultaneous compilers; 0: one per available hardware thread
  bool reads_counters = false; ///< whether hardware counters are read at each launch
  /// whether the host's cost model uses measured times of memory accesses; if not, it uses the defaults of AccessTimes
  bool measures_access_times = false;
  bool only_compiles = false; ///< whether the run compiles kernels for a later run and launches none
};

/// Prints the messages of the kernel run-time on one process.
class Messages {
public:
  virtual ~Messages() = default;

  virtual void info(std::string const& text) = 0;
  virtual void warn(std::string const& text) = 0;
  /// Returns whether the user requested a text output of this compilation stage. Stages are `graph`, `specialised`,
  /// `plan`, `loops` and `source`.
  virtual bool prints(std::string const& /*stage*/) { return false; }
  /// Called before all processes compile a kernel or read it from the cache, and afterwards, also after an exception.
  virtual void compilation_begins(std::string const& /*kernel*/) {}
  virtual void compilation_ends() {}
};

/// Thorn name of kernels that no thorn registered, in reports and pinned plans, such as `CaKernel::LinearCombination2`.
inline constexpr char own_kernels[] = "CaKernel";

} // namespace chemora::runtime
