/// Reads hardware counters of host kernels through perf_event_open of Linux for the kernel report.
#include "kernels/device/host/host_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <linux/perf_event.h>
#include <omp.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace chemora::device {

namespace {

constexpr std::size_t n_events = 3;
using Values = std::array<double, n_events>;

int open_event(PerfEvent const& event, int group) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = event.type;
  attributes.config = event.config;
  attributes.exclude_kernel = attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  constexpr int this_thread = 0, any_processor = -1;
  return static_cast<int>(
      syscall(SYS_perf_event_open, &attributes, this_thread, any_processor, group, PERF_FLAG_FD_CLOEXEC));
}

std::string paranoid_level() {
  std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
  std::string text = "unknown";
  file >> text;
  return text;
}

/// The hardware counters of the thread that creates the group.
class Group {
public:
  explicit Group(PerfEvents const& events) {
    PerfEvent const all[]{events.cycles, events.instructions, events.misses};
    for (std::size_t n = 0; n < n_events; ++n) {
      files_[n] = open_event(all[n], files_[0]);
      if (files_[n] >= 0) continue;
      error_ = errno;
      failed_ = n;
      return;
    }
  }
  ~Group() {
    for (int const file : files_)
      if (file >= 0) close(file);
  }
  Group(Group const&) = delete;
  Group& operator=(Group const&) = delete;

  int error() const { return error_; } ///< error number of perf_event_open; 0: all counters are open
  std::size_t failed() const { return failed_; }

  /// Returns the counts since the group was opened. If the processor has too few counters, the system multiplexes them,
  /// and the counts are extrapolated to the whole time.
  Values read_all() const {
    struct {
      std::uint64_t n, enabled, running, values[n_events];
    } counted{};
    Values values{};
    if (::read(files_[0], &counted, sizeof counted) != sizeof counted || counted.running == 0) return values;
    double const scale = static_cast<double>(counted.enabled) / static_cast<double>(counted.running);
    for (std::size_t n = 0; n < n_events; ++n) values[n] = scale * static_cast<double>(counted.values[n]);
    return values;
  }

private:
  std::array<int, n_events> files_{-1, -1, -1};
  int error_ = 0;
  std::size_t failed_ = 0;
};

using Groups = std::vector<std::unique_ptr<Group>>;

Values sum_of(Groups const& groups) {
  Values sum{};
  for (auto const& group : groups) {
    Values const values = group->read_all();
    for (std::size_t n = 0; n < n_events; ++n) sum[n] += values[n];
  }
  return sum;
}

class PerfCounter final : public Counter {
public:
  PerfCounter(std::shared_ptr<Groups const> groups, int bytes_per_miss)
      : groups_(std::move(groups)), bytes_per_miss_(bytes_per_miss) {}

  void start() override { at_start_ = sum_of(*groups_); }
  void stop() noexcept override {
    Values const now = sum_of(*groups_);
    for (std::size_t n = 0; n < n_events; ++n) counted_[n] += now[n] - at_start_[n];
  }
  HardwareCounts counts() override {
    return {.seconds = {},
            .cycles = counted_[0],
            .instructions = counted_[1],
            .memory_bytes = counted_[2] * bytes_per_miss_};
  }

private:
  std::shared_ptr<Groups const> groups_;
  double bytes_per_miss_;
  Values at_start_{}, counted_{};
};

class PerfCounters final : public Counters {
public:
  explicit PerfCounters(PerfEvents const& events) : events_(events) {
    groups_.resize(static_cast<std::size_t>(omp_get_max_threads()));
#pragma omp parallel
    groups_[static_cast<std::size_t>(omp_get_thread_num())] = std::make_unique<Group>(events_);
    std::erase(groups_, nullptr); // OpenMP may have started fewer threads
    PerfEvent const all[]{events.cycles, events.instructions, events.misses};
    for (auto const& group : groups_)
      if (group->error() != 0) throw DeviceError(perf_error(all[group->failed()], group->error(), paranoid_level()));
    shared_ = std::make_shared<Groups const>(std::move(groups_));
  }

  std::unique_ptr<Counter> make_counter() override {
    return std::make_unique<PerfCounter>(shared_, events_.bytes_per_miss);
  }
  std::string description() const override {
    return fmt::format("perf_event_open counts {}, {} and {} ({} bytes each) of {} threads, without the system's "
                       "kernel. Prefetched lines may not count as misses.",
                       events_.cycles.name, events_.instructions.name, events_.misses.name, events_.bytes_per_miss,
                       shared_->size());
  }

private:
  PerfEvents events_;
  Groups groups_;
  std::shared_ptr<Groups const> shared_;
};

} // namespace

PerfEvents PerfEvents::of_hardware() {
  return {{PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "cycles"},
          {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, "instructions"},
          {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, "misses of the last cache"},
          static_cast<int>(std::max(64L, sysconf(_SC_LEVEL1_DCACHE_LINESIZE)))};
}

std::string perf_error(PerfEvent const& event, int error, std::string const& paranoid) {
  std::string reason = std::strerror(error);
  if (error == EACCES || error == EPERM)
    reason = fmt::format(
        "not permitted. kernel.perf_event_paranoid is {}; it must be 2 or less, and a container must allow the call",
        paranoid);
  if (error == ENOENT || error == EOPNOTSUPP || error == ENODEV)
    reason = "this processor, or this virtual machine, has no such counter";
  return fmt::format("perf_event_open for {}: {}.", event.name, reason);
}

std::unique_ptr<Counters> open_perf_counters(PerfEvents const& events) {
  return std::make_unique<PerfCounters>(events);
}

} // namespace chemora::device
