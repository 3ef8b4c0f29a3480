/// The state of recovery for the other files of IOUtil.
#pragma once

namespace ioutil {

/// Whether this run has recovered its parameters from a checkpoint.
bool has_recovered();

/// Whether an active thorn writes and reads checkpoints.
bool has_methods();

} // namespace ioutil
