/// Names of parameterised tests, which consist of letters, digits and `_`.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <string>

namespace chemora::testing_support {

/// Returns the letters and digits of a text; each run of other characters becomes one `_`.
inline std::string test_name(std::string const& text) {
  std::string name;
  for (char const c : text)
    if (std::isalnum(static_cast<unsigned char>(c)))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  while (name.ends_with('_')) name.pop_back();
  return name;
}

/// Returns a name from the text that gtest prints for the parameter, for INSTANTIATE_TEST_SUITE_P.
template <typename Parameter>
std::string printed_name(testing::TestParamInfo<Parameter> const& info) {
  return test_name(testing::PrintToString(info.param));
}

} // namespace chemora::testing_support
