/// Finds the known name that is most similar to a name, for error messages.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace thorntools {

/// The text in lower case.
inline std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// The number of characters to replace, insert and delete that turns one word into the other (Levenshtein distance).
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      auto const replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// " Did you mean `X`?" with a leading space, where X is the known name with the smallest edit distance. The comparison
/// ignores case. The result is empty if more than a third of the name's characters differ from every known name.
inline std::string did_you_mean(std::string_view name, std::vector<std::string> const& known) {
  auto const name_in_lower_case = lower(name);
  std::string const* nearest = nullptr;
  auto min_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (auto const& candidate : known)
    if (auto const distance = edit_distance(name_in_lower_case, lower(candidate)); distance < min_distance) {
      min_distance = distance;
      nearest = &candidate;
    }
  return nearest == nullptr ? "" : " Did you mean `" + *nearest + "`?";
}

} // namespace thorntools
