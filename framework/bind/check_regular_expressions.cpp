// The regular expressions that say which values a STRING parameter may have.
#include "framework/bind/check_thorns.hpp"

#include <regex.h>

#include <array>

namespace chemora::bind {

namespace {

/// What is wrong with a POSIX extended regular expression, in the C library's words; empty if nothing is.
std::string fault_of(std::string const& pattern) {
  regex_t compiled;
  int const code = regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB);
  if (code == 0) {
    regfree(&compiled);
    return {};
  }
  std::array<char, 200> words{};
  regerror(code, &compiled, words.data(), words.size());
  return words.data();
}

} // namespace

void check_regular_expressions(ccl::ParameterFile const& file, base::Diagnostics& findings) {
  for (auto const& parameter : file.parameters) {
    if (parameter.type != ccl::ParameterType::string) continue;
    for (auto const& range : parameter.ranges)
      for (auto const& pattern : range.values)
        if (auto const fault = fault_of(pattern); !fault.empty())
          findings.error(range.where, "`" + pattern + "` is no POSIX extended regular expression (" + fault +
                                          "), so no value of `" + parameter.name.text + "` could match it.");
  }
}

} // namespace chemora::bind
