#include "signals.hpp"

#include "Numerics/ThornTools/src/signals.hpp"

#include <cctk.h>
#include <cctk_Parameters.h>

#include <csignal>
#include <set>

namespace terminationtrigger {
namespace {

int number_of(char const* name) {
  struct Signal {
    char const* name;
    int number;
  };
  constexpr Signal signals[] = {
      {"SIGHUP", SIGHUP}, {"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGUSR1", SIGUSR1}, {"SIGUSR2", SIGUSR2}};
  for (auto const& signal : signals)
    if (CCTK_Equals(name, signal.name)) return signal.number;
  return 0;
}

constexpr int n_elements = 10; ///< elements of signal_names and signal_numbers

std::set<int> selected_signals() {
  DECLARE_CCTK_PARAMETERS
  std::set<int> selected;
  for (int n = 0; n < n_elements; ++n) {
    int const number = *signal_names[n] != '\0' ? number_of(signal_names[n]) : static_cast<int>(signal_numbers[n]);
    if (number > 0) selected.insert(number);
  }
  return selected;
}

/// The reason why a signal cannot be caught, as the end of a sentence; null if it can.
char const* reason_not_catchable(int number) {
  if (number == SIGKILL || number == SIGSTOP) return "which no program can catch";
  struct sigaction now {};
  return sigaction(number, nullptr, &now) == 0 ? nullptr : "which is not a signal of this system";
}

} // namespace

void listen_to_signals() {
  static std::set<int> requested;
  auto const selected = selected_signals();
  for (int const number : selected)
    if (!requested.contains(number) && CCTK_EndOnSignal(number, 1) != 0)
      CCTK_VWARN(CCTK_WARN_ALERT, "Signal %d cannot be caught", number);
  for (int const number : requested)
    if (!selected.contains(number)) CCTK_EndOnSignal(number, 0);
  requested = selected;
}

void check_signals() {
  DECLARE_CCTK_PARAMETERS
  for (int n = 0; n < n_elements; ++n) {
    if (*signal_names[n] != '\0' || signal_numbers[n] == 0) continue;
    if (char const* const reason = reason_not_catchable(static_cast<int>(signal_numbers[n])))
      CCTK_VPARAMWARN("TerminationTrigger::signal_numbers[%d] is the signal %d, %s. Choose SIGHUP, SIGINT, "
                      "SIGTERM, SIGUSR1 or SIGUSR2 in TerminationTrigger::signal_names, or another number.",
                      n, static_cast<int>(signal_numbers[n]), reason);
  }
}

} // namespace terminationtrigger

extern "C" int TerminationTrigger_ListenToSignals(void) {
  terminationtrigger::listen_to_signals();
  return 0;
}
