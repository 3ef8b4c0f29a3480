// The signals that the parameters name.
#pragma once

namespace terminationtrigger {

/// Requests that these signals end the run in order, and gives those that are no longer named their earlier effect.
void listen_to_signals();

/// Reports which of the parameters name signals that cannot be caught.
void check_signals();

} // namespace terminationtrigger
