/// Measures a plan on captured data, in a child process that may crash, hang or exhaust its memory.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/device/device.hpp"
#include "kernels/search/capture.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace chemora::search {

struct Limits {
  double compile_seconds = 300;     ///< a slower compilation fails
  double run_seconds = 60;          ///< limit of all runs together
  std::uint64_t bytes = UINT64_MAX; ///< memory that the child may allocate beside the captured arrays, on the host
  int n_scores = 5;
  double seconds_per_score = 0.02; ///< time of the runs of a group
  int groups_per_score = 3; ///< a score is that of the fastest group, because other programs slow down some groups
};

/// Returns half of the memory that is available now, divided by the number of processes that measure at the same time.
/// The memory is that of the machine, or of the control group (container, batch job) of this process. `root` precedes
/// the names of the system's files.
std::uint64_t memory_of_worker(int n_workers, std::string const& root = "");

struct Measurement {
  std::vector<double> scores; ///< points per second
  std::uint64_t digest = 0;   ///< of all outputs after the first run
  std::string failure;        ///< sentence with the reason if the measurement failed
  double compile_seconds = 0, run_seconds = 0;
};

/// Returns the device for measurements. The function is called in child processes, which cannot use the driver of a
/// device that their parent has opened.
using OpenDevice = std::function<device::Device&()>;

/// Measures a plan of the captured kernel. `expected` is the digest of correct results. Children of several processes
/// may compile at the same time; they run one after the other, because they lock `lock_file` (if it is not empty).
/// This process must not have started any threads.
Measurement measure(LoadedCapture const& loaded, plan::Plan const& plan, OpenDevice const& open_device,
                    Limits const& limits, std::optional<std::uint64_t> expected, std::string const& lock_file);

/// Runs `work` in a child process. `work` passes texts to the parent by calling its argument. Each text starts a new
/// stage; `seconds_of_stage` returns the time limit of the stage that follows the given number of texts. Returns the
/// texts. If the child crashes or exceeds a limit, `failure` is a sentence that states this, otherwise it is empty. The
/// child has ended when the function returns. At a limit its descendants are killed as well. If this process is killed,
/// the child is killed too.
using Report = std::function<void(std::string const& text)>;
std::vector<std::string> run_in_child(std::function<void(Report const&)> const& work,
                                      std::function<double(std::size_t n_texts)> const& seconds_of_stage,
                                      std::string& failure);

} // namespace chemora::search
