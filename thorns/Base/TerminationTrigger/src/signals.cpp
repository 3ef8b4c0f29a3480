// The handler only remembers the signal: little else is allowed in one.
#include "signals.hpp"

#include <cctk.h>
#include <cctk_Parameters.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <set>

namespace terminationtrigger {
namespace {

volatile std::sig_atomic_t received = 0;

/// What each caught signal did before.
std::map<int, struct sigaction>& caught() {
  static std::map<int, struct sigaction> actions;
  return actions;
}

/// Those that cannot be caught: said once.
std::set<int>& refused() {
  static std::set<int> numbers;
  return numbers;
}

int number_of(char const* name) {
  struct Known {
    char const* name;
    int number;
  };
  constexpr Known known[] = {
      {"SIGHUP", SIGHUP}, {"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGUSR1", SIGUSR1}, {"SIGUSR2", SIGUSR2}};
  for (auto const& each : known)
    if (CCTK_Equals(name, each.name)) return each.number;
  return 0;
}

constexpr int n_choices = 10; ///< elements of signal_names and signal_numbers

std::set<int> wanted_signals() {
  DECLARE_CCTK_PARAMETERS
  std::set<int> wanted;
  for (int n = 0; n < n_choices; ++n) {
    int const number = *signal_names[n] != '\0' ? number_of(signal_names[n]) : static_cast<int>(signal_numbers[n]);
    if (number > 0) wanted.insert(number);
  }
  return wanted;
}

/// Why no handler can be set, as the end of a sentence; null when one can.
char const* why_not_catchable(int number) {
  if (number == SIGKILL || number == SIGSTOP) return "which no program can catch";
  struct sigaction now {};
  return sigaction(number, nullptr, &now) == 0 ? nullptr : "a number that this system does not know";
}

void take(int number) {
  struct sigaction action {
  }, before{};
  action.sa_handler = [](int signal) { received = signal; };
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND); // the next one of its kind acts as usual
  sigemptyset(&action.sa_mask);
  if (sigaction(number, &action, &before) != 0) {
    refused().insert(number);
    CCTK_VWARN(CCTK_WARN_ALERT, "Signal %d cannot be caught: %s", number, std::strerror(errno));
    return;
  }
  caught()[number] = before;
  CCTK_VINFO("The signal %d (%s) ends the run", number, strsignal(number));
}

} // namespace

void listen_to_signals() {
  auto const wanted = wanted_signals();
  for (int const number : wanted)
    if (!caught().contains(number) && !refused().contains(number)) take(number);
  std::erase_if(caught(), [&](auto const& each) {
    if (wanted.contains(each.first)) return false;
    sigaction(each.first, &each.second, nullptr);
    return true;
  });
}

void check_signals() {
  DECLARE_CCTK_PARAMETERS
  for (int n = 0; n < n_choices; ++n) {
    if (*signal_names[n] != '\0' || signal_numbers[n] == 0) continue;
    if (char const* const reason = why_not_catchable(static_cast<int>(signal_numbers[n])))
      CCTK_VPARAMWARN("TerminationTrigger::signal_numbers[%d] asks for the signal %d, %s. Choose SIGHUP, SIGINT, "
                      "SIGTERM, SIGUSR1 or SIGUSR2 in TerminationTrigger::signal_names, or another number.",
                      n, static_cast<int>(signal_numbers[n]), reason);
  }
}

int received_signal() { return received; }

} // namespace terminationtrigger

extern "C" int TerminationTrigger_ListenToSignals(void) {
  terminationtrigger::listen_to_signals();
  return 0;
}
