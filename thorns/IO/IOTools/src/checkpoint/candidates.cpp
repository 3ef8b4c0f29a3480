// One file name at a time.
#include "candidates.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace iotools {
namespace {

/// Takes a number off the front of `text`.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.remove_prefix(beginning.size());
  return true;
}

std::optional<Candidate> candidate(std::string const& file_name, std::string const& base,
                                   std::string const& extension) {
  std::string_view rest = file_name;
  if (!take(rest, base) || !take(rest, ".it")) return std::nullopt;
  while (take(rest, "_")) {
  }
  auto const iteration = take_number(rest);
  if (!iteration) return std::nullopt;
  Candidate const found{file_name.substr(0, file_name.size() - rest.size()), *iteration};
  if (rest == ".manifest") return found;
  if (take(rest, ".file_") && !take_number(rest)) return std::nullopt;
  return rest == extension ? std::optional(found) : std::nullopt;
}

} // namespace

std::string why_not_a_base(std::string const& base) {
  if (base.find('/') != std::string::npos) return "contains a folder, and must be the name of a file";
  auto const is_control = [](unsigned char c) { return c < ' ' || c == 127; };
  if (std::any_of(base.begin(), base.end(), is_control)) return "contains a line break or another control character";
  return "";
}

std::vector<Candidate> candidates(std::vector<std::string> const& file_names, std::string const& base,
                                  std::string const& extension) {
  std::vector<Candidate> found;
  for (auto const& name : file_names)
    if (auto const one = candidate(name, base, extension);
        one && std::find(found.begin(), found.end(), *one) == found.end())
      found.push_back(*one);
  std::sort(found.begin(), found.end(), [](auto const& a, auto const& b) {
    return a.iteration != b.iteration ? a.iteration > b.iteration : a.name < b.name;
  });
  return found;
}

} // namespace iotools
