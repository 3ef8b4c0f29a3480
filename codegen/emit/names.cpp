// Mangling.
#include "codegen/emit/names.hpp"

#include <set>

namespace chemora::emit {

std::string mangled(std::string const& prefix, std::string const& name) {
  std::string text = prefix;
  for (char c : name) {
    bool const is_allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (is_allowed)
      text += c;
    else if (text.empty() || text.back() != '_')
      text += '_';
  }
  return text;
}

std::map<std::string, std::string> identifiers(std::string const& prefix, std::vector<std::string> const& names) {
  std::map<std::string, std::string> result;
  std::set<std::string> taken;
  for (std::string const& name : names) {
    std::string const first = mangled(prefix, name);
    std::string identifier = first;
    for (int n = 2; !taken.insert(identifier).second; ++n) identifier = first + "_" + std::to_string(n);
    result[name] = identifier;
  }
  return result;
}

} // namespace chemora::emit
