/// Signals that end the run.
#pragma once

namespace terminationtrigger {

/// Requests from the flesh that the signals of the parameters end the run in order. Signals that are no longer among
/// them get their previous effect.
void listen_to_signals();

/// Reports a parameter error for each signal that cannot be caught.
void check_signals();

} // namespace terminationtrigger
