// Texts that thorns registered to be shown at start-up.
#pragma once

namespace chemora::services {

/// Prints them in order of registration, each between two lines.
void print_banners();

} // namespace chemora::services
