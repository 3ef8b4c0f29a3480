#include "framework/base/user_files.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::base {

std::map<std::string, std::string> parse_assignments(std::string const& text, std::string const& parameter,
                                                     Diagnostics& errors) {
  std::map<std::string, std::string> result;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t const end = std::min(text.find_first_of(",\n", begin), text.size());
    std::string const part = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    if (part.empty()) continue;
    std::size_t const equals = part.find('=');
    std::string const name = trimmed(part.substr(0, equals));
    std::string const value = equals == std::string::npos ? "" : trimmed(part.substr(equals + 1));
    if (name.empty() || value.empty())
      errors.error({parameter, 0, 0}, "Found `" + part + "`, expected `NAME = VALUE` between commas.");
    else if (!result.emplace(name, value).second)
      errors.error({parameter, 0, 0}, "The name `" + name + "` occurs twice.");
  }
  return result;
}

std::string path_from(std::filesystem::path const& folder, std::filesystem::path const& file) {
  std::filesystem::path result;
  for (std::filesystem::path const& part : folder / file)
    if (part != ".") result /= part;
  return result.empty() ? "." : result.string();
}

std::string shipped_folder(std::string const& folder, std::string const& parameter, std::string const& extension) {
  namespace fs = std::filesystem;
  fs::path const below = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  for (char const* const thorns : {"arrangements", "share/chemora/thorns"})
    if (fs::is_directory(below / thorns / folder)) return (below / thorns / folder).string();
  throw UserError(
      {parameter, 0, 0},
      fmt::format("There is no folder {} of the thorns below {}. Name a file relative to the parameter file "
                  "instead, such as `./mine{}`.",
                  folder, below.string(), extension));
}

} // namespace chemora::base
