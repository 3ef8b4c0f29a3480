// Signals that were received.
#pragma once

namespace terminationtrigger {

/// Catches the signals that the parameters name now; those not named any more get back what they did before.
void listen_to_signals();

/// Says which of the parameters name signals that cannot be caught.
void check_signals();

/// The number of a signal received since the start; 0: none.
int received_signal();

} // namespace terminationtrigger
