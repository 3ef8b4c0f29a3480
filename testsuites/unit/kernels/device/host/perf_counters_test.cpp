// Tests perf counters with a software clock, which every Linux machine has, instead of hardware events. Also tests the
// messages if counters are not available.
#include "kernels/device/host/host_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <linux/perf_event.h>
#include <omp.h>

namespace {

using namespace chemora::device;
using testing::AllOf;
using testing::HasSubstr;

/// The processor time of the thread in nanoseconds replaces all three events, because virtual machines count this time
/// reliably.
constexpr PerfEvent clock{PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, "nanoseconds"};
constexpr PerfEvents by_clock{clock, clock, clock, 64};

double nanoseconds_of(clockid_t id) {
  timespec now{};
  clock_gettime(id, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

/// Runs a loop for this amount of processor time of the thread.
void work(double nanoseconds) {
  for (double const end = nanoseconds_of(CLOCK_THREAD_CPUTIME_ID) + nanoseconds;
       nanoseconds_of(CLOCK_THREAD_CPUTIME_ID) < end;) {
  }
}

TEST(PerfCounters, CountBetweenStartAndStop) {
  omp_set_num_threads(1); // the counters would include the time of idle OpenMP threads
  std::unique_ptr<Counters> counters;
  try {
    counters = open_perf_counters(by_clock);
  } catch (DeviceError const& error) {
    GTEST_SKIP() << "[SKIP] " << error.what();
  }
  EXPECT_THAT(counters->description(), HasSubstr("counts nanoseconds, nanoseconds and nanoseconds (64 bytes each)"));
  auto const first = counters->make_counter(), second = counters->make_counter();
  double passed_of_first = 0., passed_of_second = 0.; // wall-clock time
  auto const count = [](Counter& counter, double nanoseconds, double& passed) {
    double const start = nanoseconds_of(CLOCK_MONOTONIC);
    counter.start();
    work(nanoseconds);
    counter.stop();
    passed += nanoseconds_of(CLOCK_MONOTONIC) - start;
  };
  work(5e6); // not counted
  count(*first, 3e6, passed_of_first);
  count(*second, 4e6, passed_of_second);
  count(*first, 2e6, passed_of_first);
  auto const of_first = first->counts(), of_second = second->counts();
  constexpr double at_least = 0.5,
                   at_most = 1.1; // the clocks can differ, because a virtual machine may lose the processor
  EXPECT_GE(*of_first.cycles, 5e6 * at_least);
  EXPECT_LE(*of_first.cycles, passed_of_first * at_most);
  EXPECT_GE(*of_second.cycles, 4e6 * at_least);
  EXPECT_LE(*of_second.cycles, passed_of_second * at_most);
  EXPECT_GE(*of_first.instructions, 5e6 * at_least);
  EXPECT_LE(*of_first.memory_bytes, 64 * passed_of_first * at_most);
  EXPECT_GE(*of_first.memory_bytes, 64 * 5e6 * at_least);
  EXPECT_FALSE(of_first.seconds.has_value()) << "perf has no time stamps of kernels";
}

TEST(PerfCounters, ReportWhatIsMissing) {
  PerfEvents wrong = by_clock;
  wrong.misses = {PERF_TYPE_SOFTWARE, 12345, "no such event"};
  try {
    open_perf_counters(wrong);
    FAIL() << "there is an event 12345";
  } catch (DeviceError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("perf_event_open for no such event: "));
  }
  PerfEvent const cycles = PerfEvents::of_hardware().cycles;
  EXPECT_THAT(perf_error(cycles, EACCES, "4"),
              AllOf(HasSubstr("perf_event_open for cycles: not permitted"),
                    HasSubstr("kernel.perf_event_paranoid is 4; it must be 2 or less")));
  EXPECT_THAT(perf_error(cycles, ENOENT, "2"),
              HasSubstr("this processor, or this virtual machine, has no such counter."));
}

} // namespace
