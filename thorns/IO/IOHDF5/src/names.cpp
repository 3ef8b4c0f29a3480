#include "names.hpp"

#include <cctype>
#include <charconv>

namespace iohdf5 {

std::string dataset_name(std::string const& full_name, int iteration, int time_level, bool is_grid_function) {
  auto const name = full_name + " it=" + std::to_string(iteration) + " tl=" + std::to_string(time_level);
  return is_grid_function ? name + " rl=0 c=0" : name;
}

std::string group_file_base(std::string group, std::string const& separator) {
  for (char& c : group) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (auto const at = group.find("::"); at != std::string::npos) group.replace(at, 2, separator);
  return group;
}

namespace {

/// Removes `word` and the number after it from the start of the text. Returns the number.
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
  std::string_view remainder = std::string_view(name).substr(blank);
  if (auto const level = take(remainder, " timelevel ")) {
    auto const iteration = take(remainder, " at iteration ");
    return iteration && remainder.empty() ? std::optional(StoredName{variable, *level, *iteration}) : std::nullopt;
  }
  auto const iteration = take(remainder, " it=");
  auto const level = take(remainder, " tl=");
  return iteration && level ? std::optional(StoredName{variable, *level, *iteration}) : std::nullopt;
}

std::string chunk_name(int number) { return "chunk" + std::to_string(number); }

std::string checkpoint_file_name(std::string const& set, int number, bool is_only_one) {
  return set + (is_only_one ? "" : ".file_" + std::to_string(number)) + ".h5";
}

} // namespace iohdf5
