// Who reads right-hand sides after they were used and before they are calculated anew.
#pragma once

namespace mol {

// Whether a function of another thorn that is called in every substep reads the variable, or says neither what it reads
// nor what it writes. True where the schedule cannot be looked at.
bool may_be_read_between_substeps(int variable);

} // namespace mol
