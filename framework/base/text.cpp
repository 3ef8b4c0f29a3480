#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::base {

namespace {

constexpr std::size_t max_length = 1000; ///< longer texts are not compared with known names

/// Insertions, deletions, replacements and transpositions of neighbours (the restricted Damerau-Levenshtein distance).
int edit_distance(std::string const& a, std::string const& b) {
  std::size_t const columns = b.size() + 1;
  std::vector<int> before(columns), last(columns), now(columns);
  for (std::size_t j = 0; j < columns; ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = static_cast<int>(i);
    for (std::size_t j = 1; j < columns; ++j) {
      int const changed = last[j - 1] + (a[i - 1] != b[j - 1]);
      now[j] = std::min({changed, last[j] + 1, now[j - 1] + 1});
      bool const swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

} // namespace

std::string lower_case(std::string_view text) {
  std::string result(text);
  auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  auto const upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
  std::transform(result.begin(), result.end(), result.begin(), upper);
  return result;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view white_space = " \t\r\n";
  std::size_t const begin = text.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(white_space) - begin + 1));
}

std::string list_in_words(std::vector<std::string> const& names, std::string_view conjunction) {
  if (names.size() < 2) return join(names);
  std::vector<std::string> const all_but_last(names.begin(), names.end() - 1);
  return join(all_but_last) + " " + std::string(conjunction) + " " + names.back();
}

std::string nearest_name(std::string_view name, std::vector<std::string> const& known) {
  if (name.size() > max_length) return {};
  std::string const wanted = lower_case(name);
  int best = std::max<int>(1, static_cast<int>(wanted.size()) / 3) + 1;
  std::string nearest;
  for (auto const& candidate : known) {
    // With a list, std::minmax returns values; with two arguments it would return references to temporaries.
    auto const [shorter, longer] = std::minmax({wanted.size(), candidate.size()});
    if (longer - shorter >= static_cast<std::size_t>(best)) continue;
    int const distance = edit_distance(wanted, lower_case(candidate));
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view name, std::vector<std::string> const& known) {
  std::string const nearest = nearest_name(name, known);
  return nearest.empty() ? "" : " Did you mean `" + nearest + "`?";
}

} // namespace chemora::base
