// Takes one word out.
#include "told_as_parameter.hpp"

#include <string_view>

namespace ca_kernel {

namespace base = chemora::base;

std::string told_as_parameter(base::UserError const& error) {
  std::string_view const word = "error: ";
  std::string all;
  for (auto const& finding : error.diagnostics()) {
    std::string text = to_text(finding);
    std::string const place = to_text(finding.where);
    std::size_t const at = place.empty() ? 0 : place.size() + std::string_view(": ").size();
    if (text.compare(at, word.size(), word) == 0) text.erase(at, word.size());
    all += (all.empty() ? "" : "\n") + text;
  }
  return all;
}

} // namespace ca_kernel
