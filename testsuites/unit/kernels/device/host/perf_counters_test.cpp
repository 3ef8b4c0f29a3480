// Counting with events that every machine with Linux has in place of the hardware's, and what is said where there are
// none.
#include "kernels/device/host/perf_counters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <linux/perf_event.h>
#include <sys/mman.h>

namespace {

using namespace chemora::device;
using testing::AllOf;
using testing::HasSubstr;

/// Nanoseconds of work for cycles, page faults for instructions and, at 64 bytes each, for misses.
constexpr PerfEvents by_software{{PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, "nanoseconds"},
                                 {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, "page faults"},
                                 {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, "page faults"},
                                 64};

/// As many page faults, by new memory.
void touch_pages(int n) {
  constexpr std::size_t page = 4096;
  auto const bytes = static_cast<std::size_t>(n) * page;
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  for (std::size_t at = 0; at < bytes; at += page) static_cast<char volatile*>(memory)[at] = 1;
  munmap(memory, bytes);
}

TEST(PerfCounters, CountBetweenStartAndStop) {
  std::unique_ptr<Counters> counters;
  try {
    counters = open_perf_counters(by_software);
  } catch (DeviceError const& error) {
    GTEST_SKIP() << "[SKIP] " << error.what();
  }
  EXPECT_THAT(counters->description(), HasSubstr("counts nanoseconds, page faults and page faults (64 bytes each)"));
  HardwareCounts of_first, of_second;
  // Virtual machines lose all events of a thread now and then: what is asked is that they count, not that they always
  // do.
  for (int attempt = 0; attempt < 20 && !(of_first.instructions > 0. && of_second.instructions > 0.); ++attempt) {
    auto const first = counters->make_counter(), second = counters->make_counter();
    touch_pages(1000); // nobody's
    first->start();
    touch_pages(300);
    first->stop();
    second->start();
    touch_pages(500);
    second->stop();
    first->start();
    touch_pages(200);
    first->stop();
    of_first = first->counts(), of_second = second->counts();
  }
  for (auto const& counts : {of_first, of_second}) { // of 500 pages each
    EXPECT_GE(*counts.instructions, 200 / 16) << "a fault may bring several pages";
    EXPECT_LT(*counts.instructions, 600) << "a few are for other things";
  }
  EXPECT_EQ(*of_first.memory_bytes, 64 * *of_first.instructions);
  EXPECT_GT(*of_first.cycles, 0);
  EXPECT_FALSE(of_first.seconds.has_value()) << "perf has no time stamps of kernels";
}

TEST(PerfCounters, SayWhatIsMissing) {
  PerfEvents wrong = by_software;
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
              HasSubstr("this processor, or the virtual machine it is seen through, has no such counter."));
}

} // namespace
