// The two ways in which names of datasets are made.
#include "checkpoint_names.hpp"

#include <charconv>

namespace iohdf5 {
namespace {

/// Takes `word` and the number behind it off the front.
std::optional<int> take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return std::nullopt;
  int value = 0;
  auto const* const begin = text.data() + word.size();
  auto const [end, failure] = std::from_chars(begin, text.data() + text.size(), value);
  if (failure != std::errc{} || value < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

} // namespace

std::string checkpoint_object_name(std::string const& full_name, int time_level, int iteration) {
  return full_name + " timelevel " + std::to_string(time_level) + " at iteration " + std::to_string(iteration);
}

std::optional<StoredName> parse_object_name(std::string const& name) {
  auto const blank = name.find(' ');
  if (blank == std::string::npos || blank == 0) return std::nullopt;
  std::string const variable = name.substr(0, blank);
  std::string_view rest = std::string_view(name).substr(blank);
  if (auto const level = take(rest, " timelevel ")) {
    auto const iteration = take(rest, " at iteration ");
    return iteration && rest.empty() ? std::optional(StoredName{variable, *level, *iteration}) : std::nullopt;
  }
  auto const iteration = take(rest, " it=");
  auto const level = take(rest, " tl=");
  return iteration && level ? std::optional(StoredName{variable, *level, *iteration}) : std::nullopt;
}

std::string chunk_name(int number) { return "chunk" + std::to_string(number); }

std::string checkpoint_file_name(std::string const& set, int number, bool is_only_one) {
  return set + (is_only_one ? "" : ".file_" + std::to_string(number)) + ".h5";
}

} // namespace iohdf5
