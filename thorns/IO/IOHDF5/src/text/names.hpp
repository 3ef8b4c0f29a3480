// Names of datasets and files.
#pragma once

#include <string>

namespace iohdf5 {

/// "wave::u it=4 tl=0 rl=0 c=0" for grid functions; arrays and scalars have neither level nor component.
std::string dataset_name(std::string const& full_name, int iteration, int time_level, bool is_grid_function);

/// "wave::fields" becomes "wave-fields" (in lower case, as file names of groups are).
std::string group_file_base(std::string group, std::string const& separator);

} // namespace iohdf5
