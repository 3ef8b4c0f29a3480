// Reads names with options in braces; values are integers, reals or quoted strings.
#include "option_string.hpp"

#include "names.hpp"

#include <cctype>
#include <charconv>

namespace iotools {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

template <class Number>
std::optional<Number> to_number(std::string_view text) {
  Number value{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Length of the value at the start of `text`: up to its closing quote, its closing brace, or the next blank.
std::size_t value_length(std::string_view text) {
  if (text.empty()) return 0;
  char const closing = text[0] == '{' ? '}' : text[0];
  if (text[0] == '\'' || text[0] == '"' || text[0] == '{') {
    auto const end = text.find(closing, 1);
    return end == std::string_view::npos ? text.size() : end + 1;
  }
  std::size_t length = 0;
  while (length < text.size() && !is_blank(text[length])) ++length;
  return length;
}

bool is_quoted(std::string_view value) {
  return value.size() >= 2 && (value[0] == '\'' || value[0] == '"') && value.back() == value[0];
}

/// Sets one option; the sentence about what is wrong with it, or empty.
std::string set_option(Options& options, std::string const& key, std::string_view value) {
  static std::vector<std::string> const known{"out_every", "out_dt", "reductions", "compression_level"};
  static std::vector<std::string> const later{"out_unchunked", "refinement_levels", "origin", "direction",
                                              "extent",        "downsample",        "alias"};
  auto const shown = "`" + key + "=" + std::string(value) + "`";
  if (key == "out_every") {
    options.out_every = to_number<int>(value);
    return options.out_every ? "" : shown + " is not an integer.";
  }
  if (key == "out_dt") {
    options.out_dt = to_number<double>(value);
    return options.out_dt ? "" : shown + " is not a number.";
  }
  if (key == "reductions") {
    if (!is_quoted(value)) return shown + " needs quotes, as in reductions='norm2 maximum'.";
    options.reductions = std::string(value.substr(1, value.size() - 2));
    return "";
  }
  if (key == "compression_level") {
    auto const level = to_number<int>(value);
    if (!level || *level < 0 || *level > 9) return shown + " is not an integer from 0 to 9.";
    options.compression_level = level;
    return "";
  }
  for (auto const& name : later)
    if (key == name) return "the option `" + key + "` is not available yet.";
  return "there is no option `" + key + "`; allowed are out_every, out_dt, reductions, compression_level." +
         did_you_mean(key, known);
}

void parse_options(Item& item, std::string_view text, std::vector<std::string>& errors) {
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    auto const equals = text.find('=');
    auto const key = std::string(trimmed(text.substr(0, equals)));
    if (equals == std::string_view::npos || key.empty() || key.find_first_of(" \t\n") != std::string::npos) {
      errors.push_back("`" + item.name + "`: expected `key=value`, found `" + std::string(text) + "`.");
      return;
    }
    text = trimmed(text.substr(equals + 1));
    auto const length = value_length(text);
    if (auto const mistake = set_option(item.options, key, text.substr(0, length)); !mistake.empty())
      errors.push_back("`" + item.name + "`: " + mistake);
    text.remove_prefix(length);
  }
}

/// Position of the brace that closes the one at `open`, quotes and inner braces skipped; npos when there is none.
std::size_t closing_brace(std::string_view text, std::size_t open) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    char const c = text[i];
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '\'' || c == '"')
      quote = c;
    else if (c == '{')
      ++depth;
    else if (c == '}' && --depth == 0)
      return i;
  }
  return std::string_view::npos;
}

} // namespace

std::vector<Item> parse_items(std::string_view text, std::vector<std::string>& errors) {
  std::vector<Item> items;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    std::size_t length = 0;
    while (length < text.size() && !is_blank(text[length]) && text[length] != '{' && text[length] != '}') ++length;
    Item item{.name = std::string(text.substr(0, length)), .options = {}};
    if (item.name.empty()) {
      errors.push_back("expected the name of a variable or group, found `" + std::string(text.substr(0, 20)) + "`.");
      return items;
    }
    auto const before = errors.size();
    text = trimmed(text.substr(length));
    if (!text.empty() && text[0] == '{') {
      auto const end = closing_brace(text, 0);
      if (end == std::string_view::npos) {
        errors.push_back("`" + item.name + "`: the options after `{` have no closing `}`.");
        return items;
      }
      parse_options(item, text.substr(1, end - 1), errors);
      text.remove_prefix(end + 1);
    }
    if (errors.size() == before) items.push_back(std::move(item));
  }
  return items;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> result;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    std::size_t length = 0;
    while (length < text.size() && !is_blank(text[length])) ++length;
    result.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return result;
}

} // namespace iotools
