/// Texts and names: case, white space, lists in sentences, and the nearest name to a mistyped one.
#pragma once

#include <algorithm>
#include <cctype>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::base {

/// The class of an ASCII character; `_` is a letter. Other bytes are in no class.
inline bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
inline bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
inline bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// ASCII letters in lower or upper case; other bytes are unchanged.
std::string lower_case(std::string_view text);
std::string upper_case(std::string_view text);

/// `text` without white space (blank, tab, newline, carriage return) at both ends.
std::string trimmed(std::string_view text);

/// Whether one of the elements of `range` equals `value`.
template <class Range, class Value>
bool contains(Range const& range, Value const& value) {
  return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

/// Concatenates the texts of all elements with `separator` between them. `to_text` converts an element to text; without
/// `to_text`, elements must be strings.
template <class Range, class ToText = std::identity>
std::string join(Range const& range, std::string_view separator = ", ", ToText to_text = {}) {
  std::string text;
  bool is_first = true;
  for (auto const& element : range) {
    if (!is_first) text += separator;
    text += to_text(element);
    is_first = false;
  }
  return text;
}

/// A list for a sentence: `a`, `a and b`, or `a, b and c`. Empty for no names.
std::string list_in_words(std::vector<std::string> const& names, std::string_view conjunction = "and");

/// Returns the element of `known` with the smallest edit distance to `name` (case ignored, a transposition counts 1).
/// Empty if no distance is at most a third of the length of `name`, or 1. The first of several nearest names in `known`
/// is returned.
std::string nearest_name(std::string_view name, std::vector<std::string> const& known);

/// " Did you mean `X`?" with a leading space, or empty.
std::string did_you_mean(std::string_view name, std::vector<std::string> const& known);

} // namespace chemora::base
