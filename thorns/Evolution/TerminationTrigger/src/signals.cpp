// The flesh catches signals; the parameters of this thorn add to those that it catches by default.
#include "signals.hpp"

#include "Numerics/ThornTools/src/signals.hpp"

#include <cctk.h>
#include <cctk_Parameters.h>

#include <csignal>
#include <set>

namespace terminationtrigger {
namespace {

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

} // namespace

void listen_to_signals() {
  static std::set<int> requested;
  auto const wanted = wanted_signals();
  for (int const number : wanted)
    if (!requested.contains(number) && CCTK_EndOnSignal(number, 1) != 0)
      CCTK_VWARN(CCTK_WARN_ALERT, "Signal %d cannot be caught", number);
  for (int const number : requested)
    if (!wanted.contains(number)) CCTK_EndOnSignal(number, 0);
  requested = wanted;
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

} // namespace terminationtrigger

extern "C" int TerminationTrigger_ListenToSignals(void) {
  terminationtrigger::listen_to_signals();
  return 0;
}
