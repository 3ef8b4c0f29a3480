// Edit distance by dynamic programming, one row at a time.
#include "names.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace iotools {
namespace {

std::size_t edit_distance(std::string const& a, std::string const& b) {
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

} // namespace

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::string did_you_mean(std::string_view name, std::vector<std::string> const& known) {
  auto const wanted = lower(name);
  std::string const* best = nullptr;
  auto least = std::max<std::size_t>(1, name.size() / 3) + 1; // further away than a third of the name is no proposal
  for (auto const& candidate : known)
    if (auto const distance = edit_distance(wanted, lower(candidate)); distance < least) {
      least = distance;
      best = &candidate;
    }
  return best == nullptr ? "" : " Did you mean `" + *best + "`?";
}

} // namespace iotools
