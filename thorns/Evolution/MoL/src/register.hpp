// Registration is open from the schedule group MoL_Register on.
#pragma once

namespace mol {

void allow_registration();

} // namespace mol
