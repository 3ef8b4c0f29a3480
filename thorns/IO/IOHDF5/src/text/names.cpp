// The scheme of Carpet's files, which kuibit and VisIt read.
#include "names.hpp"

#include <cctype>

namespace iohdf5 {

std::string dataset_name(std::string const& full_name, int iteration, int time_level, bool is_grid_function) {
  auto const name = full_name + " it=" + std::to_string(iteration) + " tl=" + std::to_string(time_level);
  return is_grid_function ? name + " rl=0 c=0" : name;
}

std::string group_file_base(std::string group, std::string const& separator) {
  for (char& c : group) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (auto const at = group.find("::"); at != std::string::npos) group.replace(at, 2, separator);
  return group;
}

} // namespace iohdf5
