// A sampling profiler. It records the call stack of the main thread of process 0 a thousand times per second, starting
// with the fourth step.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <execinfo.h>
#include <fstream>
#include <unistd.h>
#include <vector>

namespace {

constexpr int n_warm_up = 3; // as in TestSteps_Report
constexpr long nanoseconds_between = 1'000'000;
constexpr int deepest = 64;

struct Stack {
  std::array<void*, deepest> frames;
  int depth = 0;
};
std::vector<Stack> stacks; // never grows in the handler
std::size_t n_taken = 0;
timer_t timer;

void take(int) {
  int const error = errno;
  if (n_taken < stacks.size()) {
    Stack& stack = stacks[n_taken++];
    stack.depth = backtrace(stack.frames.data(), deepest);
  }
  errno = error;
}

void begin() {
  stacks.resize(100'000);
  std::array<void*, deepest> loads_what_it_needs;
  backtrace(loads_what_it_needs.data(), deepest);
  struct sigaction action {};
  action.sa_handler = take;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event._sigev_un._tid = gettid();
  itimerspec const times{{0, nanoseconds_between}, {0, nanoseconds_between}};
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 || timer_settime(timer, 0, &times, nullptr) != 0)
    CCTK_ERROR("TestSteps cannot start a timer for its samples.");
}

} // namespace

extern "C" void TestSteps_Sample(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  if (cctk_iteration == n_warm_up + 1 && CCTK_MyProc(cctkGH) == 0) begin();
}

/// Writes the memory map of the process, then one line per sample with the addresses of its call stack. The innermost
/// function is first, and frames of the signal handler are omitted.
extern "C" void TestSteps_WriteSamples(CCTK_ARGUMENTS) {
  (void)cctkGH;
  DECLARE_CCTK_PARAMETERS
  if (stacks.empty()) return;
  timer_delete(timer);
  constexpr int of_handler = 2;
  std::ofstream out(samples);
  out << std::ifstream("/proc/self/maps").rdbuf() << "stacks\n" << std::hex;
  for (std::size_t n = 0; n < n_taken; ++n) {
    for (int frame = of_handler; frame < stacks[n].depth; ++frame)
      out << reinterpret_cast<std::size_t>(stacks[n].frames[static_cast<std::size_t>(frame)]) << ' ';
    out << '\n';
  }
  if (!out) CCTK_VERROR("TestSteps cannot write its samples to '%s'.", samples);
}
