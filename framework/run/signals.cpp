// POSIX permits a signal handler to use lock-free variables, write(2), sigaction(2) and raise(3), and the handler uses
// nothing else. All texts are composed before a signal arrives.
#include "framework/run/termination.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Termination.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <unistd.h>

namespace chemora::run {

namespace {

constexpr std::array default_signals{SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2};

/// A text that the handler can print at any time, also while it is being replaced.
class Text {
public:
  void set(std::string const& text) {
    int const next = 1 - current_;
    auto const n = text.copy(buffers_[next].data(), buffers_[next].size() - 1);
    buffers_[next][n] = '\0';
    current_ = next;
  }
  void print() const {
    auto const& buffer = buffers_[current_];
    if (write(STDERR_FILENO, buffer.data(), std::strlen(buffer.data())) < 0)
      return; // a signal handler cannot report this error
  }

private:
  std::array<std::array<char, 400>, 2> buffers_{};
  std::atomic<int> current_ = 0; ///< index of the buffer that contains the complete text
};

std::atomic<int> n_received = 0, first_received = 0;
std::atomic<bool> prints = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

std::array<Text, NSIG> names; ///< the beginning of the first message, indexed by signal number
Text plan, time_needed, launcher_limit, second, third;
LongestTimes longest;

/// The action of each caught signal before catch_signals().
std::map<int, struct sigaction>& caught() {
  static std::map<int, struct sigaction> actions;
  return actions;
}

std::set<int>& caught_by_default() {
  static std::set<int> signals;
  return signals;
}

void report_first(int signal, bool is_from_launcher) {
  names[static_cast<std::size_t>(signal)].print();
  plan.print();
  time_needed.print();
  if (signal == SIGTERM && is_from_launcher) launcher_limit.print();
}

extern "C" void record_signal(int signal, siginfo_t* info, void*) {
  int const errno_of_interrupted_code = errno;
  int const number = ++n_received;
  if (number == 1) first_received = signal;
  if (prints && number == 1) report_first(signal, info->si_code == SI_USER && info->si_pid == getppid());
  if (prints && number == 2) second.print();
  if (prints && number == 3) third.print();
  if (number >= 3) {
    std::signal(signal, SIG_DFL);
    raise(signal); // delivered when this function returns
  }
  errno = errno_of_interrupted_code;
}

/// Returns a sentence about the time between SIGTERM and SIGKILL from Open MPI's mpirun, or an empty text for other
/// launchers.
std::string launcher_sentence() {
  if (!std::getenv("OMPI_COMM_WORLD_SIZE")) return "";
  char const* const seconds = std::getenv("OMPI_MCA_odls_base_sigkill_timeout");
  return fmt::format(
      "mpirun kills the processes {} s after this signal. To avoid this limit, send SIGUSR2 to mpirun.\n",
      seconds ? seconds : "1");
}

bool prepare_texts() {
  plan.set(
      "The run ends after the current step and writes what is due at its end. A second signal has no effect, a third "
      "one stops the run at once.\n");
  second.set("The run received a second signal and is still ending cleanly. A third one stops it at once.\n");
  third.set("The run received a third signal and stops at once.\n");
  launcher_limit.set(launcher_sentence());
  time_needed.set(to_text(longest));
  prints = CCTK_MyProc(nullptr) == 0;
  return true;
}

bool catch_signal(int signal) {
  static bool const are_texts_ready = prepare_texts();
  if (!are_texts_ready || signal <= 0 || signal >= NSIG) return false;
  names[static_cast<std::size_t>(signal)].set(fmt::format("\nThe run received {}. ", signal_name(signal)));
  struct sigaction action {
  }, before{};
  action.sa_sigaction = record_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (sigaction(signal, &action, &before) != 0) return false;
  caught()[signal] = before;
  return true;
}

void release(int signal) {
  auto const action = caught().find(signal);
  if (action == caught().end()) return;
  sigaction(signal, &action->second, nullptr);
  caught().erase(action);
}

} // namespace

void catch_signals() {
  for (int const signal : default_signals) {
    struct sigaction before {};
    bool const is_ignored = sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
    if (!is_ignored && catch_signal(signal)) caught_by_default().insert(signal);
  }
}

void release_signals() {
  while (!caught().empty()) release(caught().begin()->first);
}

int received_signal() { return first_received; }

void record_step(double seconds) {
  if (seconds <= longest.step) return;
  longest.step = seconds;
  time_needed.set(to_text(longest));
}

std::string to_text(LongestTimes const& times) {
  if (times.step < 0) return "The time until the end is unknown: no step was completed yet.\n";
  if (times.checkpoint < 0)
    return fmt::format("The end is expected within {:.2g} s, the longest time of a step so far. A checkpoint takes "
                       "longer; none was written yet.\n",
                       times.step);
  return fmt::format(
      "The end is expected within {:.2g} s: the longest step took {:.2g} s, the longest checkpoint {:.2g} "
      "s.\n",
      times.step + times.checkpoint, times.step, times.checkpoint);
}

std::string signal_name(int signal) {
  char const* const name = sigabbrev_np(signal);
  return name ? fmt::format("SIG{} ({})", name, signal) : fmt::format("signal {}", signal);
}

} // namespace chemora::run

extern "C" {

int CCTK_EndOnSignal(int signal, int is_wanted) {
  using namespace chemora::run;
  if (is_wanted) return caught().contains(signal) || catch_signal(signal) ? 0 : -1;
  if (!caught_by_default().contains(signal)) release(signal);
  return 0;
}

void CCTK_CheckpointWritten(double seconds) {
  using namespace chemora::run;
  longest.checkpoint = std::max(longest.checkpoint, seconds);
  time_needed.set(to_text(longest));
}

int CCTK_ReceivedSignal(void) { return chemora::run::received_signal(); }

} // extern "C"
