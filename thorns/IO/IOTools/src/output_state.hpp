// What the output methods have written so far. Checkpoints hold it, so that a run that continues from one continues its
// files exactly: no line twice, none missing.
#pragma once

#include <string>

namespace iotools {

/// Remembers that a text file is one of this run's, and when a variable was last written by a method
/// ("IOASCII::out1D_vars").
void note_file(std::string const& path);
void note_written(std::string const& method, std::string const& variable, int iteration);

/// Whether the method has written the variable at this iteration, before the checkpoint or since.
bool is_written(std::string const& method, std::string const& variable, int iteration);

/// As text, with the sizes that the files have now. The files are known to rank 0 only.
std::string output_state();
void restore_output_state(std::string const& text);

/// Before a run first appends to a text file: after a recovery, takes away what was written after the checkpoint. True
/// when the file continues, false when it begins anew (or was never known, as without recovery) and needs a header.
bool continue_file(std::string const& path);

/// An output that is lost. At the end of the run, all are summed up and the exit code tells of them.
void note_lost_output(std::string const& sentence);

} // namespace iotools
